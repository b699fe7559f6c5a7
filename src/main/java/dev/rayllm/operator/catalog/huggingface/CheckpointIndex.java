package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/**
 * {@code model.safetensors.index.json}: how many bytes the weight files have together, and whether an output head is among them.
 * Read as a stream, as those of large models list a hundred thousand tensors.
 *
 * @param totalBytes bytes of all tensors; 0 when the index does not say
 * @param tensors    how many tensors it lists
 * @param hasHead    whether one of them is an output head
 */
public record CheckpointIndex(long totalBytes, int tensors, boolean hasHead) {

    private static final double MOST_BYTES = 1e14;

    /** Reads an index; {@code name} is for messages. */
    public static CheckpointIndex read(String name, byte[] bytes) {
        try (JsonParser json = JsonFile.parser(bytes)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new UnusableFile(name + " is no index of safetensors: it holds no object { … }");
            }
            return new Reader(name).read(json);
        } catch (JsonProcessingException e) {
            throw JsonFile.unreadable(name, e);
        } catch (IOException e) {
            throw new UnusableFile(name + " is not JSON: " + e.getMessage());
        }
    }

    boolean hasTensors() {
        return tensors > 0;
    }

    /** What was seen so far. */
    private static final class Reader {
        private final String name;
        private long total;
        private int tensors;
        private boolean head;
        private boolean map;

        Reader(String name) {
            this.name = name;
        }

        CheckpointIndex read(JsonParser json) throws IOException {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String key = json.currentName();
                JsonToken value = json.nextToken();
                if (key.equals("metadata") && value == JsonToken.START_OBJECT) {
                    metadata(json);
                } else if (key.equals("weight_map") && value == JsonToken.START_OBJECT) {
                    weightMap(json);
                } else {
                    json.skipChildren();
                }
            }
            if (!map && total == 0) {
                throw new UnusableFile(name + " is no index of safetensors: it has neither metadata.total_size nor weight_map");
            }
            return new CheckpointIndex(total, tensors, head);
        }

        private void metadata(JsonParser json) throws IOException {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String key = json.currentName();
                JsonToken value = json.nextToken();
                if (key.equals("total_size") && value.isNumeric()) {
                    double size = json.getDoubleValue();
                    if (!(size > 0 && size <= MOST_BYTES)) {
                        throw new UnusableFile(name + ": metadata.total_size " + json.getText() + " cannot be a size in bytes");
                    }
                    total = (long) size;
                } else {
                    json.skipChildren();
                }
            }
        }

        private void weightMap(JsonParser json) throws IOException {
            map = true;
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String tensor = json.currentName();
                tensors++;
                head = head || tensor.endsWith("lm_head.weight") || tensor.equals("output.weight") || tensor.equals("head.weight")
                        || tensor.endsWith("embed_out.weight");
                json.nextToken();
                json.skipChildren();
            }
        }
    }
}
