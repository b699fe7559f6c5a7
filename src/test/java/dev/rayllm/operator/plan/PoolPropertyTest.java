package dev.rayllm.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.RejectedOption;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.InstanceType;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.plan.sizing.EngineShape;
import dev.rayllm.operator.plan.sizing.MemoryEstimate;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Whatever types a user lists: each one that the pool may hold can run the plan, and the weakest card binds. */
class PoolPropertyTest {

    private static final int CASES = 1500;

    private final Catalog catalog = Catalog.builtIn();
    private final MemoryModel memory = MemoryModel.standard();

    @Test
    void everyTypeOfThePoolRunsThePlan() {
        int mixed = 0;
        for (long seed = 0; seed < CASES; seed++) {
            Plan plan = plan(seed);
            if (plan == null) {
                continue;
            }
            List<InstanceType> types = types(plan);
            mixed += types.stream().map(InstanceType::gpu).distinct().count() > 1 ? 1 : 0;
            ModelRow row = catalog.models().find(plan.profile()).orElseThrow();
            for (InstanceType type : types) {
                checkEngine(plan, row, catalog.gpu(type), seed);
                checkWorker(plan, type, seed);
            }
            double least = types.stream().mapToDouble(t -> catalog.gpu(t).memoryGib()).min().orElseThrow();
            assertThat(plan.memory().usable()).as("seed %d", seed).isEqualTo(least);
            assertThat(types.getFirst().gpu()).as("seed %d", seed).isEqualTo(plan.placement().gpu());
        }
        assertThat(mixed).as("pools of several cards").isGreaterThan(50);
    }

    @Test
    void optionsAreEitherInThePoolOrLeftWithOneReason() {
        for (long seed = 0; seed < CASES; seed++) {
            Plan plan = plan(seed);
            if (plan == null) {
                continue;
            }
            Set<String> texts = plan.rejected().stream().map(RejectedOption::option).collect(Collectors.toSet());
            assertThat(texts).as("seed %d: each once", seed).hasSize(plan.rejected().size());
            var p = plan.placement();
            String own = (p.pipelineParallelSize() > 1 ? p.pipelineParallelSize() + "×" : "") + p.tensorParallelSize() + "×";
            for (InstanceType type : types(plan)) {
                assertThat(texts).as("seed %d", seed).doesNotContain(own + type.gpu() + " on " + type.name());
            }
        }
    }

    private void checkEngine(Plan plan, ModelRow row, Gpu gpu, long seed) {
        var e = plan.engine();
        Architecture model = row.spec().architecture();
        EngineShape shape = new EngineShape(plan.placement().tensorParallelSize(), plan.placement().pipelineParallelSize(),
                false, e.contextLength(), Double.parseDouble(e.gpuMemoryUtilization()), e.maxNumSeqs(),
                e.maxNumBatchedTokens(), e.dtype(), e.quantization(), e.kvCacheDtype(), false, plan.runtime().vllmVersion());
        MemoryEstimate estimate = memory.estimate(model, row.spec().weights(), shape, gpu);
        assertThat(estimate.refusal()).as("seed %d: %s", seed, gpu.name()).isNull();
        assertThat(memory.requestGib(model, shape, e.averageTokens()) * e.concurrency()).as("seed %d: %s", seed, gpu.name())
                .isLessThanOrEqualTo(estimate.kvCache());
    }

    private static void checkWorker(Plan plan, InstanceType type, long seed) {
        int workers = type.gpuCount() / plan.placement().tensorParallelSize();
        assertThat(workers).as("seed %d: %s", seed, type.name()).isPositive();
        assertThat(plan.worker().cpu() * workers).as("seed %d: %s", seed, type.name()).isLessThan((int) Math.ceil(type.cpuCores()));
        assertThat(plan.worker().memoryGib() * workers).as("seed %d: %s", seed, type.name()).isLessThan((int) Math.ceil(type.memoryGib()));
        int pods = plan.scaling().maxReplicas() * plan.placement().pipelineParallelSize();
        int surge = Math.max(1, plan.scaling().minReplicas()) * plan.placement().pipelineParallelSize();
        int nodes = Math.ceilDiv(pods, workers) + Math.ceilDiv(surge, workers);
        assertThat(plan.pool().maxGpus()).as("seed %d: %s", seed, type.name()).isGreaterThanOrEqualTo(nodes * type.gpuCount());
    }

    private List<InstanceType> types(Plan plan) {
        return plan.placement().instanceTypes().stream().map(name -> catalog.instances().find(name).orElseThrow()).toList();
    }

    /** The plan of a random model on random types, or null when they do not carry it. */
    private Plan plan(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> models = catalog.models().list().stream().map(ModelRow::name).toList();
        List<InstanceType> all = catalog.instances().list();
        Set<String> names = new LinkedHashSet<>();
        for (int i = random.nextInt(2, 9); i > 0; i--) {
            names.add(all.get(random.nextInt(all.size())).name());
        }
        int max = random.nextInt(1, 6);
        List<String> spec = new ArrayList<>(List.of("model: {profile: " + models.get(random.nextInt(models.size())) + "}",
                "hardware: {instanceTypes: [" + String.join(", ", names) + "]}",
                "scaling: {minReplicas: " + random.nextInt(0, max + 1) + ", maxReplicas: " + max + "}"));
        if (random.nextInt(3) == 0) {
            spec.add("engine: {tensorParallelSize: 1}");
        }
        return Deployments.outcome(String.join("\n", spec)) instanceof Outcome.Planned planned ? planned.plan() : null;
    }
}
