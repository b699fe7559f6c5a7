package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.ModelSpec;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.catalog.ModelTable;
import java.util.List;

/** Finds the profile row of a deployment. */
final class ModelChoice {

    private static final int SUGGESTIONS = 3;

    private ModelChoice() {
    }

    static ModelRow of(ModelSpec model, ModelTable table) {
        String field = model.profile() != null ? "spec.model.profile" : "spec.model.id";
        String wanted = model.profile() != null ? model.profile() : model.id();
        ModelRow row = table.find(wanted).orElseThrow(() -> unknown(field, wanted, table));
        List<String> problems = row.problems();
        if (!problems.isEmpty()) {
            throw new Refusal(Reason.PROFILE_INVALID, field, "ModelProfile '" + row.name() + "' cannot be used: "
                    + String.join("; ", problems), "Mend the ModelProfile, or name another profile");
        }
        return row;
    }

    private static Refusal unknown(String field, String wanted, ModelTable table) {
        List<String> near = table.nearest(wanted, SUGGESTIONS);
        String hint = near.isEmpty() ? "" : "Nearest: " + String.join(", ", near) + ". ";
        String remedy = field.endsWith("id")
                ? hint + "For a fine-tune set model.profile to the model it was made from; for a new architecture add"
                        + " a ModelProfile (`rayllm profile import config.json`)"
                : hint + "`rayllm profiles` lists all; a ModelProfile object adds one";
        return new Refusal(Reason.UNKNOWN_MODEL, field, "'" + wanted + "' is not in the profile table", remedy);
    }
}
