package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.NodeClassRef;
import dev.rayllm.operator.cluster.CloudControl;
import dev.rayllm.operator.cluster.Lab;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithLab;
import dev.rayllm.operator.foreign.karpenter.NodeClaim;
import dev.rayllm.operator.plan.PlannerSettings;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/**
 * A deployment {@code m} on the lab: real Karpenter, scheduler and KubeRay; nodes, pods and Ray are simulated. The condition
 * on the system property stands on each class: it is not inherited.
 */
@Tag("lab")
@WithLab
abstract class LabScenario {

    static final String MISTRAL = "model: {profile: mistral-7b-instruct}";
    static final String GPU = CloudControl.GPU_CLASS;

    final Lab lab;
    final Fixtures on;
    private RunningOperator operator;

    LabScenario(Lab lab, KubernetesClient client) {
        this.lab = lab;
        this.on = new Fixtures(client, client.getNamespace());
    }

    @BeforeEach
    void start() {
        OwnCrds.install(on.client());
        operator = RunningOperator.in(lab.server(), on.namespace(), new PlannerSettings(
                new NodeClassRef("karpenter.kwok.sh", "KWOKNodeClass", GPU), null, null));
    }

    @AfterEach
    void stop() {
        lab.reset();
        on.deleteAll();
        operator.close();
    }

    /** Waits for something, with something else true at every look meanwhile. */
    static void meanwhile(Runnable invariant, Callable<Boolean> end) {
        Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(100)).until(() -> {
            invariant.run();
            return end.call();
        });
    }

    /** Workers that are not ending. */
    final List<Pod> workers() {
        return on.client().pods().inNamespace(on.namespace()).withLabel(Labels.ROLE, "worker").list().getItems().stream()
                .filter(p -> p.getMetadata().getDeletionTimestamp() == null).toList();
    }

    /** Machines of the deployment's pool. */
    final List<NodeClaim> claims() {
        return on.client().resources(NodeClaim.class).withLabel(Labels.POOL, Names.nodePool(on.namespace(), "m")).list()
                .getItems();
    }

    /** Events of a reason on cluster-scoped objects, which are kept in the namespace default. */
    final List<Event> events(String reason) {
        return on.client().v1().events().inNamespace("default").withField("reason", reason).list().getItems();
    }
}
