import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { WaitingForRail } from '../src/operator/operation/calls.ts'
import { tellOfMissingRails, waitingForRails } from '../src/operator/operation/calls.ts'
import { receive } from '../src/payments/deposits/receive.ts'
import { MINUTE } from '../src/platform/clock.ts'
import type { RailSet } from '../src/providers/rails.ts'
import { memoryOf, sandboxRails } from '../src/providers/sandbox/sandbox.ts'
import { type Answer, givenPayment, useApi } from './api.ts'
import { assertBooksTie } from './books.ts'
import {
  freshNumber,
  type Given,
  givenVerification,
  initiate,
  resend,
  validate,
} from './contract/identity-calls.ts'
import {
  askForAccount,
  creditTo,
  decide,
  givenAccount,
  givenDedicated,
  notify,
  pay,
  runJobs,
  transfer,
} from './payments.ts'
import { askToPay, LATE_ACCOUNT } from './payouts.ts'
import { askRefund, givenPaid } from './refunds.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// A rail is replaced by another while things that it made are open. What it made stays its own: the
// new one is never asked about it, and while the old one is not configured, it waits.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
/** What the two are asked, as `sandbox bank.transfer`. */
let asked: string[]
/** Calls of the old one that it makes, and whose answer is lost. */
let lost: string[]
let old: RailSet

beforeEach(async () => {
  business = await givenBusiness(context)
  asked = []
  lost = []
  old ??= heard(context.rails.test, 'sandbox')
  context.rails = { test: old, live: [] }
  // Its wallet has its account number, which would else be made when it is first told of.
  await api.get('/api/v1/balance', { key: business.keys.secretKey })
  asked = []
})

/** The new rail makes what is new; the old one is asked about what is old, or is gone. */
function replaceRail(how: 'and keep the old one' | 'and the old one is gone'): void {
  const { baseUrl, now } = context
  const memory = memoryOf(new Map())
  const test = heard(sandboxRails({ memory, baseUrl, now }), 'other')
  const former = [{ ...old, mode: 'test' as const }]
  context.rails = { test, live: [], ...(how === 'and keep the old one' && { former }) }
}

function heard(rails: RailSet, name: string): RailSet {
  const of = <Rail extends object>(rail: Rail, kind: string): Rail => {
    const parts = Object.entries(rail).map(([part, value]) => {
      if (typeof value !== 'function' || /^(readNotification|isPublished)$/.test(part)) {
        return [part, value]
      }
      const call = async (request: unknown) => {
        asked.push(`${name} ${kind}.${part}`)
        const answer = await value.call(rail, request)
        return lost.includes(`${name} ${kind}.${part}`) ? { kind: 'unknown' } : answer
      }
      return [part, call]
    })
    return { ...Object.fromEntries(parts), name }
  }
  return {
    bank: of(rails.bank, 'bank'),
    card: of(rails.card, 'card'),
    identity: of(rails.identity, 'identity'),
    message: rails.message,
    disputes: rails.disputes,
  }
}

const askedOf = (rail: string) =>
  asked.filter((one) => one.startsWith(`${rail} `)).map((one) => one.slice(rail.length + 1))

const statesIn = async (table: string, column = 'state') => {
  const rows = await context.sql<{ state: string }[]>`
    select ${context.sql(column)} as state from ${context.sql(table)}
    where business_id = ${business.businessId} and mode = 'test'
    order by created_at
  `
  return rows.map(({ state }) => state)
}

const countEntries = async () => {
  const [row] = await context.sql<[{ count: number }]>`
    select count(*)::int as count from ledger_entry where business_id = ${business.businessId}
  `
  return row.count
}

const refundOf = async (way: 'card' | 'bank_transfer', call: string) => {
  const { id } = await givenPaid(api, business, way)
  lost = [call]
  assert.equal((await askRefund(api, business, { transaction: id })).status, 201)
  lost = []
}

type Case = {
  what: string
  kind: WaitingForRail['kind']
  given: () => Promise<unknown>
  states: () => Promise<string[]>
  /** While the old rail is gone, and when it is back. */
  waits: string[]
  ends: string[]
  /** What the old rail is asked then. */
  call: string
}

