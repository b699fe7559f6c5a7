package dev.rayllm.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.catalog.Catalog;
import io.fabric8.kubernetes.client.utils.Serialization;

/** Deployments written as YAML, and what planning comes to. */
public final class Deployments {

    private Deployments() {
    }

    /** A deployment with this spec; braces or lines, as YAML has it. */
    public static LlmDeployment of(String spec) {
        String indented = spec.strip().lines().map(line -> "  " + line + "\n").reduce("", String::concat);
        return Serialization.unmarshal("apiVersion: rayllm.dev/v1alpha1\nkind: LlmDeployment\n"
                + "metadata: {name: model, namespace: llm}\nspec:\n" + indented, LlmDeployment.class);
    }

    /** What planning comes to with the tables of this release. */
    public static Outcome outcome(String spec) {
        return new Planner(Catalog.builtIn(), PlannerSettings.standard()).plan(of(spec));
    }

    public static Plan planned(String spec) {
        Outcome outcome = outcome(spec);
        assertThat(outcome).as("%s", outcome).isInstanceOf(Outcome.Planned.class);
        return ((Outcome.Planned) outcome).plan();
    }

    public static Outcome.Rejected rejected(String spec) {
        Outcome outcome = outcome(spec);
        assertThat(outcome).as("%s", outcome).isInstanceOf(Outcome.Rejected.class);
        return (Outcome.Rejected) outcome;
    }
}
