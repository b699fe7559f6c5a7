package dev.rayllm.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.InstanceType;
import dev.rayllm.operator.catalog.ModelRow;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What golden files cannot show: other settings, other tables, and what holds for every model. */
class PlannerTest {

    private static final String MISTRAL = "model: {profile: mistral-7b-instruct}\n";

    private static Outcome plan(Catalog catalog, PlannerSettings settings, String spec) {
        return new Planner(catalog, settings).plan(Deployments.of(spec));
    }

    private static Plan planned(Catalog catalog, String spec) {
        Outcome outcome = plan(catalog, PlannerSettings.standard(), spec);
        assertThat(outcome).as("%s", outcome).isInstanceOf(Outcome.Planned.class);
        return ((Outcome.Planned) outcome).plan();
    }

    private static Outcome.Rejected rejected(Catalog catalog, PlannerSettings settings, String spec) {
        Outcome outcome = plan(catalog, settings, spec);
        assertThat(outcome).as("%s", outcome).isInstanceOf(Outcome.Rejected.class);
        return (Outcome.Rejected) outcome;
    }

    private static InstanceType machine(String name, String gpu, int gpus, double price, double spot) {
        return new InstanceType(name, gpu, gpus, 16.0 * gpus, 60.0 * gpus, 0, 0, 0, price, spot);
    }

    @Test
    void aPlatformWithoutANodeClassAsksForOne() {
        PlannerSettings none = new PlannerSettings(null, null, null);
        Outcome.Rejected r = rejected(Catalog.builtIn(), none, MISTRAL);
        assertThat(r.reason()).isEqualTo(Reason.NODE_CLASS_REQUIRED);
        assertThat(r.field()).isEqualTo("spec.nodes.nodeClassRef");
        assertThat(plan(Catalog.builtIn(), none, MISTRAL + "nodes: {mode: Existing}")).isInstanceOf(Outcome.Planned.class);
    }

    @Test
    void aPlatformSetsTheRuntime() {
        PlannerSettings older = new PlannerSettings(PlannerSettings.standard().defaultNodeClass(), "2.57", null);
        assertThat(((Outcome.Planned) plan(Catalog.builtIn(), older, MISTRAL)).plan().runtime().rayVersion()).isEqualTo("2.57.0");
        assertThat(((Outcome.Planned) plan(Catalog.builtIn(), older, MISTRAL + "engine: {runtime: \"2.60\"}")).plan().runtime()
                .rayVersion()).isEqualTo("2.60.0");
    }

    @Test
    void noModelIsGivenAMachineWithoutAPriceUnasked() {
        for (ModelRow row : Catalog.builtIn().models().list()) {
            Plan plan = Deployments.planned("model: {profile: " + row.name() + "}");
            assertThat(plan.cost().perReplicaHour()).as(row.name()).isNotNaN();
            assertThat(plan.placement().instanceTypes()).as(row.name()).doesNotContain("p5e.48xlarge");
        }
    }

    @Test
    void machinesOfTheHouseNeedNoPrice() {
        Catalog own = Catalog.builtIn().withInstances(List.of(machine("rack-1", "H20", 8, Double.NaN, Double.NaN)));
        Plan named = planned(own, "model: {profile: qwen3-32b}\nhardware: {gpus: [H20]}\nnodes: {mode: Existing}");
        assertThat(named.placement().instanceTypes()).containsExactly("rack-1");
        Plan existing = planned(own, "model: {profile: qwen3-32b}\nhardware: {instanceTypes: [rack-1]}");
        assertThat(PlanSummary.of(existing).cost().perReplicaHour()).isEqualTo("unknown");
    }

    @Test
    void spotIsPaidAtItsPriceWhereThatIsKnown() {
        Catalog catalog = Catalog.builtIn().withInstances(List.of(machine("a", "L40S", 1, 2.0, 0.4), machine("b", "L40S", 1, 1.9, 0.9)));
        String types = MISTRAL + "hardware: {instanceTypes: [a, b], capacityTypes: [%s]}";
        assertThat(planned(catalog, types.formatted("on-demand")).placement().instanceTypes()).containsExactly("b", "a");
        assertThat(planned(catalog, types.formatted("spot, on-demand")).cost().perReplicaHour()).isEqualTo(1.9);
        Plan spot = planned(catalog, types.formatted("spot"));
        assertThat(spot.placement().instanceTypes()).containsExactly("a", "b");
        assertThat(spot.cost().perReplicaHour()).isEqualTo(0.4);
    }

