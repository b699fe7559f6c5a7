package dev.rayllm.operator.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rayllm.operator.cluster.WithApiServer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** A real API server takes our CRDs, and judges every example as offline validation does. */
@Tag("apiserver")
@WithApiServer
class ValidationExamplesOnServerTest {

    private static final List<String> CRDS = List.of("llmdeployments.rayllm.dev", "modelprofiles.rayllm.dev");

    @BeforeAll
    static void installCrds(KubernetesClient client) {
        for (String name : CRDS) {
            CustomResourceDefinition crd = client.apiextensions().v1().customResourceDefinitions()
                    .load(Path.of("crds", name + ".yaml").toFile()).item();
            client.resource(crd).serverSideApply();
            client.apiextensions().v1().customResourceDefinitions().withName(name).waitUntilCondition(
                    found -> found != null && found.getStatus() != null && found.getStatus().getConditions().stream()
                            .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True")),
                    30, TimeUnit.SECONDS);
        }
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
