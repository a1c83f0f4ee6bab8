import assert from 'node:assert/strict'
import { balancesOf } from '../src/core/ledger/ledger.ts'
import { receive } from '../src/payments/deposits/receive.ts'
import { assign, listWaiting } from '../src/payments/deposits/suspend.ts'
import { publicId } from '../src/platform/ids.ts'
import { Refusal } from '../src/platform/refusal.ts'
import type { BankCredit } from '../src/providers/outcomes.ts'

import { type Api, useApi } from './api.ts'
import { useSweep } from './crash-points.ts'
import { creditTo, eventsOf, givenDedicated, listDeposits, verifyPayment } from './payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// What comes to an account that stays, and what comes to nobody, stopped at each point; and the
// creation of the account itself. crash-points.ts says how.

const AMOUNT = 500_000
const NET = 494_625n
const PLAY_MONEY = 10_000_000n

const context = useContext()
const api = useApi(context)
const { process, broken, sweep } = useSweep(context)

let numbers = 0

const COLLECT = ['select deposit_collect(']
const TOP_UP = ['insert into deposit_session', 'insert into deposit ', 'select ledger_write(']

for (const [where, accountOf, check, passes] of [
  ['a dedicated account', dedicatedNumberOf, assertPaidOnce, COLLECT],
  ['a wallet', walletNumberOf, assertToppedUpOnce, TOP_UP],
] as const) {
  sweep({
    name: `a transfer to ${where}`,
    passes: [...passes],
    given: async () => {
      const business = await givenBusiness(context)
      return { business, credit: creditTo(context, await accountOf(business), AMOUNT) }
    },
    run: ({ credit }) => receive(process.context, 'test', credit),
    // The bank tells again, until it is told that we know.
    again: async ({ credit }) => void (await receive(context, 'test', credit)),
    check: async ({ business, credit }) => {
      assert.equal((await receive(context, 'test', credit)).kind, 'credited')
      await check(business, credit)
    },
  })
}

sweep({
  name: 'a transfer to nobody',
  passes: ['insert into deposit_session', 'insert into suspended_credit', 'select ledger_write'],
  given: async () => creditTo(context, unknownNumber(), AMOUNT),
  run: (credit) => receive(process.context, 'test', credit),
  again: async (credit) => void (await receive(context, 'test', credit)),
  check: async (credit) => {
    assert.deepEqual(await receive(context, 'test', credit), { kind: 'suspended' })
    assert.equal((await suspendedAs(credit)).length, 1)
  },
})

for (const [where, accountOf, check, passes] of [
  ['a dedicated account', dedicatedNumberOf, assertPaidOnce, COLLECT],
  ['a wallet', walletNumberOf, assertToppedUpOnce, TOP_UP],
] as const) {
  sweep({
    name: `assigning money of nobody to ${where}`,
    passes: ['update suspended_credit', 'delete from deposit_session', ...passes, 'commit'],
    given: async () => {
      const business = await givenBusiness(context)
      const accountNumber = await accountOf(business)
      const credit = creditTo(context, unknownNumber(), AMOUNT)
      await receive(context, 'test', credit)
      const [waiting] = await suspendedAs(credit)
      const suspendedCredit = publicId('suspended_credit', waiting!.suspendedCreditId)
      return { business, credit, to: { suspendedCredit, accountNumber, by: 'an operator' } }
    },
    run: ({ to }) => assign(process.context, 'test', to),
    // The operator, who has heard nothing, tries once more.
    again: async ({ to }) => {
      await assign(context, 'test', to).catch((error: unknown) => {
        assert(error instanceof Refusal && error.code === 'already_assigned', String(error))
      })
    },
    check: async ({ business, credit, to }) => {
      assert.deepEqual(await suspendedAs(credit), [])
      assert.equal((await receive(context, 'test', credit)).kind, 'credited')
      await check(business, { ...credit, accountNumber: to.accountNumber })
    },
  })
}

