package dev.rayllm.operator.docs;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec;
import dev.rayllm.operator.api.v1alpha1.PlanStatus;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.plan.PlanSummary;
import dev.rayllm.operator.plan.Planner;
import dev.rayllm.operator.plan.PlannerSettings;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Writes docs/profile-table.md: settings that people bring along, what becomes of them, and what we choose unasked. */
final class ProfileTable {

    private static final Path INPUT = Path.of("docs/profile-table.yaml");

    private final Catalog catalog = Catalog.builtIn();
    private final Planner planner = new Planner(catalog, PlannerSettings.standard());
    private final StringBuilder rows = new StringBuilder();
    private final StringBuilder refused = new StringBuilder();
    private final StringBuilder chosen = new StringBuilder();

    String text() throws IOException {
        List<LlmDeployment> deployments = Arrays.stream(Files.readString(INPUT).split("(?m)^---$"))
                .map(d -> Serialization.unmarshal("---\n" + d, LlmDeployment.class)).toList();
        deployments.forEach(this::addRow);
        deployments.stream().map(d -> d.getSpec().model().profile()).distinct().forEach(this::addChosen);
        return """
                # Settings that people bring along

                Generated from `docs/profile-table.yaml` and the planner; a test fails when it is out of date. vLLM %s on Ray %s,
                on-demand list prices of %s, one replica. The same on the command line, with the memory behind each figure:

                ```sh
                bin/rayllm plan -f docs/profile-table.yaml
                ```

                ## As they are written

                *TP × PP* is GPUs that share each layer × nodes that share the layers. *Holds* is how many requests of full
                length the cache holds at once.

                | Name | Model that is meant | Machine | TP × PP | Utilisation | Context | Result |
                |---|---|---|---|---|---|---|
                %s
                ## What cannot work, and why

                %s
                ## With nothing but the model's name

                The cheapest hardware that carries the profile's default context and a usual load, of all priced types in the
                table with a GPU that the profile names, or any GPU if it names none. `hardware.gpus` and
                `hardware.instanceTypes` choose others.

                | Name | Repository that is served | Hardware | TP × PP | Utilisation | Context | Holds | USD/h |
                |---|---|---|---|---|---|---|---|
                %s""".formatted(catalog.runtimes().standard().vllmVersion(), catalog.runtimes().standard().rayVersion(),
                catalog.pricesOf(), rows, refused, chosen);
    }

    private void addRow(LlmDeployment deployment) {
        LlmDeploymentSpec spec = deployment.getSpec();
        int stages = spec.engine().pipelineParallelSize() == null ? 1 : spec.engine().pipelineParallelSize();
        rows.append("| %s | %s | %s | %d × %d | %s | %d | %s |%n".formatted(spec.model().profile(),
                catalog.models().find(spec.model().profile()).orElseThrow().name(),
                String.join(", ", spec.hardware().instanceTypes()), spec.engine().tensorParallelSize(), stages,
                spec.engine().gpuMemoryUtilization(), spec.workload().contextLength(), result(deployment)));
    }

    private String result(LlmDeployment deployment) {
        return switch (planner.plan(deployment)) {
            case Outcome.Planned planned -> "runs: " + planned.plan().placement().shape() + ", holds "
                    + held(planned) + ", " + PlanSummary.of(planned.plan()).cost().perReplicaHour() + " USD/h";
            case Outcome.Rejected rejected -> {
                refused.append("**%s, `%s`** (`%s`): %s. %s.%n%n".formatted(deployment.getSpec().model().profile(),
                        rejected.field(), rejected.reason().text(), rejected.message(), rejected.remedy()));
                yield "refused: " + rejected.reason().text();
            }
        };
    }

    private void addChosen(String name) {
        LlmDeployment deployment = Serialization.unmarshal("---\n{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment,"
                + " metadata: {name: model}, spec: {model: {profile: " + name + "}}}", LlmDeployment.class);
        Outcome.Planned planned = (Outcome.Planned) planner.plan(deployment);
        PlanStatus plan = PlanSummary.of(planned.plan());
        chosen.append("| %s | %s | %s on %s | %d × %d | %s | %d | %d | %s |%n".formatted(name, plan.repository(), plan.shape(),
                plan.instanceTypes().getFirst(), plan.tensorParallelSize(), plan.pipelineParallelSize(),
                plan.gpuMemoryUtilization(), plan.contextLength(), held(planned), plan.cost().perReplicaHour()));
    }

    private static long held(Outcome.Planned planned) {
        return (long) (planned.plan().memory().kvCache() / planned.plan().memory().requestGib());
    }
}
