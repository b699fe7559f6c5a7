package dev.rayllm.operator.foreign.prometheus;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Map;

/** A recording rule ({@code record}) or an alert ({@code alert}). */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonPropertyOrder({"record", "alert", "expr", "for", "labels", "annotations"})
public record Rule(
        @JsonProperty("record") String recordName,
        String alert,
        String expr,
        @JsonProperty("for") String pendingFor,
        Map<String, String> labels,
        Map<String, String> annotations) {

    /** A recording rule. */
    public static Rule recording(String name, String expr, Map<String, String> labels) {
        return new Rule(name, null, expr, null, labels, null);
    }
}
