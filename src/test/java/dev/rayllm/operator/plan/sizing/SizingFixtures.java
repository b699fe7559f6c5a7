package dev.rayllm.operator.plan.sizing;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import dev.rayllm.operator.catalog.Gpu;
import dev.rayllm.operator.catalog.VllmVersion;
import dev.rayllm.operator.plan.sizing.records.ModelConfigs;
import dev.rayllm.operator.plan.sizing.records.RecordFile;
import dev.rayllm.operator.plan.sizing.records.StartRecord;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Architectures as published in config.json files, recorded starts with their logged figures, and the cards they ran on. */
public final class SizingFixtures {

    public static final Gpu H100 = gpu("H100", 79.19, 90);
    public static final Gpu H200 = gpu("H200", 139.8, 90);
    public static final Gpu L4 = gpu("L4", 22.03, 89);

    private SizingFixtures() {
    }

    public static Gpu gpu(String name, double memoryGib, int capability) {
        return new Gpu(name, List.of(), memoryGib, memoryGib, capability, 0, 0, 0);
    }

    public static Architecture architecture(String model) {
        return configs().find(model).orElseThrow(() -> new AssertionError("no fixture for " + model)).architecture();
    }

    public static ModelConfigs configs() {
        try (RecordFile rows = RecordFile.open(reader("model-configs.csv"), "model-configs.csv", List.of("model"))) {
            return new ModelConfigs(rows.records());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<StartRecord> records() {
        try (RecordFile rows = RecordFile.open(reader("recorded-starts.csv"), "recorded-starts.csv", List.of("id"))) {
            return rows.records().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tensor parallel size, context length and step size; the rest is usual. */
    public static EngineShape shape(int tensor, int stages, int length, String quantization, String cache) {
        return new EngineShape(tensor, stages, false, length, 0.9, 256, 8192, "auto", quantization, cache, false,
                new VllmVersion(0, 19, 0));
    }

    public static EngineShape shape(int tensor) {
        return shape(tensor, 1, 8192, null, "auto");
    }

    private static Reader reader(String name) {
        return new InputStreamReader(Objects.requireNonNull(SizingFixtures.class.getResourceAsStream("/sizing/" + name), name),
                StandardCharsets.UTF_8);
    }
}
