package dev.rayllm.operator.observe;

import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.observe.Observation.Pool;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Optional;

/** Reads a NodePool. */
public final class NodePoolReader {

    private NodePoolReader() {
    }

    /** What a NodePool shows. Karpenter's Unknown is a flicker after each edit, not a failure. */
    public static Pool read(NodePool pool) {
        List<Condition> conditions = pool.getStatus() == null || pool.getStatus().conditions() == null ? List.of()
                : pool.getStatus().conditions();
        Optional<Condition> nodeClass = find(conditions, "NodeClassReady");
        boolean missing = nodeClass.filter(c -> "False".equals(c.getStatus())).isPresent();
        Condition shown = missing ? nodeClass.get() : find(conditions, "Ready").orElse(null);
        return shown == null ? new Pool("Unknown", null, null, false)
                : new Pool(shown.getStatus(), shown.getReason(), shown.getMessage(), missing);
    }

    private static Optional<Condition> find(List<Condition> conditions, String type) {
        return conditions.stream().filter(c -> type.equals(c.getType())).findFirst();
    }
}
