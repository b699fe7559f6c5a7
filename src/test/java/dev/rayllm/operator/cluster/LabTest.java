package dev.rayllm.operator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Shows that the lab works, with nothing of the operator in it: {@code mvn test -Dtest=LabTest -Drayllm.lab=true}. */
@Tag("lab")
@EnabledIfSystemProperty(named = "rayllm.lab", matches = "true")
@WithLab
class LabTest {

  private static final String POOL = "demo-gpu";
  private static final String SERVICE = "demo";
  private static final String LONG_CONTEXT = "\"max_model_len\":16384";

  private final Lab lab;
  private final KubernetesClient client;
  private final String namespace;

  LabTest(Lab lab, KubernetesClient client) {
    this.lab = lab;
    this.client = client;
    this.namespace = client.getNamespace();
  }

  @BeforeEach
  void startFromNothing() {
    lab.reset();
    lab.removeNodes();
  }

  @AfterEach
  void leaveNothing() {
    lab.reset();
    services().withName(SERVICE).delete();
    pools().withName(POOL).withPropagationPolicy(DeletionPropagation.FOREGROUND).delete();
    soon()
        .untilAsserted(
            () -> {
              assertThat(services().list().getItems()).isEmpty();
              assertThat(clusters()).isEmpty();
              assertThat(client.pods().list().getItems()).isEmpty();
              assertThat(pools().withName(POOL).get()).isNull();
            });
  }

  @Test
  void aModelComesUpOnMachinesMadeForItAndGrowsWithItsLoad() throws Exception {
    apply(model());

    soon().until(() -> ready().equals("True/NonZeroServeEndpoints"));
    assertThat(nodes(POOL))
        .singleElement()
        .satisfies(
            node -> {
              assertThat(node.getMetadata().getLabels())
                  .containsEntry("node.kubernetes.io/instance-type", "g6.xlarge")
                  .containsEntry("karpenter.k8s.aws/instance-gpu-name", "l4");
              assertThat(node.getStatus().getCapacity().get("nvidia.com/gpu").getAmount()).isEqualTo("1");
            });
    assertThat(nodes("cpu")).hasSize(1);
    assertThat(service().<String>get("status", "activeServiceStatus", "applicationStatuses", "llm", "status"))
        .isEqualTo("RUNNING");
    assertThat(ask("/v1/models").body()).contains("acme/chat-8b");

    lab.serve().load(namespace, SERVICE, 60);
    soon().until(() -> nodes(POOL).size() == 3);
    soon().until(() -> service().<Integer>get("status", "numServeEndpoints") == 4);
  }

  @Test
  void aFailedDeploymentKeepsTheOldClusterServing() throws Exception {
    lab.serve()
        .add(
            ServeRule.forService(namespace, SERVICE)
                .configContains(LONG_CONTEXT)
                .status("DEPLOY_FAILED", "Failed to update the deployments.")
                .deployment("LLMServer:*", "DEPLOY_FAILED", "ValueError: the KV cache is too small"));
    apply(model());
    soon().until(() -> ready().startsWith("True"));
    String first = service().get("status", "activeServiceStatus", "rayClusterName");

    apply(model().replace("max_model_len: 8192", "max_model_len: 16384").replace("ray-llm:1", "ray-llm:2"));

    soon()
        .untilAsserted(
            () ->
                assertThat(service().getAdditionalProperties().get("status").toString())
                    .contains("DEPLOY_FAILED", "LLMServer:acme--chat-8b", "the KV cache is too small"));
    assertThat(ready()).startsWith("True");
    assertThat(service().<String>get("status", "activeServiceStatus", "rayClusterName")).isEqualTo(first);
    assertThat(clusters()).hasSize(2);
    assertThat(ask("/v1/models").headers().firstValue("x-lab-ray-cluster")).contains(first);
  }

  @Test
  void withoutCapacityTheNextMachineIsTakenOrNone() throws Exception {
    lab.cloud().insufficientCapacity(CloudControl.GPU_CLASS, "We have no g6.", "g6.*");
    apply(model());
    soon().until(() -> events("InsufficientCapacityError").stream().anyMatch(text -> text.contains("We have no g6.")));
    assertThat(nodes(POOL)).isEmpty();

    lab.cloud().insufficientCapacity(CloudControl.GPU_CLASS, "We have no g6.xlarge.", "g6.xlarge");
    soon().until(() -> ready().startsWith("True"));
    assertThat(nodes(POOL))
        .singleElement()
        .satisfies(
            node ->
                assertThat(node.getMetadata().getLabels())
                    .containsEntry("node.kubernetes.io/instance-type", "g6.2xlarge"));
  }

