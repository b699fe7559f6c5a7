package dev.rayllm.operator.plan.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.plan.placement.Search.Hardware;
import dev.rayllm.operator.plan.sizing.MemoryModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The search over random small catalogues and demands, against trying everything. */
class SearchPropertyTest {

    private static final int CASES = 5000;

    private final MemoryModel memory = MemoryModel.standard();
    private final Search search = new Search(memory);

    private static Stream<RandomCase> cases() {
        return LongStream.range(0, CASES).mapToObj(RandomCase::of);
    }

    @Test
    void findsTheTrueOptimum() {
        int[] fitting = {0};
        cases().forEach(c -> {
            Search.Result result = search.run(c.demand(), c.hardware());
            BruteForce.Found best = BruteForce.best(new BruteForce(memory, c.demand()).options(c.hardware()));
            assertThat(result.best() == null).as("seed %d: nothing fits", c.seed()).isEqualTo(best == null);
            if (best == null) {
                return;
            }
            fitting[0]++;
            Candidate chosen = result.best().candidate();
            assertThat(chosen.type()).as("seed %d", c.seed()).isEqualTo(best.hardware().type());
            assertThat(chosen.tensorParallelSize()).as("seed %d", c.seed()).isEqualTo(best.tensorParallelSize());
            assertThat(chosen.stages()).as("seed %d", c.seed()).isEqualTo(best.stages());
            assertThat(result.best().cachedTokens()).as("seed %d", c.seed()).isEqualTo(best.tokens());
            assertThat((Double) result.best().usdPerReplica()).as("seed %d", c.seed()).isEqualTo((Double) best.price());
        });
        assertThat(fitting[0]).as("cases that fit, so that the rest of the test means something")
                .isBetween(CASES / 4, CASES * 3 / 4);
    }

    @Test
    void weighsEachOptionOnceAndGivesOneReason() {
        cases().forEach(c -> {
            Search.Result result = search.run(c.demand(), c.hardware());
            List<BruteForce.Found> all = new BruteForce(memory, c.demand()).options(c.hardware());
            assertThat(result.fitting()).as("seed %d", c.seed()).hasSize((int) all.stream().filter(BruteForce.Found::fits).count());
            assertThat(result.failing()).filteredOn(o -> o.obstacle() != Obstacle.SPLIT).as("seed %d", c.seed()).hasSize((int) all.stream().filter(f -> !f.fits()).count());
            Stream.concat(result.fitting().stream(), result.failing().stream().filter(o -> o.obstacle() != Obstacle.SPLIT))
                    .forEach(o -> assertThat(o.refusal() == null).isEqualTo(o.obstacle() == null).isEqualTo(o.fits()));
            assertThat(result.failing()).allSatisfy(o -> assertThat(o.refusal()).isNotBlank());
        });
    }

    @Test
    void putsTheCheapestFirstAndTheNearestMissFirst() {
        cases().forEach(c -> {
            Search.Result result = search.run(c.demand(), c.hardware());
            assertThat(result.fitting()).isSortedAccordingTo(Option.BY_PRICE);
            assertThat(result.failing()).extracting(Option::shortfall).as("seed %d", c.seed()).isSorted();
            assertThat(result.failing()).allSatisfy(o -> assertThat(o.shortfall()).isPositive());
        });
    }

    @Test
    void givesTheSameForAnyOrderOfTheCatalogue() {
        cases().limit(500).forEach(c -> {
            List<Hardware> shuffled = new ArrayList<>(c.hardware());
            Collections.shuffle(shuffled, new Random(c.seed()));
            Search.Result one = search.run(c.demand(), c.hardware());
            assertThat(search.run(c.demand(), shuffled)).as("seed %d", c.seed()).isEqualTo(one);
            assertThat(search.run(c.demand(), c.hardware())).as("seed %d", c.seed()).isEqualTo(one);
        });
    }

    @Test
    void neverChoosesAMachineWithoutAPriceBeforeOneWith() {
        cases().forEach(c -> {
            Search.Result result = search.run(c.demand(), c.hardware());
            boolean priced = result.fitting().stream().anyMatch(o -> !Double.isNaN(o.usdPerReplica()));
            if (priced) {
                assertThat(result.best().usdPerReplica()).as("seed %d", c.seed()).isNotNaN();
            }
        });
    }

    /** What carries a demand carries a smaller one; the search for the largest that fits rests on it. */
    @Test
    void carriesLessWhereItCarriesMore() {
        cases().filter(c -> search.run(c.demand(), c.hardware()).best() != null).forEach(c -> {
            Demand d = c.demand();
            assertThat(search.run(d.withConcurrency(Math.max(1, d.concurrency() / 2)), c.hardware()).best())
                    .as("seed %d: fewer requests", c.seed()).isNotNull();
            assertThat(search.run(d.withContextLength(Math.max(256, d.contextLength() / 2)), c.hardware()).best())
                    .as("seed %d: shorter context", c.seed()).isNotNull();
        });
    }
}
