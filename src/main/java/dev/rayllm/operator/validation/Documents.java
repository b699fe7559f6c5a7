package dev.rayllm.operator.validation;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the documents of a file: YAML or JSON, one or many. Refuses in words what is none of it. */
public final class Documents {

    /** Largest file that is read, bytes. An object that the API server stores has at most 1.5 MiB. */
    public static final int MAX_BYTES = 3 * 1024 * 1024;

    private static final int QUOTED = 40;

    private Documents() {
    }

    /**
     * What a file holds.
     *
     * @param documents documents that are mappings, in order
     * @param findings  why others could not be read
     */
    public record Result(List<Document> documents, List<Finding> findings) {

        public Result {
            documents = List.copyOf(documents);
            findings = List.copyOf(findings);
        }
    }

    /** Reads a file. Never throws for what is in it. */
    public static Result read(String file, byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            return refused(file, "has more than " + MAX_BYTES / (1024 * 1024)
                    + " MiB, the most that is read; an LlmDeployment has a few KiB");
        }
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return refused(file, "is not UTF-8 text; YAML or JSON is wanted");
        }
        return read(file, text.startsWith("\uFEFF") ? text.substring(1) : text);
    }

    private static Result read(String file, String text) {
        List<Object> roots;
        try {
            roots = roots(text);
        } catch (UnreadableText e) {
            return refused(e.line() > 0 ? file + ":" + e.line() + ":" + e.column() : file, e.getMessage());
        }
        Collected collected = new Collected(file);
        for (int i = 0; i < roots.size(); i++) {
            collected.add(roots.get(i), i + 1);
        }
        if (collected.documents.isEmpty() && collected.findings.isEmpty()) {
            return refused(file, "is empty; an LlmDeployment is wanted (apiVersion, kind, metadata and spec)");
        }
        return new Result(collected.documents, collected.findings);
    }

    /** JSON where it looks like it, as that is stricter and faster; YAML that merely looks like it is read all the same. */
    private static List<Object> roots(String text) throws UnreadableText {
        if (!JsonText.looksLikeJson(text)) {
            return YamlText.read(text);
        }
        try {
            return JsonText.read(text);
        } catch (UnreadableText notJson) {
            try {
                return YamlText.read(text);
            } catch (UnreadableText notYaml) {
                throw notJson;
            }
        }
    }

    private static Result refused(String file, String message) {
        return new Result(List.of(), List.of(Finding.ofFile(file, message)));
    }

    /** Sorts documents from what is none, and unfolds lists. */
    private static final class Collected {

        private final String file;
        private final List<Document> documents = new ArrayList<>();
        private final List<Finding> findings = new ArrayList<>();

        Collected(String file) {
            this.file = file;
        }

        @SuppressWarnings("unchecked")
        void add(Object root, int index) {
            if (root == null) {
                // What stands between two separators, or nothing but comments.
                return;
            }
            if (!(root instanceof Map<?, ?> map)) {
                findings.add(new Finding(file, index, "", "", "is " + Words.value(root, QUOTED)
                        + "; a mapping with apiVersion, kind, metadata and spec is wanted"));
                return;
            }
            Document document = new Document(file, index, (Map<String, Object>) map);
            if (document.kind().endsWith("List") && map.get("items") instanceof List<?> items) {
                items.forEach(item -> add(item, index));
            } else {
                documents.add(document);
            }
        }
    }
}
