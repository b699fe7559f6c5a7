package dev.rayllm.operator.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rayllm.operator.cli.RayllmMain;
import dev.rayllm.operator.plan.Outcome;
import dev.rayllm.operator.render.Children;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Renders {@code src/test/resources/render/<case>/in.yaml}: each object that the operator would apply stands in
 * {@code out-<Kind>-<name>.yaml}, as `rayllm render` prints it.
 *
 * <p>These files are also what keeps one release of the operator from changing what another one rendered: a difference
 * here rolls out to every deployment that is edited next.
 */
class RenderGoldenTest {

    @TestFactory
    Stream<DynamicTest> renders() {
        return GoldenCase.all("render").stream()
                .map(c -> DynamicTest.dynamicTest(c.name(), () -> c.check(rendered(c))));
    }

    private static Map<String, String> rendered(GoldenCase c) {
        GoldenInput input = c.input();
        assertThat(input.findings()).isEmpty();
        assertThat(input.outcome()).isInstanceOf(Outcome.Planned.class);
        List<HasMetadata> children = Children.of(input.deployment(), ((Outcome.Planned) input.outcome()).plan());
        List<String> documents = documents(c);
        assertThat(documents).as("`rayllm render` prints what is applied").hasSameSizeAs(children);
        Map<String, String> files = new TreeMap<>();
        for (int i = 0; i < children.size(); i++) {
            HasMetadata child = children.get(i);
            files.put("out-" + child.getKind() + "-" + child.getMetadata().getName() + ".yaml", documents.get(i));
        }
        return files;
    }

    /** The documents that the command line prints. */
    private static List<String> documents(GoldenCase c) {
        StringWriter out = new StringWriter();
        int code = RayllmMain.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(System.err, true))
                .execute("render", "-f", c.folder().resolve("in.yaml").toString());
        assertThat(code).isZero();
        return Arrays.stream(out.toString().split("(?m)^---\n")).filter(text -> !text.isEmpty()).toList();
    }
}
