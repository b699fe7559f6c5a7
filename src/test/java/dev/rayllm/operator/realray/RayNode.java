package dev.rayllm.operator.realray;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One node of a real Ray: a process of {@code ray start} with all that it has started. */
final class RayNode implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String PYTHON = System.getProperty("rayllm.ray.python");

    private final Process process;

    /**
     * Starts a node; it ends by itself when this JVM is gone.
     *
     * @param environment variables of Ray's processes, beside this JVM's
     * @param arguments of {@code ray start}
     * @param log file for its output
     */
    RayNode(Map<String, String> environment, List<String> arguments, Path log) {
        List<String> command = new ArrayList<>(List.of(PYTHON, "hack/ray/real/node.py", "start", "--block"));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().keySet().removeIf(name -> name.toLowerCase().endsWith("_proxy"));
        builder.environment().putAll(environment);
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Ends it as the end of its pod does, and everything that it has started: that is listed first, since afterwards nothing
     * tells whose it is.
     */
    @Override
    public void close() {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroy();
        try {
            process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
    }
}
