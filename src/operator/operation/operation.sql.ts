import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { RailFailure, RailName } from '../../providers/health.ts'
import type { Mode } from '../../providers/outcomes.ts'

export type JobRun = {
  name: string
  everyMs: number
  process: string
  startedAt: Date | null
  /** Before `startedAt` while the job runs. */
  finishedAt: Date | null
  durationMs: number | null
  /** In the last run that processed anything. */
  handled: number
  handledAt: Date | null
  /** In a row. */
  failures: number
  lastError: string | null
  lastFailedAt: Date | null
  reportedAt: Date
}

export type VerificationId = Id<'book_verification'>

export type Verification = {
  verificationId: VerificationId
  state: 'asked' | 'running' | 'right' | 'wrong' | 'failed'
  askedBy: string
  askedAt: Date
  startedAt: Date | null
  leasedUntil: Date | null
  process: string | null
  stepsDone: number
  steps: number
  entriesRead: bigint
  findings: number
  /** One per line. */
  firstFindings: string
  finishedAt: Date | null
}

export type HealthRow = {
  mode: Mode
  rail: RailName
  /** The provider's name. */
  name: string
  process: string
  windowStart: Date
  calls: number
  answered: number
  down: number
  unknown: number
  threw: number
  latencies: number[]
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  lastFailure: RailFailure | null
  refusedAt: Date | null
}

/** Sums only grow, so each row replaces the former one of its process. */
export async function upsertHealth(sql: Sql, rows: HealthRow[]): Promise<void> {
  await sql`
    insert into rail_health ${sql(rows)}
    on conflict (mode, rail, name, process, window_start) do update
    set calls = excluded.calls, answered = excluded.answered, down = excluded.down,
      unknown = excluded.unknown, threw = excluded.threw, latencies = excluded.latencies,
      last_success_at = excluded.last_success_at, last_failure_at = excluded.last_failure_at,
      last_failure = excluded.last_failure, refused_at = excluded.refused_at
  `
}

/** Over all processes, oldest first. */
export async function listHealth(sql: Sql, since: Date): Promise<HealthRow[]> {
  return sql<HealthRow[]>`
    select mode, rail, name, process, window_start, calls, answered, down, unknown, threw,
      latencies, last_success_at, last_failure_at, last_failure, refused_at
    from rail_health
    where window_start >= ${since}
    order by window_start
    limit 10000
  `
}

type LastWords = Pick<
  HealthRow,
  'mode' | 'rail' | 'name' | 'lastSuccessAt' | 'lastFailureAt' | 'lastFailure' | 'refusedAt'
>

/** Per rail and provider, over everything stored. */
export async function listLastWords(sql: Sql): Promise<LastWords[]> {
  return sql<LastWords[]>`
    select mode, rail, name, max(last_success_at) as last_success_at,
      max(last_failure_at) as last_failure_at, max(refused_at) as refused_at,
      (array_agg(last_failure order by last_failure_at desc nulls last))[1] as last_failure
    from rail_health
    group by mode, rail, name
    limit 100
  `
}

/** Returns how many. */
export async function forgetHealth(sql: Sql, before: Date, max: number): Promise<number> {
  const rows = await sql`
    delete from rail_health
    where (mode, rail, name, process, window_start) in (
      select mode, rail, name, process, window_start from rail_health
      where window_start < ${before}
      order by window_start
      limit ${max}
    )
    returning window_start
  `
  return rows.length
}

/**
 * Keeps the newest value of each column, whoever reports late. Deletes jobs that are not in `known`
 * and were not reported since `goneBefore`.
 */
export async function upsertRuns(
  sql: Sql,
  runs: JobRun[],
  { known, goneBefore }: { known: string[]; goneBefore: Date },
): Promise<void> {
  const isNewer = sql`
    coalesce(excluded.started_at >= coalesce(chore_run.started_at, '-infinity'), false)
  `
  const hasHandled = sql`excluded.handled_at >= coalesce(chore_run.handled_at, '-infinity')`
  const hasFailed = sql`excluded.last_failed_at >= coalesce(chore_run.last_failed_at, '-infinity')`
  await sql`
    with gone as (
      delete from chore_run where name <> all(${known}) and reported_at < ${goneBefore}
    )
    insert into chore_run ${sql(runs)}
    on conflict (name) do update
    set every_ms = excluded.every_ms,
      process = case when ${isNewer} then excluded.process else chore_run.process end,
      started_at = case when ${isNewer} then excluded.started_at else chore_run.started_at end,
      finished_at = case when ${isNewer} then excluded.finished_at else chore_run.finished_at end,
      duration_ms = case when ${isNewer} then excluded.duration_ms else chore_run.duration_ms end,
      failures = case when ${isNewer} then excluded.failures else chore_run.failures end,
      handled = case when ${hasHandled} then excluded.handled else chore_run.handled end,
      handled_at = greatest(excluded.handled_at, chore_run.handled_at),
      last_error = case when ${hasFailed} then excluded.last_error else chore_run.last_error end,
      last_failed_at = greatest(excluded.last_failed_at, chore_run.last_failed_at),
      reported_at = greatest(excluded.reported_at, chore_run.reported_at)
  `
}

