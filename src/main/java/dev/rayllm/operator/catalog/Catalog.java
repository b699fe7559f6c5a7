package dev.rayllm.operator.catalog;

import java.util.Comparator;
import java.util.List;

/**
 * What is known of models, GPUs, machines, runtimes and engine arguments. Immutable; rows from outside make a new one.
 */
public final class Catalog {

    private final ModelTable models;
    private final InstanceTable instances;
    private final String pricesOf;

    private Catalog(ModelTable models, InstanceTable instances, String pricesOf) {
        this.models = models;
        this.instances = instances;
        this.pricesOf = pricesOf;
    }

    /** The tables of this release; read from the class path at the first call. */
    public static Catalog builtIn() {
        return BuiltIn.CATALOG;
    }

    private static final class BuiltIn {
        private static final Catalog CATALOG = new Catalog(ModelTable.load(), BuiltInInstances.table(),
                BuiltInInstances.pricesOf());
    }

    /** Read only when asked for: most look-ups need neither. */
    private static final class Arguments {
        private static final EngineArgumentTable TABLE = EngineArgumentTable.load();
    }

    private static final class Runtimes {
        private static final RuntimeTable TABLE = RuntimeTable.load();
    }

    /** The profile table. */
    public ModelTable models() {
        return models;
    }

    /** The GPUs. */
    public GpuTable gpus() {
        return GpuTable.builtIn();
    }

    /** The machines. */
    public InstanceTable instances() {
        return instances;
    }

    /** Which Ray, vLLM and image go together. */
    public RuntimeTable runtimes() {
        return Runtimes.TABLE;
    }

    /**
     * What a vLLM release accepts. Between two releases of the runtime table the older one counts, as an argument that
     * only the newer one has may be missing; before the oldest, the oldest.
     */
    public EngineArguments engineArguments(VllmVersion version) {
        List<VllmVersion> known = runtimes().list().stream().map(Runtime::vllmVersion).sorted().toList();
        VllmVersion row = known.stream().filter(v -> v.compareTo(version) <= 0).max(Comparator.naturalOrder())
                .orElse(known.get(0));
        return new EngineArguments(Arguments.TABLE, row);
    }

    /** The card of a machine of this catalogue. */
    public Gpu gpu(InstanceType type) {
        return gpus().find(type.gpu()).orElseThrow(
                () -> new IllegalArgumentException(type.name() + " carries '" + type.gpu() + "', which is not a known GPU"));
    }

    /** Whether a machine is one of the built-in table, with its price. */
    public boolean builtIn(InstanceType type) {
        return builtIn().instances.find(type.name()).filter(type::equals).isPresent();
    }

    /** Date of the built-in prices, ISO 8601. */
    public String pricesOf() {
        return pricesOf;
    }

    /** This catalogue with more models; one with a known name replaces that row. */
    public Catalog withModels(List<ModelRow> extra) {
        return new Catalog(models.with(extra), instances, pricesOf);
    }

    /** This catalogue with more machines; one with a known name replaces that row. */
    public Catalog withInstances(List<InstanceType> extra) {
        return new Catalog(models, instances.with(extra), pricesOf);
    }
}
