package dev.rayllm.operator.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a file that the user names, or standard input. */
final class InputFile {

    /** The name of standard input. */
    static final String STDIN = "-";

    private InputFile() {
    }

    /** A file, or standard input, to read as it comes. */
    static InputStream open(String name) {
        if (name.equals(STDIN)) {
            return System.in;
        }
        try {
            return Files.newInputStream(Path.of(name));
        } catch (InvalidPathException e) {
            throw new UsageProblem("'" + name + "' cannot be a file name: " + e.getReason());
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /** The first bytes of a file, at most so many. */
    static byte[] read(String name, int most) {
        if (name.equals(STDIN)) {
            try {
                return System.in.readNBytes(most);
            } catch (IOException e) {
                throw unreadable("standard input", e);
            }
        }
        try (InputStream in = open(name)) {
            return in.readNBytes(most);
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    static UsageProblem unreadable(String name, IOException e) {
        return new UsageProblem("cannot read '" + name + "': "
                + (e instanceof NoSuchFileException ? "no such file" : e.getClass().getSimpleName() + " " + e.getMessage()));
    }
}
