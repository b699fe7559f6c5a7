package dev.rayllm.operator.validation;

import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Which plain words are not text. These are the rules of the parser that kubectl uses, so that a file means here what it
 * means there: {@code on} and {@code yes} are true, {@code 4e2} is a number, while dates and {@code 12:30} are text.
 */
public final class KubernetesYaml extends Resolver {

    private static final Pattern BOOL = Pattern.compile(
            "^(?:y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$");
    private static final Pattern INT = Pattern.compile("^[-+]?(?:0b[01_]+|0[0-7_]*|[1-9][0-9_]*|0x[0-9a-fA-F_]+)$");
    private static final Pattern FLOAT = Pattern.compile(
            "^(?:[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN))$");
    private static final Pattern NULL = Pattern.compile("^(?:~|null|Null|NULL|)$");
    private static final Pattern MERGE = Pattern.compile("^<<$");

    @Override
    public Tag resolve(NodeId kind, String value, boolean implicit) {
        Tag tag = super.resolve(kind, value, implicit);
        // A commit such as 4e29110 has the form of a number, but is too large to be one.
        return Tag.FLOAT.equals(tag) && Character.isDigit(value.charAt(value.length() - 1))
                && Double.isInfinite(Double.parseDouble(value)) ? Tag.STR : tag;
    }

    @Override
    protected void addImplicitResolvers() {
        addImplicitResolver(Tag.BOOL, BOOL, "yYnNtTfFoO");
        addImplicitResolver(Tag.INT, INT, "-+0123456789");
        addImplicitResolver(Tag.FLOAT, FLOAT, "-+0123456789.");
        addImplicitResolver(Tag.MERGE, MERGE, "<");
        addImplicitResolver(Tag.NULL, NULL, "~nN\0");
        addImplicitResolver(Tag.NULL, Pattern.compile("^$"), null);
    }
}
