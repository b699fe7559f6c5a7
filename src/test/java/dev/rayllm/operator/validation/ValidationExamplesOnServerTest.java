package dev.rayllm.operator.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithApiServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** A real API server takes our CRDs, and judges every example as offline validation does. */
@Tag("apiserver")
@WithApiServer
class ValidationExamplesOnServerTest {

    @BeforeAll
    static void installCrds(KubernetesClient client) {
        OwnCrds.install(client);
    }

    @TestFactory
    Stream<DynamicTest> serverJudgesExamples(KubernetesClient client) {
        return Example.all().stream().map(example -> DynamicTest.dynamicTest(example.name(), () -> {
            if (example.valid()) {
                create(client, example.document());
            } else {
                var refusal = catchThrowableOfType(KubernetesClientException.class, () -> create(client, example.document()));
                assertThat(refusal).as("the API server takes it").isNotNull();
                assertThat(refusal.getStatus().getMessage()).contains(example.expected());
            }
        }));
    }

    /** As `kubectl apply` does: unknown fields are an error. Nothing is kept. */
    private static void create(KubernetesClient client, Document document) throws JsonProcessingException {
        String place = document.kind().equals("LlmDeployment")
                ? "/namespaces/" + client.getNamespace() + "/llmdeployments" : "/modelprofiles";
        client.raw("/apis/rayllm.dev/v1alpha1" + place + "?dryRun=All&fieldValidation=Strict", "POST",
                new ObjectMapper().writeValueAsString(document.tree()));
    }
}
