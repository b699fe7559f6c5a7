package dev.rayllm.operator.cluster;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the stand-in for Ray is to do differently, and for whom. Of rules that contradict each other the last one that
 * was {@linkplain ServeControl#add added} counts.
 */
public final class ServeRule {

  private final Map<String, Object> match = new LinkedHashMap<>();
  private final Map<String, Object> effect = new LinkedHashMap<>();
  private final Map<String, Object> deployments = new LinkedHashMap<>();

  private ServeRule() {}

  /** For all applications of all clusters. */
  public static ServeRule forAll() {
    return new ServeRule();
  }

  /** For the clusters of one RayService. */
  public static ServeRule forService(String namespace, String name) {
    ServeRule rule = new ServeRule();
    rule.match.put("namespace", namespace);
    rule.match.put("service", name);
    return rule;
  }

  /** Only for clusters that are first heard of after the rule was added, such as the new one of a rollout. */
  public ServeRule onlyNewClusters() {
    match.put("newOnly", true);
    return this;
  }

  /** Only for the RayCluster of this name. */
  public ServeRule cluster(String name) {
    match.put("cluster", name);
    return this;
  }

  /** Only for the application of this name. */
  public ServeRule app(String name) {
    match.put("app", name);
    return this;
  }

  /**
   * Only for applications whose configuration holds a text. The configuration is written as JSON without blanks and
   * with sorted keys, for example {@code "max_model_len":16384}.
   */
  public ServeRule configContains(String text) {
    match.put("configContains", text);
    return this;
  }

  /** Applications report this. {@code DEPLOY_FAILED} stays until the next deployment, even without the rule. */
  public ServeRule status(String status, String message) {
    effect.put("status", status);
    effect.put("message", message);
    return this;
  }

  /** With {@link #status}: deployments that it reports, by a pattern of their names such as {@code LLMServer:*}. */
  public ServeRule deployment(String pattern, String status, String message) {
    deployments.put(pattern, Map.of("status", status, "message", message));
    effect.put("deployments", deployments);
    return this;
  }

  /** With {@link #status}: only from this time after the deployment on. */
  public ServeRule after(Duration duration) {
    effect.put("after", text(duration));
    return this;
  }

  /** How long an application takes from enough workers to RUNNING. */
  public ServeRule runningAfter(Duration duration) {
    effect.put("runningAfter", text(duration));
    return this;
  }

  /** The dashboard answers with this HTTP code. */
  public ServeRule dashboardCode(int code, String body) {
    effect.put("code", code);
    effect.put("message", body);
    return this;
  }

  /** The dashboard answers late. KubeRay waits for two seconds. */
  public ServeRule dashboardDelay(Duration duration) {
    effect.put("delay", text(duration));
    return this;
  }

  /** The Serve proxies answer the health check with this HTTP code. */
  public ServeRule healthCode(int code) {
    effect.put("health", code);
    return this;
  }

  /** Requests go on to a real Ray: those for the dashboard to the one address, those for the model to the other. */
  public ServeRule forward(String dashboard, String model) {
    effect.put("dashboard", dashboard);
    effect.put("model", model);
    return this;
  }

  Map<String, Object> toJson() {
    return Map.of("match", match, "effect", effect);
  }

  private static String text(Duration duration) {
    return duration.toMillis() + "ms";
  }
}
