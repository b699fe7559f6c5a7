package dev.rayllm.operator.render.gateway;

import static dev.rayllm.operator.render.gateway.Config.seconds;

import dev.rayllm.operator.plan.FallbackPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** RDS of the two sides: which headers go there, how long it may take, and who is named in the answer. */
final class InnerRoutes {

    private static final String UPSTREAM_HEADER = "x-llm-upstream";
    /** What a caller may hold of secrets; the provider's key is written over the first. */
    private static final List<String> CREDENTIALS = List.of("authorization", "proxy-authorization", "cookie", "api-key",
            "x-api-key");
    private static final List<String> INTERNAL = List.of(Routes.STREAM_HEADER, "x-request-id", "x-forwarded-for",
            "x-forwarded-proto", "x-envoy-internal", "x-envoy-external-address",
            // Answers are read: the model's name is put back.
            "accept-encoding");
    /** A provider has no prefill to be thrown away, but queues of its own. */
    private static final Duration LEAST_FOR_PROVIDER = Duration.ofMinutes(1);

    private InnerRoutes() {
    }

    static Map<String, Object> toLocal(FallbackPlan plan) {
        return configuration(Listeners.TO_LOCAL, "local", without(CREDENTIALS), List.of(
                Config.of("match", streamed(), "route", limited(Clusters.LOCAL, plan.firstToken())),
                Config.of("match", Config.of("prefix", "/"), "route", limited(Clusters.LOCAL, plan.answer()))));
    }

    /** A copy that wakes the model waits as long as it takes; nobody reads its answer. */
    static Map<String, Object> toWake() {
        return configuration(Listeners.TO_WAKE, "local", without(CREDENTIALS), List.of(Config.of(
                "match", Config.of("prefix", "/"), "route", Config.of("cluster", Clusters.LOCAL_WAKE, "timeout", "0s",
                        "idle_timeout", "0s"))));
    }

    static Map<String, Object> toExternal(String servedName, FallbackPlan plan) {
        List<Map<String, Object>> routes = new ArrayList<>();
        routes.add(external(streamed(), servedName, plan, externalFirstToken(plan)));
        routes.add(external(Config.of("prefix", "/v1/"), servedName, plan, plan.answer()));
        Map<String, Object> configuration = configuration(Listeners.TO_EXTERNAL, "external",
                without(CREDENTIALS.subList(1, CREDENTIALS.size())), routes);
        configuration.put("request_headers_to_add", List.of(Routes.overwrite(Routes.ONCE_HEADER, "1")));
        return configuration;
    }

    /** First-token limit of the provider. */
    static Duration externalFirstToken(FallbackPlan plan) {
        return plan.firstToken().compareTo(LEAST_FOR_PROVIDER) > 0 ? plan.firstToken() : LEAST_FOR_PROVIDER;
    }

    private static Map<String, Object> external(Map<String, Object> match, String servedName, FallbackPlan plan,
            Duration limit) {
        Map<String, Object> action = limited(Clusters.EXTERNAL, limit);
        action.put("prefix_rewrite", plan.provider().path() + "/");
        action.put("host_rewrite_literal", plan.provider().authority());
        int rate = plan.externalPerSecondPerPod();
        return Config.of("match", match, "route", action,
                "metadata", Config.of("filter_metadata", Config.of(Listeners.LUA,
                        ModelName.metadata(servedName, plan.model()))),
                "typed_per_filter_config", rate == 0 ? null : Config.of(Listeners.RATE_LIMIT, rate(rate)),
                // A caller's key is of no use outside; where there is a provider's key, it stands in its place.
                "request_headers_to_remove", plan.key() == null ? List.of(CREDENTIALS.getFirst()) : null);
    }

    private static Map<String, Object> rate(int perSecond) {
        Map<String, Object> always = Config.of("default_value", Config.of("numerator", 100, "denominator", "HUNDRED"));
        return Config.typed("envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit",
                "stat_prefix", "external", "token_bucket", Config.of("max_tokens", perSecond,
                        "tokens_per_fill", perSecond, "fill_interval", "1s"),
                "filter_enabled", always, "filter_enforced", always);
    }

    private static Map<String, Object> streamed() {
        return Config.of("prefix", "/v1/", "headers", List.of(Config.of("name", Routes.STREAM_HEADER,
                "string_match", Config.of("exact", "true"))));
    }

    /** The limit runs to the response headers, which Ray's ingress sends with the first chunk. */
    private static Map<String, Object> limited(String cluster, Duration limit) {
        return Config.of("cluster", cluster, "timeout", "0s", "idle_timeout", "0s",
                "retry_policy", Config.of("per_try_timeout", seconds(limit)));
    }

    private static Map<String, Object> configuration(String name, String side, List<String> removed,
            List<Map<String, Object>> routes) {
        Map<String, Object> configuration = Routes.configuration(name, routes);
        configuration.put("request_headers_to_remove", removed);
        configuration.put("response_headers_to_add", List.of(Routes.overwrite(UPSTREAM_HEADER, side)));
        return configuration;
    }

    private static List<String> without(List<String> credentials) {
        List<String> removed = new ArrayList<>(credentials);
        removed.addAll(INTERNAL);
        return removed;
    }
}
