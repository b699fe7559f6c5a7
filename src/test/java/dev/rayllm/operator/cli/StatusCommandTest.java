package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.cluster.ForeignCrds;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `rayllm status` on a real API server: what an on-call engineer sees, and what it says when it cannot see. */
@Tag("apiserver")
@WithApiServer(crds = ForeignCrds.KUBERAY)
class StatusCommandTest {

    @TempDir
    private Path folder;

    @Test
    void showsOneScreen(KubernetesClient client, ApiServer server) {
        deployment(client, "shown");
        client.resources(LlmDeployment.class).withName("shown").subresource("status").patch(
                PatchContext.of(PatchType.JSON_MERGE), """
                {"status": {"observedGeneration": 1, "phase": "Provisioning",
                   "endpoint": "http://shown-serve-svc.llm.svc:8000/v1",
                   "replicas": {"desired": 2, "ready": 1, "min": 1, "max": 4},
                   "plan": {"summary": "1 × L4 on g6.2xlarge", "cost": {"perReplicaHour": "0.98", "currency": "USD"}},
                   "conditions": [{"type": "Ready", "status": "False", "reason": "NodeProvisioning",
                     "message": "0 of 1 workers are ready", "lastTransitionTime": "2026-12-01T12:00:00Z"}]}}
                """);
        client.resource(new PodBuilder().withNewMetadata().withName("shown-head").addToLabels("rayllm.dev/deployment", "shown")
                .endMetadata().withNewSpec().addNewContainer().withName("c").withImage("i").endContainer().endSpec().build())
                .create();
        String screen = run(client, server, "shown").done().out();
        assertThat(screen).contains("shown (namespace " + client.getNamespace() + "): Provisioning, 1 of 2 replicas ready (1 to 4)",
                "http://shown-serve-svc.llm.svc:8000/v1", "1 × L4 on g6.2xlarge", "0.98 USD/h a replica",
                "0 of 1 workers are ready");
        assertThat(screen).containsPattern("Ready +False +NodeProvisioning").containsPattern("Pod +shown-head +Pending");
        assertThat(run(client, server, "shown", "-o", "json").done().out()).contains("\"observedGeneration\"", "shown-head");
    }

    @Test
    void saysThatNobodyHasLooked(KubernetesClient client, ApiServer server) {
        deployment(client, "new");
        assertThat(run(client, server, "new").done().out()).contains("no status yet", "is it running?");
    }

    @Test
    void saysWhatIsMissing(KubernetesClient client, ApiServer server) throws IOException {
        OwnCrds.install(client);
        assertThat(run(client, server, "gone").refused().err()).contains("there is no LlmDeployment gone in namespace "
                + client.getNamespace());
        assertThat(Cli.run("status", "x", "--kubeconfig", "no-such-file").wrongUsage().err()).contains("no-such-file");
        assertThat(Cli.run("status", "x", "--kubeconfig", server.kubeconfig().toString(), "--context", "other").wrongUsage().err())
                .contains("--context other");
        Path dead = Files.writeString(folder.resolve("dead"), Files.readString(server.kubeconfig())
                .replaceAll("https://127.0.0.1:\\d+", "https://127.0.0.1:1"));
        assertThat(Cli.run("status", "x", "--kubeconfig", dead.toString()).refused().err()).contains("cannot be asked");
    }

    private static void deployment(KubernetesClient client, String name) {
        OwnCrds.install(client);
        client.resource("---\n{apiVersion: rayllm.dev/v1alpha1, kind: LlmDeployment, metadata: {name: " + name + ", namespace: "
                + client.getNamespace() + "}, spec: {model: {profile: mistral-7b-instruct}}}").serverSideApply();
        assertThat(client.resources(LlmDeployment.class).withName(name).get()).isNotNull();
    }

    private static Cli run(KubernetesClient client, ApiServer server, String... more) {
        String[] args = new String[more.length + 5];
        args[0] = "status";
        args[1] = "-n";
        args[2] = client.getNamespace();
        args[3] = "--kubeconfig";
        args[4] = server.kubeconfig().toString();
        System.arraycopy(more, 0, args, 5, more.length);
        return Cli.run(args);
    }
}
