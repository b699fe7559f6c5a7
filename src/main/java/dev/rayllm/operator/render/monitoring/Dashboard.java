package dev.rayllm.operator.render.monitoring;

import java.util.List;

/**
 * A dashboard before it is written for Grafana.
 *
 * @param uid         Grafana's stable id, at most 40 characters
 * @param title       title
 * @param description what it is for
 * @param variables   variables, each asked from the label values of a series
 * @param panels      panels, laid out from left to right
 */
record Dashboard(String uid, String title, String description, List<Variable> variables, List<Panel> panels) {

    /**
     * A variable.
     *
     * @param name    name, without {@code $}
     * @param label   what the user reads
     * @param query   {@code label_values(…)}
     * @param value   chosen at first; null for all
     */
    record Variable(String name, String label, String query, String value) {
    }
}
