package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.SecretKeyRef;
import java.time.Duration;

/**
 * Decisions about the gateway.
 *
 * @param provider           where requests go outside
 * @param model              model name there
 * @param key                Secret key with the provider's API key; null for none
 * @param firstToken         limit of the model's first token, streamed requests
 * @param answer             limit of the model's whole answer, other requests
 * @param maxLocalInFlight   requests under way at the model, over all gateway pods
 * @param trafficPercent     steady share outside
 * @param scalesToZero       whether there may be no replica
 * @param divert             whether callers are turned outside while there is none; they wait otherwise
 * @param externalPerSecond  requests a second outside, over all gateway pods; 0 for no limit
 * @param replicas           gateway pods
 * @param cpu                CPU request of a pod
 * @param memoryMib          memory of a pod, MiB
 * @param image              Envoy image
 */
public record FallbackPlan(Provider provider, String model, SecretKeyRef key, Duration firstToken, Duration answer,
        int maxLocalInFlight, int trafficPercent, boolean scalesToZero, boolean divert, int externalPerSecond,
        int replicas, String cpu, int memoryMib, String image) {

    /**
     * A provider's base URL in its parts.
     *
     * @param tls  whether the connection is encrypted and the certificate checked
     * @param host name or IP address, lower case, an IPv6 address without brackets
     * @param ip   whether the host is an IP address
     * @param port TCP port
     * @param path path without a slash at its end; empty for none
     */
    public record Provider(boolean tls, String host, boolean ip, int port, String path) {

        /** Host as it stands in a URL and in the Host header: with its port, unless that is the scheme's own. */
        public String authority() {
            String name = host.contains(":") ? "[" + host + "]" : host;
            return port == (tls ? 443 : 80) ? name : name + ":" + port;
        }

        /** The base URL. */
        public String url() {
            return (tls ? "https://" : "http://") + authority() + path;
        }
    }

    /** Requests under way at the model that one gateway pod lets through: caps are per pod. */
    public int localInFlightPerPod() {
        return Math.ceilDiv(maxLocalInFlight, replicas);
    }

    /** Requests a second outside that one gateway pod lets through; 0 for no limit. */
    public int externalPerSecondPerPod() {
        return Math.ceilDiv(externalPerSecond, replicas);
    }
}
