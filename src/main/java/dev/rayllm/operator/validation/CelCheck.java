package dev.rayllm.operator.validation;

import dev.cel.runtime.CelEvaluationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Evaluates the CEL rules of a CRD on a document, as the API server does. */
final class CelCheck {

    private final Schema root;
    /** Made for the first rule that has something to judge: it takes a tenth of a second. */
    private CelRules rules;

    CelCheck(Schema root) {
        this.root = root;
    }

    /**
     * Everything that breaks a rule.
     *
     * @param sound whether the schema had nothing to say; if it had, a rule that cannot be evaluated says nothing more
     */
    List<Finding> check(Document document, boolean sound) {
        Run run = new Run(document, sound);
        run.check("", root, document.tree());
        return run.findings;
    }

    /** One document. */
    private final class Run {

        private final Document document;
        private final boolean sound;
        private final List<Finding> findings = new ArrayList<>();

        Run(Document document, boolean sound) {
            this.document = document;
            this.sound = sound;
        }

        void check(String path, Schema schema, Object value) {
            for (Schema.Rule rule : schema.rules()) {
                String message = broken(rule, value);
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
                return sound ? "cannot be judged by the rule " + rule.expression() + ": " + e.getMessage() : null;
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
