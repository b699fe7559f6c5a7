package dev.rayllm.operator.realray;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What happens in a scenario, and how many seconds after its begin: printed, and kept for the reader. */
public final class Transcript {

    private static final Path FILE = Path.of("target", "ray-transcript.txt");

    private final long began = System.nanoTime();

    /** Adds a line. */
    public void say(String text) {
        String line = "ray: %6.1f s  %s%n".formatted((System.nanoTime() - began) / 1e9, text);
        System.out.print(line);
        try {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
