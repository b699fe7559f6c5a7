package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.cluster.ForeignCrds;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import dev.rayllm.operator.controller.RunningOperator;
import dev.rayllm.operator.render.Labels;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** `rayllm history` and `rayllm rollback` on a real API server, over revisions that the running operator has written. */
@Tag("apiserver")
@WithApiServer(crds = {ForeignCrds.KUBERAY, ForeignCrds.KARPENTER})
class RollbackCommandTest {

    @Test
    void bringsAnEarlierSpecBack(KubernetesClient client, ApiServer server) {
        OwnCrds.install(client);
        try (RunningOperator ignored = RunningOperator.in(client.getNamespace())) {
            apply(client, "back", "scaling: {minReplicas: 1, maxReplicas: 2}");
            revisions(client, "back", 1);
            mark(client, "back", 1, "Served", "");
            apply(client, "back", "scaling: {minReplicas: 1, maxReplicas: 4}");
            revisions(client, "back", 2);
            mark(client, "back", 2, "Failed", "CUDA out of memory");

            String history = run(client, server, "history", "back").done().out();
            assertThat(history.lines().toList()).hasSize(3);
            assertThat(history).containsPattern("(?m)^2 +2 +\\S+Z +Failed +scaling.maxReplicas 2 → 4 +CUDA out of memory$")
                    .containsPattern("(?m)^1 +1 +\\S+Z +Served +- +-$");

            assertThat(run(client, server, "rollback", "back", "--dry-run").done().out())
                    .contains("would go back to the spec of revision 1", "scaling.maxReplicas 4 → 2");
            assertThat(spec(client, "back").scaling().maxReplicas()).isEqualTo(4);

            assertThat(run(client, server, "rollback", "back").done().out())
                    .contains("back goes back to the spec of revision 1", "scaling.maxReplicas 4 → 2", "rayllm status back");
            assertThat(spec(client, "back").scaling().maxReplicas()).isEqualTo(2);

            Cli forward = run(client, server, "rollback", "back", "--to", "2").done();
            assertThat(forward.err()).contains("revision 2 has not served: CUDA out of memory");
            assertThat(spec(client, "back").scaling().maxReplicas()).isEqualTo(4);
            assertThat(run(client, server, "rollback", "back", "--to", "2").done().out()).contains("nothing to do");
        }
    }

    /** Somebody who keeps the object in Git must hear that an edit of the cluster will not last; who suspended, that it stays so. */
    @Test
    void leavesSuspensionAndTellsOfGit(KubernetesClient client, ApiServer server) {
        OwnCrds.install(client);
        try (RunningOperator ignored = RunningOperator.in(client.getNamespace())) {
            apply(client, "kept", "scaling: {minReplicas: 1, maxReplicas: 2}");
            revisions(client, "kept", 1);
            mark(client, "kept", 1, "Served", "");
            apply(client, "kept", "suspend: true, scaling: {minReplicas: 1, maxReplicas: 3}");
            client.resources(LlmDeployment.class).withName("kept").patch(PatchContext.of(PatchType.JSON_MERGE),
                    "{\"metadata\": {\"annotations\": {\"argocd.argoproj.io/tracking-id\": \"models:x\"}}}");
            assertThat(run(client, server, "rollback", "kept").done().err()).contains("Argo CD", "revert it there too");
            assertThat(spec(client, "kept").scaling().maxReplicas()).isEqualTo(2);
            assertThat(spec(client, "kept").suspend()).isTrue();
        }
    }

    @Test
    void saysWhatThereIsToChooseFrom(KubernetesClient client, ApiServer server) {
        OwnCrds.install(client);
        apply(client, "young", "scaling: {minReplicas: 1, maxReplicas: 2}");
        assertThat(run(client, server, "history", "young").done().out()).contains("No revision yet");
        assertThat(run(client, server, "rollback", "young").refused().err()).contains("young has no revisions yet");
        assertThat(run(client, server, "rollback", "young", "--to", "7").refused().err()).contains("there is no revision 7");
        assertThat(run(client, server, "rollback", "nobody").refused().err()).contains("there is no LlmDeployment nobody");
    }

    private static dev.rayllm.operator.api.v1alpha1.LlmDeploymentSpec spec(KubernetesClient client, String name) {
        return client.resources(LlmDeployment.class).withName(name).get().getSpec();
    }

    private static void apply(KubernetesClient client, String name, String more) {
        OwnCrds.install(client);
        client.resource("---\n{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment, metadata: {name: " + name + ", namespace: "
                + client.getNamespace() + "}, spec: {model: {profile: mistral-7b-instruct}, " + more + "}}").serverSideApply();
    }

    private static void revisions(KubernetesClient client, String name, int count) {
        await().until(() -> of(client, name).size() == count);
    }

    private static List<ControllerRevision> of(KubernetesClient client, String name) {
        return client.resources(ControllerRevision.class).withLabel(Labels.DEPLOYMENT, name).list().getItems();
    }

    /** What the operator notes when engines have served or failed; there are none here. */
    private static void mark(KubernetesClient client, String name, long number, String outcome, String reason) {
        ControllerRevision revision = of(client, name).stream().filter(r -> r.getRevision() == number).findFirst().orElseThrow();
        client.resource(revision).edit(r -> {
            r.getMetadata().getAnnotations().put(Labels.OUTCOME, outcome);
            r.getMetadata().getAnnotations().put(Labels.OUTCOME_REASON, reason);
            return r;
        });
    }

    private static Cli run(KubernetesClient client, ApiServer server, String command, String... more) {
        return Cli.run(Stream.concat(Stream.of(command, "-n", client.getNamespace(), "--kubeconfig",
                server.kubeconfig().toString()), Arrays.stream(more)).toArray(String[]::new));
    }
}
