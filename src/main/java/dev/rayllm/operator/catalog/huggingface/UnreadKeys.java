package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names the keys that nothing was made of, but for those that say nothing about memory. */
final class UnreadKeys {

    private static final Pattern HARMLESS = load();
    private static final int MOST = 20;

    private UnreadKeys() {
    }

    static void tell(Level level, Notes notes) {
        int told = 0;
        int more = 0;
        for (Map.Entry<String, JsonNode> field : level.unread()) {
            if (HARMLESS.matcher(field.getKey()).matches() || off(field.getValue())) {
                continue;
            }
            if (told++ < MOST) {
                notes.unknown(level.path() + JsonFile.cut(field.getKey()) + " (" + JsonFile.kind(field.getValue()) + ") is not understood");
            } else {
                more++;
            }
        }
        if (more > 0) {
            notes.unknown(more + " further keys are not understood");
        }
    }

    /** What is switched off, zero, empty, or one as a factor changes nothing. */
    private static boolean off(JsonNode value) {
        return value.isBoolean() && !value.booleanValue() || value.isNumber() && (value.doubleValue() == 0 || value.doubleValue() == 1)
                || value.isContainerNode() && value.isEmpty() || value.isTextual() && value.textValue().isEmpty();
    }

    private static Pattern load() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                UnreadKeys.class.getResourceAsStream("/huggingface/harmless-keys.txt"), StandardCharsets.UTF_8))) {
            return Pattern.compile(lines.lines().filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .collect(Collectors.joining("|")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
