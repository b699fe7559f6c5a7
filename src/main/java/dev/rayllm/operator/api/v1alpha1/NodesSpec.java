package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;

/** The nodes that workers run on. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(value = "!has(self.mode) || self.mode != 'Existing' || !(has(self.nodeClassRef) || has(self.maxGpus) || has(self.consolidateAfter) || has(self.expireAfter) || has(self.terminationGracePeriod))",
        message = "nodes.mode Existing makes no NodePool: remove nodeClassRef, maxGpus, consolidateAfter, expireAfter and terminationGracePeriod")
@ValidationRule(value = "!has(self.labels) || self.labels.all(k, size(k) <= 317 && k.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$'))",
        message = "nodes.labels: keys must be label names, such as team or example.com/team")
@ValidationRule(value = "!has(self.labels) || self.labels.all(k, self.labels[k].matches('^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$'))",
        messageExpression = "\"nodes.labels: value of '\" + self.labels.filter(k, !self.labels[k].matches('^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$'))[0] + \"' must start and end with a letter or digit, and hold only letters, digits, -, _ and .\"")
@ValidationRule(value = "!has(self.headNodeSelector) || self.headNodeSelector.all(k, size(k) <= 317 && k.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$'))",
        message = "nodes.headNodeSelector: keys must be label names, such as team or example.com/team")
@ValidationRule(value = "!has(self.headNodeSelector) || self.headNodeSelector.all(k, self.headNodeSelector[k].matches('^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$'))",
        messageExpression = "\"nodes.headNodeSelector: value of '\" + self.headNodeSelector.filter(k, !self.headNodeSelector[k].matches('^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$'))[0] + \"' must start and end with a letter or digit, and hold only letters, digits, -, _ and .\"")
@ValidationRule(value = "(has(self.mode) && self.mode == 'Existing') || !has(self.labels) || !self.labels.exists(k, k.matches('^[^/]*karpenter[.]sh(/|$)') || k in ['kubernetes.io/hostname', 'kubernetes.io/arch', 'kubernetes.io/os', 'node.kubernetes.io/instance-type', 'topology.kubernetes.io/zone', 'rayllm.dev/pool'])",
        messageExpression = "\"nodes.labels: '\" + self.labels.filter(k, k.matches('^[^/]*karpenter[.]sh(/|$)') || k in ['kubernetes.io/hostname', 'kubernetes.io/arch', 'kubernetes.io/os', 'node.kubernetes.io/instance-type', 'topology.kubernetes.io/zone', 'rayllm.dev/pool'])[0] + \"' is set by Karpenter or by the NodePool: remove it; hardware.instanceTypes, zones and capacityTypes narrow the nodes\"")
@ValidationRule(value = "!has(self.headNodeSelector) || !self.headNodeSelector.exists(k, k in ['rayllm.dev/pool', 'nvidia.com/gpu.present', 'nvidia.com/gpu.product', 'karpenter.k8s.aws/instance-gpu-name', 'karpenter.azure.com/sku-gpu-name', 'karpenter.k8s.gcp/instance-gpu-name', 'cloud.google.com/gke-accelerator'])",
        messageExpression = "\"nodes.headNodeSelector: '\" + self.headNodeSelector.filter(k, k in ['rayllm.dev/pool', 'nvidia.com/gpu.present', 'nvidia.com/gpu.product', 'karpenter.k8s.aws/instance-gpu-name', 'karpenter.azure.com/sku-gpu-name', 'karpenter.k8s.gcp/instance-gpu-name', 'cloud.google.com/gke-accelerator'])[0] + \"' marks GPU nodes, and the head never runs on one: select other nodes\"")
public record NodesSpec(
        @JsonPropertyDescription("Karpenter (default): a NodePool is made. Existing: GPU nodes of the cluster are used, no Karpenter is needed.")
        NodesMode mode,

        @JsonPropertyDescription("Node class of the NodePool; default the operator's.")
        NodeClassRef nodeClassRef,

        @Min(1) @Max(100_000)
        @JsonPropertyDescription("Most GPUs that the NodePool may hold; default what maxReplicas plus one surge replica need.")
        Integer maxGpus,

        @Size(min = 2, max = 32) @Pattern("^([0-9]{1,6}(s|m|h))+$")
        @JsonPropertyDescription("How long a node stays empty before it is removed; default five minutes above rollout.startupDeadline, so that no starting node is taken.")
        String consolidateAfter,

        @Size(min = 2, max = 32) @Pattern("^(Never|([0-9]{1,6}(s|m|h))+)$")
        @JsonPropertyDescription("Age at which nodes are replaced; default Never.")
        String expireAfter,

        @Size(min = 2, max = 32) @Pattern("^([0-9]{1,6}(s|m|h))+$")
        @JsonPropertyDescription("Longest drain of a node; default none. With one, Karpenter also replaces nodes that have drifted from the pool while they serve, one at a time, and ends their workers after this time.")
        String terminationGracePeriod,

        @Size(max = 16)
        @JsonPropertyDescription("Further tolerations of the workers.")
        List<Toleration> tolerations,

        @Size(max = 32)
        @JsonPropertyDescription("Karpenter: labels put on the nodes. Existing: labels that workers select nodes by.")
        Map<String, @Size(max = 63) String> labels,

        @Size(max = 32)
        @JsonPropertyDescription("Node labels that the Ray head is scheduled by.")
        Map<String, @Size(max = 63) String> headNodeSelector) {

    public NodesSpec {
        tolerations = tolerations == null ? List.of() : List.copyOf(tolerations);
        labels = labels == null ? Map.of() : labels;
        headNodeSelector = headNodeSelector == null ? Map.of() : headNodeSelector;
    }
}
