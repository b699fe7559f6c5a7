package dev.rayllm.operator.cli;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Does once what usual calls do, and prints nothing. The launcher runs it after a build to have the JVM archive the
 * classes that it loads, so that later calls start quickly.
 */
@Command(name = "warm-up", hidden = true, description = "Load what usual calls need.")
final class WarmUpCommand implements Runnable {

    /** One that plans with much of what a spec can hold, and ones that each check refuses. */
    private static final List<Input> INPUTS = List.of(
            new Input(0, """
                    spec:
                      model: {profile: llama-3.1-8b-instruct, tokenSecretRef: {name: hub, key: token}}
                      workload: {contextLength: 8192, concurrency: 16}
                      engine: {gpuMemoryUtilization: "0.90", kvCacheDtype: fp8, extraArgs: {async_scheduling: true}}
                      hardware: {gpus: [L4, A10G], capacityTypes: [on-demand, spot]}
                      nodes: {labels: {team: a}, headNodeSelector: {team: b}}
                      scaling: {minReplicas: 1, maxReplicas: 2}
                    """),
            new Input(RayllmMain.REFUSED, "spec: {model: {profile: llama-3.1-70b}, hardware: {instanceTypes: [g5.xlarge]}}"),
            new Input(RayllmMain.REFUSED, "spec: {model: {profile: x}, scaling: {minReplicas: 2, maxReplicas: 1}, sped: 1}"));
    private static final List<String[]> CALLS = List.of(
            new String[] {"plan", "-f", "-"}, new String[] {"plan", "-f", "-", "-o", "json"},
            new String[] {"render", "-f", "-"}, new String[] {"validate", "-f", "-"});

    /** A spec, and the exit code that every call ends with. */
    private record Input(int code, String spec) {

        InputStream stream() {
            return new ByteArrayInputStream(("apiVersion: rayllm.dev/v1alpha1\nkind: LlmDeployment\n"
                    + "metadata: {name: warm-up, namespace: llm}\n" + spec).getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void run() {
        InputStream stdin = System.in;
        try {
            for (Input input : INPUTS) {
                for (String[] call : CALLS) {
                    System.setIn(input.stream());
                    silently(input.code(), call);
                }
            }
        } finally {
            System.setIn(stdin);
        }
        silently(0, "profiles");
        silently(0, "gpus");
        silently(0, "runtimes");
        silently(0, "version");
    }

    /** A call that ends otherwise has not loaded what it is here for; nobody would notice but by waiting. */
    private static void silently(int code, String... call) {
        try (PrintWriter nowhere = new PrintWriter(Writer.nullWriter())) {
            CommandLine line = RayllmMain.commandLine();
            if (line.setOut(nowhere).setErr(nowhere).execute(call) != code) {
                throw new IllegalStateException("'" + String.join(" ", call) + "' ended otherwise than expected");
            }
        }
    }
}
