package dev.rayllm.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.diagnosis.Rule.Sample;
import dev.rayllm.operator.observe.Evidence;
import dev.rayllm.operator.observe.Evidence.Source;
import dev.rayllm.operator.observe.Evidence.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule recognises the error lines that it was written for, through the door that the operator uses. */
class RulesTest {

    private static final Diagnoser DIAGNOSER = Diagnoser.builtIn();

    static Stream<Arguments> samples() {
        return DIAGNOSER.rules().stream().flatMap(rule -> rule.samples().stream()
                .flatMap(sample -> rule.sources().stream().map(source -> Arguments.of(rule, source, sample))));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aSampleGivesItsCodeAndCaptures(Rule rule, Source source, Sample sample) {
        List<Finding> findings = DIAGNOSER.diagnose(new Evidence(List.of(new Statement(source, "pod-1", sample.says()))));
        assertThat(findings).extracting(Finding::code).containsExactly(rule.code());
        Finding finding = findings.getFirst();
        assertThat(finding.figures()).containsAllEntriesOf(sample.gives());
        assertThat(finding.pods()).containsExactly("pod-1");
        assertThat(finding.message() + finding.remedy()).doesNotContain("${").doesNotContain("?");
    }

    /** Lines of a real log stand behind the writer's name and the time, and between others. */
    @ParameterizedTest
    @MethodSource("samples")
    void aSampleIsFoundInTheMiddleOfALog(Rule rule, Source source, Sample sample) {
        if (source != Source.LOG || rule.weight() == Rule.Weight.CONSEQUENCE) {
            return;
        }
        StringBuilder log = new StringBuilder("INFO 11-30 09:12:01 [api_server.py:1] vLLM API server version 0.27.0\n");
        sample.says().lines().forEach(l -> log.append("(EngineCore pid=316) ERROR 11-30 09:13:44 [core.py:1344] ")
                .append(l).append('\n'));
        log.append("(EngineCore pid=316) Process EngineCore:\nRuntimeError: Engine core initialization failed. See root"
                + " cause above. Failed core proc(s): {}\n");
        assertThat(DIAGNOSER.diagnose(new Evidence(List.of(new Statement(Source.LOG, "p", log.toString())))))
                .extracting(Finding::code).containsExactly(rule.code());
    }

    @Test
    void eachRuleHasSamplesWithTheirOrigin() {
        assertThat(DIAGNOSER.rules()).allSatisfy(rule -> {
            assertThat(rule.code()).matches("[A-Z][A-Za-z]+");
            assertThat(rule.samples()).as(rule.code()).isNotEmpty()
                    .allSatisfy(s -> assertThat(s.from()).as(s.says()).isNotBlank());
            assertThat(rule.remedy()).as(rule.code()).isNotBlank().doesNotContain("\n");
            assertThat(rule.message()).as(rule.code()).isNotBlank().doesNotContain("\n");
        });
    }
}
