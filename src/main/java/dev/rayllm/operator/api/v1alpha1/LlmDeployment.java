package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A large language model served with vLLM on Ray: the one object that a platform team writes. */
@JsonClassDescription("A large language model served with vLLM on Ray: the one object that a platform team writes.")
@Group(Api.GROUP)
@Version(Api.VERSION)
@ShortNames("llm")
@Categories("rayllm")
@AdditionalPrinterColumn(name = "Model", jsonPath = ".status.model")
@AdditionalPrinterColumn(name = "GPU", jsonPath = ".status.plan.shape")
@AdditionalPrinterColumn(name = "Replicas", jsonPath = ".status.replicas.summary")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Reason", jsonPath = ".status.conditions[?(@.type==\"Ready\")].reason")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "Context", jsonPath = ".status.plan.contextLength",
        type = AdditionalPrinterColumn.Type.INTEGER, priority = 1)
@AdditionalPrinterColumn(name = "$/h", jsonPath = ".status.plan.cost.minHour", priority = 1)
@AdditionalPrinterColumn(name = "Endpoint", jsonPath = ".status.endpoint", priority = 1)
@ValidationRule(
        value = "self.metadata.name.size() <= 40",
        messageExpression = "'metadata.name has %d characters, 40 are allowed: names of Ray clusters and services are"
                + " made from it'.format([self.metadata.name.size()])")
@ValidationRule(
        value = "self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
        messageExpression = "\"metadata.name '\" + self.metadata.name + \"' must start with a letter, end with a letter or"
                + " digit, and hold only a-z, 0-9 and -: services are named after it\"")
public class LlmDeployment extends CustomResource<LlmDeploymentSpec, LlmDeploymentStatus> implements Namespaced {

    private static final long serialVersionUID = 1L;

    @Override
    @Required
    public LlmDeploymentSpec getSpec() {
        return super.getSpec();
    }
}
