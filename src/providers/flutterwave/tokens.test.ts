import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flutterwaveWorld } from '../../../test/providers/flutterwave/world.ts'
import type { Fault } from '../../../test/providers/flutterwave.ts'
import { kobo } from '../../platform/money.ts'

// What Flutterwave answers to the charge of a kept card, and what it means.

const AMOUNT = kobo(500_050n)
const ASKED = {
  amount: AMOUNT,
  email: 'ada@example.com',
  returnUrl: 'https://pay.example/checkout/abc/card/return',
}

/** With the token of a card that has paid. */
async function given() {
  const world = await flutterwaveWorld()
  const { rail, customer } = world
  await rail.openPage({ key: 'k', ...ASKED })
  customer.pays('k')
  const outcome = await rail.enquire({ key: 'k', amount: AMOUNT })
  assert(outcome.kind === 'approved' && outcome.token)
  return { world, first: outcome, token: outcome.token.secret }
}

/** The usual answer, with other values in its data. */
const changed = (changes: object): Fault => ({
  answer(usual) {
    const content = JSON.parse(usual) as { data: object }
    return { body: JSON.stringify({ ...content, data: { ...content.data, ...changes } }) }
  },
})
const refused = (message: string): Fault => ({
  answer: () => ({ status: 400, body: JSON.stringify({ status: 'error', message, data: null }) }),
})
const redirect = (to: string) =>
  changed({ status: 'pending', meta: { authorization: { mode: 'redirect', redirect: to } } })

const ROWS: [what: string, fault: Fault, kind: string][] = [
  ['paid', changed({}), 'approved'],
  ['paid, of another reference', changed({ tx_ref: 'other' }), 'unknown'],
  ['paid, one kobo less', changed({ amount: 5_000.49 }), 'unknown'],
  ['no funds', changed({ status: 'failed', processor_response: 'Insufficient Funds' }), 'declined'],
  ['at the bank', changed({ status: 'pending' }), 'pending'],
  ['another status', changed({ status: 'queued' }), 'unknown'],
  ['to be checked', redirect('https://checkout.flutterwave.com/3ds/1'), 'redirect_required'],
  ['to be checked elsewhere', redirect('https://evil.example/3ds'), 'pending'],
  ['another token or email', refused('Wrong token or email passed'), 'declined'],
  ['a token that has ended', refused('invalid token supplied'), 'declined'],
  ['sent before', refused('Duplicate transaction reference'), 'unknown'],
  ['refused in other words', refused('Card declined'), 'unknown'],
  ['not let in', 'unauthorized', 'unavailable'],
  ['too many requests', 'rate_limited', 'unavailable'],
  ['broken', '503', 'unknown'],
  ['broken, and done', '503_after', 'unknown'],
  ['lost', 'before', 'unknown'],
]

for (const [what, fault, kind] of ROWS) {
  test(`a kept card is charged once; ${what}: ${kind}`, async () => {
    const { world, token } = await given()
    world.standIn.controls.fail(fault, 'charge_token')

    const outcome = await world.rail.chargeToken!({ key: 'again', token, ...ASKED })

    assert.equal(outcome.kind, kind)
    assert.equal(world.standIn.controls.calls()['charge_token'], 1)
    await world.close()
  })
}

test('a charge goes to Flutterwave with our key, in naira, and back to our page', async () => {
  const { world, token, first } = await given()

  const outcome = await world.rail.chargeToken!({ key: 'again', token, ...ASKED })

  const made = world.standIn.books.find('again')!
  assert.deepEqual([made.amount, made.email, made.token], [AMOUNT, 'ada@example.com', token])
  assert.equal(made.redirectUrl, ASKED.returnUrl)
  assert(outcome.kind === 'approved')
  assert.deepEqual(outcome.token, first.token, 'the same card has the same signature')
  await world.close()
})

test('a bank that asks for the customer is asked about until it answers, and a no is final', async () => {
  for (const [status, kind] of [
    ['successful', 'approved'],
    ['failed', 'declined'],
  ] as const) {
    const { world, token } = await given()
    world.standIn.books.fates.push('redirect')
    const asked = await world.rail.chargeToken!({ key: 'again', token, ...ASKED })
    assert(asked.kind === 'redirect_required')
    const { handle = '' } = asked
    const enquire = () => world.rail.enquire({ key: 'again', amount: AMOUNT, handle })
    assert.deepEqual(await enquire(), { kind: 'pending' })

    world.standIn.books.decide(world.standIn.books.find('again')!, status, 'Answered')

    assert.equal((await enquire()).kind, kind)
    await world.close()
  }
})
