package dev.rayllm.operator.validation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One file under {@code src/test/resources/validation/<rule>/}. A {@code valid-*.yaml} is taken; an
 * {@code invalid-*.yaml} is refused with a message that holds the text after {@code # expect:} in its first line.
 */
record Example(Path path, Document document, String expected) {

    private static final Path DIRECTORY = Path.of("src/test/resources/validation");
    private static final Pattern EXPECT = Pattern.compile("\\A# expect: (.+)\n");

    /** All examples, by path. */
    static List<Example> all() {
        try (Stream<Path> files = Files.walk(DIRECTORY)) {
            return files.filter(Files::isRegularFile).sorted().map(Example::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean valid() {
        return expected == null;
    }

    /** Name of the rule, which is the folder's. */
    String rule() {
        return path.getParent().getFileName().toString();
    }

    String name() {
        return rule() + "/" + path.getFileName();
    }

    private static Example read(Path path) {
        try {
            byte[] bytes = Files.readAllBytes(path);
            Documents.Result result = Documents.read(path.toString(), bytes);
            if (!result.findings().isEmpty() || result.documents().size() != 1) {
                throw new IllegalStateException(path + " must hold one document: " + result.findings());
            }
            return new Example(path, result.documents().getFirst(), expected(path, new String(bytes, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String expected(Path path, String text) {
        String name = path.getFileName().toString();
        Matcher matcher = EXPECT.matcher(text);
        if (name.matches("invalid-[-a-z0-9]+\\.yaml") && matcher.find()) {
            return matcher.group(1).strip();
        }
        if (name.matches("valid-[-a-z0-9]+\\.yaml") && !text.startsWith("# expect")) {
            return null;
        }
        throw new IllegalStateException(path + " is used by no test: name it valid-*.yaml, or invalid-*.yaml and start it"
                + " with `# expect: part of the message`");
    }
}