    @Test
    void severalReplicasShareAMachineWhereThatIsCheaper() {
        Catalog catalog = Catalog.builtIn().withInstances(List.of(machine("one", "L40S", 1, 2.0, 0), machine("four", "L40S", 4, 6.0, 0)));
        String spec = MISTRAL + "hardware: {instanceTypes: [one, four]}\nscaling: {minReplicas: %d, maxReplicas: 4}";
        assertThat(planned(catalog, spec.formatted(1)).placement().instanceTypes().getFirst()).isEqualTo("one");
        Plan shared = planned(catalog, spec.formatted(4));
        assertThat(shared.placement().instanceTypes().getFirst()).isEqualTo("four");
        assertThat(shared.placement().tensorParallelSize()).isEqualTo(1);
        assertThat(shared.cost().minHour()).isEqualTo(6.0);
    }

    @Test
    void aBrokenProfileHarmsItsUsersOnly() {
        ModelProfileSpec sound = Catalog.builtIn().models().find("mistral-7b-instruct").orElseThrow().spec();
        ModelProfileSpec broken = new ModelProfileSpec("acme/broken", List.of(), null, null, null, List.of(), null);
        Catalog catalog = Catalog.builtIn().withModels(List.of(new ModelRow("broken", broken, false),
                new ModelRow("sound", sound, false)));
        assertThat(rejected(catalog, PlannerSettings.standard(), "model: {profile: broken}").reason()).isEqualTo(Reason.PROFILE_INVALID);
        assertThat(planned(catalog, "model: {profile: sound}").profile()).isEqualTo("sound");
    }

    @Test
    void aFineTuneKeepsTheShapeOfItsProfile() {
        Plan plan = Deployments.planned("model: {profile: llama-3.1-8b-instruct, id: acme/support}");
        assertThat(plan.repository()).isEqualTo("acme/support");
        assertThat(plan.warnings()).as("its own repository is not gated").noneMatch(w -> w.contains("gated"));
    }

    @Test
    void aGatedModelWithoutATokenIsWarnedAbout() {
        String spec = "model: {profile: llama-3.1-8b-instruct%s}";
        assertThat(Deployments.planned(spec.formatted("")).warnings()).anyMatch(w -> w.contains("gated"));
        assertThat(Deployments.planned(spec.formatted(", tokenSecretRef: {name: hub, key: token}")).warnings())
                .noneMatch(w -> w.contains("gated"));
        assertThat(Deployments.planned(spec.formatted(", source: \"s3://models/llama\"")).warnings())
                .noneMatch(w -> w.contains("gated"));
    }

    @Test
    void aNoteIsForThoseWhoCameByAnotherName() {
        assertThat(Deployments.planned("model: {profile: Qwen3-7B}").warnings()).anyMatch(w -> w.contains("There is no Qwen3-7B"));
        assertThat(Deployments.planned("model: {profile: qwen3-8b}").warnings()).isEmpty();
    }

    @Test
    void assumedRequestsGiveWayBeforeTheShareOfMemoryRises() {
        Plan plan = Deployments.planned("model: {profile: DeepSeek-R1-8B}\nhardware: {instanceTypes: [g5.xlarge]}");
        assertThat(plan.engine().gpuMemoryUtilization()).isEqualTo("0.92");
        assertThat(plan.engine().contextLength()).isEqualTo(32768);
        assertThat(plan.engine().concurrency()).isEqualTo(4);
        assertThat(plan.warnings()).anyMatch(w -> w.startsWith("the cache holds 4 requests of 8192 tokens at once, not the assumed 16"));
    }

    @Test
    void theAssumedLengthOfRequestsGivesWayBeforeTheContext() {
        Plan plan = Deployments.planned("""
                model: {profile: DeepSeek-R1-8B}
                hardware: {instanceTypes: [g5.xlarge]}
                workload: {concurrency: 16}""");
        assertThat(plan.engine().contextLength()).isEqualTo(32768);
        assertThat(plan.engine().concurrency()).isEqualTo(16);
        assertThat(plan.engine().averageTokens()).isEqualTo(2560);
        assertThat(plan.memory().kvCacheTokens()).isGreaterThanOrEqualTo(16 * 2560);
        assertThat(plan.warnings()).anyMatch(w -> w.contains("holds 16 requests of 2560 tokens at once, not the assumed 16 requests of 8192"));
    }

    @Test
    void whatIsAskedForIsNotReduced() {
        Outcome.Rejected r = Deployments.rejected("""
                model: {profile: DeepSeek-R1-8B}
                hardware: {instanceTypes: [g5.xlarge]}
                workload: {concurrency: 16, averageTokens: 8192, contextLength: 32768}""");
        assertThat(r.field()).isEqualTo("spec.workload.concurrency");
        assertThat(r.remedy()).startsWith("Here it fits with workload.concurrency 5");
    }

    @Test
    void aSmallMachineNamedByMistakeBecomesNoCluster() {
        assertThat(Deployments.rejected("model: {profile: Llama-3.1-70B}\nhardware: {instanceTypes: [g5.xlarge]}").text())
                .contains("weights of 131.45 GiB do not fit a GPU of 21.99 GiB")
                .contains("Over 8 nodes: engine.pipelineParallelSize 8");
    }
}
