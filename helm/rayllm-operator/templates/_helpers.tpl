{{- define "rayllm.name" -}}
{{- if .Values.fullnameOverride -}}
{{ .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{ .Release.Name | trunc 63 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "rayllm.account" -}}
{{- if .Values.serviceAccount.create -}}
{{ default (include "rayllm.name" .) .Values.serviceAccount.name }}
{{- else -}}
{{ required "serviceAccount.create is false: name an account that exists in serviceAccount.name" .Values.serviceAccount.name }}
{{- end -}}
{{- end -}}

{{- define "rayllm.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "rayllm.labels" -}}
{{ include "rayllm.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "rayllm.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end -}}

{{/* Labels and annotations of an entry of deployments or profiles: a list of the root and the entry. */}}
{{- define "rayllm.entry.metadata" -}}
{{- $root := index . 0 -}}
{{- $entry := index . 1 -}}
labels:
  {{- include "rayllm.labels" $root | nindent 2 }}
  {{- with $entry.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- $annotations := dict }}
{{- if ne (toString $entry.keep) "false" }}
{{- $_ := set $annotations "helm.sh/resource-policy" "keep" }}
{{- end }}
{{- with merge $annotations (default dict $entry.annotations) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Whom the bindings are for. */}}
{{- define "rayllm.subjects" }}
subjects:
  - kind: ServiceAccount
    name: {{ include "rayllm.account" . }}
    namespace: {{ .Release.Namespace }}
{{- end -}}
