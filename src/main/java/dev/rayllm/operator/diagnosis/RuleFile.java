package dev.rayllm.operator.diagnosis;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.rayllm.operator.diagnosis.Rule.Sample;
import dev.rayllm.operator.diagnosis.Rule.Weight;
import dev.rayllm.operator.observe.Evidence.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code diagnosis/rules.yaml} of the class path, strictly: a fault in it is a fault of the build. */
final class RuleFile {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private RuleFile() {
    }

    private record File(List<Row> rules) {
    }

    private record Row(String code, String weight, List<String> sources, List<String> patterns, String within,
            String message, String remedy, List<Sample> samples) {

        Rule rule() {
            return new Rule(code, Weight.valueOf(weight.toUpperCase(Locale.ROOT)), places(),
                    patterns.stream().map(Pattern::compile).toList(),
                    within == null ? null : Pattern.compile(within), message, remedy, List.copyOf(samples));
        }

        private Set<Source> places() {
            Set<Source> places = EnumSet.noneOf(Source.class);
            if (sources == null) {
                return EnumSet.allOf(Source.class);
            }
            sources.forEach(s -> places.add(Source.valueOf(s.toUpperCase(Locale.ROOT))));
            return places;
        }
    }

    static List<Rule> read() {
        try (InputStream in = RuleFile.class.getResourceAsStream("/diagnosis/rules.yaml")) {
            return YAML.readValue(in, new TypeReference<File>() { }).rules().stream().map(Row::rule).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("diagnosis/rules.yaml", e);
        }
    }
}
