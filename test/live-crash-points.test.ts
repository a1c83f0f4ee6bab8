import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { changeSettings } from '../src/businesses/businesses.ts'
import { enquireDue } from '../src/checkout/checkout.ts'
import { returnDue } from '../src/deposits/return.ts'
import { concludeDue } from '../src/identity/conclude.ts'
import { DAY, HOUR, MINUTE } from '../src/lib/clock.ts'
import { newId } from '../src/lib/ids.ts'
import { judgeDue, take } from '../src/notifications/notifications.ts'
import { concludePayouts } from '../src/payouts/conclude.ts'
import { sendDue } from '../src/refunds/send.ts'
import { type Api, givenPayment, useApi } from './api.ts'
import { useSweep } from './crash-points.ts'
import { type ProviderName, type StandIns, startStandIns } from './live-stand-ins.ts'
import { askForAccount, eventsOf, givenDedicated, verifyPayment } from './payments.ts'
import { askToPay } from './payouts.ts'
import { CODE } from './providers/safehaven/identities.ts'
import { askRefund } from './refunds.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from './support.ts'
import { untilDone } from './until-done.ts'
import { begin, guess, refusalOf, verificationsOf } from './verifications.ts'

// Live mode over stand-ins of three providers, stopped at each call of a rail and at each request to
// a provider: before it, after it, and with its answer lost. What a process that starts afterwards
// finds must come to one end, and at the provider nothing may have happened twice. crash-points.ts
// says how; what is between the calls is swept in test mode.

const AMOUNT = 500_000
const AT = /rail: |request: /
const TRIES_MAX = 8

const context = useContext()
const api = useApi(context)
let standIns: StandIns
/** Whose the accounts, payouts and returns of a flow are. */
let order: ProviderName[] = []
const { process, broken, sweep } = useSweep(context, (stopped) =>
  standIns === undefined ? [] : standIns.rails(stopped(standIns.send), order),
)
before(async () => {
  await context.opened
  standIns = await startStandIns(context)
})
after(() => standIns.close())

let serial = 0
type Live = { business: GivenBusiness; sender: string }

/** Of this provider; `sender` is nobody else's account. */
async function givenShop(first: ProviderName): Promise<Live> {
  // Monnify has a page for cards too.
  order = ['paystack', first, first === 'monnify' ? 'safehaven' : 'monnify']
  context.rails.live = standIns.rails(standIns.send, order)
  const made = await givenBusiness(context)
  const keys = await givenLive(context, made.businessId)
  const business: GivenBusiness = { ...made, mode: 'live', keys }
  await changeSettings(context, business, { settlement: 'instant' })
  const sender = String(1_000_000_000 + ++serial)
  return { business, sender }
}

/** What is due in some minutes, hours and days, as far as it asks a rail. */
async function timeGoesBy(): Promise<void> {
  for (const ms of [3 * MINUTE, 3 * HOUR, 1 * DAY, 3 * DAY]) {
    context.advance(ms)
    standIns.monnify.controls.tick()
    standIns.paystack.controls.tick()
    standIns.safehaven.controls.settle()
    const jobs = [judgeDue, returnDue, enquireDue, concludeDue, sendDue, concludePayouts]
    await untilDone(context, ...jobs)
  }
}

/** As a client that knows its trade: the same request again, while there is no answer. */
async function untilTaken(ask: () => Promise<{ status: number; text: string }>): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const { status, text } = await ask()
    if (status < 300) return
    assert(status === 409 || status >= 500, text)
    context.advance(1 * MINUTE)
  }
  assert.fail('there is an answer in the end')
}

async function tellAll(through = context): Promise<void> {
  for (const { rail, request } of standIns.news()) await take(through, rail, request)
}

async function paidByTransfer(shop: Live, amount = AMOUNT) {
  const payment = await givenPayment(api, shop.business, { amount: AMOUNT })
  const accountNumber = await askForAccount(api, payment.access_code)
  standIns.pay(accountNumber, amount, shop.sender)
  await tellAll()
  return payment
}

async function paidByCard({ business }: Live) {
  const payment = await givenPayment(api, business, { amount: AMOUNT })
  await openPage(api, payment.access_code)
  standIns.paystack.controls.pay(standIns.paystack.books.charges.at(-1)!.reference)
  await api.get(`/checkout/${payment.access_code}/card/return`)
  return payment
}

function openPage(through: Api, accessCode: string) {
  return through.post(`/checkout/${accessCode}/card/page`)
}

