package dev.rayllm.operator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.observe.RayServiceReader;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects that other releases wrote, and kinds of others with more fields than we know, do not stop an informer. */
class LenientDecodingTest {

    private final KubernetesMockServer server = new KubernetesMockServer(false);
    private KubernetesClient client;

    @BeforeEach
    void start() {
        server.init();
        ObjectMapper mapper = new ObjectMapper();
        new LenientDecoding().customize(mapper);
        client = new KubernetesClientBuilder().withConfig(server.createClient().getConfiguration())
                .withKubernetesSerialization(new KubernetesSerialization(mapper, true)).build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.destroy();
    }

    @Test
    void ourOwnObjectOfAnotherRelease() {
        server.expect().get().withPath("/apis/rayllm.dev/v1alpha1/llmdeployments").andReturn(200, """
                {"apiVersion": "rayllm.dev/v1alpha1", "kind": "LlmDeploymentList", "metadata": {"resourceVersion": "1"},
                 "items": [{"apiVersion": "rayllm.dev/v1alpha1", "kind": "LlmDeployment", "metadata": {"name": "a"},
                   "spec": {"model": {"profile": "x", "later": 1}, "nodes": {"mode": "Lunar"}, "novel": {"a": [1]}},
                   "status": {"phase": "Dancing", "conditions": [{"type": "T", "status": "S", "reason": "R", "extra": 1}]}}]}
                """).once();
        var items = client.resources(LlmDeployment.class).inAnyNamespace().list().getItems();
        assertThat(items).singleElement().satisfies(a -> {
            assertThat(a.getSpec().nodes().mode()).isNull();
            assertThat(a.getStatus().phase()).isNull();
            assertThat(a.getStatus().conditions()).singleElement().satisfies(c -> assertThat(c.reason()).isEqualTo("R"));
        });
    }

    @Test
    void rayServiceWithWordsOfANewerRay() {
        server.expect().get().withPath("/apis/ray.io/v1/rayservices").andReturn(200, """
                {"apiVersion": "ray.io/v1", "kind": "RayServiceList", "metadata": {"resourceVersion": "1"},
                 "items": [{"apiVersion": "ray.io/v1", "kind": "RayService", "metadata": {"name": "a", "generation": 1},
                   "spec": {"rayClusterConfig": {"headGroupSpec": {"unknown": {"deep": true}}}, "suspend": false},
                   "status": {"observedGeneration": 1, "numServeEndpoints": 1, "activeServiceStatus": {
                     "rayClusterName": "c", "applicationStatuses": {"llm": {"status": "HIBERNATING", "odd": null,
                     "serveDeploymentStatuses": {"LLMServer:a": {"status": "MOLTING"}}}}}}}]}
                """).once();
        RayService service = client.resources(RayService.class).inAnyNamespace().list().getItems().get(0);
        var read = RayServiceReader.read(service, "x", "llm", List.of());
        assertThat(read.active().application()).isEqualTo("HIBERNATING");
        assertThat(read.renderedGeneration()).isEqualTo(-1);
    }

    @Test
    void nodePoolOfANewerKarpenter() {
        server.expect().get().withPath("/apis/karpenter.sh/v1/nodepools").andReturn(200, """
                {"apiVersion": "karpenter.sh/v1", "kind": "NodePoolList", "metadata": {"resourceVersion": "1"},
                 "items": [{"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": {"name": "a"},
                   "spec": {"replicas": 3, "template": {"spec": {"requirements": [{"key": "k", "operator": "Gte",
                   "values": ["1"], "minValues": 2}]}}, "disruption": {"consolidationPolicy": "Balanced"}}}]}
                """).once();
        assertThat(client.resources(NodePool.class).list().getItems()).hasSize(1);
    }
}
