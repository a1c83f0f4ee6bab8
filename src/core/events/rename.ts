import type { Transaction } from '../../platform/db.ts'

// Gives subscriptions the names of renamed events: 'names of events' among the backfills.

const BATCH_ROWS = 200

export async function renameSubscriptions(own: Transaction, _place: string | null) {
  const renamed = await own<{ route: string }[]>`
    update webhook_endpoint w
    set events = array(
      select distinct coalesce(to_name, name)
      from unnest(w.events) as name
      left join (values
        ('card_testing.stopped', 'card_testing.detected'),
        ('subaccount.account_change', 'subaccount.account_change.requested'),
        ('subaccount.account_change', 'subaccount.account_change.effective'),
        ('subaccount.account_change', 'subaccount.account_change.cancelled')
      ) as rename (from_name, to_name) on from_name = name
    )
    where (business_id, mode, route) in (
      select business_id, mode, route from webhook_endpoint
      where events && '{card_testing.stopped,subaccount.account_change}'
      order by business_id, mode, route
      limit ${BATCH_ROWS}
      for update
    )
    returning route
  `
  return renamed.length === 0 ? null : { place: 'all', handled: renamed.length }
}
