package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** Where a pod keeps the weights it downloads. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(value = "has(self.claimName) != has(self.sizeLimit)",
        message = "model.cache: set either claimName (a shared volume) or sizeLimit (node disk), not both and not neither")
@ValidationRule(value = "!has(self.path) || has(self.claimName)",
        message = "model.cache.path is a folder of a claim: it needs claimName")
@ValidationRule(value = "!has(self.path) || !self.path.matches('(^|/)[.]{1,2}(/|$)')",
        messageExpression = "\"model.cache.path '\" + self.path + \"' must not hold the parts . or ..: write the path from the root of the claim\"")
public record ModelCache(
        @Size(min = 1, max = 253) @Pattern("^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$")
        @JsonPropertyDescription("PersistentVolumeClaim that all workers mount (ReadWriteMany), so that weights are downloaded once.")
        String claimName,

        @Size(min = 1, max = 256) @Pattern("^/?[A-Za-z0-9._/-]*$")
        @JsonPropertyDescription("Folder inside the claim; default its root.")
        String path,

        @Size(min = 1, max = 16) @Pattern("^[1-9][0-9]{0,5}(Mi|Gi|Ti)$")
        @JsonPropertyDescription("Size of the cache on node disk, such as 300Gi; default computed from the weights.")
        String sizeLimit) {
}
