package dev.rayllm.operator.plan.sizing.fit;

import dev.rayllm.operator.plan.sizing.MemoryModel;
import dev.rayllm.operator.plan.sizing.records.ModelConfigs;
import dev.rayllm.operator.plan.sizing.records.RecordFile;
import dev.rayllm.operator.plan.sizing.records.RecordJudge;
import dev.rayllm.operator.plan.sizing.records.StartRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Fits the constants of the memory model to recorded starts and writes the table: {@code RECORDS CONFIGS OUT}. */
public final class FitSizing {

    /** Fitted constants; fewer records than that decide nothing. */
    private static final int FEWEST = 15;

    private FitSizing() {
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 3) {
            System.err.println("usage: FitSizing RECORDS.csv MODEL-CONFIGS.csv COEFFICIENTS.csv");
            System.exit(2);
        }
        System.exit(InputProblem.told("fit-sizing", () -> fit(Path.of(args[0]), Path.of(args[1]), Path.of(args[2]))));
    }

    private static void fit(Path records, Path configs, Path out) throws IOException {
        List<Observation> observations = observations(records(records), configs(configs));
        if (observations.size() < FEWEST) {
            throw new IllegalArgumentException(records + " has " + observations.size() + " records with logged terms whose model has a"
                    + " row in " + configs + "; at least " + FEWEST + " are needed. " + out + " stays as it is");
        }
        CoefficientSheet sheet = new Fitting(observations).fitted(CoefficientSheet.start());
        Files.writeString(out, sheet.text());
        System.out.println(observations.size() + " records fitted; constants written to " + out);
    }

    /** The records of a file. */
    public static List<StartRecord> records(Path file) throws IOException {
        try (RecordFile rows = RecordFile.open(Files.newBufferedReader(file), file.toString(), List.of("id", "model"))) {
            return rows.records().toList();
        }
    }

    /** The architectures of a file. */
    public static ModelConfigs configs(Path file) throws IOException {
        try (RecordFile rows = RecordFile.open(Files.newBufferedReader(file), file.toString(), List.of("model"))) {
            return new ModelConfigs(rows.records());
        }
    }

    /** What the records measured and the fitting uses. */
    public static List<Observation> observations(List<StartRecord> records, ModelConfigs configs) {
        RecordJudge judge = new RecordJudge(MemoryModel.standard(), configs);
        return new ArrayList<>(records.stream().map(r -> Observation.of(r, judge.judge(r))).filter(Objects::nonNull).toList());
    }
}
