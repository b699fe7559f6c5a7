package dev.rayllm.operator.foreign.ray;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;

/** What a RayService runs. {@code serveConfigV2} is a YAML document held as text. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RayServiceSpec(
        String serveConfigV2,
        RayServiceUpgradeStrategy upgradeStrategy,
        Integer rayClusterDeletionDelaySeconds,
        RayClusterSpec rayClusterConfig) {
}
