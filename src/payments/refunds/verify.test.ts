import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { useApi } from '../../../test/api.ts'
import { givenPaid, refunded, refundIn, refundsOf, watched } from '../../../test/refunds.ts'
import { asOwner, givenBusiness, useContext } from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import type { Sql } from '../../platform/db.ts'
import { kobo } from '../../platform/money.ts'
import { verifyRefunds } from './verify.ts'

// What the check of the books finds when someone changed rows by hand, and what the database
// refuses to write.

const CHECK_VIOLATION = '23514'

const context = useContext()
const api = useApi(context)

/** One payment is fully refunded. The other has processed, failed and pending refunds. */
let ids: { reversed: string; partly: string; processed: string; failed: string; pending: string }
before(async () => {
  await context.opened
  const business = await givenBusiness(context)
  const reversed = await givenPaid(api, business)
  await refunded(api, business, reversed)
  await changeSettings(context, business, { settlement: 'T+1' })
  const partly = await givenPaid(api, business, 'bank_transfer')
  await setWallet(context, business, kobo(1_000))
  const says = async (kind: 'refused' | 'unknown', amount: number) =>
    refundIn(
      watched(context, async () =>
        kind === 'refused' ? { kind, reason: 'account_closed' } : { kind },
      ),
      business,
      partly,
      amount,
    )
  const { refundId: failed } = await says('refused', 3_000)
  await refunded(api, business, partly, 2_000)
  const { refundId: pending } = await says('unknown', 4_000)
  const processed = (await refundsOf(context, business)).at(-2)!.refundId
  ids = { reversed: reversed.id, partly: partly.id, processed, failed, pending }
})

const tampered: [name: string, change: () => string, found: RegExp][] = [
  [
    'a refund that was not counted',
    () => `update transaction set refunded = refunded - 1 where id = '${ids.partly}'`,
    /payment does not stand/,
  ],
  [
    'a failed refund that is still counted',
    () => `update transaction set refunded = refunded + 3000 where id = '${ids.partly}'`,
    /payment does not stand/,
  ],
  [
    'a payment that is reversed too early',
    () =>
      `update transaction set status = 'reversed', refunded = amount where id = '${ids.partly}'`,
    /payment does not stand/,
  ],
  [
    'a payment that went back whole and is not reversed',
    () => `update transaction set status = 'success' where id = '${ids.reversed}'`,
    /payment does not stand/,
  ],
  [
    'a refund of another amount than was booked',
    () => `update refund set amount = amount + 1 where refund_id = '${ids.processed}'`,
    /booked for a refund/,
  ],
  [
    'a refund that was taken from elsewhere',
    () => `update refund set from_pending = 0 where refund_id = '${ids.processed}'`,
    /booked for a refund/,
  ],
  [
    'a refund that went another way',
    () => `update refund set channel = 'card' where refund_id = '${ids.processed}'`,
    /booked for a refund/,
  ],
  [
    'a refund that says that it is processed while its money is held',
    () =>
      `update refund set status = 'processed', session_id = 'S', processed_at = now(),
        next_ask_at = null where refund_id = '${ids.pending}'`,
    /booked for a refund/,
  ],
  [
    'a refund that says that it is processed when it was given back',
    () =>
      `update refund set status = 'processed', session_id = 'S', processed_at = now(),
        failure = null where refund_id = '${ids.failed}'`,
    /booked for a refund/,
  ],
  [
    'a refund that is gone',
    () => `delete from refund where refund_id = '${ids.failed}'`,
    /booked for a refund/,
  ],
]
for (const [name, change, what] of tampered) {
  test(`${name} is found`, async () => {
    await undone(async (sql) => {
      assert.deepEqual(await verifyRefunds(sql), [])
      const { count } = await sql.unsafe(change())
      assert.equal(count, 1)
      const found = await verifyRefunds(sql)
      assert(
        found.some((row) => what.test(row.what)),
        JSON.stringify(found),
      )
    })
  })
}

const impossible: [name: string, change: () => string][] = [
  [
    'more refunded than was paid',
    () => `update transaction set refunded = amount + 1 where id = '${ids.partly}'`,
  ],
  [
    'less refunded than nothing',
    () => `update transaction set refunded = -1 where id = '${ids.partly}'`,
  ],
  [
    'a reversed payment of which something is left',
    () => `update transaction set status = 'reversed' where id = '${ids.partly}'`,
  ],
  [
    'something refunded of what was never paid',
    () => `update transaction set status = 'pending', paid_at = null where id = '${ids.partly}'`,
  ],
  ['a refund of nothing', () => 'update refund set amount = 0, from_pending = 0'],
  ['more of what is pending than of all', () => 'update refund set from_pending = amount + 1'],
  [
    'a pending refund that nobody asks about',
    () => `update refund set next_ask_at = null where refund_id = '${ids.pending}'`,
  ],
  [
    'a processed refund without the rail’s session',
    () => `update refund set session_id = null where refund_id = '${ids.processed}'`,
  ],
  [
    'a failed refund without a word why',
    () => `update refund set failure = null where refund_id = '${ids.failed}'`,
  ],
  ['a status that is none', () => "update refund set status = 'done'"],
]
for (const [name, change] of impossible) {
  test(`the database refuses ${name}`, async () => {
    await asOwner(context, (sql) => assert.rejects(sql.unsafe(change()), { code: CHECK_VIOLATION }))
  })
}

/** As the owner, in a database transaction that is rolled back. */
async function undone(run: (sql: Sql) => Promise<void>): Promise<void> {
  const enough = new Error('enough')
  await asOwner(context, (owner) =>
    assert.rejects(
      owner.begin(async (sql) => {
        await run(sql)
        throw enough
      }),
      enough,
    ),
  )
}
