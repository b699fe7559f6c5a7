package dev.rayllm.operator.catalog.huggingface;

import static dev.rayllm.operator.catalog.huggingface.Fixtures.imported;
import static dev.rayllm.operator.catalog.huggingface.Fixtures.json;
import static dev.rayllm.operator.catalog.huggingface.Fixtures.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.QuantizationConfig;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words of each tool for how it stores weights, and what sizing makes of them. */
class QuantizationFormsTest {

    private static Imported with(String config) {
        return imported(plain(root -> root.set("quantization_config", json(config))));
    }

    private static QuantizationConfig read(String config) {
        Imported imported = with(config);
        assertThat(imported.faults()).isEmpty();
        return imported.spec().architecture().quantizationConfig();
    }

    /** The last column: GiB of the plain 8 B model's weights, 14.96 in 16 bits; embedding and head keep 1.96 of it in each. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"quant_method": "fp8", "activation_scheme": "static"}                                           | fp8                | 8 |     |                    | 8.46
            {"quant_method": "fp8", "weight_block_size": [128, 128]}                                         | fp8                | 8 |     |                    | 8.46
            {"quant_method": "fbgemm_fp8", "activation_scale_ub": 1200.0}                                    | fbgemm_fp8         | 8 |     |                    | 8.46
            {"quant_method": "awq", "bits": 4, "group_size": 128, "zero_point": true}                        | awq                | 4 | 128 |                    | 5.34
            {"quant_method": "awq", "w_bit": 4, "q_group_size": 64, "version": "GEMM"}                       | awq                | 4 | 64  |                    | 5.47
            {"quant_method": "gptq", "bits": 4, "group_size": 128, "desc_act": false}                        | gptq               | 4 | 128 |                    | 5.32
            {"quant_method": "gptq", "bits": 8, "group_size": -1}                                            | gptq               | 8 | -1  |                    | 8.46
            {"quant_method": "auto-round", "bits": 4, "group_size": 128, "packing_format": "auto_gptq"}      | auto-round         | 4 | 128 |                    | 5.32
            {"quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_quant_type": "nf4"}             | bitsandbytes       | 4 |     |                    | 5.6
            {"quant_method": "bitsandbytes", "load_in_8bit": true}                                           | bitsandbytes       | 8 |     |                    | 8.46
            {"quant_method": "modelopt", "quant_algo": "FP8", "ignore": ["lm_head"]}                         | modelopt           | 8 |     |                    | 8.46
            {"quant_algo": "NVFP4", "group_size": 16, "config_groups": {}}                                   | modelopt           | 4 | 16  | nvfp4              | 5.62
            {"quant_method": "modelopt", "quant_algo": "W4A16_AWQ"}                                          | compressed-tensors | 4 | 128 | pack-quantized     | 5.32
            {"quant_method": "mxfp4"}                                                                        | mxfp4              |   |     |                    | 5.42
            {"quant_method": "quark", "global_quant_config": {"weight": {"dtype": "fp8_e4m3"}}}              | quark              | 8 |     | float-quantized    | 8.46
            {"quant_method": "quark", "global_quant_config": {"weight": {"dtype": "fp4", "group_size": 32}}} | quark              | 4 | 32  | mxfp4              | 5.42
            {"quant_method": "torchao", "quant_type": {"default": {"_type": "Int4WeightOnlyConfig"}}}        | torchao            | 4 | 128 | pack-quantized     | 5.32
            {"quant_method": "torchao", "quant_type": {"default": {"_type": "Float8WeightOnlyConfig"}}}      | torchao            | 8 |     | float-quantized    | 8.46
            """)
    void forms(String config, String method, Integer bits, Integer group, String format, double gib) {
        Imported imported = with(config.strip());
        assertThat(imported.faults()).isEmpty();
        QuantizationConfig read = imported.spec().architecture().quantizationConfig();
        assertThat(read.quantMethod()).isEqualTo(method);
        assertThat(read.bits()).isEqualTo(bits);
        assertThat(read.groupSize()).isEqualTo(group);
        assertThat(read.format()).isEqualTo(format);
        assertThat(MemoryModel.standard().checkpointGib(imported.spec().architecture())).isBetween(gib * 0.985, gib * 1.015);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            float-quantized      | "num_bits": 8, "type": "float", "strategy": "channel"                            | 8 |     | float-quantized       | 8.46
            int-quantized        | "num_bits": 8, "type": "int", "strategy": "channel"                              | 8 |     | int-quantized         | 8.46
            pack-quantized       | "num_bits": 4, "type": "int", "strategy": "group", "group_size": 128             | 4 | 128 | pack-quantized        | 5.32
            pack-quantized       | "num_bits": 4, "type": "int", "strategy": "channel"                              | 4 | -1  | pack-quantized        | 5.2
            pack-quantized       | "num_bits": 8, "type": "int", "strategy": "group", "group_size": 128             | 8 | 128 | pack-quantized        | 8.56
            nvfp4-pack-quantized | "num_bits": 4, "type": "float", "strategy": "tensor_group", "group_size": 16     | 4 | 16  | nvfp4-pack-quantized  | 5.62
            naive-quantized      | "num_bits": 8, "type": "float", "strategy": "tensor"                             | 8 |     | float-quantized       | 8.46
            """)
    void compressedTensors(String form, String weights, Integer bits, Integer group, String format, double gib) {
        Imported imported = with("{\"quant_method\": \"compressed-tensors\", \"format\": \"" + form.strip() + "\", \"ignore\": [\"lm_head\"],"
                + " \"config_groups\": {\"group_0\": {\"targets\": [\"Linear\"], \"weights\": {" + weights + "}}}}");
        QuantizationConfig read = imported.spec().architecture().quantizationConfig();
        assertThat(read.bits()).isEqualTo(bits);
        assertThat(read.groupSize()).isEqualTo(group);
        assertThat(read.format()).isEqualTo(format);
        assertThat(read.modulesToNotConvert()).containsExactly("lm_head");
        assertThat(MemoryModel.standard().checkpointGib(imported.spec().architecture())).isBetween(gib * 0.985, gib * 1.015);
    }

    @Test
    void blocksOfCompressedTensors() {
        assertThat(read("""
                {"quant_method": "compressed-tensors", "format": "float-quantized", "config_groups": {"group_0": {"targets": ["Linear"],
                 "weights": {"num_bits": 8, "type": "float", "strategy": "block", "block_structure": [128, 128]}}}}""")
                .weightBlockSize()).containsExactly(128, 128);
    }

    @Test
    void ofSeveralGroupsTheOneOfTheExpertsCountsAndIsTold() {
        Imported imported = with("""
                {"quant_method": "compressed-tensors", "format": "mixed-precision", "config_groups": {
                 "group_0": {"targets": ["re:.*self_attn.*"], "weights": {"num_bits": 8, "type": "float"}},
                 "group_1": {"targets": ["re:.*mlp.experts.*"], "weights": {"num_bits": 4, "type": "float", "group_size": 16}}}}""");
        assertThat(imported.spec().architecture().quantizationConfig().bits()).isEqualTo(4);
        assertThat(imported.unknown()).singleElement().asString().startsWith("quantization_config stores parts in 2 ways");
    }

    @Test
    void mixedPrecisionOfModelOptCountsOtherPartsInSixteenBits() {
        Imported imported = with("""
                {"quant_method": "modelopt", "quant_algo": "MIXED_PRECISION", "exclude_modules": ["lm_head"], "quantized_layers": {
                 "model.layers.0.mlp.down_proj": {"quant_algo": "NVFP4", "group_size": 16},
                 "model.layers.0.mlp.up_proj": {"quant_algo": "NVFP4", "group_size": 16},
                 "model.layers.0.self_attn.q_proj": {"quant_algo": "FP8"}}}""");
        QuantizationConfig read = imported.spec().architecture().quantizationConfig();
        assertThat(read.format()).isEqualTo("nvfp4");
        assertThat(read.modulesToNotConvert()).containsExactly("lm_head", "self_attn");
        assertThat(imported.unknown()).singleElement().asString().contains("self_attn as FP8 and mlp as NVFP4");
    }

    @Test
    void separateFileOfModelOptCountsWhereTheConfigIsSilent() {
        HuggingFaceFiles files = new HuggingFaceFiles("config.json", Fixtures.bytes(plain()));
        files.add("hf_quant_config.json", Fixtures.bytes(json("""
                {"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "FP8", "kv_cache_quant_algo": "FP8",
                 "exclude_modules": ["lm_head"]}}""")));
        QuantizationConfig read = files.profile("acme/a").spec().architecture().quantizationConfig();
        assertThat(read).isEqualTo(new QuantizationConfig("modelopt", 8, null, null, null, List.of("lm_head"), "FP8"));
    }

    @Test
    void namesOfSingleMatricesBecomePartsWhenMostLayersKeepThem() {
        StringBuilder names = new StringBuilder("\"lm_head\"");
        for (int layer = 0; layer < 32; layer++) {
            names.append(", \"model.layers.").append(layer).append(".self_attn.q_proj\", \"model.layers.").append(layer)
                    .append(".input_layernorm\", \"model.layers.").append(layer).append(".self_attn.indexer.k_norm\"");
        }
        names.append(", \"model.layers.0.mlp.down_proj\", \"model.layers.31.mlp.down_proj\"");
        Imported imported = with("{\"quant_method\": \"fbgemm_fp8\", \"modules_to_not_convert\": [" + names + "]}");
        assertThat(imported.spec().architecture().quantizationConfig().modulesToNotConvert())
                .containsExactly("lm_head", "self_attn.q_proj");
        assertThat(imported.assumed()).contains("mlp.down_proj of 2 of 32 layers are not quantised: counted as quantised");
    }

    @Test
    void patternsAndExpressionsBecomeParts() {
        assertThat(read("""
                {"quant_method": "compressed-tensors", "format": "pack-quantized", "ignore": ["lm_head", "re:.*self_attn.*",
                 "re:.*shared_experts.*", "re:.*mlp\\\\.(gate|up)_proj.*", "re:.*mlp.gate$", "re:vision_tower.*"], "config_groups": {"group_0": {
                 "targets": ["Linear"], "weights": {"num_bits": 4, "type": "int", "group_size": 32}}}}""").modulesToNotConvert())
                .containsExactly("lm_head", "self_attn", "shared_experts", "mlp.gate_proj", "mlp.up_proj", "mlp.gate", "vision_tower");
    }

    @Test
    void unknownMethodWithoutBitsIsRefusedAndWithBitsTold() {
        assertThat(with("{\"quant_method\": \"squeeze\"}").faults()).singleElement().asString()
                .contains("quant_method 'squeeze' is not known (known: fp8, ", "how many bytes a weight takes is not known");
        Imported told = with("{\"quant_method\": \"squeeze\", \"bits\": 3, \"group_size\": 64}");
        assertThat(told.unknown()).singleElement().asString().contains("counted as 3 bits a weight with a scale for each group of 64");
        assertThat(told.spec().architecture().quantizationConfig().bits()).isEqualTo(3);
        assertThat(with("{\"bits\": \"four\"}").faults()).hasSize(2).first().asString()
                .contains("quantization_config.bits is the text 'four'; a whole number is wanted");
        assertThat(with("{\"quant_method\": \"modelopt\", \"quant_algo\": \"FP3\"}").faults()).singleElement().asString()
                .contains("quant_algo 'FP3' of modelopt is not known");
        assertThat(with("{\"quant_method\": \"quark\"}").faults()).singleElement().asString().contains("global_quant_config.weight.dtype");
    }

    @Test
    void nothingIsNothing() {
        assertThat(with("{}").spec().architecture().quantizationConfig()).isNull();
        assertThat(imported(plain()).spec().architecture().quantizationConfig()).isNull();
    }
}
