package dev.rayllm.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** A deployment of a cluster on one screen. Reads the tree leniently: what is not there is not shown. */
final class StatusText {

    private static final String INDENT = "    ";
    private static final List<String> PLAN = List.of("summary", "shape", "runtime", "contextLength", "estimate", "reason");

    private final JsonNode deployment;
    private final JsonNode status;
    private final StatusCommand.View view;

    StatusText(StatusCommand.View view) {
        this.view = view;
        this.deployment = view.deployment();
        this.status = view.deployment().path("status");
    }

    String text() {
        return header() + conditions() + plan() + section("Rollout", status.path("rollout")) + diagnosis() + children();
    }

    private String header() {
        JsonNode metadata = deployment.path("metadata");
        long generation = metadata.path("generation").asLong();
        StringBuilder text = new StringBuilder(metadata.path("name").asText() + " (namespace "
                + metadata.path("namespace").asText() + "): " + word(status.path("phase"), "no status yet"));
        JsonNode replicas = status.path("replicas");
        if (replicas.has("desired")) {
            text.append(", ").append(replicas.path("ready").asText()).append(" of ").append(replicas.path("desired").asText())
                    .append(" replicas ready (").append(replicas.path("min").asText()).append(" to ")
                    .append(replicas.path("max").asText()).append(')');
        }
        text.append('\n');
        if (status.path("observedGeneration").asLong() < generation) {
            text.append("  The operator has not looked at the newest spec (generation ").append(generation)
                    .append(") yet; is it running?\n");
        }
        if (status.has("endpoint")) {
            text.append("  ").append(status.path("endpoint").asText()).append('\n');
        }
        return text.toString();
    }

    private String conditions() {
        if (status.path("conditions").isEmpty()) {
            return "";
        }
        TextTable table = new TextTable("CONDITION", "STATUS", "REASON", "MESSAGE");
        status.path("conditions").forEach(c -> table.row(c.path("type").asText(), c.path("status").asText(),
                c.path("reason").asText(), c.path("message").asText()));
        return "  Conditions\n" + table.text(INDENT);
    }

    private String plan() {
        JsonNode plan = status.path("plan");
        if (plan.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("  Plan\n");
        PLAN.stream().filter(plan::has).forEach(f -> text.append(INDENT).append("%-15s".formatted(f))
                .append(plan.path(f).asText()).append('\n'));
        JsonNode cost = plan.path("cost");
        if (cost.has("perReplicaHour")) {
            text.append(INDENT).append("%-15s".formatted("cost")).append(cost.path("perReplicaHour").asText()).append(' ')
                    .append(word(cost.path("currency"), "USD")).append("/h a replica\n");
        }
        plan.path("warnings").forEach(w -> text.append(INDENT).append("mind: ").append(w.asText()).append('\n'));
        return text.toString();
    }

    /** The plain values of a part of status, whatever a release has put there. */
    private static String section(String title, JsonNode node) {
        if (node.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("  " + title + "\n");
        node.properties().stream().filter(e -> e.getValue().isValueNode()).forEach(e -> text.append(INDENT)
                .append("%-15s".formatted(e.getKey())).append(' ').append(e.getValue().asText()).append('\n'));
        return text.toString();
    }

    private String diagnosis() {
        StringBuilder text = new StringBuilder();
        status.path("diagnosis").forEach(d -> text.append(text.isEmpty() ? "  Diagnosis\n" : "").append(INDENT)
                .append(d.path("code").asText()).append(": ").append(d.path("message").asText()).append('\n').append(INDENT)
                .append("  ").append(d.path("remedy").asText()).append('\n'));
        return text.toString();
    }

    private String children() {
        StringBuilder text = new StringBuilder();
        if (!view.children().isEmpty()) {
            TextTable table = new TextTable("KIND", "NAME", "STATE", "NODE");
            view.children().forEach(child -> table.row(child.path("kind").asText(), child.at("/metadata/name").asText(),
                    state(child), child.at("/spec/nodeName").asText()));
            text.append("  Children\n").append(table.text(INDENT));
        }
        if (!view.notRead().isEmpty()) {
            text.append("  Not shown, as you may not read them: ").append(String.join(", ", view.notRead())).append('\n');
        }
        return text.toString();
    }

    /** A pod's phase, or the reason why a container of it waits; else whether the object calls itself ready. */
    private static String state(JsonNode child) {
        if (child.at("/metadata").has("deletionTimestamp")) {
            return "being deleted";
        }
        for (JsonNode container : child.at("/status/containerStatuses")) {
            if (container.at("/state/waiting").has("reason")) {
                return container.at("/state/waiting/reason").asText();
            }
        }
        for (JsonNode condition : child.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return "True".equals(condition.path("status").asText()) ? "ready"
                        : word(child.at("/status/phase"), "not ready: " + condition.path("message").asText());
            }
        }
        return word(child.at("/status/phase"), word(child.at("/status/serviceStatus"), ""));
    }

    private static String word(JsonNode node, String otherwise) {
        return node.isMissingNode() || node.asText().isEmpty() ? otherwise : node.asText();
    }
}
