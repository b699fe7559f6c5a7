package dev.rayllm.operator.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One folder of expected results: {@code in.yaml} and the files that must come out of it.
 *
 * <p>With {@code -Dgolden.update=true} ({@code make golden}) the results are written in place of being compared. Read
 * every line that changed before committing it: a golden file that nobody has read proves nothing.
 */
record GoldenCase(Path folder) {

    static final boolean UPDATE = Boolean.getBoolean("golden.update");

    private static final Path ROOT = Path.of("src/test/resources");
    private static final String INPUT = "in.yaml";
    private static final String HOW = "%s differs. If the new result is right, `make golden` writes it; read the diff";

    /** The cases of a kind, by name. A file outside a case's folder is used by no test. */
    static List<GoldenCase> all(String kind) {
        List<Path> entries = children(ROOT.resolve(kind));
        assertThat(entries).as("folders with golden files").isNotEmpty().allMatch(Files::isDirectory);
        return entries.stream().map(GoldenCase::new).toList();
    }

    String name() {
        return folder.getFileName().toString();
    }

    GoldenInput input() {
        return GoldenInput.read(folder.resolve(INPUT));
    }

    /** Compares results by file name with what is committed; every file of the folder must be one of them. */
    void check(Map<String, String> results) {
        try {
            if (UPDATE) {
                write(results);
            }
            for (Map.Entry<String, String> result : results.entrySet()) {
                Path file = folder.resolve(result.getKey());
                assertThat(file).as(HOW, file).exists();
                assertThat(result.getValue()).as(HOW, file).isEqualTo(Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Set<String> used = new TreeSet<>(results.keySet());
        used.add(INPUT);
        assertThat(files()).as("files in " + folder + "; others are used by no test").isEqualTo(used);
    }

    private void write(Map<String, String> results) throws IOException {
        for (String stale : files()) {
            if (!stale.equals(INPUT) && !results.containsKey(stale)) {
                Files.delete(folder.resolve(stale));
            }
        }
        for (Map.Entry<String, String> result : results.entrySet()) {
            Files.writeString(folder.resolve(result.getKey()), result.getValue());
        }
    }

    private Set<String> files() {
        return children(folder).stream().map(p -> p.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Path> children(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
