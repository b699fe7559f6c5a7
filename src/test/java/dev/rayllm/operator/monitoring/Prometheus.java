package dev.rayllm.operator.monitoring;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The real programs of Prometheus, found or got by {@code hack/prometheus.sh}: without them a test fails. */
public final class Prometheus {

    private Prometheus() {
    }

    /** The path of {@code promtool} or {@code prometheus}. */
    public static String path(String tool) throws IOException, InterruptedException {
        Result result = run(List.of("bash", "hack/prometheus.sh", tool), Path.of(""));
        if (result.code() != 0) {
            throw new IllegalStateException("hack/prometheus.sh gives no " + tool + ": " + result.output());
        }
        return result.output().lines().reduce((first, last) -> last).orElseThrow();
    }

    /** Runs promtool in a folder. */
    public static Result promtool(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(path("promtool")));
        command.addAll(List.of(arguments));
        return run(command, folder);
    }

    private static Result run(List<String> command, Path folder) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).directory(folder.toAbsolutePath().toFile()).redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }

    /** What a program left behind: its exit code and all that it printed. */
    public record Result(int code, String output) {
    }
}
