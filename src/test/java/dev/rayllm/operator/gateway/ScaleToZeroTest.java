package dev.rayllm.operator.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rayllm.operator.gateway.Caller.Answer;
import dev.rayllm.operator.gateway.FakeServer.Mode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No replica runs: Ray's ingress takes a request and holds it until one does, which is played here by silence. */
class ScaleToZeroTest {

    private static final String ZERO = "scaling: {minReplicas: 0, maxReplicas: 2}, ";

    @TempDir
    Path folder;

    @Test
    void divertAnswersAtOnceAndWakesTheModelWithOneCopyAtATime() {
        try (Stage on = Stage.withSpec(folder, ZERO + Stage.spec("firstTokenTimeout: 1s"))) {
            on.local.mode(Mode.SILENT);
            divert(on, "firstTokenTimeout: 1s", true);
            List<Answer> answers = Load.of(10, 3, () -> on.caller.ask(true));
            assertThat(answers).allMatch(a -> a.good(true) && a.upstream().equals("external"))
                    .allMatch(a -> a.after().compareTo(Duration.ofMillis(900)) < 0);
            await().untilAsserted(() -> assertThat(on.local.inFlight()).as("the model is woken").isEqualTo(1));
            await().pollDelay(Duration.ofMillis(1500)).untilAsserted(() -> assertThat(on.local.inFlight())
                    .as("and the request that wakes it outlives the first-token limit").isEqualTo(1));
            assertThat(on.local.received()).singleElement().satisfies(copy -> {
                assertThat(copy.body()).contains("\"model\":\"acme/chat\"");
                assertThat(copy.headers()).as("neither the caller's key nor the provider's").doesNotContainKey("authorization");
            });
            // A replica is there, the operator takes the diversion back.
            on.local.mode(Mode.ANSWER);
            divert(on, "firstTokenTimeout: 1s", false);
            assertThat(on.caller.ask(true).upstream()).isEqualTo("local");
        }
    }

    @Test
    void theSteadyShareOfTheProviderWakesNothing() {
        try (Stage on = Stage.withSpec(folder, ZERO + Stage.spec("trafficPercent: 100"))) {
            divert(on, "trafficPercent: 100", true);
            assertThat(Load.of(10, 5, () -> on.caller.ask(false))).allMatch(a -> a.upstream().equals("external"));
            assertThat(on.local.received()).isEmpty();
        }
    }

    @Test
    void holdWaitsForTheModel() {
        try (Stage on = Stage.withSpec(folder, ZERO + Stage.spec("whenScaledToZero: Hold, firstTokenTimeout: 6s"))) {
            on.local.mode(Mode.SLOW).delay(3000);
            Answer held = on.caller.ask(true);
            assertThat(held.upstream()).isEqualTo("local");
            assertThat(held.good(true)).isTrue();
            on.local.mode(Mode.SILENT);
            Answer given = on.caller.ask(true);
            assertThat(given.upstream()).as("no longer than the limit").isEqualTo("external");
        }
    }

    private static void divert(Stage on, String fields, boolean diverted) {
        long loaded = on.gateway.stat("http.front.rds.front.config_reload");
        on.gateway.configure(ZERO + Stage.spec(fields), diverted);
        await().until(() -> on.gateway.stat("http.front.rds.front.config_reload") > loaded);
    }
}
