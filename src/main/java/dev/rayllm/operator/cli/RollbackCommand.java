package dev.rayllm.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Puts the spec of an earlier revision back into a deployment of a cluster. */
@Command(name = "rollback", description = {
        "Put the spec of an earlier revision back; the operator rolls it out as any edit.",
        "Suspended stays suspended. `rayllm history` lists revisions."})
final class RollbackCommand extends DeploymentCommand {

    private static final String SUSPEND = "suspend";

    @Option(names = "--to", paramLabel = "REVISION",
            description = "Number of the revision; default the newest that has served and differs from the spec.")
    private Long to;

    @Option(names = "--dry-run", description = "Only show what would change.")
    private boolean dryRun;

    @Override
    int run(ClusterLook look, JsonNode deployment) {
        List<StoredRevision> revisions = look.revisions(deployment);
        String name = deployment.at("/metadata/name").asText();
        Optional<StoredRevision> chosen = revisions.stream().filter(r -> to == null
                ? r.served() && !changes(deployment, r).isEmpty() : r.revision() == to).findFirst();
        if (chosen.isEmpty()) {
            return refuse(missing(name, revisions));
        }
        StoredRevision revision = chosen.get();
        List<String> changes = changes(deployment, revision);
        if (changes.isEmpty()) {
            out().println(name + " already has the spec of revision " + revision.revision() + "; nothing to do.");
            return 0;
        }
        if (!dryRun) {
            look.replaceSpec(deployment, spec(deployment, revision));
        }
        tell(name, revision, changes);
        if (!revision.served()) {
            mind("revision " + revision.revision() + " has not served" + (revision.reason().isEmpty() ? "."
                    : ": " + revision.reason()));
        }
        Applier.of(deployment).ifPresent(applier -> mind(applier + " applies this object and brings its own spec back:"
                + " revert it there too."));
        return 0;
    }

    private void tell(String name, StoredRevision revision, List<String> changes) {
        out().println(name + (dryRun ? " would go" : " goes") + " back to the spec of revision " + revision.revision()
                + " (generation " + revision.generation() + "):");
        changes.forEach(change -> out().println("  " + change));
        if (!dryRun) {
            out().println("Follow it with: rayllm status " + name);
        }
    }

    private String missing(String name, List<StoredRevision> revisions) {
        String there = revisions.isEmpty() ? name + " has no revisions yet" : "revisions of " + name + ": "
                + String.join(", ", revisions.stream().map(r -> r.revision() + " (" + r.outcome() + ")").toList());
        return (to == null ? "no earlier revision has served with another spec" : "there is no revision " + to) + "; " + there;
    }

    private static List<String> changes(JsonNode deployment, StoredRevision revision) {
        return SpecChanges.between(deployment.path("spec"), spec(deployment, revision));
    }

    /** The revision's, but for what the user has decided since about running at all. */
    private static JsonNode spec(JsonNode deployment, StoredRevision revision) {
        ObjectNode spec = revision.spec().deepCopy();
        spec.remove(SUSPEND);
        JsonNode suspend = deployment.at("/spec/suspend");
        if (!suspend.isMissingNode()) {
            spec.set(SUSPEND, suspend);
        }
        return spec;
    }
}