export async function listRuns(sql: Sql): Promise<JobRun[]> {
  return sql<JobRun[]>`
    select name, every_ms, process, started_at, finished_at, duration_ms, handled, handled_at,
      failures, last_error, last_failed_at, reported_at
    from chore_run
    order by name
    limit 1000
  `
}

/** False if one is requested or running. */
export async function insertVerification(
  sql: Sql,
  asked: Pick<Verification, 'verificationId' | 'askedBy' | 'askedAt'>,
): Promise<boolean> {
  const [row] = await sql`
    insert into book_verification ${sql({ ...asked, state: 'asked' })}
    on conflict do nothing
    returning verification_id
  `
  return row !== undefined
}

/** The one that is requested, or whose process has died; null if there is none. */
export async function claimVerification(
  sql: Sql,
  now: Date,
  until: Date,
  process: string,
): Promise<VerificationId | null> {
  const [row] = await sql<{ verificationId: VerificationId }[]>`
    update book_verification
    set state = 'running', started_at = ${now}, leased_until = ${until}, process = ${process},
      steps_done = 0, steps = 0, entries_read = 0
    where state = 'asked' or (state = 'running' and leased_until <= ${now})
    returning verification_id
  `
  return row?.verificationId ?? null
}

/** False if another process has taken it over. */
export async function updateVerification(
  sql: Sql,
  id: VerificationId,
  process: string,
  to: Partial<Verification>,
): Promise<boolean> {
  const [row] = await sql`
    update book_verification set ${sql(to)}
    where verification_id = ${id} and state = 'running' and process = ${process}
    returning verification_id
  `
  return row !== undefined
}

/** The open one, the last that has ended, and the last that read all books. */
export async function listLastVerifications(sql: Sql): Promise<Verification[]> {
  return sql<Verification[]>`
    (
      select * from book_verification where state in ('asked', 'running') limit 1
    )
    union all
    (
      select * from book_verification
      where state not in ('asked', 'running')
      order by verification_id desc
      limit 1
    )
    union
    (
      select * from book_verification
      where state in ('right', 'wrong')
      order by verification_id desc
      limit 1
    )
  `
}

/** Returns how many. Keeps open ones of any age. */
export async function forgetVerifications(sql: Sql, before: Date, max: number): Promise<number> {
  const rows = await sql`
    delete from book_verification
    where verification_id in (
      select verification_id from book_verification
      where finished_at < ${before}
      limit ${max}
    )
    returning verification_id
  `
  return rows.length
}

/** Null without a recorded backup. `slotBytes`: the WAL that the server keeps for it. */
export async function readBackup(
  sql: Sql,
): Promise<{ base: Date | null; wal: Date | null; slotBytes: bigint | null }> {
  const [row] = await sql<{ base: Date | null; wal: Date | null; slotBytes: bigint | null }[]>`
    select
      (select until from backup_progress where what = 'base') as base,
      (select until from backup_progress where what = 'wal') as wal,
      (
        select pg_wal_lsn_diff(
          case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
            else pg_current_wal_lsn() end,
          restart_lsn
        )::bigint
        from pg_replication_slots where slot_name = 'cowrie_backup'
      ) as slot_bytes
  `
  return row!
}

/** The businesses whose examples were worked on since then. */
export async function listMakingExamples(
  sql: Sql,
  businessIds: string[],
  since: Date,
): Promise<string[]> {
  const rows = await sql<{ businessId: string }[]>`
    select business_id from example_run
    where business_id = any(${businessIds}::uuid[]) and mode = 'test' and updated_at > ${since}
  `
  return rows.map(({ businessId }) => businessId)
}
