package dev.rayllm.operator.validation;

import dev.cel.runtime.CelEvaluationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Evaluates the CEL rules of a CRD on a document, as the API server does. */
final class CelCheck {

    private static final Pattern FIELD = Pattern.compile("\\bself\\.([A-Za-z][A-Za-z0-9.]*)");

    private final Schema root;
    /** Made for the first rule that has something to judge: it takes a tenth of a second. */
    private CelRules rules;

    CelCheck(Schema root) {
        this.root = root;
    }

    /**
     * Everything that breaks a rule. A rule that reads a field which the schema refuses is left out: what it would say of a
     * value that cannot be is noise, or wrong.
     *
     * @param faulty paths that the schema had something to say about
     */
    List<Finding> check(Document document, Set<String> faulty) {
        Run run = new Run(document, faulty);
        run.check("", root, document.tree());
        return run.findings;
    }

    /** One document. */
    private final class Run {

        private final Document document;
        private final Set<String> faulty;
        private final List<Finding> findings = new ArrayList<>();

        Run(Document document, Set<String> faulty) {
            this.document = document;
            this.faulty = faulty;
        }

        void check(String path, Schema schema, Object value) {
            for (Schema.Rule rule : schema.rules()) {
                String message = readsFaulty(path, rule) ? null : broken(rule, value);
                if (message != null) {
                    findings.add(document.finding(path, message));
                }
            }
            if (value instanceof Map<?, ?> map) {
                map.forEach((key, field) -> {
                    Schema known = schema.property((String) key) != null ? schema.property((String) key) : schema.values();
                    if (known != null) {
                        check(path.isEmpty() ? (String) key : path + "." + key, known, field);
                    }
                });
            } else if (value instanceof List<?> list && schema.items() != null) {
                for (int i = 0; i < list.size(); i++) {
                    check(path + "[" + i + "]", schema.items(), list.get(i));
                }
            }
        }

        private boolean readsFaulty(String path, Schema.Rule rule) {
            return faulty.contains(path) || !faulty.isEmpty() && FIELD.matcher(rule.expression()).results()
                    .map(field -> path.isEmpty() ? field.group(1) : path + "." + field.group(1))
                    .anyMatch(field -> faulty.stream().anyMatch(f -> within(field, f) || within(f, field)));
        }

        private static boolean within(String path, String whole) {
            return path.equals(whole) || path.startsWith(whole + ".") || path.startsWith(whole + "[");
        }

        /** The message of a rule that a value breaks, or null. */
        private String broken(Schema.Rule rule, Object value) {
            try {
                if (Boolean.TRUE.equals(rules().evaluate(rule.expression(), value))) {
                    return null;
                }
                if (rule.messageExpression() != null) {
                    return String.valueOf(rules().evaluate(rule.messageExpression(), value));
                }
                return rule.message() != null ? rule.message() : "breaks the rule " + rule.expression();
            } catch (CelEvaluationException e) {
                return faulty.isEmpty() ? "cannot be judged by the rule " + rule.expression() + ": " + e.getMessage() : null;
            }
        }
    }

    private CelRules rules() {
        if (rules == null) {
            rules = new CelRules();
        }
        return rules;
    }
}
