package dev.rayllm.operator.catalog;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads the files under {@code catalog/} of the class path. A fault in one of them is a fault of the build. */
final class CatalogFiles {

    /** Strict, unlike the decoding of cluster objects: a misspelt field in our own table must not pass. */
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private CatalogFiles() {
    }

    static <T> T yaml(String name, TypeReference<T> type) {
        try (InputStream in = open(name)) {
            return YAML.readValue(in, type);
        } catch (IOException e) {
            throw new UncheckedIOException("catalog/" + name, e);
        }
    }

    static Reader text(String name) {
        return new InputStreamReader(open(name), StandardCharsets.UTF_8);
    }

    private static InputStream open(String name) {
        InputStream in = CatalogFiles.class.getResourceAsStream("/catalog/" + name);
        if (in == null) {
            throw new IllegalStateException("the class path has no catalog/" + name);
        }
        return in;
    }
}
