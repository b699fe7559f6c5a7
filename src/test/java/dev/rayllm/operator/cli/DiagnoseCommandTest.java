package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A log in, a fault out. */
class DiagnoseCommandTest {

    private static final String FAULTS = "src/test/resources/diagnosis/faults/";

    @Test
    void namesTheFaultAndWhatToDo() {
        assertThat(Cli.run("diagnose", "-f", FAULTS + "kv-cache-behind-engine-core.log").done().out()).isEqualTo("""
                KvCacheTooSmall: one request may take 262144 tokens, but the KV cache that is left holds 50512
                  What to do: set workload.contextLength to at most 50512, or give the replica more GPU memory (hardware.gpus, engine.tensorParallelSize, a quantised model)
                """);
    }

    @Test
    void readsStandardInputAndWritesJson() throws IOException {
        JsonNode fault = new ObjectMapper().readTree(Cli.runWith("torch.OutOfMemoryError: CUDA out of memory. Tried to"
                + " allocate 2.00 GiB.", "diagnose", "-o", "json").done().out()).get(0);
        assertThat(fault.get("code").textValue()).isEqualTo("GpuOutOfMemory");
        assertThat(fault.get("remedy").textValue()).contains("engine.gpuMemoryUtilization");
    }

    @Test
    void readsWhatKubectlDescribes() {
        assertThat(Cli.runWith("    Last State:     Terminated\n      Reason:       OOMKilled\n      Exit Code:    137\n",
                "diagnose").done().out()).startsWith("WorkerOOMKilled: ");
    }

    @Test
    void aHealthyLogIsNoFault() {
        Cli cli = Cli.run("diagnose", "-f", "src/test/resources/diagnosis/healthy/worker.log").refused();
        assertThat(cli.out()).isEqualTo("no fault recognised in 33 lines\n");
        assertThat(Cli.runWith("", "diagnose", "-o", "json").refused().out().replaceAll("\\s", "")).isEqualTo("[]");
    }

    @Test
    void aFileThatIsNotThere() {
        assertThat(Cli.run("diagnose", "-f", "no.log").wrongUsage().err()).contains("cannot read 'no.log': no such file");
    }
}
