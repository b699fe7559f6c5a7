package dev.rayllm.operator.controller.dependent;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.controller.Planning;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.Matcher.Result;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.KubernetesDependent;
import io.javaoperatorsdk.operator.processing.event.ResourceID;

/** The NodePool. Cluster-scoped, so a namespaced object cannot own it: label, finalizer and UID do. */
// Cluster-scoped: a controller that watches some namespaces must not look for it there.
@KubernetesDependent(informer = @Informer(namespaces = Constants.WATCH_ALL_NAMESPACES,
        labelSelector = Labels.MANAGED_BY + "=" + Labels.OPERATOR))
public class NodePoolDependent extends ChildDependent<NodePool> {

    public NodePoolDependent() {
        super(NodePool.class);
    }

    @Override
    protected NodePool desired(LlmDeployment primary, Context<LlmDeployment> context) {
        NodePool wanted = Planning.of(context).target().pool();
        // A pool that is only kept until the next generation serves stays as it is.
        return wanted != null ? copy(wanted, context) : context.getSecondaryResource(NodePool.class).orElseThrow();
    }

    @Override
    public Result<NodePool> match(NodePool actual, NodePool desired, LlmDeployment primary, Context<LlmDeployment> context) {
        return Planning.of(context).held() ? Result.computed(true, desired) : super.match(actual, desired, primary, context);
    }

    /** By name: rendering it is not possible where it is not wanted, and it must be found to be deleted. */
    @Override
    protected ResourceID targetSecondaryResourceID(LlmDeployment primary, Context<LlmDeployment> context) {
        return new ResourceID(Names.nodePool(primary.getMetadata().getNamespace(), primary.getMetadata().getName()));
    }
}
