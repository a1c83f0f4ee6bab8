import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { concludePayouts } from '../../src/money-out/payouts/conclude.ts'
import { findPayoutNamed } from '../../src/money-out/payouts/payouts.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import {
  isNothingExecuted,
  Refusal,
  type RefusalCode,
  statusOf,
} from '../../src/platform/refusal.ts'
import { refusals } from '../../src/platform/refusals.ts'
import { breakable } from '../../test/faults.ts'
import { openPaystackApi } from '../../test/paystack-clients.ts'
import { givenBusiness, useContext } from '../../test/support.ts'
import { isDecided } from '../../web/dashboard/decided.ts'
import { refusedAs } from './refused.ts'

// Bulk transfers in which one item fails, at each call to the database or the bank.

const context = useContext()
const ACCOUNT = { type: 'nuban', bank_code: '058', account_number: '0000000018' }
const CODES = Object.keys(refusals) as RefusalCode[]
const EACH = 10_000
const MANY = 2

let broken: ReturnType<typeof breakable>
let open: Awaited<ReturnType<typeof openPaystackApi>>
before(async () => {
  await context.opened
  broken = breakable(context)
  open = await openPaystackApi(broken.context)
})
after(() => open.close())

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects from a response.
type Loose = any
type Item = { reference: string; status: string; failures: { reason: string } | null }

async function given() {
  const business = await givenBusiness(context)
  const post = async (path: string, body: object) => {
    const { secretKey } = business.keys
    const response = await open.app.inject({
      method: 'POST',
      url: `/paystack${path}`,
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
        'idempotency-key': path,
      },
      payload: JSON.stringify(body),
    })
    return { status: response.statusCode, body: response.json() as Loose }
  }
  const recipient = (await post('/transferrecipient', ACCOUNT)).body.data.recipient_code
  const transfers = Array.from({ length: MANY }, (_, i) => ({
    ...{ amount: EACH, recipient, reference: `many-${i}` },
  }))
  const sendMany = () => post('/transfer/bulk', { source: 'balance', transfers })
  return { business, sendMany }
}

async function pointsOf(): Promise<number> {
  const { sendMany } = await given()
  broken.arm(null)
  await sendMany()
  return broken.disarm().length
}

for (const why of ['outcome_unknown', 'a fault'] as const) {
  test(`a transfer of many that ends with ${why} is never told as failed, and the others are told`, async () => {
    const count = await pointsOf()
    assert(count > MANY * 5, `${count} points`)
    const told = new Set<string>()

    for (let point = 1; point <= count; point++) {
      const { business, sendMany } = await given()
      const does = async () => {
        throw why === 'a fault' ? new Error('broken') : new Refusal(why)
      }
      broken.arm({ point, when: 'after', does })
      const { status, body } = await sendMany()
      broken.disarm()

      const items = status === 200 ? (body.data as Item[]) : []
      const failed = items.filter((item) => item.status === 'failed')
      const statuses = items.map((item) => item.status)
      told.add(statuses.sort().join())
      // The name enquiry failed, before anything was written.
      for (const { reference, failures } of failed) {
        assert.equal(failures?.reason, 'rail_unavailable')
        assert.equal(await findPayoutNamed(context.sql, business, reference), null)
      }

      // By then the lease of the key has expired. Unknown items are found or done, once.
      context.advance(2 * MINUTE)
      await sendMany()
      context.advance(2 * MINUTE)
      await concludePayouts(context)
      for (let i = 0; i < MANY; i++) {
        if (failed.some(({ reference }) => reference === `many-${i}`)) continue
        const payout = await findPayoutNamed(context.sql, business, `many-${i}`)
        assert.equal(payout?.state, 'success', `${point}: ${JSON.stringify(items[i])}`)
      }
    }
    assert(told.has('pending,success'), [...told].join('; '))
  })
}

test('an unknown outcome is never returned as a final refusal, by the façade or the dashboard', () => {
  for (const code of CODES) {
    const refusal = new Refusal(code)
    const { status } = refusedAs(refusal)
    if (isNothingExecuted(refusal)) continue
    assert.equal(status, statusOf(refusal), code)
    assert.equal(isDecided({ status, code }), false, code)
  }
  assert.equal(isDecided({ status: 422, code: 'insufficient_balance' }), true)
  assert.equal(isDecided({ status: 0, code: 'unreachable' }), false)
  assert.equal(isDecided({ status: 502, code: 'unreadable' }), false)
  assert.equal(isNothingExecuted(new Error('a fault')), false)
})
