package dev.rayllm.operator.plan.placement;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.InstanceType;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
    /**
     * Fewest GPUs of a machine that shares a replica with others unasked, all its GPUs in one group: below, a larger
     * machine with the same cards does the same over a faster bus, and a small one named by mistake would become a
     * cluster.
     */
    private static final int LARGE_MACHINE_GPUS = 8;

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
    }

    /** Weighs all options. */
    public Result run(Demand demand, List<Hardware> hardware) {
        Round round = new Round(demand, hardware);
        if (demand.pipelineParallelSize() != null) {
            round.add(demand.pipelineParallelSize(), 1);
        } else {
            round.add(1, 1);
            for (int stages = 2; stages <= MOST_NODES && !round.fits(); stages++) {
                round.add(stages, LARGE_MACHINE_GPUS);
            }
        }
        return round.result();
    }

    /** The cheapest option over the fewest nodes of any size that carries the demand, or null. */
    public Option acrossNodes(Demand demand, List<Hardware> hardware) {
        Option best = null;
        for (int stages = 2; stages <= MOST_NODES && best == null; stages++) {
            best = run(demand.withStages(stages), hardware).best();
        }
        return best;
    }

    /** GiB of the whole checkpoint. */
    public double checkpointGib(Demand demand) {
        return demand.weights() != null && demand.weights().bytes() != null
                ? demand.weights().bytes() / (double) (1L << 30) : checkpointGib(demand.model());
    }

    /** GiB of the whole checkpoint of an architecture, computed. */
    public double checkpointGib(Architecture model) {
        return memory.checkpointGib(model);
    }

    /** Whether and how a card carries a demand with settings that are given. */
    public EngineSizing.Sized judge(Demand demand, Gpu gpu, EngineSizing.Sized settings) {
        return sizing.judge(demand, gpu, settings.shape());
    }

    /** Requests of the typical length that the cache of a sized engine holds at once. */
    public long typicalRequests(Demand demand, EngineSizing.Sized sized) {
        return sizing.heldRequests(demand, sized);
    }

    /** One run: options of the same card and split share their sizing. */
    private final class Round {

        private final Demand demand;
        private final List<Hardware> hardware;
        private final double weightsGib;
        private final Map<Engine, EngineSizing.Sized> sizes = new HashMap<>();
        private final Map<Engine, EngineSizing.Sized> wholeSizes = new HashMap<>();
        private final List<Option> options = new ArrayList<>();

        /** What a sizing depends on beside the demand. */
        private record Engine(Gpu gpu, int tensorParallelSize, int stages) {
        }

        Round(Demand demand, List<Hardware> hardware) {
            this.demand = demand;
            this.hardware = hardware;
            this.weightsGib = checkpointGib(demand);
        }

        void add(int stages, int smallestGroup) {
            if (stages > demand.model().numHiddenLayers()) {
                return;
            }
            for (Hardware h : hardware) {
                tensorParallelSizes(h, stages).stream().filter(tp -> tp >= smallestGroup).forEach(tp ->
                        options.add(weigh(new Candidate(h.type(), h.gpu(), tp, stages))));
                if (stages == 1) {
                    wholeExperts(h).ifPresent(options::add);
                }
            }
        }

        boolean fits() {
            return options.stream().anyMatch(Option::fits);
        }

        Result result() {
            List<Option> fitting = options.stream().filter(Option::fits).sorted(Option.BY_PRICE).toList();
            List<Option> failing = options.stream().filter(o -> !o.fits()).sorted(Option.BY_SHORTFALL).toList();
            return new Result(fitting.isEmpty() ? null : fitting.get(0), fitting, failing);
        }

        /** Over several nodes a worker takes all GPUs of its node, unless asked otherwise. */
        private List<Integer> tensorParallelSizes(Hardware h, int stages) {
            int gpus = h.type().gpuCount();
            if (demand.tensorParallelSize() != null) {
                return demand.tensorParallelSize() <= gpus ? List.of(demand.tensorParallelSize()) : List.of();
            }
            return IntStream.rangeClosed(stages > 1 ? gpus : 1, gpus)
                    .filter(tp -> ParallelRules.problem(demand.model(), tp, demand.expertParallel()).isEmpty())
                    .boxed().toList();
        }

        /** All GPUs of a machine, where only the cut through experts forbids it: told, as the user can ask for whole experts. */
        private Optional<Option> wholeExperts(Hardware h) {
            int tp = h.type().gpuCount();
            Optional<String> problem = ParallelRules.problem(demand.model(), tp, false);
            if (demand.expertParallel() || demand.tensorParallelSize() != null || problem.isEmpty()
                    || ParallelRules.problem(demand.model(), tp, true).isPresent()) {
                return Optional.empty();
            }
            Candidate candidate = new Candidate(h.type(), h.gpu(), tp, 1);
            boolean carries = NodeRules.problem(demand, candidate, weightsGib).isEmpty() && wholeSizes.computeIfAbsent(
                    new Engine(h.gpu(), tp, 1), e -> sizing.size(demand.withWholeExperts(), e.gpu(), e.tensorParallelSize(), 1)).fits();
            return carries ? Optional.of(Option.near(candidate, Obstacle.SPLIT, "tensor parallel " + tp + " " + problem.get()
                    + "; it fits with engine.extraArgs.enable_expert_parallel: true, which leaves experts whole", price(candidate)))
                    : Optional.empty();
        }

        private double price(Candidate candidate) {
            return Prices.perHour(candidate.type(), demand.spotOnly()) * candidate.nodes(demand.replicas()) / demand.replicas();
        }

        private Option weigh(Candidate candidate) {
            double price = price(candidate);
            Optional<NodeRules.Problem> problem = NodeRules.problem(demand, candidate, weightsGib);
            if (problem.isPresent() && problem.get().obstacle() == Obstacle.CARD) {
                return Option.blocked(candidate, Obstacle.CARD, problem.get().text(), price);
            }
            // A node that is too small is worth telling only of cards that would carry the demand: a larger node mends it then.
            EngineSizing.Sized sized = sizes.computeIfAbsent(
                    new Engine(candidate.gpu(), candidate.tensorParallelSize(), candidate.stages()),
                    e -> sizing.size(demand, e.gpu(), e.tensorParallelSize(), e.stages()));
            return problem.isPresent() && sized.fits() ? Option.near(candidate, problem.get().obstacle(), problem.get().text(), price)
                    : Option.sized(candidate, sized, price);
        }
    }
}
