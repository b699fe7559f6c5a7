package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Protects the promise that odd files cost a clear message and odd rows cost only themselves. */
class EstimateCommandTest {

    private static final String HEADER = "id,model,gpu,gpu_mem_gib,tp,pp,max_model_len,gpu_memory_utilization\n";
    private static final String GOOD = "a,meta-llama/Llama-3.1-8B-Instruct,H100 80GB,79.19,1,1,8192,0.95\n";

    @TempDir
    private Path dir;
    private Path configs;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void configs() throws URISyntaxException {
        configs = Path.of(Objects.requireNonNull(getClass().getResource("/sizing/model-configs.csv")).toURI());
    }

    private int run(String records) throws IOException {
        Path file = dir.resolve("records.csv");
        Files.writeString(file, records, StandardCharsets.UTF_8);
        return run(file, configs);
    }

    private int run(Path records, Path modelConfigs) {
        return new CommandLine(new EstimateCommand()).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
                .execute("--records", records.toString(), "--model-configs", modelConfigs.toString());
    }

    @Test
    void printsOneRowForEachRecord() throws IOException {
        assertThat(run(HEADER + GOOD)).isZero();
        assertThat(out.toString()).startsWith("id,supported,weights_gib,kv_gib,kv_tokens,starts,reason\na,yes,14.98");
        assertThat(out.toString().lines()).hasSize(2);
    }

    @Test
    void acceptsByteOrderMarkCrlfQuotesAndEmptyLines() throws IOException {
        String quoted = HEADER.replace("id,model", "\"id\",\"model\"") + "\n" + GOOD.replace("H100 80GB", "\"H100, \"\"80GB\"\"\"");
        assertThat(run("\uFEFF" + quoted.replace("\n", "\r\n"))).isZero();
        assertThat(out.toString()).contains("\na,yes,");
    }

    @Test
    void oddRowsSayWhyAndHarmNobody() throws IOException {
        String records = HEADER + "t,meta-llama/Llama-3.1-8B-Instruct,H100 80GB,much,1,1,8192,0.95\n"
                + "n,meta-llama/Llama-3.1-8B-Instruct,H100 80GB,79.19,0,1,8192,0.95\n"
                + "u,meta-llama/Llama-3.1-8B-Instruct,H100 80GB,79.19,1,1,8192,95\n"
                + "x,unknown/model,H100 80GB,79.19,1,1,8192,0.95\n"
                + "h,meta-llama/Llama-3.1-8B-Instruct,H100 80GB,79.19,5,1,8192,0.95\n"
                + "short,meta-llama/Llama-3.1-8B-Instruct\n" + GOOD;
        assertThat(run(records)).isZero();
        assertThat(out.toString()).contains("t,no,,,,,column gpu_mem_gib is not a number: 'much'")
                .contains("n,no,,,,,column tp must be a whole number of at least 1: '0'")
                .contains("u,no,,,,,gpu_memory_utilization is not above 0 and at most 1: 95.0")
                .contains("x,no,,,,,no configuration for the model 'unknown/model'")
                .contains("h,no,,,,,32 heads cannot be divided by tensor parallel size 5")
                .contains("short,no,,,,,the GPU is not given or not known: ''")
                .contains("a,yes,");
    }

    @Test
    void aMissingColumnIsOneClearError() throws IOException {
        assertThat(run("id,gpu\na,H100\n")).isEqualTo(1);
        assertThat(err.toString()).contains("has no column model").hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void anEmptyAndAMissingFileAreClearErrors() throws IOException {
        assertThat(run("")).isEqualTo(1);
        assertThat(err.toString()).contains("has no column id, model");
        assertThat(run(dir.resolve("none.csv"), configs)).isEqualTo(1);
        assertThat(err.toString()).contains("no such file");
    }

    @Test
    void aBrokenConfigurationHarmsOnlyItsOwnModel() throws IOException {
        Path own = dir.resolve("configs.csv");
        Files.writeString(own, Files.readString(configs) + "x/No-Heads,llama,4096,32,,,,,,\nx/Text,llama,wide,32,32,,,1,1,false\n");
        Path records = dir.resolve("records.csv");
        Files.writeString(records, HEADER + GOOD + GOOD.replace("a,meta-llama/Llama-3.1-8B-Instruct", "b,x/No-Heads")
                + GOOD.replace("a,meta-llama/Llama-3.1-8B-Instruct", "c,x/Text"));
        assertThat(run(records, own)).isZero();
        assertThat(out.toString()).contains("a,yes,").contains("b,no,,,,,\"its configuration does not give hidden size, layers and heads\"")
                .contains("c,no,,,,,its configuration: column hidden_size is not a number: 'wide'");
    }
}
