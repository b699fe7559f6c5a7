package dev.rayllm.operator.render.gateway;

/** Where files and ports of a gateway pod are. */
public final class Files {

    /** Folder of the configuration: a whole ConfigMap, as a single file of one is never replaced by the kubelet. */
    public static final String CONFIG_FOLDER = "/etc/gateway/config";
    /** Folder of the provider's key: a whole Secret volume, for the same reason. */
    public static final String KEY_FOLDER = "/etc/gateway/key";
    /** Name of the provider's key in its volume. */
    static final String KEY_NAME = "api-key";
    /** File of the provider's key. Envoy watches the folder that it names, so it must be that of the swap. */
    public static final String KEY = KEY_FOLDER + "/" + KEY_NAME;
    /** Certificate authorities of the image. */
    public static final String AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";
    public static final String BOOTSTRAP = "bootstrap.yaml";
    public static final String LISTENERS = "lds.yaml";
    public static final String CLUSTERS = "cds.yaml";
    public static final String SECRETS = "sds.yaml";

    /** Port of callers. */
    public static final int FRONT_PORT = 8080;
    /** Port of readiness and metrics. */
    public static final int OPS_PORT = 9090;
    /** Port of Envoy's admin interface, on the loopback address only. */
    public static final int ADMIN_PORT = 9901;

    private Files() {
    }

    /** File with the routes of a listener: Envoy takes one set of routes a file. */
    static String routes(String listener) {
        return "rds-" + listener.replace('_', '-') + ".yaml";
    }
}
