package dev.rayllm.operator.render.gateway;

import static dev.rayllm.operator.render.gateway.Config.extension;
import static dev.rayllm.operator.render.gateway.Config.of;
import static dev.rayllm.operator.render.gateway.Config.typed;

import dev.rayllm.operator.plan.FallbackPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * LDS: {@code front} takes callers; {@code to_local}, {@code to_external} and {@code to_wake} are listeners inside the
 * process, through which a request gets the headers, key and limits of the side that it goes to. What users edit is in
 * the routes: a changed listener drains its connections, a changed route does not.
 */
final class Listeners {

    static final String CONNECTION_MANAGER =
            "envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager";
    static final String FRONT = "front";
    static final String TO_LOCAL = "to_local";
    static final String TO_EXTERNAL = "to_external";
    static final String TO_WAKE = "to_wake";
    static final String LUA = "envoy.filters.http.lua";
    static final String RATE_LIMIT = "envoy.filters.http.local_ratelimit";
    /** Dynamic metadata that holds whether the caller asked for a stream. */
    static final String METADATA = "rayllm";
    /** Longest body that can be sent again to the other side; the default, 1 MiB, refuses long prompts. */
    static final int BUFFER_BYTES = 32 << 20;

    private Listeners() {
    }

    static List<Map<String, Object>> of(FallbackPlan plan) {
        return List.of(front(), inner(TO_LOCAL, List.of(router()), overflow()),
                inner(TO_EXTERNAL, external(plan), keyMissing()), wake());
    }

    /** Its one route is the same for all: a file of its own would cost a file watcher, of which a node has few. */
    private static Map<String, Object> wake() {
        Map<String, Object> manager = manager(TO_WAKE, List.of(router()), null);
        manager.remove("rds");
        manager.put("route_config", InnerRoutes.toWake());
        return listener(TO_WAKE, Config.of("internal_listener", Config.of()), manager);
    }

    static Map<String, Object> router() {
        return extension("envoy.filters.http.router", typed("envoy.extensions.filters.http.router.v3.Router",
                "suppress_envoy_headers", true));
    }

    private static Map<String, Object> front() {
        Map<String, Object> manager = manager(FRONT, List.of(streamFlag(), router()), null);
        manager.put("use_remote_address", true);
        // A path that is written in two ways must not reach the provider beside its base path.
        manager.put("normalize_path", true);
        manager.put("merge_slashes", true);
        manager.put("path_with_escaped_slashes_action", "REJECT_REQUEST");
        manager.put("request_headers_timeout", "30s");
        // Connections move on to other pods within a minute: an ending pod is left alone before it is killed.
        manager.put("common_http_protocol_options", Config.of("idle_timeout", "3600s", "max_connection_duration", "60s"));
        manager.put("http1_safe_max_connection_duration", true);
        return listener(FRONT, Config.of("address", Config.address("0.0.0.0", Files.FRONT_PORT)), manager);
    }

    private static Map<String, Object> inner(String name, List<Map<String, Object>> filters, Map<String, Object> mapper) {
        return listener(name, Config.of("internal_listener", Config.of()), manager(name, filters, mapper));
    }

    private static Map<String, Object> listener(String name, Map<String, Object> where, Map<String, Object> manager) {
        Map<String, Object> listener = Config.of("name", name);
        listener.putAll(where);
        listener.put("per_connection_buffer_limit_bytes", BUFFER_BYTES);
        listener.put("filter_chains", List.of(Config.of("filters",
                List.of(extension("envoy.filters.network.http_connection_manager", manager)))));
        return listener;
    }

    private static Map<String, Object> manager(String name, List<Map<String, Object>> filters, Map<String, Object> mapper) {
        return typed(CONNECTION_MANAGER, "stat_prefix", name, "generate_request_id", false,
                "server_header_transformation", "PASS_THROUGH",
                "rds", Config.of("route_config_name", name, "config_source", Config.source(Files.routes(name))),
                "local_reply_config", Config.of("mappers", mapper == null ? List.of(faults()) : List.of(mapper, faults())),
                "http_filters", filters);
    }

    /** All that the gateway itself has to complain of, as an OpenAI client reads it. */
    private static Map<String, Object> faults() {
        return Config.of("filter", status("GE", 400, "rayllm.fault"), "body_format_override", openAiError());
    }

    private static Map<String, Object> openAiError() {
        return Config.of("json_format", Config.of("error", Config.of("message", "%LOCAL_REPLY_BODY%",
                "type", "gateway_error", "code", "%RESPONSE_CODE%")));
    }

    private static Map<String, Object> status(String comparison, int code, String runtimeKey) {
        return Config.of("status_code_filter", Config.of("comparison", Config.of("op", comparison,
                "value", Config.of("default_value", code, "runtime_key", runtimeKey))));
    }

    /** Notes whether the caller wants a stream: its first token and a whole answer need different limits. */
    private static Map<String, Object> streamFlag() {
        return extension("envoy.filters.http.json_to_metadata", typed(
                "envoy.extensions.filters.http.json_to_metadata.v3.JsonToMetadata",
                "request_rules", Config.of("rules", List.of(Config.of("selectors", List.of(Config.of("key", "stream")),
                        "on_present", Config.of("metadata_namespace", METADATA, "key", "stream"))),
                        "allow_content_types_regex", Config.of("regex", "(?i)application/json.*"))));
    }

    /** The cap answers 503, which a model could have said too: 429 says what it is, and is told from a failure. */
    private static Map<String, Object> overflow() {
        return Config.of("filter", Config.of("response_flag_filter", Config.of("flags", List.of("UO"))),
                "status_code", 429, "body_format_override", openAiError());
    }

    /** 401 would make callers doubt their own key. */
    private static Map<String, Object> keyMissing() {
        return Config.of("filter", status("EQ", 401, "rayllm.key_missing"), "status_code", 503,
                "body", Config.of("inline_string", "the gateway has no key for the provider"),
                "body_format_override", openAiError());
    }

    private static List<Map<String, Object>> external(FallbackPlan plan) {
        List<Map<String, Object>> filters = new ArrayList<>();
        // Off until a route brings a rate.
        filters.add(extension(RATE_LIMIT, typed("envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit",
                "stat_prefix", "external")));
        filters.add(extension(LUA, typed("envoy.extensions.filters.http.lua.v3.Lua",
                "default_source_code", Config.of("inline_string", ModelName.LUA))));
        if (plan.key() != null) {
            filters.add(extension("envoy.filters.http.credential_injector", typed(
                    "envoy.extensions.filters.http.credential_injector.v3.CredentialInjector", "overwrite", true,
                    "credential", extension("envoy.http.injected_credentials.generic", typed(
                            "envoy.extensions.http.injected_credentials.generic.v3.Generic",
                            "credential", Config.of("name", Secrets.PROVIDER_KEY,
                                    // A key that was missing at the start makes this file be read once more when it comes.
                                    "sds_config", Config.source(Files.SECRETS, Files.KEY_FOLDER)),
                            "header", "authorization", "header_value_prefix", "Bearer ")))));
        }
        filters.add(router());
        return filters;
    }
}
