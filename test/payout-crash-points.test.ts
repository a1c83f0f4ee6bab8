import assert from 'node:assert/strict'
import { before } from 'node:test'
import { balancesOf, partyBalancesOf } from '../src/core/ledger/ledger.ts'
import { concludePayouts, enquireAboutTransfer } from '../src/money-out/payouts/conclude.ts'
import { holdPayout, type Order, payoutOf } from '../src/money-out/payouts/pay.ts'
import type { Payout } from '../src/money-out/payouts/payouts.sql.ts'
import { keyOf, toWirePayout } from '../src/money-out/payouts/payouts.ts'
import { payDue } from '../src/money-out/payouts/subaccounts.ts'
import type { SubaccountId } from '../src/payments/splits/subaccounts.ts'
import { MINUTE, SECOND } from '../src/platform/clock.ts'
import { newId, shortId } from '../src/platform/ids.ts'
import { kobo } from '../src/platform/money.ts'
import type { BankRail } from '../src/providers/rails.ts'
import { type Api, useApi } from './api.ts'
import { useSweep } from './crash-points.ts'
import { endEventsOf, runJobsOnce } from './payments.ts'
import {
  ACCEPTING_ACCOUNT,
  bookedFor,
  FAILING_ACCOUNT,
  FAILING_LATE_ACCOUNT,
  givenShare,
  givenSubaccount,
  LATE_ACCOUNT,
  PAYOUT,
  payOut,
  payoutsOf,
  REVERSING_ACCOUNT,
} from './payouts.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Payouts, stopped at each point; crash-points.ts says how.

const TRIES_MAX = 8
const PLAY_MONEY = 10_000_000
/** From this amount on, stamp duty is held with it. */
const WITH_DUTY = 1_000_000
const DUTY = 5_000

const context = useContext()
/** The keys under which the bank was asked to transfer, of the whole file. */
const askedFor: string[] = []
before(async () => {
  await context.opened
  const { bank } = context.rails.test
  const transfer: BankRail['transfer'] = (request) => {
    askedFor.push(request.key)
    return bank.transfer(request)
  }
  context.rails = { live: [], test: { ...context.rails.test, bank: { ...bank, transfer } } }
})
const api = useApi(context)
const { process, broken, sweep } = useSweep(context)

const ENDS = [
  ['is sent', PAYOUT.account_number, 'success'],
  ['is sent unheard', LATE_ACCOUNT, 'success'],
  ['fails', FAILING_ACCOUNT, 'failed'],
] as const
const PUT_OFF = 'update payout set ? next_at'
const RECORDED = [
  'update payout set next_at=',
  'select ledger_write',
  'select event_emit',
  'commit',
]

for (const [what, account_number, state] of ENDS) {
  for (const by of ['an Idempotency-Key', 'a reference']) {
    const amount = by === 'a reference' ? WITH_DUTY : PAYOUT.amount
    const cost = amount + (amount === WITH_DUTY ? DUTY : 0)
    sweep({
      name: `a payout with ${by} that ${what}`,
      passes: [
        'bank rail: enquireBeneficiary',
        'insert into payout',
        'select ledger_write',
        'commit',
        'update payout set asked_at',
        'bank rail: transfer',
        ...(account_number === LATE_ACCOUNT ? [PUT_OFF] : RECORDED),
      ],
      given: async () => {
        const business = await givenBusiness(context)
        return { business, account_number, amount, by, heard: [] as string[] }
      },
      run: (given) => ask(broken, given),
      again: async (given) => {
        const first = await untilSettled(() => ask(api, given))
        // 200 if the payout was made before the stop.
        assert([200, 201].includes(first))
        assert.equal(await ask(api, given), by === 'a reference' ? 200 : first)
      },
      check: async ({ business, heard }) => {
        const payout = await onlyPayoutOf(business)
        assert.deepEqual(new Set(heard), new Set([toWirePayout(payout).id]), 'one is promised')
        await assertEnded(business, payout, state)
        assert.equal(await spentBy(business), state === 'success' ? cost : 0)
      },
    })
  }
}

for (const [what, accountNumber, state] of ENDS) {
  sweep({
    name: `a row that was never asked for, and ${what}`,
    passes: ['with due as', 'update payout set asked_at', 'bank rail: transfer'],
    given: async () => {
      const business = await givenBusiness(context)
      await givenUnasked(business, accountNumber)
      context.advance(1 * MINUTE)
      return business
    },
    run: () => concludePayouts(process.context),
    again: async () => {},
    check: async (business) => assertEnded(business, await onlyPayoutOf(business), state),
  })
}

