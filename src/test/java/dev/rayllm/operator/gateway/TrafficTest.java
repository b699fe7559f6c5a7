package dev.rayllm.operator.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.rayllm.operator.gateway.Caller.Answer;
import dev.rayllm.operator.gateway.FakeServer.Mode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shares, caps, and changes of both while requests are under way. */
class TrafficTest {

    @TempDir
    Path folder;

    /** A migration, step by step, as edits of one number; nothing fails on the way, and nothing restarts. */
    @Test
    void sharesAreThoseThatWereAskedFor() {
        try (Stage on = Stage.with(folder, "maxLocalInFlight: 1000, trafficPercent: 100")) {
            for (int percent : List.of(100, 50, 10, 0)) {
                long loaded = on.gateway.stat("http.front.rds.front.config_reload");
                if (percent < 100) {
                    on.gateway.configure(Stage.spec("maxLocalInFlight: 1000, trafficPercent: " + percent), false);
                    await().until(() -> on.gateway.stat("http.front.rds.front.config_reload") > loaded);
                }
                List<Answer> answers = Load.of(20, 100, () -> on.caller.ask(false));
                assertThat(answers).hasSize(2000).allMatch(a -> a.good(false));
                long outside = answers.stream().filter(a -> a.upstream().equals("external")).count();
                assertThat(outside / 20.0).as("percent outside").isCloseTo(percent, within(percent % 100 == 0 ? 0.0 : 3.0));
            }
            assertThat(on.gateway.stat("listener_manager.listener_modified")).as("listeners stay as they are").isZero();
        }
    }

    @Test
    void aDeadModelFailsNoneOfFiftyStreams() {
        try (Stage on = Stage.with(folder, "firstTokenTimeout: 2s")) {
            on.external.delay(20);
            on.local.down();
            List<Answer> answers = Load.of(50, 6, () -> on.caller.ask(true));
            assertThat(answers).hasSize(300).allMatch(a -> a.good(true) && a.upstream().equals("external"));
            assertThat(on.gateway.stat("cluster.local_first.upstream_rq_retry_overflow")).isZero();
        }
    }

    @Test
    void aModelThatDiesUnderFiftyStreamsCutsOnlyWhatItHadBegun() {
        try (Stage on = Stage.with(folder, "firstTokenTimeout: 2s")) {
            on.local.mode(Mode.RESET);
            List<Answer> answers = Load.of(50, 6, () -> on.caller.ask(true));
            assertThat(answers).hasSize(300).allMatch(a -> a.good(true));
        }
    }

    /** The kubelet swaps the whole folder; shares, limits and caps change, streams that are under way do not notice. */
    @Test
    void editsUnderLoadFailNothing() {
        try (Stage on = Stage.with(folder, "")) {
            on.local.delay(15);
            on.external.delay(15);
            try (Load.Running load = Load.start(30, 40, () -> on.caller.ask(true))) {
                int edits = 0;
                for (String fields : List.of("trafficPercent: 30", "firstTokenTimeout: 20s", "maxLocalInFlight: 500",
                        "trafficPercent: 90", "answerTimeout: 5m, maxExternalRequestsPerSecond: 10000", "trafficPercent: 5")) {
                    on.gateway.configure(Stage.spec(fields), edits++ % 2 == 1);
                    await().pollDelay(Duration.ofMillis(300)).until(() -> true);
                }
                assertThat(load.done()).as("the load was still running").isFalse();
                List<Answer> answers = load.answers();
                assertThat(answers).hasSize(1200).allMatch(a -> a.good(true));
                assertThat(answers).extracting(Answer::upstream).contains("local", "external");
            }
            assertThat(on.gateway.stat("listener_manager.listener_modified")).isZero();
            assertThat(on.gateway.stat("cluster_manager.cds.update_rejected")).isZero();
        }
    }

    @Test
    void whatIsAboveTheCapGoesOutsideAndEjectsNothing() {
        try (Stage on = Stage.with(folder, "maxLocalInFlight: 8, replicas: 2")) {
            on.local.delay(30);
            List<Answer> answers = Load.of(20, 10, () -> on.caller.ask(true));
            assertThat(answers).hasSize(200).allMatch(a -> a.good(true));
            assertThat(on.local.mostInFlight()).as("a pod's half of the cap").isEqualTo(4);
            assertThat(answers).extracting(Answer::upstream).contains("local", "external");
            assertThat(on.gateway.stat("cluster.local.outlier_detection.ejections_enforced_total")).isZero();
            Answer after = on.caller.ask(true);
            assertThat(after.upstream()).isEqualTo("local");
        }
    }

    /** Without this each caller would wait for the limit. */
    @Test
    void aHangingModelIsPassedByAfterThreeTimeouts() {
        try (Stage on = Stage.with(folder, "firstTokenTimeout: 1s")) {
            on.local.mode(Mode.SILENT);
            for (int i = 0; i < 3; i++) {
                assertThat(on.caller.ask(true).after()).isGreaterThan(Duration.ofMillis(900));
            }
            Answer fourth = on.caller.ask(true);
            assertThat(fourth.upstream()).isEqualTo("external");
            assertThat(fourth.after()).isLessThan(Duration.ofMillis(500));
            assertThat(on.local.received()).hasSize(3);
        }
    }

    @Test
    void theProvidersRateIsLimitedAndTheModelAnswersTheRest() {
        try (Stage on = Stage.with(folder, "trafficPercent: 100, maxExternalRequestsPerSecond: 10, replicas: 2, maxLocalInFlight: 100")) {
            List<Answer> answers = Load.of(30, 1, () -> on.caller.ask(false));
            assertThat(answers).allMatch(a -> a.good(false));
            assertThat(answers.stream().filter(a -> a.upstream().equals("external")).count())
                    .as("5 a second in each of two pods").isBetween(5L, 10L);
            on.local.status(429);
            assertThat(Load.of(30, 1, () -> on.caller.ask(false))).as("where the model does not answer either")
                    .extracting(Answer::status).contains(429);
        }
    }

    @Test
    void theProviderIsBackedUpByTheModel() {
        try (Stage on = Stage.with(folder, "trafficPercent: 100")) {
            on.external.status(500);
            assertThat(on.caller.ask(true).upstream()).isEqualTo("local");
            on.external.status(401);
            assertThat(on.caller.ask(false).upstream()).as("a key that expired").isEqualTo("local");
            on.external.down();
            assertThat(on.caller.ask(true).good(true)).isTrue();
        }
    }
}
