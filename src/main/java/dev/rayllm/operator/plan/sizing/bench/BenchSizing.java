package dev.rayllm.operator.plan.sizing.bench;

import dev.rayllm.operator.plan.sizing.MemoryModel;
import dev.rayllm.operator.plan.sizing.fit.FitSizing;
import dev.rayllm.operator.plan.sizing.fit.InputProblem;
import dev.rayllm.operator.plan.sizing.fit.Fitting;
import dev.rayllm.operator.plan.sizing.fit.Observation;
import dev.rayllm.operator.plan.sizing.records.Judgement;
import dev.rayllm.operator.plan.sizing.records.ModelConfigs;
import dev.rayllm.operator.plan.sizing.records.RecordJudge;
import dev.rayllm.operator.plan.sizing.records.StartRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** How true is the memory model on recorded starts? {@code RECORDS.csv MODEL-CONFIGS.csv}. */
public final class BenchSizing {

    /** Rows of one harness on one GPU type; a third of the development records. */
    private static final Predicate<Row> HARNESS = r -> r.record().text("id").startsWith("lp");

    /** A record with what was measured and what the model says. */
    record Row(StartRecord record, Truth truth, Judgement judged) {
    }

    private BenchSizing() {
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            System.err.println("usage: BenchSizing RECORDS.csv MODEL-CONFIGS.csv");
            System.exit(2);
        }
        System.exit(InputProblem.told("bench-sizing", () -> bench(Path.of(args[0]), Path.of(args[1]))));
    }

    private static void bench(Path recordFile, Path configFile) throws IOException {
        List<StartRecord> records = FitSizing.records(recordFile);
        ModelConfigs configs = FitSizing.configs(configFile);
        MemoryModel model = MemoryModel.standard();
        List<Row> rows = rows(records, new RecordJudge(model, configs));
        List<Row> current = rows.stream().filter(r -> !r.record().text("engine").equals("V0")).toList();
        coverage(current);
        System.out.printf("%d records of the V0 engine are not judged%n", rows.size() - current.size());
        compared("all", current, model);
        compared("without the harness", current.stream().filter(HARNESS.negate()).toList(), model);
        compared("the harness alone", current.stream().filter(HARNESS).toList(), model);
        crossValidated(records, configs, current);
        wrongStarts(current);
        worst(current);
    }

    private static List<Row> rows(List<StartRecord> records, RecordJudge judge) {
        return records.stream().map(r -> row(r, judge)).toList();
    }

    private static Row row(StartRecord record, RecordJudge judge) {
        Judgement judged = judge.judge(record);
        return new Row(record, Truth.of(record, judged.arch()), judged);
    }

    private static void coverage(List<Row> rows) {
        long supported = rows.stream().filter(r -> r.judged().supported()).count();
        System.out.printf("coverage: %d of %d V1 records judged%n", supported, rows.size());
        Map<String, Integer> reasons = new TreeMap<>();
        rows.stream().filter(r -> !r.judged().supported())
                .forEach(r -> reasons.merge(r.judged().reason().replaceAll("[:'].*", ""), 1, Integer::sum));
        reasons.forEach((reason, count) -> System.out.printf("  %3d %s%n", count, reason));
    }

    private static void compared(String title, List<Row> rows, MemoryModel model) {
        Scores ours = new Scores();
        Scores plain = new Scores();
        Scores kaito = new Scores();
        for (Row row : rows) {
            if (row.judged().supported()) {
                score(ours, row);
                Baselines.Figures p = Baselines.plain(model, row.judged());
                plain.add(p.weightsGib(), p.tokens(), row.truth());
                Baselines.Figures k = Baselines.kaito(model, row.judged());
                kaito.add(k.weightsGib(), k.tokens(), row.truth());
            }
        }
        System.out.println("\n" + title);
        System.out.println(ours.line("  memory model"));
        System.out.println(plain.line("  parameters x bytes, rest is cache"));
        System.out.println(kaito.line("  KAITO's rule"));
    }

    private static void score(Scores scores, Row row) {
        scores.add(row.judged().estimate().weights(), row.judged().estimate().kvCacheTokens(), row.truth());
        scores.addStart(row.judged().starts(), row.truth());
    }

    /** Every source is judged with constants fitted to the others. */
    private static void crossValidated(List<StartRecord> records, ModelConfigs configs, List<Row> current) {
        List<Observation> all = FitSizing.observations(records, configs);
        Map<String, RecordJudge> judges = new HashMap<>();
        Scores every = new Scores();
        Scores others = new Scores();
        for (Row row : current) {
            String source = Observation.source(row.record());
            RecordJudge judge = judges.computeIfAbsent(source, s -> new RecordJudge(new MemoryModel(new Fitting(
                    all.stream().filter(o -> !o.source().equals(s)).toList()).fit()), configs));
            Row again = row(row.record(), judge);
            if (again.judged().supported()) {
                score(every, again);
                if (!HARNESS.test(row)) {
                    score(others, again);
                }
            }
        }
        System.out.println("\ncross-validation: every source judged with constants fitted to the others");
        System.out.println(every.line("  all"));
        System.out.println(others.line("  without the harness"));
    }

    private static void wrongStarts(List<Row> rows) {
        System.out.println("\nstarts judged wrongly");
        rows.stream().filter(r -> r.judged().supported() && r.truth().scored() && r.judged().starts() != r.truth().started())
                .forEach(r -> System.out.println("  " + RowText.start(r)));
    }

    private static void worst(List<Row> rows) {
        System.out.println("\nten worst by tokens, with their terms (GiB)");
        List<Row> measured = new ArrayList<>(rows.stream()
                .filter(r -> r.judged().supported() && !Double.isNaN(r.truth().tokens())).toList());
        measured.sort(Comparator.comparingDouble(
                (Row r) -> Math.abs(r.judged().estimate().kvCacheTokens() / r.truth().tokens() - 1)).reversed());
        measured.stream().limit(Integer.getInteger("worst", 10)).forEach(r -> System.out.println(RowText.terms(r)));
    }
}
