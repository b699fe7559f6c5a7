package dev.rayllm.operator.cli;

import dev.rayllm.operator.validation.Documents;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** {@code -f}: files, folders, patterns, or {@code -} for standard input. */
final class FilesOption {

    private static final int PATTERN_DEPTH = 16;

    @Option(names = {"-f", "--filename"}, paramLabel = "FILE", required = true, arity = "1..*",
            description = "YAML or JSON files with one or more LlmDeployments and ModelProfiles; folders (their .yaml, .yml"
                    + " and .json files), patterns such as 'llm-*.yaml', or - for standard input.")
    private List<String> names;

    /** Reads everything, in the order given; a file that is named twice is read once. */
    List<Documents.Result> read() {
        Set<String> files = new LinkedHashSet<>();
        names.forEach(name -> files.addAll(expand(name)));
        return files.stream().map(FilesOption::readOne).toList();
    }

    private static List<String> expand(String name) {
        if (name.equals(InputFile.STDIN)) {
            return List.of(name);
        }
        try {
            Path path = Path.of(name);
            if (Files.isDirectory(path)) {
                return nonEmpty(inFolder(path), name, "has no .yaml, .yml or .json file");
            }
            if (!Files.exists(path) && name.matches(".*[*?\\[{].*")) {
                return nonEmpty(matching(name), name, "matches no file");
            }
            return List.of(name);
        } catch (InvalidPathException e) {
            throw new UsageProblem("'" + name + "' cannot be a file name: " + e.getReason());
        } catch (IOException e) {
            throw InputFile.unreadable(name, e);
        }
    }

    private static List<String> nonEmpty(List<String> files, String name, String otherwise) {
        if (files.isEmpty()) {
            throw new UsageProblem("'" + name + "' " + otherwise);
        }
        return files;
    }

    private static List<String> inFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).map(Path::toString)
                    .filter(file -> file.matches(".*\\.(yaml|yml|json)")).sorted().toList();
        }
    }

    /** Files that match a pattern which the shell did not expand, such as one in quotes. */
    private static List<String> matching(String pattern) throws IOException {
        String fixed = pattern.replaceFirst("[^/]*[*?\\[{].*$", "");
        Path start = Path.of(fixed);
        if (!Files.isDirectory(start)) {
            return List.of();
        }
        PathMatcher matcher = matcher(pattern);
        try (Stream<Path> files = Files.walk(start, PATTERN_DEPTH)) {
            return new ArrayList<>(files.filter(Files::isRegularFile).filter(matcher::matches).map(Path::toString)
                    .sorted().toList());
        }
    }

    private static PathMatcher matcher(String pattern) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        } catch (PatternSyntaxException e) {
            throw new UsageProblem("'" + pattern + "' is no file, and no pattern of files either: " + e.getDescription());
        }
    }

    private static Documents.Result readOne(String name) {
        // One byte more than is taken tells that a file is too large.
        byte[] bytes = InputFile.read(name, Documents.MAX_BYTES + 1);
        return Documents.read(name.equals(InputFile.STDIN) ? "<stdin>" : name, bytes);
    }
}
