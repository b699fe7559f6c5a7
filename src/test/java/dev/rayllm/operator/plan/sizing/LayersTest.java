package dev.rayllm.operator.plan.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Protects the division of layers over pipeline stages: an uneven stage decides how many tokens the replica holds. */
class LayersTest {

    @Test
    void leftOverLayersGoToTheStagesBeforeTheLast() {
        Layers deepseek = new Layers(61, 61, 0, 0, 3, false);
        assertThat(IntStream.range(0, 4).map(i -> deepseek.stage(4, i).total())).containsExactly(15, 15, 16, 15);
        assertThat(new Layers(62, 62, 0, 0, 0, false).stage(4, 1).total()).isEqualTo(16);
    }

    @Test
    void denseLayersStandOnTheFirstStage() {
        Layers deepseek = new Layers(61, 61, 0, 0, 3, false);
        assertThat(deepseek.stage(2, 0).denseMlp()).isEqualTo(3);
        assertThat(deepseek.stage(2, 1).denseMlp()).isZero();
    }

    @Test
    void stagesAddUpToTheModel() {
        for (int stages = 1; stages <= 8; stages++) {
            Layers model = new Layers(48, 12, 0, 36, 1, false);
            int parts = stages;
            assertThat(IntStream.range(0, stages).map(i -> model.stage(parts, i).total()).sum()).isEqualTo(48);
            assertThat(IntStream.range(0, stages).map(i -> model.stage(parts, i).full()).sum()).isEqualTo(12);
            assertThat(IntStream.range(0, stages).map(i -> model.stage(parts, i).linear()).sum()).isEqualTo(36);
        }
    }
}
