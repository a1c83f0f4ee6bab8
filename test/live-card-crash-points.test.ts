import assert from 'node:assert/strict'
import { forgetCards } from '../src/payments/authorizations/forget.ts'
import { enquireDue } from '../src/payments/checkout/checkout.ts'
import { MINUTE } from '../src/platform/clock.ts'
import { newId } from '../src/platform/ids.ts'
import { naira } from '../src/platform/money.ts'
import { type Api, givenPayment } from './api.ts'
import {
  AMOUNT,
  AT,
  assertPaid,
  givenShop,
  ONCE,
  openPage,
  paidByCard,
  paidByTransfer,
  refundsOf,
  tellAll,
  timeGoesBy,
  untilTaken,
  useLiveSweep,
} from './live-sweep.ts'
import { askForAccount, eventsOf, givenDedicated, verifyPayment } from './payments.ts'
import { codeOf } from './providers/paystack/tokens.ts'
import { CODE } from './providers/safehaven/identities.ts'
import { askRefund } from './refunds.ts'
import type { GivenBusiness } from './support.ts'
import { untilDone } from './until-done.ts'
import { begin, guess, refusalOf, verificationsOf } from './verifications.ts'

// Permanent accounts, cards on a provider's page and identities in live mode; live-sweep.ts says
// how they are stopped.

const { live, process, broken, sweep } = useLiveSweep()
const { context, api } = live

sweep({
  name: 'monnify: a permanent account, and a deposit to it',
  at: AT,
  passes: ['bank rail: issueAccount', 'request: POST /api/v2/bank-transfer/reserved-accounts'],
  given: async () => ({
    ...(await givenShop(live, 'monnify')),
    email: `own-${++live.serial}@example.com`,
  }),
  run: ({ business, email }) => givenDedicated(broken, business, { email }),
  again: async () => {},
  check: async ({ business, email, sender }) => {
    const first = await givenDedicated(api, business, { email })
    const second = await givenDedicated(api, business, { email })
    assert.equal(second.account_number, first.account_number)
    const { reserved } = live.standIns.monnify.books
    const keys = [...reserved.values()].filter(({ accounts }) =>
      accounts.some(({ accountNumber }) => accountNumber === first.account_number),
    )
    assert.equal(keys.length, 1)
    live.standIns.pay(first.account_number, 250_000, sender)
    await tellAll(live)
    const types = (await eventsOf(context, business)).map(({ type }) => type)
    assert.equal(types.filter((type) => type === 'transfer.received').length, 1)
  },
})

sweep({
  name: "paystack: opening the provider's page",
  at: AT,
  passes: ['card rail: openPage', 'request: POST /transaction/initialize'],
  given: async () => {
    const shop = await givenShop(live, 'monnify')
    return { ...shop, payment: await givenPayment(api, shop.business, { amount: AMOUNT }) }
  },
  run: ({ payment }) => openPage(broken, payment.access_code),
  again: async ({ payment }) => {
    context.advance(1 * MINUTE)
    await untilDone(context, enquireDue)
    context.advance(3 * MINUTE)
    await untilDone(context, enquireDue)
    await untilTaken(live, () => openPage(api, payment.access_code))
    live.standIns.paystack.controls.pay(live.standIns.paystack.books.charges.at(-1)!.reference)
    await api.get(`/checkout/${payment.access_code}/card/return`)
  },
  check: (given) => assertPaid(live, given, given.payment.reference),
})

sweep({
  name: "paystack: coming back from the provider's page",
  at: AT,
  passes: ['card rail: enquire', 'request: GET /transaction/verify/'],
  given: async () => {
    const shop = await givenShop(live, 'monnify')
    const payment = await givenPayment(api, shop.business, { amount: AMOUNT })
    await openPage(api, payment.access_code)
    live.standIns.paystack.controls.pay(live.standIns.paystack.books.charges.at(-1)!.reference)
    return { ...shop, payment }
  },
  run: ({ payment }) => broken.get(`/checkout/${payment.access_code}/card/return`),
  again: () => timeGoesBy(live),
  check: (given) => assertPaid(live, given, given.payment.reference),
})

