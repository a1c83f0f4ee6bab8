import type { Scope } from '../../core/context.ts'
import type { SubaccountId } from '../../payments/splits/subaccounts.ts'
import type { Sql } from '../../platform/db.ts'
import type { Kobo } from '../../platform/money.ts'

export type ScheduleKey = Scope & { subaccountId: SubaccountId }

/** Takes what is due, for so long that nobody else looks meanwhile. */
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

/** What a payout needs to know of a subaccount, and of what it has. */
export type Payable = ScheduleKey & {
  isActive: boolean
  bankCode: string
  accountNumber: string
  available: Kobo
  /** Less is not paid out. */
  minimum: Kobo
  isPending: boolean
  /** Another bank account was asked for, and is not effective yet. */
  isHeld: boolean
  /** How often in a row what was sent to this account has come back, and when it last did. */
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
        -- One that stayed until nobody asks about it any more ends the row.
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

/**
 * False where it is switched off or has another account by now, which one that waits is too; else
 * nobody changes it.
 */
export async function lockAsRead(
  sql: Sql,
  { businessId, mode, subaccountId, bankCode, accountNumber }: Payable,
): Promise<boolean> {
  const [row] = await sql`
    select 1 from subaccount
    where business_id = ${businessId} and mode = ${mode} and subaccount_id = ${subaccountId}
      and active and bank_code = ${bankCode} and account_number = ${accountNumber}
    for share
  `
  return row !== undefined
}

/** Of what the subaccount has available: as whoever writes an entry locks it. */
export async function lockAvailable(
  sql: Sql,
  { businessId, mode, subaccountId }: ScheduleKey,
): Promise<void> {
  await sql`
    select from ledger_account
    where business_id = ${businessId} and mode = ${mode} and name = ${`available/${subaccountId}`}
    for update
  `
}

/** Due now, unless there is too little or a payout on its way. */
export async function setResting(
  sql: Sql,
  { businessId, mode, subaccountId }: ScheduleKey,
  now: Date,
): Promise<void> {
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
}

export async function setDue(
  sql: Sql,
  { businessId, mode, subaccountId }: ScheduleKey,
  to: { dueAt: Date | null; failures?: number },
): Promise<void> {
  await sql`
    update subaccount_payout_schedule set ${sql(to)}
    where business_id = ${businessId} and mode = ${mode} and subaccount_id = ${subaccountId}
  `
}

export async function addFailure(
  sql: Sql,
  { businessId, mode, subaccountId }: ScheduleKey,
  { now, firstMs, maxMs }: { now: Date; firstMs: number; maxMs: number },
): Promise<void> {
  await sql`
    update subaccount_payout_schedule
    set failures = failures + 1,
      due_at = ${now}::timestamptz + interval '1 millisecond'
        * least(${firstMs}::bigint * (1::bigint << least(failures, 20)), ${maxMs}::bigint)
    where business_id = ${businessId} and mode = ${mode} and subaccount_id = ${subaccountId}
  `
}
