{{- define "svc.labels" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "svc.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* A pod of the service. Expects root, role, command, settings (of the role), restartPolicy. */}}
{{- define "svc.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
restartPolicy: {{ .restartPolicy }}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- if ne .role "migrate" }}
terminationGracePeriodSeconds: {{ add .settings.stopDelaySeconds 40 }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{ include "svc.labels" . | nindent 8 }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: {{ .role }}
    image: {{ include "svc.image" .root | quote }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args: {{ toJson .command }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
    env:
      - { name: SVC_ENVIRONMENT, value: production }
      - { name: SVC_BASE_URL, value: {{ required "baseUrl is missing: the public origin, as in https://svc.example.com" .root.Values.baseUrl | quote }} }
      - { name: SVC_TRUSTED_PROXIES, value: {{ .root.Values.trustedProxies | quote }} }
      {{- if ne .role "migrate" }}
      - { name: SVC_STOP_DELAY_SECONDS, value: {{ .settings.stopDelaySeconds | quote }} }
      {{- with .root.Values.metricsPort }}
      - { name: SVC_METRICS_PORT, value: {{ . | quote }} }
      - { name: SVC_METRICS_HOST, value: "0.0.0.0" }
      {{- end }}
      {{- end }}
      {{- range $name, $value := .root.Values.settings }}
      - { name: {{ $name }}, value: {{ $value | quote }} }
      {{- end }}
    envFrom:
      - secretRef: { name: {{ required "existingSecret is missing: the Secret with DATABASE_URL and the service's secrets" .root.Values.existingSecret | quote }} }
    {{- if ne .role "migrate" }}
    ports:
      - { name: http, containerPort: 3000 }
      {{- with .root.Values.metricsPort }}
      - { name: metrics, containerPort: {{ . }} }
      {{- end }}
    startupProbe:
      httpGet: { path: /api/healthz, port: http }
      periodSeconds: 2
      failureThreshold: 60
    livenessProbe:
      httpGet: { path: /api/healthz, port: http }
      periodSeconds: 10
      timeoutSeconds: 5
    readinessProbe:
      httpGet: { path: /api/readyz, port: http }
      periodSeconds: 2
      timeoutSeconds: 3
      failureThreshold: 2
    {{- end }}
    resources: {{ toYaml .settings.resources | nindent 6 }}
    volumeMounts:
      - { name: tmp, mountPath: /tmp }
      - { name: files, mountPath: /data }
volumes:
  - name: tmp
    emptyDir: { medium: Memory, sizeLimit: 128Mi }
  - name: files
    {{- if .root.Values.filesClaim }}
    persistentVolumeClaim: { claimName: {{ .root.Values.filesClaim | quote }} }
    {{- else }}
    emptyDir: {}
    {{- end }}
{{- end }}
