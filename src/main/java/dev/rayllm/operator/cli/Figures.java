package dev.rayllm.operator.cli;

import java.util.Locale;

/** Numbers as tables show them, the same in every language setting. */
final class Figures {

    private Figures() {
    }

    static String whole(double figure) {
        return String.format(Locale.ROOT, "%.0f", figure);
    }

    static String one(double figure) {
        return String.format(Locale.ROOT, "%.1f", figure);
    }

    static String two(double figure) {
        return Double.isNaN(figure) ? "unknown" : String.format(Locale.ROOT, "%.2f", figure);
    }
}
