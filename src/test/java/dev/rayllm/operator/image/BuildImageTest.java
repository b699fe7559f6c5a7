package dev.rayllm.operator.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The image is the same whenever it is built, runs as nobody in particular, and stands on a base that cannot change. */
class BuildImageTest {

    @TempDir
    private Path folder;

    @Test
    void sameFilesGiveTheSameDigest() throws Exception {
        String first = build("first", Instant.EPOCH);
        String second = build("second", Instant.parse("2026-12-01T12:00:00Z"));
        assertThat(first).startsWith("sha256:").isEqualTo(second);
    }

    @Test
    void runsAsAUserWithoutRights() throws Exception {
        build("image", Instant.EPOCH);
        JsonNode config = new ObjectMapper().readTree(entry(folder.resolve("image.tar"), "config.json"));
        assertThat(config.at("/config/User").asText()).isEqualTo("1000:1000");
        assertThat(config.at("/architecture").asText()).isEqualTo("arm64");
        assertThat(config.at("/config/Entrypoint/0").asText()).isEqualTo("/opt/java/bin/java");
        assertThat(config.at("/rootfs/diff_ids")).hasSize(2);
    }

    @Test
    void baseWithoutADigestIsRefused() {
        assertThatThrownBy(() -> BuildImage.main(new String[] {folder.toString(), folder + "/x.tar", "x:1", "amd64", "1",
                "eclipse-temurin:25-jre"})).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("@sha256:");
    }

    private String build(String name, Instant time) throws Exception {
        Path layers = folder.resolve(name);
        write(layers.resolve("1-java/opt/java/bin/java"), time).toFile().setExecutable(true);
        write(layers.resolve("2-app/app/app.jar"), time);
        Path tar = folder.resolve(name + ".tar");
        BuildImage.main(new String[] {layers.toString(), tar.toString(), "rayllm-operator:1", "arm64", "1", "scratch"});
        return Files.readString(Path.of(tar + ".digest")).strip();
    }

    private static Path write(Path file, Instant time) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "content");
        return Files.setLastModifiedTime(file, FileTime.from(time));
    }

    private static String entry(Path tar, String name) throws Exception {
        Process process = new ProcessBuilder("tar", "-xOf", tar.toString(), name).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return text;
    }
}
