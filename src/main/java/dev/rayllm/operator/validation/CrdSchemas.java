package dev.rayllm.operator.validation;

import dev.rayllm.operator.api.v1alpha1.Api;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The schemas of our kinds, read from the CRDs in this jar: the same files that a cluster has. */
final class CrdSchemas {

    private CrdSchemas() {
    }

    /** The schema of a kind by its plural. */
    static Schema of(String plural) {
        String resource = "/crds/" + plural + "." + Api.GROUP + ".yaml";
        try (InputStream in = CrdSchemas.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("this build is broken: it has no " + resource);
            }
            Object crd = YamlText.read(new String(in.readAllBytes(), StandardCharsets.UTF_8)).getFirst();
            return new Schema(map(map(map(((List<?>) map(map(crd).get("spec")).get("versions")).getFirst())
                    .get("schema")).get("openAPIV3Schema")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UnreadableText e) {
            throw new IllegalStateException("this build is broken: " + resource + " " + e.getMessage(), e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object node) {
        return (Map<String, Object>) node;
    }
}
