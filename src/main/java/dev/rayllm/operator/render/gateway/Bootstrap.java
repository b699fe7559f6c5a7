package dev.rayllm.operator.render.gateway;

import static dev.rayllm.operator.render.gateway.Config.extension;
import static dev.rayllm.operator.render.gateway.Config.typed;

import dev.rayllm.operator.plan.FallbackPlan;
import java.util.List;
import java.util.Map;

/**
 * What Envoy reads once, at its start: where the rest is, the admin interface, the ops listener and the memory limit.
 * A change of it takes a restart, so nothing is in it that users edit often.
 */
final class Bootstrap {

    private static final String LOOPBACK = "127.0.0.1";
    private static final String ADMIN = "admin";
    private static final long BYTES_PER_MIB = 1L << 20;
    private static final int MOST_CONNECTIONS = 20_000;

    private Bootstrap() {
    }

    static String of(FallbackPlan plan) {
        return Config.text(Config.of(
                "node", Config.of("id", "gateway", "cluster", "rayllm"),
                "admin", Config.of("address", Config.address(LOOPBACK, Files.ADMIN_PORT)),
                "bootstrap_extensions", List.of(extension("envoy.bootstrap.internal_listener",
                        typed("envoy.extensions.bootstrap.internal_listener.v3.InternalListener"))),
                "dynamic_resources", Config.of("lds_config", Config.source(Files.LISTENERS),
                        "cds_config", Config.source(Files.CLUSTERS)),
                "overload_manager", overload(plan.memoryMib()),
                "static_resources", Config.of("listeners", List.of(ops()), "clusters", List.of(admin()))));
    }

    /** Refuses new requests near the memory limit: a killed pod would take all its streams with it. */
    private static Map<String, Object> overload(int memoryMib) {
        return Config.of("refresh_interval", "0.25s", "resource_monitors", List.of(
                extension("envoy.resource_monitors.fixed_heap", typed(
                        "envoy.extensions.resource_monitors.fixed_heap.v3.FixedHeapConfig",
                        "max_heap_size_bytes", memoryMib * BYTES_PER_MIB * 9 / 10)),
                extension("envoy.resource_monitors.global_downstream_max_connections", typed(
                        "envoy.extensions.resource_monitors.downstream_connections.v3.DownstreamConnectionsConfig",
                        "max_active_downstream_connections", MOST_CONNECTIONS))),
                "actions", List.of(action("envoy.overload_actions.shrink_heap", 0.85),
                        action("envoy.overload_actions.stop_accepting_requests", 0.95)));
    }

    private static Map<String, Object> action(String name, double share) {
        return Config.of("name", name, "triggers", List.of(Config.of("name", "envoy.resource_monitors.fixed_heap",
                "threshold", Config.of("value", share))));
    }

    /** Two paths of the admin interface and no more: the rest of it can end the process and show the configuration. */
    private static Map<String, Object> ops() {
        Map<String, Object> routes = Config.of("name", "ops", "virtual_hosts", List.of(Config.of("name", "ops", "domains",
                List.of("*"), "routes", List.of(toAdmin("/ready"), toAdmin("/stats/prometheus")))));
        return Config.of("name", "ops", "address", Config.address("0.0.0.0", Files.OPS_PORT),
                "ignore_global_conn_limit", true, "bypass_overload_manager", true,
                "filter_chains", List.of(Config.of("filters", List.of(extension(
                        "envoy.filters.network.http_connection_manager", typed(Listeners.CONNECTION_MANAGER,
                                "stat_prefix", "ops", "route_config", routes,
                                "http_filters", List.of(Listeners.router())))))));
    }

    private static Map<String, Object> toAdmin(String path) {
        return Config.of("match", Config.of("path", path), "route", Config.of("cluster", ADMIN));
    }

    private static Map<String, Object> admin() {
        return Config.of("name", ADMIN, "type", "STATIC", "connect_timeout", "1s",
                "load_assignment", Config.of("cluster_name", ADMIN, "endpoints", List.of(Config.of("lb_endpoints",
                        List.of(Config.of("endpoint", Config.of("address",
                                Config.address(LOOPBACK, Files.ADMIN_PORT))))))));
    }
}
