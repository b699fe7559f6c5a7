package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Durations;
import dev.rayllm.operator.api.v1alpha1.FallbackSpec;
import dev.rayllm.operator.api.v1alpha1.GatewayResources;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.api.v1alpha1.WhenScaledToZero;
import dev.rayllm.operator.plan.Plan.EnginePlan;
import dev.rayllm.operator.plan.Plan.ScalingPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The fallback block with its defaults, and what deserves a second look in it. */
record FallbackChoice(FallbackSpec spec, ScalingPlan scaling, Duration startBudget) {

    /** The release that the gateway's configuration is tested with. */
    static final String IMAGE = "docker.io/envoyproxy/envoy:v1.40.0";

    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration FIRST_TOKEN = Duration.ofSeconds(30);
    /** Ray's ingress gives a waiting request up after 600 s. */
    private static final Duration INGRESS_LIMIT = Duration.ofMinutes(10);
    private static final Duration ANSWER = Duration.ofMinutes(10);
    /** Below this a prefill of some thousand tokens on a busy replica is cut off as a rule. */
    private static final Duration SHORT = Duration.ofSeconds(10);
    private static final int MIB_PER_GIB = 1024;
    private static final int LEAST_MEMORY_MIB = 128;

    /** The plan of the gateway; null without the block. */
    static FallbackPlan of(LlmDeployment deployment, ScalingPlan scaling, EnginePlan engine, Duration startBudget) {
        FallbackSpec spec = deployment.getSpec().fallback();
        return spec == null ? null : new FallbackChoice(spec, scaling, startBudget).plan(deployment, engine);
    }

    private FallbackPlan plan(LlmDeployment deployment, EnginePlan engine) {
        int cap = spec.maxLocalInFlight() != null ? spec.maxLocalInFlight()
                : scaling.maxReplicas() * Math.max(engine.concurrency(), scaling.targetOngoingRequests());
        GatewayResources resources = spec.resources();
        return new FallbackPlan(ProviderChoice.of(deployment, spec), spec.model(), spec.apiKeySecretRef(),
                limit("firstTokenTimeout", spec.firstTokenTimeout(), hold() ? INGRESS_LIMIT : FIRST_TOKEN),
                limit("answerTimeout", spec.answerTimeout(), ANSWER), cap,
                spec.trafficPercent() != null ? spec.trafficPercent() : 0, scaling.minReplicas() == 0,
                scaling.minReplicas() == 0 && !hold(),
                spec.maxExternalRequestsPerSecond() != null ? spec.maxExternalRequestsPerSecond() : 0,
                spec.replicas() != null ? spec.replicas() : 2,
                resources != null && resources.cpu() != null ? resources.cpu() : "200m", memoryMib(resources),
                spec.image() != null ? spec.image() : IMAGE);
    }

    private boolean hold() {
        return scaling.minReplicas() == 0 && spec.whenScaledToZero() == WhenScaledToZero.HOLD;
    }

    private static Duration limit(String field, String text, Duration whenAbsent) {
        Duration limit = Durations.parse(text, whenAbsent);
        if (limit.isZero() || limit.compareTo(LONGEST) > 0) {
            throw new Refusal(Reason.FALLBACK_INVALID, "spec.fallback." + field, text + " is not a usable limit",
                    "Write a time above zero and up to 1h");
        }
        return limit;
    }

    private static int memoryMib(GatewayResources resources) {
        if (resources == null || resources.memory() == null) {
            return MIB_PER_GIB / 2;
        }
        int mib = (int) Math.round(Sizes.gib(resources.memory()) * MIB_PER_GIB);
        if (mib < LEAST_MEMORY_MIB) {
            throw new Refusal(Reason.FALLBACK_INVALID, "spec.fallback.resources.memory", resources.memory()
                    + " is too little: the gateway alone takes about 70Mi", "Use at least " + LEAST_MEMORY_MIB + "Mi");
        }
        return mib;
    }

    /** What works but deserves a second look. */
    static List<String> warnings(LlmDeployment deployment, ScalingPlan scaling, Duration startBudget, FallbackPlan plan) {
        return plan == null ? List.of()
                : new FallbackChoice(deployment.getSpec().fallback(), scaling, startBudget).warnings(plan);
    }

    private List<String> warnings(FallbackPlan plan) {
        List<String> warnings = new ArrayList<>();
        if (plan.firstToken().compareTo(SHORT) < 0) {
            warnings.add("fallback.firstTokenTimeout " + Durations.text(plan.firstToken()) + " throws away the prefill of"
                    + " each request that is given up, and pays the provider as well; 30s or more is usual");
        }
        int needed = scaling.targetOngoingRequests() * (scaling.maxReplicas() - 1) + 1;
        if (scaling.maxReplicas() > scaling.minReplicas() && plan.maxLocalInFlight() < needed) {
            warnings.add("fallback.maxLocalInFlight " + plan.maxLocalInFlight() + " keeps the load too low for all "
                    + scaling.maxReplicas() + " replicas to be started: that takes " + needed + " requests under way");
        }
        if (spec.whenScaledToZero() != null && scaling.minReplicas() > 0) {
            warnings.add("fallback.whenScaledToZero has no effect: scaling.minReplicas is " + scaling.minReplicas());
        }
        if (hold() && plan.firstToken().compareTo(startBudget) < 0) {
            warnings.add("a start may take " + Durations.text(startBudget) + ", but callers are held for "
                    + Durations.text(plan.firstToken()) + " only and get the provider's answer then"
                    + " (fallback.firstTokenTimeout; Ray's ingress itself gives up after 10m)");
        }
        if (!plan.provider().tls()) {
            warnings.add("fallback.baseUrl is plain http: prompts" + (plan.key() == null ? "" : " and the key")
                    + " cross the network unencrypted");
        }
        return warnings;
    }
}