  @Test
  void aNodeClassThatIsNotReadyShowsInThePool() throws Exception {
    lab.cloud().notReady(CloudControl.GPU_CLASS, "ImageNotFound", "There is no such image.");
    apply(model());

    soon().untilAsserted(() -> assertThat(condition(pools().withName(POOL).get(), "NodeClassReady")).startsWith("False"));
  }

  @Test
  void nodesCanComeWithoutTheirGpus() throws Exception {
    lab.cloud().missingResources(CloudControl.GPU_CLASS, "nvidia.com/gpu");
    apply(model());

    soon()
        .untilAsserted(
            () -> {
              List<GenericKubernetesResource> claims =
                  client.genericKubernetesResources("karpenter.sh/v1", "NodeClaim")
                      .withLabel("karpenter.sh/nodepool", POOL)
                      .list()
                      .getItems();
              assertThat(claims)
                  .singleElement()
                  .satisfies(
                      claim -> assertThat(condition(claim, "Initialized")).isEqualTo("Unknown/ResourceNotRegistered"));
            });
  }

  @Test
  void anImageThatIsNotThereShowsInTheContainers() throws Exception {
    apply(model().replace("ray-llm:1", "ray-llm:missing"));

    soon()
        .untilAsserted(
            () ->
                assertThat(client.pods().list().getItems())
                    .hasSize(2)
                    .allSatisfy(pod -> assertThat(waitingReasons(pod)).containsAnyOf("ErrImagePull", "ImagePullBackOff")));
  }

  @Test
  void programsCanBeEndedAndStartedAgain() throws Exception {
    lab.stop(Lab.Program.KUBERAY);
    apply(model());
    Thread.sleep(3000);
    assertThat(clusters()).isEmpty();

    lab.start(Lab.Program.KUBERAY);
    soon().until(() -> ready().startsWith("True"));
  }

  private static ConditionFactory soon() {
    return await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(300)).ignoreExceptions();
  }

  private static String model() throws IOException {
    return Files.readString(ClusterScript.repository().resolve("hack/lab/samples/model.yaml"));
  }

  private void apply(String yaml) {
    for (String document : yaml.split("(?m)^---$")) {
      HasMetadata object = client.getKubernetesSerialization().unmarshal(document, GenericKubernetesResource.class);
      if (object.getKind().equals("RayService")) {
        object.getMetadata().setNamespace(namespace);
      }
      client.resource(object).forceConflicts().serverSideApply();
    }
  }

  private HttpResponse<String> ask(String path) throws Exception {
    URI address = URI.create("http://" + SERVICE + "-serve-svc." + namespace + ".svc.cluster.local:8000" + path);
    return lab.insideCluster().send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
  }

  private NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      services() {
    return client.genericKubernetesResources("ray.io/v1", "RayService").inNamespace(namespace);
  }

  private NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      pools() {
    return client.genericKubernetesResources("karpenter.sh/v1", "NodePool");
  }

  private GenericKubernetesResource service() {
    return services().withName(SERVICE).get();
  }

  private List<GenericKubernetesResource> clusters() {
    return client.genericKubernetesResources("ray.io/v1", "RayCluster").inNamespace(namespace).list().getItems();
  }

  private List<Node> nodes(String pool) {
    return client.nodes().withLabel("karpenter.sh/nodepool", pool).list().getItems();
  }

  private String ready() {
    return condition(service(), "Ready");
  }

  /** Status and reason of a condition. */
  private static String condition(GenericKubernetesResource object, String type) {
    List<Map<String, String>> conditions = object.get("status", "conditions");
    return conditions.stream()
        .filter(condition -> condition.get("type").equals(type))
        .map(condition -> condition.get("status") + "/" + condition.get("reason"))
        .findFirst()
        .orElse("");
  }

  private List<String> events(String reason) {
    return client.v1().events().inAnyNamespace().withField("reason", reason).list().getItems().stream()
        .map(event -> event.getMessage())
        .toList();
  }

  private static List<String> waitingReasons(Pod pod) {
    return Stream.concat(
            pod.getStatus().getInitContainerStatuses().stream(), pod.getStatus().getContainerStatuses().stream())
        .filter(status -> status.getState().getWaiting() != null)
        .map(status -> status.getState().getWaiting().getReason())
        .toList();
  }
}
