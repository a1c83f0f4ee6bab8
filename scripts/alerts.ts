import { stringify } from 'yaml'
import { SHARED_GAUGES } from '../src/operator/metrics/gauges.ts'

// All alerts in one table. `npm run generate` writes ops/alerts.yaml from it, and tests compare it
// with what the service measures. Each has a page in docs/runbooks/.

export type Condition =
  /** Any series of a gauge. */
  | { kind: 'gauge'; metric: string; where?: string; is: '==' | '<' | '>'; than: number }
  /** A share of all counted in the window, of a counter or of a histogram's requests. */
  | { kind: 'share'; of: string; where?: string; all: string; above: number }
  /** The share of a histogram above one of its buckets. */
  | { kind: 'slow'; metric: string; where?: string; le: number; above: number }
  /** It happened at least once in the window. */
  | { kind: 'any'; metric: string }
  /** No series of this name exists. */
  | { kind: 'absent'; metric: string; where?: string }

export type Alert = {
  name: string
  when: Condition
  /** How long it must be true. */
  for: string
  /** 5m by default. */
  window?: string
  severity: 'page' | 'ticket'
  says: string
}

const gauge = (metric: string, is: '==' | '<' | '>', than: number, where?: string): Condition => ({
  kind: 'gauge',
  metric,
  is,
  than,
  ...(where !== undefined && { where }),
})
const alarm = (kind: string) => gauge('cowrie_alarm', '==', 1, `kind="${kind}"`)

const ALL = 'cowrie_request_duration_seconds_count'
/** The verification reads everything, and has its own alerts. */
const SHORT_JOBS = 'job_name!="verify the books"'

