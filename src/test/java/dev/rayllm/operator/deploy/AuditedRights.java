package dev.rayllm.operator.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What an account asked for, as the API server's audit log has it: the rights that this took, and what was refused. */
final class AuditedRights {

    /** Reviews of one's own rights are open to every account. */
    private static final Set<String> OPEN = Set.of("authentication.k8s.io", "authorization.k8s.io");
    private static final int CREATED = 201;
    private static final int FORBIDDEN = 403;

    private final Set<String> used = new TreeSet<>();
    private final Set<String> forbidden = new TreeSet<>();

    private AuditedRights() {
    }

    /** What the log shows of a service account so far. A watch is in it once it has ended. */
    static AuditedRights of(Path auditLog, String namespace, String account) {
        String user = "system:serviceaccount:" + namespace + ":" + account;
        AuditedRights rights = new AuditedRights();
        ObjectMapper json = new ObjectMapper();
        try {
            List<String> lines = Files.readAllLines(auditLog);
            for (String line : lines) {
                // The last line may be half written.
                if (line.contains(user) && line.endsWith("}")) {
                    JsonNode event = json.readTree(line);
                    if (event.path("user").path("username").asText().equals(user) && event.has("objectRef")) {
                        rights.note(event);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rights;
    }

    Set<String> used() {
        return used;
    }

    Set<String> forbidden() {
        return forbidden;
    }

    private void note(JsonNode event) {
        JsonNode object = event.get("objectRef");
        String group = object.path("apiGroup").asText();
        if (OPEN.contains(group)) {
            return;
        }
        String subresource = object.path("subresource").asText();
        String target = " " + group + "/" + object.path("resource").asText() + (subresource.isEmpty() ? "" : "/" + subresource);
        String verb = event.path("verb").asText();
        int code = event.path("responseStatus").path("code").asInt();
        if (code == FORBIDDEN) {
            forbidden.add(event.path("requestURI").asText());
        }
        used.add(verb + target);
        if (verb.equals("patch") && code == CREATED) {
            // A server-side apply that made the object was checked for both.
            used.add("create" + target);
        }
    }
}
