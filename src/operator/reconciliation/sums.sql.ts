import { HOUSE } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Kobo } from '../../platform/money.ts'
import type { Mode } from '../../providers/outcomes.ts'

/** Over all times and rails of a mode: the ledger's clearing accounts, and our movements. */
export async function sumLedger(sql: Sql, mode: Mode) {
  // The sandbox's card processor has no statements.
  const clearings = mode === 'live' ? ['bank_clearing', 'card_clearing'] : ['bank_clearing']
  const [row] = await sql<[{ clearing: Kobo; movements: Kobo }]>`
    select
      (
        select coalesce(sum(balance), 0)::bigint
        from (
          select business_id, credits_posted - debits_posted as balance
          from ledger_account
          where mode = ${mode} and name = any(${clearings})
        ) a
      ) - (
        -- What a rail has kept for itself is no movement of anybody's.
        select coalesce(sum(amount), 0)::bigint from ledger_entry
        where business_id = ${HOUSE} and mode = ${mode} and debit_account = 'rail_fees'
          and credit_account = any(${clearings})
      ) - (
        -- Nor is the stamp duty that it has deducted.
        select coalesce(sum(duty), 0)::bigint
        from (
          select business_id, duty from payout
          where mode = ${mode} and duty_by_provider and state in ('success', 'reversed')
          union all
          select business_id, duty from refund
          where mode = ${mode} and duty_by_provider and status = 'processed'
        ) deducted
      ) as clearing,
      (
        select coalesce(sum(case direction when 'debit' then amount else -amount end), 0)::bigint
        from rail_movement
        where mode = ${mode} and kind <> 'charge_fee'
      ) as movements
  `
  return row
}
