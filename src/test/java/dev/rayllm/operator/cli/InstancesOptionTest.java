package dev.rayllm.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --instances}: machines of other clouds and of one's own. */
class InstancesOptionTest {

    private static final String HEADER = "name,gpu,gpu_count,cpu_cores,memory_gib,usd_per_hour\n";

    @TempDir
    private Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("rows.csv"), text).toString();
    }

    private static String on(String hardware) {
        return Cli.deployment("chat", "  model: {profile: llama-3.1-8b-instruct}\n  hardware: {" + hardware + "}");
    }

    @Test
    void machinesOfAnotherCloudCompeteByPrice() throws IOException {
        String rows = file(HEADER + "g2-standard-8,nvidia-l4,1,7.9,28.0,0.30\na2-highgpu-1g,nvidia-tesla-a100,1,11.9,80,0.50\n");
        assertThat(Cli.runWith(on(""), "plan", "-f", "-", "--instances", rows).done().out())
                .contains("instance types  g2-standard-8", "on 1×L4, 0.30 USD/h a replica").contains("1×A100-40GB on a2-highgpu-1g");
    }

    @Test
    void ownMachinesWithoutPriceCountWhenNamed() throws IOException {
        String rows = file(HEADER + "rack-7,H100,1,24,200,\n");
        String byName = Cli.runWith(on("instanceTypes: [rack-7]"), "plan", "-f", "-", "--instances", rows).done().out();
        assertThat(byName).contains("1×H100, unknown USD/h a replica", "cost         not known, as the price of the machine is not",
                "tokens/s (");
        assertThat(Cli.runWith(on("instanceTypes: [rack-7]"), "plan", "-f", "-", "--instances", rows, "--external-price-in", "1",
                "--external-price-out", "1").done().out()).doesNotContain("break-even");
        assertThat(Cli.runWith(on(""), "plan", "-f", "-", "--instances", rows, "--all").done().out())
                .as("nobody is given a machine whose price is not known").doesNotContain("rack-7");
    }

    @Test
    void ownMachinesThatCostNothingMoreAreTheCheapest() throws IOException {
        String rows = file(HEADER + "rack-7,L40S,4,60,500,0\n");
        String out = Cli.runWith(on(""), "plan", "-f", "-", "--instances", rows).done().out();
        assertThat(out).contains("rack-7", "0.00 USD/h a replica", "at full use  0 USD for a million tokens");
    }

    @Test
    void otherPricesForKnownMachines() throws IOException {
        String rows = file(HEADER + "g6.xlarge,L4,1,3.92,13.83,5.00\n");
        assertThat(Cli.runWith(on("instanceTypes: [g6.xlarge]"), "plan", "-f", "-", "--price-file", rows).done().out())
                .contains("1×L4, 5.00 USD/h a replica");
    }

    @Test
    void badRowsAreNamedAndTheOthersUsed() throws IOException {
        String rows = file("# our racks\r\n\r\nGPU,name,gpu_count,cpu_cores,memory_gib,usd_per_hour,owner\r\n"
                + "L4,good-1,1,8,32,0.01,a\r\nX9000,bad-gpu,1,8,32,1,b\r\nL4,bad-count,zero,8,32,1,c\r\nL4,bad-price,1,8,32,cheap,d\r\n"
                + "L4,\"has, comma\",1,8,32,1,e\r\nL4,good-1,1,8,32,1,f\r\nL4,bad-cpu,1,-8,32,1,g\r\nL4,short\r\n");
        Cli planned = Cli.runWith(on(""), "plan", "-f", "-", "--instances", rows).done();
        assertThat(planned.out()).contains("instance types  good-1");
        assertThat(planned.err().lines()).hasSize(7).allMatch(line -> line.startsWith("rayllm: " + rows + ": line ") && line.endsWith(" (skipped)"));
        assertThat(planned.err()).contains("line 5: gpu 'X9000' is not known; `rayllm gpus` lists all", "line 6: gpu_count 'zero' is not a whole number",
                "line 7: usd_per_hour 'cheap' is not a number", "line 8: name 'has, comma' is no label value",
                "line 9: 'good-1' stands here a second time", "line 10: cpu_cores '-8' is not a number above 0", "line 11: ");
    }

    @Test
    void byteOrderMarkAndMissingColumns() throws IOException {
        Path marked = Files.write(folder.resolve("bom.csv"), ("\uFEFF" + HEADER + "rack,L4,1,8,32,0.01\n").getBytes(StandardCharsets.UTF_8));
        assertThat(Cli.runWith(on(""), "plan", "-f", "-", "--instances", marked.toString()).done().out()).contains("instance types  rack");
        assertThat(Cli.runWith(on(""), "plan", "-f", "-", "--instances", file("name,gpu\nrack,L4\n")).wrongUsage().err())
                .contains("the header lacks gpu_count, cpu_cores, memory_gib", "has no usable machine");
    }

    @Test
    void rowsCountForValidateAndRenderToo() throws IOException {
        String rows = file(HEADER + "rack-7,H100,8,190,1800,9.00\n");
        assertThat(Cli.runWith(on("instanceTypes: [rack-7]"), "validate", "-f", "-", "--instances", rows).done().out()).contains("1 ok");
        assertThat(Cli.runWith(on("instanceTypes: [rack-7]"), "render", "-f", "-", "--instances", rows).done().out()).contains("rack-7");
        assertThat(Cli.runWith(on("instanceTypes: [rack-7]"), "validate", "-f", "-").refused().out())
                .contains("'rack-7' is not in the instance table");
    }

    /** 15 GiB of weights, a fifth more while they come, 5 for compiled kernels and 30 for the image: 53 GiB. */
    @Test
    void aDiskThatIsTooSmallForWeightsAndImageIsTold() {
        String spec = Cli.deployment("mine", "  model: {profile: llama-3.1-8b-instruct}\n  hardware: {gpus: [A10G]}");
        assertThat(Cli.runWith(spec, "plan", "-f", "-", "--node-disk", "52").refused().err())
                .contains("weights and image need 53 GiB of disk, nodes have 52");
        assertThat(Cli.runWith(spec, "plan", "-f", "-", "--node-disk", "53").done().out()).contains("1 × A10G");
        assertThat(Cli.runWith(spec, "plan", "-f", "-", "--node-disk", "0").wrongUsage().err()).contains("--node-disk '0' is not a whole");
    }

    /** A disk is worth telling of cards that would carry the model: a T4 has no room for 70B, whatever its disk. */
    @Test
    void theNearestMissIsOneWhoseCardsWouldDo() {
        String spec = Cli.deployment("mine", "  model: {profile: llama-3.3-70b-instruct}");
        assertThat(Cli.runWith(spec, "plan", "-f", "-", "--node-disk", "150", "--all").refused().err())
                .contains("of disk, nodes have 150").doesNotContainPattern("1×T4 on \\S+ +weights and image");
    }
}
