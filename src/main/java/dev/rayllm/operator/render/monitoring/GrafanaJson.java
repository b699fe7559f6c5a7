package dev.rayllm.operator.render.monitoring;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.rayllm.operator.render.monitoring.Panel.Query;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a dashboard in Grafana's JSON, of a schema that Grafana 10 and newer read; older ones ignore what they lack. */
final class GrafanaJson {

    private static final int SCHEMA = 39;
    private static final int COLUMNS = 24;
    private static final int STAT_HEIGHT = 4;
    private static final int HEIGHT = 8;
    private static final Map<String, Object> SOURCE = map("type", "prometheus", "uid", "${datasource}");
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private GrafanaJson() {
    }

    static String of(Dashboard dashboard) {
        Map<String, Object> json = map(
                "uid", dashboard.uid(), "title", dashboard.title(), "description", dashboard.description(),
                "tags", List.of("rayllm"), "schemaVersion", SCHEMA, "version", 1, "editable", true, "graphTooltip", 1,
                "refresh", "30s", "time", map("from", "now-3h", "to", "now"), "timezone", "browser",
                "annotations", map("list", List.of()), "links", List.of(),
                "templating", map("list", variables(dashboard)), "panels", panels(dashboard.panels()));
        try {
            return JSON.writeValueAsString(json) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of plain values can be written", e);
        }
    }

    private static List<Object> variables(Dashboard dashboard) {
        List<Object> all = new ArrayList<>();
        all.add(map("type", "datasource", "name", "datasource", "label", "Data source", "query", "prometheus",
                "current", map(), "hide", 0));
        dashboard.variables().forEach(v -> all.add(map("type", "query", "name", v.name(), "label", v.label(),
                "datasource", SOURCE, "query", map("query", v.query(), "refId", "variable"), "refresh", 2, "sort", 1,
                "multi", true, "includeAll", true, "allValue", ".+", "hide", 0, "current", v.value() == null
                        ? map("text", List.of("All"), "value", List.of("$__all"))
                        : map("text", List.of(v.value()), "value", List.of(v.value())))));
        return all;
    }

    /** From left to right; a panel that does not fit begins a new row. */
    private static List<Object> panels(List<Panel> panels) {
        List<Object> all = new ArrayList<>();
        int x = 0;
        int y = 0;
        int rowHeight = 0;
        for (Panel panel : panels) {
            int height = panel.kind().equals("stat") ? STAT_HEIGHT : HEIGHT;
            if (x + panel.width() > COLUMNS || height != rowHeight && x > 0) {
                y += rowHeight;
                x = 0;
            }
            all.add(panel(panel, all.size() + 1, map("h", height, "w", panel.width(), "x", x, "y", y)));
            x += panel.width();
            rowHeight = height;
        }
        return all;
    }

    private static Map<String, Object> panel(Panel panel, int id, Map<String, Object> place) {
        boolean table = panel.kind().equals("table");
        List<Object> targets = new ArrayList<>();
        for (int i = 0; i < panel.queries().size(); i++) {
            targets.add(target(panel.queries().get(i), String.valueOf((char) ('A' + i)), table));
        }
        Map<String, Object> json = map("id", id, "type", panel.kind(), "title", panel.title(),
                "description", panel.description(), "datasource", SOURCE, "gridPos", place, "targets", targets,
                "fieldConfig", map("defaults", map("unit", panel.unit(), "min", 0), "overrides", List.of()),
                "options", options(panel.kind()));
        if (table) {
            json.put("transformations", columns(panel.queries()));
        }
        return json;
    }

    private static Map<String, Object> target(Query query, String refId, boolean table) {
        Map<String, Object> target = map("refId", refId, "datasource", SOURCE, "expr", query.expr(),
                "legendFormat", query.legend().isEmpty() || table ? "__auto" : query.legend());
        if (table) {
            target.put("format", "table");
            target.put("instant", true);
        } else {
            target.put("range", true);
        }
        return target;
    }

    /** Joins the queries' rows by deployment and gives their values the names of the columns. */
    private static List<Object> columns(List<Query> queries) {
        Map<String, Object> names = map("namespace", "Namespace", Scope.DEPLOYMENT, "Deployment");
        for (int i = 0; i < queries.size(); i++) {
            names.put("Value #" + (char) ('A' + i), queries.get(i).legend());
        }
        return List.of(map("id", "merge", "options", map()), map("id", "organize", "options",
                map("excludeByName", map("Time", true), "renameByName", names)));
    }

    private static Map<String, Object> options(String kind) {
        return switch (kind) {
            case "stat" -> map("colorMode", "value", "graphMode", "area",
                    "reduceOptions", map("calcs", List.of("lastNotNull"), "fields", "", "values", false));
            case "timeseries" -> map("legend", map("displayMode", "list", "placement", "bottom", "showLegend", true),
                    "tooltip", map("mode", "multi", "sort", "desc"));
            default -> map("showHeader", true, "cellHeight", "sm");
        };
    }

    private static Map<String, Object> map(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }
}