export const alerts: Alert[] = [
  row('CowrieAway', gauge('up', '==', 0, 'job="cowrie"'), '1m', 'page', 'does not answer scrapes'),
  row(
    'CowrieGone',
    { kind: 'absent', metric: 'up', where: 'job="cowrie"' },
    '2m',
    'page',
    'has no instance that Prometheus knows of',
  ),
  row('CowrieNotReady', gauge('cowrie_ready', '==', 0), '1m', 'page', 'is not ready'),
  row(
    'CowrieDatabaseAway',
    gauge('cowrie_database_up', '==', 0),
    '1m',
    'page',
    'cannot reach its database',
  ),
  row(
    'CowrieErrors',
    { kind: 'share', of: ALL, where: 'status="5xx"', all: ALL, above: 0.02 },
    '5m',
    'page',
    'answers more than 2 % of requests with a 5xx',
  ),
  row(
    'CowrieSlow',
    { kind: 'slow', metric: 'cowrie_request_duration_seconds', le: 1, above: 0.05 },
    '5m',
    'page',
    'takes longer than a second for more than 5 % of requests',
  ),
  row(
    'CowrieShedding',
    { kind: 'share', of: 'cowrie_requests_shed_total', all: ALL, above: 0.01 },
    '5m',
    'page',
    'rejects requests because of overload',
  ),
  row(
    'CowrieConnectionsWaited',
    { kind: 'slow', metric: 'cowrie_wait_seconds', where: 'for="connection"', le: 0.5, above: 0.1 },
    '5m',
    'ticket',
    'waits longer than half a second for connections to the database',
  ),
  row(
    'CowrieEventLoopBlocked',
    {
      kind: 'slow',
      metric: 'cowrie_wait_seconds',
      where: 'for="event_loop"',
      le: 0.25,
      above: 0.1,
    },
    '5m',
    'ticket',
    'has an event loop that is repeatedly blocked for a quarter of a second',
  ),
  row(
    'CowrieCollectionStopped',
    gauge('cowrie_collection_age_seconds', '>', 120),
    '1m',
    'ticket',
    'has not read its gauges from the database for two minutes',
  ),
  row(
    'CowrieJobFailing',
    gauge('cowrie_job_failures', '>', 4),
    '1m',
    'ticket',
    'has a background job that keeps failing: {{ $labels.job_name }}',
  ),
  row(
    'CowrieJobStuck',
    gauge('cowrie_job_late_seconds', '>', 600, SHORT_JOBS),
    '1m',
    'page',
    'has a background job that does not finish: {{ $labels.job_name }}',
  ),
  row(
    'CowrieWebhooksLate',
    gauge('cowrie_webhook_oldest_due_seconds', '>', 600),
    '5m',
    'page',
    'has webhooks that have been due for more than ten minutes',
  ),
  row(
    'CowrieOutcomeUnknown',
    gauge('cowrie_unknown_oldest_seconds', '>', 3_600),
    '1m',
    'page',
    'has had a {{ $labels.what }} at {{ $labels.rail }} with an unknown outcome for an hour',
  ),
  row(
    'CowrieSuspense',
    // Test mode rehearses it.
    gauge('cowrie_suspense_credits', '>', 0, 'mode="live"'),
    '15m',
    'ticket',
    'holds money sent to an unknown account number',
  ),
  row(
    'CowrieQuarantine',
    gauge('cowrie_quarantined', '>', 0),
    '1m',
    'page',
    'received a notification about a transfer that contradicts an earlier one',
  ),
  row(
    'CowrieNotificationUnread',
    alarm('notification_unread'),
    '1m',
    'ticket',
    'cannot read or process notifications of {{ $labels.rail }}',
  ),
  row(
    'CowrieReconciliationOpen',
    alarm('statement_not_matching'),
    '1m',
    'ticket',
    'found differences between the books and the statements of {{ $labels.rail }}',
  ),
  row(
    'CowrieStatementMissing',
    gauge('cowrie_statement_age_seconds', '>', 216_000),
    '1h',
    'ticket',
    'has no statement from {{ $labels.rail }} for the last sixty hours',
  ),
  row(
    'CowrieLedgerVerifyFailed',
    gauge('cowrie_ledger_verify_ok', '==', 0),
    '0m',
    'page',
    'found errors in the books when it last verified them',
  ),
  row(
    'CowrieLedgerVerifyOld',
    gauge('cowrie_ledger_verify_age_seconds', '>', 10_800),
    '5m',
    'ticket',
    'has not completed a verification of the books for three hours',
  ),
  row(
    'CowrieLedgerSliceOld',
    gauge('cowrie_ledger_slice_age_seconds', '>', 129_600),
    '5m',
    'ticket',
    'has not verified a closed part of the ledger again for thirty-six hours',
  ),
  row(
    'CowriePartitionsMissing',
    gauge('cowrie_partitions_left_seconds', '<', 2_678_400),
    '5m',
    'ticket',
    'has not made the partitions of the next month',
  ),
  row(
    'CowrieBackupMissing',
    { kind: 'absent', metric: 'cowrie_backup_base_age_seconds' },
    '1h',
    'ticket',
    'has no backup',
  ),
  row(
    'CowrieBackupOld',
    gauge('cowrie_backup_base_age_seconds', '>', 129_600),
    '5m',
    'ticket',
    'has made no base backup for thirty-six hours',
  ),
  row(
    'CowrieBackupStopped',
    gauge('cowrie_backup_wal_age_seconds', '>', 300),
    '1m',
    'page',
    'has archived nothing for five minutes',
  ),
  row(
    'CowrieBackupSlotLarge',
    gauge('cowrie_backup_slot_bytes', '>', 4_294_967_296),
    '5m',
    'page',
    'keeps more than 4 GB of WAL for a backup that does not fetch it',
  ),
  row(
    'CowrieRailDown',
    gauge('cowrie_rail_up', '==', 0),
    '5m',
    'page',
    'gets no responses from {{ $labels.rail }} ({{ $labels.kind }}, {{ $labels.mode }})',
  ),
  row(
    'CowrieRailBalanceLow',
    alarm('balance_below_floor'),
    '1m',
    'page',
    'is running out of money to pay out at {{ $labels.rail }}: its balance is below the floor',
  ),
  row(
    'CowrieCredentialsRefused',
    alarm('credentials_refused'),
    '1m',
    'page',
    'has credentials that {{ $labels.rail }} rejects',
  ),
  {
    ...row(
      'CowrieCardTesting',
      { kind: 'any', metric: 'cowrie_card_testing_stops_total' },
      '0m',
      'ticket',
      'stopped card testing at a checkout ({{ $labels.mode }})',
    ),
    window: '30m',
  },
]

