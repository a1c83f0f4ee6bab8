import type { Database, Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'
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
  /** The restore point: the database knows nothing later. */
  restoredTo: Date
  enteredAt: Date
  endedAt: Date | null
  endedBy: string | null
  endReason: string | null
}

export type Server = { systemIdentifier: string; timeline: number }

export type Served = Server & { beats: bigint; beatAt: Date }

/** `isSynchronous`: each acknowledged COMMIT is on a standby too. */
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

/** Locks the row, so that one process judges at a time. Null: this database was never served. */
export function lockServed(sql: Sql) {
  return firstRow(sql<Served[]>`
    select system_identifier, timeline::integer as timeline, beats, beat_at
    from served_database
    for update
  `)
}

export async function setServed(sql: Sql, served: Served): Promise<void> {
  await sql`
    insert into served_database ${sql(served)}
    on conflict (only_one) do update set ${sql(served)}
  `
}

/** False if one is open already. */
export function insertRecovery(
  sql: Sql,
  recovery: Pick<Recovery, 'recoveryId' | 'reason' | 'restoredTo' | 'enteredAt'>,
) {
  return hasRow(sql`
    insert into recovery ${sql(recovery)} on conflict do nothing returning recovery_id
  `)
}

/** The open one, or the last one. */
export function findLast(sql: Sql) {
  return firstRow(sql<Recovery[]>`
    select * from recovery order by entered_at desc, recovery_id desc limit 1
  `)
}

/** The last thousand, oldest first. */
export async function listRecoveries(sql: Sql): Promise<Recovery[]> {
  const rows = await sql<Recovery[]>`
    select * from recovery order by entered_at desc, recovery_id desc limit 1000
  `
  return [...rows].reverse()
}

/** False if it has ended already. */
export function endRecovery(
  sql: Sql,
  recoveryId: RecoveryId,
  end: { endedAt: Date; endedBy: string; endReason: string },
) {
  return hasRow(sql`
    update recovery set ${sql(end)}
    where recovery_id = ${recoveryId} and ended_at is null
    returning recovery_id
  `)
}

/** Providers whose balance was asked for since `from`: each minute, of all that are configured. */
export async function listRailsSince(sql: Sql, mode: Mode, from: Date): Promise<string[]> {
  const rows = await sql<{ rail: string }[]>`
    select rail from rail_balance where mode = ${mode} and asked_at >= ${from} order by rail
  `
  return rows.map(({ rail }) => rail)
}

/** Money that left without a payout of ours. */
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

/** Undecided debits, oldest first. */
export async function listOpenDebits(sql: Sql, max: number): Promise<Debit[]> {
  return sql<Debit[]>`
    select mode, rail, session_id, account_number, amount, occurred_at
    from recovered_debit
    where decided_at is null
    order by occurred_at, session_id
    limit ${max}
  `
}

/** Waits for a concurrent decision. Null if it is unknown or decided. */
export function lockDebit(
  sql: Sql,
  { mode, rail, sessionId }: Pick<Debit, 'mode' | 'rail' | 'sessionId'>,
) {
  return firstRow(sql<Debit[]>`
    select mode, rail, session_id, account_number, amount, occurred_at
    from recovered_debit
    where mode = ${mode} and rail = ${rail} and session_id = ${sessionId} and decided_at is null
    for update
  `)
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

/** Whether an undecided debit has this amount and account. */
export function isUnexplained(
  sql: Database,
  { mode, accountNumber, amount }: { mode: Mode; accountNumber: string; amount: Kobo },
) {
  return hasRow(sql`
    select from recovered_debit
    where mode = ${mode} and amount = ${amount} and account_number in ('', ${accountNumber})
      and decided_at is null
    limit 1
  `)
}
