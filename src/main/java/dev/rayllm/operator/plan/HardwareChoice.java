package dev.rayllm.operator.plan;

import dev.rayllm.operator.api.v1alpha1.HardwareSpec;
import dev.rayllm.operator.api.v1alpha1.ModelProfileSpec;
import dev.rayllm.operator.api.v1alpha1.Reason;
import dev.rayllm.operator.api.v1alpha1.TriedOption;
import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.InstanceType;
import dev.rayllm.operator.plan.placement.Search.Hardware;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which instance types are accepted. */
final class HardwareChoice {

    private static final int SUGGESTIONS = 3;

    private final Catalog catalog;

    HardwareChoice(Catalog catalog) {
        this.catalog = catalog;
    }

    /**
     * The accepted types, in the table's order; refuses names that do not exist and sets that do not meet.
     *
     * @param existing whether nodes are used that are there, whatever they cost
     * @param tried    what is left out, as no node came for it
     */
    List<Hardware> accepted(HardwareSpec hardware, ModelProfileSpec profile, boolean existing, List<TriedOption> tried) {
        List<Hardware> left = accepted(hardware, profile, existing).stream().filter(h -> tried.stream().noneMatch(t ->
                t.gpu().equals(h.gpu().name()) || t.instanceTypes().contains(h.type().name()))).toList();
        if (left.isEmpty()) {
            throw new Refusal(Reason.NO_MATCHING_HARDWARE, "spec.hardware", "no accepted GPU is left beside those for which"
                    + " no node came", "Accept further hardware.gpus or instanceTypes");
        }
        return left;
    }

    private List<Hardware> accepted(HardwareSpec hardware, ModelProfileSpec profile, boolean existing) {
        List<Gpu> gpus = gpus(hardware.gpus());
        if (!hardware.instanceTypes().isEmpty()) {
            return named(hardware.instanceTypes(), gpus);
        }
        boolean unpriced = existing || !gpus.isEmpty();
        List<Gpu> wanted = gpus.isEmpty() ? hinted(profile) : gpus;
        List<Hardware> accepted = all(wanted, unpriced);
        if (accepted.isEmpty()) {
            throw new Refusal(Reason.NO_MATCHING_HARDWARE, "spec.hardware.gpus", "no instance type in the table carries "
                    + (wanted.isEmpty() ? "a GPU" : names(wanted)), "See `rayllm gpus`, or add instance rows");
        }
        return accepted;
    }

    /** The types that a model is given unasked, for saying what would work. */
    List<Hardware> sensible(ModelProfileSpec profile) {
        return all(hinted(profile), false);
    }

    private List<Gpu> hinted(ModelProfileSpec profile) {
        return profile.gpus().stream().map(catalog.gpus()::find).flatMap(Optional::stream).toList();
    }

    private List<Gpu> gpus(List<String> names) {
        List<Gpu> gpus = new ArrayList<>();
        for (String name : names) {
            gpus.add(catalog.gpus().find(name).orElseThrow(() -> new Refusal(Reason.UNKNOWN_GPU,
                    "spec.hardware.gpus", "'" + name + "' is not a known GPU",
                    nearest(catalog.gpus().nearest(name, SUGGESTIONS)) + "`rayllm gpus` lists all")));
        }
        return gpus;
    }

    private List<Hardware> named(List<String> names, List<Gpu> gpus) {
        List<Hardware> accepted = new ArrayList<>();
        for (String name : names) {
            InstanceType type = catalog.instances().find(name).orElseThrow(() -> new Refusal(
                    Reason.UNKNOWN_INSTANCE_TYPE, "spec.hardware.instanceTypes", "'" + name
                    + "' is not in the instance table", nearest(catalog.instances().nearest(name, SUGGESTIONS))
                            + "`rayllm gpus NAME` lists the machines of a GPU"));
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

    /** A machine whose bill is unknown is taken only for a GPU that the user named, and then after all others. */
    private List<Hardware> all(List<Gpu> gpus, boolean unpriced) {
        return catalog.instances().list().stream()
                .filter(t -> unpriced || !Double.isNaN(t.onDemandUsdPerHour()))
                .map(t -> new Hardware(t, catalog.gpu(t)))
                .filter(h -> gpus.isEmpty() || gpus.contains(h.gpu()))
                .toList();
    }

    private static String nearest(List<String> names) {
        return names.isEmpty() ? "" : "Nearest: " + String.join(", ", names) + ". ";
    }

    private static String names(List<Gpu> gpus) {
        return gpus.stream().map(Gpu::name).collect(Collectors.joining(", "));
    }
}
