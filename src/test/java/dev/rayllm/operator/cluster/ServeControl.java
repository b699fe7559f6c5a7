package dev.rayllm.operator.cluster;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Steers the lab's stand-in for Ray. {@code hack/lab/README.md} describes its requests. */
public final class ServeControl {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final URI address;
  private final HttpClient http = HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();

  ServeControl(URI address) {
    this.address = address;
  }

  /**
   * What the head of one RayCluster knows.
   *
   * @param namespace namespace of the cluster
   * @param cluster name of the RayCluster
   * @param service name of the RayService
   * @param puts how often KubeRay has sent a configuration
   * @param config the last configuration; null before the first
   */
  public record Host(String namespace, String cluster, String service, int puts, Map<String, Object> config) {}

  /**
   * Adds a rule.
   *
   * @return a handle for {@link #remove}
   */
  public int add(ServeRule rule) {
    return ((Number) send("POST", "/control/rules", rule.toJson()).get("id")).intValue();
  }

  /** Takes a rule back. */
  public void remove(int rule) {
    send("DELETE", "/control/rules/" + rule, null);
  }

  /**
   * Says how many requests callers have in flight. From then on the autoscalers of Serve and Ray are played for this
   * RayService: its serving RayCluster gets as many workers as they would give it, at once.
   */
  public void load(String namespace, String service, int requests) {
    send("PUT", "/control/load", Map.of("namespace", namespace, "service", service, "requests", requests));
  }

  /** Takes all rules and loads back. */
  public void reset() {
    send("DELETE", "/control/rules", null);
    send("DELETE", "/control/load", null);
  }

  /** The heads that KubeRay has talked to and that are still there. */
  @SuppressWarnings("unchecked")
  public List<Host> hosts() {
    return ((List<Map<String, Object>>) state().get("hosts"))
        .stream()
            .map(
                host ->
                    new Host(
                        (String) host.get("namespace"),
                        (String) host.get("cluster"),
                        (String) host.get("service"),
                        ((Number) host.get("puts")).intValue(),
                        (Map<String, Object>) host.get("config")))
            .toList();
  }

  /** Everything that is known, as JSON. */
  public Map<String, Object> state() {
    return send("GET", "/control/state", null);
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> send(String method, String path, Map<String, Object> body) {
    HttpRequest request =
        HttpRequest.newBuilder(address.resolve(path))
            .timeout(PATIENCE)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Serialization.asJson(body)))
            .build();
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IllegalStateException(
            "%s %s: %d %s".formatted(method, path, response.statusCode(), response.body()));
      }
      return response.body().isBlank() ? Map.of() : Serialization.unmarshal(response.body(), Map.class);
    } catch (IOException e) {
      throw new UncheckedIOException("the lab's stand-in for Ray does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
