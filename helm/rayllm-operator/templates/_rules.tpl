{{/*
Rights, as in deploy/, where each rule has its reason beside it. A test compares the two, and both with what the operator
asks for. A new right is a new rule here, in the group that is given under the same condition; rbac.yaml names the groups.
*/}}
{{- define "rayllm.rules.namespaced" -}}
- apiGroups: [rayllm.dev]
  resources: [llmdeployments]
  verbs: [get, list, watch, patch]
- apiGroups: [rayllm.dev]
  resources: [llmdeployments/status]
  verbs: [patch]
- apiGroups: [rayllm.dev]
  resources: [llmdeployments/finalizers]
  verbs: [update]
- apiGroups: [ray.io]
  resources: [rayservices]
  verbs: [get, list, watch, create, patch, delete]
- apiGroups: [ray.io]
  resources: [rayservices/status]
  verbs: [patch]
- apiGroups: [ray.io]
  resources: [rayclusters]
  verbs: [get, list, watch, patch, delete]
- apiGroups: [apps]
  resources: [controllerrevisions]
  verbs: [get, list, watch, create, patch, delete]
- apiGroups: [""]
  resources: [pods]
  verbs: [get, list, watch, patch]
- apiGroups: [""]
  resources: [pods/log]
  verbs: [get]
- apiGroups: [""]
  resources: [secrets]
  verbs: [get]
- apiGroups: [""]
  resources: [configmaps]
  verbs: [get]
- apiGroups: [""]
  resources: [configmaps, services]
  verbs: [list, watch, create, patch, delete]
- apiGroups: [apps]
  resources: [deployments]
  verbs: [list, watch, create, patch, delete]
- apiGroups: [policy]
  resources: [poddisruptionbudgets]
  verbs: [list, watch, create, patch, delete]
- apiGroups: [""]
  resources: [events]
  verbs: [create, list, watch]
- apiGroups: [monitoring.coreos.com]
  resources: [podmonitors, prometheusrules]
  verbs: [list, watch, create, patch, delete]
- apiGroups: [""]
  resources: [configmaps]
  verbs: [list, watch, create, patch, delete]
{{- end -}}

{{- define "rayllm.rules.cluster" -}}
- apiGroups: [rayllm.dev]
  resources: [modelprofiles]
  verbs: [list, watch]
- apiGroups: [rayllm.dev]
  resources: [modelprofiles/status]
  verbs: [patch]
- apiGroups: [apiextensions.k8s.io]
  resources: [customresourcedefinitions]
  resourceNames: [llmdeployments.rayllm.dev, modelprofiles.rayllm.dev]
  verbs: [get]
{{- end -}}

{{- define "rayllm.rules.crds" -}}
- apiGroups: [apiextensions.k8s.io]
  resources: [customresourcedefinitions]
  resourceNames: [llmdeployments.rayllm.dev, modelprofiles.rayllm.dev]
  verbs: [patch]
{{- end -}}

{{- define "rayllm.rules.karpenter" -}}
- apiGroups: [karpenter.sh]
  resources: [nodepools]
  verbs: [get, list, watch, create, patch, delete]
- apiGroups: [karpenter.sh]
  resources: [nodeclaims]
  verbs: [list, watch]
{{- end -}}

{{/* Events on NodeClaims are kept in the namespace default, whatever namespaces are watched. */}}
{{- define "rayllm.rules.launches" -}}
- apiGroups: [""]
  resources: [events]
  verbs: [list, watch]
{{- end -}}

{{- define "rayllm.rules.lease" -}}
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  verbs: [create]
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  resourceNames: [rayllm-operator]
  verbs: [get, update, patch]
{{- end -}}
