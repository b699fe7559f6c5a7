package dev.rayllm.operator.plan.sizing.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Errors of one way to estimate, on one set of records. */
final class Scores {

    private final List<Double> weights = new ArrayList<>();
    private final List<Double> tokens = new ArrayList<>();
    private int starts;
    private int right;
    private int falseStarts;
    private int falseRefusals;

    void add(double weightsGib, double tokenCount, Truth truth) {
        if (!Double.isNaN(truth.weightsGib())) {
            weights.add(weightsGib / truth.weightsGib() - 1);
        }
        if (!Double.isNaN(truth.tokens())) {
            tokens.add(tokenCount / truth.tokens() - 1);
        }
    }

    void addStart(boolean says, Truth truth) {
        if (!truth.scored()) {
            return;
        }
        starts++;
        if (says == truth.started()) {
            right++;
        } else if (says && truth.memory()) {
            falseStarts++;
        } else if (!says) {
            falseRefusals++;
        }
    }

    String line(String name) {
        String start = starts == 0 ? "" : String.format(Locale.ROOT, "  start %d/%d %.1f%%  false starts %d  false refusals %d", right,
                starts, 100.0 * right / starts, falseStarts, falseRefusals);
        return String.format(Locale.ROOT, "%-34s weights %s  tokens %s%s", name, errors(weights), errors(tokens), start);
    }

    private static String errors(List<Double> signed) {
        if (signed.isEmpty()) {
            return "(none)";
        }
        List<Double> size = signed.stream().map(Math::abs).sorted().toList();
        List<Double> ordered = signed.stream().sorted().toList();
        return String.format(Locale.ROOT, "n=%-3d median %5.2f%% p90 %6.2f%% bias %+5.2f%%", size.size(), 100 * at(size, 0.5),
                100 * at(size, 0.9), 100 * at(ordered, 0.5));
    }

    /** The value at a share of an ordered list, between its neighbours. */
    private static double at(List<Double> ordered, double share) {
        double place = share * (ordered.size() - 1);
        int low = (int) Math.floor(place);
        int high = Math.min(ordered.size() - 1, low + 1);
        return ordered.get(low) + (place - low) * (ordered.get(high) - ordered.get(low));
    }
}
