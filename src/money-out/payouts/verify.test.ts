import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { FAILING_ACCOUNT, LATE_ACCOUNT, payOut, REVERSING_ACCOUNT } from '../../../test/payouts.ts'
import {
  asOwner,
  closeContext,
  givenBusiness,
  openContext,
  type TestContext,
} from '../../../test/support.ts'
import { concludePayouts, enquireAboutTransfer } from './conclude.ts'
import { verifyPayouts } from './verify.ts'

// The verification of payouts against the ledger finds every difference.

let context: TestContext
before(async () => {
  context = await openContext()
})
after(() => closeContext(context))

const SPOILS: [what: string, sql: string][] = [
  [
    'a payout that says it is over',
    "update payout set state = 'success', next_at = null, \
    completed_at = created_at, session_id = 'x', asked_at = created_at where state = 'pending'",
  ],
  [
    'a payout that failed and was sent',
    "update payout set state = 'failed', failure = 'x', \
    session_id = null, next_at = null where state = 'success'",
  ],
  [
    'a payout that was sent and failed',
    "update payout set state = 'success', failure = null, \
    session_id = 'x' where state = 'failed'",
  ],
  [
    'a payout that came back and is not back in the ledger',
    "update payout set state = 'reversed', failure = 'x', next_at = null, \
    reversed_at = completed_at where state = 'success'",
  ],
  [
    'a payout whose money came back and that did not',
    "update payout set state = 'success', failure = null, \
    reversed_at = null where state = 'reversed'",
  ],
  ['another amount', "update payout set amount = amount + 1 where state = 'success'"],
  ['money of a subaccount', "update payout set subaccount_id = payout_id where state = 'success'"],
  ['a payout that is not there', "delete from payout where state = 'pending'"],
  [
    'an entry that is not there',
    "alter table ledger_entry disable trigger user; \
    delete from ledger_entry where kind = 'post_hold'; \
    alter table ledger_entry enable trigger user",
  ],
  ['an entry of no payout', "update payout set payout_id = business_id where state = 'success'"],
]

test('payouts in each state have no findings', async () => {
  const business = await givenBusiness(context)
  await payOut(context, business)
  await payOut(context, business, { accountNumber: FAILING_ACCOUNT })
  await payOut(context, business, { accountNumber: LATE_ACCOUNT })
  const { payoutId, rail } = await payOut(context, business, { accountNumber: REVERSING_ACCOUNT })
  for (let looks = 0; looks < 2; looks++) {
    await enquireAboutTransfer(context, 'test', rail, payoutId)
    await concludePayouts(context)
  }

  assert.deepEqual(await verifyPayouts(context.sql), [])
})

for (const [what, spoil] of SPOILS) {
  test(`it finds ${what}`, async () => {
    await asOwner(context, async (owner) => {
      const undone = new Error('undone')
      const run = owner.begin(async (sql) => {
        await sql.unsafe(spoil)
        const wrong = await verifyPayouts(sql)
        assert(wrong.length > 0)
        for (const { what } of wrong) assert.match(what, /not what its state says/)
        throw undone
      })
      await assert.rejects(run, undone)
    })
  })
}
