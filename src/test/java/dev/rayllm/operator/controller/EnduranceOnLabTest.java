package dev.rayllm.operator.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.api.v1alpha1.LlmDeployment;
import dev.rayllm.operator.api.v1alpha1.Phase;
import dev.rayllm.operator.cluster.FaultProxy;
import dev.rayllm.operator.cluster.Lab;
import dev.rayllm.operator.cluster.OperatorProcess;
import dev.rayllm.operator.cluster.OwnCrds;
import dev.rayllm.operator.cluster.WithLab;
import dev.rayllm.operator.foreign.karpenter.NodeClaim;
import dev.rayllm.operator.foreign.karpenter.NodePool;
import dev.rayllm.operator.foreign.ray.RayCluster;
import dev.rayllm.operator.foreign.ray.RayService;
import dev.rayllm.operator.render.Labels;
import dev.rayllm.operator.render.Names;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The packaged operator under kills, a failing API server and a second replica. Each life is the same: from nothing to
 * serving, a rollout to a second cluster, suspended and resumed, deleted; after each part the cluster must be as it is after
 * an undisturbed life. {@code make endurance} runs it and prints the figures.
 */
@Tag("endurance")
@EnabledIfSystemProperty(named = "rayllm.endurance", matches = "true")
@WithLab
class EnduranceOnLabTest {

    private static final String FIRST = "model: {profile: mistral-7b-instruct}";
    private static final String SECOND = FIRST + ", engine: {maxNumSeqs: 16}";
    private static final Map<String, String> NODE_CLASS = Map.of("RAYLLM_NODE_CLASS_GROUP", "karpenter.kwok.sh",
            "RAYLLM_NODE_CLASS_KIND", "KWOKNodeClass", "RAYLLM_NODE_CLASS_NAME", "gpu");
    private static final Duration PATIENCE = Duration.ofMinutes(6);
    private static final int KILLS = Integer.getInteger("rayllm.kills", 100);
    private static final int LIVES_WITH_FAULTS = Integer.getInteger("rayllm.lives", 4);
    private static final int LONGEST_LIFE_MILLIS = 9_000;
    private static final double SHARE_OF_FAULTS = 0.1;
    private static final long SEED = 20261201;

    private final Lab lab;
    private final Fixtures on;
    private final List<OperatorProcess> started = new ArrayList<>();

    EnduranceOnLabTest(Lab lab, KubernetesClient client) {
        this.lab = lab;
        this.on = new Fixtures(client, client.getNamespace());
        OwnCrds.install(client);
    }

    /** What one life left behind after each of its parts, and how long it took. */
    private record Life(List<String> states, double seconds) {
    }

    @AfterEach
    void stop() {
        lab.reset();
        if (on.deployment("m") != null) {
            OperatorProcess last = operator(null, "rayllm-last");
            last.start();
            on.deleteAll();
        }
        started.forEach(OperatorProcess::close);
    }

    /** Killed at any moment, also while it starts: what it had begun is finished by the next one, and nothing is done twice. */
    @Test
    void killsChangeNothing() throws IOException, InterruptedException {
        OperatorProcess calm = operator(null, "rayllm-calm");
        calm.start();
        Life expected = live();
        calm.kill();

        OperatorProcess victim = operator(null, "rayllm-victim");
        AtomicInteger kills = new AtomicInteger();
        Thread killer = Thread.ofPlatform().start(() -> kill(victim, kills));
        List<Double> seconds = new ArrayList<>();
        int lives = 0;
        try {
            while (kills.get() < KILLS) {
                Life life = live();
                assertThat(life.states()).as("after %d kills", kills.get()).isEqualTo(expected.states());
                seconds.add(life.seconds());
                lives++;
            }
        } finally {
            killer.interrupt();
            killer.join();
        }
        figures("kills survived", kills.get(), "lives", lives, "seconds of a life undisturbed", expected.seconds(),
                "mean seconds of a life under kills", mean(seconds), "writes of a life undisturbed", calm.writes().size(),
                "writes of a life under kills", victim.writes().size() / lives);
    }