async function assertPaid({ business }: Live, reference: string, status = 'success') {
  const found = await verifyPayment(api, business, reference)
  assert.equal(found.status, status)
  const types = (await eventsOf(context, business)).map(({ type }) => type)
  assert.equal(types.filter((type) => type === 'transaction.success').length, 1)
}

/** What went back to this account, at whichever provider. */
function backAt(sender: string): number {
  const { monnify, safehaven } = standIns
  return Number(monnify.books.paidTo(sender) + safehaven.books.paidTo(sender))
}

for (const first of ['monnify', 'safehaven'] as const) {
  const isMonnify = first === 'monnify'
  const login = isMonnify ? 'request: POST /api/v1/auth/login' : 'request: POST /oauth2/token'

  sweep({
    name: `${first}: an account for one payment`,
    at: AT,
    passes: [
      'bank rail: issueOneOffAccount',
      login,
      ...(isMonnify
        ? [
            'request: POST /api/v1/merchant/transactions/init-transaction',
            'request: POST /api/v1/merchant/bank-transfer/init-payment',
          ]
        : ['request: POST /virtual-accounts']),
    ],
    given: async () => {
      const shop = await givenShop(first)
      return { ...shop, payment: await givenPayment(api, shop.business, { amount: AMOUNT }) }
    },
    run: ({ payment }) => broken.post(`/checkout/${payment.access_code}/bank-transfer`),
    again: ({ payment }) =>
      untilTaken(() => api.post(`/checkout/${payment.access_code}/bank-transfer`)),
    check: async (given) => {
      const { payment, business, sender } = given
      const { status } = await verifyPayment(api, business, payment.reference)
      // The jobs take longer than the account lives: the customer asks for it again.
      assert.notEqual(status, 'success')
      const rows = await context.sql<{ accountNumber: string }[]>`
        select account_number from virtual_account where business_id = ${business.businessId}
          and mode = 'live' and account_number is not null
      `
      assert.equal(rows.length, 1)
      standIns.pay(rows[0]!.accountNumber, AMOUNT, sender)
      await tellAll()
      const deposits = await context.sql`
        select from deposit where business_id = ${business.businessId} and mode = 'live'
      `
      assert.equal(deposits.length, 1)
    },
  })

  sweep({
    name: `${first}: the notification of a transfer that pays`,
    at: isMonnify ? /^/ : AT,
    passes: isMonnify
      ? ['insert into rail_notification']
      : ['bank rail: confirmCredit', 'request: POST /virtual-accounts/status'],
    given: async () => {
      const shop = await givenShop(first)
      const payment = await givenPayment(api, shop.business, { amount: AMOUNT })
      const accountNumber = await askForAccount(api, payment.access_code)
      standIns.pay(accountNumber, AMOUNT, shop.sender)
      return { ...shop, payment, told: standIns.news() }
    },
    run: async ({ told }) => {
      for (const { rail, request } of told) await take(process.context, rail, request)
    },
    again: async ({ told }) => {
      for (const { rail, request } of told) await take(context, rail, request)
      await timeGoesBy()
    },
    check: (given) => assertPaid(given, given.payment.reference),
  })

  sweep({
    name: `${first}: a payout`,
    at: AT,
    passes: [
      login,
      'bank rail: enquireBeneficiary',
      'bank rail: transfer',
      `request: POST ${isMonnify ? '/api/v2/disbursements/single' : '/transfers'}`,
    ],
    given: async () => {
      const shop = await givenShop(first)
      await paidByTransfer(shop)
      const payee = String(3_000_000_000 + ++serial)
      return { ...shop, payee, body: { reference: `OUT-${serial}`, account_number: payee } }
    },
    run: ({ business, body }) => askToPay(broken, business, body),
    again: async ({ business, body }) => {
      await untilTaken(() => askToPay(api, business, body))
      await timeGoesBy()
    },
    check: async ({ business, payee }) => {
      const { body } = await api.get('/api/v1/payouts', { key: business.keys.secretKey })
      assert.deepEqual(
        body.data.map(({ status, amount }: { status: string; amount: number }) => [status, amount]),
        [['success', 250_000]],
      )
      assert.equal(backAt(payee), 250_000)
    },
  })

  sweep({
    name: `${first}: asking about a payout whose answer was lost`,
    at: AT,
    passes: ['bank rail: enquireTransfer'],
    given: async () => {
      const shop = await givenShop(first)
      await paidByTransfer(shop)
      const payee = String(3_000_000_000 + ++serial)
      const call = isMonnify ? 'transfer' : 'POST /transfers'
      if (isMonnify) standIns.monnify.controls.fail('502_after', call)
      else standIns.safehaven.controls.fail({ call, how: 'text_502_after' })
      await askToPay(api, shop.business, { account_number: payee })
      context.advance(1 * MINUTE)
      return { ...shop, payee }
    },
    run: () => concludePayouts(process.context),
    again: timeGoesBy,
    check: async ({ business, payee }) => {
      const { body } = await api.get('/api/v1/payouts', { key: business.keys.secretKey })
      assert.equal(body.data[0].status, 'success')
      assert.equal(backAt(payee), 250_000)
    },
  })

  sweep({
    name: `${first}: the return of a wrong amount`,
    at: AT,
    passes: [login, 'bank rail: returnCredit'],
    given: async () => {
      const shop = await givenShop(first)
      // One with kobo is taken by an account for less, too.
      const amount = isMonnify ? AMOUNT - 100_000 : AMOUNT
      const payment = await givenPayment(api, shop.business, { amount: AMOUNT })
      const accountNumber = await askForAccount(api, payment.access_code)
      if (!isMonnify) context.advance(29 * MINUTE)
      if (!isMonnify) await api.post(`/checkout/${payment.access_code}/cancel`)
      standIns.pay(accountNumber, amount, shop.sender)
      await context.sql`
        update transaction set status = 'abandoned' where business_id = ${shop.business.businessId}
          and mode = 'live'
      `
      await tellAll()
      return { ...shop, amount }
    },
    run: () => returnDue(process.context),
    again: timeGoesBy,
    check: async ({ business, sender, amount }) => {
      const rows = await context.sql<{ state: string }[]>`
        select state from deposit where business_id = ${business.businessId} and mode = 'live'
      `
      assert.deepEqual([...rows], [{ state: 'returned' }])
      assert.equal(backAt(sender), amount)
    },
  })

  sweep({
    name: `${first}: a refund to a bank account`,
    at: AT,
    passes: [login, 'bank rail: returnCredit'],
    given: async () => {
      const shop = await givenShop(first)
      return { ...shop, payment: await paidByTransfer(shop) }
    },
    run: ({ business, payment }) =>
      askRefund(broken, business, { transaction: payment.reference, amount: 200_000 }, ONCE),
    again: async ({ business, payment }) => {
      const body = { transaction: payment.reference, amount: 200_000 }
      await untilTaken(() => askRefund(api, business, body, ONCE))
      await timeGoesBy()
    },
    check: async ({ business, sender }) => {
      assert.deepEqual(await refundsOf(business), [['processed', 200_000]])
      assert.equal(backAt(sender), 200_000)
    },
  })
}

