package dev.rayllm.operator.foreign.prometheus;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/** Rules that are evaluated one after the other. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RuleGroup(
        String name,
        String interval,
        List<Rule> rules) {
}
