package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** Which model is served, and where its weights come from. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(value = "has(self.profile) || has(self.id)",
        message = "model: set profile (see `rayllm profiles`) or id (a repository of the profile table or of a ModelProfile)")
@ValidationRule(value = "!has(self.trustRemoteCode) || !self.trustRemoteCode || has(self.revision) || (has(self.source) && self.source != 'hub')",
        message = "model.trustRemoteCode runs code from the repository: pin it with model.revision (a commit or tag)")
@ValidationRule(value = "!has(self.revision) || !has(self.trustRemoteCode) || !self.trustRemoteCode || !(self.revision in ['main', 'master', 'HEAD'])",
        messageExpression = "\"model.revision '\" + self.revision + \"' moves: with trustRemoteCode pin a commit or tag\"")
@ValidationRule(value = "!has(self.cache) || !has(self.source) || self.source == 'hub'",
        messageExpression = "\"model.cache keeps downloads of the hub; with source '\" + self.source + \"' there are none: remove model.cache\"")
@ValidationRule(value = "!has(self.revision) || !has(self.source) || self.source == 'hub'",
        messageExpression = "\"model.revision names a commit of the hub; with source '\" + self.source + \"' it would have no effect: remove model.revision\"")
@ValidationRule(value = "!has(self.source) || !self.source.matches('/[.]{1,2}(/|$)')",
        messageExpression = "\"model.source '\" + self.source + \"' must not hold the parts . or ..: write the path from the root of the bucket or claim\"")
public record ModelSpec(
        @Size(min = 1, max = 200) @Pattern("^[A-Za-z0-9][A-Za-z0-9 .,:_/()+-]*$")
        @JsonPropertyDescription("Row of the profile table, a ModelProfile or an alias of one: gives architecture, defaults and hints. Case, spaces and punctuation do not matter. See `rayllm profiles`.")
        String profile,

        @Size(min = 1, max = 200) @Pattern("^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?$")
        @JsonPropertyDescription("Repository on the model hub, owner/name; default the one of the profile. A fine-tune keeps the shape of its profile.")
        String id,

        @Size(min = 1, max = 64) @Pattern("^[A-Za-z0-9][A-Za-z0-9._-]*$")
        @JsonPropertyDescription("Commit or tag of the repository; required with trustRemoteCode.")
        String revision,

        @Size(min = 1, max = 512) @Pattern("^(hub|(s3|gs)://[A-Za-z0-9][A-Za-z0-9._/-]*|pvc://[a-z0-9]([-a-z0-9.]*[a-z0-9])?/[A-Za-z0-9._/-]*)$")
        @JsonPropertyDescription("Where the weights are: hub (default), s3://bucket/path, gs://bucket/path or pvc://claim/path.")
        String source,

        @Size(min = 1, max = 128) @Pattern("^[A-Za-z0-9][A-Za-z0-9._:/-]*$")
        @JsonPropertyDescription("Model name that callers send; default the name of this object.")
        String servedName,

        @JsonPropertyDescription("Secret key with the token of the model hub, for gated models. Passed to head and workers by reference.")
        SecretKeyRef tokenSecretRef,

        @JsonPropertyDescription("Whether code from the repository may run; default false. Needs a pinned revision.")
        Boolean trustRemoteCode,

        @JsonPropertyDescription("Where downloaded weights are kept; default a size-limited volume on node disk.")
        ModelCache cache) {
}