const ONCE = { 'idempotency-key': 'refund 7' }

async function refundsOf({ keys }: GivenBusiness) {
  const { body } = await api.get('/api/v1/refunds', { key: keys.secretKey })
  return body.data.map(({ status, amount }: { status: string; amount: number }) => [status, amount])
}

sweep({
  name: 'monnify: a permanent account, and a deposit to it',
  at: AT,
  passes: ['bank rail: issueAccount', 'request: POST /api/v2/bank-transfer/reserved-accounts'],
  given: async () => ({ ...(await givenShop('monnify')), email: `own-${++serial}@example.com` }),
  run: ({ business, email }) => givenDedicated(broken, business, { email }),
  again: async () => {},
  check: async ({ business, email, sender }) => {
    const first = await givenDedicated(api, business, { email })
    const second = await givenDedicated(api, business, { email })
    assert.equal(second.account_number, first.account_number)
    const { reserved } = standIns.monnify.books
    const keys = [...reserved.values()].filter(({ accounts }) =>
      accounts.some(({ accountNumber }) => accountNumber === first.account_number),
    )
    assert.equal(keys.length, 1)
    standIns.pay(first.account_number, 250_000, sender)
    await tellAll()
    const types = (await eventsOf(context, business)).map(({ type }) => type)
    assert.equal(types.filter((type) => type === 'transfer.received').length, 1)
  },
})

