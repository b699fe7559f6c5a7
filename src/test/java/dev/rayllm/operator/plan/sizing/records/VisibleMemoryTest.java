package dev.rayllm.operator.plan.sizing.records;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Protects against sizing on nominal memory: a card's name stands for what its driver reports. */
class VisibleMemoryTest {

    private final VisibleMemory gpus = new VisibleMemory();

    @ParameterizedTest
    @CsvSource({"H100 80GB, 79.19", "NVIDIA H100 NVL, 93.02", "A100 40GB, 39.39", "A100 (80GB not stated), 79.25", "A10G 24GB, 21.99",
        "RTX 4090, 23.53", "RTX 4090 48GB (modded), 47.4", "A100 40GB MIG 1g.5gb, 4.75", "24GB-class (unnamed), 23.0"})
    void namesStandForWhatTheDriverReports(String name, double memory) {
        assertThat(gpus.find(name, Double.NaN).orElseThrow().memoryGib()).isEqualTo(memory);
    }

    @Test
    void aRecordedFigureGoesBeforeTheTable() {
        assertThat(gpus.find("H100 80GB", 79.1).orElseThrow().memoryGib()).isEqualTo(79.1);
        assertThat(gpus.find("a card of tomorrow", 48).orElseThrow().memoryGib()).isEqualTo(48);
    }

    @Test
    void anUnknownCardIsNotGuessed() {
        assertThat(gpus.find("a card of tomorrow", Double.NaN)).isEmpty();
        assertThat(gpus.find("", Double.NaN)).isEmpty();
    }
}
