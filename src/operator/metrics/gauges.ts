import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../../core/context.ts'
import { oldestDue } from '../../core/events/webhooks.ts'
import { readSealing } from '../../core/ledger/seal.ts'
import { quarantinedSince } from '../../payments/deposits/quarantine.ts'
import { suspenseOf } from '../../payments/deposits/suspend.ts'
import { DAY, later, SECOND } from '../../platform/clock.ts'
import { openAlarms } from '../notices/alarms.ts'
import { backlogs } from '../operation/backlogs.ts'
import { balancesOf } from '../operation/balances.ts'
import { unknowns } from '../operation/calls.ts'
import { type RailState, railsSeen } from '../operation/health.ts'
import { jobRuns } from '../operation/job-runs.ts'
import { lastBackup } from '../operation/operation.ts'
import { partitionsUntil } from '../operation/partitions.ts'
import { lastVerifications } from '../operation/verification.ts'
import { floorOf } from '../operation/watch.ts'
import { lastStatements } from '../reconciliation/fetch.ts'

// Gauges about the whole service, from the database. One process per port reads them every 15 s,
// one part after another, so scrapes do not reach the database. Ages are computed when read;
// `cowrie_collection_age_seconds` says how long ago that was.

const COLLECT_EVERY_MS = 15 * SECOND
const QUARANTINE_SHOWN_MS = 1 * DAY

type Value = [of: Record<string, string>, value: number]
type Family = { name: string; help: string; labels: string[] }
/**
 * What one part reads, and the families that it fills. `since`: when this process began to read.
 */
type Part = {
  families: Family[]
  read(context: Context, since: Date): Promise<Record<string, Value[]>>
}

/** A rail without recent calls counts as up. */
const UP: Record<RailState, number> = { up: 1, quiet: 1, failing: 0.5, down: 0, missing: 0 }

