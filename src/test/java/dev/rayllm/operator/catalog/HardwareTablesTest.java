package dev.rayllm.operator.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GPUs, machines and runtimes of the built-in tables. */
class HardwareTablesTest {

    private final Catalog catalog = Catalog.builtIn();

    @ParameterizedTest
    @CsvSource({
        "a10g, A10G", "A100-80G, A100-80GB", "A100 80GB, A100-80GB", "nvidia-a100-80gb, A100-80GB", "a100-40g, A100-40GB",
        "nvidia-tesla-a100, A100-40GB", "NVIDIA-H100-80GB-HBM3, H100", "h100, H100", "Tesla T4, T4", "t4, T4", "l40s, L40S",
        "rtx-pro-server-6000, RTX-PRO-6000", "RTX-PRO-6000, RTX-PRO-6000", "rtx-pro-4500, RTX-PRO-4500", "b300, B300",
        "nvidia-l4, L4", "H200-141GB, H200"})
    void findsGpusByTheirManyNames(String said, String name) {
        assertThat(catalog.gpus().find(said)).map(Gpu::name).contains(name);
    }

    @Test
    void aBareA100IsAmbiguousAndNearBoth() {
        assertThat(catalog.gpus().find("A100")).isEmpty();
        assertThat(catalog.gpus().nearest("A100", 2)).containsExactlyInAnyOrder("A100-40GB", "A100-80GB");
        assertThat(catalog.gpus().nearest("H10O", 3)).contains("H100");
    }

    /** What drivers report, GiB; the model is sized on it. */
    @ParameterizedTest
    @CsvSource({"H100, 79.2", "A100-80GB, 79.2", "A100-40GB, 39.4", "H200, 139.8", "L40S, 44.4", "A10G, 22.0", "L4, 22.0",
        "T4, 14.6", "V100, 31.7", "RTX-PRO-6000, 95.0"})
    void memoryIsThatOfTheDriver(String name, double gib) {
        assertThat(catalog.gpus().find(name).orElseThrow().memoryGib()).isBetween(gib - 0.11, gib + 0.001);
    }

    @Test
    void everyGpuIsPlausible() {
        assertThat(catalog.gpus().list()).hasSizeGreaterThanOrEqualTo(13).allSatisfy(gpu -> {
            assertThat(gpu.memoryGib()).as(gpu.name()).isBetween(gpu.nominalGib() * 0.9, gpu.nominalGib());
            assertThat(gpu.computeCapability()).isBetween(70, 130);
            assertThat(gpu.bandwidthGBs()).isBetween(300.0, 8000.0);
            assertThat(gpu.fp8Tflops() > 0).as(gpu.name()).isEqualTo(gpu.computeCapability() >= 89);
        });
        assertThat(catalog.gpus().find("T4").orElseThrow().supportsBfloat16()).isFalse();
    }

    @Test
    void twoGpusMayNotShareASpelling() {
        Gpu one = new Gpu("X1", List.of("x"), 1, 1, 80, 1, 1, 0);
        Gpu two = new Gpu("X2", List.of("X"), 1, 1, 80, 1, 1, 0);
        assertThatThrownBy(() -> GpuTable.of(List.of(one, two))).hasMessageContaining("both X1 and X2");
    }

    @Test
    void machinesAreThoseOfAws() {
        assertThat(catalog.instances().list()).hasSize(54);
        InstanceType g5 = catalog.instances().find("g5.xlarge").orElseThrow();
        assertThat(g5).isEqualTo(new InstanceType("g5.xlarge", "A10G", 1, 3.92, 13.83, 250, 0, 2500, 1.006, Double.NaN));
        InstanceType p5 = catalog.instances().find("P5.48xlarge").orElseThrow();
        assertThat(p5.gpuCount()).isEqualTo(8);
        assertThat(p5.efaCount()).isEqualTo(32);
        assertThat(p5.onDemandUsdPerHour()).isEqualTo(55.04);
        assertThat(catalog.instances().find("p5e.48xlarge").orElseThrow().onDemandUsdPerHour()).isNaN();
        assertThat(catalog.pricesOf()).isEqualTo("2026-07-20");
    }

    @Test
    void a100sAreToldApart() {
        assertThat(catalog.gpu(catalog.instances().find("p4d.24xlarge").orElseThrow()).name()).isEqualTo("A100-40GB");
        assertThat(catalog.gpu(catalog.instances().find("p4de.24xlarge").orElseThrow()).name()).isEqualTo("A100-80GB");
    }

    @Test
    void fractionsOfAGpuAreLeftOut() {
        assertThat(catalog.instances().list()).noneMatch(t -> t.name().startsWith("g6f.") || t.name().startsWith("gr6f."));
        assertThat(catalog.instances().list()).allSatisfy(t -> assertThat(catalog.gpu(t)).isNotNull());
    }

    @Test
    void offersTheNearestMachine() {
        assertThat(catalog.instances().find("g5.xlrge")).isEmpty();
        assertThat(catalog.instances().nearest("g5.xlrge", 3)).first().isEqualTo("g5.xlarge");
        assertThat(catalog.instances().nearest("p5.49xlarge", 3)).contains("p5.48xlarge");
    }

    @ParameterizedTest
    @CsvSource({"2.56, 2.56.0, 0.22.0", "2.57, 2.57.0, 0.25.1", "2.58, 2.58.0, 0.26.0", "2.59, 2.59.0, 0.27.0", "2.60, 2.60.0, 0.29.0"})
    void runtimesArePairs(String name, String ray, String vllm) {
        Runtime runtime = catalog.runtimes().find(name).orElseThrow();
        assertThat(runtime.rayVersion()).isEqualTo(ray);
        assertThat(runtime.vllmVersion()).isEqualTo(VllmVersion.parse(vllm));
        assertThat(runtime.image()).isEqualTo("rayproject/ray-llm:" + ray + "-py312-cu130");
        assertThat(catalog.runtimes().find(ray)).contains(runtime);
    }

    @Test
    void oneRuntimeIsTheStandard() {
        assertThat(catalog.runtimes().standard().name()).isEqualTo("2.59");
        assertThat(catalog.runtimes().list()).hasSize(5).isSortedAccordingTo(
                Comparator.comparing(Runtime::vllmVersion));
        assertThat(catalog.runtimes().find("2.55")).isEmpty();
        assertThat(catalog.runtimes().find(null)).isEmpty();
    }
}
