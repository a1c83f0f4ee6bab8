import type { Sql } from '../../platform/db.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import type { Mode } from '../../providers/outcomes.ts'
import { type Context, HOUSE } from '../context.ts'

import type { Entry } from './ledger.sql.ts'
import { AlreadyWritten, openAccounts, post } from './ledger.ts'
import type { WrongRow } from './verify.ts'

// A fee of a rail is a cost of the house: one entry of the house for each thing that the rail
// charged for, under the id of that thing. So is the stamp duty on a return: we send it, and the
// money is the payer's, so neither the payer nor the business bears it.
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
  /** Stamp duty on the return, which the house owes once the money is returned. */
  dutyOwed?: Kobo
}

/** No-op if the outcome reports no fee and owes no duty. */
export async function bookRailFee(
  context: Context,
  { dutyTaken = kobo(0), dutyOwed = kobo(0), ...of }: RailFee,
  { kind, fee = kobo(0) }: { kind: string; fee?: Kobo },
): Promise<void> {
  const { mode, causeId, reason, clearing: credit } = of
  const entry = { businessId: HOUSE, mode, causeId, debit: 'rail_fees' } as const
  await book(context, { ...entry, reason, credit, amount: kobo(fee - dutyTaken) })
  if (kind !== 'returned') return
  await book(context, {
    ...entry,
    reason: 'rail_return_duty',
    credit: 'stamp_duty',
    amount: dutyOwed,
  })
}

async function book({ sql, now }: Context, entry: Omit<Entry, 'occurredAt'>): Promise<void> {
  if (entry.amount <= 0n) return
  const at = now()
  await sql
    .begin(async (begun) => {
      await openAccounts(begun, at, entry)
      await post(begun, at, [{ ...entry, occurredAt: at }])
    })
    .catch((error: unknown) => {
      if (!(error instanceof AlreadyWritten)) throw error
    })
}

/** Each fee belongs to the house, and to something that a rail did. At most 100 rows. */
export async function verifyRailFees(sql: Sql): Promise<WrongRow[]> {
  const rows = await sql<WrongRow[]>`
    with cause as (
      select business_id, mode, payout_id as cause_id, 'rail_fee' as reason,
        'bank_clearing' as clearing
      from payout
      union all
      select r.business_id, r.mode, r.refund_id, 'rail_fee', refund_clearing(r)
      from refund r
      union all
      select d.business_id, d.mode, d.deposit_id, r.reason, r.clearing
      from deposit d
      cross join (
        values ('rail_fee', 'bank_clearing'), ('rail_return_fee', 'bank_clearing'),
          ('rail_return_duty', 'stamp_duty')
      ) as r (reason, clearing)
      union all
      select d.business_id, d.mode, d.dispute_id, r.reason, coalesce(r.clearing, d.clearing)
      from dispute d
      cross join (
        values ('rail_return_fee', null), ('rail_return_duty', 'stamp_duty')
      ) as r (reason, clearing)
      union all
      select business_id, mode, suspended_credit_id, 'rail_fee', 'bank_clearing'
      from suspended_credit
      union all
      select a.business_id, a.mode, a.attempt_id, r.reason, 'card_clearing'
      from card_attempt a
      cross join (values ('rail_fee'), ('rail_return_fee')) as r (reason)
    ), booked as (
      select * from ledger_entry
      where reason in ('rail_fee', 'rail_return_fee', 'rail_return_duty')
        or debit_account = 'rail_fees' or credit_account = 'rail_fees'
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
