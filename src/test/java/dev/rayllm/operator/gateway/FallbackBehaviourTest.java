package dev.rayllm.operator.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rayllm.operator.gateway.Caller.Answer;
import dev.rayllm.operator.gateway.FakeServer.Mode;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ServerSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a caller gets when the model fails, with the real Envoy and the rendered files: docs/fallback.md's table. */
class FallbackBehaviourTest {

    private static final String FALLBACK = "fallback: {baseUrl: 'https://provider.test/v1', model: 'vendor/big \"one\"',"
            + " apiKeySecretRef: {name: provider, key: key}, firstTokenTimeout: 1s, answerTimeout: 2s, replicas: 1%s}";

    @TempDir
    static Path certificatesFolder;
    @TempDir
    Path folder;

    private static Certificates certificates;
    private FakeServer local;
    private FakeServer external;
    private EnvoyGateway gateway;
    private Caller caller;

    @BeforeAll
    static void makeCertificate() {
        certificates = Certificates.of(EnvoyGateway.PROVIDER, certificatesFolder);
    }

    @BeforeEach
    void start() {
        local = new FakeServer("local", ServerSocketFactory.getDefault()).model(Caller.MODEL);
        external = new FakeServer("external", certificates.sockets()).model("vendor/big-one-2026");
        gateway = EnvoyGateway.start(folder, certificates.authority(), local, external, FALLBACK.formatted(""));
        caller = new Caller(gateway.front("/v1/chat/completions"));
    }

    @AfterEach
    void stop() {
        gateway.close();
        assertThat(gateway.log()).as("faults that Envoy logged").doesNotContain("[error]", "[critical]", "rejected");
        local.close();
        external.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theModelAnswersWhileItCan(boolean stream) {
        Answer answer = caller.ask(stream);
        assertThat(answer.good(stream)).as(answer.toString()).isTrue();
        assertThat(answer.upstream()).isEqualTo("local");
        assertThat(external.received()).isEmpty();
        assertThat(local.received()).singleElement().satisfies(r -> {
            assertThat(r.path()).isEqualTo("/v1/chat/completions");
            assertThat(r.headers()).as("no credential reaches the model").doesNotContainKey("authorization");
            assertThat(r.headers().keySet()).noneMatch(h -> h.startsWith("x-envoy") || h.startsWith("x-rayllm"));
        });
    }

    @ParameterizedTest
    @CsvSource({"500,true", "500,false", "503,true", "503,false", "429,true", "429,false", "404,true", "404,false",
        "408,false", "401,false"})
    void aFailingStatusGoesOutside(int status, boolean stream) {
        local.status(status);
        answeredOutside(stream);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aResetGoesOutside(boolean stream) {
        local.mode(Mode.RESET);
        answeredOutside(stream);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aClosedPortGoesOutside(boolean stream) {
        local.down();
        answeredOutside(stream);
    }

    @Test
    void silenceGoesOutsideAtTheFirstTokenLimit() {
        local.mode(Mode.SILENT);
        assertThat(answeredOutside(true).after()).isBetween(Duration.ofMillis(950), Duration.ofMillis(1900));
        await().untilAsserted(() -> assertThat(local.left()).as("the request at the model is cancelled").isEqualTo(1));
    }

    @Test
    void aLateFirstTokenGoesOutsideAndALateAnswerHasAnotherLimit() {
        local.mode(Mode.SLOW).delay(1500);
        answeredOutside(true);
        Answer whole = caller.ask(false);
        assertThat(whole.upstream()).as("1.5 s for a whole answer is below 2 s").isEqualTo("local");
        assertThat(whole.good(false)).isTrue();
        local.delay(2600);
        answeredOutside(false);
    }

    @Test
    void aStreamThatStallsAfterItsHeadIsNotHidden() {
        local.mode(Mode.HEAD_ONLY);
        var response = HttpClient.newHttpClient().sendAsync(caller.request("{\"model\":\"acme/chat\",\"stream\":true}").build(),
                HttpResponse.BodyHandlers.ofInputStream()).join();
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("x-llm-upstream")).contains("local");
        assertThat(external.received()).as("a head was sent: too late to turn").isEmpty();
    }

    @Test
    void halfAnAnswerIsBrokenForTheCaller() {
        local.mode(Mode.HALF);
        Answer answer = caller.ask(false);
        assertThat(answer.broken()).isTrue();
        assertThat(external.received()).isEmpty();
    }

    @Test
    void aStreamThatDiesIsCut() {
        local.mode(Mode.DIES);
        Answer answer = caller.ask(true);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).contains("local 1").doesNotContain("[DONE]");
        assertThat(answer.broken()).as("told from an end").isTrue();
        assertThat(external.received()).isEmpty();
    }

    @Test
    void anErrorEventIsPassedOn() {
        local.mode(Mode.ERROR_EVENT);
        assertThat(caller.ask(true).body()).contains("local 1", "engine died");
        assertThat(external.received()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 413, 422})
    void theCallersMistakeIsNotSentOutside(int status) {
        local.status(status);
        Answer answer = caller.ask(false);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.upstream()).isEqualTo("local");
        assertThat(external.received()).isEmpty();
    }

    @Test
    void whenBothFailTheCallerSeesTheProvidersAnswer() {
        local.status(500);
        external.status(429);
        Answer answer = caller.ask(true);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.headers().firstValue("retry-after")).contains("7");
        assertThat(answer.upstream()).isEqualTo("external");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCallerWhoLeavesCancelsTheRequest(boolean stream) {
        local.mode(Mode.SILENT);
        var call = HttpClient.newHttpClient().sendAsync(caller.request("{\"model\":\"acme/chat\",\"stream\":" + stream + "}")
                .build(), HttpResponse.BodyHandlers.ofString());
        await().until(() -> local.inFlight() == 1);
        call.cancel(true);
        await().atMost(Duration.ofMillis(900)).untilAsserted(() -> assertThat(local.left()).isEqualTo(1));
        assertThat(external.received()).isEmpty();
    }

    /** Answered by the provider, with its key and its name for the model there, and the caller's name here. */
    private Answer answeredOutside(boolean stream) {
        Answer answer = caller.ask(stream);
        assertThat(answer.good(stream)).as(answer.toString()).isTrue();
        assertThat(answer.upstream()).isEqualTo("external");
        assertThat(answer.body()).contains("external").contains("\"model\":\"acme/chat\"").doesNotContain("vendor");
        FakeServer.Received request = external.received().getLast();
        assertThat(request.path()).isEqualTo("/v1/chat/completions");
        assertThat(request.headers()).containsEntry("authorization", "Bearer provider-key")
                .containsEntry("host", EnvoyGateway.PROVIDER);
        assertThat(request.body()).contains("\"model\":\"vendor/big \\\"one\\\"\"").doesNotContain("acme");
        assertThat(request.headers().toString()).doesNotContain("callers-own-key");
        return answer;
    }
}
