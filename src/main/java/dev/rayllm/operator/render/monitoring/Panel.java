package dev.rayllm.operator.render.monitoring;

import java.util.List;

/**
 * A panel of a dashboard.
 *
 * @param kind        Grafana's panel type: {@code stat}, {@code timeseries} or {@code table}
 * @param title       what is shown
 * @param description how to read it
 * @param unit        Grafana's unit
 * @param width       columns of Grafana's 24
 * @param queries     what is drawn
 */
record Panel(String kind, String title, String description, String unit, int width, List<Query> queries) {

    /** USD, and shares from 0 to 1; both as Grafana names them. */
    static final String USD = "currencyUSD";
    static final String SHARE = "percentunit";

    /**
     * One query.
     *
     * @param expr   PromQL
     * @param legend name of its series, with label names in double braces; in a table the head of its column
     */
    record Query(String expr, String legend) {
    }

    /** One number, and its course behind it. */
    static Panel number(String title, String unit, String expr, String description) {
        return new Panel("stat", title, description, unit, 4, List.of(new Query(expr, "")));
    }

    /** Curves over time. */
    static Panel curves(String title, String unit, String description, Query... queries) {
        return new Panel("timeseries", title, description, unit, 8, List.of(queries));
    }

    /** A row for each deployment, a column for each query. */
    static Panel table(String title, String description, Query... queries) {
        return new Panel("table", title, description, "short", 24, List.of(queries));
    }

    static Query query(String expr, String legend) {
        return new Query(expr, legend);
    }
}
