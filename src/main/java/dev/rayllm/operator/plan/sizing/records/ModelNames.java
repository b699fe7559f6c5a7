package dev.rayllm.operator.plan.sizing.records;

import java.util.Locale;
import java.util.regex.Pattern;

/** Brings the many names of one architecture together: owner, case, punctuation, quantised builds and tuned builds. */
final class ModelNames {

    private static final Pattern PUNCTUATION = Pattern.compile("[^a-z0-9]+");
    private static final Pattern PARENTHESES = Pattern.compile("\\(.*?\\)");
    private static final Pattern BUILD = Pattern.compile(
            "-(awq|gptq|gguf|fp8|fp4|nvfp4|mxfp4|mxfp8|int4|int8|w4a16|w8a8|w8a16|w4a4|[48]bit|[48]-bit|bnb|bitsandbytes|nf4|marlin"
                    + "|quantized|dynamic|autoround|auto-round|mixed|precision|block|channel|static|unsloth|eagle3|g128|hf|bf16|fp16"
                    + "|kv)(?=-|$)");
    private static final Pattern TUNE = Pattern.compile("-(instruct|it|chat|base|thinking|[0-9]{4})(?=-|$)");

    private ModelNames() {
    }

    /** The name without owner, in lower case, with single hyphens; dots between digits stay apart as hyphens. */
    static String plain(String name) {
        String n = PARENTHESES.matcher(name.toLowerCase(Locale.ROOT)).replaceAll(" ").strip();
        n = n.substring(n.lastIndexOf('/') + 1);
        n = PUNCTUATION.matcher(n).replaceAll("-");
        return n.replaceAll("^-+|-+$", "").replaceFirst("^meta-llama", "llama");
    }

    /** The name of the build that was quantised. */
    static String withoutBuild(String plain) {
        String before;
        String n = plain;
        do {
            before = n;
            n = BUILD.matcher(n).replaceAll("");
        } while (!n.equals(before));
        return n;
    }

    /** The name of the family member: tuned builds share the shape of their base. */
    static String withoutTune(String plain) {
        return TUNE.matcher(withoutBuild(plain)).replaceAll("");
    }
}
