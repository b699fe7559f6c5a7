package dev.rayllm.operator.controller;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

/** People who ask again as soon as they have their answer. */
final class Callers implements AutoCloseable {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicBoolean more = new AtomicBoolean(true);
    private final List<Future<?>> running = new ArrayList<>();
    private final Map<Integer, Integer> answers = new ConcurrentHashMap<>();

    /** Starts them; {@code question} gives the HTTP code of its answer. */
    Callers(int count, IntSupplier question) {
        for (int i = 0; i < count; i++) {
            running.add(threads.submit(() -> {
                while (more.get()) {
                    answers.merge(question.getAsInt(), 1, Integer::sum);
                }
            }));
        }
    }

    /** Waits for the last answers, and says how often there was which HTTP code. */
    Map<Integer, Integer> stop() throws ExecutionException, InterruptedException {
        more.set(false);
        for (Future<?> caller : running) {
            caller.get();
        }
        return answers;
    }

    @Override
    public void close() {
        more.set(false);
        threads.close();
    }
}
