import type { Scope } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import { type Listed, listOf, type Page } from '../lib/paging.ts'
import {
  type Claim,
  countUnconfigured,
  isConfigured,
  type MadeBy,
  type Unknown,
  type Waiting,
} from '../rails/made-by.ts'
import type { Rails } from '../rails/rails.ts'
import type { SubaccountId } from '../splits/subaccounts.ts'
import type { Payout, PayoutKey, PayoutState } from './payouts.ts'

/** False, and nothing is written, where the id or the reference is taken. */
export async function insertPayout(sql: Sql, payout: Payout): Promise<boolean> {
  const [row] = await sql`
    insert into payout ${sql(payout)} on conflict do nothing returning payout_id
  `
  return row !== undefined
}

export async function findPayout(
  sql: Sql,
  { businessId, mode, payoutId }: PayoutKey,
): Promise<Payout | null> {
  const [row] = await sql<Payout[]>`
    select * from payout
    where business_id = ${businessId} and mode = ${mode} and payout_id = ${payoutId}
  `
  return row ?? null
}

export async function findByReference(
  sql: Sql,
  { businessId, mode }: Scope,
  reference: string,
): Promise<Payout | null> {
  const [row] = await sql<Payout[]>`
    select * from payout
    where business_id = ${businessId} and mode = ${mode} and reference = ${reference}
  `
  return row ?? null
}

/** Whether a payout has this name at its rail already. */
export async function isKeyTaken(
  sql: Sql,
  { businessId, mode }: Scope,
  railKey: string,
): Promise<boolean> {
  const [row] = await sql`
    select from payout
    where business_id = ${businessId} and mode = ${mode} and rail_key = ${railKey}
  `
  return row !== undefined
}

/** Of one that was not asked for: another rail has it. */
export async function setRail(
  sql: Sql,
  { businessId, mode, payoutId }: PayoutKey,
  rail: string,
): Promise<void> {
  await sql`
    update payout set rail = ${rail}
    where business_id = ${businessId} and mode = ${mode} and payout_id = ${payoutId}
      and state = 'pending' and asked_at is null
  `
}

/** That wait, of this amount, to this account or to any: the oldest first. */
export async function listWaiting(
  sql: Sql,
  { mode, accountNumber, amount }: Pick<Payout, 'mode' | 'accountNumber' | 'amount'>,
  max: number,
): Promise<Payout[]> {
  return sql<Payout[]>`
    select * from payout
    where mode = ${mode} and amount = ${amount} and ${accountNumber} in ('', account_number)
      and state = 'pending' and next_at is not null and asked_at is null
    order by created_at
    limit ${max}
  `
}

/** Takes what is due, for so long that nobody else does meanwhile. */
export async function claimDue(sql: Sql, rails: Rails, { now, until, max }: Claim) {
  return sql<Payout[]>`
    with due as (
      select business_id, mode, payout_id
      from payout
      where next_at <= ${now} and ${isConfigured(sql, rails, 'payouts')}
      order by next_at
      limit ${max}
      for update skip locked
    )
    update payout p
    set next_at = ${until}
    from due
    where p.business_id = due.business_id and p.mode = due.mode and p.payout_id = due.payout_id
    returning p.*
  `
}

/** When another one of this amount was last asked for, by this rail to this account; since then. */
export async function lastEqual(
  sql: Sql,
  { mode, rail, bankCode, accountNumber, amount, payoutId }: Payout,
  since: Date,
): Promise<Date | null> {
  const [row] = await sql<[{ askedAt: Date | null }]>`
    select max(asked_at) as asked_at
    from payout
    where mode = ${mode} and rail = ${rail} and bank_code = ${bankCode}
      and account_number = ${accountNumber} and amount = ${amount} and payout_id <> ${payoutId}
      and asked_at > ${since}
  `
  return row.askedAt
}

/** Of one that was not asked for: when it is to be. */
export async function setFirstAsk(
  sql: Sql,
  { businessId, mode, payoutId }: PayoutKey,
  nextAt: Date,
): Promise<void> {
  await sql`
    update payout set next_at = ${nextAt}
    where business_id = ${businessId} and mode = ${mode} and payout_id = ${payoutId}
      and state = 'pending' and asked_at is null
  `
}

/** Before the bank is asked to transfer. Null where somebody asked meanwhile, or it is over. */
export async function markAsked(
  sql: Sql,
  { businessId, mode, payoutId, askedAt: before }: Payout,
  askedAt: Date,
  nextAt: Date,
): Promise<Payout | null> {
  const [row] = await sql<Payout[]>`
    update payout set asked_at = ${askedAt}, keyed_at = ${askedAt}, next_at = ${nextAt},
      enquiries = 0
    where business_id = ${businessId} and mode = ${mode} and payout_id = ${payoutId}
      and state = 'pending' and asked_at is not distinct from ${before}
    returning *
  `
  return row ?? null
}

export type Wait = Pick<Payout, 'askedAt' | 'acceptedAt' | 'handle' | 'enquiries'> & {
  nextAt: Date
}

/**
 * Nothing is changed where somebody asked the bank meanwhile, or it is over. One that is to be
 * looked at already, because there is news of it, stays so.
 */
