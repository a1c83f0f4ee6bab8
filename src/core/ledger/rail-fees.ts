import type { Sql } from '../../platform/db.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import type { Mode } from '../../providers/outcomes.ts'
import { type Context, HOUSE } from '../context.ts'
import { AlreadyWritten, openAccounts, post } from './ledger.ts'
import { eachMode, type Part, WHOLE, writtenIn } from './part.ts'
import type { WrongRow } from './verify.ts'

// A fee of a rail is a cost of the house: one entry of the house for each thing that the rail
// charged for, under the id of that thing.
//
// It is booked in its own transaction, before the outcome that reports it, so that nobody waits for
// accounts of the house while locking those of a business. If this process dies in between, an
// enquiry reports the fee again, and booking it again changes nothing.

const ROWS_MAX = 100

export type RailFee = {
  mode: Mode
  /** The id of a payout, a refund, a deposit, a suspended credit or a card attempt. */
  causeId: string
  /** `rail_return_fee`: for returning a deposit or charge, which has the same id. */
  reason: 'rail_fee' | 'rail_return_fee'
  clearing: 'bank_clearing' | 'card_clearing'
  /** The part of the fee that is stamp duty, which the business pays by an entry of its own. */
  dutyTaken?: Kobo
}

/** No-op if the outcome reports no fee. */
export async function bookRailFee(
  { sql, now }: Context,
  { dutyTaken = kobo(0), mode, causeId, reason, clearing: credit }: RailFee,
  { fee = kobo(0) }: { fee?: Kobo },
): Promise<void> {
  const amount = kobo(fee - dutyTaken)
  if (amount <= 0n) return
  const at = now()
  const house = { businessId: HOUSE, mode }
  const entry = { ...house, causeId, reason, debit: 'rail_fees' as const, credit, amount }
  await sql
    .begin(async (begun) => {
      await openAccounts(begun, at, house)
      await post(begun, at, [{ ...entry, occurredAt: at }])
    })
    .catch((error: unknown) => {
      if (!(error instanceof AlreadyWritten)) throw error
    })
}

/**
 * Each fee belongs to the house, and to something that a rail did. A fee does not say of which
 * business that is. So what was created in the same 4.7 hours is read of each: the first six digits
 * of an id are that time. Duty on a return is booked only where it was returned. At most 100 rows.
 */
export async function verifyRailFees(sql: Sql, part: Part = WHOLE): Promise<WrongRow[]> {
  const rows = await sql<WrongRow[]>`
    with booked as materialized (
      select * from ledger_entry
      where ${writtenIn(sql, part)}
        and (reason in ('rail_fee', 'rail_return_fee', 'rail_return_duty')
          or debit_account = 'rail_fees' or credit_account = 'rail_fees')
    ), near as materialized (
      select m.business_id, m.mode, t.first, t.last
      from ${eachMode(sql)} m
      cross join (
        select distinct
          (left(cause_id::text, 6) || '00-0000-0000-0000-000000000000')::uuid as first,
          (left(cause_id::text, 6) || 'ff-ffff-ffff-ffff-ffffffffffff')::uuid as last
        from booked
      ) t
    ), cause as materialized (
      select p.business_id, p.mode, p.payout_id as cause_id, 'rail_fee' as reason,
        'bank_clearing' as clearing
      from near n
      join payout p on p.business_id = n.business_id and p.mode = n.mode
        and p.payout_id between n.first and n.last
      union all
      select r.business_id, r.mode, r.refund_id, 'rail_fee', refund_clearing(r)
      from near n
      join refund r on r.business_id = n.business_id and r.mode = n.mode
        and r.refund_id between n.first and n.last
      union all
      select d.business_id, d.mode, d.deposit_id, r.reason, r.clearing
      from near n
      join deposit d on d.business_id = n.business_id and d.mode = n.mode
        and d.deposit_id between n.first and n.last
      cross join (
        values ('rail_fee', 'bank_clearing'), ('rail_return_fee', 'bank_clearing'),
          ('rail_return_duty', 'stamp_duty')
      ) as r (reason, clearing)
      where r.reason <> 'rail_return_duty' or d.state = 'returned'
      union all
      select d.business_id, d.mode, d.dispute_id, r.reason, coalesce(r.clearing, d.clearing)
      from near n
      join dispute d on d.business_id = n.business_id and d.mode = n.mode
        and d.dispute_id between n.first and n.last
      cross join (
        values ('rail_return_fee', null), ('rail_return_duty', 'stamp_duty')
      ) as r (reason, clearing)
      where r.reason <> 'rail_return_duty' or (d.call = 'return' and d.call_state = 'done')
      union all
      select c.business_id, c.mode, c.suspended_credit_id, 'rail_fee', 'bank_clearing'
      from near n
      join suspended_credit c on c.business_id = n.business_id and c.mode = n.mode
        and c.suspended_credit_id between n.first and n.last
      union all
      select a.business_id, a.mode, a.attempt_id, r.reason, 'card_clearing'
      from near n
      join card_attempt a on a.business_id = n.business_id and a.mode = n.mode
        and a.attempt_id between n.first and n.last
      cross join (values ('rail_fee'), ('rail_return_fee')) as r (reason)
    )
    select 'a fee of a rail is not booked as one' as what,
      concat_ws(' ', b.business_id, b.mode, b.cause_id, b.reason) as where,
      concat_ws(' ', b.kind, b.debit_account, b.credit_account) as found,
      concat_ws(' ', 'post rail_fees', coalesce(c.clearing, 'nothing')) as expected
    from booked b
    left join cause c on c.mode = b.mode and c.cause_id = b.cause_id and c.reason = b.reason
    where b.business_id <> ${HOUSE} or b.kind <> 'post' or b.debit_account <> 'rail_fees'
      or b.credit_account is distinct from c.clearing
    limit ${ROWS_MAX}
  `
  return [...rows]
}
