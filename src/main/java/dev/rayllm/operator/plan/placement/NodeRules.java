package dev.rayllm.operator.plan.placement;

import java.util.Optional;

/** What a candidate's card, fabric or node cannot do, before its memory is counted. */
final class NodeRules {

    private NodeRules() {
    }

    /** An obstacle in words. */
    record Problem(Obstacle obstacle, String text) {
    }

    /**
     * The first obstacle, or empty.
     *
     * @param weightsGib size of the checkpoint, GiB
     */
    static Optional<Problem> problem(Demand demand, Candidate candidate, double weightsGib) {
        Optional<String> card = GpuRules.problem(demand, candidate.gpu());
        if (card.isPresent()) {
            return card.map(text -> new Problem(Obstacle.CARD, text));
        }
        if (demand.efa() && candidate.stages() > 1 && candidate.type().efaCount() == 0) {
            return Optional.of(new Problem(Obstacle.FABRIC, candidate.type().name() + " has no Elastic Fabric Adapter"));
        }
        return WorkerSizing.shareProblem(candidate, weightsGib).map(text -> new Problem(Obstacle.NODE, text))
                .or(() -> WorkerSizing.diskProblem(demand, candidate, weightsGib).map(text -> new Problem(Obstacle.DISK, text)));
    }
}
