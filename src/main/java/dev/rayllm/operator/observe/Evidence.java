package dev.rayllm.operator.observe;

import java.util.List;

/**
 * What engine, Ray and Kubernetes have to say of a deployment in which something is wrong.
 *
 * @param statements texts, each with where it was found
 */
public record Evidence(List<Statement> statements) {

    public Evidence {
        statements = List.copyOf(statements);
    }

    /** Nothing is known to be wrong. */
    public static Evidence nothing() {
        return new Evidence(List.of());
    }

    /** Where a text was found. */
    public enum Source {
        /** Messages of the Serve application and its deployments. */
        SERVE,
        /** States of pods and containers, and what KubeRay tells of pods that it deleted. */
        CONTAINER,
        /** The end of a container's log. */
        LOG
    }

    /**
     * One text.
     *
     * @param source where it was found
     * @param pod    the pod that it is about, or null
     * @param text   as it was found, of one line or many; secrets are still in it
     */
    public record Statement(Source source, String pod, String text) {
    }
}
