import assert from 'node:assert/strict'
import type { Database } from '../../platform/db.ts'
import { isUuid } from '../../platform/ids.ts'
import * as rows from './archive.sql.ts'
import { textOfSums } from './manifest.ts'
import { readMonth } from './month.ts'
import { type Answer, monthsOf, queryArchive, type Span } from './query.ts'
import type { Store } from './store.ts'
import { type AccountSums, addSums } from './sums.ts'

// Ready-made queries of the archive.

type Needs = { sql: Database; store: Store }

const ACCOUNTS = `
  select business_id, mode, name as account,
    coalesce(sum(held) filter (where is_debit), 0) as debits_pending,
    coalesce(sum(posted) filter (where is_debit), 0) as debits_posted,
    coalesce(sum(held) filter (where not is_debit), 0) as credits_pending,
    coalesce(sum(posted) filter (where not is_debit), 0) as credits_posted
  from (
    select business_id, mode, unnest([debit_account, credit_account]) as name,
      unnest([true, false]) as is_debit,
      case when kind in ('post', 'post_hold') then amount else 0 end as posted,
      case kind when 'hold' then amount when 'post' then 0 else -amount end as held
    from ledger_entry
  )
  group by all
  order by business_id, mode, name
`

/** What the entries of the archive moved on each account, and whether the ledger says the same. */
export async function reportAccounts(
  needs: Needs,
  span: Span,
): Promise<Answer & { isEqual: boolean }> {
  const answer = await queryArchive(needs, span, ACCOUNTS)
  const archived = answer.rows.map(([businessId, mode, name, ...sums]): AccountSums => {
    const [debitsPending, debitsPosted, creditsPending, creditsPosted] = sums.map((sum) =>
      BigInt(String(sum)),
    )
    return {
      businessId: String(businessId),
      mode: String(mode),
      name: String(name),
      debitsPending: debitsPending!,
      debitsPosted: debitsPosted!,
      creditsPending: creditsPending!,
      creditsPosted: creditsPosted!,
    }
  })
  const ledger = addSums(await sumsInLedger(needs.sql, span))
  return { ...answer, isEqual: textOfSums(archived) === textOfSums(ledger) }
}

async function sumsInLedger(sql: Database, span: Span): Promise<AccountSums[]> {
  const all: AccountSums[] = []
  for (const { month } of await monthsOf(sql, span)) {
    all.push(...(await rows.sumEntries(sql, readMonth(month.slice(0, 7))!)))
  }
  return all
}

/** The payments of a customer, with what came and went for them. */
export async function reportCustomer(needs: Needs, span: Span, customerId: string) {
  assert(isUuid(customerId), 'the id is part of the statement')
  return queryArchive(
    needs,
    span,
    `
    with own as (select * from transaction where customer_id = '${customerId}')
    select created_at as moment, 'payment' as what, reference, status, amount, channel as detail
    from own
    union all
    select d.occurred_at, 'transfer', o.reference, d.state, d.amount, d.session_id
    from deposit d join own o on o.id = d.transaction_id
    union all
    select r.created_at, 'refund', o.reference, r.status, r.amount, null
    from refund r join own o on o.id = r.transaction_id
    union all
    select d.created_at, 'dispute', o.reference, d.status, d.amount, d.category
    from dispute d join own o on o.id = d.transaction_id
    order by moment, what
  `,
  )
}
