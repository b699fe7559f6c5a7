package dev.rayllm.operator.runtime;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.jboss.logging.Logger;

/**
 * Levels of the log from a file that may change while the operator runs. A file, and no port: whoever may edit the
 * ConfigMap may do it, and nobody else.
 */
@ApplicationScoped
class LogLevels {

    private static final Logger LOG = Logger.getLogger(LogLevels.class);
    private static final long EVERY_SECONDS = 10;
    private static final Map<String, Level> WORDS = Map.of("ERROR", org.jboss.logmanager.Level.ERROR, "WARN",
            org.jboss.logmanager.Level.WARN, "INFO", org.jboss.logmanager.Level.INFO, "DEBUG",
            org.jboss.logmanager.Level.DEBUG);

    private final OperatorConfig config;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("log-levels").factory());
    /** Levels as they were before the file said anything; null where the category had none of its own. */
    private final Map<String, Level> before = new HashMap<>();
    private Map<String, Level> now = Map.of();
    private String text = "";

    LogLevels(OperatorConfig config) {
        this.config = config;
    }

    void start(@Observes StartupEvent event) {
        config.logLevelsFile().map(Path::of).ifPresent(file ->
                timer.scheduleWithFixedDelay(() -> read(file), 0, EVERY_SECONDS, TimeUnit.SECONDS));
    }

    void stop(@Observes ShutdownEvent event) {
        timer.shutdownNow();
    }

    /** Takes over the file as it is now; a file that is not there says nothing. */
    void read(Path file) {
        String newText;
        try {
            newText = Files.isReadable(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            LOG.warnf("log levels in %s cannot be read: %s", file, e.getMessage());
            return;
        }
        if (!newText.equals(text)) {
            text = newText;
            apply(parse(newText));
        }
    }

    private static Map<String, Level> parse(String text) {
        Map<String, Level> levels = new HashMap<>();
        text.lines().map(String::strip).filter(l -> !l.isEmpty() && !l.startsWith("#")).forEach(line -> {
            String[] parts = line.split("=", 2);
            Level level = parts.length == 2 ? WORDS.get(parts[1].strip()) : null;
            if (level == null) {
                LOG.warnf("log level '%s' is skipped: write CATEGORY=LEVEL with ERROR, WARN, INFO or DEBUG, such as"
                        + " dev.rayllm=DEBUG", line);
            } else {
                levels.put(parts[0].strip(), level);
            }
        });
        return levels;
    }

    private void apply(Map<String, Level> levels) {
        Set<String> categories = new HashSet<>(now.keySet());
        categories.addAll(levels.keySet());
        for (String category : categories) {
            var logger = org.jboss.logmanager.Logger.getLogger(category);
            if (!before.containsKey(category)) {
                before.put(category, logger.getLevel());
            }
            Level level = levels.containsKey(category) ? levels.get(category) : before.get(category);
            logger.setLevel(level);
            LOG.infof("log level of %s is %s now", category, level == null ? "that of its parent" : level);
        }
        now = levels;
    }
}
