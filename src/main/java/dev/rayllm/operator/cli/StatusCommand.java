package dev.rayllm.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows one deployment of a cluster on one screen. */
@Command(name = "status", description = {
        "Show where a deployment of a cluster stands: conditions, plan, rollout, diagnosis, children.",
        "It only reads."})
final class StatusCommand extends DeploymentCommand {

    @Mixin
    private FormatOption format;

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
    int run(ClusterLook look, JsonNode deployment) {
        View view = look.with(deployment);
        if (format.table()) {
            out().print(new StatusText(view).text());
        } else {
            format.write(out(), view);
        }
        return 0;
    }
}