sweep({
  name: 'asking about a transfer that was sent unheard',
  passes: ['with due as', 'bank rail: enquireTransfer', ...RECORDED],
  given: async () => {
    const business = await givenBusiness(context)
    await payOut(context, business, { accountNumber: LATE_ACCOUNT })
    context.advance(2 * SECOND)
    await concludePayouts(context)
    context.advance(5 * SECOND)
    return business
  },
  run: () => concludePayouts(process.context),
  again: async () => {},
  check: async (business) => assertEnded(business, await onlyPayoutOf(business), 'success'),
})

sweep({
  name: 'a transfer that never arrived, and is asked for again',
  passes: [
    'with due as',
    'bank rail: enquireTransfer',
    'update payout set asked_at',
    'bank rail: transfer',
    ...RECORDED,
  ],
  given: async () => {
    const business = await givenBusiness(context)
    await givenUnasked(business, PAYOUT.account_number)
    const asked = { asked_at: context.now() }
    await context.sql`
      update payout set ${context.sql(asked)} where business_id = ${business.businessId}
    `
    context.advance(3 * MINUTE)
    return business
  },
  run: () => concludePayouts(process.context),
  again: async () => {},
  check: async (business) => assertEnded(business, await onlyPayoutOf(business), 'success'),
})

for (const [what, accountNumber, state] of ENDS) {
  sweep({
    name: `the payout of a subaccount that ${what}`,
    passes: [
      'with due as',
      'bank rail: enquireBeneficiary',
      'insert into payout',
      'select ledger_write',
      'update subaccount_payout_schedule',
      'bank rail: transfer',
      ...(accountNumber === LATE_ACCOUNT ? [] : RECORDED),
    ],
    given: async () => {
      const business = await givenBusiness(context)
      const { subaccountId } = await givenSubaccount(context, business, { accountNumber })
      await givenShare(context, business, subaccountId, kobo(PAYOUT.amount))
      return { business, subaccountId }
    },
    run: () => payDue(process.context),
    again: async () => {},
    check: async ({ business, subaccountId }) => {
      const rows = await payoutsOf(context, business)
      // One that failed is tried again, an hour later.
      const [payout] = rows
      assert(payout && rows.length === 1, `${rows.length} payouts`)
      await assertEnded(business, payout, state)
      await assertShare(business, subaccountId, state === 'success' ? 0 : PAYOUT.amount)
      if (state === 'failed') await stopPaying(business)
    },
  })
}

for (const [what, accountNumber, state] of [
  ['sent', ACCEPTING_ACCOUNT, 'success'],
  ['failed', FAILING_LATE_ACCOUNT, 'failed'],
] as const) {
  sweep({
    name: `a payout that is accepted, and in the end ${what}`,
    passes: ['update payout set asked_at', 'bank rail: transfer', PUT_OFF],
    given: async () => {
      const business = await givenBusiness(context)
      await givenUnasked(business, accountNumber)
      context.advance(1 * MINUTE)
      return business
    },
    run: () => concludePayouts(process.context),
    again: async () => {},
    check: async (business) => assertEnded(business, await onlyPayoutOf(business), state),
  })

  sweep({
    name: `asking about a payout that was accepted and is ${what}`,
    passes: ['with due as', 'bank rail: enquireTransfer', ...RECORDED],
    given: async () => {
      const business = await givenBusiness(context)
      await payOut(context, business, { accountNumber })
      context.advance(2 * SECOND)
      await concludePayouts(context)
      context.advance(5 * SECOND)
      return business
    },
    run: () => concludePayouts(process.context),
    again: async () => {},
    check: async (business) => assertEnded(business, await onlyPayoutOf(business), state),
  })
}