    /** A tenth of all calls fail: refused, lost on the way back, hanging, or a watch that breaks off. */
    @Test
    void aFailingApiServerChangesNothing() throws IOException, InterruptedException {
        OperatorProcess calm = operator(null, "rayllm-calm-2");
        calm.start();
        Life expected = live();
        calm.kill();
        try (FaultProxy proxy = new FaultProxy(lab.server(), SHARE_OF_FAULTS, SEED)) {
            OperatorProcess operator = operator(proxy.url(), "rayllm-faulty");
            AtomicInteger restarts = new AtomicInteger();
            Thread kubelet = Thread.ofPlatform().start(() -> restart(operator, restarts));
            List<Double> seconds = new ArrayList<>();
            try {
                for (int life = 0; life < LIVES_WITH_FAULTS; life++) {
                    Life lived = live();
                    assertThat(lived.states()).as("faults so far: %s", proxy.faults()).isEqualTo(expected.states());
                    seconds.add(lived.seconds());
                }
            } finally {
                kubelet.interrupt();
                kubelet.join();
            }
            assertThat(proxy.faults().keySet()).as("every fault was played").hasSize(7);
            figures("calls", proxy.calls(), "faults injected", proxy.faults(), "ended by itself and started again",
                    restarts.get() - 1, "lives", LIVES_WITH_FAULTS, "seconds of a life undisturbed", expected.seconds(),
                    "mean seconds of a life with faults", mean(seconds), "writes of a life undisturbed",
                    calm.writes().size(), "writes of a life with faults", operator.writes().size() / LIVES_WITH_FAULTS);
        }
    }

    /** With two replicas one writes at any time, and the other takes over when the first is killed. */
    @Test
    void theOtherReplicaTakesOver() throws IOException {
        OperatorProcess first = operator(null, "rayllm-first");
        first.start();
        on.apply("m", FIRST);
        until(() -> on.phase("m") == Phase.READY);
        OperatorProcess second = operator(null, "rayllm-second");
        second.start();
        LockSupport.parkNanos(Duration.ofSeconds(8).toNanos());
        assertThat(second.alive()).isTrue();
        assertThat(second.writes()).as("the second waits").isEmpty();

        first.kill();
        long killed = System.nanoTime();
        int before = first.writes().size();
        on.apply("m", FIRST + ", scaling: {minReplicas: 1, maxReplicas: 3}");
        until(() -> on.deployment("m").getStatus().observedGeneration() == 2);
        double seconds = seconds(killed);
        first.start();
        LockSupport.parkNanos(Duration.ofSeconds(8).toNanos());
        assertThat(first.writes()).as("the first has come back, and waits").hasSize(before);
        on.apply("m", FIRST + ", scaling: {minReplicas: 1, maxReplicas: 4}");
        until(() -> on.deployment("m").getStatus().observedGeneration() == 3);
        assertThat(first.writes()).hasSize(before);
        on.deleteAll();
        figures("seconds until the other replica had acted", seconds, "writes of the first", before, "writes of the second",
                second.writes().size());
    }

    private OperatorProcess operator(String url, String account) {
        Map<String, String> environment = new java.util.TreeMap<>(NODE_CLASS);
        if (account.equals("rayllm-first") || account.equals("rayllm-second")) {
            environment.put("RAYLLM_LEASE_NAMESPACE", "default");
        }
        OperatorProcess operator = new OperatorProcess(lab.server(), url, account, environment);
        started.add(operator);
        return operator;
    }

    private static void kill(OperatorProcess victim, AtomicInteger kills) {
        Random random = new Random(SEED);
        while (!Thread.currentThread().isInterrupted()) {
            victim.start();
            LockSupport.parkNanos(Duration.ofMillis(random.nextInt(LONGEST_LIFE_MILLIS)).toNanos());
            if (!Thread.currentThread().isInterrupted()) {
                victim.kill();
                kills.incrementAndGet();
            }
        }
    }

    private static void restart(OperatorProcess operator, AtomicInteger starts) {
        while (!Thread.currentThread().isInterrupted()) {
            if (!operator.alive()) {
                operator.start();
                starts.incrementAndGet();
            }
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }
    }