const parts: Part[] = [
  {
    families: [
      // Prometheus renames labels called `job` or `instance`.
      family('cowrie_job_failures', 'Failures in a row of a background job', 'job_name'),
      family('cowrie_job_late_seconds', 'Time since a job ended, less its interval', 'job_name'),
      family('cowrie_job_duration_seconds', 'How long the last run of a job took', 'job_name'),
    ],
    async read(context, since) {
      const runs = (await jobRuns(context)).map((run) => ({ ...run, job: { job_name: run.name } }))
      return {
        cowrie_job_failures: runs.map(({ job, failures }) => [job, failures]),
        cowrie_job_late_seconds: runs.flatMap(({ job, startedAt, finishedAt, everyMs }) => {
          const last = finishedAt ?? startedAt
          if (last === null) return []
          // No job was late while the service did not run.
          const age = Math.min(ageOf(context, last), ageOf(context, since))
          return [[job, Math.max(0, age - everyMs / SECOND)]]
        }),
        cowrie_job_duration_seconds: runs.flatMap(({ job, durationMs }) =>
          durationMs === null ? [] : [[job, durationMs / SECOND]],
        ),
      }
    },
  },
  {
    families: [
      family('cowrie_backlog', 'Due work that is not done, counted to 10,000', 'what'),
      family('cowrie_webhook_oldest_due_seconds', 'How long the oldest delivery has been due'),
    ],
    async read(context) {
      const counted = await backlogs(context)
      return {
        cowrie_backlog: counted.map(({ what, count }) => [{ what }, count]),
        cowrie_webhook_oldest_due_seconds: [[{}, ageOf(context, await oldestDue(context))]],
      }
    },
  },
  {
    families: [
      family('cowrie_unknown', 'Unknown outcomes', 'what', 'mode', 'rail'),
      family('cowrie_unknown_oldest_seconds', 'Age of the oldest of these', 'what', 'mode', 'rail'),
    ],
    async read(context) {
      const found = (await unknowns(context)).map((one) => {
        const { what, mode, rail } = one
        return { ...one, of: { what, mode, rail } }
      })
      return {
        cowrie_unknown: found.map(({ of, count }) => [of, count]),
        cowrie_unknown_oldest_seconds: found.map(({ of, since }) => [of, ageOf(context, since)]),
      }
    },
  },
  {
    families: [
      family('cowrie_suspense_credits', 'Unassigned credits to unknown account numbers', 'mode'),
      family('cowrie_suspense_oldest_seconds', 'How long the oldest of these has waited', 'mode'),
      family('cowrie_quarantined', 'Notifications quarantined in the last 24 hours', 'mode'),
    ],
    async read(context) {
      const waiting = await suspenseOf(context)
      const since = later(context.now(), -QUARANTINE_SHOWN_MS)
      return {
        cowrie_suspense_credits: waiting.map(({ mode, count }) => [{ mode }, count]),
        cowrie_suspense_oldest_seconds: waiting.map((one) => [
          { mode: one.mode },
          ageOf(context, one.since),
        ]),
        cowrie_quarantined: (await quarantinedSince(context, since)).map(({ mode, count }) => [
          { mode },
          count,
        ]),
      }
    },
  },
  {
    families: [
      family('cowrie_alarm', '1 while a provider alarm is open', 'kind', 'mode', 'rail'),
      family(
        'cowrie_statement_age_seconds',
        'Age of the end of the last statement',
        'mode',
        'rail',
      ),
      family('cowrie_ledger_verify_ok', '1 if the last completed verification found no error'),
      family('cowrie_ledger_verify_age_seconds', 'Age of the last completed verification'),
      family('cowrie_ledger_slice_age_seconds', 'Time since the oldest slice was read'),
      family('cowrie_partitions_left_seconds', 'Time until the last month with partitions ends'),
    ],
    async read(context, since) {
      const { verdict } = await lastVerifications(context)
      const { oldestReadAt } = await readSealing(context.sql)
      return {
        cowrie_alarm: (await openAlarms(context)).map(({ kind, mode, rail }) => [
          { kind, mode, rail },
          1,
        ]),
        cowrie_statement_age_seconds: (await lastStatements(context)).map((one) => [
          { mode: one.mode, rail: one.rail },
          ageOf(context, one.until),
        ]),
        cowrie_ledger_verify_ok: verdict ? [[{}, verdict.state === 'right' ? 1 : 0]] : [],
        // Without a completed verification, its age counts from the start of the process.
        cowrie_ledger_verify_age_seconds: [[{}, ageOf(context, verdict?.finishedAt ?? since)]],
        cowrie_ledger_slice_age_seconds: oldestReadAt ? [[{}, ageOf(context, oldestReadAt)]] : [],
        cowrie_partitions_left_seconds: [[{}, await partitionsLeft(context)]],
      }
    },
  },
  {
    families: [
      family('cowrie_backup_base_age_seconds', 'Age of the last base backup'),
      family('cowrie_backup_wal_age_seconds', 'Age of the last moment in the archive'),
      family('cowrie_backup_slot_bytes', 'WAL that the server keeps for the backup'),
    ],
    async read(context) {
      const { base, wal, slotBytes } = await lastBackup(context)
      return {
        cowrie_backup_base_age_seconds: base ? [[{}, ageOf(context, base)]] : [],
        cowrie_backup_wal_age_seconds: wal ? [[{}, ageOf(context, wal)]] : [],
        cowrie_backup_slot_bytes: slotBytes === null ? [] : [[{}, Number(slotBytes)]],
      }
    },
  },
  {
    families: [
      family('cowrie_rail_up', '1 up or not called, 0.5 failing, 0 down', 'kind', 'mode', 'rail'),
      family('cowrie_rail_balance_kobo', 'Our balance at a provider', 'mode', 'rail'),
      family('cowrie_rail_balance_floor_kobo', 'Operators are notified below it', 'mode', 'rail'),
    ],
    async read(context) {
      const held = (await balancesOf(context)).map((one) => ({
        ...one,
        of: { mode: one.mode, rail: one.rail },
        floor: floorOf(context, one.mode, one.rail),
      }))
      return {
        cowrie_rail_up: (await railsSeen(context)).map(({ rail, mode, name, state }) => [
          { kind: rail, mode, rail: name },
          UP[state],
        ]),
        cowrie_rail_balance_kobo: held.flatMap(({ of, available }) =>
          available === null ? [] : [[of, Number(available)]],
        ),
        cowrie_rail_balance_floor_kobo: held.flatMap(({ of, floor }) =>
          floor === null ? [] : [[of, Number(floor)]],
        ),
      }
    },
  },
]

