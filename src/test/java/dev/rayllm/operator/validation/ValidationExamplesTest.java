package dev.rayllm.operator.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cel.runtime.CelEvaluationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every rule of the CRDs has examples, and offline validation judges them as it should. */
class ValidationExamplesTest {

    private final Validation validation = new Validation();
    private final CelRules cel = new CelRules();

    @TestFactory
    Stream<DynamicTest> offlineValidationJudgesExamples() {
        return Example.all().stream().map(example -> DynamicTest.dynamicTest(example.name(), () -> {
            Checked checked = validation.check(example.document());
            if (example.valid()) {
                assertThat(checked.findings()).isEmpty();
                assertThat(checked.object().getMetadata().getName()).isNotEmpty();
            } else {
                assertThat(checked.findings()).extracting(Finding::text).anyMatch(text -> text.contains(example.expected()));
                assertThat(checked.object()).isNull();
            }
        }));
    }

    @Test
    void everyFolderHasBothKinds() {
        Map<String, Set<Boolean>> kinds = Example.all().stream()
                .collect(Collectors.groupingBy(Example::rule, Collectors.mapping(Example::valid, Collectors.toSet())));
        assertThat(kinds).allSatisfy((rule, both) -> assertThat(both).as(rule).containsExactlyInAnyOrder(true, false));
    }

    @Test
    void everyRuleHasAnExampleThatBreaksItAndOneThatKeepsIt() {
        Set<String> rules = new HashSet<>();
        Set<String> broken = new HashSet<>();
        Set<String> kept = new HashSet<>();
        for (String plural : List.of("llmdeployments", "modelprofiles")) {
            rules.addAll(rules(CrdSchemas.of(plural), ""));
        }
        for (Example example : Example.all()) {
            Schema root = CrdSchemas.of(example.document().kind().equals("LlmDeployment") ? "llmdeployments" : "modelprofiles");
            Document document = SchemaCheck.withoutNulls(example.document(), root);
            judge(root, "", document.tree(), example.valid() ? kept : new HashSet<>(), example.valid() ? new HashSet<>() : broken);
        }
        assertThat(rules).isNotEmpty();
        assertThat(broken).as("rules that some invalid-*.yaml breaks").containsAll(rules);
        assertThat(kept).as("rules that some valid-*.yaml keeps").containsAll(rules);
    }

    private static Set<String> rules(Schema schema, String path) {
        Set<String> rules = new HashSet<>();
        schema.rules().forEach(rule -> rules.add(path + ": " + rule.expression()));
        schema.properties().keySet().forEach(name -> rules.addAll(rules(schema.property(name), path + "." + name)));
        if (schema.items() != null) {
            rules.addAll(rules(schema.items(), path + "[]"));
        }
        return rules;
    }

    /** Notes which rules hold for a value and all below it, and which do not. */
    private void judge(Schema schema, String path, Object value, Set<String> kept, Set<String> broken) {
        for (Schema.Rule rule : schema.rules()) {
            try {
                boolean holds = (Boolean) cel.evaluate(rule.expression(), value);
                (holds ? kept : broken).add(path + ": " + rule.expression());
            } catch (CelEvaluationException e) {
                // Breaks the schema before it comes to the rule.
                continue;
            }
        }
        if (value instanceof Map<?, ?> map) {
            schema.properties().keySet().stream().filter(map::containsKey)
                    .forEach(name -> judge(schema.property(name), path + "." + name, map.get(name), kept, broken));
        } else if (value instanceof List<?> list && schema.items() != null) {
            new ArrayList<>(list).forEach(item -> judge(schema.items(), path + "[]", item, kept, broken));
        }
    }
}
