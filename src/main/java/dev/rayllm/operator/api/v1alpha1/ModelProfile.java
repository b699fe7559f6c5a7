package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A row of the profile table that a cluster adds, or overrides by carrying the name of a built-in row. */
@JsonClassDescription("A row of the profile table that a cluster adds, or overrides by carrying the name of a built-in row.")
@Group(Api.GROUP)
@Version(Api.VERSION)
@ShortNames("mprof")
@Categories("rayllm")
@AdditionalPrinterColumn(name = "Repository", jsonPath = ".spec.id")
@AdditionalPrinterColumn(name = "Family", jsonPath = ".spec.architecture.model_type")
@AdditionalPrinterColumn(name = "Accepted", jsonPath = ".status.conditions[?(@.type==\"Accepted\")].status")
@AdditionalPrinterColumn(name = "Reason", jsonPath = ".status.conditions[?(@.type==\"Accepted\")].reason")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
public class ModelProfile extends CustomResource<ModelProfileSpec, ModelProfileStatus> {

    private static final long serialVersionUID = 1L;

    @Override
    @Required
    public ModelProfileSpec getSpec() {
        return super.getSpec();
    }
}
