package dev.rayllm.operator.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A ConfigMap or Secret as the kubelet mounts it: files are links into a folder that is swapped as a whole. */
record Volume(Path folder) {

    private static final AtomicInteger COUNT = new AtomicInteger();

    Volume {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts other files in place of all that is there, at once. */
    void swap(Map<String, String> files) {
        try {
            Path next = Files.createDirectory(folder.resolve("..version-" + COUNT.incrementAndGet()));
            for (Map.Entry<String, String> file : files.entrySet()) {
                Files.writeString(next.resolve(file.getKey()), file.getValue());
            }
            // The kubelet makes these right after the swap, faster than Envoy parses; a busy test machine may not.
            for (String file : files.keySet()) {
                if (!Files.isSymbolicLink(folder.resolve(file))) {
                    Files.createSymbolicLink(folder.resolve(file), Path.of("..data", file));
                }
            }
            Path link = folder.resolve("..data_tmp");
            Files.createSymbolicLink(link, next.getFileName());
            Files.move(link, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
