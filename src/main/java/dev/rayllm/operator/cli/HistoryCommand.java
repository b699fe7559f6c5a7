package dev.rayllm.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the revisions of one deployment of a cluster. */
@Command(name = "history", description = {
        "Show the revisions of a deployment of a cluster: what each changed, and what became of it.",
        "It only reads. `rayllm rollback` brings one back."})
final class HistoryCommand extends DeploymentCommand {

    private static final String HEAD = "REVISION";

    @Mixin
    private FormatOption format;

    @Override
    int run(ClusterLook look, JsonNode deployment) {
        List<StoredRevision> revisions = look.revisions(deployment);
        if (!format.table()) {
            format.write(out(), revisions);
        } else if (revisions.isEmpty()) {
            out().println("No revision yet: nothing has been applied for " + deployment.at("/metadata/name").asText() + ".");
        } else {
            out().print(table(revisions));
        }
        return 0;
    }

    private static String table(List<StoredRevision> revisions) {
        TextTable table = new TextTable(HEAD, "GENERATION", "SINCE", "OUTCOME", "CHANGES", "REASON");
        revisions.forEach(r -> table.row(r.revision(), r.generation(), r.since(), r.outcome(),
                String.join("; ", r.changes()), r.reason()));
        return table.text("");
    }
}
