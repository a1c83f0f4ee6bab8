import type { Scope } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import {
  type Claim,
  countUnconfigured,
  isConfigured,
  type MadeBy,
  type Unknown,
  type Waiting,
} from '../rails/made-by.ts'
import type { Rails } from '../rails/rails.ts'
import type { DepositId, DepositState } from './deposits.ts'
import type { Returning } from './return.ts'

/** Takes what is due, for so long that nobody else does meanwhile. */
export async function claimReturns(sql: Sql, rails: Rails, { now, until, max }: Claim) {
  return sql<Returning[]>`
    with due as (
      select business_id, mode, deposit_id
      from deposit
      where next_return_at <= ${now} and ${isConfigured(sql, rails, 'returns')}
      order by next_return_at
      limit ${max}
      for update skip locked
    )
    update deposit d
    set next_return_at = ${until}
    from due
    where d.business_id = due.business_id and d.mode = due.mode
      and d.deposit_id = due.deposit_id
    returning d.*
  `
}

type Key = Scope & { depositId: DepositId }

/** False when it stood elsewhere already. */
export async function moveReturn(
  sql: Sql,
  { businessId, mode, depositId }: Key,
  from: DepositState,
  to: Partial<Returning> & { state: DepositState; nextReturnAt: Date | null },
): Promise<boolean> {
  const [row] = await sql`
    update deposit set ${sql(to)}
    where business_id = ${businessId} and mode = ${mode} and deposit_id = ${depositId}
      and state = ${from}
    returning deposit_id
  `
  return row !== undefined
}

/** One that is to be looked at already, because there is news of it, stays so. */
export async function waitForReturn(
  sql: Sql,
  { businessId, mode, depositId }: Key,
  now: Date,
  to: Pick<Returning, 'returnAcceptedAt' | 'returnHandle'> & { nextReturnAt: Date },
): Promise<void> {
  const { nextReturnAt, ...said } = to
  await sql`
    update deposit
    set ${sql(said)},
      next_return_at = case when next_return_at <= ${now} then next_return_at
        else ${nextReturnAt} end
    where business_id = ${businessId} and mode = ${mode} and deposit_id = ${depositId}
      and state = 'returning'
  `
}

/** Before the rail is asked for it again. False where somebody was first. */
export async function moveReturnAsked(
  sql: Sql,
  { businessId, mode, depositId, returnAskedAt: from }: Key & Pick<Returning, 'returnAskedAt'>,
  askedAt: Date,
): Promise<boolean> {
  const [row] = await sql`
    update deposit set return_asked_at = ${askedAt}
    where business_id = ${businessId} and mode = ${mode} and deposit_id = ${depositId}
      and state = 'returning' and return_asked_at is not distinct from ${from}
    returning 1
  `
  return row !== undefined
}

/** By the rail's word alone, past all businesses. Nothing where it is none that goes back. */
export async function setReturnDue(sql: Sql, { mode, rail }: MadeBy, depositId: string, now: Date) {
  await sql`
    with named as (
      select business_id, mode, deposit_id
      from deposit
      where deposit_id = ${depositId} and mode = ${mode} and rail = ${rail}
        and next_return_at is not null
    )
    update deposit d
    set next_return_at = least(d.next_return_at, ${now})
    from named
    where d.business_id = named.business_id and d.mode = named.mode
      and d.deposit_id = named.deposit_id and d.next_return_at is not null
  `
}

/** What waits to be sent back. At most `max` are counted. */
export async function countReturnsDue(sql: Sql, now: Date, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (
      select business_id, mode, deposit_id from deposit
      where next_return_at <= ${now}
      limit ${max}
    ) due
  `
  return row.count
}

/** Of each bank the oldest that was asked for before, and is not said to be in hand. */
export async function listUnknownReturns(sql: Sql, before: Date): Promise<Unknown[]> {
  return sql<Unknown[]>`
    select distinct on (mode, rail) *, count(*) over (partition by mode, rail)::int as count
    from (
      select business_id, mode, rail, deposit_id as id,
        coalesce(return_asked_at, created_at) as since
      from deposit
      where next_return_at is not null and state = 'returning' and return_accepted_at is null
        and coalesce(return_asked_at, created_at) <= ${before}
    ) open
    order by mode, rail, since
  `
}

/** Deposits to be sent back by a bank that is not configured. At most `max` are counted. */
export function countReturnsWaiting(sql: Sql, rails: Rails, max: number): Promise<Waiting[]> {
  const waiting = sql`select business_id, mode, rail from deposit where next_return_at is not null`
  return countUnconfigured(sql, rails, 'returns', waiting, max)
}
