package dev.rayllm.operator.plan.placement;

/** What keeps an option from carrying a demand, the most easily mended first. */
public enum Obstacle {
    /** Whole quantisation groups cannot be cut so; with whole experts on each rank it would carry the demand. */
    SPLIT,
    /** GPU memory: the weights, one full-length request, or the requests at once. */
    MEMORY,
    /** CPU or memory of the node. */
    NODE,
    /** Disk of the node. */
    DISK,
    /** The fabric that was asked for. */
    FABRIC,
    /** What the card computes, or the image holds code for. */
    CARD
}