const CASES: Case[] = [
  {
    what: 'card attempts',
    kind: 'card',
    given: async () => {
      const { access_code } = await givenPayment(api, business)
      await pay(api, access_code, 'late_success')
    },
    states: () => statesIn('card_attempt'),
    waits: ['unknown'],
    ends: ['approved'],
    call: 'card.enquire',
  },
  {
    what: 'card attempts',
    kind: 'card',
    given: async () => {
      const { access_code } = await givenPayment(api, business)
      const { body } = await pay(api, access_code, 'page')
      await pay(api, access_code, 'success')
      lost = ['sandbox card.reverse', 'sandbox card.enquireRefund']
      await decide(api, body.data.next.url, 'approve')
      context.advance(1 * MINUTE)
      await runJobs(context)
      lost = []
    },
    states: () => statesIn('card_attempt'),
    waits: ['surplus', 'approved'],
    ends: ['returned', 'approved'],
    call: 'card.enquireRefund',
  },
  {
    what: 'returns',
    kind: 'bank',
    given: async () => {
      const { account_number } = await givenAccount(context, api, business)
      await transfer(api, business, { account_number, amount: 1_000 })
    },
    states: () => statesIn('deposit'),
    waits: ['unmatched'],
    ends: ['returned'],
    call: 'bank.returnCredit',
  },
  {
    what: 'refunds to cards',
    kind: 'card',
    given: () => refundOf('card', 'sandbox card.refund'),
    states: () => statesIn('refund', 'status'),
    waits: ['pending'],
    ends: ['processed'],
    call: 'card.enquireRefund',
  },
  {
    what: 'refunds to accounts',
    kind: 'bank',
    given: () => refundOf('bank_transfer', 'sandbox bank.returnCredit'),
    states: () => statesIn('refund', 'status'),
    waits: ['pending'],
    ends: ['processed'],
    call: 'bank.enquireReturn',
  },
  {
    what: 'payouts',
    kind: 'bank',
    given: () => askToPay(api, business, { account_number: LATE_ACCOUNT }),
    states: () => statesIn('payout'),
    waits: ['pending'],
    ends: ['success'],
    call: 'bank.enquireTransfer',
  },
  {
    what: 'verifications',
    kind: 'identity',
    given: async () => {
      lost = ['sandbox identity.sendCode']
      await initiate(api, business, { number: freshNumber() })
      lost = []
    },
    states: () => statesIn('identity_verification'),
    waits: ['Requested'],
    // The code has left, and its time is over.
    ends: ['EXPIRED'],
    call: 'identity.enquire',
  },
]

for (const { what, kind, given, states, waits, ends, call } of CASES) {
  test(`${what}: the new rail is not asked (${call}); they wait until the old one is there`, async () => {
    await given()
    assert.deepEqual(await states(), waits)

    replaceRail('and the old one is gone')
    const entries = await countEntries()
    asked = []
    await runJobs(context)

    assert.deepEqual([askedOf('sandbox'), askedOf('other')], [[], []])
    assert.deepEqual(await states(), waits)
    assert.equal(await countEntries(), entries, 'nothing is booked')
    assert.deepEqual(await waitingForRails(context), [
      { what, kind, mode: 'test', rail: 'sandbox', count: 1 },
    ])

    replaceRail('and keep the old one')
    assert.deepEqual(await waitingForRails(context), [])
    await runJobs(context)

    assert.equal(askedOf('sandbox')[0], call)
    assert.deepEqual(askedOf('other'), [])
    assert.deepEqual(await states(), ends)
    await assertBooksTie(context)
  })
}

type Step = { what: string; given: () => Promise<() => Promise<Answer>>; call: string }

const STEPS: Step[] = [
  {
    what: 'the PIN of a card',
    given: async () => {
      const { access_code } = await givenPayment(api, business)
      await pay(api, access_code, 'pin')
      return () => api.post(`/checkout/${access_code}/card/pin`, { body: { pin: '1111' } })
    },
    call: 'card.submitPin',
  },
  {
    what: 'the code of a verification',
    given: async () => {
      const given: Given = await givenVerification(api, business)
      return () => validate(api, business, given)
    },
    call: 'identity.submitCode',
  },
  {
    what: 'another code for a verification',
    given: async () => {
      const given: Given = await givenVerification(api, business)
      context.advance(1 * MINUTE)
      return () => resend(api, business, given)
    },
    call: 'identity.sendCode',
  },
  {
    what: 'the BVN of a dedicated account',
    given: async () => {
      const { customer } = await givenDedicated(api, business)
      const { first_name, last_name, email } = customer
      const body = { customer: { first_name, last_name, email, bvn: '22222222222' } }
      const key = business.keys.secretKey
      return () => api.post('/api/v1/dedicated-virtual-accounts', { key, body })
    },
    call: 'bank.raiseTier',
  },
  {
    what: 'an account number that was asked for, and not heard of',
    given: async () => {
      const { access_code } = await givenPayment(api, business)
      const ask = () => api.post(`/checkout/${access_code}/bank-transfer`)
      lost = ['sandbox bank.issueOneOffAccount']
      assert.equal((await ask()).status, 504)
      lost = []
      return ask
    },
    call: 'bank.issueOneOffAccount',
  },
]

