package dev.rayllm.operator.catalog;

import dev.rayllm.operator.api.v1alpha1.Architecture;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * A data type of the KV cache, and which cards and models it works with.
 *
 * @param name       vLLM's word
 * @param least      lowest compute capability × 10
 * @param most       highest compute capability × 10
 * @param models     kinds of attention that have it
 * @param fp8Weights whether a checkpoint with FP8 weights takes it
 */
public record CacheType(String name, int least, int most, Models models, boolean fp8Weights) {

    /** Kinds of attention. */
    enum Models { ANY, STANDARD, LATENT, SPARSE }

    /** No NVIDIA card: the type is for another maker's. */
    private static final int NO_CARD = 999;
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder()
            .setHeader().setSkipHeaderRecord(true).setCommentMarker('#').setTrim(true).get();

    private static final class Loaded {
        private static final Map<String, CacheType> TABLE = load();
    }

    /** A type by its name; empty for one that the table does not know, and that is then not judged. */
    public static Optional<CacheType> find(String name) {
        return Optional.ofNullable(Loaded.TABLE.get(name));
    }

    /** Why a model cannot have this type on any card, or empty. */
    public Optional<String> problem(Architecture model) {
        if (least == NO_CARD) {
            return Optional.of("'" + name + "' is for Intel Gaudi; the cards here are NVIDIA's");
        }
        boolean sparse = model.mla() && model.indexNHeads() != null;
        boolean fits = switch (models) {
            case ANY -> true;
            case STANDARD -> !model.mla();
            case LATENT -> model.mla();
            case SPARSE -> sparse;
        };
        if (!fits) {
            return Optional.of("'" + name + "' works only with " + wanted() + ", and " + model.modelType() + " models have "
                    + (sparse ? "latent attention with an indexer" : model.mla() ? "latent attention (MLA)" : "none of it"));
        }
        String method = model.quantizationConfig() == null ? null : model.quantizationConfig().quantMethod();
        return !fp8Weights && "fp8".equals(method)
                ? Optional.of("'" + name + "' does not go with a checkpoint whose weights are FP8") : Optional.empty();
    }

    /** Why a card does not have this type, or empty. */
    public Optional<String> problem(Gpu gpu) {
        int capability = gpu.computeCapability();
        if (capability >= least && capability <= most) {
            return Optional.empty();
        }
        return Optional.of("kvCacheDtype " + name + " needs compute capability " + written(least)
                + (most == Integer.MAX_VALUE ? "" : " to " + written(most)) + ", " + gpu.name() + " has "
                + written(capability));
    }

    private String wanted() {
        return switch (models) {
            case ANY -> "any attention";
            case STANDARD -> "attention that is not latent";
            case LATENT -> "latent attention (MLA)";
            case SPARSE -> "latent attention with an indexer (DeepSeek V3.2)";
        };
    }

    private static String written(int capability) {
        return capability / 10 + "." + capability % 10;
    }

    private static Map<String, CacheType> load() {
        try (Reader text = CatalogFiles.text("kv-cache-dtypes.csv"); CSVParser parser = FORMAT.parse(text)) {
            return parser.stream().map(CacheType::of).collect(Collectors.toMap(CacheType::name, Function.identity()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CacheType of(CSVRecord line) {
        return new CacheType(line.get("name"), number(line.get("least"), 0), number(line.get("most"), Integer.MAX_VALUE),
                Models.valueOf(line.get("models").toUpperCase(Locale.ROOT)), line.get("fp8_weights").equals("yes"));
    }

    private static int number(String text, int otherwise) {
        return text.isEmpty() ? otherwise : Integer.parseInt(text);
    }
}
