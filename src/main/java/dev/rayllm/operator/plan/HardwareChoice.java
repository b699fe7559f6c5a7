package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.HardwareSpec;
import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.InstanceType;
import dev.rayllm.operator.plan.placement.Search.Hardware;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Which instance types are accepted. */
final class HardwareChoice {

    private static final int SUGGESTIONS = 3;

    private final Catalog catalog;

    HardwareChoice(Catalog catalog) {
        this.catalog = catalog;
    }

    /** The accepted types, in the table's order; refuses names that do not exist and sets that do not meet. */
    List<Hardware> accepted(HardwareSpec hardware, ModelProfileSpec profile) {
        List<Gpu> gpus = gpus(hardware.gpus());
        if (!hardware.instanceTypes().isEmpty()) {
            return named(hardware.instanceTypes(), gpus);
        }
        if (gpus.isEmpty()) {
            gpus = profile.gpus().stream().map(catalog.gpus()::find).flatMap(java.util.Optional::stream).toList();
        }
        List<Hardware> accepted = all(gpus);
        if (accepted.isEmpty()) {
            throw new Refusal(Reason.NO_MATCHING_HARDWARE, "spec.hardware.gpus",
                    "no instance type in the table carries " + names(gpus), "See `rayllm gpus`, or add instance rows");
        }
        return accepted;
    }

    /** All types of the table, for saying what would work. */
    List<Hardware> everything() {
        return all(List.of());
    }

    private List<Gpu> gpus(List<String> names) {
        List<Gpu> gpus = new ArrayList<>();
        for (String name : names) {
            gpus.add(catalog.gpus().find(name).orElseThrow(() -> new Refusal(Reason.UNKNOWN_GPU,
                    "spec.hardware.gpus", "'" + name + "' is not a known GPU", "Nearest: "
                            + String.join(", ", catalog.gpus().nearest(name, SUGGESTIONS))
                            + ". `rayllm gpus` lists all")));
        }
        return gpus;
    }

    private List<Hardware> named(List<String> names, List<Gpu> gpus) {
        List<Hardware> accepted = new ArrayList<>();
        for (String name : names) {
            InstanceType type = catalog.instances().find(name).orElseThrow(() -> new Refusal(
                    Reason.UNKNOWN_INSTANCE_TYPE, "spec.hardware.instanceTypes", "'" + name
                    + "' is not in the instance table", "Nearest: "
                            + String.join(", ", catalog.instances().nearest(name, SUGGESTIONS))));
            Gpu gpu = catalog.gpu(type);
            if (!gpus.isEmpty() && !gpus.contains(gpu)) {
                throw new Refusal(Reason.NO_MATCHING_HARDWARE, "spec.hardware.instanceTypes", "'" + name
                        + "' carries " + gpu.name() + ", which hardware.gpus does not accept (" + names(gpus) + ")",
                        "Remove one of the two");
            }
            accepted.add(new Hardware(type, gpu));
        }
        return accepted;
    }

    /** Types without a price are left out here: nobody chooses a machine whose bill is unknown. Name them to use them. */
    private List<Hardware> all(List<Gpu> gpus) {
        return catalog.instances().list().stream()
                .filter(t -> !Double.isNaN(t.onDemandUsdPerHour()) || !gpus.isEmpty())
                .map(t -> new Hardware(t, catalog.gpu(t)))
                .filter(h -> gpus.isEmpty() || gpus.contains(h.gpu()))
                .toList();
    }

    private static String names(List<Gpu> gpus) {
        return gpus.stream().map(Gpu::name).collect(Collectors.joining(", "));
    }
}
