package dev.rayllm.operator.plan.sizing.fit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;

/** What is wrong with the files of a sizing program, told in one line. */
public final class InputProblem {

    private static final String SOURCE = ". Records of engine starts do not come with the project: docs/sizing-accuracy.md says where"
            + " they come from and which columns they have";

    private InputProblem() {
    }

    /** What a program does with its files. */
    public interface Work {
        /** Does it. */
        void run() throws IOException;
    }

    /** Runs a program; 0 when it is done, 1 when its files are not what it needs, with the reason on standard error. */
    public static int told(String program, Work work) {
        try {
            work.run();
            return 0;
        } catch (NoSuchFileException e) {
            System.err.println(program + ": no such file: " + e.getMessage() + SOURCE);
        } catch (UncheckedIOException e) {
            System.err.println(program + ": cannot be read: " + e.getCause().getMessage() + SOURCE);
        } catch (IOException e) {
            System.err.println(program + ": cannot be read: " + e.getMessage() + SOURCE);
        } catch (IllegalArgumentException e) {
            System.err.println(program + ": " + e.getMessage());
        }
        return 1;
    }
}