function row(
  name: string,
  when: Condition,
  wait: string,
  severity: Alert['severity'],
  says: string,
): Alert {
  const who = isOfInstance(when) ? 'Cowrie on {{ $labels.instance }}' : 'Cowrie'
  return { name, when, for: wait, severity, says: `${who} ${says}.` }
}

/**
 * Otherwise it concerns all that share a database: each instance shows the same, so one alert is
 * enough.
 */
function isOfInstance(when: Condition): boolean {
  return when.kind !== 'absent' && !('metric' in when && SHARED_GAUGES.has(when.metric))
}

const WINDOW = '5m'

/** In PromQL. */
export function expressionOf({ when, window = WINDOW }: Alert): string {
  const series = (metric: string, where = '') => (where === '' ? metric : `${metric}{${where}}`)
  switch (when.kind) {
    case 'gauge': {
      const found = series(when.metric, when.where)
      return `${isOfInstance(when) ? found : worstOf(when, found)} ${when.is} ${when.than}`
    }
    case 'absent':
      return `absent(${series(when.metric, when.where)})`
    case 'share': {
      const part = `sum by (instance) (rate(${series(when.of, when.where)}[${window}]))`
      return `${part} / sum by (instance) (rate(${when.all}[${window}])) > ${when.above}`
    }
    case 'slow': {
      const { metric, le, where } = when
      const both = [where, `le="${le}"`].filter(Boolean).join(',')
      const fast = `sum by (instance) (rate(${series(`${metric}_bucket`, both)}[${window}]))`
      const all = `sum by (instance) (rate(${series(`${metric}_count`, where)}[${window}]))`
      return `1 - ${fast} / ${all} > ${when.above}`
    }
    case 'any':
      return `increase(${when.metric}[${window}]) > 0`
  }
}

/** The worst of all instances: one that has just started may have read less. */
function worstOf({ metric, is, than }: Condition & { kind: 'gauge' }, found: string): string {
  const worst = is === '>' || (is === '==' && than > 0) ? 'max' : 'min'
  return `${worst} by (${['job', ...SHARED_GAUGES.get(metric)!].join(', ')}) (${found})`
}

/** The page of an alert: CowrieJobStuck is docs/runbooks/job-stuck.md. */
export function runbookOf({ name }: Pick<Alert, 'name'>): string {
  const words = name.replace(/^Cowrie/, '').replace(/(?!^)([A-Z])/g, '-$1')
  return `docs/runbooks/${words.toLowerCase()}.md`
}

/** `hasten`: makes alerts fire in seconds, for rehearsals. */
export function alertRules(hasten?: { for: string; window: string }): string {
  const rules = alerts.map((alert) => ({
    alert: alert.name,
    expr: expressionOf(hasten ? { ...alert, window: hasten.window } : alert),
    for: hasten?.for ?? alert.for,
    labels: { severity: alert.severity },
    annotations: { summary: alert.says, runbook: runbookOf(alert) },
  }))
  const head =
    '# Rules for Prometheus: docs/operating/monitoring.md. Written by `npm run generate` from\n' +
    '# scripts/alerts.ts.\n\n'
  return head + stringify({ groups: [{ name: 'cowrie', rules }] }, { lineWidth: 0 })
}
