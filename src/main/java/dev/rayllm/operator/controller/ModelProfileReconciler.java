package dev.rayllm.operator.controller;

import dev.rayllm.operator.api.v1alpha1.Condition;
import dev.rayllm.operator.api.v1alpha1.ConditionStatus;
import dev.rayllm.operator.api.v1alpha1.ConditionType;
import dev.rayllm.operator.api.v1alpha1.ModelProfile;
import dev.rayllm.operator.api.v1alpha1.ModelProfileStatus;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.catalog.ModelRow;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Says of each ModelProfile whether it can be used. A broken one harms nobody but its own users. */
@ControllerConfiguration(name = "modelprofile", fieldManager = Patches.FIELD_MANAGER)
public class ModelProfileReconciler implements Reconciler<ModelProfile> {

    @Override
    public UpdateControl<ModelProfile> reconcile(ModelProfile profile, Context<ModelProfile> context) {
        ModelProfileStatus status = status(profile);
        if (status.equals(profile.getStatus())) {
            return UpdateControl.noUpdate();
        }
        ModelProfile patch = new ModelProfile();
        patch.setMetadata(new ObjectMetaBuilder().withName(profile.getMetadata().getName()).build());
        patch.setStatus(status);
        return UpdateControl.patchStatus(patch);
    }

    private static ModelProfileStatus status(ModelProfile profile) {
        List<String> problems = new ModelRow(profile.getMetadata().getName(), profile.getSpec(), false).problems();
        String word = problems.isEmpty() ? ConditionStatus.TRUE.text() : ConditionStatus.FALSE.text();
        String since = profile.getStatus() == null ? now() : profile.getStatus().conditions().stream()
                .filter(c -> c.status().equals(word)).map(Condition::lastTransitionTime).findFirst().orElse(now());
        Long generation = profile.getMetadata().getGeneration();
        Condition accepted = new Condition(ConditionType.ACCEPTED.text(), word,
                (problems.isEmpty() ? Reason.PLANNED : Reason.PROFILE_INVALID).text(),
                problems.isEmpty() ? "deployments can name this profile" : String.join("; ", problems), since,
                generation);
        return new ModelProfileStatus(generation, List.of(accepted));
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
