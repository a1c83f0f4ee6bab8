{{- /* What the service and the migration both need. */}}
{{- define "cowrie.environment" -}}
- { name: BASE_URL, value: {{ required "Set baseUrl." .Values.baseUrl | quote }} }
- { name: COWRIE_MAIL_FROM, value: {{ required "Set mailFrom." .Values.mailFrom | quote }} }
- { name: COWRIE_TRUST_PROXY, value: {{ .Values.trustProxy | quote }} }
{{- range $name, $file := .Values.secretFiles }}
- { name: {{ $name }}_FILE, value: /run/secrets/cowrie/{{ $file }} }
{{- end }}
{{- end }}
