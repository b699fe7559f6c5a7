package dev.rayllm.operator.render;

import dev.rayllm.operator.plan.ServiceNames;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names of the objects that belong to a deployment. */
public final class Names {

    /** The Serve application: the key under which KubeRay reports it. */
    public static final String APPLICATION = "llm";
    /** Serve deployment of the ingress that {@code build_openai_app} makes. */
    public static final String INGRESS_DEPLOYMENT = "OpenAiIngress";
    /** The only worker group. */
    public static final String WORKER_GROUP = "gpu";
    /** Port of the OpenAI-compatible API. */
    public static final int SERVE_PORT = 8000;

    /** A pool's name becomes a label value, which holds 63 characters. */
    private static final int LABEL_VALUE_LIMIT = 63;
    private static final int HASH_LENGTH = 8;

    private Names() {
    }

    /** Name of the RayService: that of the deployment, at most 40 characters of KubeRay's 47. */
    public static String rayService(String deployment) {
        return deployment;
    }

    /** Serve deployment of a model, as {@code build_openai_app} names it in Ray 2.56 to 2.60. */
    public static String modelDeployment(String servedName) {
        return "LLMServer:" + servedName.replace("/", "--").replace(".", "_");
    }

    /** Name of PodMonitor and PrometheusRule. */
    public static String monitor(String deployment) {
        return deployment + "-llm";
    }

    /** Name of the ConfigMap with the dashboard. */
    public static String dashboard(String deployment) {
        return deployment + "-llm-dashboard";
    }

    /** Service that KubeRay points at the serving pods. */
    public static String serveService(String deployment) {
        return ServiceNames.serve(rayService(deployment));
    }

    /** Name of all objects of the gateway, its Service among them. */
    public static String gateway(String deployment) {
        return ServiceNames.gateway(deployment);
    }

    /** Base URL of the OpenAI-compatible API behind the gateway, inside the cluster. */
    public static String gatewayEndpoint(String namespace, String deployment) {
        return "http://" + gateway(deployment) + "." + namespace + ".svc:" + SERVE_PORT + "/v1";
    }

    /** Base URL of the OpenAI-compatible API inside the cluster. */
    public static String endpoint(String namespace, String deployment) {
        return "http://" + serveService(deployment) + "." + namespace + ".svc:" + SERVE_PORT + "/v1";
    }

    /**
     * Name of the cluster-scoped NodePool: {@code namespace-name-hash}, cut to 63 characters. The hash keeps
     * {@code a-b/c} and {@code a/b-c} apart.
     */
    public static String nodePool(String namespace, String deployment) {
        String hash = sha256(namespace + "/" + deployment).substring(0, HASH_LENGTH);
        String plain = namespace + "-" + deployment;
        int room = LABEL_VALUE_LIMIT - HASH_LENGTH - 1;
        String cut = plain.length() <= room ? plain : plain.substring(0, room);
        return cut.replaceAll("-+$", "") + "-" + hash;
    }

    /** SHA-256 of a text, in hexadecimal. */
    public static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
