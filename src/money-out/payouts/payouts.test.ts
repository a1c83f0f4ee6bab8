import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { recordIn, useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { contentsOf } from '../../../test/calls.ts'
import { endEventsOf, givenDedicated, runJobs } from '../../../test/payments.ts'
import {
  askToPay,
  type Bank,
  bookedFor,
  type Deed,
  FAILING_ACCOUNT,
  givenBank,
  LATE_ACCOUNT,
  PAYOUT,
  payOut,
  payoutsOf,
  type Word,
  withBank,
} from '../../../test/payouts.ts'
import { freeze } from '../../../test/receiver.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { givenWallet, refusalOf } from '../../../test/verifications.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/clock.ts'
import type { BeneficiaryOutcome } from '../../providers/rails.ts'
import { concludePayouts } from './conclude.ts'
import { keyOf, toWirePayout } from './payouts.ts'

const context = useContext()
const api = useApi(context)

const PLAY_MONEY = 10_000_000n
const AMOUNT = BigInt(PAYOUT.amount)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(async () => {
  await assertBooksTie(context)
  // Sent payouts stay watched: the jobs of the next test must not find them.
  await context.sql`update payout set next_at = null where state = 'success'`
})

// What the bank does and says, and the result.
const stories: [deeds: Deed[], words: Word[], first: string, last: string, asked: number][] = [
  [['sends'], ['tells'], 'success', 'success', 1],
  [['fails'], ['tells'], 'failed', 'failed', 1],
  [['sends unheard'], ['tells'], 'pending', 'success', 1],
  [['fails unheard'], ['tells'], 'pending', 'failed', 1],
  [['breaks', 'sends'], ['tells'], 'pending', 'success', 2],
  [['is down', 'sends'], ['tells'], 'pending', 'success', 2],
  [['is down', 'is down', 'fails'], ['tells'], 'pending', 'failed', 3],
  [['loses it', 'sends'], ['tells'], 'pending', 'success', 2],
  [['loses it', 'is down', 'sends'], ['tells'], 'pending', 'success', 3],
  [['loses it', 'loses it', 'sends unheard'], ['tells'], 'pending', 'success', 3],
  [['sends unheard'], ['is silent', 'is down', 'breaks', 'tells'], 'pending', 'success', 1],
  [['fails unheard'], ['is silent', 'is silent', 'tells'], 'pending', 'failed', 1],
  [['is down', 'sends unheard'], ['is down', 'tells'], 'pending', 'success', 2],
]
for (const [deeds, words, first, last, asked] of stories) {
  test(`a bank that ${[...deeds, ...words].join(', ')}: ${first}, and in the end ${last}`, async () => {
    const bank = givenBank([...deeds], [...words])
    const process = withBank(context, bank)

    const payout = await payOut(process, business)
    assert.equal(payout.state, first)
    await assertWallet(first)
    for (let times = 0; times < 2; times++) await runJobs(process)

    const [ended] = await payoutsOf(context, business)
    assert.equal(ended?.state, last)
    await assertWallet(last)
    assert.deepEqual(await bookedFor(context, ended), [
      'hold',
      last === 'success' ? 'post_hold' : 'void_hold',
    ])
    assert.equal(bank.asked.length, asked)
    assert.deepEqual(new Set(bank.asked), new Set([payout.payoutId]), 'never by another name')
    assert.deepEqual(bank.sent, last === 'success' ? [payout.payoutId] : [], 'once, or not at all')
    assert.deepEqual(await endEventsOf(context, business), [
      { type: `payout.${last}`, data: toWirePayout(ended) },
    ])
    context.advance(1 * HOUR)
    await assertSettled(context)
  })
}

for (const [what, beneficiary, code] of [
  ['knows no such account', async () => ({ kind: 'not_found' }), 'account_not_resolved'],
  ['is down', async () => ({ kind: 'unavailable' }), 'rail_unavailable'],
  ['does not answer', async () => ({ kind: 'unknown' }), 'rail_unavailable'],
  ['breaks', () => Promise.reject(new Error('the line broke')), 'rail_unavailable'],
] as [string, () => Promise<BeneficiaryOutcome>, string][]) {
  test(`where the bank, asked whose account it is, ${what}, nothing is taken or written`, async () => {
    const bank: Bank = { ...givenBank(), beneficiary }
    const before = await contentsOf(context)

    const refusal = await refusalOf(payOut(withBank(context, bank), business))

    assert.equal(refusal.code, code)
    assert.equal(refusal.retryAfterSeconds, code === 'rail_unavailable' ? 5 : undefined)
    assert.deepEqual(await contentsOf(context), before)
    assert.deepEqual(bank.asked, [])
    await assertWallet('none')
  })
}

test('a wallet that is too small pays nothing, and the bank is not asked to transfer', async () => {
  await givenWallet(context, business, PAYOUT.amount - 1)
  const bank = givenBank()
  const before = await contentsOf(context)

  const refusal = await refusalOf(payOut(withBank(context, bank), business))

  assert.equal(refusal.code, 'insufficient_balance')
  assert.deepEqual(await contentsOf(context), before)
  assert.deepEqual(bank.asked, [])
  const all = await payOut(withBank(context, bank), business, { amount: PAYOUT.amount - 1 })
  assert.equal(all.state, 'success', 'to the last kobo it does')
})

test('the transfer has beneficiary, amount, narration and the bank’s enquiry', async () => {
  const told: object[] = []
  const { bank } = context.rails.test
  const transfer: typeof bank.transfer = (request) => {
    told.push(request)
    return bank.transfer(request)
  }
  const test = { ...context.rails.test, bank: { ...bank, transfer } }
  const process = { ...context, rails: { ...context.rails, test } }

  const named = await payOut(process, business, { reason: 'For shoes' })
  const plain = await payOut(process, business, { reference: 'PAY-2' })

  const found = await bank.enquireBeneficiary({
    bank: { code: '058', nipCode: '000013' },
    accountNumber: PAYOUT.account_number,
  })
  assert(found.kind === 'found')
  const same = {
    enquiry: found.enquiry,
    bank: { code: '058', nipCode: '000013' },
    accountNumber: PAYOUT.account_number,
    accountName: found.accountName,
    amount: AMOUNT,
    onBehalfOf: business.businessId,
  }
  assert.deepEqual(told, [
    { key: named.payoutId, ...same, narration: 'For shoes' },
    { key: keyOf(plain), ...same, narration: 'PAY-2' },
  ])
})

test('a transfer unknown to the bank after two minutes is requested again under the same key', async () => {
  const bank = givenBank(['loses it', 'sends'])
  const { frozen, advance } = freeze(context)
  const process = withBank(frozen, bank)
  const { payoutId } = await payOut(process, business)

  advance(2 * MINUTE - 1)
  await concludePayouts(process)
  assert.equal(bank.enquired.length, 1)
  assert.deepEqual(bank.asked, [payoutId], 'a request may still be on its way')

  advance(2 * MINUTE)
  await concludePayouts(process)
  assert.deepEqual(bank.asked, [payoutId, payoutId])
  assert.deepEqual(bank.sent, [payoutId])
})

test('a bank that is down is asked again after 30 seconds, without an enquiry', async () => {
  const bank = givenBank(['is down', 'is down', 'sends'])
  const { frozen, advance } = freeze(context)
  const process = withBank(frozen, bank)
  await payOut(process, business)

  for (const asked of [1, 2]) {
    advance(30 * SECOND - 1)
    await concludePayouts(process)
    assert.equal(bank.asked.length, asked)
    advance(1)
    await concludePayouts(process)
    assert.equal(bank.asked.length, asked + 1)
  }
  assert.deepEqual(bank.enquired, [])
  await assertWallet('success')
})

test('waits between enquiries double with the age of the request, up to 5 minutes', async () => {
  const bank = givenBank(['sends unheard'], ['is silent'])
  const { frozen, advance } = freeze(context)
  const process = withBank(frozen, bank)
  await payOut(process, business)

  const first = [2, 2, 4, 8, 16, 32, 64, 128].map((seconds) => seconds * SECOND)
  for (const ms of [...first, 256 * SECOND, 5 * MINUTE, 5 * MINUTE]) {
    const before = bank.enquired.length
    advance(ms - 1)
    await concludePayouts(process)
    assert.equal(bank.enquired.length, before, `not before ${ms} ms`)
    advance(1)
    await concludePayouts(process)
    assert.equal(bank.enquired.length, before + 1, `after ${ms} ms`)
  }
  bank.words = ['tells']
  advance(5 * MINUTE)
  await concludePayouts(process)
  await assertWallet('success')
})

test('the words of a bank that refuses are in the log, and only our code is in the row', async () => {
  const logged: object[] = []
  const warn = (fields: object) => void logged.push(fields)
  const scripted = withBank(context, givenBank(['sends']))
  const outcome = { kind: 'failed', reason: 'account_dormant', said: 'D01 Dormant' } as const
  const bank = { ...scripted.rails.test.bank, transfer: async () => outcome }
  const rails = { live: [], test: { ...scripted.rails.test, bank } }
  const process = { ...scripted, rails, log: { ...context.log, warn } }

  const payout = await payOut(process, business)

  assert.deepEqual([payout.state, payout.failure], ['failed', 'account_dormant'])
  assert.partialDeepStrictEqual(logged, [{ reason: 'account_dormant', said: 'D01 Dormant' }])
})

test('a payout never fails by time; after an hour it is logged as an error', async () => {
  const bank = givenBank(['sends unheard'], ['is silent'])
  const said: object[] = []
  const error = (fields: object) => void said.push(fields)
  const { frozen, advance } = freeze(context)
  const process = { ...withBank(frozen, bank), log: { ...context.log, error } }
  const { payoutId } = await payOut(process, business)

  advance(1 * HOUR - 5 * MINUTE - 1)
  await concludePayouts(process)
  assert.deepEqual(said, [])
  advance(5 * MINUTE)
  await concludePayouts(process)
  assert.deepEqual(said, [])
  advance(5 * MINUTE)
  await concludePayouts(process)
  assert.deepEqual(said, [
    {
      businessId: business.businessId,
      mode: 'test',
      payout: `po_${payoutId.replaceAll('-', '')}`,
    },
  ])

  advance(90 * DAY)
  await concludePayouts(process)
  const [pending] = await payoutsOf(context, business)
  assert.equal(pending?.state, 'pending')
  await assertWallet('pending')
  bank.words = ['tells']
  advance(5 * MINUTE)
  await concludePayouts(process)
  await assertWallet('success')
})

test('the name of an account that we issued comes from our books', async () => {
  const account = await givenDedicated(api, business)

  const payout = await payOut(context, business, {
    bankCode: '001',
    accountNumber: account.account_number,
  })

  assert.equal(payout.accountName, 'DEMO STORE/ADA EXAMPLE')
  assert.equal(payout.state, 'success')
})

test('a repeated reference with equal amount and account returns the payout in its current state', async () => {
  const reference = 'SALARY-1'
  const first = await askToPay(api, business, { reference, account_number: LATE_ACCOUNT })
  assert.deepEqual([first.status, first.body.data.status], [201, 'pending'])
  await runJobs(context)

  const again = await askToPay(api, business, { reference, account_number: LATE_ACCOUNT })

  assert.deepEqual([again.status, again.body.data.status], [200, 'success'])
  assert.deepEqual([first.body.data.created, again.body.data.created], [true, false])
  assert.equal(again.body.data.id, first.body.data.id)
  assert.equal((await payoutsOf(context, business)).length, 1)
  await assertWallet('success')
})

test('a repeated reference works for a failed payout, an empty wallet and a bank that is down', async () => {
  const reference = 'SALARY-1'
  const first = await askToPay(api, business, { reference, account_number: FAILING_ACCOUNT })
  await givenWallet(context, business, 0)
  const bank: Bank = { ...givenBank(), beneficiary: async () => ({ kind: 'unavailable' }) }

  const again = await payOut(withBank(context, bank), business, {
    reference,
    accountNumber: FAILING_ACCOUNT,
  })

  assert.deepEqual(toWirePayout(again), recordIn(first))
  assert.equal(again.state, 'failed')
  assert.deepEqual(bank.asked, [])
})

test('the same reference for anything else is refused', async () => {
  const reference = 'SALARY-1'
  await askToPay(api, business, { reference })
  const others = [{ amount: 100 }, { bank_code: '011' }, { account_number: '0000000019' }]

  for (const other of others) {
    const { status, body } = await askToPay(api, business, { reference, ...other })
    assert.deepEqual([status, body.code], [409, 'duplicate_reference'])
    assert.match(body.message, /payout/)
  }
  assert.equal((await payoutsOf(context, business)).length, 1)
  const other = await givenBusiness(context, 'Other Store')
  assert.equal((await askToPay(api, other, { reference })).status, 201, 'another’s is another')
})

test('aliases of a bank code are one bank', async () => {
  const [reference, account_number] = ['SALARY-1', '0000000018']
  const first = await askToPay(api, business, { reference, account_number, bank_code: '801' })
  const again = await askToPay(api, business, { reference, account_number, bank_code: '404' })

  assert.equal(first.body.data.bank.code, '404')
  assert.deepEqual(recordIn(again), recordIn(first))
})

for (const [deed, what, loud] of [
  ['fails', 'otherwise changes nothing, and the operator hears of it', true],
  ['sends', 'changes nothing, and nobody hears of it', false],
] as const) {
  test(`a bank that repeats itself ${what}`, async () => {
    const said: string[] = []
    const error = (_fields: object, message: string) => void said.push(message)
    const slow = givenBank([deed])
    const process = { ...withBank(context, slow), log: { ...context.log, error } }
    const { transfer } = process.rails.test.bank
    // While this process waits for the answer, another learns that it was sent.
    process.rails.test.bank.transfer = async (request) => {
      const outcome = await transfer(request)
      const bank = givenBank([], ['tells'])
      bank.sent.push(request.key)
      context.advance(2 * MINUTE)
      await concludePayouts(withBank(context, bank))
      return outcome
    }

    const payout = await payOut(process, business)

    assert.equal(payout.state, 'success')
    assert.deepEqual(said, loud ? ['the bank reports a different outcome of a payout'] : [])
    await assertWallet('success')
  })
}

/** The balance after one payout from the play money. */
async function assertWallet(state: string): Promise<void> {
  const { available, bank_clearing: clearing } = await balancesOf(context, business)
  const taken = state === 'success' ? AMOUNT : 0n
  const held = state === 'pending' ? AMOUNT : 0n
  assert.deepEqual(
    [available.posted, available.available, clearing.posted],
    [PLAY_MONEY - taken, PLAY_MONEY - taken - held, taken],
  )
}
