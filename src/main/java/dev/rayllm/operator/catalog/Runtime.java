package dev.rayllm.operator.catalog;

/**
 * A tested pair of Ray and vLLM with the image that holds both.
 *
 * @param name                 what users write in {@code engine.runtime}: Ray's major and minor, such as {@code 2.59}
 * @param rayVersion           full Ray version
 * @param vllmVersion          vLLM version that this Ray pins
 * @param image                image with tag
 * @param minComputeCapability oldest cards that the image holds kernels for, CUDA compute capability × 10; 0 when not known
 */
public record Runtime(String name, String rayVersion, VllmVersion vllmVersion, String image, int minComputeCapability) {
}