export async function postpone(
  sql: Sql,
  { businessId, mode, payoutId, askedAt: before }: Payout,
  now: Date,
  { nextAt, ...to }: Wait,
): Promise<void> {
  await sql`
    update payout set ${sql({ ...to, keyedAt: to.askedAt })},
      next_at = case when next_at <= ${now} then next_at else ${nextAt} end
    where business_id = ${businessId} and mode = ${mode} and payout_id = ${payoutId}
      and state = 'pending' and asked_at = ${before}
  `
}

type End = Pick<Payout, 'sessionId' | 'handle' | 'failure' | 'nextAt'> & {
  state: PayoutState
  completedAt: Date
}

/** Once. Null where it was over already. */
export async function endPayout(
  sql: Sql,
  { businessId, mode, payoutId }: PayoutKey,
  end: End,
): Promise<Payout | null> {
  const [row] = await sql<Payout[]>`
    update payout set ${sql({ ...end, enquiries: 0 })}
    where business_id = ${businessId} and mode = ${mode} and payout_id = ${payoutId}
      and state = 'pending'
    returning *
  `
  return row ?? null
}

/** Of one that was sent: when it is looked at again, or never. */
export async function setNextRecheck(
  sql: Sql,
  { businessId, mode, payoutId }: PayoutKey,
  now: Date,
  { nextAt, enquiries }: { nextAt: Date | null; enquiries: number },
): Promise<void> {
  await sql`
    update payout
    set enquiries = ${enquiries},
      next_at = case when next_at <= ${now} then next_at else ${nextAt} end
    where business_id = ${businessId} and mode = ${mode} and payout_id = ${payoutId}
      and state = 'success'
  `
}

/** Once. Null where it is not one that was sent. */
export async function setReversed(
  sql: Sql,
  { businessId, mode, payoutId }: PayoutKey,
  failure: string,
  reversedAt: Date,
): Promise<Payout | null> {
  const [row] = await sql<Payout[]>`
    update payout
    set state = 'reversed', failure = ${failure}, reversed_at = ${reversedAt}, next_at = null
    where business_id = ${businessId} and mode = ${mode} and payout_id = ${payoutId}
      and state = 'success'
    returning *
  `
  return row ?? null
}

/** By the rail's word alone, past all businesses. Nothing where it is none that may change. */
export async function setDue(sql: Sql, { mode, rail }: MadeBy, payoutId: string, now: Date) {
  await sql`
    with named as (
      select business_id, mode, payout_id
      from payout
      where (payout_id = ${payoutId} or rail_key = ${payoutId})
        and mode = ${mode} and rail = ${rail}
        and state in ('pending', 'success')
    )
    update payout p
    set next_at = least(p.next_at, ${now})
    from named
    where p.business_id = named.business_id and p.mode = named.mode
      and p.payout_id = named.payout_id and p.state in ('pending', 'success')
  `
}

export type PayoutFilter = {
  state: PayoutState | null
  reference: string | null
  subaccountId: SubaccountId | null
  from: Date | null
  to: Date | null
}

/** Newest first. */
export function listPayouts(
  sql: Sql,
  { businessId, mode }: Scope,
  filter: PayoutFilter,
  page: Page,
): Promise<Listed<Payout>> {
  const rows = sql`
    select * from payout
    where business_id = ${businessId} and mode = ${mode} ${matching(sql, filter)}
  `
  return listOf(sql, page, 'payoutId', rows)
}

function matching(sql: Sql, { state, reference, subaccountId, from, to }: PayoutFilter) {
  return sql`
    ${state === null ? sql`` : sql`and state = ${state}`}
    ${reference === null ? sql`` : sql`and reference = ${reference}`}
    ${subaccountId === null ? sql`` : sql`and subaccount_id = ${subaccountId}`}
    ${from === null ? sql`` : sql`and created_at >= ${from}`}
    ${to === null ? sql`` : sql`and created_at < ${to}`}
  `
}

/** Payouts that are to be sent, or asked about. At most `max` are counted. */
export async function countDue(sql: Sql, now: Date, max: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (
      select business_id, mode, payout_id from payout
      where next_at <= ${now}
      limit ${max}
    ) due
  `
  return row.count
}

/** Of each bank the oldest that was asked for before, and is not said to be in hand. */
export async function listUnknown(sql: Sql, before: Date): Promise<Unknown[]> {
  return sql<Unknown[]>`
    select distinct on (mode, rail) *, count(*) over (partition by mode, rail)::int as count
    from (
      select business_id, mode, rail, payout_id as id, asked_at as since
      from payout
      where next_at is not null and state = 'pending' and asked_at <= ${before}
        and accepted_at is null
    ) open
    order by mode, rail, since
  `
}

/** Open payouts of a bank that is not configured. At most `max` are counted. */
export function countWaiting(sql: Sql, rails: Rails, max: number): Promise<Waiting[]> {
  const waiting = sql`
    select business_id, mode, rail from payout where next_at is not null and state = 'pending'
  `
  return countUnconfigured(sql, rails, 'payouts', waiting, max)
}
