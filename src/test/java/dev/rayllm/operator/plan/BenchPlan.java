package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.HardwareSpec;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.api.v1alpha1.ModelSpec;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.InstanceType;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Measures planning: plans per second over all profiles and the whole catalogue, the slowest profiles, and how the time
 * grows with the rows of the instance table. `make bench-plan` runs it.
 */
public final class BenchPlan {

    private static final int ROUNDS = 10;
    private static final int WARM_UP = 5;
    private static final int[] INSTANCE_ROWS = {60, 600, 6000};

    private BenchPlan() {
    }

    /** A profile and the time of one plan, microseconds. */
    private record Timing(String profile, double micros) {
    }

    public static void main(String[] arguments) {
        Catalog builtIn = Catalog.builtIn();
        List<LlmDeployment> deployments = builtIn.models().list().stream().map(row -> deployment(row.name(), List.of())).toList();
        for (int i = 0; i < WARM_UP; i++) {
            measure(builtIn, deployments);
        }
        List<Timing> timings = measure(builtIn, deployments);
        double mean = timings.stream().mapToDouble(Timing::micros).average().orElse(0);
        System.out.printf(Locale.ROOT, "%d profiles × %d instance types: %.0f plans/s, %.0f µs a plan on average%n",
                deployments.size(), builtIn.instances().list().size(), 1e6 / mean, mean);
        timings.stream().sorted(Comparator.comparingDouble(Timing::micros).reversed()).limit(5)
                .forEach(t -> System.out.printf(Locale.ROOT, "  %-40s %6.0f µs%n", t.profile(), t.micros()));
        hard(builtIn);
        System.out.println("growth with the rows of the instance table:");
        double first = 0;
        for (int rows : INSTANCE_ROWS) {
            Catalog catalog = withRows(builtIn, rows);
            measure(catalog, deployments);
            double micros = measure(catalog, deployments).stream().mapToDouble(Timing::micros).average().orElse(0);
            first = first == 0 ? micros / rows : first;
            System.out.printf(Locale.ROOT, "  %5d rows: %7.0f µs a plan, %.2f µs a row (%.2f of the first)%n", rows, micros,
                    micros / rows, micros / rows / first);
        }
    }

    /** What takes several searches: an assumption that gives way, and a refusal with its ways out. */
    private static void hard(Catalog catalog) {
        Planner planner = new Planner(catalog, PlannerSettings.standard());
        for (String model : List.of("deepseek-r1-distill-llama-8b", "llama-3.1-70b-instruct")) {
            LlmDeployment deployment = deployment(model, List.of("g5.xlarge"));
            double micros = micros(planner, deployment);
            String came = planner.plan(deployment) instanceof Outcome.Planned ? "planned with fewer requests" : "refused";
            System.out.printf(Locale.ROOT, "  %-40s %6.0f µs (%s)%n", model + " on g5.xlarge", micros, came);
        }
    }

    private static List<Timing> measure(Catalog catalog, List<LlmDeployment> deployments) {
        Planner planner = new Planner(catalog, PlannerSettings.standard());
        return deployments.stream().map(d -> new Timing(d.getSpec().model().profile(), micros(planner, d))).toList();
    }

    /** The fastest of some rounds: the rest is the machine's. */
    private static double micros(Planner planner, LlmDeployment deployment) {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            planner.plan(deployment);
            best = Math.min(best, System.nanoTime() - start);
        }
        return best / 1e3;
    }

    /** The built-in machines over and over, as other clouds or sites would offer them, up to so many rows. */
    private static Catalog withRows(Catalog builtIn, int rows) {
        List<InstanceType> own = builtIn.instances().list();
        List<InstanceType> more = new ArrayList<>();
        for (int i = 0; own.size() + more.size() < rows; i++) {
            InstanceType t = own.get(i % own.size());
            more.add(new InstanceType("site" + i + "." + t.name(), t.gpu(), t.gpuCount(), t.cpuCores(), t.memoryGib(),
                    t.localDiskGb(), t.efaCount(), t.networkMbps(), t.onDemandUsdPerHour() * (1 + i * 1e-5),
                    t.spotUsdPerHour()));
        }
        return builtIn.withInstances(more);
    }

    private static LlmDeployment deployment(String profile, List<String> instanceTypes) {
        LlmDeployment deployment = new LlmDeployment();
        deployment.setMetadata(new ObjectMetaBuilder().withName("model").withNamespace("default").build());
        ModelSpec model = new ModelSpec(profile, null, null, null, null, null, null, null);
        deployment.setSpec(new LlmDeploymentSpec(model, null, null,
                new HardwareSpec(List.of(), instanceTypes, List.of(), List.of(), null), null, null, null, null, null, null));
        return deployment;
    }
}
