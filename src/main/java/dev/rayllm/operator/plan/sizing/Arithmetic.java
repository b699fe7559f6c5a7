package dev.rayllm.operator.plan.sizing;

/** In which numbers a card multiplies; formats that are unpacked first multiply in 16 bits. */
public enum Arithmetic {

    /** bfloat16 or float16. */
    SIXTEEN_BIT,
    /** FP8 or INT8 weights and activations. */
    EIGHT_BIT,
    /** NVFP4 weights and activations. */
    FOUR_BIT
}