for (const [what, bvn, passes] of [
  ['without a BVN', undefined, []],
  ['with a BVN', '22222222222', []],
  ['with a BVN that comes later', 'later', ['bank rail: raiseTier']],
] as const) {
  const later = bvn === 'later'
  sweep({
    name: `creating a dedicated account ${what}`,
    passes: later ? [...passes] : ['bank rail: issueAccount', 'insert into account_number'],
    given: async () => {
      const business = await givenBusiness(context)
      const first = later ? await givenDedicated(api, business, customer) : null
      return { business, first, body: later ? { bvn: '22222222222' } : { ...(bvn && { bvn }) } }
    },
    run: ({ business, body }) => create(broken, business, body),
    again: async () => {},
    check: async ({ business, first, body }) => {
      // Whoever heard nothing asks again.
      const account = await create(api, business, body)
      assert.deepEqual(await create(api, business, body), account)
      if (first) assert.equal(account.account_number, first.account_number)
      assert.equal(account.tier, bvn === undefined ? 1 : 3)
      assert.equal(account.customer.bvn, bvn === undefined ? null : '*******2222')
      const issued = await context.sql`
        select from account_number where business_id = ${business.businessId}
      `
      assert.equal(issued.length, 1)
      const types = (await eventsOf(context, business)).map(({ type }) => type)
      const raised = later ? ['dedicated_virtual_account.tier_raised'] : []
      assert.deepEqual(types, ['dedicated_virtual_account.created', ...raised])
    },
  })
}

const customer = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }

async function create(through: Api, { keys }: GivenBusiness, more: { bvn?: string }) {
  const { statusCode, payload } = await through.app.inject({
    method: 'POST',
    url: '/api/v1/dedicated-virtual-accounts',
    headers: { authorization: `Bearer ${keys.secretKey}` },
    payload: { customer: { ...customer, ...more } },
  })
  if (through === api) assert.equal(statusCode, 200, payload)
  // Whether it was made by this call depends on where the first one was stopped.
  const { created: _, ...account } = JSON.parse(payload).data ?? {}
  return account
}

async function dedicatedNumberOf(business: GivenBusiness): Promise<string> {
  return (await givenDedicated(api, business)).account_number
}

async function walletNumberOf({ keys }: GivenBusiness): Promise<string> {
  const { body } = await api.get('/api/v1/balance', { key: keys.secretKey })
  return body.data.account.account_number
}

/** One that no bank gives. */
function unknownNumber(): string {
  numbers += 1
  return `nobody ${numbers}`
}

async function suspendedAs({ sessionId }: BankCredit) {
  const waiting = await listWaiting(context, 'test')
  return waiting.filter((credit) => credit.sessionId === sessionId)
}

async function assertPaidOnce(business: GivenBusiness, credit: BankCredit): Promise<void> {
  const [deposit, ...others] = await listDeposits(api, business)
  assert.deepEqual([deposit.status, others], ['matched', []])
  assert.equal(deposit.account_number, credit.accountNumber)
  const { body } = await api.get(`/api/v1/transactions/${deposit.transaction_id}`, {
    key: business.keys.secretKey,
  })
  const payment = await verifyPayment(api, business, body.data.reference)
  assert.deepEqual([payment.id, payment.status], [deposit.transaction_id, 'success'])
  const told = (await eventsOf(context, business)).map(({ type }) => type).sort()
  assert.deepEqual(told, [
    'dedicated_virtual_account.created',
    'transaction.success',
    'transfer.received',
  ])
  const { available } = await balancesOf(context, business)
  assert.equal(available.posted, PLAY_MONEY + NET)
}

async function assertToppedUpOnce(business: GivenBusiness, credit: BankCredit): Promise<void> {
  const [deposit, ...others] = await listDeposits(api, business)
  assert.deepEqual([deposit.status, others], ['matched', []])
  assert.equal(deposit.account_number, credit.accountNumber)
  const types = (await eventsOf(context, business)).map(({ type }) => type)
  assert.deepEqual(types, ['deposit.topped_up'])
  const { available } = await balancesOf(context, business)
  assert.equal(available.posted, PLAY_MONEY + BigInt(AMOUNT))
}