for (const { provider, request, at_least } of [
  { provider: 'paystack', request: 'POST /transaction/charge_authorization', at_least: undefined },
  { provider: 'paystack', request: 'POST /transaction/partial_debit', at_least: 100_000 },
  { provider: 'flutterwave', request: 'POST /v3/tokenized-charges', at_least: undefined },
] as const) {
  const isPart = at_least !== undefined
  sweep({
    name: `${provider}: charging a kept card${isPart ? ', in part' : ''}`,
    at: /./,
    passes: ['card rail: chargeToken', `request: ${request}`],
    given: async () => {
      const shop = await givenShop(live, provider === 'flutterwave' ? provider : 'monnify')
      const email = 'ada@example.com'
      const payment = await paidByCard(live, shop, { email, save_card: 'required' })
      const { authorization } = await verifyPayment(api, shop.business, payment.reference)
      const { authorization_code } = authorization
      assert.match(authorization_code, /^AUTH_/)
      const body = { authorization_code, email, amount: AMOUNT, ...(isPart && { at_least }) }
      const { tokens } = live.standIns.paystack.books
      tokens.fates.splice(0)
      if (isPart) tokens.fates.push(...Array.from({ length: 9 }, () => ({ has: naira(2_000) })))
      const before = live.standIns[provider].books.charges.length
      return { ...shop, before, body: { ...body, reference: 'again' } }
    },
    run: ({ business, body }) => chargeKept(broken, business, body),
    again: async ({ business, body }) => {
      await untilTaken(live, () => chargeKept(api, business, body))
      // One that never arrived is over after minutes, and the same request charges.
      for (let minutes = 0; minutes < 5; minutes++) {
        context.advance(1 * MINUTE)
        await untilDone(context, enquireDue)
      }
      await untilTaken(live, () => chargeKept(api, business, body))
      await timeGoesBy(live)
    },
    check: async (given) => {
      const { business, before } = given
      const made = live.standIns[provider].books.charges.slice(before)
      const charged = isPart ? 200_000 : AMOUNT
      assert.deepEqual(
        made.map(({ status, amount }) => [status, Number(amount)]),
        [[provider === 'paystack' ? 'success' : 'successful', charged]],
      )
      const { status, amount } = await verifyPayment(api, business, 'again')
      assert.deepEqual([status, amount], ['success', charged])
      const types = (await eventsOf(context, business)).map(({ type }) => type)
      assert.equal(types.filter((type) => type === 'transaction.success').length, 2)
    },
  })
}

sweep({
  name: 'paystack: removing a kept card',
  at: /./,
  passes: ['card rail: forgetToken', 'request: POST /customer/authorization/deactivate'],
  given: async () => {
    const shop = await givenShop(live, 'monnify')
    const email = 'ada@example.com'
    const payment = await paidByCard(live, shop, { email, save_card: 'required' })
    const { authorization } = await verifyPayment(api, shop.business, payment.reference)
    const path = `/api/v1/customers/${email}/authorizations/${authorization.authorization_code}`
    return { ...shop, path, code: codeOf(live.standIns.paystack.books.charges.at(-1)!) }
  },
  run: ({ business, path }) => broken.delete(path, { key: business.keys.secretKey }),
  again: async ({ business, path }) => {
    const { status } = await api.delete(path, { key: business.keys.secretKey })
    assert([200, 404].includes(status))
    context.advance(5 * MINUTE)
    await untilDone(context, forgetCards)
  },
  check: async ({ business, code }) => {
    assert.equal(live.standIns.paystack.books.tokens.isKnown(code), false)
    const rows = await context.sql<{ state: string; token: string | null }[]>`
      select state, token from payer_authorization where business_id = ${business.businessId}
    `
    assert.deepEqual([...rows], [{ state: 'deactivated', token: null }])
    const types = (await eventsOf(context, business)).map(({ type }) => type)
    assert.equal(types.filter((type) => type === 'authorization.deactivated').length, 1)
  },
})

sweep({
  name: 'paystack: a refund to a card',
  at: AT,
  passes: ['card rail: refund', 'request: POST /refund', 'request: GET /refund'],
  given: async () => {
    const shop = await givenShop(live, 'monnify')
    return { ...shop, payment: await paidByCard(live, shop) }
  },
  run: ({ business, payment }) =>
    askRefund(broken, business, { transaction: payment.reference, amount: 200_000 }, ONCE),
  again: async ({ business, payment }) => {
    const body = { transaction: payment.reference, amount: 200_000 }
    await untilTaken(live, () => askRefund(api, business, body, ONCE))
    await timeGoesBy(live)
  },
  check: async ({ business }) => {
    assert.deepEqual(await refundsOf(live, business), [['processed', 200_000]])
    const { charges, refunds } = live.standIns.paystack.books
    const made = refunds.filter(({ charge }) => charge === charges.at(-1))
    assert.deepEqual(
      made.map(({ amount }) => amount),
      [200_000n],
    )
  },
})

