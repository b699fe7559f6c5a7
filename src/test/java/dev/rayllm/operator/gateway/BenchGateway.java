package dev.rayllm.operator.gateway;

import dev.rayllm.operator.gateway.Caller.Answer;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What the gateway adds: latency of the first token and CPU time of a request, for short streams that the model
 * itself answers, as ratios to direct calls in the same run. Both kinds of calls take turns, so that a busy machine
 * burdens both.
 */
public final class BenchGateway {

    private static final int ROUNDS = 6;
    private static final int CALLERS = 8;
    private static final int REQUESTS = 50;
    /** First token of a small model on a small card; the ratios are meant for such a wait, not for none. */
    private static final int FIRST_TOKEN_MILLIS = 50;

    private BenchGateway() {
    }

    /** Prints the figures. */
    public static void main(String[] args) throws Exception {
        try (Stage on = Stage.with(Files.createTempDirectory("bench-gateway"), "maxLocalInFlight: 1000")) {
            on.local.mode(FakeServer.Mode.SLOW).delay(FIRST_TOKEN_MILLIS);
            Caller direct = new Caller(URI.create("http://127.0.0.1:" + on.local.port() + "/v1/chat/completions"));
            measure(direct);
            measure(on.caller);
            double[] without = {};
            double[] with = {};
            Duration cpu = on.gateway.cpu();
            for (int i = 0; i < ROUNDS; i++) {
                without = joined(without, measure(direct));
                with = joined(with, measure(on.caller));
            }
            double cpuMillis = on.gateway.cpu().minus(cpu).toNanos() / 1e6 / with.length;
            print(without, with, cpuMillis);
        }
    }

    private static void print(double[] without, double[] with, double cpuMillis) {
        System.out.printf(Locale.ROOT, "first token, ms        direct   gateway   ratio%n");
        for (int percent : new int[] {50, 99}) {
            double a = percentile(without, percent);
            double b = percentile(with, percent);
            System.out.printf(Locale.ROOT, "p%d %25.2f %9.2f %7.3f%n", percent, a, b, b / a);
        }
        System.out.printf(Locale.ROOT, "CPU of the gateway: %.2f ms a request, %d requests each%n", cpuMillis, with.length);
    }

    private static double[] measure(Caller caller) {
        List<Answer> answers = Load.of(CALLERS, REQUESTS, () -> caller.ask(true));
        if (!answers.stream().allMatch(a -> a.good(true))) {
            throw new IllegalStateException("a request failed: the figures would mean nothing");
        }
        return answers.stream().mapToDouble(a -> a.after().toNanos() / 1e6).toArray();
    }

    private static double[] joined(double[] a, double[] b) {
        double[] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        return all;
    }

    private static double percentile(double[] values, int percent) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }
}