for (const { what, given, call } of STEPS) {
  test(`${what} goes to the rail where it began, or is refused and costs nothing`, async () => {
    const act = await given()

    replaceRail('and the old one is gone')
    asked = []
    for (let i = 0; i < 6; i++) {
      const { status, body } = await act()
      assert.deepEqual([status, body.code], [503, 'rail_unavailable'])
    }
    assert.deepEqual([askedOf('sandbox'), askedOf('other')], [[], []])

    replaceRail('and keep the old one')
    const { status, text } = await act()

    assert.equal(status, 200, text)
    assert.deepEqual([askedOf('sandbox'), askedOf('other')], [[call], []])
  })
}

test('what is new is made by the new rail, and names it', async () => {
  replaceRail('and keep the old one')
  const { access_code } = await givenPayment(api, business)
  await askForAccount(api, access_code)
  await givenPaid(api, business, 'card')
  await givenVerification(api, business)

  for (const table of ['card_attempt', 'identity_verification']) {
    assert.deepEqual(await statesIn(table, 'rail'), ['other'], table)
  }
  assert.deepEqual(await statesIn('virtual_account', 'rail'), ['sandbox', 'other'])
  assert.deepEqual(askedOf('sandbox'), [])
})

test('money for an account number is credited by the bank that issued it, and by no other', async () => {
  const { account_number } = await givenDedicated(api, business)
  replaceRail('and keep the old one')
  const credit = creditTo(context, account_number, 100_000)

  const byOld = await notify(api, context, credit)

  assert.equal(byOld.body.message, 'Credited')
  assert.deepEqual(await statesIn('deposit', 'rail'), ['sandbox'])
  const { businessId } = business
  const before = await countEntries()
  const byOther = await receive(context, 'test', creditTo(context, account_number, 5_000), 'other')
  assert.deepEqual(byOther, { kind: 'suspended' })
  assert.equal(await countEntries(), before, businessId)
})

test('each minute the log says which rail is missing, and how much waits for it', async () => {
  await askToPay(api, business, { account_number: LATE_ACCOUNT })
  replaceRail('and the old one is gone')
  const told: object[] = []
  const log = { ...context.log, error: (fields: object) => void told.push(fields) }

  await tellOfMissingRails({ ...context, log })

  assert.deepEqual(told, [
    { what: 'payouts', kind: 'bank', mode: 'test', rail: 'sandbox', count: 1 },
  ])
})

/** The rail is there, and gives nothing back. */
function withoutReturns(): void {
  const { returnCredit: _, enquireReturn: __, ...bank } = old.bank
  context.rails = { test: { ...old, bank: bank as RailSet['bank'] }, live: [] }
}

test('a refund by a rail that gives nothing back is refused before anything is reserved', async () => {
  const { id } = await givenPaid(api, business, 'bank_transfer')
  const card = await givenPaid(api, business, 'card')
  const before = await countEntries()
  withoutReturns()

  const { status, body } = await askRefund(api, business, { transaction: id })

  assert.deepEqual([status, body.code], [501, 'not_available_live'])
  assert.match(body.message, /returns/)
  assert.deepEqual([await countEntries(), await statesIn('refund', 'status')], [before, []])
  const byCard = await askRefund(api, business, { transaction: card.id })
  assert.equal(byCard.status, 201, 'a card is no matter of the bank')
})

test('money that should go back by a rail that gives nothing back waits, and is listed', async () => {
  const { account_number } = await givenAccount(context, api, business)
  await transfer(api, business, { account_number, amount: 1_000 })
  withoutReturns()
  const told: [string, object][] = []
  const error = (fields: object, message: string) => void told.push([message, fields])

  await runJobs(context)
  await tellOfMissingRails({ ...context, log: { ...context.log, error } })

  const fields = { what: 'returns', kind: 'bank', mode: 'test', rail: 'sandbox', count: 1 }
  assert.deepEqual(told, [['work is waiting for a capability that its rail lacks', fields]])
  assert.deepEqual(await statesIn('deposit'), ['unmatched'])
  context.rails = { test: old, live: [] }
  await runJobs(context)
  assert.deepEqual(await statesIn('deposit'), ['returned'])
})
