package dev.rayllm.operator.diagnosis;

import dev.rayllm.operator.diagnosis.Rule.Weight;
import dev.rayllm.operator.observe.Evidence;
import dev.rayllm.operator.observe.Evidence.Source;
import dev.rayllm.operator.observe.Evidence.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Turns what engine, Ray and Kubernetes say into named faults with remedies. Pure. */
public final class Diagnoser {

    /** Most faults that are named at once. */
    public static final int MOST = 8;

    private static final String LOOK = "no rule knows this error: search for it in the issues of vLLM and Ray, and look at"
            + " the lines before it in the log of the worker";

    private final List<Rule> rules;

    private Diagnoser(List<Rule> rules) {
        this.rules = rules;
    }

    /** With the rules of this release. */
    public static Diagnoser builtIn() {
        return BuiltIn.DIAGNOSER;
    }

    private static final class BuiltIn {
        private static final Diagnoser DIAGNOSER = new Diagnoser(RuleFile.read());
    }

    /** The rules, in order of precedence. */
    public List<Rule> rules() {
        return rules;
    }

    /** The faults, the most telling first. Causes alone when there are any, else symptoms, else consequences. */
    public List<Finding> diagnose(Evidence evidence) {
        List<Hit> hits = evidence.statements().stream().filter(s -> s.text() != null && !s.text().isBlank())
                .flatMap(s -> hits(s).stream()).toList();
        Optional<Weight> heaviest = hits.stream().map(h -> h.rule().weight()).min(Comparator.naturalOrder());
        if (heaviest.isEmpty() || heaviest.get() == Weight.CONSEQUENCE) {
            // An error line of any kind says more than "the engine did not start".
            Optional<Finding> unknown = unknown(evidence, hits);
            if (unknown.isPresent()) {
                return List.of(unknown.get());
            }
        }
        return heaviest.map(weight -> findings(hits.stream().filter(h -> h.rule().weight() == weight).toList()))
                .orElse(List.of());
    }

    private List<Hit> hits(Statement statement) {
        List<Hit> hits = new ArrayList<>();
        BitSet taken = new BitSet();
        rules.stream().filter(r -> r.sources().contains(statement.source()))
                .forEach(rule -> Hit.find(rule, statement, taken).ifPresent(hits::add));
        return hits;
    }

    /** One finding a code: the most specific rule's words, and all pods that show it. */
    private List<Finding> findings(List<Hit> hits) {
        // One consequence says as little as two.
        int most = hits.getFirst().rule().weight() == Weight.CONSEQUENCE ? 1 : MOST;
        Map<String, List<Hit>> byCode = new LinkedHashMap<>();
        hits.stream().sorted(Comparator.comparingInt(h -> rules.indexOf(h.rule())))
                .forEach(h -> byCode.computeIfAbsent(h.rule().code(), c -> new ArrayList<>()).add(h));
        return byCode.values().stream().limit(most).map(Diagnoser::finding).toList();
    }

    private static Finding finding(List<Hit> hits) {
        Hit first = hits.getFirst();
        return new Finding(first.rule().code(), Template.fill(first.rule().message(), first.figures()),
                Template.fill(first.rule().remedy(), first.figures()), pods(hits.stream().map(Hit::statement).toList()),
                first.figures());
    }

    /** Ray Serve's words are an error when they are passed on at all; a log is full of lines that are none. */
    private static Optional<Finding> unknown(Evidence evidence, List<Hit> hits) {
        for (Source source : List.of(Source.SERVE, Source.LOG, Source.CONTAINER)) {
            for (Statement statement : evidence.statements()) {
                Optional<String> words = statement.source() != source || statement.text() == null ? Optional.empty()
                        : source == Source.SERVE && hits.isEmpty() ? LastWords.any(statement.text())
                        : LastWords.error(withoutHits(statement, hits));
                if (words.isPresent()) {
                    return Optional.of(new Finding(Finding.UNKNOWN, words.get(), LOOK, pods(List.of(statement)), Map.of()));
                }
            }
        }
        return Optional.empty();
    }

    /** Lines that a rule knows as consequences are not the unknown error. */
    private static String withoutHits(Statement statement, List<Hit> hits) {
        return statement.text().lines().filter(line -> hits.stream().filter(h -> h.statement().equals(statement))
                .noneMatch(h -> h.rule().patterns().stream().anyMatch(p -> p.matcher(line).find())))
                .collect(Collectors.joining("\n"));
    }

    private static List<String> pods(List<Statement> statements) {
        return statements.stream().map(Statement::pod).filter(Objects::nonNull).distinct().sorted().toList();
    }
}
