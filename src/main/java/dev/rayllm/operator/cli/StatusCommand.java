package dev.rayllm.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows one deployment of a cluster on one screen. */
@Command(name = "status", description = {
        "Show where a deployment of a cluster stands: conditions, plan, rollout, diagnosis, children.",
        "This command alone talks to a cluster; it only reads."})
final class StatusCommand implements Callable<Integer> {

    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;

    @Spec
    private CommandSpec spec;
    @Mixin
    private ClusterOptions cluster;
    @Mixin
    private FormatOption format;

    @Parameters(arity = "1", paramLabel = "NAME", description = "Name of the LlmDeployment.")
    private String name;

    /**
     * A deployment with what was made for it, as the cluster shows them.
     *
     * @param deployment the object
     * @param children   RayService, NodePool and pods, as far as they may be read
     * @param notRead    kinds that this user may not read
     */
    record View(JsonNode deployment, List<JsonNode> children, List<String> notRead) {
    }

    @Override
    public Integer call() {
        try (KubernetesClient client = cluster.client()) {
            ClusterLook look = new ClusterLook(client);
            JsonNode deployment = look.deployment(name);
            if (deployment == null) {
                return refuse("there is no LlmDeployment " + name + " in namespace " + client.getNamespace()
                        + "; `kubectl get llm -A` lists all");
            }
            View view = look.with(deployment);
            PrintWriter out = spec.commandLine().getOut();
            if (format.table()) {
                out.print(new StatusText(view).text());
            } else {
                format.write(out, view);
            }
            return 0;
        } catch (KubernetesClientException e) {
            return refuse(switch (e.getCode()) {
                case NOT_FOUND -> "the cluster does not know the kind LlmDeployment: install the operator's CRDs (crds/)";
                case FORBIDDEN -> "you may not read LlmDeployments there: " + e.getMessage();
                default -> "the cluster cannot be asked: " + cause(e);
            });
        }
    }

    private int refuse(String message) {
        spec.commandLine().getErr().println("rayllm: " + message);
        return RayllmMain.REFUSED;
    }

    /** The words of the innermost cause: what lies around it says that an operation failed. */
    private static String cause(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? error.getMessage() : cause.getMessage();
    }
}
