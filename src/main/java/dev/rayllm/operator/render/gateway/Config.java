package dev.rayllm.operator.render.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Envoy's configuration as plain trees: written by a serialiser, so that no value can break out of its place. */
final class Config {

    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE).enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
            .build());

    private Config() {
    }

    /** A message: names and values in turn; a field without value is left out. */
    static Map<String, Object> of(Object... pairs) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i + 1] != null) {
                fields.put((String) pairs[i], pairs[i + 1]);
            }
        }
        return fields;
    }

    /** A message of an extension, with its type. */
    static Map<String, Object> typed(String type, Object... pairs) {
        Map<String, Object> fields = of("@type", "type.googleapis.com/" + type);
        fields.putAll(of(pairs));
        return fields;
    }

    /** A named extension with its message. */
    static Map<String, Object> extension(String name, Map<String, Object> typedConfig) {
        return of("name", name, "typed_config", typedConfig);
    }

    /** Where a kind of resource is read from, anew whenever the folder is swapped. */
    static Map<String, Object> source(String file) {
        return source(file, Files.CONFIG_FOLDER);
    }

    /** Where a kind of resource is read from, anew whenever another folder is swapped. */
    static Map<String, Object> source(String file, String watched) {
        return of("path_config_source", of("path", Files.CONFIG_FOLDER + "/" + file,
                "watched_directory", of("path", watched)), "resource_api_version", "V3");
    }

    /** The file of one kind of resource. */
    static String resources(String type, List<Map<String, Object>> resources) {
        return text(of("resources", resources.stream().map(r -> {
            Map<String, Object> typed = typed(type);
            typed.putAll(r);
            return typed;
        }).toList()));
    }

    static String text(Map<String, Object> message) {
        try {
            return YAML.writeValueAsString(message);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain trees can be written", e);
        }
    }

    static Map<String, Object> address(String address, int port) {
        return of("socket_address", of("address", address, "port_value", port));
    }

    static String seconds(Duration duration) {
        return duration.toSeconds() + "s";
    }
}
