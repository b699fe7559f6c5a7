package dev.rayllm.operator.crd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.yaml.snakeyaml.Yaml;

/** The committed CRDs are those of the records, small, described and bounded everywhere. */
class CrdFilesTest {

    /** Enough for a plain {@code kubectl apply}, which keeps a copy in an annotation of at most 256 KiB. */
    private static final int SIZE_LIMIT = 100 * 1024;

    @TestFactory
    Stream<DynamicTest> filesAreThoseOfTheRecords() {
        return CrdFiles.generate().entrySet().stream().map(file -> DynamicTest.dynamicTest(file.getKey(), () -> {
            Path path = CrdFiles.DIRECTORY.resolve(file.getKey());
            assertThat(path).as("run `make crds` and commit the result").exists();
            assertThat(Files.readString(path)).as("%s differs from the records: run `make crds`", path)
                    .isEqualTo(file.getValue());
        }));
    }

    @Test
    void nothingElseIsInTheFolder() throws IOException {
        try (Stream<Path> files = Files.list(CrdFiles.DIRECTORY)) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(CrdFiles.generate().keySet());
        }
    }

    @Test
    void jarCarriesThem() throws IOException {
        for (String name : CrdFiles.generate().keySet()) {
            try (InputStream in = getClass().getResourceAsStream("/crds/" + name)) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo(Files.readString(CrdFiles.DIRECTORY.resolve(name)));
            }
        }
    }

    @Test
    void filesAreSmall() throws IOException {
        for (String name : CrdFiles.generate().keySet()) {
            assertThat(Files.size(CrdFiles.DIRECTORY.resolve(name))).as(name).isLessThan(SIZE_LIMIT);
        }
    }

    @Test
    void columnsAreInTheOrderThatPeopleRead() {
        Map<String, Object> served = CrdFinish.served(crd("llmdeployments.rayllm.dev.yaml"));
        assertThat(columns(served, 0)).containsExactly("Model", "GPU", "Replicas", "Phase", "Reason", "Age");
        assertThat(columns(served, 1)).containsExactly("Context", "$/h", "Endpoint");
    }

    @Test
    void everyFieldIsDescribedAndBounded() {
        List<String> problems = new ArrayList<>();
        for (String name : CrdFiles.generate().keySet()) {
            Map<String, Object> root = CrdFinish.schema(CrdFinish.served(crd(name)));
            assertThat(root).as(name).containsKey("description");
            // Kubernetes itself looks after the other three: apiVersion, kind, metadata.
            for (String part : List.of("spec", "status")) {
                walk(name + ": " + part, CrdFinish.map(CrdFinish.map(root, "properties"), part), true, problems);
            }
        }
        assertThat(problems).isEmpty();
    }

    private static void walk(String path, Map<String, Object> schema, boolean named, List<String> problems) {
        if (named && !(schema.get("description") instanceof String text && text.length() > 3)) {
            problems.add(path + " has no description");
        }
        if ("string".equals(schema.get("type")) && !schema.containsKey("maxLength") && !schema.containsKey("enum")) {
            problems.add(path + " has no maxLength");
        }
        if ("array".equals(schema.get("type")) && !schema.containsKey("maxItems")) {
            problems.add(path + " has no maxItems");
        }
        if ("object".equals(schema.get("type")) && !schema.containsKey("properties") && !schema.containsKey("maxProperties")) {
            problems.add(path + " has no maxProperties");
        }
        if (schema.containsKey("properties")) {
            CrdFinish.map(schema, "properties").forEach((name, field) -> walk(path + "." + name, cast(field), true, problems));
        }
        if (schema.containsKey("items")) {
            walk(path + "[]", CrdFinish.map(schema, "items"), false, problems);
        }
        if (schema.containsKey("additionalProperties")) {
            walk(path + "{}", CrdFinish.map(schema, "additionalProperties"), false, problems);
        }
    }

    private static List<Object> columns(Map<String, Object> served, int priority) {
        return ((List<?>) served.get("additionalPrinterColumns")).stream().map(CrdFilesTest::cast)
                .filter(column -> priority == (int) column.getOrDefault("priority", 0)).map(column -> column.get("name")).toList();
    }

    private static Map<String, Object> crd(String name) {
        return new Yaml().load(CrdFiles.generate().get(name));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> cast(Object node) {
        return (Map<String, Object>) node;
    }
}
