package dev.rayllm.operator.controller;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.util.Arrays;
import java.util.Map;

/**
 * The release that a CRD belongs to, read from its stamp. Without a readable stamp it counts as older than any.
 *
 * @param numbers major, minor, patch
 */
record CrdRelease(int... numbers) {

    private static final String ANNOTATION = "rayllm.dev/crd-version";
    private static final String FORM = "\\d{1,4}\\.\\d{1,4}\\.\\d{1,4}";

    static CrdRelease of(CustomResourceDefinition crd) {
        Map<String, String> annotations = crd.getMetadata().getAnnotations();
        String stamp = annotations == null ? "" : annotations.getOrDefault(ANNOTATION, "");
        return stamp.matches(FORM) ? new CrdRelease(Arrays.stream(stamp.split("\\.")).mapToInt(Integer::parseInt).toArray())
                : new CrdRelease();
    }

    boolean isBefore(CrdRelease other) {
        return Arrays.compare(numbers, other.numbers) < 0;
    }

    @Override
    public String toString() {
        return numbers.length == 0 ? "an unknown release"
                : "release " + numbers[0] + "." + numbers[1] + "." + numbers[2];
    }
}
