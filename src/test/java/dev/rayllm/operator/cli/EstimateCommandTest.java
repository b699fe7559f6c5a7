package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Protects the promise that odd files cost a clear message and odd rows cost only themselves. */
class EstimateCommandTest {

    private static final String HEADER = "id,model,gpu,gpu_mem_gib,tp,pp,max_model_len,gpu_memory_utilization\n";
    private static final String GOOD = "a,meta-llama/Llama-3.1-8B-Instruct,H100 80GB,79.19,1,1,8192,0.95\n";

    @TempDir
    private Path dir;
    private Path configs;

    @BeforeEach
    void configs() throws URISyntaxException {
        configs = Path.of(Objects.requireNonNull(getClass().getResource("/sizing/model-configs.csv")).toURI());
    }

    private Cli run(String records) throws IOException {
        Path file = dir.resolve("records.csv");
        Files.writeString(file, records, StandardCharsets.UTF_8);
        return run(file, configs);
    }

    private static Cli run(Path records, Path modelConfigs) {
        return Cli.run("estimate", "--records", records.toString(), "--model-configs", modelConfigs.toString());
    }

    @Test
    void printsOneRowForEachRecord() throws IOException {
        Cli done = run(HEADER + GOOD).done();
        assertThat(done.out()).startsWith("id,supported,weights_gib,kv_gib,kv_tokens,starts,reason\na,yes,14.98").hasLineCount(2);
        assertThat(Cli.run("--help").done().out()).contains("estimate");
        assertThat(Cli.run("estimate", "--help").done().out()).contains("--records", "--model-configs");
    }

    @Test
    void readsRecordsFromStandardInput() {
        Cli done = Cli.runWith(HEADER + GOOD, "estimate", "--records", "-", "--model-configs", configs.toString()).done();
        assertThat(done.out()).contains("\na,yes,14.98");
        assertThat(Cli.run("estimate", "--records", "-", "--model-configs", "-").wrongUsage().err()).contains("only one of");
    }

