package dev.rayllm.operator.render.gateway;

import static dev.rayllm.operator.render.gateway.Config.seconds;

import dev.rayllm.operator.plan.FallbackPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * RDS of callers: the split, the turn to the other side, and what stays inside. Shares and limits are here and nowhere
 * else, as changed routes apply at once and to no request that is under way.
 */
final class Routes {

    /** Tells the inner routes whether the caller wants a stream; overwritten here, so no caller can set it. */
    static final String STREAM_HEADER = "x-rayllm-stream";
    /** Set on what goes outside. A gateway that gets it keeps the request inside, so that two of them make no circle. */
    static final String ONCE_HEADER = "x-llm-fallback";

    private static final int ALL = 100;
    private static final Duration MARGIN = Duration.ofMinutes(1);
    /** Longest silence between two tokens of a stream. */
    private static final Duration SILENCE = Duration.ofMinutes(5);

    private final String servedName;
    private final FallbackPlan plan;
    private final boolean diverted;

    private Routes(String servedName, FallbackPlan plan, boolean diverted) {
        this.servedName = servedName;
        this.plan = plan;
        this.diverted = diverted;
    }

    /**
     * Routes of the front listener.
     *
     * @param diverted whether everything goes outside, as no replica of the model runs
     */
    static Map<String, Object> front(String servedName, FallbackPlan plan, boolean diverted) {
        return new Routes(servedName, plan, diverted).front();
    }

    private Map<String, Object> front() {
        List<Map<String, Object>> routes = new ArrayList<>();
        routes.add(models());
        routes.add(inside(Config.of("prefix", "/", "headers", List.of(Config.of("name", ONCE_HEADER,
                "present_match", true)))));
        routes.addAll(both(true));
        routes.addAll(both(false));
        routes.add(inside(Config.of("prefix", "/")));
        return configuration(Listeners.FRONT, routes);
    }

    static Map<String, Object> configuration(String name, List<Map<String, Object>> routes) {
        return Config.of("name", name, "virtual_hosts", List.of(Config.of("name", name, "domains", List.of("*"),
                "routes", routes)));
    }

    /** The list of models is ours to give: the provider's holds other names, and a sleeping model gives none. */
    private Map<String, Object> models() {
        return Config.of("match", Config.of("path", "/v1/models"), "direct_response", Config.of("status", 200, "body",
                Config.of("inline_string", ModelName.list(servedName))), "response_headers_to_add",
                List.of(overwrite("content-type", "application/json")));
    }

    private Map<String, Object> inside(Map<String, Object> match) {
        return Config.of("match", match, "route", Config.of("cluster", Clusters.LOCAL_ONLY, "timeout", "0s",
                "idle_timeout", seconds(silence(false))),
                "request_headers_to_add", List.of(overwrite(STREAM_HEADER, "false")));
    }

    private List<Map<String, Object>> both(boolean stream) {
        if (!diverted) {
            return List.of(route(match(stream, ALL), split(), stream));
        }
        List<Map<String, Object>> routes = new ArrayList<>();
        if (plan.trafficPercent() > 0) {
            routes.add(route(match(stream, plan.trafficPercent()), Config.of("cluster", Clusters.EXTERNAL_FIRST), stream));
        }
        // What would have gone to the sleeping model wakes it, one copy at a time; the steady share does not.
        routes.add(route(match(stream, ALL), Config.of("cluster", Clusters.EXTERNAL_FIRST,
                "request_mirror_policies", List.of(Config.of("cluster", Clusters.WAKE))), stream));
        return routes;
    }

    private static Map<String, Object> match(boolean stream, int percent) {
        return Config.of("prefix", "/v1/",
                "runtime_fraction", percent == ALL ? null : Config.of("default_value", Config.of("numerator", percent,
                        "denominator", "HUNDRED")),
                "dynamic_metadata", !stream ? null : List.of(Config.of("filter", Listeners.METADATA,
                        "path", List.of(Config.of("key", "stream")), "value", Config.of("bool_match", true))));
    }

    private Map<String, Object> split() {
        return Config.of("weighted_clusters", Config.of("clusters", List.of(
                Config.of("name", Clusters.LOCAL_FIRST, "weight", ALL - plan.trafficPercent()),
                Config.of("name", Clusters.EXTERNAL_FIRST, "weight", plan.trafficPercent()))));
    }

    private Map<String, Object> route(Map<String, Object> match, Map<String, Object> clusters, boolean stream) {
        Map<String, Object> action = Config.of("timeout", "0s", "idle_timeout", seconds(silence(stream)),
                "retry_policy", otherSide());
        action.putAll(clusters);
        return Config.of("match", match, "route", action,
                "request_headers_to_add", List.of(overwrite(STREAM_HEADER, Boolean.toString(stream))));
    }

    /** Before the first byte both sides may use up their limits one after the other. */
    private Duration silence(boolean stream) {
        Duration both = stream ? plan.firstToken().plus(InnerRoutes.externalFirstToken(plan)) : plan.answer().multipliedBy(2);
        return Collections.max(List.of(SILENCE, both.plus(MARGIN)));
    }

    /** What a caller's own mistake does not explain. 400 is passed on: the other side would say the same. */
    private static Map<String, Object> otherSide() {
        return Config.of("retry_on", "5xx,reset,connect-failure,refused-stream,retriable-status-codes",
                "retriable_status_codes", List.of(401, 402, 403, 404, 408, 429), "num_retries", 1,
                "retry_back_off", Config.of("base_interval", "0.001s", "max_interval", "0.001s"),
                "retry_priority", Config.extension("envoy.retry_priorities.previous_priorities", Config.typed(
                        "envoy.extensions.retry.priority.previous_priorities.v3.PreviousPrioritiesConfig",
                        "update_frequency", 1)));
    }

    static Map<String, Object> overwrite(String name, String value) {
        return Config.of("header", Config.of("key", name, "value", value),
                "append_action", "OVERWRITE_IF_EXISTS_OR_ADD");
    }
}
