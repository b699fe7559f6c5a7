package dev.rayllm.operator.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The chart's copies of what is decided elsewhere. */
class ChartTest {

    private static final Path CHART = Path.of("helm/rayllm-operator");
    private static final Path CRDS = Path.of("crds");

    @Test
    void crdsAreThoseOfTheProject() throws IOException {
        Set<String> names = names(CRDS);
        if (Boolean.getBoolean("golden.update")) {
            for (String name : names) {
                Files.writeString(CHART.resolve("crds").resolve(name), Files.readString(CRDS.resolve(name)));
            }
        }
        assertThat(names(CHART.resolve("crds"))).isEqualTo(names);
        for (String name : names) {
            assertThat(Files.readString(CHART.resolve("crds").resolve(name))).as("%s; this test with"
                    + " -Dgolden.update=true copies it", name).isEqualTo(Files.readString(CRDS.resolve(name)));
        }
    }

    /** The rules are plain YAML between the lines that define them. */
    @Test
    void rightsAreThoseOfTheKustomization() throws IOException {
        String text = Files.readString(CHART.resolve("templates/_rules.tpl"));
        Matcher block = Pattern.compile("\\{\\{- define \"rayllm\\.rules\\.\\w+\" -}}(.*?)\\{\\{- end -}}", Pattern.DOTALL)
                .matcher(text);
        Set<String> rights = new TreeSet<>();
        while (block.find()) {
            rights.addAll(Rights.given(Kubectl.documents("kind: Role\nrules:\n" + block.group(1).indent(2))));
        }
        Set<String> kustomization = Rights.given(Kubectl.kustomize("deploy/base"));
        kustomization.addAll(Rights.given(Kubectl.kustomize("deploy/upgrade-crds")));
        assertThat(rights).isEqualTo(kustomization);
    }

    @Test
    void versionsAreThatOfTheBuild() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = getClass().getResourceAsStream("/rayllm.properties")) {
            properties.load(in);
        }
        Map<String, Object> chart = new Yaml().load(Files.readString(CHART.resolve("Chart.yaml")));
        assertThat(properties.values()).contains(chart.get("version"), chart.get("appVersion"));
        assertThat(Files.readString(Path.of("deploy/base/kustomization.yaml"))).contains("newTag: " + chart.get("version"));
    }

    private static Set<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return new TreeSet<>(files.map(f -> f.getFileName().toString()).toList());
        }
    }
}
