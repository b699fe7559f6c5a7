package dev.rayllm.operator.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The catalogue as a whole. */
class CatalogTest {

    @Test
    void isLoadedOnce() {
        assertThat(Catalog.builtIn()).isSameAs(Catalog.builtIn());
        assertThat(Catalog.builtIn().gpus()).isSameAs(Catalog.builtIn().gpus());
    }

    /** The command line reads it at every start; a generous bound, as tests share their machine. */
    @Test
    void loadsFast() {
        ModelTable.load();
        Instant start = Instant.now();
        ModelTable.load();
        EngineArgumentTable.load();
        RuntimeTable.load();
        BuiltInInstances.table();
        assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofMillis(750));
    }

    @Test
    void everyGpuOfAProfileAndEveryMachinesGpuIsKnown() {
        Catalog catalog = Catalog.builtIn();
        assertThat(catalog.models().list()).allSatisfy(row ->
                assertThat(row.spec().gpus()).allSatisfy(gpu -> assertThat(catalog.gpus().find(gpu)).isPresent()));
    }
}
