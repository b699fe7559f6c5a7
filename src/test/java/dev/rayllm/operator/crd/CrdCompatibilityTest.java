package dev.rayllm.operator.crd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

/**
 * An object that was good for the last release is good for this one, and loses nothing: people upgrade CRDs under models
 * that serve. src/test/resources/released-crds holds the CRDs of that release; `make release` puts them there.
 */
class CrdCompatibilityTest {

    private static final Path RELEASED = Path.of("src/test/resources/released-crds");

    @TestFactory
    Stream<DynamicTest> nothingThatWasReleasedIsTakenBack() throws IOException {
        try (Stream<Path> files = Files.list(RELEASED)) {
            return files.toList().stream().map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () ->
                    assertThat(Narrowings.between(schema(file), schema(CrdFiles.DIRECTORY.resolve(file.getFileName()))))
                            .isEmpty()));
        }
    }

    /** Property of a schema before and after, and what has to be found. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {type: string}                       | {type: integer}                     | .a: type string became integer
            {type: string, enum: [x, y]}         | {type: string, enum: [x]}           | .a: [y] is no longer allowed
            {type: string}                       | {type: string, enum: [x]}           | .a: only some values are allowed
            {type: string, maxLength: 9}         | {type: string, maxLength: 8}        | .a: maxLength 9 became 8
            {type: integer}                      | {type: integer, minimum: 1}         | .a: minimum null became 1
            {type: string, pattern: x}           | {type: string, pattern: y}          | .a: pattern x became y
            {type: array, items: {type: string}} | {type: array, items: {type: object}}| .a[]: type string became object
            {properties: {b: {type: string}}}    | {properties: {}}                    | .a.b is gone
            {properties: {}}                     | {required: [b]}                     | .a.b is required now
            {type: string, maxLength: 8}         | {type: string, maxLength: 9}        |
            {type: string, enum: [x]}            | {type: string, enum: [x, y]}        |
            {properties: {}}                     | {properties: {b: {type: string}}}   |
            """)
    void narrowingsAreSeen(String before, String after, String found) {
        assertThat(String.join("", Narrowings.between(property(before), property(after)))).isEqualTo(found == null ? "" : found);
    }

    private static Map<String, Object> property(String schema) {
        return new Yaml().load("properties: {a: " + schema + "}");
    }

    private static Map<String, Object> schema(Path crd) throws IOException {
        return CrdFinish.schema(CrdFinish.served(new Yaml().load(Files.readString(crd))));
    }
}
