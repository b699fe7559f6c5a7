package dev.rayllm.operator.validation;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads JSON. YAML holds it in theory; in practice the YAML parser refuses tabs that JSON allows. */
final class JsonText {

    private static final int MAX_DEPTH = 50;
    /** A brace and a quoted key: flow-style YAML has its keys unquoted. */
    private static final Pattern START = Pattern.compile("^\\s*(?:\\[\\s*)?\\{\\s*\"");

    private JsonText() {
    }

    static boolean looksLikeJson(String text) {
        return START.matcher(text).lookingAt();
    }

    /** All documents of a text. */
    static List<Object> read(String text) throws UnreadableText {
        try (MappingIterator<Object> values = mapper().readerFor(Object.class).readValues(text)) {
            List<Object> roots = new ArrayList<>();
            while (values.hasNextValue()) {
                roots.add(PlainTree.of(values.nextValue()));
            }
            return roots;
        } catch (JsonProcessingException e) {
            JsonLocation place = e.getLocation();
            throw new UnreadableText("is not JSON: " + e.getOriginalMessage().lines().findFirst().orElse("cannot be read"),
                    place == null ? 0 : place.getLineNr(), place == null ? 0 : place.getColumnNr());
        } catch (IOException e) {
            throw new UnreadableText("is not JSON: " + e.getMessage(), 0, 0);
        }
    }

    private static ObjectMapper mapper() {
        JsonMapper mapper = JsonMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).disable(DeserializationFeature.WRAP_EXCEPTIONS).build();
        mapper.getFactory().setStreamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build());
        return mapper;
    }
}
