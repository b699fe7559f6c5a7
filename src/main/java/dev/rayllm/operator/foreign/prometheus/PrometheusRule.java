package dev.rayllm.operator.foreign.prometheus;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/** The Prometheus operator's PrometheusRule ({@code monitoring.coreos.com/v1}): only the fields that we write. */
@Group("monitoring.coreos.com")
@Version("v1")
public class PrometheusRule extends CustomResource<PrometheusRuleSpec, Void> implements Namespaced {

    /** Name of its CRD. */
    public static final String CRD = "prometheusrules.monitoring.coreos.com";

    private static final long serialVersionUID = 1L;
}
