package dev.rayllm.operator.plan.placement;

import dev.rayllm.operator.api.v1alpha1.RejectedOption;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.InstanceType;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds the cheapest hardware by enumeration: every accepted instance type with every tensor parallel size that the
 * model and the node allow. One node for a replica comes first; pipeline stages over several nodes are tried only
 * when no single accepted node carries the demand (or when asked for), as each further node adds a way to fail.
 */
public final class Search {

    /** Most nodes of one replica that are tried unasked. */
    private static final int MOST_NODES = 8;

    private final MemoryModel memory;
    private final EngineSizing sizing;

    public Search(MemoryModel memory) {
        this.memory = memory;
        this.sizing = new EngineSizing(memory);
    }

    /** An instance type with its GPU. */
    public record Hardware(InstanceType type, Gpu gpu) {
    }

    /**
     * All options that were weighed.
     *
     * @param best    the cheapest that carries the demand, or null
     * @param fitting all that carry it, cheapest first
     * @param failing all that do not, nearest first
     */
    public record Result(Option best, List<Option> fitting, List<Option> failing) {

        /** Every other option with its one reason, nearest misses first. */
        public List<RejectedOption> rejected() {
            List<RejectedOption> rejected = new ArrayList<>();
            fitting.stream().filter(o -> o != best)
                    .forEach(o -> rejected.add(new RejectedOption(o.candidate().text(), dearer(o))));
            failing.forEach(o -> rejected.add(new RejectedOption(o.candidate().text(), o.refusal())));
            return rejected;
        }

        private String dearer(Option option) {
            if (Double.isNaN(option.usdPerReplica())) {
                return "fits, but its price is not known";
            }
            return option.usdPerReplica() > best.usdPerReplica()
                    ? String.format(Locale.ROOT, "fits, at %.3f USD/h instead of %.3f", option.usdPerReplica(),
                            best.usdPerReplica())
                    : "fits at the same price, with " + (option.candidate().stages() > best.candidate().stages()
                            ? "more nodes" : "no more cache");
        }
    }

    /** Weighs all options. */
    public Result run(Demand demand, List<Hardware> hardware) {
        double weightsGib = checkpointGib(demand, hardware);
        Map<String, EngineSizing.Sized> sizes = new HashMap<>();
        List<Option> options = new ArrayList<>();
        if (demand.pipelineParallelSize() != null) {
            addAll(demand, hardware, demand.pipelineParallelSize(), weightsGib, sizes, options);
        } else {
            addAll(demand, hardware, 1, weightsGib, sizes, options);
            for (int stages = 2; stages <= MOST_NODES && options.stream().noneMatch(Option::fits); stages++) {
                addAll(demand, hardware, stages, weightsGib, sizes, options);
            }
        }
        List<Option> fitting = options.stream().filter(Option::fits).sorted(Option.BY_PRICE).toList();
        List<Option> failing = options.stream().filter(o -> !o.fits()).sorted(Option.BY_SHORTFALL).toList();
        return new Result(fitting.isEmpty() ? null : fitting.get(0), fitting, failing);
    }

    /** GiB of the whole checkpoint, as the sum of one rank's view of it. */
    public double checkpointGib(Demand demand, List<Hardware> hardware) {
        if (demand.weights() != null && demand.weights().bytes() != null) {
            return demand.weights().bytes() / (double) (1L << 30);
        }
        return hardware.isEmpty() ? 0
                : sizing.size(demand, hardware.get(0).gpu(), 1, 1).estimate().weights();
    }

    private void addAll(Demand demand, List<Hardware> hardware, int stages, double weightsGib,
            Map<String, EngineSizing.Sized> sizes, List<Option> options) {
        for (Hardware h : hardware) {
            tensorParallelSizes(demand, h, stages).forEach(tp -> options.add(
                    weigh(demand, new Candidate(h.type(), h.gpu(), tp, stages), weightsGib, sizes)));
        }
    }

    /** Over several nodes a worker takes all GPUs of its node, unless asked otherwise. */
    private static List<Integer> tensorParallelSizes(Demand demand, Hardware hardware, int stages) {
        int gpus = hardware.type().gpuCount();
        if (stages > demand.model().numHiddenLayers()) {
            return List.of();
        }
        if (demand.tensorParallelSize() != null) {
            return demand.tensorParallelSize() <= gpus ? List.of(demand.tensorParallelSize()) : List.of();
        }
        return IntStream.rangeClosed(stages > 1 ? gpus : 1, gpus)
                .filter(tp -> ParallelRules.problem(demand.model(), tp, demand.expertParallel()).isEmpty())
                .boxed().toList();
    }

    private Option weigh(Demand demand, Candidate candidate, double weightsGib,
            Map<String, EngineSizing.Sized> sizes) {
        double price = Prices.perHour(candidate.type(), demand.spotOnly()) * candidate.nodes(demand.replicas())
                / demand.replicas();
        Optional<String> refused = hardwareProblem(demand, candidate, weightsGib);
        if (refused.isPresent()) {
            return new Option(candidate, null, refused.get(), Double.POSITIVE_INFINITY, price);
        }
        String key = candidate.gpu().name() + "/" + candidate.tensorParallelSize() + "/" + candidate.stages();
        EngineSizing.Sized sized = sizes.computeIfAbsent(key, k -> sizing.size(demand, candidate.gpu(),
                candidate.tensorParallelSize(), candidate.stages()));
        return new Option(candidate, sized, sized.refusal(), sized.shortfall(), price);
    }

    private static Optional<String> hardwareProblem(Demand demand, Candidate candidate, double weightsGib) {
        Optional<String> card = GpuRules.problem(demand.model(), demand.dtype(), demand.quantization(),
                demand.kvCacheDtype(), candidate.gpu());
        if (card.isPresent()) {
            return card;
        }
        if (demand.efa() && candidate.type().efaCount() == 0) {
            return Optional.of(candidate.type().name() + " has no Elastic Fabric Adapter");
        }
        return WorkerSizing.problem(candidate, weightsGib, demand);
    }

    /** The memory model that options are sized with. */
    public MemoryModel memory() {
        return memory;
    }
}
