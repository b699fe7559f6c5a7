package dev.rayllm.operator.deploy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rights as texts, one for each verb and resource: {@code list karpenter.sh/nodepools}. */
final class Rights {

    private Rights() {
    }

    /** All rights that the roles among some objects give. */
    static Set<String> given(List<Map<String, Object>> objects) {
        return objects.stream().filter(o -> "ClusterRole".equals(o.get("kind")) || "Role".equals(o.get("kind")))
                .flatMap(o -> list(o.get("rules")).stream()).flatMap(rule -> ofRule(map(rule)).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> ofRule(Map<String, Object> rule) {
        Set<String> rights = new TreeSet<>();
        for (Object group : list(rule.get("apiGroups"))) {
            for (Object resource : list(rule.get("resources"))) {
                for (Object verb : list(rule.get("verbs"))) {
                    rights.add(verb + " " + group + "/" + resource);
                }
            }
        }
        return rights;
    }

    private static List<?> list(Object value) {
        return (List<?>) value;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
