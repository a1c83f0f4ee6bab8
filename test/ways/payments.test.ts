import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings } from '../../src/accounts/businesses/businesses.ts'
import { settleNow } from '../../src/money-out/settlements/settlements.ts'
import { enquireDue } from '../../src/payments/checkout/checkout.ts'
import { assign, listWaiting } from '../../src/payments/deposits/suspend.ts'
import { sendReceipts } from '../../src/payments/receipts/receipts.ts'
import { abandonDue } from '../../src/payments/transactions/expire.ts'
import { HOUR, MINUTE } from '../../src/platform/clock.ts'
import { publicId } from '../../src/platform/ids.ts'
import { kobo } from '../../src/platform/money.ts'
import { startPublicly } from '../calls.ts'
import { begin, givenLink } from '../links.ts'
import { askForAccount, decide, notify, pay } from '../payments.ts'
import { useContext } from '../support.ts'
import { untilDone } from '../until-done.ts'
import {
  AMOUNT,
  asked,
  byCard,
  byTransfer,
  hintedAt,
  shared,
  ticking,
  toDedicated,
} from './acts.ts'
import { play, useWays, type Way } from './ways.ts'

// A payment, on each way to each state: its record, the same as Paystack's API tells it, every
// event, row and entry.

const context = useContext()
const ways = useWays(context, 'payments.txt')
const { api } = ways

const WAYS: Record<string, (way: Way) => Promise<unknown>> = {
  'asked for': (way) => asked(way),
  async 'asked for publicly'(way) {
    way.step('it is asked for')
    const { publicKey: key } = way.business.keys
    const fields = { key, amount: String(AMOUNT), reference: 'the-reference' }
    await startPublicly(api, { ...fields, email: 'Adaeze@Example.com' }, { from: '203.0.113.9' })
  },
  async waiting(way) {
    const { access_code } = await asked(way)
    way.step('an account is asked for')
    await askForAccount(api, access_code)
  },
  async 'waiting, after the bank was down'(way) {
    const { access_code } = await asked(way)
    way.step('the bank is down')
    await way.put('/sandbox/rails/bank', { outcome: 'down', times: 1 })
    await api.post(`/checkout/${access_code}/bank-transfer`)
    way.step('an account is asked for')
    await askForAccount(api, access_code)
  },
  async cancelled(way) {
    const { access_code } = await asked(way)
    way.step('the customer gives up')
    await api.post(`/checkout/${access_code}/cancel`)
  },
  async abandoned(way) {
    const { access_code } = await asked(way)
    way.step('an account is asked for')
    await askForAccount(api, access_code)
    context.advance(25 * HOUR)
    way.step('the job closes it')
    await untilDone(context, abandonDue)
  },
  async declined(way) {
    const { access_code } = await asked(way)
    for (const time of ['first', 'second', 'third', 'fourth', 'fifth']) {
      way.step(`the ${time} try`)
      await pay(api, access_code, 'no_funds')
    }
  },
  card: (way) => byCard(ways, way, 'success'),
  'card: fee, shared': async (way) => byCard(ways, way, 'fee', { split_code: await shared(way) }),
  async 'card: page'(way) {
    const { body } = await byCard(ways, way, 'page')
    way.step('the customer approves')
    const { comeBack } = await decide(api, body.data.next.url, 'approve')
    way.step('the customer comes back')
    await comeBack()
  },
  async 'card: enquiry'(way) {
    await byCard(ways, way, 'late_success')
    context.advance(2 * MINUTE)
    way.step('the job enquires')
    await untilDone(context, enquireDue)
  },
  transfer: async (way) => notify(api, context, await byTransfer(ways, way)),
  async 'transfer: wrong, then right'(way) {
    const credit = await byTransfer(ways, way, { amount: AMOUNT - 1 })
    await notify(api, context, { ...credit, sessionId: `first-${credit.sessionId}` })
    way.step('the bank tells of another')
    const occurredAt = way.earlier('the bank books another', 5_000)
    await notify(api, context, { ...credit, amount: kobo(AMOUNT), occurredAt })
  },
  'transfer: fee': async (way) => notify(api, context, await byTransfer(ways, way), { fee: 1_357 }),
  'transfer: hint': async (way) => hintedAt(ways, await byTransfer(ways, way)),
  async 'transfer: too much'(way) {
    await changeSettings(context, way.business, { acceptOverpayment: true })
    await notify(api, context, await byTransfer(ways, way, { amount: AMOUNT + 4_321 }))
  },
  async 'transfer: shared, later'(way) {
    await changeSettings(context, way.business, { settlement: 'T+1' })
    const split_code = await shared(way)
    await notify(api, context, await byTransfer(ways, way, { split_code }))
    way.step('it is settled')
    await settleNow(ticking(context), way.business)
  },
  'link: business bears': (way) => byLink(way, 'business'),
  'link: customer bears': (way) => byLink(way, 'customer'),
  dedicated: async (way) => notify(api, context, await toDedicated(ways, way), { fee: 1_357 }),
  'dedicated: hint': async (way) => hintedAt(ways, await toDedicated(ways, way)),
  async assigned(way) {
    const credit = await toDedicated(ways, way)
    await notify(api, context, { ...credit, accountNumber: '0000000042' }, { fee: 1_357 })
    const [waiting] = await listWaiting(context, 'test')
    way.step('an operator assigns it')
    await assign(context, 'test', {
      suspendedCredit: publicId('suspended_credit', waiting!.suspendedCreditId),
      accountNumber: credit.accountNumber,
      by: 'operator@cowrie.example',
    })
  },
  async 'receipt sent'(way) {
    await byCard(ways, way, 'success')
    way.step('the job sends receipts')
    await untilDone(context, sendReceipts)
  },
}

async function byLink(way: Way, fee_bearer: string): Promise<void> {
  const split_code = await shared(way)
  const { slug } = await givenLink(api, way.business, {
    amount: AMOUNT,
    fee_bearer,
    slug: `by-${way.business.businessId}`,
    callback_url: 'https://shop.example/thanks',
    channels: ['card'],
    metadata: { course: 3 },
    fields: [{ label: 'Your size', required: true }],
    split_code,
  })
  way.step('the form is sent')
  const typed = { email: 'adaeze@example.com', name: 'Adaeze Okafor', field_0: 'XL' }
  const accessCode = await begin(api, slug, typed)
  way.step('the card is charged')
  await pay(api, accessCode, 'success')
  const [{ ip_address }] = await way.get('/transactions')
  way.call(ip_address, 'the address of the customer')
}

for (const [name, go] of Object.entries(WAYS)) {
  test(`every field of a payment is as in the table, ${name}`, () =>
    play(ways, name, async (way) => {
      await go(way)
      const [record, ...others] = await way.get('/transactions')
      const [theirs] = await way.paystack('/transaction')
      assert.deepEqual(others, [])
      assert.deepEqual(await way.get(`/transactions/${record.id}`), record)
      assert.deepEqual(await way.get(`/transactions/verify/${record.reference}`), record)
      assert.deepEqual(await way.paystack(`/transaction/${theirs.id}`), theirs)
      const verified = await way.paystack(`/transaction/verify/${record.reference}`)
      const { helpdesk_link: _, ...same } = theirs
      assert.deepEqual(verified, { ...same, plan: null })
      return {
        record,
        theirs,
        exported: await way.csv('/transactions/export'),
        timeline: await way.timeline(record.id),
        events: await way.events({ record, theirs }),
        rows: await way.rows(),
        entries: await way.entries(),
      }
    }))
}
