package dev.rayllm.operator.plan.sizing;

/**
 * What a family of models has by its code and not by its {@code config.json}; a row of {@code sizing/families.csv}.
 *
 * @param prefix             start of the {@code model_type} values of the family
 * @param otherLayers        kind of the layers that do not attend to everything: sliding, chunked, linear or none
 * @param fullEvery          every so many layers one attends to everything, where the configuration does not count them; -1: none does
 * @param queryGate          whether the query projection also yields an output gate as wide as the queries
 * @param attentionBias      whether query, key and value projections have a bias
 * @param normsPerLayer      normalisation vectors of a layer
 * @param rotaryShare        share of a head that is rotated
 * @param rotaryTables       tables of sines and cosines that the model holds
 * @param visionLayers       layers of the vision tower, where the configuration leaves them out; 0 for text models
 * @param visionHidden       its width
 * @param visionIntermediate width of its MLP as a multiple of its width
 * @param visionGated        whether its MLP has a gate
 * @param visionWhole        whether the tower stands whole on every tensor-parallel rank
 * @param linearStateBytes   bytes of one number of the recurrent state; 0: as the model's data type
 * @param queryRank          MLA: width of the compressed query where the configuration leaves it out; 0: queries are not compressed
 * @param mlpBesideExperts   whether a layer with experts has a dense MLP as well
 * @param expertFormat       format of the routed experts where it is not that of the other parts
 * @param compressedBytes    compressed cache: bytes of a token and layer, all compression ratios together; 0: not compressed
 * @param compressorBytes    compressed cache: bytes that a layer holds for each token of the window and of one step
 * @param mlpMatrices        3 for an MLP with a gate, 2 for one without
 * @param uncertainty        share of the card by which the figures may err where a part is measured and not derived
 */
record Family(
        String prefix,
        String otherLayers,
        int fullEvery,
        boolean queryGate,
        boolean attentionBias,
        int normsPerLayer,
        double rotaryShare,
        int rotaryTables,
        int visionLayers,
        int visionHidden,
        double visionIntermediate,
        boolean visionGated,
        boolean visionWhole,
        int linearStateBytes,
        int queryRank,
        boolean mlpBesideExperts,
        String expertFormat,
        double compressedBytes,
        double compressorBytes,
        double uncertainty,
        int mlpMatrices) {

    /** A plain decoder. */
    static final Family PLAIN = new Family("", "none", 0, false, false, 2, 1, 1, 0, 0, 4, false, false, 0, 0, false, "", 0, 0, 0, 3);
}
