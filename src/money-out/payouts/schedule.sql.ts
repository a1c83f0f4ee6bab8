import type { Scope } from '../../core/context.ts'
import type { SubaccountId } from '../../payments/splits/subaccounts.ts'
import { DAY, HOUR } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/db.ts'
import type { Kobo } from '../../platform/money.ts'
import { hasRow } from '../../platform/rows.ts'

// When a subaccount is due to be paid out. The first entry that credits it inserts the row
// (`subaccount_payout_note`); each later entry makes it due, unless it waits already.
//
// Every writer locks the ledger account before the row of the schedule. Only a holder of that lock
// may set "nothing due": an entry that arrives later then waits behind it.

/** The wait after a failed payout; it doubles with each failure. */
const FIRST_WAIT_MS = 1 * HOUR
const WAIT_MS_MAX = 1 * DAY

type ScheduleKey = Scope & { subaccountId: SubaccountId }

/** Leases due subaccounts until `lease`. */
export async function claimScheduled(sql: Sql, now: Date, lease: Date, max: number) {
  return sql<ScheduleKey[]>`
    with due as (
      select business_id, mode, subaccount_id
      from subaccount_payout_schedule
      where due_at <= ${now}
      order by due_at
      limit ${max}
      for update skip locked
    )
    update subaccount_payout_schedule s
    set due_at = ${lease}
    from due
    where s.business_id = due.business_id and s.mode = due.mode
      and s.subaccount_id = due.subaccount_id
    returning s.business_id, s.mode, s.subaccount_id
  `
}

export type Payable = ScheduleKey & {
  isActive: boolean
  bankCode: string
  accountNumber: string
  available: Kobo
  /** The smallest payout. */
  minimum: Kobo
  isPending: boolean
  /** A change of its bank account waits for approval. */
  isHeld: boolean
  /** Consecutive payouts to this bank account that were returned, and the last return. */
  comebacks: number
  cameBackAt: Date | null
}

export async function listPayable(sql: Sql, scheduled: ScheduleKey[]): Promise<Payable[]> {
  return sql<Payable[]>`
    select i.business_id, i.mode, i.subaccount_id, s.active as is_active, s.bank_code,
      s.account_number, m.subaccount_payout_min as minimum,
      a.credits_posted - a.debits_posted - a.debits_pending as available,
      exists (
        select from payout p
        where p.business_id = i.business_id and p.mode = i.mode
          and p.subaccount_id = i.subaccount_id and p.state = 'pending'
      ) as is_pending,
      exists (
        select from account_change c
        where c.business_id = i.business_id and c.mode = i.mode
          and c.subaccount_id = i.subaccount_id and c.state = 'waiting'
      ) as is_held,
      back.comebacks, back.came_back_at
    from unnest(
      ${scheduled.map(({ businessId }) => businessId)}::uuid[],
      ${scheduled.map(({ mode }) => mode)}::text[],
      ${scheduled.map(({ subaccountId }) => subaccountId)}::uuid[]
    ) as i (business_id, mode, subaccount_id)
    join subaccount s
      on s.business_id = i.business_id and s.mode = i.mode and s.subaccount_id = i.subaccount_id
    join business_mode m on m.business_id = i.business_id and m.mode = i.mode
    join ledger_account a on a.business_id = i.business_id and a.mode = i.mode
      and a.name = 'available/' || i.subaccount_id
    cross join lateral (
      select count(*)::int as comebacks, max(p.reversed_at) as came_back_at
      from payout p
      where p.business_id = i.business_id and p.mode = i.mode
        and p.subaccount_id = i.subaccount_id and p.state = 'reversed'
        and p.bank_code = s.bank_code and p.account_number = s.account_number
        -- A later payout that was not returned while it was watched resets the count.
        and not exists (
          select from payout k
          where k.business_id = i.business_id and k.mode = i.mode
            and k.subaccount_id = i.subaccount_id and k.payout_id > p.payout_id
            and k.bank_code = p.bank_code and k.account_number = p.account_number
            and k.state = 'success' and k.next_at is null
        )
    ) back
  `
}

/** Locks the subaccount. False if it was switched off or its bank account has changed. */
export function lockAsRead(
  sql: Sql,
  { businessId, mode, subaccountId, bankCode, accountNumber }: Payable,
) {
  return hasRow(sql`
    select 1 from subaccount
    where business_id = ${businessId} and mode = ${mode} and subaccount_id = ${subaccountId}
      and active and bank_code = ${bankCode} and account_number = ${accountNumber}
    for share
  `)
}

/** Nothing due if the balance is too small or a payout is pending; otherwise due now. */
export async function restIfPoor(
  database: Database,
  { businessId, mode, subaccountId }: ScheduleKey,
  now: Date,
): Promise<void> {
  await database.begin(async (sql) => {
    await sql`
      select from ledger_account
      where business_id = ${businessId} and mode = ${mode}
        and name = ${`available/${subaccountId}`}
      for update
    `
    await sql`
      update subaccount_payout_schedule s
      set due_at = case
        when a.credits_posted - a.debits_posted - a.debits_pending < m.subaccount_payout_min
          or exists (
            select from payout p
            where p.business_id = s.business_id and p.mode = s.mode
              and p.subaccount_id = s.subaccount_id and p.state = 'pending'
          ) then null
        else ${now}::timestamptz end
      from ledger_account a, business_mode m
      where s.business_id = ${businessId} and s.mode = ${mode}
        and s.subaccount_id = ${subaccountId}
        and a.business_id = s.business_id and a.mode = s.mode
        and a.name = 'available/' || s.subaccount_id
        and m.business_id = s.business_id and m.mode = s.mode
    `
  })
}

/** Null: until money arrives or the pending payout ends. Set null under the lock as above only. */
export async function setDue(
  sql: Sql,
  { businessId, mode, subaccountId }: ScheduleKey,
  dueAt: Date | null,
  more: { failures?: number } = {},
): Promise<void> {
  await sql`
    update subaccount_payout_schedule set ${sql({ dueAt, ...more })}
    where business_id = ${businessId} and mode = ${mode} and subaccount_id = ${subaccountId}
  `
}

export async function waitAfterFailure(
  sql: Sql,
  { businessId, mode, subaccountId }: ScheduleKey,
  now: Date,
): Promise<void> {
  await sql`
    update subaccount_payout_schedule
    set failures = failures + 1,
      due_at = ${now}::timestamptz + interval '1 millisecond' * least(
        ${FIRST_WAIT_MS}::bigint * (1::bigint << least(failures, 20)), ${WAIT_MS_MAX}::bigint
      )
    where business_id = ${businessId} and mode = ${mode} and subaccount_id = ${subaccountId}
  `
}
