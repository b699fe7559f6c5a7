package dev.rayllm.operator.controller;

import dev.rayllm.operator.diagnosis.Diagnoser;
import dev.rayllm.operator.diagnosis.Finding;
import dev.rayllm.operator.observe.Evidence;
import dev.rayllm.operator.observe.Evidence.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * What was looked up for one deployment in which something is wrong, and when. It spares the API server and the kubelets,
 * and it remembers: a worker that failed is deleted within seconds, with its log, and comes again.
 */
final class CaseFile {

    /** How often one thing is looked up again. */
    private static final Duration AGAIN = Duration.ofSeconds(15);
    /** How long the words of a pod that is gone count: longer than a worker takes to come and fail again. */
    static final Duration MEMORY = Duration.ofMinutes(15);

    /** Most questions and notes that are kept. */
    private static final int MOST = 12;

    /** How long a pass waits for an answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Logger LOG = Logger.getLogger(CaseFile.class);
    private static final Executor ASKING = Executors.newVirtualThreadPerTaskExecutor();

    private record Entry(Instant asked, Instant heard, List<Statement> statements) {
    }

    private final long generation;
    private final Instant opened;
    private final Map<String, Entry> entries = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private Evidence last = Evidence.nothing();
    private List<Finding> found = List.of();

    /** Of a generation: what an earlier one had to say does not count after an edit. */
    CaseFile(long generation, Instant opened) {
        this.generation = generation;
        this.opened = opened;
    }

    boolean isOf(long other) {
        return generation == other;
    }

    /** How old the words of others may be. */
    Instant notBefore(Instant now) {
        Instant remembered = now.minus(MEMORY);
        return remembered.isAfter(opened) ? remembered : opened;
    }

    /**
     * What a question gives: asked anew when the last time is some seconds ago; an empty answer keeps the one before. A pass
     * waits for an answer only a moment: the kubelet of a node that is gone keeps the API server waiting for half a minute
     * and more. An answer that comes later counts in a later pass.
     */
    void ask(String question, Instant now, Supplier<List<Statement>> ask) {
        if (!isDue(question, now)) {
            return;
        }
        CompletableFuture<Void> answer = CompletableFuture.supplyAsync(ask, ASKING)
                .whenComplete((heard, error) -> close(question, now, heard == null ? List.of() : heard))
                .thenAccept(heard -> { });
        try {
            answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.debugf("%s: no answer yet", question);
        } catch (ExecutionException e) {
            LOG.debugf("%s: %s", question, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isDue(String question, Instant now) {
        Entry before = entries.get(question);
        return (before == null || !before.asked().plus(AGAIN).isAfter(now)) && open.add(question);
    }

    private synchronized void close(String question, Instant now, List<Statement> answer) {
        Entry before = entries.get(question);
        entries.put(question, answer.isEmpty() && before != null ? new Entry(now, before.heard(), before.statements())
                : new Entry(now, now, answer));
        open.remove(question);
        dropOldest();
    }

    /** Workers that come and fail again have new names each time; what said nothing goes first. */
    private void dropOldest() {
        Comparator<Map.Entry<String, Entry>> worth = Comparator.comparing(e -> !e.getValue().statements().isEmpty());
        while (entries.size() > MOST) {
            entries.remove(entries.entrySet().stream().min(worth.thenComparing(e -> e.getValue().heard())).orElseThrow()
                    .getKey());
        }
    }

    /** All that was heard lately, in an order that does not depend on when. */
    synchronized List<Statement> statements(Instant now, boolean forget) {
        // Once Ray Serve has given up nothing new is said: then the words of the last try count as long as that lasts.
        entries.values().removeIf(e -> forget && e.heard().plus(MEMORY).isBefore(now));
        return entries.entrySet().stream().sorted(Map.Entry.comparingByKey())
                .flatMap(e -> e.getValue().statements().stream()).toList();
    }

    /** The faults in this evidence; looked for only when it is other than the last time. */
    synchronized List<Finding> findings(Evidence evidence) {
        if (!evidence.equals(last)) {
            found = Diagnoser.builtIn().diagnose(evidence);
            last = evidence;
        }
        return found;
    }

    /** Notes what was seen without asking for it. */
    synchronized void note(String about, Instant now, List<Statement> seen) {
        Optional.of(seen).filter(s -> !s.isEmpty()).ifPresent(s -> entries.put(about, new Entry(now, now, s)));
        dropOldest();
    }
}