sweep({
  name: 'a payout that was sent, and comes back',
  passes: [
    'with due as',
    'bank rail: enquireTransfer',
    "update payout set state = 'reversed'",
    'select ledger_write',
    'select event_emit',
    'commit',
  ],
  given: async () => {
    const business = await givenBusiness(context)
    const order = { amount: WITH_DUTY, accountNumber: REVERSING_ACCOUNT }
    const sent = await payOut(context, business, order)
    await enquireAboutTransfer(context, 'test', sent.rail, sent.payoutId)
    await concludePayouts(context)
    await enquireAboutTransfer(context, 'test', sent.rail, sent.payoutId)
    return { business, sent }
  },
  run: () => concludePayouts(process.context),
  // There is news of it again, until somebody has taken note.
  again: ({ sent }) => enquireAboutTransfer(context, 'test', sent.rail, sent.payoutId),
  check: async ({ business, sent }) => {
    const payout = await onlyPayoutOf(business)
    assert.equal(payout.state, 'reversed')
    assert.deepEqual(await bookedFor(context, payout), ['hold', 'post_hold', 'post'])
    assert.deepEqual(await endEventsOf(context, business), [
      { type: 'payout.success', data: toWirePayout(sent) },
      { type: 'payout.reversed', data: toWirePayout(payout) },
    ])
    assert.equal(await spentBy(business), 0)
  },
})

type Given = {
  business: GivenBusiness
  account_number: string
  amount: number
  by: string
  heard: string[]
}

async function ask(through: Api, { business, by, heard, ...order }: Given): Promise<number> {
  const answer = await through.app.inject({
    method: 'POST',
    url: '/api/v1/payouts',
    headers: {
      authorization: `Bearer ${business.keys.secretKey}`,
      ...(by === 'an Idempotency-Key' && { 'idempotency-key': 'once' }),
    },
    payload: { ...PAYOUT, ...order, ...(by === 'a reference' && { reference: 'PAY-1' }) },
  })
  if ([200, 201].includes(answer.statusCode)) heard.push(answer.json().data.id)
  return answer.statusCode
}

/** The same request again while the answer may be another, and the jobs run meanwhile. */
async function untilSettled(ask: () => Promise<number>): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const status = await ask()
    if (status !== 409 && status < 500) return status
    context.advance(1 * MINUTE)
    await runJobsOnce(context)
  }
  return assert.fail('there is an answer in the end')
}

/** As a process leaves it that dies before it asks. */
async function givenUnasked(business: GivenBusiness, accountNumber: string): Promise<void> {
  const now = context.now()
  const bank = { code: PAYOUT.bank_code, nipCode: null }
  const found = await context.rails.test.bank.enquireBeneficiary({ bank, accountNumber })
  assert(found.kind === 'found')
  const payoutId = newId<'payout'>(now)
  const order: Order = {
    payoutId,
    reference: shortId(payoutId),
    amount: kobo(PAYOUT.amount),
    bankCode: bank.code,
    accountNumber,
    reason: null,
    subaccountId: null,
  }
  const payout = payoutOf(context, business, order, { ...found, rail: 'sandbox' })
  assert(await context.sql.begin((sql) => holdPayout(sql, payout)))
}

async function onlyPayoutOf(business: GivenBusiness): Promise<Payout> {
  const [only, ...others] = await payoutsOf(context, business)
  assert(only && others.length === 0, `there is one, and ${others.length} others`)
  return only
}

async function assertEnded(
  business: GivenBusiness,
  payout: Payout,
  state: 'success' | 'failed',
): Promise<void> {
  assert.equal(payout.state, state)
  const end = state === 'success' ? 'post_hold' : 'void_hold'
  assert.deepEqual(await bookedFor(context, payout), ['hold', end])
  const ends = await endEventsOf(context, business)
  assert.deepEqual(
    ends.filter(({ type }) => type.startsWith('payout.')),
    [{ type: `payout.${state}`, data: toWirePayout(payout) }],
  )
  assert(askedFor.includes(keyOf(payout)), 'under its own name')
}

async function spentBy(business: GivenBusiness): Promise<number> {
  const { available } = await balancesOf(context, business)
  assert.equal(available.available, available.posted, 'nothing is held')
  return PLAY_MONEY - Number(available.available)
}

async function assertShare(
  business: GivenBusiness,
  subaccountId: SubaccountId,
  expected: number,
): Promise<void> {
  const [share] = await partyBalancesOf(context, business, [subaccountId])
  assert.equal(Number(share?.available), expected)
}

/** So that nothing is on its way when the sweep has ended, hours later. */
async function stopPaying({ businessId }: GivenBusiness): Promise<void> {
  await context.sql`
    update subaccount set active = false where business_id = ${businessId} and mode = 'test'
  `
}
