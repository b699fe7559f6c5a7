package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.EngineSpec;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.catalog.Runtime;
import dev.rayllm.operator.catalog.RuntimeTable;
import dev.rayllm.operator.catalog.VllmVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Finds Ray, vLLM and the image of a deployment. */
final class RuntimeChoice {

    /** Which cards an own image holds kernels for. */
    private static final int NOT_KNOWN = 0;

    private RuntimeChoice() {
    }

    static Runtime of(EngineSpec engine, PlannerSettings settings, RuntimeTable table) {
        if (engine.image() != null) {
            checkAge(engine, table);
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

    /**
     * The table starts with the first Ray that knows all that is rendered (bundle_per_worker came with 2.56) and the vLLM
     * that it pins. Older ones ignore or refuse parts of it, on a node that is paid for.
     */
    private static void checkAge(EngineSpec engine, RuntimeTable table) {
        Runtime first = table.list().getFirst();
        String remedy = "Use an image with at least Ray " + first.rayVersion() + " and vLLM " + first.vllmVersion();
        if (version(engine.rayVersion()).compareTo(version(first.rayVersion())) < 0) {
            throw new Refusal(Reason.UNKNOWN_RUNTIME, "spec.engine.rayVersion", engine.rayVersion()
                    + " lacks settings of ray.serve.llm that are used here", remedy);
        }
        if (version(engine.vllmVersion()).compareTo(first.vllmVersion()) < 0) {
            throw new Refusal(Reason.UNKNOWN_RUNTIME, "spec.engine.vllmVersion", engine.vllmVersion()
                    + " is older than any that a supported Ray goes with", remedy);
        }
    }

    /** Warnings for an image that is not in the table. */
    static List<String> warnings(EngineSpec engine, RuntimeTable table) {
        if (engine.image() == null) {
            return List.of();
        }
        List<String> warnings = new ArrayList<>();
        warnings.add("engine.image '" + engine.image() + "' is not in the runtime table:"
                + " it must hold Ray " + engine.rayVersion() + " and vLLM " + engine.vllmVersion()
                + " and run as user 1000 (images of vLLM alone hold no Ray since 0.18)");
        Runtime last = table.list().getLast();
        if (version(engine.rayVersion()).compareTo(version(last.rayVersion())) > 0) {
            warnings.add("Ray " + engine.rayVersion() + " is newer than the newest of the runtime table, "
                    + last.rayVersion() + ": whether it takes all settings is not known");
        }
        if (version(engine.vllmVersion()).compareTo(last.vllmVersion()) > 0) {
            warnings.add("vLLM " + engine.vllmVersion() + " is newer than the newest of the runtime table, "
                    + last.vllmVersion() + ": engine arguments and memory are judged by that one");
        }
        return warnings;
    }

    /** Both kinds of version are three numbers. */
    private static VllmVersion version(String text) {
        return VllmVersion.parse(text);
    }
}