    /** Whoever feeds records through a pipe and waits for each answer would otherwise wait for ever. */
    @Test
    void answersARecordBeforeTheNextIsGiven() throws Exception {
        PipedOutputStream asks = new PipedOutputStream();
        PipedInputStream answers = new PipedInputStream(1 << 16);
        InputStream before = System.in;
        System.setIn(new PipedInputStream(asks, 1 << 16));
        var line = RayllmMain.commandLine().setOut(new PrintWriter(new OutputStreamWriter(
                new BufferedOutputStream(new PipedOutputStream(answers), 1 << 16), StandardCharsets.UTF_8)));
        Thread running = Thread.ofPlatform().daemon().start(() -> {
            line.execute("estimate", "--records", "-", "--model-configs", configs.toString());
            line.getOut().close();
        });
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answers, StandardCharsets.UTF_8))) {
            asks.write((HEADER + GOOD).getBytes(StandardCharsets.UTF_8));
            asks.flush();
            assertThat(lines.readLine()).startsWith("id,");
            assertThat(lines.readLine()).startsWith("a,yes");
            asks.write(GOOD.replaceFirst("a", "b").getBytes(StandardCharsets.UTF_8));
            asks.flush();
            assertThat(lines.readLine()).startsWith("b,yes");
            asks.close();
            running.join();
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void acceptsByteOrderMarkCrlfQuotesAndEmptyLines() throws IOException {
        String quoted = HEADER.replace("id,model", "\"id\",\"model\"") + "\n" + GOOD.replace("H100 80GB", "\"H100, \"\"80GB\"\"\"");
        assertThat(run("\uFEFF" + quoted.replace("\n", "\r\n")).done().out()).contains("\na,yes,");
    }

    @Test
    void oddRowsSayWhyAndHarmNobody() throws IOException {
        String records = HEADER + "t,meta-llama/Llama-3.1-8B-Instruct,H100 80GB,much,1,1,8192,0.95\n"
                + "n,meta-llama/Llama-3.1-8B-Instruct,H100 80GB,79.19,0,1,8192,0.95\n"
                + "u,meta-llama/Llama-3.1-8B-Instruct,H100 80GB,79.19,1,1,8192,95\n"
                + "x,unknown/model,H100 80GB,79.19,1,1,8192,0.95\n"
                + "h,meta-llama/Llama-3.1-8B-Instruct,H100 80GB,79.19,5,1,8192,0.95\n"
                + "short,meta-llama/Llama-3.1-8B-Instruct\n" + GOOD;
        assertThat(run(records).done().out()).contains("t,no,,,,,column gpu_mem_gib is not a number: 'much'")
                .contains("n,no,,,,,column tp must be a whole number between 1 and 1000000000: '0'")
                .contains("u,no,,,,,gpu_memory_utilization is not above 0 and at most 1: 95.0")
                .contains("x,no,,,,,no configuration for the model 'unknown/model'")
                .contains("h,no,,,,,32 heads cannot be divided by tensor parallel size 5")
                .contains("short,no,,,,,the GPU is not given or not known: ''")
                .contains("a,yes,");
    }

    @Test
    void aMissingColumnIsOneClearError() throws IOException {
        Cli wrong = run("id,gpu\na,H100\n").wrongUsage();
        assertThat(wrong.err()).contains("has no column model").hasLineCount(1);
        assertThat(wrong.out()).isEmpty();
    }

    @Test
    void anEmptyAndAMissingFileAreClearErrors() throws IOException {
        assertThat(run("").wrongUsage().err()).contains("has no column id, model");
        assertThat(run(dir.resolve("none.csv"), configs).wrongUsage().err()).contains("none.csv", "no such file");
        assertThat(run(dir, configs).wrongUsage().err()).contains("cannot be read").hasLineCount(1);
    }

    @Test
    void aBrokenConfigurationHarmsOnlyItsOwnModel() throws IOException {
        Path own = dir.resolve("configs.csv");
        Files.writeString(own, Files.readString(configs) + "x/No-Heads,llama,4096,32,,,,,,\nx/Text,llama,wide,32,32,,,1,1,false\n");
        Path records = dir.resolve("records.csv");
        Files.writeString(records, HEADER + GOOD + GOOD.replace("a,meta-llama/Llama-3.1-8B-Instruct", "b,x/No-Heads")
                + GOOD.replace("a,meta-llama/Llama-3.1-8B-Instruct", "c,x/Text"));
        assertThat(run(records, own).done().out()).contains("a,yes,").contains("b,no,,,,,\"its configuration does not give hidden size, layers and heads\"")
                .contains("c,no,,,,,its configuration: column hidden_size is not a number: 'wide'");
    }

    /** Its memory is divided otherwise: figures of the V1 model would look like knowledge. */
    @Test
    void rowsOfTheV0EngineAreNotJudged() throws IOException {
        String header = HEADER.replace("\n", ",engine\n");
        String out = run(header + GOOD.replace("\n", ",V0\n") + GOOD.replaceFirst("a", "b").replace("\n", ",V1\n")).done().out();
        assertThat(out).contains("a,no,,,,,\"the V0 engine is not modelled").contains("\nb,yes,14.98");
    }

    @Test
    void encodersAndSizesThatNoModelHasAreNotJudged() throws IOException {
        Path own = dir.resolve("own.csv");
        Files.writeString(own, "model,model_type,hidden_size,num_layers,num_attention_heads,num_kv_heads,head_dim,intermediate_size,vocab_size\n"
                + "m/bert,bert,768,12,12,12,64,3072,30522\nm/t5,t5,768,12,12,12,64,3072,32128\nm/zero,llama,0,32,32,8,128,14336,128256\n"
                + "m/tiny,llama,1,1,1,1,1,1,1\nm/heads,llama,4096,32,32,7,128,14336,128256\n");
        StringBuilder rows = new StringBuilder(HEADER);
        for (String model : new String[] {"bert", "t5", "zero", "tiny", "heads"}) {
            rows.append(model).append(",m/").append(model).append(",H100 80GB,79.19,1,1,512,0.9\n");
        }
        Files.writeString(dir.resolve("odd.csv"), rows);
        assertThat(run(dir.resolve("odd.csv"), own).done().out()).doesNotContain(",yes,").contains("model_type 'bert' is an encoder")
                .contains("model_type 't5' is a pair of encoder and decoder").contains("has a size of 0")
                .contains("too small or too large").contains("32 attention heads are no multiple of its 7");
    }

    /** One word, as many write it: 23.5 GiB, of which 15 are weights. */
    @Test
    void cardsAreFoundHoweverTheyAreWritten() throws IOException {
        String rows = HEADER + GOOD.replace("H100 80GB,79.19", "rtx4090,") + GOOD.replace("H100 80GB,79.19", "NVIDIA GeForce RTX 4090,");
        assertThat(run(rows).done().out().lines().skip(1).distinct()).hasSize(1).allMatch(line -> line.startsWith("a,yes,14.98"));
    }

    /** What comes from a file must not steer the terminal. */
    @Test
    void escapeCharactersAreShownAndNotSent() throws IOException {
        Cli done = run(HEADER + GOOD.replace("a,meta-llama/Llama-3.1-8B-Instruct", "a,m\u001b[31mred")).done();
        assertThat(done.out()).contains("\\u001b[31mred").doesNotContain("\u001b");
        assertThat(Cli.run("plan", "-f", "a\u001b[31m.yaml").wrongUsage().err()).contains("\\u001b[31m").doesNotContain("\u001b")
                .doesNotContain("unexpected error");
    }
}
