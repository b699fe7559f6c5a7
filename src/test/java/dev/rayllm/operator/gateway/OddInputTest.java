package dev.rayllm.operator.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rayllm.operator.gateway.Caller.Answer;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys, certificates, addresses and requests that are not as they should be: the model goes on answering. */
class OddInputTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    void withoutAKeyTheModelAnswersAndAKeyMayComeLaterAndChange() {
        try (Stage on = Stage.withoutKey(folder, "")) {
            assertThat(on.caller.ask(true).upstream()).isEqualTo("local");
            on.local.status(500);
            Answer none = on.caller.ask(false);
            assertThat(none.status()).isEqualTo(503);
            assertThat(none.body()).contains("the gateway has no key for the provider");
            assertThat(on.external.received()).isEmpty();
            on.gateway.key("first-key");
            await().untilAsserted(() -> assertThat(on.caller.ask(true).good(true)).isTrue());
            assertThat(on.external.received().getLast().headers()).containsEntry("authorization", "Bearer first-key");
            on.gateway.key("second-key");
            await().untilAsserted(() -> {
                assertThat(on.caller.ask(true).good(true)).isTrue();
                assertThat(on.external.received().getLast().headers()).containsEntry("authorization", "Bearer second-key");
            });
            assertThat(on.gateway.alive()).isTrue();
        }
    }

    /** `echo key | base64` leaves a line break at the end, and it must become no header of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"provider-key\\n", "provider-key\\r\\n", "\\nprovider-key", "provider\\nx-evil: 1", ""})
    void aKeyWithALineBreakOrNoneAtAllHurtsNothing(String escaped) {
        String key = escaped.replace("\\n", "\n").replace("\\r", "\r");
        try (Stage on = Stage.with(folder, "")) {
            on.gateway.key(key);
            await().pollDelay(Duration.ofMillis(500)).untilAsserted(() -> assertThat(on.caller.ask(true).upstream()).isEqualTo("local"));
            on.local.status(500);
            Answer answer = on.caller.ask(false);
            assertThat(on.external.received()).allSatisfy(r -> assertThat(r.headers()).doesNotContainKey("x-evil"));
            if (key.startsWith("provider-key")) {
                assertThat(on.external.received().getLast().headers()).containsEntry("authorization", "Bearer provider-key");
            } else {
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.body()).contains("gateway_error").doesNotContain("provider-key", "x-evil");
                assertThat(on.external.received()).isEmpty();
            }
            assertThat(on.gateway.alive()).isTrue();
        }
    }

    @Test
    void theKeyIsInNoOutputOfEnvoy() {
        try (Stage on = Stage.with(folder, "trafficPercent: 100")) {
            assertThat(on.caller.ask(true).good(true)).isTrue();
            assertThat(on.external.received().getLast().headers()).containsEntry("authorization", "Bearer provider-key");
            for (String path : new String[] {"/config_dump?include_eds=on", "/stats", "/clusters", "/certs", "/server_info"}) {
                assertThat(on.gateway.admin(path)).as(path).isNotEmpty().doesNotContain("provider-key");
            }
            assertThat(on.gateway.log()).doesNotContain("provider-key");
            on.gateway.files(Stage.spec("")).values().forEach(f -> assertThat(f).doesNotContain("provider-key"));
        }
    }

    /** Of the admin interface, which could end the process, two paths can be reached from outside the pod. */
    @Test
    void theOpsPortShowsReadinessAndMetricsOnly() {
        try (Stage on = Stage.with(folder, "")) {
            assertThat(on.gateway.opsResponse("/ready").statusCode()).isEqualTo(200);
            assertThat(on.gateway.ops("/stats/prometheus")).contains("envoy_cluster_upstream_rq_total");
            for (String path : new String[] {"/config_dump", "/quitquitquit", "/", "/stats", "/ready/../config_dump", "/drain_listeners"}) {
                assertThat(on.gateway.opsResponse(path).statusCode()).as(path).isEqualTo(404);
            }
        }
    }

    @Test
    void aWrongCertificateIsRefused() {
        try (Stage on = Stage.withCertificateOf(folder, "other.test", "")) {
            assertThat(on.caller.ask(true).upstream()).isEqualTo("local");
            on.local.status(500);
            Answer answer = on.caller.ask(true);
            assertThat(answer.status()).isEqualTo(503);
            assertThat(on.external.received()).as("no byte of a prompt is sent").isEmpty();
            assertThat(on.gateway.stat("cluster.external.ssl.fail_verify_san")).isPositive();
        }
    }

    @Test
    void aNameThatDoesNotResolveLeavesTheModelAnswering() {
        try (Stage on = Stage.withSpec(folder, "fallback: {baseUrl: 'https://no-such-host.invalid/v1', model: x}")) {
            assertThat(on.caller.ask(true).upstream()).isEqualTo("local");
            on.local.status(500);
            assertThat(on.caller.ask(true).status()).isEqualTo(503);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://provider.test, /chat/completions, provider.test",
        "http://provider.test/, /chat/completions, provider.test",
        "http://provider.test/openai/v1/, /openai/v1/chat/completions, provider.test"})
    void baseUrlsAreTakenAsAnOpenAiClientTakesThem(String baseUrl, String path, String host) {
        try (Stage on = Stage.plain(folder, "fallback: {baseUrl: '" + baseUrl + "', allowPlainHttp: true, model: x}")) {
            on.local.status(503);
            assertThat(on.caller.ask(true).good(true)).isTrue();
            assertThat(on.external.received()).singleElement().satisfies(r -> {
                assertThat(r.path()).isEqualTo(path);
                assertThat(r.headers()).containsEntry("host", host).as("no key, and not the caller's")
                        .doesNotContainKey("authorization");
            });
        }
    }

    /** 200 tools with integers that a double cannot hold, 5 MB of prompt: only the model's name differs outside. */
    @Test
    void largeRequestsArriveByteForByte() {
        try (Stage on = Stage.with(folder, "")) {
            on.local.status(500);
            StringBuilder tools = new StringBuilder();
            for (int i = 0; i < 200; i++) {
                tools.append(i == 0 ? "" : ",").append("{\"type\":\"function\",\"function\":{\"name\":\"f").append(i)
                        .append("\",\"parameters\":{\"z\":1,\"model\":\"acme/chat\",\"a\":{\"const\":9007199254740993,")
                        .append("\"default\":1.10,\"minimum\":-9223372036854775808}}}}");
            }
            String body = "{\"messages\":[{\"role\":\"user\",\"content\":\"\\\"model\\\":\\\"acme/chat\\\" é "
                    + "x".repeat(5_000_000) + "\"}],\"tools\":[" + tools + "],\n \"model\" : %s, \"stream\":true}";
            Answer answer = on.caller.ask(body.formatted("\"acme\\/chat\""));
            assertThat(answer.good(true)).as(answer.status() + " " + answer.broken()).isTrue();
            assertThat(on.external.received()).singleElement().satisfies(r -> assertThat(
                    r.body().equals(body.formatted("\"vendor-big\""))).isTrue());
            assertThat(on.local.received()).singleElement().satisfies(r -> assertThat(
                    r.body().equals(body.formatted("\"acme\\/chat\""))).isTrue());
        }
    }

    /** Another name would be answered, and billed, by whatever the provider has under it. */
    @Test
    void otherModelNamesAreNotSentOutside() {
        try (Stage on = Stage.with(folder, "")) {
            on.local.status(404);
            Answer answer = on.caller.ask("{\"model\":\"vendor-huge\",\"stream\":true}");
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.body()).contains("vendor-huge", "does not exist here");
            for (String body : new String[] {"", "not json", "[\"model\"]", "{\"x\":{\"model\":\"acme/chat\"}}", "{\"model\":5}"}) {
                assertThat(on.caller.ask(body).status()).as(body).isEqualTo(404);
            }
            assertThat(on.external.received()).isEmpty();
        }
    }

    @Test
    void theListOfModelsHoldsOurNameWhoeverIsUp() throws Exception {
        try (Stage on = Stage.with(folder, "trafficPercent: 100")) {
            on.local.down();
            HttpRequest request = HttpRequest.newBuilder(on.gateway.front("/v1/models")).build();
            Answer answer = on.caller.send(request);
            ObjectNode list = (ObjectNode) JSON.readTree(answer.body());
            assertThat(list.get("data").get(0).get("id").asText()).isEqualTo("acme/chat");
            assertThat(answer.headers().firstValue("content-type")).contains("application/json");
            assertThat(on.external.received()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/../admin/keys", "/v1/%2e%2e/admin/keys", "/v1/..%2fadmin", "/admin", "/"})
    void nothingBesideTheApiIsAskedOutside(String path) {
        try (Stage on = Stage.with(folder, "trafficPercent: 100")) {
            on.local.status(500);
            on.caller.send(HttpRequest.newBuilder(on.gateway.front(path)).header("content-type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"acme/chat\"}")).build());
            assertThat(on.external.received()).isEmpty();
        }
    }

    @Test
    void twoGatewaysMakeNoCircle() {
        try (Stage on = Stage.with(folder, "trafficPercent: 50")) {
            on.local.status(500);
            assertThat(on.caller.ask(true).good(true)).isTrue();
            assertThat(on.external.received().getLast().headers()).containsEntry("x-llm-fallback", "1");
            int before = on.external.received().size();
            Answer answer = on.caller.send(on.caller.request("{\"model\":\"acme/chat\",\"stream\":true}")
                    .header("x-llm-fallback", "1").build());
            assertThat(answer.status()).isEqualTo(500);
            assertThat(on.external.received()).hasSize(before);
        }
    }

    /** A caller cannot set the headers by which the gateway steers. */
    @Test
    void callersDoNotSteer() {
        try (Stage on = Stage.with(folder, "firstTokenTimeout: 1s, answerTimeout: 20s")) {
            on.local.mode(FakeServer.Mode.SILENT);
            Answer answer = on.caller.send(on.caller.request("{\"model\":\"acme/chat\",\"stream\":true}")
                    .header("x-rayllm-stream", "false").header("x-envoy-upstream-rq-per-try-timeout-ms", "60000")
                    .header("x-envoy-max-retries", "0").build());
            assertThat(answer.good(true)).isTrue();
            assertThat(answer.after()).isLessThan(Duration.ofSeconds(2));
        }
    }

    /** What is there goes on, and a counter tells; the next good file is taken. */
    @Test
    void aBrokenFileLeavesTheOldOneInForce() {
        try (Stage on = Stage.with(folder, "")) {
            Map<String, String> broken = new HashMap<>(on.gateway.files(Stage.spec("trafficPercent: 100")));
            broken.put("rds-front.yaml", "resources: [{'@type': no");
            on.gateway.configureWith(broken);
            await().untilAsserted(() -> assertThat(on.gateway.stat("http.front.rds.front.update_failure")).isPositive());
            assertThat(on.caller.ask(true).upstream()).isEqualTo("local");
            on.gateway.configure(Stage.spec("trafficPercent: 100"), false);
            await().untilAsserted(() -> assertThat(on.caller.ask(true).upstream()).isEqualTo("external"));
        }
    }
}
