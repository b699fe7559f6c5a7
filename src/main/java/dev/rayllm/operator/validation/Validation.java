package dev.rayllm.operator.validation;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.ModelProfile;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Validates documents without a cluster: what the API server would refuse by the schema, the CEL rules or strict field
 * validation is refused here, with more words.
 */
public final class Validation {

    private final ObjectMapper mapper = new ObjectMapper();
    private final Map<Class<?>, KindRules> rules = new HashMap<>();

    /** Schema and rules of one kind. */
    private record KindRules(Schema root, SchemaCheck schema, CelCheck cel) {

        static KindRules of(Class<? extends HasMetadata> kind) {
            Schema root = CrdSchemas.of(HasMetadata.getPlural(kind));
            UnknownFields unknown = new UnknownFields(root, kind == LlmDeployment.class);
            return new KindRules(root, new SchemaCheck(root, unknown), new CelCheck(root));
        }
    }

    /** Checks a document of any kind; only an LlmDeployment or a ModelProfile can be valid. */
    public Checked check(Document document) {
        return switch (document.kind()) {
            case "LlmDeployment" -> check(document, LlmDeployment.class);
            case "ModelProfile" -> check(document, ModelProfile.class);
            default -> new Checked(document, List.of(OtherKinds.finding(document)), null);
        };
    }

    private Checked check(Document original, Class<? extends HasMetadata> kind) {
        if (!original.apiVersion().equals(HasMetadata.getApiVersion(kind))) {
            return new Checked(original, List.of(OtherKinds.finding(original)), null);
        }
        KindRules kindRules = rules.computeIfAbsent(kind, key -> KindRules.of(kind));
        Document document = SchemaCheck.withoutNulls(original, kindRules.root());
        List<Finding> findings = new ArrayList<>(MetadataCheck.check(document));
        findings.addAll(kindRules.schema().check(document));
        findings.addAll(kindRules.cel().check(document, findings.stream().map(Finding::field).collect(Collectors.toSet())));
        if (!findings.isEmpty()) {
            return new Checked(document, findings, null);
        }
        try {
            return new Checked(document, List.of(), mapper.convertValue(document.tree(), kind));
        } catch (IllegalArgumentException e) {
            return new Checked(document, List.of(unreadable(document, e)), null);
        }
    }

    /** What the schema lets through and the records cannot hold: odd metadata. */
    private static Finding unreadable(Document document, IllegalArgumentException e) {
        if (e.getCause() instanceof JsonMappingException mapping) {
            StringBuilder path = new StringBuilder();
            mapping.getPath().forEach(step -> path.append(step.getFieldName() == null ? "[" + step.getIndex() + "]"
                    : (path.isEmpty() ? "" : ".") + step.getFieldName()));
            return document.finding(path.toString(), "cannot be read: "
                    + mapping.getOriginalMessage().lines().findFirst().orElse("wrong type"));
        }
        return document.finding("", "cannot be read: " + e.getMessage());
    }
}
