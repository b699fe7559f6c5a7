package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.Condition;
import dev.rayllm.operator.api.v1alpha1.Diagnosis;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.LlmDeploymentStatus;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/** Events and log lines on transitions of conditions only; a pass that changes nothing says nothing. */
final class Events {

    private static final Logger LOG = Logger.getLogger(Events.class);
    private static final String NORMAL = "Normal";
    private static final String WARNING = "Warning";
    /** Reasons under which a condition that is not True is no cause for worry. */
    private static final Set<String> CALM = Set.of("UpToDate", "Suspended", "Waiting", "Starting", "NodeProvisioning",
            "ImagePulling", "WaitingForRayService", "NotAccepted", "GatewayStarting", "GatewayRetiring");
    private static final int LONGEST = 1000;

    private final KubernetesClient client;

    Events(KubernetesClient client) {
        this.client = client;
    }

    /** Tells what changed between two statuses of a deployment. */
    void tell(LlmDeployment deployment, LlmDeploymentStatus before, LlmDeploymentStatus after) {
        List<Condition> old = before == null ? List.of() : before.conditions();
        // One cause often turns several conditions: it is told once.
        Set<String> told = new HashSet<>();
        after.conditions().stream().filter(c -> changed(old, c)).filter(c -> told.add(c.message()))
                .forEach(c -> tell(deployment, c));
        List<Diagnosis> known = before == null ? List.of() : before.diagnosis();
        after.diagnosis().stream().filter(d -> known.stream().noneMatch(k -> k.code().equals(d.code())))
                .forEach(d -> tell(deployment, d));
    }

    private void tell(LlmDeployment deployment, Diagnosis diagnosis) {
        String message = diagnosis.message() + ". To do: " + diagnosis.remedy()
                + (diagnosis.pod() == null ? "" : " (pod " + diagnosis.pod() + ")");
        LOG.infof("%s/%s: %s: %s", deployment.getMetadata().getNamespace(), deployment.getMetadata().getName(),
                diagnosis.code(), message);
        write(deployment, WARNING, diagnosis.code(), message);
    }

    private static boolean changed(List<Condition> old, Condition condition) {
        return old.stream().noneMatch(o -> o.type().equals(condition.type()) && o.status().equals(condition.status())
                && o.reason().equals(condition.reason()));
    }

    private void tell(LlmDeployment deployment, Condition condition) {
        String type = "True".equals(condition.status()) || CALM.contains(condition.reason()) ? NORMAL : WARNING;
        LOG.infof("%s/%s generation %d: %s=%s %s: %s", deployment.getMetadata().getNamespace(),
                deployment.getMetadata().getName(), deployment.getMetadata().getGeneration(), condition.type(),
                condition.status(), condition.reason(), condition.message());
        write(deployment, type, condition.reason(), condition.type() + ": " + condition.message());
    }

    private void write(LlmDeployment deployment, String type, String reason, String text) {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        String message = text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
        var event = new EventBuilder()
                .withNewMetadata().withGenerateName(deployment.getMetadata().getName() + ".")
                .withNamespace(deployment.getMetadata().getNamespace()).endMetadata()
                .withNewInvolvedObject().withApiVersion(deployment.getApiVersion()).withKind(deployment.getKind())
                .withName(deployment.getMetadata().getName()).withNamespace(deployment.getMetadata().getNamespace())
                .withUid(deployment.getMetadata().getUid()).endInvolvedObject()
                .withType(type).withReason(reason).withMessage(message)
                .withFirstTimestamp(now).withLastTimestamp(now).withCount(1)
                .withNewSource().withComponent("rayllm-operator").endSource()
                .build();
        try {
            client.resource(event).create();
        } catch (KubernetesClientException e) {
            // An event that cannot be written must not stop the pass: the namespace may be going.
            LOG.debugf("event not written: %s", e.getMessage());
        }
    }
}
