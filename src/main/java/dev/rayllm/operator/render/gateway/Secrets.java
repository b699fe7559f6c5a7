package dev.rayllm.operator.render.gateway;

import java.util.List;
import java.util.Map;

/** SDS: names the file of the provider's key; the key itself is in no object that we write. */
final class Secrets {

    static final String PROVIDER_KEY = "provider_key";

    private Secrets() {
    }

    static List<Map<String, Object>> list() {
        return List.of(Config.of("name", PROVIDER_KEY, "generic_secret", Config.of("secret", Config.of(
                "filename", Files.KEY, "watched_directory", Config.of("path", Files.KEY_FOLDER)))));
    }
}
