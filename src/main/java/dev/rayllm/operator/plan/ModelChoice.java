package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.api.v1alpha1.ModelSpec;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.catalog.ModelRow;
import dev.rayllm.operator.catalog.ModelTable;
import dev.rayllm.operator.plan.placement.Search;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Finds the profile row of a deployment. */
final class ModelChoice {

    private static final int SUGGESTIONS = 3;

    private ModelChoice() {
    }

    /** The row, which names a known model with facts that can be. */
    static ModelRow of(ModelSpec model, ModelTable table, Search search) {
        String field = model.profile() != null ? "spec.model.profile" : "spec.model.id";
        String wanted = model.profile() != null ? model.profile() : model.id();
        ModelRow row = table.find(wanted).orElseThrow(() -> unknown(field, wanted, table));
        List<String> problems = row.problems();
        if (!problems.isEmpty()) {
            throw new Refusal(Reason.PROFILE_INVALID, field, "ModelProfile '" + row.name() + "' cannot be used: "
                    + String.join("; ", problems), "Mend the ModelProfile, or name another profile");
        }
        ProfileSize.problem(row, search).ifPresent(problem -> {
            throw new Refusal(Reason.PROFILE_INVALID, field, "ModelProfile '" + row.name() + "' cannot be used: " + problem,
                    "Mend the ModelProfile, or name another profile");
        });
        refuseOther(model, row, table);
        return row;
    }

    /** A repository of another row with another shape is no fine-tune of the profile: all sizing would be wrong. */
    private static void refuseOther(ModelSpec model, ModelRow row, ModelTable table) {
        other(model, row, table).filter(other -> !sameShape(other, row)).ifPresent(other -> {
            throw new Refusal(Reason.INVALID_SPEC, "spec.model.id", "'" + model.id() + "' is the model of profile "
                    + other.name() + ", whose shape is not that of profile " + row.name(),
                    "Set model.profile to " + other.name() + ", or leave it out");
        });
    }

    /** A warning when the repository is that of another row of the same shape. */
    static Optional<String> otherRow(ModelSpec model, ModelRow row, ModelTable table) {
        return other(model, row, table).map(other -> "model.id " + model.id() + " is the model of profile " + other.name()
                + ": sizing, defaults and parsers here are those of profile " + row.name());
    }

    private static Optional<ModelRow> other(ModelSpec model, ModelRow row, ModelTable table) {
        return model.profile() == null || model.id() == null ? Optional.empty()
                : table.find(model.id()).filter(found -> !found.name().equals(row.name())
                        && !model.id().equals(row.spec().id()));
    }

    /** Whether two rows are the same but for how weights are stored. */
    private static boolean sameShape(ModelRow a, ModelRow b) {
        Architecture one = a.spec().architecture();
        Architecture two = b.spec().architecture();
        return one.modelType().equals(two.modelType()) && one.hiddenSize().equals(two.hiddenSize())
                && one.numHiddenLayers().equals(two.numHiddenLayers())
                && one.numAttentionHeads().equals(two.numAttentionHeads())
                && one.keyValueHeads() == two.keyValueHeads() && Objects.equals(one.numExperts(), two.numExperts());
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
