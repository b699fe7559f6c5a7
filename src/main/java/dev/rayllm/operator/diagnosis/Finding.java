package dev.rayllm.operator.diagnosis;

import java.util.List;
import java.util.Map;

/**
 * A fault that was recognised.
 *
 * @param code    name of the fault; docs/diagnosis.md has an entry for it
 * @param message what is wrong
 * @param remedy  what to do
 * @param pods    pods that show it, in order; empty when only Ray Serve tells of it
 * @param figures what the text said in figures, such as the context that would fit
 */
public record Finding(String code, String message, String remedy, List<String> pods, Map<String, String> figures) {

    /** Code of an error that no rule knows; its message is the error's last meaningful line. */
    public static final String UNKNOWN = "UnknownError";

    public Finding {
        pods = List.copyOf(pods);
        figures = Map.copyOf(figures);
    }
}
