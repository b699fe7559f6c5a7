package dev.rayllm.operator.deploy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A program that hack/cluster.sh finds or builds, run as a user runs it. */
public final class Tool {

    private static final Map<String, Tool> KNOWN = new ConcurrentHashMap<>();

    private final String path;

    private Tool(String path) {
        this.path = path;
    }

    /**
     * How a run ended.
     *
     * @param code exit code
     * @param out  standard output
     * @param err  standard error
     */
    public record Result(int code, String out, String err) {
    }

    /** The program of this name. */
    public static Tool named(String name) {
        return KNOWN.computeIfAbsent(name, n -> new Tool(
                checked(run(List.of("bash", "hack/cluster.sh", "which", n), Map.of())).strip()));
    }

    /** Output of a run that has to end well. */
    public String output(Map<String, String> environment, String... arguments) {
        return checked(result(environment, arguments));
    }

    /** A run, however it ends. */
    public Result result(Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of(path));
        command.addAll(List.of(arguments));
        return run(command, environment);
    }

    private static String checked(Result result) {
        if (result.code() != 0) {
            throw new IllegalStateException("ended with " + result.code() + ":\n" + result.out() + result.err());
        }
        return result.out();
    }

    private static Result run(List<String> command, Map<String, String> environment) {
        try {
            Path err = Files.createTempFile("tool", ".err");
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            String messages = Files.readString(err);
            Files.delete(err);
            return new Result(code, out, messages);
        } catch (IOException e) {
            throw new IllegalStateException(String.join(" ", command), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
