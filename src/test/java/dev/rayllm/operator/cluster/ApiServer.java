package dev.rayllm.operator.cluster;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real Kubernetes API server with its etcd, for tests: what it validates, defaults, merges and refuses is what a
 * cluster does. There are no controllers and no nodes behind it: pods are never scheduled, owner references are not
 * garbage-collected, and a deleted namespace stays in the phase Terminating.
 *
 * <p>One per JVM: {@link #get()} starts it when it is first needed, and it ends with the JVM, even with a killed one.
 * Tests keep out of each other's way with {@linkplain #namespace namespaces}.
 */
public final class ApiServer {

  /**
   * Says where the server's files are once it runs. A system property rather than a static field, since Quarkus tests
   * load this class in several class loaders of one JVM.
   */
  private static final String DIRECTORY_PROPERTY = "rayllm.test.apiserver.directory";

  private final Path directory;

  private ApiServer(Path directory) {
    this.directory = directory;
  }

  /** Where the script keeps the state of the cluster. */
  Path directory() {
    return directory;
  }

  /**
   * The server of this JVM. The first call starts it, which takes some seconds, or minutes if its programs have to be
   * built first.
   *
   * @throws IllegalStateException if it does not start; the message says why
   */
  public static ApiServer get() {
    return getOrStart(DIRECTORY_PROPERTY, "apiserver");
  }

  /**
   * A further server of this JVM, for tests that change what others rely on, such as CRDs. The first call for a name
   * starts it.
   */
  public static ApiServer another(String name) {
    return getOrStart(DIRECTORY_PROPERTY + "." + name, "apiserver-" + name);
  }

  /**
   * The cluster of this JVM that a system property names, started if need be.
   *
   * @param property the system property
   * @param name how the name of the cluster's directory begins
   * @param flags flags of the script's command {@code up}
   */
  static ApiServer getOrStart(String property, String name, String... flags) {
    // The one object that all class loaders share and nobody else locks.
    synchronized (Runtime.getRuntime()) {
      String running = System.getProperty(property);
      if (running != null) {
        return new ApiServer(Path.of(running));
      }
      long pid = ProcessHandle.current().pid();
      Path directory = ClusterScript.repository().resolve("target/" + name + "-" + pid);
      List<String> command =
          new ArrayList<>(List.of("up", "--dir", directory.toString(), "--watch-pid", Long.toString(pid)));
      command.addAll(List.of(flags));
      ClusterScript.run(command.toArray(String[]::new));
      stopAtExit(directory);
      System.setProperty(property, directory.toString());
      return new ApiServer(directory);
    }
  }

  private static void stopAtExit(Path directory) {
    // Made now: at exit the class loader may be closed already.
    ProcessBuilder down =
        ClusterScript.command("down", "--dir", directory.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    down.start().waitFor(20, TimeUnit.SECONDS);
                  } catch (IOException | InterruptedException e) {
                    // The script's watchdog stops the server within a second or two after the JVM.
                  }
                }));
  }

  /** A kubeconfig file of a cluster administrator. */
  public Path kubeconfig() {
    return directory.resolve("kubeconfig");
  }

  /**
   * The audit log: one JSON object per line for each write request (create, update, patch, delete, deletecollection)
   * with its user, user agent, object and response code, but without bodies.
   */
  public Path auditLog() {
    return directory.resolve("audit.log");
  }

  /** A new client of a cluster administrator. The caller closes it. */
  public KubernetesClient client() {
    return new KubernetesClientBuilder().withConfig(config()).build();
  }

  /** A new client like {@link #client()} that works in the given namespace unless told otherwise. */
  public KubernetesClient client(String namespace) {
    Config config = config();
    config.setNamespace(namespace);
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  private Config config() {
    Config config = Config.fromKubeconfig(kubeconfig().toFile());
    config.setNoProxy(new String[] {"127.0.0.1"});
    return config;
  }

  /**
   * Creates a namespace with a name that nobody else has.
   *
   * @param prefix how the name begins
   * @return the name
   */
  public String namespace(String prefix) {
    try (KubernetesClient client = client()) {
      Namespace namespace =
          new NamespaceBuilder().withNewMetadata().withGenerateName(prefix + "-").endMetadata().build();
      return client.resource(namespace).create().getMetadata().getName();
    }
  }
}
