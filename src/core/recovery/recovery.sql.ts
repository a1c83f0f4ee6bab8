import type { Database, Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import type { Mode } from '../../providers/outcomes.ts'

type RecoveryId = Id<'recovery'>

export type RecoveryReason =
  | 'asked_for'
  | 'other_server'
  | 'other_timeline'
  | 'older_copy'
  | 'commits_missing'

export type Recovery = {
  recoveryId: RecoveryId
  reason: RecoveryReason
  /** What happened after that is not in the database. */
  restoredTo: Date
  enteredAt: Date
  endedAt: Date | null
  endedBy: string | null
  endReason: string | null
}

export type Server = { systemIdentifier: string; timeline: number }

export type Served = Server & { beats: bigint; beatAt: Date }

/** Which server this is, and whether a COMMIT that it acknowledges is on another one too. */
export async function readServer(sql: Sql) {
  const [row] = await sql<[{ systemIdentifier: string; timeline: number; isSynchronous: boolean }]>`
    select system_identifier::text as system_identifier,
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline,
      current_setting('synchronous_standby_names') <> ''
        and current_setting('synchronous_commit') not in ('off', 'local') as is_synchronous
    from pg_control_system()
  `
  return row
}

/** Nobody else judges meanwhile. Null: it was never served from. */
export async function lockServed(sql: Sql): Promise<Served | null> {
  const [row] = await sql<Served[]>`
    select system_identifier, timeline::integer as timeline, beats, beat_at
    from served_database
    for update
  `
  return row ?? null
}

export async function setServed(sql: Sql, served: Served): Promise<void> {
  await sql`
    insert into served_database ${sql(served)}
    on conflict (only_one) do update set ${sql(served)}
  `
}

/** Nothing where one is open: it stands. */
export async function insertRecovery(
  sql: Sql,
  recovery: Pick<Recovery, 'recoveryId' | 'reason' | 'restoredTo' | 'enteredAt'>,
): Promise<boolean> {
  const [row] = await sql`
    insert into recovery ${sql(recovery)} on conflict do nothing returning recovery_id
  `
  return row !== undefined
}

export async function findLast(sql: Sql): Promise<Recovery | null> {
  const [row] = await sql<Recovery[]>`
    select * from recovery order by entered_at desc, recovery_id desc limit 1
  `
  return row ?? null
}

/** In their order: the last thousand. */
export async function listRecoveries(sql: Sql): Promise<Recovery[]> {
  const rows = await sql<Recovery[]>`
    select * from recovery order by entered_at desc, recovery_id desc limit 1000
  `
  return [...rows].reverse()
}

/** Once. */
export async function endRecovery(
  sql: Sql,
  recoveryId: RecoveryId,
  end: { endedAt: Date; endedBy: string; endReason: string },
): Promise<boolean> {
  const [row] = await sql`
    update recovery set ${sql(end)}
    where recovery_id = ${recoveryId} and ended_at is null
    returning recovery_id
  `
  return row !== undefined
}

/** Providers whose balance was asked for since `from`: each minute, of all that are configured. */
export async function listRailsSince(sql: Database, mode: Mode, from: Date): Promise<string[]> {
  const rows = await sql<{ rail: string }[]>`
    select rail from rail_balance where mode = ${mode} and asked_at >= ${from} order by rail
  `
  return rows.map(({ rail }) => rail)
}

/** Money that left, and that nothing of ours explains. */
export type Debit = {
  mode: Mode
  rail: string
  sessionId: string
  accountNumber: string
  amount: Kobo
  occurredAt: Date
}

export async function insertDebits(sql: Sql, recoveryId: RecoveryId, debits: Debit[]) {
  if (debits.length === 0) return
  const rows = debits.map((debit) => ({ ...debit, recoveryId }))
  await sql`insert into recovered_debit ${sql(rows)} on conflict do nothing`
}

/** The oldest first. */
export async function listOpenDebits(sql: Sql, max: number): Promise<Debit[]> {
  return sql<Debit[]>`
    select mode, rail, session_id, account_number, amount, occurred_at
    from recovered_debit
    where decided_at is null
    order by occurred_at, session_id
    limit ${max}
  `
}

/** Waits for who is deciding on it at this moment. Null: there is none, or it is decided. */
export async function lockDebit(
  sql: Sql,
  { mode, rail, sessionId }: Pick<Debit, 'mode' | 'rail' | 'sessionId'>,
): Promise<Debit | null> {
  const [row] = await sql<Debit[]>`
    select mode, rail, session_id, account_number, amount, occurred_at
    from recovered_debit
    where mode = ${mode} and rail = ${rail} and session_id = ${sessionId} and decided_at is null
    for update
  `
  return row ?? null
}

export async function decideDebit(
  sql: Sql,
  { mode, rail, sessionId }: Pick<Debit, 'mode' | 'rail' | 'sessionId'>,
  decision: { decidedAt: Date; decidedBy: string; reason: string },
): Promise<void> {
  await sql`
    update recovered_debit set ${sql(decision)}
    where mode = ${mode} and rail = ${rail} and session_id = ${sessionId}
  `
}

/** Whether one of this amount to this account is undecided. */
export async function isAnyOpen(
  sql: Database,
  { mode, accountNumber, amount }: { mode: Mode; accountNumber: string; amount: Kobo },
): Promise<boolean> {
  const [row] = await sql`
    select from recovered_debit
    where mode = ${mode} and amount = ${amount} and account_number in ('', ${accountNumber})
      and decided_at is null
    limit 1
  `
  return row !== undefined
}
