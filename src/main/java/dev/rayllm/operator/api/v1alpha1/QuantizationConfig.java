package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** How a checkpoint's weights are stored; names as in {@code quantization_config} of {@code config.json}. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record QuantizationConfig(
        @JsonProperty("quant_method") @Required @Size(min = 1, max = 64)
        @JsonPropertyDescription("fp8, awq, gptq, compressed-tensors, modelopt, mxfp4, bitsandbytes, …")
        String quantMethod,

        @JsonProperty("bits") @Min(2) @Max(16)
        @JsonPropertyDescription("Bits of one stored weight.")
        Integer bits,

        @JsonProperty("group_size") @Min(-1) @Max(65_536)
        @JsonPropertyDescription("Weights that share a scale; -1 for one scale a channel.")
        Integer groupSize,

        @JsonProperty("weight_block_size") @Size(max = 2)
        @JsonPropertyDescription("Block FP8: rows and columns that share a scale, such as [128, 128].")
        List<@Min(1) @Max(65_536) Integer> weightBlockSize,

        @JsonProperty("format") @Size(max = 64)
        @JsonPropertyDescription("Sub-format: float-quantized, int-quantized, pack-quantized, nvfp4-pack-quantized, …")
        String format,

        @JsonProperty("modules_to_not_convert") @Size(max = 64)
        @JsonPropertyDescription("Parts left in torch_dtype, by name or prefix: lm_head, self_attn, shared_experts, vision_tower, …")
        List<@Size(max = 128) String> modulesToNotConvert) {
}