sweep({
  name: "paystack: opening the provider's page",
  at: AT,
  passes: ['card rail: openPage', 'request: POST /transaction/initialize'],
  given: async () => {
    const shop = await givenShop('monnify')
    return { ...shop, payment: await givenPayment(api, shop.business, { amount: AMOUNT }) }
  },
  run: ({ payment }) => openPage(broken, payment.access_code),
  again: async ({ payment }) => {
    context.advance(1 * MINUTE)
    await untilDone(context, enquireDue)
    context.advance(3 * MINUTE)
    await untilDone(context, enquireDue)
    await untilTaken(() => openPage(api, payment.access_code))
    standIns.paystack.controls.pay(standIns.paystack.books.charges.at(-1)!.reference)
    await api.get(`/checkout/${payment.access_code}/card/return`)
  },
  check: (given) => assertPaid(given, given.payment.reference),
})

sweep({
  name: "paystack: coming back from the provider's page",
  at: AT,
  passes: ['card rail: enquire', 'request: GET /transaction/verify/'],
  given: async () => {
    const shop = await givenShop('monnify')
    const payment = await givenPayment(api, shop.business, { amount: AMOUNT })
    await openPage(api, payment.access_code)
    standIns.paystack.controls.pay(standIns.paystack.books.charges.at(-1)!.reference)
    return { ...shop, payment }
  },
  run: ({ payment }) => broken.get(`/checkout/${payment.access_code}/card/return`),
  again: timeGoesBy,
  check: (given) => assertPaid(given, given.payment.reference),
})

sweep({
  name: 'paystack: a refund to a card',
  at: AT,
  passes: ['card rail: refund', 'request: POST /refund', 'request: GET /refund'],
  given: async () => {
    const shop = await givenShop('monnify')
    return { ...shop, payment: await paidByCard(shop) }
  },
  run: ({ business, payment }) =>
    askRefund(broken, business, { transaction: payment.reference, amount: 200_000 }, ONCE),
  again: async ({ business, payment }) => {
    const body = { transaction: payment.reference, amount: 200_000 }
    await untilTaken(() => askRefund(api, business, body, ONCE))
    await timeGoesBy()
  },
  check: async ({ business }) => {
    assert.deepEqual(await refundsOf(business), [['processed', 200_000]])
    const { charges, refunds } = standIns.paystack.books
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
    const shop = await givenShop('monnify')
    const payment = await givenPayment(api, shop.business, { amount: AMOUNT })
    await openPage(api, payment.access_code)
    const accountNumber = await askForAccount(api, payment.access_code)
    standIns.pay(accountNumber, AMOUNT, shop.sender)
    await tellAll()
    standIns.paystack.controls.pay(standIns.paystack.books.charges.at(-1)!.reference)
    await api.get(`/checkout/${payment.access_code}/card/return`)
    return { ...shop, payment }
  },
  run: () => enquireDue(process.context),
  again: timeGoesBy,
  check: async ({ business }) => {
    const attempts = await context.sql<{ state: string }[]>`
      select state from card_attempt where business_id = ${business.businessId}
    `
    assert.deepEqual([...attempts], [{ state: 'returned' }])
    const { charges, refunds } = standIns.paystack.books
    const made = refunds.filter(({ charge }) => charge === charges.at(-1))
    assert.deepEqual(
      made.map(({ amount }) => amount),
      [BigInt(AMOUNT)],
    )
  },
})

/** Deposits, so that there is something to pay the fee with. */
async function givenVerifying() {
  const shop = await givenShop('monnify')
  await paidByTransfer(shop)
  const number = `2${String(++serial).padStart(10, '0')}`
  return { ...shop, number, effectId: newId(context.now()) as string }
}

function codesFor(number: string): number {
  return (
    standIns.safehaven.books.movements.filter(({ narration }) => narration === 'IDENTITY').length -
    codesBefore.get(number)!
  )
}
const codesBefore = new Map<string, number>()

sweep({
  name: 'safehaven: the code of a verification',
  at: AT,
  passes: ['identity rail: sendCode', 'request: POST /identity/v2'],
  given: async () => {
    const given = await givenVerifying()
    const { movements } = standIns.safehaven.books
    const before = movements.filter(({ narration }) => narration === 'IDENTITY').length
    codesBefore.set(given.number, before)
    return given
  },
  run: ({ business, number, effectId }) => begin(process.context, business, { number, effectId }),
  again: async ({ business, number, effectId }) => {
    // Of what was lost nobody ever knows: it is refused each time, and given up after a day.
    await refusalOf(begin(context, business, { number, effectId })).catch(() => {})
    await timeGoesBy()
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
