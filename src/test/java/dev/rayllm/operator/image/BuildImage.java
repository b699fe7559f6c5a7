package dev.rayllm.operator.image;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.JibContainer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import com.google.cloud.tools.jib.api.buildplan.Port;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes the image as a tar, with no container engine. {@code hack/image.sh} has laid out the files: each folder below the
 * root is a layer, what changes least first. The same files give the same digest: times and order are fixed.
 */
public final class BuildImage {

    private static final String USER = "1000:1000";
    private static final Instant TIME = Instant.EPOCH.plusSeconds(1);
    private static final FilePermissions PROGRAM = FilePermissions.fromOctalString("755");

    private BuildImage() {
    }

    /**
     * Builds one image.
     *
     * @param args folder with a folder for each layer; the tar to write, and beside it its digest; name of the image with its tag; architecture
     *             ({@code amd64} or {@code arm64}); version; base image with its digest, or {@code scratch}
     */
    public static void main(String[] args) throws Exception {
        Path layers = Path.of(args[0]);
        Path tar = Path.of(args[1]);
        String base = args[5];
        JibContainerBuilder builder = base.equals("scratch") ? Jib.fromScratch() : Jib.from(RegistryImage.named(pinned(base)));
        for (Path folder : sorted(layers)) {
            builder.addFileEntriesLayer(layer(folder));
        }
        JibContainer image = builder.setPlatforms(Set.of(new Platform(args[3], "linux"))).setUser(USER).setCreationTime(TIME)
                .addExposedPort(Port.tcp(8080)).setWorkingDirectory(AbsoluteUnixPath.get("/app"))
                .addLabel("org.opencontainers.image.title", "rayllm-operator")
                .addLabel("org.opencontainers.image.version", args[4])
                .addLabel("org.opencontainers.image.licenses", "Apache-2.0")
                .addEnvironmentVariable("HOME", "/tmp")
                .setEntrypoint(base.equals("scratch") ? "/opt/java/bin/java" : "java", "@/app/java.args")
                .containerize(Containerizer.to(TarImage.at(tar).named(args[2])).setToolName("rayllm-operator"));
        Files.writeString(Path.of(tar + ".digest"), image.getDigest() + "\n");
    }

    /** A tag can come to mean another image. */
    private static String pinned(String base) {
        if (!base.contains("@sha256:")) {
            throw new IllegalArgumentException("BASE " + base + ": name the image by its digest (…@sha256:…), not by a tag alone");
        }
        return base;
    }

    private static FileEntriesLayer layer(Path folder) throws IOException {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(folder.getFileName().toString());
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(Files::isRegularFile).sorted().forEach(files::add);
        }
        for (Path file : files) {
            AbsoluteUnixPath place = AbsoluteUnixPath.get("/" + folder.relativize(file));
            layer.addEntry(file, place, Files.isExecutable(file) ? PROGRAM : FilePermissions.DEFAULT_FILE_PERMISSIONS, TIME);
        }
        return layer.build();
    }

    private static List<Path> sorted(Path folder) throws IOException {
        try (Stream<Path> folders = Files.list(folder)) {
            return folders.filter(Files::isDirectory).sorted(Comparator.comparing(Path::getFileName)).toList();
        }
    }
}
