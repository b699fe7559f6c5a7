package dev.rayllm.operator.render.monitoring;

import dev.rayllm.operator.api.v1alpha1.MonitoringSpec;
import dev.rayllm.operator.api.v1alpha1.MonitoringThresholds;
import dev.rayllm.operator.plan.Plan;
import java.time.Duration;

/**
 * Values from which alerts are raised, with the defaults in place of what the spec leaves out.
 *
 * @param firstTokenMilliseconds 95th percentile of the time to the first token
 * @param errorPercent           share of HTTP requests with a 5xx code
 * @param kvCachePercent         use of the fullest KV cache
 * @param waitingRequests        requests that wait
 * @param replicaStartsPerHour   starts beyond the replicas wanted at once
 * @param capacity               how long nodes may take to come
 * @param paidNotServing         how long workers may run with no ready replica
 * @param start                  budget of a start
 */
record Thresholds(int firstTokenMilliseconds, int errorPercent, int kvCachePercent, int waitingRequests,
        int replicaStartsPerHour, Duration capacity, Duration paidNotServing, Duration start) {

    private static final MonitoringThresholds NONE = new MonitoringThresholds(null, null, null, null, null, null, null);
    private static final Duration BEYOND_START = Duration.ofMinutes(15);

    static Thresholds of(MonitoringSpec spec, Plan plan) {
        MonitoringThresholds t = spec == null || spec.thresholds() == null ? NONE : spec.thresholds();
        return new Thresholds(or(t.firstTokenMilliseconds(), 5000), or(t.errorPercent(), 5), or(t.kvCachePercent(), 95),
                or(t.waitingRequests(), 10), or(t.replicaStartsPerHour(), 5), minutes(t.capacityMinutes(), Duration.ofMinutes(20)),
                minutes(t.paidNotServingMinutes(), plan.startBudget().plus(BEYOND_START)), plan.startBudget());
    }

    private static int or(Integer value, int whenAbsent) {
        return value == null ? whenAbsent : value;
    }

    private static Duration minutes(Integer value, Duration whenAbsent) {
        return value == null ? whenAbsent : Duration.ofMinutes(value);
    }
}
