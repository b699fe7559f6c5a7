package dev.rayllm.operator.diagnosis;

import java.util.List;
import java.util.regex.Pattern;

/** Takes secrets out of texts of others before anybody sees them. */
public final class Redaction {

    /** What stands in the place of a secret. */
    public static final String HIDDEN = "[hidden]";

    private record Hider(Pattern pattern, String replacement) {
    }

    private static final String NAME = "[\\w.-]*(?:token(?!s|iz)|secret|password|passwd|pwd|api[_-]?key|access[_-]?key(?:[_-]?id)?"
            + "|private[_-]?key|credential|signature|authorization)(?!\\w*Ref\\b)[\\w-]*";
    private static final String NO_WORD = "(?!\\[hidden|<|None\\b|null\\b|true\\b|false\\b)";

    private static final List<Hider> HIDERS = List.of(
            // Keys of known forms, wherever they stand.
            whole("hf_[A-Za-z0-9]{8,}|api_org_[A-Za-z0-9]{8,}"),
            whole("(?:AKIA|ASIA)[A-Z0-9]{12,}"),
            whole("gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\\w{16,}"),
            whole("sk-[A-Za-z0-9_-]{16,}|xox[abprs]-[A-Za-z0-9-]{8,}|AIza[\\w-]{20,}|nvapi-[\\w-]{16,}"),
            whole("eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}(?:\\.[\\w-]*)?"),
            whole("-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)"),
            // user:password@ of a URL.
            new Hider(Pattern.compile("(?<=://)[^/\\s:@]+:[^/\\s@]+(?=@)"), HIDDEN),
            new Hider(Pattern.compile("(?i)\\b(Bearer|Basic|Token)\\s+[A-Za-z0-9._~+/=-]{6,}"), "$1 " + HIDDEN),
            // name=value, and "name": "value", for names that hold a secret. After a colon words may follow, so what
            // stands there is hidden when it is in quotes or looks like a key.
            new Hider(Pattern.compile("(?i)(" + NAME + "[\"']?\\s*(?:=|%3D)\\s*[\"']?)" + NO_WORD + "[^\\s\"'&,;)}\\]]{3,}"),
                    "$1" + HIDDEN),
            new Hider(Pattern.compile("(?i)(" + NAME + "[\"']?\\s*:\\s*[\"'])[^\\s\"']{3,}(?=[\"'])"), "$1" + HIDDEN),
            new Hider(Pattern.compile("(?i)(" + NAME + "[\"']?\\s*:\\s*)" + NO_WORD + "(?=[^\\s]*\\d)[A-Za-z0-9+/_=.-]{8,}"),
                    "$1" + HIDDEN),
            new Hider(Pattern.compile("(?i)([?&](?:sig|key|code|X-Amz-[\\w-]+|X-Goog-[\\w-]+)=)[^\\s&\"']+"),
                    "$1" + HIDDEN));

    private Redaction() {
    }

    /** The text with every secret of a known form replaced; null stays null. */
    public static String redact(String text) {
        String result = text;
        if (result != null) {
            for (Hider hider : HIDERS) {
                result = hider.pattern().matcher(result).replaceAll(hider.replacement());
            }
        }
        return result;
    }

    private static Hider whole(String pattern) {
        return new Hider(Pattern.compile("(?<![A-Za-z0-9])(?:" + pattern + ")"), HIDDEN);
    }
}
