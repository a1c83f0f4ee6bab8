import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Subaccount } from './splits.sql.ts'

import type { SubaccountId } from './subaccount-code.ts'

export type ChangeId = Id<'account_change'>

/** The person or key that requested the change. */
export type Asker = { askedBy: Id<'login'> | null; askedByName: string }

export type AccountChange = Scope &
  Asker & {
    changeId: ChangeId
    subaccountId: SubaccountId
    state: 'waiting' | 'effective' | 'cancelled'
    fromBankCode: string
    fromAccountNumber: string
    fromAccountName: string
    toBankCode: string
    toAccountNumber: string
    toAccountName: string
    /** Null: only a second person can make it effective. */
    effectiveAt: Date | null
    /** Null: decided by time or by another change. */
    decidedByEmail: string | null
    decidedAt: Date | null
    createdAt: Date
  }

export type Decision = Pick<AccountChange, 'state' | 'decidedByEmail' | 'decidedAt'>

const LISTED_MAX = 100

type SubaccountKey = Scope & { subaccountId: SubaccountId }

/** Locked until COMMIT. */
export async function lockSubaccount(
  sql: Sql,
  { businessId, mode, subaccountId }: SubaccountKey,
): Promise<Subaccount> {
  const [row] = await sql<[Subaccount]>`
    select * from subaccount
    where business_id = ${businessId} and mode = ${mode} and subaccount_id = ${subaccountId}
    for update
  `
  return row
}

export async function insertChange(sql: Sql, change: AccountChange): Promise<void> {
  await sql`insert into account_change ${sql(change)}`
}

/** Null if it was decided already. */
export async function decideChange(
  sql: Sql,
  { businessId, mode, changeId }: Scope & { changeId: ChangeId },
  decision: Decision,
): Promise<AccountChange | null> {
  const [row] = await sql<AccountChange[]>`
    update account_change set ${sql(decision)}
    where business_id = ${businessId} and mode = ${mode} and change_id = ${changeId}
      and state = 'waiting'
    returning *
  `
  return row ?? null
}

export async function findWaiting(sql: Sql, { businessId, mode, subaccountId }: SubaccountKey) {
  const [row] = await sql<AccountChange[]>`
    select * from account_change
    where business_id = ${businessId} and mode = ${mode} and subaccount_id = ${subaccountId}
      and state = 'waiting'
  `
  return row ?? null
}

export async function findChange(sql: Sql, { businessId, mode }: Scope, changeId: ChangeId) {
  const [row] = await sql<AccountChange[]>`
    select * from account_change
    where business_id = ${businessId} and mode = ${mode} and change_id = ${changeId}
  `
  return row ?? null
}

export async function countSince(
  sql: Sql,
  { businessId, mode, subaccountId }: SubaccountKey,
  since: Date,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from account_change
    where business_id = ${businessId} and mode = ${mode} and subaccount_id = ${subaccountId}
      and created_at > ${since}
  `
  return row.count
}

/** Waiting changes first, then newest first. */
export async function listChanges(sql: Sql, { businessId, mode }: Scope) {
  return sql<AccountChange[]>`
    select * from account_change
    where business_id = ${businessId} and mode = ${mode}
    order by (state = 'waiting') desc, change_id desc
    limit ${LISTED_MAX}
  `
}

export async function listDue(sql: Sql, now: Date, max: number) {
  return sql<(Scope & { changeId: ChangeId })[]>`
    select business_id, mode, change_id from account_change
    where state = 'waiting' and effective_at <= ${now}
    order by effective_at
    limit ${max}
  `
}
