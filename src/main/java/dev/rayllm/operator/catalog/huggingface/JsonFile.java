package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Arrays;

/** Reads JSON as Python writes it: with {@code Infinity} and {@code NaN}. A key that stands twice is refused, as one of both is wrong. */
final class JsonFile {

    private static final int MAX_DEPTH = 50;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final ObjectMapper MAPPER = mapper();

    private JsonFile() {
    }

    /** The object that a file holds. */
    static JsonNode object(String name, byte[] bytes) {
        try {
            JsonNode root = MAPPER.readTree(withoutMark(bytes));
            if (root == null || root.isMissingNode()) {
                throw new UnusableFile(name + " is empty");
            }
            if (!root.isObject()) {
                throw new UnusableFile(name + " holds no object { … }, but " + kind(root));
            }
            return root;
        } catch (JsonProcessingException e) {
            throw unreadable(name, e);
        } catch (IOException e) {
            throw new UnusableFile(name + " is not JSON: " + e.getMessage());
        }
    }

    static JsonParser parser(byte[] bytes) throws IOException {
        return MAPPER.getFactory().createParser(withoutMark(bytes));
    }

    static UnusableFile unreadable(String name, JsonProcessingException e) {
        JsonLocation place = e.getLocation();
        String where = place == null ? "" : ":" + place.getLineNr() + ":" + place.getColumnNr();
        return new UnusableFile(name + where + ": is not JSON: "
                + e.getOriginalMessage().lines().findFirst().orElse("cannot be read"));
    }

    /** What a value is, for messages. */
    static String kind(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> "the text '" + cut(node.textValue()) + "'";
            case NUMBER -> "the number " + node.asText();
            case BOOLEAN -> node.asText();
            case ARRAY -> "a list";
            case OBJECT -> "an object";
            default -> "null";
        };
    }

    static String cut(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    private static byte[] withoutMark(byte[] bytes) {
        boolean marked = bytes.length >= BYTE_ORDER_MARK.length
                && Arrays.equals(bytes, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
        return marked ? Arrays.copyOfRange(bytes, BYTE_ORDER_MARK.length, bytes.length) : bytes;
    }

    private static ObjectMapper mapper() {
        JsonMapper mapper = JsonMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
        mapper.getFactory().setStreamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build());
        return mapper;
    }
}
