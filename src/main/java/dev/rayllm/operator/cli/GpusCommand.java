package dev.rayllm.operator.cli;

import dev.rayllm.operator.catalog.Catalog;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.InstanceType;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists GPUs and the machines that carry them. */
@Command(name = "gpus", description = "List the GPUs that hardware.gpus can name; with a name, the machines that carry it.")
final class GpusCommand implements Callable<Integer> {

    private static final int SUGGESTIONS = 3;

    @Spec
    private CommandSpec spec;
    @Mixin
    private PlanningOptions planning;
    @Mixin
    private FormatOption format;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "GPU model.")
    private String name;

    /** One element of the list that {@code -o json} and {@code -o yaml} write; figures that are not known are left out. */
    record View(String name, List<String> aliases, double memoryGib, double nominalGib, String computeCapability,
            boolean bfloat16, boolean fp8, double bandwidthGBs, List<Machine> instanceTypes) {
    }

    /** A machine that carries a GPU. */
    record Machine(String name, int gpuCount, double cpuCores, double memoryGib, int efaCount, Double usdPerHour,
            Double spotUsdPerHour) {
    }

    @Override
    public Integer call() {
        Catalog catalog = planning.catalog();
        List<Gpu> gpus = catalog.gpus().list();
        if (name != null) {
            gpus = catalog.gpus().find(name).stream().toList();
            if (gpus.isEmpty()) {
                List<String> near = catalog.gpus().nearest(name, SUGGESTIONS);
                spec.commandLine().getErr().println("refused: '" + name + "' is not a known GPU"
                        + (near.isEmpty() ? "" : "; nearest: " + String.join(", ", near)) + ". `rayllm gpus` lists all");
                return RayllmMain.REFUSED;
            }
        }
        List<View> views = gpus.stream().map(gpu -> view(gpu, catalog)).toList();
        if (!format.table()) {
            format.write(spec.commandLine().getOut(), views);
        } else {
            spec.commandLine().getOut().print(name == null ? overview(views) : machines(views.getFirst()));
        }
        return 0;
    }

    private static String overview(List<View> views) {
        TextTable text = new TextTable("GPU", "GIB", "COMPUTE", "BF16", "FP8", "GB/S", "CHEAPEST MACHINE", "$/H", "MACHINES");
        for (View gpu : views) {
            Machine cheapest = gpu.instanceTypes().stream().filter(m -> m.usdPerHour() != null).findFirst().orElse(null);
            text.row(gpu.name(), Figures.one(gpu.memoryGib()), gpu.computeCapability(), gpu.bfloat16() ? "yes" : "no",
                    gpu.fp8() ? "yes" : "no", Figures.whole(gpu.bandwidthGBs()), cheapest == null ? "" : cheapest.name(),
                    cheapest == null ? "" : Figures.two(cheapest.usdPerHour()), gpu.instanceTypes().size());
        }
        return text.text("");
    }

    private static String machines(View gpu) {
        TextTable text = new TextTable("MACHINE", "GPUS", "CPU", "MEMORY GIB", "EFA", "$/H", "SPOT $/H");
        gpu.instanceTypes().forEach(m -> text.row(m.name(), m.gpuCount() + "×" + gpu.name(), Figures.one(m.cpuCores()),
                Figures.whole(m.memoryGib()), m.efaCount(), m.usdPerHour() == null ? "" : Figures.two(m.usdPerHour()),
                m.spotUsdPerHour() == null ? "" : Figures.two(m.spotUsdPerHour())));
        return text.text("");
    }

    private static View view(Gpu gpu, Catalog catalog) {
        List<Machine> machines = catalog.instances().list().stream().filter(type -> catalog.gpu(type).equals(gpu))
                .sorted(Comparator.comparingDouble(InstanceType::onDemandUsdPerHour).thenComparing(InstanceType::name))
                .map(t -> new Machine(t.name(), t.gpuCount(), t.cpuCores(), t.memoryGib(), t.efaCount(),
                        known(t.onDemandUsdPerHour()), known(t.spotUsdPerHour())))
                .toList();
        return new View(gpu.name(), gpu.aliases(), gpu.memoryGib(), gpu.nominalGib(),
                gpu.computeCapability() / 10 + "." + gpu.computeCapability() % 10, gpu.supportsBfloat16(),
                gpu.fp8Tflops() > 0, gpu.bandwidthGBs(), machines);
    }

    private static Double known(double figure) {
        return Double.isNaN(figure) ? null : figure;
    }
}
