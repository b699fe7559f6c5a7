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
        List<@Size(max = 128) String> modulesToNotConvert,

        @JsonProperty("kv_cache_quant_algo") @Size(max = 32)
        @JsonPropertyDescription("Format of the KV cache that the engine takes from the build when engine.kvCacheDtype is auto: FP8.")
        String kvCacheQuantAlgo) {

    /** A build that says nothing of its KV cache. */
    public QuantizationConfig(String quantMethod, Integer bits, Integer groupSize, List<Integer> weightBlockSize, String format,
            List<String> modulesToNotConvert) {
        this(quantMethod, bits, groupSize, weightBlockSize, format, modulesToNotConvert, null);
    }

    /** The same storage of weights, with a format of the KV cache; null for none. */
    public QuantizationConfig withKvCache(String algorithm) {
        return new QuantizationConfig(quantMethod, bits, groupSize, weightBlockSize, format, modulesToNotConvert, algorithm);
    }

    /** The engine's word for the format of the KV cache when it is told {@code auto}: {@code fp8} or {@code auto}. */
    public String defaultKvCacheDtype() {
        return "FP8".equalsIgnoreCase(kvCacheQuantAlgo) ? "fp8" : "auto";
    }
}
