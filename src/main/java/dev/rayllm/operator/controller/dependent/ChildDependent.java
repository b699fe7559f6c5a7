package dev.rayllm.operator.controller.dependent;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Stamp;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.Matcher.Result;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDNoGCKubernetesDependentResource;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import java.util.Map;
import java.util.Set;

/**
 * A child that is applied as rendered, found again by our labels, and left alone while only our own tables or
 * defaults have changed.
 *
 * @param <R> kind of the child
 */
abstract class ChildDependent<R extends HasMetadata> extends CRUDNoGCKubernetesDependentResource<R, LlmDeployment>
        implements SecondaryToPrimaryMapper<R> {

    ChildDependent(Class<R> kind) {
        super(kind);
    }

    /** Also for ConfigMaps, which the SDK would replace as a whole: with fields of others. */
    @Override
    protected boolean useSSA(Context<LlmDeployment> context) {
        return true;
    }

    @Override
    public Result<R> match(R actual, R desired, LlmDeployment primary, Context<LlmDeployment> context) {
        boolean leave = Stamp.sameEditOtherResult(actual, desired)
                || Subset.holds(actual, desired);
        return Result.computed(leave, desired);
    }

    /** Group and kind only, by label: the SDK's annotations also hold the version, which would orphan old children. */
    @Override
    public Set<ResourceID> toPrimaryResourceIDs(R child) {
        Map<String, String> labels = child.getMetadata().getLabels();
        if (labels == null || !labels.containsKey(Labels.DEPLOYMENT)) {
            return Set.of();
        }
        String namespace = child.getMetadata().getNamespace() != null ? child.getMetadata().getNamespace()
                : labels.get(Labels.NAMESPACE);
        return namespace == null ? Set.of() : Set.of(new ResourceID(labels.get(Labels.DEPLOYMENT), namespace));
    }

    /** A copy, as the SDK writes the version that it read into what it applies; what was decided on is kept as it is. */
    static <R extends HasMetadata> R copy(R rendered, Context<LlmDeployment> context) {
        return context.getClient().getKubernetesSerialization().clone(rendered);
    }

    /** The rendered object holds its owner already; what is applied is exactly what `rayllm render` prints. */
    @Override
    protected void addReferenceHandlingMetadata(R desired, LlmDeployment primary) {
        // Nothing to add.
    }

    /** Whether a child can be told to be of this very deployment, not of a namesake. */
    static boolean ownedBy(HasMetadata child, LlmDeployment primary) {
        Map<String, String> labels = child.getMetadata().getLabels();
        return labels != null && primary.getMetadata().getUid().equals(labels.get(Labels.OWNER_UID));
    }
}