/** The gauges that every instance reads from the shared database, with their labels. */
export const SHARED_GAUGES: ReadonlyMap<string, readonly string[]> = new Map(
  parts.flatMap(({ families }) => families.map(({ name, labels }) => [name, labels])),
)

function family(name: string, help: string, ...labels: string[]): Family {
  return { name, help, labels }
}

/** Removes all values: a gauge without labels would otherwise start at 0. */
function clear(gauge: Gauge, labels: string[]): void {
  gauge.reset()
  if (labels.length === 0) gauge.remove()
}

/** In seconds; below 0, rows wait for their month. */
async function partitionsLeft(context: Context): Promise<number> {
  return ((await partitionsUntil(context)).getTime() - context.now().getTime()) / SECOND
}

/** In seconds; 0 for null. */
function ageOf({ now }: Context, since: Date | null): number {
  return since === null ? 0 : Math.max(0, (now().getTime() - since.getTime()) / SECOND)
}

type Collector = { collect(): Promise<void>; stop(): void }

/** `unready`: why /readyz returns 503, or null. */
export function startCollecting(
  context: Context,
  registry: Registry,
  unready: () => string | null,
  everyMs = COLLECT_EVERY_MS,
): Collector {
  const registers = [registry]
  const gauges = new Map(
    parts.flatMap(({ families }) =>
      families.map(({ name, help, labels }) => {
        // With several processes, one that is stopping may still have an older value.
        const gauge = new Gauge({ name, help, labelNames: labels, aggregator: 'max', registers })
        clear(gauge, labels)
        return [name, { gauge, labels }] as const
      }),
    ),
  )
  const ready = new Gauge({ name: 'cowrie_ready', help: '1 while /readyz answers 200', registers })
  const help = '1 while the database answers'
  const database = new Gauge({ name: 'cowrie_database_up', help, registers })
  const startedAt = context.now()
  let collectedMs = context.monotonicMs()
  new Gauge({
    name: 'cowrie_collection_age_seconds',
    help: 'Time since the gauges were read from the database',
    registers,
    collect() {
      this.set((context.monotonicMs() - collectedMs) / SECOND)
    },
  })

  async function readAll(): Promise<void> {
    for (const { read } of parts) {
      for (const [name, values] of Object.entries(await read(context, startedAt))) {
        const { gauge, labels } = gauges.get(name)!
        clear(gauge, labels)
        for (const [of, value] of values) gauge.set(of, value)
      }
    }
    collectedMs = context.monotonicMs()
  }

  let reading: Promise<void> | null = null
  async function collect(): Promise<void> {
    const reason = unready()
    const isUp = reason !== 'database_unavailable'
    database.set(isUp ? 1 : 0)
    ready.set(reason === null ? 1 : 0)
    if (!isUp) return
    reading ??= readAll()
      .catch((error: unknown) => {
        context.log.warn({ err: error }, 'the gauges could not be read from the database')
      })
      .finally(() => {
        reading = null
      })
    await reading
  }

  void collect()
  const timer = setInterval(() => void collect(), everyMs)
  return { collect, stop: () => clearInterval(timer) }
}
