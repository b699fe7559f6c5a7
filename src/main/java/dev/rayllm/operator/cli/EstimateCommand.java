package dev.rayllm.operator.cli;

import dev.rayllm.operator.plan.sizing.MemoryEstimate;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import dev.rayllm.operator.plan.sizing.records.Judgement;
import dev.rayllm.operator.plan.sizing.records.ModelConfigs;
import dev.rayllm.operator.plan.sizing.records.RecordFile;
import dev.rayllm.operator.plan.sizing.records.RecordJudge;
import dev.rayllm.operator.plan.sizing.records.StartRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says of recorded engine starts what the memory model says of their settings: one row of CSV for each record. */
@Command(name = "estimate", description = {"Estimate memory and start of recorded engine settings.",
        "Prints CSV, one row for each record, as soon as the record is read.", "",
        "  rayllm estimate --records starts.csv --model-configs models.csv"})
final class EstimateCommand implements Callable<Integer> {

    private static final String[] COLUMNS = {"id", "supported", "weights_gib", "kv_gib", "kv_tokens", "starts", "reason"};

    @Spec
    private CommandSpec spec;

    @Option(names = "--records", required = true, paramLabel = "R.csv", description = "Recorded settings, or - for"
            + " standard input. Columns id and model are required; docs/sizing-accuracy.md names the others.")
    private String records;

    @Option(names = "--model-configs", required = true, paramLabel = "C.csv", description = "Architectures by model;"
            + " column model is required.")
    private String modelConfigs;

    @Override
    public Integer call() {
        if (records.equals(InputFile.STDIN) && modelConfigs.equals(InputFile.STDIN)) {
            throw new UsageProblem("only one of --records and --model-configs can be standard input");
        }
        try {
            ModelConfigs configs = configs();
            try (RecordFile rows = open(records, List.of("id", "model"))) {
                print(rows.records().iterator(), new RecordJudge(MemoryModel.standard(), configs));
            }
            return 0;
        } catch (IllegalArgumentException e) {
            throw new UsageProblem(e.getMessage());
        } catch (UncheckedIOException e) {
            throw new UsageProblem("cannot be read as CSV from here on: " + e.getCause().getMessage());
        } catch (IOException e) {
            throw new UsageProblem("cannot be read: " + e.getMessage());
        }
    }

    private ModelConfigs configs() throws IOException {
        try (RecordFile rows = open(modelConfigs, List.of("model"))) {
            return new ModelConfigs(rows.records());
        }
    }

    /** Bytes that are no UTF-8 are replaced and not refused: they stand in notes. */
    private static RecordFile open(String file, List<String> required) throws IOException {
        var decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        return RecordFile.open(new BufferedReader(new InputStreamReader(InputFile.open(file), decoder), 1 << 16), file, required);
    }

    /** Each row is written at once, so that a reader behind a pipe sees it; no more are made when that reader has gone. */
    private void print(Iterator<StartRecord> rows, RecordJudge judge) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        CSVPrinter csv = new CSVPrinter(out, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
        csv.printRecord((Object[]) COLUMNS);
        while (!out.checkError() && rows.hasNext()) {
            csv.printRecord(cells(judge.judge(rows.next())));
        }
    }

    private static Object[] cells(Judgement judged) {
        if (!judged.supported()) {
            return new Object[] {judged.id(), "no", "", "", "", "", judged.reason()};
        }
        MemoryEstimate e = judged.estimate();
        return new Object[] {judged.id(), "yes", gib(e.weights()), gib(e.kvCache()), e.kvCacheTokens(),
                judged.starts() ? "yes" : "no", judged.reason() == null ? "" : judged.reason()};
    }

    private static String gib(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
