package dev.rayllm.operator.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rayllm.operator.validation.KubernetesYaml;
import java.util.List;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;

/** Writes records and objects as JSON or YAML, always the same way. */
final class Trees {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .defaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS).build();
    private static final int LINE_WIDTH = 120;

    private Trees() {
    }

    /** JSON with two spaces of indentation and a last line break. */
    static String json(Object value) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter()
                .withSeparators(DefaultPrettyPrinter.DEFAULT_SEPARATORS.withObjectFieldValueSpacing(
                        com.fasterxml.jackson.core.util.Separators.Spacing.AFTER));
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        printer.indentObjectsWith(indenter);
        printer.indentArraysWith(indenter);
        try {
            return MAPPER.writer(printer).writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + value.getClass().getSimpleName() + ": " + e.getMessage(), e);
        }
    }

    /** One YAML document without separator. */
    static String yaml(Object value) {
        return dumper().dump(plain(value));
    }

    /** Several YAML documents, each after a separator. */
    static String documents(List<?> values) {
        StringBuilder text = new StringBuilder();
        values.forEach(value -> text.append("---\n").append(yaml(value)));
        return text.toString();
    }

    private static Object plain(Object value) {
        JsonNode tree = MAPPER.valueToTree(value);
        return MAPPER.convertValue(tree, Object.class);
    }

    private static Yaml dumper() {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setIndicatorIndent(2);
        options.setIndentWithIndicator(true);
        options.setSplitLines(false);
        options.setWidth(LINE_WIDTH);
        options.setAllowUnicode(true);
        // Otherwise text with a control character would become !!binary, which no reader of Kubernetes takes for text.
        options.setNonPrintableStyle(DumperOptions.NonPrintableStyle.ESCAPE);
        // The reader's own rules decide what needs quotes.
        return new Yaml(new SafeConstructor(new LoaderOptions()), new ReadableText(options), options, new LoaderOptions(),
                new KubernetesYaml());
    }

    /** Shows text of several lines as such. */
    private static final class ReadableText extends Representer {

        ReadableText(DumperOptions options) {
            super(options);
        }

        @Override
        protected Node representScalar(Tag tag, String value, DumperOptions.ScalarStyle style) {
            if (Tag.STR.equals(tag) && value.chars().anyMatch(c -> PlainWriter.acts((char) c))) {
                // In this style the reader takes the escapes back for what they stand for.
                return super.representScalar(tag, value, DumperOptions.ScalarStyle.DOUBLE_QUOTED);
            }
            boolean lines = Tag.STR.equals(tag) && value.contains("\n");
            return super.representScalar(tag, value, lines ? DumperOptions.ScalarStyle.LITERAL : style);
        }
    }
}
