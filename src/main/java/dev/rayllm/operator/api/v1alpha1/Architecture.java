package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/**
 * The facts of a model's architecture that sizing needs. Names are those of Hugging Face's {@code config.json}
 * where it has one (the commonest spelling when families differ). Sizes are counts of elements, layers or heads;
 * a missing value means that the architecture has no such part.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Architecture(
        @JsonProperty("model_type") @Required @Size(min = 1, max = 64)
        @JsonPropertyDescription("Family, as in config.json: llama, qwen3_moe, deepseek_v3, …")
        String modelType,

        @JsonProperty("hidden_size") @Required @Min(1) @Max(1_000_000)
        @JsonPropertyDescription("Width of the residual stream, in elements.")
        Integer hiddenSize,

        @JsonProperty("num_hidden_layers") @Required @Min(1) @Max(10_000)
        @JsonPropertyDescription("Decoder layers of all kinds together.")
        Integer numHiddenLayers,

        @JsonProperty("num_attention_heads") @Required @Min(1) @Max(100_000)
        @JsonPropertyDescription("Query heads of a layer. The tensor parallel size must divide it.")
        Integer numAttentionHeads,

        @JsonProperty("num_key_value_heads") @Min(1) @Max(100_000)
        @JsonPropertyDescription("Key and value heads of a layer; default num_attention_heads. Not used by MLA.")
        Integer numKeyValueHeads,

        @JsonProperty("head_dim") @Min(1) @Max(100_000)
        @JsonPropertyDescription("Elements of one head; default hidden_size / num_attention_heads.")
        Integer headDim,

        @JsonProperty("intermediate_size") @Min(0) @Max(10_000_000)
        @JsonPropertyDescription("Width of the dense MLP, in elements.")
        Integer intermediateSize,

        @JsonProperty("vocab_size") @Required @Min(1) @Max(10_000_000)
        @JsonPropertyDescription("Rows of the embedding table.")
        Integer vocabSize,

        @JsonProperty("tie_word_embeddings")
        @JsonPropertyDescription("True when the output head reuses the embedding table.")
        Boolean tieWordEmbeddings,

        @JsonProperty("max_position_embeddings") @Min(1) @Max(100_000_000)
        @JsonPropertyDescription("The model's own maximum context, in tokens.")
        Integer maxPositionEmbeddings,

        @JsonProperty("torch_dtype") @Size(max = 16)
        @JsonPropertyDescription("Data type of the unquantised parts: bfloat16 (default), float16 or float32.")
        String torchDtype,

        @JsonProperty("num_experts") @Min(0) @Max(100_000)
        @JsonPropertyDescription("Routed experts of a layer (also written num_local_experts, n_routed_experts).")
        Integer numExperts,

        @JsonProperty("num_experts_per_tok") @Min(0) @Max(100_000)
        @JsonPropertyDescription("Routed experts that one token uses.")
        Integer numExpertsPerTok,

        @JsonProperty("moe_intermediate_size") @Min(0) @Max(10_000_000)
        @JsonPropertyDescription("Width of one routed expert's MLP, in elements.")
        Integer moeIntermediateSize,

        @JsonProperty("n_shared_experts") @Min(0) @Max(1_000)
        @JsonPropertyDescription("Experts that every token uses, each moe_intermediate_size wide.")
        Integer nSharedExperts,

        @JsonProperty("shared_expert_intermediate_size") @Min(0) @Max(10_000_000)
        @JsonPropertyDescription("Width of the shared expert where it has its own.")
        Integer sharedExpertIntermediateSize,

        @JsonProperty("first_k_dense_replace") @Min(0) @Max(10_000)
        @JsonPropertyDescription("Leading layers that have a dense MLP in place of experts.")
        Integer firstKDenseReplace,

        @JsonProperty("kv_lora_rank") @Min(1) @Max(100_000)
        @JsonPropertyDescription("MLA: width of the compressed key-value vector. Its presence makes the model MLA.")
        Integer kvLoraRank,

        @JsonProperty("q_lora_rank") @Min(1) @Max(100_000)
        @JsonPropertyDescription("MLA: width of the compressed query.")
        Integer qLoraRank,

        @JsonProperty("qk_rope_head_dim") @Min(0) @Max(100_000)
        @JsonPropertyDescription("MLA: rotary part of a head, cached beside the compressed vector.")
        Integer qkRopeHeadDim,

        @JsonProperty("qk_nope_head_dim") @Min(0) @Max(100_000)
        @JsonPropertyDescription("MLA: part of a query head without position.")
        Integer qkNopeHeadDim,

        @JsonProperty("v_head_dim") @Min(0) @Max(100_000)
        @JsonPropertyDescription("MLA: elements of a value head.")
        Integer vHeadDim,

        @JsonProperty("index_n_heads") @Min(0) @Max(100_000)
        @JsonPropertyDescription("Sparse attention (DeepSeek V3.2): heads of the indexer.")
        Integer indexNHeads,

        @JsonProperty("index_head_dim") @Min(0) @Max(100_000)
        @JsonPropertyDescription("Sparse attention: elements of an indexer head.")
        Integer indexHeadDim,

        @JsonProperty("sliding_window") @Min(1) @Max(100_000_000)
        @JsonPropertyDescription("Tokens that a sliding-window (or chunked) layer keeps.")
        Integer slidingWindow,

        @JsonProperty("full_attention_layers") @Min(0) @Max(10_000)
        @JsonPropertyDescription("Layers whose cache grows with the whole context; default: all that are not listed otherwise.")
        Integer fullAttentionLayers,

        @JsonProperty("sliding_attention_layers") @Min(0) @Max(10_000)
        @JsonPropertyDescription("Layers that keep at most sliding_window tokens.")
        Integer slidingAttentionLayers,

        @JsonProperty("linear_attention_layers") @Min(0) @Max(10_000)
        @JsonPropertyDescription("Layers with constant state for each sequence (gated delta net, KDA, Mamba).")
        Integer linearAttentionLayers,

        @JsonProperty("linear_num_key_heads") @Min(0) @Max(100_000)
        @JsonPropertyDescription("Linear attention: key heads.")
        Integer linearNumKeyHeads,

        @JsonProperty("linear_num_value_heads") @Min(0) @Max(100_000)
        @JsonPropertyDescription("Linear attention: value heads.")
        Integer linearNumValueHeads,

        @JsonProperty("linear_key_head_dim") @Min(0) @Max(100_000)
        @JsonPropertyDescription("Linear attention: elements of a key head.")
        Integer linearKeyHeadDim,

        @JsonProperty("linear_value_head_dim") @Min(0) @Max(100_000)
        @JsonPropertyDescription("Linear attention: elements of a value head.")
        Integer linearValueHeadDim,

        @JsonProperty("linear_conv_kernel_dim") @Min(0) @Max(1_000)
        @JsonPropertyDescription("Linear attention: taps of the short convolution.")
        Integer linearConvKernelDim,

        @JsonProperty("global_head_dim") @Min(1) @Max(100_000)
        @JsonPropertyDescription("Head size of full-attention layers where it differs from that of sliding ones (Gemma 4).")
        Integer globalHeadDim,

        @JsonProperty("num_global_key_value_heads") @Min(1) @Max(100_000)
        @JsonPropertyDescription("Key-value heads of full-attention layers where they differ from those of sliding ones.")
        Integer numGlobalKeyValueHeads,

        @JsonProperty("num_nextn_predict_layers") @Min(0) @Max(1_000)
        @JsonPropertyDescription("Multi-token-prediction layers in the checkpoint; vLLM leaves them out unless asked.")
        Integer numNextnPredictLayers,

        @JsonProperty("vision_num_hidden_layers") @Min(0) @Max(10_000)
        @JsonPropertyDescription("Layers of the vision tower, which stands whole on every GPU.")
        Integer visionNumHiddenLayers,

        @JsonProperty("vision_hidden_size") @Min(0) @Max(1_000_000)
        @JsonPropertyDescription("Width of the vision tower.")
        Integer visionHiddenSize,

        @JsonProperty("quantization_config")
        @JsonPropertyDescription("How the checkpoint's weights are stored, when not in torch_dtype.")
        QuantizationConfig quantizationConfig) {

    /** Key-value heads of a layer, with Hugging Face's default (as many as query heads). */
    public int keyValueHeads() {
        return numKeyValueHeads != null ? numKeyValueHeads : numAttentionHeads;
    }

    /** Elements of one attention head, with Hugging Face's default ({@code hidden_size / num_attention_heads}). */
    public int headSize() {
        return headDim != null ? headDim : hiddenSize / numAttentionHeads;
    }

    /** Whether attention is multi-head latent attention (DeepSeek V2 and later, Kimi K2). */
    public boolean mla() {
        return kvLoraRank != null;
    }

    /** Whether some layers have routed experts. */
    public boolean mixtureOfExperts() {
        return numExperts != null && numExperts > 0;
    }
}
