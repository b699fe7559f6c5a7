package dev.rayllm.operator.validation;

import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.representer.Representer;

/** Reads YAML as kubectl does, within limits that no honest file meets. */
final class YamlText {

    private static final int MAX_ALIASES = 50;
    private static final int MAX_DEPTH = 50;

    private YamlText() {
    }

    /** All documents of a text; an empty one is null. */
    static List<Object> read(String text) throws UnreadableText {
        try {
            List<Object> roots = new ArrayList<>();
            for (Object root : yaml().loadAll(text)) {
                roots.add(PlainTree.of(root));
            }
            return roots;
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark() != null ? e.getProblemMark() : e.getContextMark();
            String message = "is not YAML: " + (e.getProblem() == null ? "cannot be read" : e.getProblem().strip());
            throw new UnreadableText(message + hint(message),
                    mark == null ? 0 : mark.getLine() + 1, mark == null ? 0 : mark.getColumn() + 1);
        } catch (ReaderException e) {
            throw unprintable(text, e);
        } catch (YAMLException | NumberFormatException e) {
            throw new UnreadableText("is refused: " + e.getMessage(), 0, 0);
        }
    }

    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setAllowRecursiveKeys(false);
        options.setMaxAliasesForCollections(MAX_ALIASES);
        options.setNestingDepthLimit(MAX_DEPTH);
        options.setCodePointLimit(Documents.MAX_BYTES);
        DumperOptions unused = new DumperOptions();
        return new Yaml(new KubernetesScalars(options), new Representer(unused), unused, options, new KubernetesYaml());
    }

    private static String hint(String message) {
        return message.contains("\\t") ? "; tabs cannot indent: use spaces" : "";
    }

    private static UnreadableText unprintable(String text, ReaderException e) {
        String before = text.substring(0, Math.min(e.getPosition(), text.length()));
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        return new UnreadableText(String.format("is not YAML: character U+%04X cannot be in text; is it a binary file?",
                e.getCodePoint()), line, before.length() - before.lastIndexOf('\n'));
    }
}
