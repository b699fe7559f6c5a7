package dev.rayllm.operator.foreign.prometheus;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/** A step that makes labels of a target or a sample; actions in lower case, which every version takes. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Relabeling(
        String action,
        List<String> sourceLabels,
        String regex,
        String targetLabel,
        String replacement) {
}
