package dev.rayllm.operator.gateway;

import dev.rayllm.operator.gateway.Caller.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Many callers at once. */
final class Load {

    private Load() {
    }

    /** Answers of callers that each ask one after the other. */
    static List<Answer> of(int callers, int requestsEach, Supplier<Answer> request) {
        try (Running running = start(callers, requestsEach, request)) {
            return running.answers();
        }
    }

    /** Starts callers and returns at once. */
    static Running start(int callers, int requestsEach, Supplier<Answer> request) {
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        Callable<List<Answer>> one = () -> {
            List<Answer> answers = new ArrayList<>();
            for (int i = 0; i < requestsEach; i++) {
                answers.add(request.get());
            }
            return answers;
        };
        List<Future<List<Answer>>> futures = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            futures.add(executor.submit(one));
        }
        return new Running(executor, futures);
    }

    /** Callers at work. */
    record Running(ExecutorService executor, List<Future<List<Answer>>> futures) implements AutoCloseable {

        boolean done() {
            return futures.stream().allMatch(Future::isDone);
        }

        /** Waits for all answers. */
        List<Answer> answers() {
            List<Answer> answers = new ArrayList<>();
            for (Future<List<Answer>> future : futures) {
                try {
                    answers.addAll(future.get());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException(e);
                } catch (java.util.concurrent.ExecutionException e) {
                    throw new IllegalStateException(e.getCause());
                }
            }
            return answers;
        }

        @Override
        public void close() {
            executor.close();
        }
    }
}
