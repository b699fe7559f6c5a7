package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.EngineSpec;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.catalog.Runtime;
import dev.rayllm.operator.catalog.RuntimeTable;
import dev.rayllm.operator.catalog.VllmVersion;
import java.util.stream.Collectors;

/** Finds Ray, vLLM and the image of a deployment. */
final class RuntimeChoice {

    /** Which cards an own image holds kernels for. */
    private static final int NOT_KNOWN = 0;

    private RuntimeChoice() {
    }

    static Runtime of(EngineSpec engine, PlannerSettings settings, RuntimeTable table) {
        if (engine.image() != null) {
            return new Runtime("custom", engine.rayVersion(), VllmVersion.parse(engine.vllmVersion()), engine.image(),
                    NOT_KNOWN);
        }
        String name = engine.runtime() != null ? engine.runtime() : settings.defaultRuntime();
        if (name == null) {
            return table.standard();
        }
        return table.find(name).orElseThrow(() -> new Refusal(Reason.UNKNOWN_RUNTIME, "spec.engine.runtime",
                "'" + name + "' is not in the runtime table", "Known: "
                        + table.list().stream().map(Runtime::name).collect(Collectors.joining(", "))
                        + "; or set engine.image with rayVersion and vllmVersion"));
    }

    /** A warning for an image that is not in the table, or null. */
    static String warning(EngineSpec engine) {
        return engine.image() == null ? null : "engine.image '" + engine.image() + "' is not in the runtime table:"
                + " it must hold Ray " + engine.rayVersion() + " and vLLM " + engine.vllmVersion()
                + " and run as user 1000 (images of vLLM alone hold no Ray since 0.18)";
    }
}
