import { SHARED_GAUGES } from '../src/operator/metrics/gauges.ts'

// Writes ops/grafana.json: a dashboard of the service's metrics.

type Panel = { title: string; queries: [legend: string, expression: string][]; unit: string }

const rate = (metric: string, by: string, where = '') =>
  `sum by (${by}) (rate(${metric}${where === '' ? '' : `{${where}}`}[5m]))`
const quantile = (metric: string, by: string, part: number) =>
  `histogram_quantile(${part}, ${rate(`${metric}_bucket`, `le, ${by}`)})`
const panel = (title: string, unit: string, ...queries: Panel['queries']): Panel => ({
  title,
  unit,
  queries,
})

const TOOK = 'cowrie_request_duration_seconds'
const panels: Panel[] = [
  panel('Ready, database', 'none', ['ready', 'cowrie_ready'], ['database', 'cowrie_database_up']),
  panel('Payments per second', 'ops', [
    '{{outcome}} {{channel}} {{rail}} {{mode}}',
    rate('cowrie_payments_total', 'outcome, channel, rail, mode'),
  ]),
  panel('Requests per second', 'reqps', [
    '{{class}} {{status}}',
    rate(`${TOOK}_count`, 'class, status'),
  ]),
  panel('Latency, 99 %', 's', ['{{class}}', quantile(TOOK, 'class', 0.99)]),
  panel(
    'Errors and rejections per second',
    'reqps',
    ['5xx', rate(`${TOOK}_count`, 'instance', 'status="5xx"')],
    ['rejected', rate('cowrie_requests_shed_total', 'instance')],
  ),
  panel('In flight', 'none', ['{{instance}}', 'cowrie_requests_in_flight']),
  panel('Waits, 99 %', 's', ['{{for}}', quantile('cowrie_wait_seconds', 'for', 0.99)]),
  panel(
    'Event loop and heap',
    'none',
    ['lag s', 'nodejs_eventloop_lag_p99_seconds'],
    ['heap GB', 'nodejs_heap_size_used_bytes / 1e9'],
  ),
  panel('Backlog', 'none', ['{{what}}', 'cowrie_backlog']),
  panel('Oldest webhook due', 's', ['oldest', 'cowrie_webhook_oldest_due_seconds']),
  panel('Unknown outcomes', 's', ['{{what}} {{rail}}', 'cowrie_unknown_oldest_seconds']),
  panel('Jobs late', 's', ['{{job_name}}', 'cowrie_job_late_seconds > 0']),
  panel('Jobs failing', 'none', ['{{job_name}}', 'cowrie_job_failures > 0']),
  panel('Job durations', 's', ['{{job_name}}', 'topk(10, cowrie_job_duration_seconds)']),
  panel('Rails', 'none', ['{{rail}} {{kind}} {{mode}}', 'cowrie_rail_up']),
  panel(
    'Rail balances, naira',
    'none',
    ['{{rail}} {{mode}}', 'cowrie_rail_balance_kobo / 100'],
    ['floor {{rail}}', 'cowrie_rail_balance_floor_kobo / 100'],
  ),
  panel(
    'Suspense and quarantine',
    'none',
    ['suspense {{mode}}', 'cowrie_suspense_credits'],
    ['quarantine {{mode}}', 'cowrie_quarantined'],
  ),
  panel('Provider alarms', 'none', ['{{kind}} {{rail}} {{mode}}', 'cowrie_alarm']),
  panel('Age of the last statement', 's', ['{{rail}} {{mode}}', 'cowrie_statement_age_seconds']),
  panel(
    'Books verified',
    's',
    ['age', 'cowrie_ledger_verify_age_seconds'],
    ['oldest slice', 'cowrie_ledger_slice_age_seconds'],
    ['right', 'cowrie_ledger_verify_ok'],
  ),
  panel(
    'Age of the backup',
    's',
    ['base backup', 'cowrie_backup_base_age_seconds'],
    ['WAL', 'cowrie_backup_wal_age_seconds'],
  ),
  panel('WAL kept for the backup', 'bytes', ['slot', 'cowrie_backup_slot_bytes']),
]

/** Low values are bad. */
const LEAST = ['cowrie_rail_up', 'cowrie_ledger_verify_ok']

/** Each instance shows the same gauges of the database: one line for all. */
function ofAll(expression: string): string {
  return expression.replace(/\bcowrie_[a-z_]+/g, (metric) => {
    const labels = SHARED_GAUGES.get(metric)
    if (!labels) return metric
    const worst = LEAST.includes(metric) ? 'min' : 'max'
    return `${worst} by (${labels.join(', ')}) (${metric})`
  })
}

const [WIDTH, HEIGHT, IN_A_ROW] = [12, 8, 2]

export function grafanaDashboard(): string {
  const dashboard = {
    title: 'Cowrie',
    uid: 'cowrie',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'source', type: 'datasource', query: 'prometheus' }] },
    panels: panels.map(({ title, unit, queries }, i) => ({
      id: i + 1,
      title,
      type: 'timeseries',
      datasource: { type: 'prometheus', uid: '$source' },
      gridPos: {
        x: (i % IN_A_ROW) * WIDTH,
        y: Math.floor(i / IN_A_ROW) * HEIGHT,
        w: WIDTH,
        h: HEIGHT,
      },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: queries.map(([legendFormat, expr], n) => ({
        refId: String.fromCharCode(65 + n),
        expr: ofAll(expr),
        legendFormat,
      })),
    })),
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}
