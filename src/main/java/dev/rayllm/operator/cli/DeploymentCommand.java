package dev.rayllm.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the commands about one deployment of a cluster share: finding it, and saying why the cluster does not answer. */
abstract class DeploymentCommand implements Callable<Integer> {

    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;
    private static final int INVALID = 422;

    @Spec
    private CommandSpec spec;
    @Mixin
    private ClusterOptions cluster;

    @Parameters(arity = "1", paramLabel = "NAME", description = "Name of the LlmDeployment.")
    private String name;

    /** Does the work. {@link KubernetesClientException} is told by the caller. */
    abstract int run(ClusterLook look, JsonNode deployment);

    @Override
    public final Integer call() {
        try (KubernetesClient client = cluster.client()) {
            ClusterLook look = new ClusterLook(client);
            JsonNode deployment = look.deployment(name);
            if (deployment == null) {
                return refuse("there is no LlmDeployment " + name + " in namespace " + client.getNamespace()
                        + "; `kubectl get llm -A` lists all");
            }
            return run(look, deployment);
        } catch (KubernetesClientException e) {
            return refuse(switch (e.getCode()) {
                case NOT_FOUND -> "the cluster does not know the kind LlmDeployment: install the operator's CRDs (crds/)";
                case FORBIDDEN -> "you may not do that there: " + words(e);
                case CONFLICT -> "somebody has changed the object in the meantime; look again";
                case INVALID -> "the cluster does not accept it: " + words(e);
                default -> "the cluster cannot be asked: " + cause(e);
            });
        }
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Says something that is not the result. */
    final void mind(String message) {
        spec.commandLine().getErr().println("mind: " + message);
    }

    final int refuse(String message) {
        spec.commandLine().getErr().println("rayllm: " + message);
        return RayllmMain.REFUSED;
    }

    /** The API server's own words, without the request around them. */
    private static String words(KubernetesClientException e) {
        return e.getStatus() == null || e.getStatus().getMessage() == null ? e.getMessage() : e.getStatus().getMessage();
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
