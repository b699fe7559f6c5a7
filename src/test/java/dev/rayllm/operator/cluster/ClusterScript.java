package dev.rayllm.operator.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code hack/cluster.sh}, which knows how to get and start the programs. */
final class ClusterScript {

  private static final int KEPT_MESSAGES = 40;

  private ClusterScript() {}

  /** The root of the repository: the nearest folder upwards that has the script. */
  static Path repository() {
    Path start = Path.of("").toAbsolutePath();
    for (Path dir = start; dir != null; dir = dir.getParent()) {
      if (Files.isRegularFile(dir.resolve("hack/cluster.sh"))) {
        return dir;
      }
    }
    throw new IllegalStateException("no hack/cluster.sh in " + start + " or above it");
  }

  static ProcessBuilder command(String... arguments) {
    List<String> command = new ArrayList<>(List.of("bash", repository().resolve("hack/cluster.sh").toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  /**
   * Runs the script to its end. There is no time limit, since the first run may have to build the API server; what the
   * script says about that is passed on to {@link System#err} as it comes.
   *
   * @return the lines of its output
   */
  static List<String> run(String... arguments) {
    try {
      Process process = command(arguments).start();
      process.getOutputStream().close();
      List<String> messages = new ArrayList<>();
      Thread messageReader = Thread.ofVirtual().start(() -> passOnMessages(process, messages));
      List<String> output = process.inputReader().lines().toList();
      int code = process.waitFor();
      messageReader.join();
      if (code != 0) {
        throw new IllegalStateException(
            "hack/cluster.sh %s failed with code %d:%n%s"
                .formatted(String.join(" ", arguments), code, String.join("\n", messages)));
      }
      return output;
    } catch (IOException e) {
      throw new IllegalStateException("cannot run hack/cluster.sh: is bash there?", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running hack/cluster.sh", e);
    }
  }

  private static void passOnMessages(Process process, List<String> kept) {
    try (BufferedReader reader = process.errorReader()) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        System.err.println(line);
        kept.add(line);
        if (kept.size() > KEPT_MESSAGES) {
          kept.removeFirst();
        }
      }
    } catch (IOException e) {
      kept.add("(reading its messages failed: " + e + ")");
    }
  }
}