    /** One life of the deployment. */
    private Life live() {
        long start = System.nanoTime();
        List<String> states = new ArrayList<>();
        on.apply("m", FIRST);
        serving(1);
        states.add(state());
        on.apply("m", SECOND);
        serving(2);
        states.add(state());
        on.apply("m", SECOND + ", suspend: true");
        until(() -> on.condition("m", "Ready").equals("False/Suspended") && nodes() == 0 && observed(3));
        states.add(state());
        on.apply("m", SECOND + ", suspend: false");
        serving(4);
        states.add(state());
        on.delete("m");
        until(() -> on.deployment("m") == null);
        states.add(state());
        return new Life(states, seconds(start));
    }

    private void serving(long generation) {
        until(() -> on.phase("m") == Phase.READY && observed(generation)
                && on.condition("m", "Progressing").equals("False/UpToDate") && served(on.deployment("m")));
    }

    private boolean observed(long generation) {
        LlmDeployment deployment = on.deployment("m");
        return deployment.getStatus() != null && deployment.getStatus().observedGeneration() != null
                && deployment.getStatus().observedGeneration() == generation;
    }

    private static boolean served(LlmDeployment deployment) {
        return deployment.getStatus().rollout().history().getFirst().outcome().equals("Served");
    }

    /** What is there, without names that are drawn anew each time. An earlier cluster stays a minute longer. */
    private String state() {
        RayService service = on.service("m");
        NodePool pool = on.pool("m");
        List<RayCluster> clusters = on.client().resources(RayCluster.class).inNamespace(on.namespace()).list().getItems();
        String active = service == null ? null : service.getStatus().activeServiceStatus().rayClusterName();
        return "service " + hash(service == null ? null : service.getSpec())
                + ", pool " + hash(pool == null ? null : pool.getSpec())
                + ", serving clusters " + clusters.stream().filter(c -> c.getMetadata().getName().equals(active)).count()
                + ", its workers " + pods(active) + ", revisions " + revisions()
                + (service == null ? ", clusters " + clusters.size() + ", nodes " + nodes() : "");
    }

    /** Of a child's spec, without the identity of the deployment, which each life has anew. */
    private String hash(Object spec) {
        return spec == null ? "none" : Names.sha256(Serialization.asJson(spec)
                .replace(on.deployment("m").getMetadata().getUid(), "")).substring(0, 12);
    }

    private long pods(String cluster) {
        return on.client().pods().inNamespace(on.namespace()).withLabel(Labels.ROLE, "worker").list().getItems().stream()
                .filter(p -> p.getMetadata().getLabels().getOrDefault("ray.io/cluster", "").equals(cluster)).count();
    }

    private int nodes() {
        return on.client().resources(NodeClaim.class).withLabel(Labels.POOL, Names.nodePool(on.namespace(), "m")).list()
                .getItems().size();
    }

    private List<String> revisions() {
        LlmDeployment deployment = on.deployment("m");
        if (deployment == null) {
            Awaitility.await().atMost(PATIENCE).until(() -> stored().isEmpty());
            return List.of();
        }
        return stored().stream().sorted(java.util.Comparator.comparing(ControllerRevision::getRevision))
                .map(r -> r.getRevision() + " " + r.getMetadata().getAnnotations().get(Labels.OUTCOME)).toList();
    }

    private List<ControllerRevision> stored() {
        return on.client().resources(ControllerRevision.class).inNamespace(on.namespace()).list().getItems();
    }

    private static void until(java.util.concurrent.Callable<Boolean> condition) {
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(condition);
    }

    private static double seconds(long since) {
        return Math.round((System.nanoTime() - since) / 1e8) / 10.0;
    }

    private static double mean(List<Double> values) {
        return Math.round(values.stream().mapToDouble(Double::doubleValue).average().orElseThrow() * 10) / 10.0;
    }

    /** Prints figures, and keeps them for the report of {@code make endurance}. */
    private static void figures(Object... namesAndValues) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            text.append("endurance: %-45s %s%n".formatted(namesAndValues[i], namesAndValues[i + 1]));
        }
        System.out.print(text);
        Files.writeString(Files.createDirectories(Path.of("target")).resolve("endurance.txt"), text + "\n",
                java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND);
    }
}
