import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOwner, givenBusiness, useContext } from '../../../test/support.ts'
import { fillDue } from '../../start/jobs.ts'
import { changeWebhooks, findWebhooks } from './webhooks.ts'

// Subscriptions to events that were renamed.

const context = useContext()

test('a subscription to a renamed event becomes one to its new names, and others stay', async () => {
  const [renamed, other] = [await givenBusiness(context), await givenBusiness(context)]
  const before = ['transaction.success', 'card_testing.stopped', 'subaccount.account_change']
  await changeWebhooks(context, other, { urls: {}, events: ['*', 'payout.failed'] })
  await context.sql`
    update webhook_endpoint set events = ${before}
    where business_id = ${renamed.businessId} and mode = ${renamed.mode}
  `
  await asOwner(
    context,
    (sql) => sql`update backfill set done_at = null where name = 'names of events'`,
  )

  await fillDue(context)

  const { standard, dedicated_virtual_account: dedicated } = await findWebhooks(
    context.sql,
    renamed,
  )
  const expected = [
    'card_testing.detected',
    'subaccount.account_change.cancelled',
    'subaccount.account_change.effective',
    'subaccount.account_change.requested',
    'transaction.success',
  ]
  for (const { events } of [standard, dedicated]) assert.deepEqual(events.toSorted(), expected)
  const kept = await findWebhooks(context.sql, other)
  assert.deepEqual(kept.standard.events, ['*', 'payout.failed'])
})
