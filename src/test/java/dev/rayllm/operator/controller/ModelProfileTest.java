package dev.rayllm.operator.controller;

import static dev.rayllm.operator.controller.Fixtures.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.ModelProfile;
import dev.rayllm.operator.cluster.ApiServer;
import dev.rayllm.operator.cluster.ForeignCrds;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** ModelProfile objects take part like built-in rows; a broken one harms nobody else. */
@Tag("apiserver")
@WithApiServer(crds = {ForeignCrds.KUBERAY, ForeignCrds.KARPENTER})
class ModelProfileTest {

    private static final String ARCHITECTURE = "model_type: llama, hidden_size: 4096, num_hidden_layers: 32,"
            + " num_key_value_heads: 8, intermediate_size: 14336, vocab_size: 32768, max_position_embeddings: 32768";

    private Fixtures on;
    private RunningOperator operator;

    @BeforeEach
    void start(KubernetesClient client, ApiServer server) {
        OwnCrds.install(client);
        on = new Fixtures(client, server.namespace("profiles"));
        operator = RunningOperator.in(on.namespace());
    }

    @AfterEach
    void stop(KubernetesClient client) {
        on.deleteAll();
        client.resources(ModelProfile.class).delete();
        operator.close();
    }

    @Test
    void aProfileThatComesLaterIsUsed() {
        on.apply("bot", "model: {profile: acme-8b}");
        eventually(() -> assertThat(on.condition("bot", "Accepted")).isEqualTo("False/UnknownModel"));
        profile("acme-8b", 32);
        eventually(() -> assertThat(on.condition("bot", "Accepted")).isEqualTo("True/Planned"));
        assertThat(on.deployment("bot").getStatus().plan().repository()).isEqualTo("acme/acme-8b");
        assertThat(accepted("acme-8b")).isEqualTo("True/Planned");
    }

    @Test
    void aBrokenProfileIsRefusedAlone() {
        profile("broken-8b", 31);
        on.apply("user", "model: {profile: broken-8b}");
        on.apply("other", "model: {profile: mistral-7b-instruct}");
        eventually(() -> assertThat(on.condition("user", "Accepted")).isEqualTo("False/ProfileInvalid"));
        eventually(() -> assertThat(on.condition("other", "Accepted")).isEqualTo("True/Planned"));
        eventually(() -> assertThat(accepted("broken-8b")).isEqualTo("False/ProfileInvalid"));
    }

    @Test
    void aChangedProfileMovesNothingThatRuns() {
        profile("acme-8b", 32);
        on.apply("bot", "model: {profile: acme-8b}");
        eventually(() -> assertThat(on.service("bot")).isNotNull());
        String service = on.service("bot").getSpec().serveConfigV2();
        on.client().resource(profileObject("acme-8b", 32, "{contextLength: 4096}"))
                .forceConflicts().serverSideApply();
        eventually(() -> assertThat(on.condition("bot", "Progressing")).isEqualTo("False/RendererUpdateDeferred"));
        assertThat(on.service("bot").getSpec().serveConfigV2()).isEqualTo(service);
    }

    private void profile(String name, int heads) {
        on.client().resource(profileObject(name, heads, "{contextLength: 8192}")).forceConflicts().serverSideApply();
    }

    private static ModelProfile profileObject(String name, int heads, String defaults) {
        return Serialization.unmarshal("---\n{apiVersion: rayllm.dev/v1alpha1, kind: ModelProfile, metadata: {name: " + name
                + "}, spec: {id: acme/" + name + ", architecture: {" + ARCHITECTURE + ", num_attention_heads: " + heads
                + "}, defaults: " + defaults + "}}", ModelProfile.class);
    }

    private String accepted(String name) {
        var status = on.client().resources(ModelProfile.class).withName(name).get().getStatus();
        return status == null ? "no status"
                : status.conditions().get(0).status() + "/" + status.conditions().get(0).reason();
    }
}
