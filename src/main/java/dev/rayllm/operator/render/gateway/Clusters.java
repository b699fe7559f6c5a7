package dev.rayllm.operator.render.gateway;

import static dev.rayllm.operator.render.gateway.Config.extension;
import static dev.rayllm.operator.render.gateway.Config.typed;

import dev.rayllm.operator.plan.FallbackPlan;
import dev.rayllm.operator.plan.FallbackPlan.Provider;
import dev.rayllm.operator.render.Names;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * CDS. The outer clusters hold both sides in one of two orders, by priority; their endpoints are the listeners inside
 * the process. The inner ones are the sides themselves.
 */
final class Clusters {

    static final String LOCAL_FIRST = "local_first";
    static final String EXTERNAL_FIRST = "external_first";
    static final String LOCAL_ONLY = "local_only";
    static final String WAKE = "wake";
    static final String LOCAL = "local";
    static final String LOCAL_WAKE = "local_wake";
    static final String EXTERNAL = "external";

    /** No limit of its own; Envoy's defaults are 1024, and 3 retries, which fails nearly all callers of a dead model. */
    private static final int UNLIMITED = 1_000_000;

    private Clusters() {
    }

    static List<Map<String, Object>> of(String namespace, String deployment, FallbackPlan plan) {
        String host = Names.serveService(deployment) + "." + namespace + ".svc";
        return List.of(
                outer(LOCAL_FIRST, Listeners.TO_LOCAL, Listeners.TO_EXTERNAL),
                outer(EXTERNAL_FIRST, Listeners.TO_EXTERNAL, Listeners.TO_LOCAL),
                outer(LOCAL_ONLY, Listeners.TO_LOCAL),
                outer(WAKE, Listeners.TO_WAKE),
                local(host, plan), wake(host), external(plan.provider()));
    }

    private static Map<String, Object> outer(String name, String... listeners) {
        List<Map<String, Object>> endpoints = IntStream.range(0, listeners.length)
                .mapToObj(i -> Config.of("priority", i, "lb_endpoints", List.of(endpoint(Config.of(
                        "envoy_internal_address", Config.of("server_listener_name", listeners[i], "endpoint_id", name))))))
                .toList();
        return Config.of("name", name, "type", "STATIC", "connect_timeout", "5s",
                "per_connection_buffer_limit_bytes", Listeners.BUFFER_BYTES, "common_lb_config", noPanic(),
                "circuit_breakers", limits(UNLIMITED),
                "load_assignment", Config.of("cluster_name", name, "endpoints", endpoints));
    }

    private static Map<String, Object> local(String host, FallbackPlan plan) {
        int cap = plan.localInFlightPerPod();
        return Config.of("name", LOCAL, "type", "STRICT_DNS", "dns_lookup_family", "V4_PREFERRED",
                "connect_timeout", "2s", "common_lb_config", noPanic(), "circuit_breakers", limits(cap),
                // Ray's proxy closes connections after 5 s of silence: a request on one of them would go outside.
                "typed_extension_protocol_options", keptOpen("4s"),
                "health_checks", List.of(Config.of("timeout", "2s", "interval", "5s", "no_traffic_interval", "5s",
                        "unhealthy_interval", "2s", "unhealthy_threshold", 2, "healthy_threshold", 1,
                        "http_health_check", Config.of("path", "/-/healthz"))),
                "outlier_detection", hanging(), "load_assignment", assignment(LOCAL, host, Names.SERVE_PORT));
    }

    /**
     * Passes a model by for half a minute after three time-outs, or answers of 502 to 504, with no other answer between.
     * The cap counts for nothing here: it refuses before a host is chosen. Time-outs are not counted as "local origin":
     * every new connection would set that count back to zero.
     */
    private static Map<String, Object> hanging() {
        return Config.of("consecutive_gateway_failure", 3, "enforcing_consecutive_gateway_failure", 100,
                "enforcing_consecutive_5xx", 0, "enforcing_success_rate", 0, "base_ejection_time", "30s",
                "max_ejection_time", "120s", "max_ejection_percent", 100,
                // Ray's proxy calls itself healthy while no engine answers.
                "successful_active_health_check_uneject_host", false);
    }

    /** One request at a time is enough to be woken by. */
    private static Map<String, Object> wake(String host) {
        return Config.of("name", LOCAL_WAKE, "type", "STRICT_DNS", "dns_lookup_family", "V4_PREFERRED",
                "connect_timeout", "2s", "common_lb_config", noPanic(), "circuit_breakers", limits(1),
                "load_assignment", assignment(LOCAL_WAKE, host, Names.SERVE_PORT));
    }

    /** No health check: it would cost money. */
    private static Map<String, Object> external(Provider provider) {
        return Config.of("name", EXTERNAL, "type", provider.ip() ? "STATIC" : "LOGICAL_DNS",
                "dns_lookup_family", provider.ip() ? null : "V4_PREFERRED", "connect_timeout", "5s",
                "common_lb_config", noPanic(), "circuit_breakers", limits(UNLIMITED),
                // Below the minute after which balancers tend to drop silent connections.
                "typed_extension_protocol_options", keptOpen("50s"),
                "transport_socket", provider.tls() ? tls(provider) : null,
                "load_assignment", assignment(EXTERNAL, provider.host(), provider.port()));
    }

    private static Map<String, Object> tls(Provider provider) {
        return extension("envoy.transport_sockets.tls", typed(
                "envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext",
                "sni", provider.ip() ? null : provider.host(),
                "common_tls_context", Config.of("tls_params", Config.of(
                        "tls_minimum_protocol_version", "TLSv1_2",
                        // Envoy itself stops at 1.2 as a client.
                        "tls_maximum_protocol_version", "TLSv1_3"),
                        "validation_context", Config.of("trusted_ca", Config.of("filename", Files.AUTHORITIES),
                                "match_typed_subject_alt_names", List.of(Config.of(
                                        "san_type", provider.ip() ? "IP_ADDRESS" : "DNS",
                                        "matcher", Config.of("exact", provider.host())))))));
    }

    private static Map<String, Object> limits(int requests) {
        return Config.of("thresholds", List.of(Config.of("max_connections", UNLIMITED, "max_pending_requests", requests,
                "max_requests", requests, "max_retries", UNLIMITED)));
    }

    /** How long an idle connection is used again: less than the other side keeps it. */
    private static Map<String, Object> keptOpen(String idle) {
        return Config.of("envoy.extensions.upstreams.http.v3.HttpProtocolOptions",
                typed("envoy.extensions.upstreams.http.v3.HttpProtocolOptions",
                        "common_http_protocol_options", Config.of("idle_timeout", idle),
                        "explicit_http_config", Config.of("http_protocol_options", Config.of())));
    }

    private static Map<String, Object> noPanic() {
        return Config.of("healthy_panic_threshold", Config.of("value", 0));
    }

    private static Map<String, Object> assignment(String cluster, String host, int port) {
        return Config.of("cluster_name", cluster, "endpoints", List.of(Config.of("lb_endpoints",
                List.of(endpoint(Config.address(host, port))))));
    }

    private static Map<String, Object> endpoint(Map<String, Object> address) {
        return Config.of("endpoint", Config.of("address", address));
    }
}
