package dev.rayllm.operator.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A fenced block of a page.
 *
 * @param page page
 * @param line line on which it begins
 * @param info what stands behind the fence, such as {@code yaml values}
 * @param text what is between the fences
 */
record Block(Path page, int line, String info, String text) {

    /** The pages that people follow. Generated ones are tested where they are made. */
    static List<Block> all() {
        try (Stream<Path> docs = Files.list(Path.of("docs"))) {
            List<Path> pages = new ArrayList<>(docs.filter(p -> p.toString().endsWith(".md")).sorted().toList());
            pages.addAll(List.of(Path.of("README.md"), Path.of("CONTRIBUTING.md"), Path.of("deploy/README.md"),
                    Path.of("helm/rayllm-operator/README.md"), Path.of("hack/README.md")));
            List<Block> blocks = new ArrayList<>();
            for (Path page : pages) {
                blocks.addAll(of(page));
            }
            return blocks;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Block> of(Path page) throws IOException {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = Files.readAllLines(page);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("```")) {
                int start = i++;
                StringBuilder text = new StringBuilder();
                while (!lines.get(i).startsWith("```")) {
                    text.append(lines.get(i++)).append('\n');
                }
                blocks.add(new Block(page, start + 1, lines.get(start).substring(3).strip(), text.toString()));
            }
        }
        return blocks;
    }

    boolean isIn(String language) {
        return info.equals(language) || info.startsWith(language + " ");
    }

    /** Where it is, for the name of a test. */
    String place() {
        return page + ":" + line;
    }
}
