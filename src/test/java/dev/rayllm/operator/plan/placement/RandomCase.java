package dev.rayllm.operator.plan.placement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.InstanceType;
import dev.rayllm.operator.catalog.VllmVersion;
import dev.rayllm.operator.plan.placement.Search.Hardware;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A small catalogue and a demand made from a seed: odd sizes, missing prices, narrow nodes, ties. */
record RandomCase(long seed, List<Hardware> hardware, Demand demand) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<VllmVersion> ENGINES = List.of(new VllmVersion(0, 22, 0), new VllmVersion(0, 27, 0),
            new VllmVersion(0, 29, 0));

    static RandomCase of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Gpu> gpus = new ArrayList<>();
        int cards = random.nextInt(1, 5);
        for (int i = 0; i < cards; i++) {
            double memory = pick(random, 14.6, 22.0, 22.0, 31.7, 44.4, 79.2, 139.8);
            gpus.add(new Gpu("G" + i, List.of(), memory, memory, pick(random, 70, 75, 80, 86, 89, 90), 900, 100, 0));
        }
        List<Hardware> hardware = new ArrayList<>();
        int types = random.nextInt(1, 9);
        for (int i = 0; i < types; i++) {
            Gpu gpu = gpus.get(random.nextInt(gpus.size()));
            hardware.add(new Hardware(type(random, "t" + (char) ('a' + random.nextInt(6)) + i, gpu), gpu));
        }
        return new RandomCase(seed, hardware, demand(random));
    }

    private static InstanceType type(SplittableRandom random, String name, Gpu gpu) {
        int gpus = pick(random, 1, 1, 2, 4, 8);
        // Few prices, so that ties are common.
        double price = random.nextInt(8) == 0 ? Double.NaN : gpus * pick(random, 1.0, 1.0, 1.5, 2.0);
        double spot = random.nextInt(3) == 0 ? price / 2 : Double.NaN;
        return new InstanceType(name, gpu.name(), gpus, gpus * pick(random, 2.0, 3.9, 7.9, 16.0),
                gpus * pick(random, 8.0, 13.9, 30.0, 120.0), 0, pick(random, 0, 0, 1, 8), 0, price, spot);
    }

    private static Demand demand(SplittableRandom random) {
        int concurrency = pick(random, 1, 4, 16, 64, 300);
        boolean askTensor = random.nextInt(6) == 0;
        boolean askStages = random.nextInt(6) == 0;
        int context = pick(random, 512, 2048, 8192, 32768);
        return new Demand(architecture(random), null, ENGINES.get(random.nextInt(ENGINES.size())), context, concurrency,
                Math.min(context, pick(random, 256, 2048, 8192)), askTensor ? pick(random, 1, 2, 3, 4, 8) : null,
                askStages ? pick(random, 1, 2, 3) : null,
                random.nextBoolean() ? List.of(0.90, 0.92, 0.95, 0.85) : List.of(pick(random, 0.5, 0.9, 0.98)),
                random.nextInt(5) == 0 ? Math.max(concurrency, pick(random, 8, 64, 512)) : null,
                random.nextInt(5) == 0 ? pick(random, 512, 4096, 16384) : null,
                pick(random, "auto", "auto", "float16", "bfloat16"), random.nextInt(6) == 0 ? "fp8" : null,
                random.nextInt(4) == 0 ? "fp8" : "auto", false, random.nextInt(8) == 0,
                random.nextInt(3) == 0 ? 75 : 0, random.nextInt(8) == 0, random.nextInt(5) == 0, random.nextInt(1, 4),
                random.nextInt(4) == 0 ? pick(random, 50, 100, 400) : null, random.nextInt(4) > 0);
    }

    private static Architecture architecture(SplittableRandom random) {
        int heads = pick(random, 12, 16, 28, 32, 40, 64);
        int keyValueHeads = heads % 8 == 0 ? pick(random, 8, heads, 1) : 4;
        int hidden = heads * 128;
        try {
            return JSON.readValue("""
                    {"model_type": "llama", "hidden_size": %d, "num_hidden_layers": %d, "num_attention_heads": %d,
                     "num_key_value_heads": %d, "head_dim": 128, "intermediate_size": %d, "vocab_size": %d,
                     "tie_word_embeddings": %b, "max_position_embeddings": 131072}"""
                    .formatted(hidden, pick(random, 2, 16, 32, 80), heads, keyValueHeads, hidden * 3,
                            pick(random, 32000, 128256), random.nextBoolean()), Architecture.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    @SafeVarargs
    private static <T> T pick(SplittableRandom random, T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
