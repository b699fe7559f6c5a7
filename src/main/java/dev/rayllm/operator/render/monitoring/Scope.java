package dev.rayllm.operator.render.monitoring;

/**
 * The series of some deployments in PromQL. Deployments are told apart by namespace and name, never by the model's
 * name: two deployments may serve one model, and a model's name may hold what PromQL or Go templates would read.
 *
 * @param matchers label matchers, without braces
 */
record Scope(String matchers) {

    /** Label of our scrape configurations that holds a deployment's name. */
    static final String DEPLOYMENT = "llm_deployment";
    /** Label of our scrape configurations that holds {@code head} or {@code worker}. */
    static final String ROLE = "ray_role";
    /** Label of our scrape configurations that holds the Ray cluster: two of them run during a rollout. */
    static final String CLUSTER = "ray_cluster";
    /** Serve deployments that hold a model, not the ingress. */
    static final String MODEL = "deployment=~\"LLMServer:.+\"";

    private static final String BY = "by (namespace, " + DEPLOYMENT + ")";

    /** One deployment. */
    static Scope of(String namespace, String name) {
        return new Scope("namespace=\"" + namespace + "\"," + DEPLOYMENT + "=\"" + name + "\"");
    }

    /** A metric's series. */
    String series(String metric) {
        return metric + "{" + matchers + "}";
    }

    /** A metric's series that also match more. */
    String series(String metric, String more) {
        return metric + "{" + matchers + "," + more + "}";
    }

    /** Aggregates to one series for each deployment. */
    static String sum(String expr) {
        return "sum " + BY + " (" + expr + ")";
    }

    /** Aggregates to the largest value for each deployment. */
    static String max(String expr) {
        return "max " + BY + " (" + expr + ")";
    }

    /** Aggregates to the number of series for each deployment. */
    static String count(String expr) {
        return "count " + BY + " (" + expr + ")";
    }

    /** Rate per second over five minutes: it sees through the counter resets of restarts. */
    static String rate(String series) {
        return "rate(" + series + "[5m])";
    }

    /**
     * Ray does not export a counter before its first increment, and a deployment at rest has no ratio: then it is zero,
     * but only while something of the deployment is scraped. What is not scraped must not look fine.
     */
    String orZero(String expr) {
        return "(" + expr + ") or 0 * " + max(series("up") + " == 1");
    }
}