sweep({
  name: 'paystack: giving a second payment back',
  at: AT,
  passes: ['card rail: reverse', 'request: POST /refund'],
  given: async () => {
    const shop = await givenShop(live, 'monnify')
    const payment = await givenPayment(api, shop.business, { amount: AMOUNT })
    await openPage(api, payment.access_code)
    const accountNumber = await askForAccount(api, payment.access_code)
    live.standIns.pay(accountNumber, AMOUNT, shop.sender)
    await tellAll(live)
    live.standIns.paystack.controls.pay(live.standIns.paystack.books.charges.at(-1)!.reference)
    await api.get(`/checkout/${payment.access_code}/card/return`)
    return { ...shop, payment }
  },
  run: () => enquireDue(process.context),
  again: () => timeGoesBy(live),
  check: async ({ business }) => {
    const attempts = await context.sql<{ state: string }[]>`
      select state from card_attempt where business_id = ${business.businessId}
    `
    assert.deepEqual([...attempts], [{ state: 'returned' }])
    const { charges, refunds } = live.standIns.paystack.books
    const made = refunds.filter(({ charge }) => charge === charges.at(-1))
    assert.deepEqual(
      made.map(({ amount }) => amount),
      [BigInt(AMOUNT)],
    )
  },
})

type Kept = { authorization_code: string; email: string; amount: number; reference: string }

function chargeKept(through: Api, { keys }: GivenBusiness, body: Kept) {
  const path = '/api/v1/transactions/charge-authorization'
  return through.post(path, { key: keys.secretKey, body })
}

/** Deposits, so that there is something to pay the fee with. */
async function givenVerifying() {
  const shop = await givenShop(live, 'monnify')
  await paidByTransfer(live, shop)
  const number = `2${String(++live.serial).padStart(10, '0')}`
  return { ...shop, number, effectId: newId(context.now()) as string }
}

function codesFor(number: string): number {
  return (
    live.standIns.safehaven.books.movements.filter(({ narration }) => narration === 'IDENTITY')
      .length - codesBefore.get(number)!
  )
}
const codesBefore = new Map<string, number>()

sweep({
  name: 'safehaven: the code of a verification',
  at: AT,
  passes: ['identity rail: sendCode', 'request: POST /identity/v2'],
  given: async () => {
    const given = await givenVerifying()
    const { movements } = live.standIns.safehaven.books
    const before = movements.filter(({ narration }) => narration === 'IDENTITY').length
    codesBefore.set(given.number, before)
    return given
  },
  run: ({ business, number, effectId }) => begin(process.context, business, { number, effectId }),
  again: async ({ business, number, effectId }) => {
    // Of what was lost nobody ever knows: it is refused each time, and given up after a day.
    await refusalOf(begin(context, business, { number, effectId })).catch(() => {})
    await timeGoesBy(live)
  },
  check: async ({ business, number }) => {
    // Where nothing had happened it was asked for anew.
    const states = (await verificationsOf(context, business)).map(({ state }) => state)
    assert(
      states.every((state) => state === 'FAILED' || state === 'EXPIRED'),
      `${states}`,
    )
    assert(states.filter((state) => state === 'EXPIRED').length <= 1, `${states}`)
    assert(codesFor(number) <= 1)
  },
})

sweep({
  name: 'safehaven: confirming a code',
  at: AT,
  passes: ['identity rail: submitCode', 'request: POST /identity/v2/validate'],
  given: async () => {
    const given = await givenVerifying()
    const { business, number, effectId } = given
    return { ...given, verificationId: await begin(context, business, { number, effectId }) }
  },
  run: ({ business, verificationId }) => guess(process.context, business, verificationId, CODE),
  again: async ({ business, verificationId }) => {
    context.advance(1 * MINUTE)
    await guess(context, business, verificationId, CODE)
  },
  check: async ({ business }) => {
    const all = await verificationsOf(context, business)
    assert.deepEqual(
      all.map(({ state }) => state),
      ['SUCCESS'],
    )
  },
})
