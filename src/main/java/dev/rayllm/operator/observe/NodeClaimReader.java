package dev.rayllm.operator.observe;

import dev.rayllm.operator.foreign.karpenter.NodeClaim;
import dev.rayllm.operator.observe.Capacity.Claim;
import dev.rayllm.operator.observe.Capacity.Step;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a NodeClaim. */
public final class NodeClaimReader {

    private NodeClaimReader() {
    }

    /** How far the machine has come, and why not further. */
    public static Claim read(NodeClaim claim) {
        List<Condition> conditions = claim.getStatus() == null || claim.getStatus().conditions() == null ? List.of()
                : claim.getStatus().conditions();
        Condition launched = find(conditions, "Launched");
        Condition registered = find(conditions, "Registered");
        Condition initialized = find(conditions, "Initialized");
        Instant created = Times.of(claim.getMetadata().getCreationTimestamp());
        if (!isTrue(launched)) {
            return claim(claim, Step.LAUNCHING, created, launched);
        }
        if (!isTrue(registered)) {
            return claim(claim, Step.REGISTERING, since(launched, created), registered);
        }
        return isTrue(initialized) ? claim(claim, Step.READY, since(initialized, created), null)
                : claim(claim, Step.INITIALIZING, since(registered, created), initialized);
    }

    private static Claim claim(NodeClaim claim, Step step, Instant since, Condition missing) {
        return new Claim(claim.getMetadata().getName(), claim.getStatus() == null ? null : claim.getStatus().nodeName(),
                type(claim), step, since, missing == null ? null : missing.getReason(),
                missing == null ? null : missing.getMessage(), claim.getMetadata().getDeletionTimestamp() != null);
    }

    private static String type(NodeClaim claim) {
        Map<String, String> labels = claim.getMetadata().getLabels() == null ? Map.of()
                : claim.getMetadata().getLabels();
        String text = Stream.of("node.kubernetes.io/instance-type", "topology.kubernetes.io/zone",
                "karpenter.sh/capacity-type").map(labels::get).filter(Objects::nonNull)
                .collect(Collectors.joining(", "));
        return text.isEmpty() ? null : text;
    }

    private static Condition find(List<Condition> conditions, String type) {
        return conditions.stream().filter(c -> type.equals(c.getType())).findFirst().orElse(null);
    }

    private static boolean isTrue(Condition condition) {
        return condition != null && "True".equals(condition.getStatus());
    }

    private static Instant since(Condition condition, Instant otherwise) {
        Instant time = Times.of(condition.getLastTransitionTime());
        return time.equals(Instant.EPOCH) ? otherwise : time;
    }
}
