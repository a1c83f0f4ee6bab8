import type { Sql } from '../../platform/db.ts'
import type { Kobo } from '../../platform/money.ts'
import type { Mode } from '../../providers/outcomes.ts'

export type RailBalance = {
  mode: Mode
  rail: string
  /** Over all its accounts; null until the provider has reported it. */
  available: Kobo | null
  readAt: Date | null
  /** When it stopped reporting; null: its last answer was a balance. */
  failedAt: Date | null
}

type Which = { mode: Mode; rail: string }

/** False if another process has asked since. */
export async function claimBalance(
  sql: Sql,
  { mode, rail }: Which,
  now: Date,
  since: Date,
): Promise<boolean> {
  const [row] = await sql`
    insert into rail_balance (mode, rail, asked_at) values (${mode}, ${rail}, ${now})
    on conflict (mode, rail) do update set asked_at = excluded.asked_at
    where rail_balance.asked_at <= ${since}
    returning rail
  `
  return row !== undefined
}

export async function setBalance(
  sql: Sql,
  { mode, rail }: Which,
  available: Kobo,
  now: Date,
): Promise<void> {
  await sql`
    update rail_balance set available = ${available}, read_at = ${now}, failed_at = null
    where mode = ${mode} and rail = ${rail}
  `
}

/** Keeps the last balance with its time. */
export async function setBalanceFailed(sql: Sql, { mode, rail }: Which, now: Date): Promise<void> {
  await sql`
    update rail_balance set failed_at = coalesce(failed_at, ${now})
    where mode = ${mode} and rail = ${rail}
  `
}

export async function listBalances(sql: Sql): Promise<RailBalance[]> {
  return sql<RailBalance[]>`
    select mode, rail, available, read_at, failed_at from rail_balance
    order by mode, rail
    limit 100
  `
}
