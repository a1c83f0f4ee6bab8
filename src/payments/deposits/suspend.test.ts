import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import {
  creditTo,
  deposited,
  eventsOf,
  givenAccount,
  givenDedicated,
  listDeposits,
  notify,
} from '../../../test/payments.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  useContext,
} from '../../../test/support.ts'
import { type Context, HOUSE } from '../../core/context.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { newId, publicId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { BankCredit, Mode } from '../../providers/outcomes.ts'

import { createDedicated } from '../virtual-accounts/dedicated.ts'
import { listQuarantine } from './quarantine.ts'
import { receive } from './receive.ts'
import { assign, listWaiting, suspend, suspenseOf } from './suspend.ts'

const AMOUNT = 250_000
const PLAY_MONEY = 10_000_000n
const TWO_OPERATORS_ROUNDS = 50

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

let numbers = 0

test('money for an unknown account waits in suspense, and is listed', async () => {
  const before = await inSuspense()
  const credit = creditTo(context, unknownNumber(), AMOUNT)

  const answer = await notify(api, context, { ...credit, narration: 'For shoes' })

  assert.deepEqual(
    [answer.status, answer.body.message],
    [200, 'Kept in suspense until it is assigned'],
  )
  assert.equal(await inSuspense(), before + BigInt(AMOUNT))
  const [waiting, ...others] = await waitingAs(credit)
  assert.deepEqual(others, [])
  const { sessionId, accountNumber, amount, senderName, narration, state } = waiting!
  assert.deepEqual(
    [sessionId, accountNumber, amount, senderName, narration, state],
    [credit.sessionId, credit.accountNumber, 250_000n, 'Ngozi Sample', 'For shoes', 'waiting'],
  )
})

test('credits in suspense are listed oldest first, and reported to the operator once', async () => {
  const said: string[] = []
  const watched = {
    ...context,
    log: { ...context.log, warn: (_: object, m: string) => said.push(m) },
  }
  const credits = [1, 2, 3].map((amount) => creditTo(context, unknownNumber(), amount))

  for (const credit of credits) {
    await receive(watched, 'test', credit)
    await receive(watched, 'test', credit)
  }

  const listed = (await listWaiting(context, 'test')).map(({ sessionId }) => sessionId).slice(-3)
  assert.deepEqual(
    listed,
    credits.map(({ sessionId }) => sessionId),
  )
  assert.deepEqual(said, Array(3).fill('a credit arrived at an unknown account number'))
})

test('200 notifications of one transfer to an unknown account are one credit in suspense', async () => {
  const processes = [context, contextOn(context.database), contextOn(context.database)]
  const before = await inSuspense()
  const credit = creditTo(context, unknownNumber(), AMOUNT)

  const received = await Promise.all(
    Array.from({ length: 200 }, (_, i) => receive(processes[i % 3]!, 'test', credit)),
  )

  assert.deepEqual(new Set(received.map(({ kind }) => kind)), new Set(['suspended']))
  assert.equal(await inSuspense(), before + BigInt(AMOUNT))
  assert.equal((await waitingAs(credit)).length, 1)
  await Promise.all(processes.slice(1).map(disconnect))
})

test('assigned to a dedicated account, it is a payment as if it had arrived there', async () => {
  const business = await givenBusiness(context)
  const account = await givenDedicated(api, business)
  const before = await inSuspense()
  const counted = async () => (await suspenseOf(context)).find(({ mode }) => mode === 'test')?.count
  const waited = (await counted()) ?? 0
  const { credit, suspendedCredit } = await givenSuspended()
  assert.equal(await counted(), waited + 1)

  const deposit = await assignTo(account.account_number, suspendedCredit)

  assert.equal(await inSuspense(), before)
  assert.deepEqual(await waitingAs(credit), [])
  assert.equal((await counted()) ?? 0, waited)
  const { body } = await api.get(`/api/v1/transactions/${deposit.transactionId}`, {
    key: business.keys.secretKey,
  })
  const payment = body.data
  assert.equal(payment.reference, credit.sessionId)
  // 1 %, and 7.5 % VAT on it.
  assert.deepEqual([payment.status, payment.amount, payment.fees], ['success', AMOUNT, 2_688])
  assert.deepEqual(
    [payment.authorization.session_id, payment.authorization.receiver_account_number],
    [credit.sessionId, account.account_number],
  )
  const { available, fees, vat } = await balancesOf(context, business)
  assert.deepEqual(
    [available.posted - PLAY_MONEY, fees.posted, vat.posted],
    [247_312n, 2_500n, 188n],
  )
  assert.deepEqual(await toldOf(business), ['transaction.success', 'transfer.received'])
  const [listed] = await listDeposits(api, business)
  assert.deepEqual(
    [listed.status, listed.account_number, listed.session_id],
    ['matched', account.account_number, credit.sessionId],
  )
})

test('if a payment has its session id as reference, it is assigned with another reference', async () => {
  const business = await givenBusiness(context)
  const account = await givenDedicated(api, business)
  const { credit, suspendedCredit } = await givenSuspended()
  await givenPayment(api, business, { reference: credit.sessionId })

  const deposit = await assignTo(account.account_number, suspendedCredit)

  const { body } = await api.get(`/api/v1/transactions/${deposit.transactionId}`, {
    key: business.keys.secretKey,
  })
  assert.equal(body.data.status, 'success')
  assert.notEqual(body.data.reference, credit.sessionId)
})

test('assigned to a wallet, it tops the wallet up and costs nothing', async () => {
  const business = await givenBusiness(context)
  const { suspendedCredit } = await givenSuspended()

  const deposit = await assignTo(await walletNumberOf(business), suspendedCredit)

  assert.equal(deposit.transactionId, null)
  const { available, fees } = await balancesOf(context, business)
  assert.deepEqual([available.posted, fees.posted], [PLAY_MONEY + BigInt(AMOUNT), 0n])
  assert.deepEqual(await toldOf(business), ['deposit.topped_up'])
})

test('assigned to an account of another bank, it stays a transfer of its own bank', async () => {
  const business = await givenBusiness(context)
  const { account_number: dedicated } = await givenDedicated(api, business)

  for (const accountNumber of [dedicated, await walletNumberOf(business)]) {
    const { credit, suspendedCredit } = await givenSuspended('test', 'former bank')

    const assigned = await assignTo(accountNumber, suspendedCredit)

    assert.equal(assigned.rail, 'former bank')
    const booked = await balancesOf(context, business)
    const again = await receive(context, 'test', credit, 'former bank')
    assert(again.kind === 'credited')
    assert.equal(again.deposit.depositId, assigned.depositId)
    assert.deepEqual(await balancesOf(context, business), booked)
  }
})

test('it is assigned once, with a record of who assigned it to which account', async () => {
  const [first, second] = [await givenBusiness(context), await givenBusiness(context)]
  const account = await givenDedicated(api, first)
  const other = await givenDedicated(api, second)
  const { credit, suspendedCredit } = await givenSuspended()
  await assignTo(account.account_number, suspendedCredit)

  for (const number of [account.account_number, other.account_number]) {
    await assert.rejects(assignTo(number, suspendedCredit), isRefused('already_assigned'))
  }

  assert.deepEqual(await listDeposits(api, second), [])
  const [row] = await context.sql`
    select state, assigned_number, assigned_by, account_number from suspended_credit
    where session_id = ${credit.sessionId}
  `
  assert.deepEqual(row, {
    state: 'assigned',
    assignedNumber: account.account_number,
    assignedBy: 'an operator',
    accountNumber: credit.accountNumber,
  })
})

test(`two operators at once assign it once, ${TWO_OPERATORS_ROUNDS} times`, async () => {
  const [first, second] = [await givenBusiness(context), await givenBusiness(context)]
  const numbersOfBoth = [
    (await givenDedicated(api, first)).account_number,
    (await givenDedicated(api, second)).account_number,
  ]
  const twin = contextOn(context.database)
  const before = await inSuspense()

  for (let round = 0; round < TWO_OPERATORS_ROUNDS; round++) {
    const { suspendedCredit } = await givenSuspended()
    const answers = await Promise.allSettled(
      [context, twin].map((process, i) => {
        const accountNumber = numbersOfBoth[(i + round) % 2]!
        return assign(process, 'test', { suspendedCredit, accountNumber, by: `operator ${i}` })
      }),
    )
    const refused = answers.filter(({ status }) => status === 'rejected')
    assert.equal(refused.length, 1)
    assert(isRefused('already_assigned')((refused[0] as PromiseRejectedResult).reason))
  }

  assert.equal(await inSuspense(), before)
  const fees = await Promise.all([first, second].map((one) => balancesOf(context, one)))
  assert.equal(fees[0]!.fees.posted + fees[1]!.fees.posted, BigInt(TWO_OPERATORS_ROUNDS) * 2_500n)
  await disconnect(twin)
})

test('it cannot be assigned to a one-off account, an unknown number, or another mode', async () => {
  const { account_number: oneOff } = await givenAccount(context, api)
  const { account_number } = await givenDedicated(api, await givenBusiness(context))
  const { credit, suspendedCredit } = await givenSuspended()
  const live = await givenSuspended('live')

  for (const number of [oneOff, unknownNumber(), credit.accountNumber, '']) {
    await assert.rejects(assignTo(number, suspendedCredit), isRefused('account_not_found'))
  }
  await assert.rejects(
    assignTo(account_number, live.suspendedCredit, 'live'),
    isRefused('account_not_found'),
  )
  for (const [mode, id] of [
    ['live', suspendedCredit],
    ['test', live.suspendedCredit],
    ['test', publicId('suspended_credit', newId<'suspended_credit'>(context.now()))],
    ['test', suspendedCredit.replace('sus_', 'dep_')],
    ['test', ''],
  ] as const) {
    await assert.rejects(
      assignTo(account_number, id, mode),
      isRefused('not_found'),
      `${mode} ${id}`,
    )
  }

  assert.equal((await waitingAs(credit)).length, 1)
  assert.equal((await waitingAs(live.credit, 'live')).length, 1)
})

test('notified again after it was assigned, it returns that deposit and books nothing', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const { credit, suspendedCredit } = await givenSuspended()
  const assigned = await assignTo(account_number, suspendedCredit)
  const booked = await balancesOf(context, business)

  const { depositId } = await deposited(context, credit)

  assert.equal(depositId, assigned.depositId)
  assert.deepEqual(await balancesOf(context, business), booked)
  assert.equal((await listDeposits(api, business)).length, 1)
  // It arrived at the unknown number, so another number makes it an altered notification.
  const quiet = { ...context, log: { ...context.log, error: () => {} } }
  for (const change of [{ accountNumber: account_number }, { amount: credit.amount + 1n }]) {
    const altered = { ...credit, ...change } as BankCredit
    assert.deepEqual(await receive(quiet, 'test', altered), { kind: 'quarantined' })
  }
  assert.deepEqual(await balancesOf(context, business), booked)
  const kept = (await listQuarantine(context, 'test')).filter(
    ({ sessionId }) => sessionId === credit.sessionId,
  )
  assert.deepEqual(
    kept.map(({ businessId }) => businessId),
    [HOUSE, HOUSE],
  )
})

test('an account number that is issued later does not book an earlier credit twice', async () => {
  const business = await givenBusiness(context)
  const { credit, suspendedCredit } = await givenSuspended()
  await issueAs(business, credit.accountNumber)

  assert.deepEqual(await receive(context, 'test', credit), { kind: 'suspended' })
  assert.deepEqual(await listDeposits(api, business), [])

  const assigned = await assignTo(credit.accountNumber, suspendedCredit)
  const { depositId } = await deposited(context, credit)
  assert.equal(depositId, assigned.depositId)
  const next = await deposited(context, creditTo(context, credit.accountNumber, AMOUNT))
  assert.notEqual(next.depositId, assigned.depositId)
  assert.equal((await listDeposits(api, business)).length, 2)
})

test('more operators at once than connections do not deadlock', async (t) => {
  const given = await Promise.all(
    Array.from({ length: 25 }, async () => {
      const business = await givenBusiness(context)
      const { account_number } = await givenDedicated(api, business)
      return { accountNumber: account_number, ...(await givenSuspended()) }
    }),
  )
  // A process that has cached nothing of these businesses.
  const fresh = contextOn(context.database)
  t.after(() => disconnect(fresh))

  const deposits = await Promise.all(
    given.map(({ suspendedCredit, accountNumber }) =>
      assign(fresh, 'test', { suspendedCredit, accountNumber, by: 'an operator' }),
    ),
  )

  assert.equal(new Set(deposits.map(({ depositId }) => depositId)).size, 25)
})

/** A number that no bank issues. */
function unknownNumber(): string {
  numbers += 1
  return `nobody ${numbers}`
}

async function inSuspense(): Promise<bigint> {
  const { suspense } = await balancesOf(context, { businessId: HOUSE, mode: 'test' })
  return suspense.posted
}

async function waitingAs({ sessionId }: BankCredit, mode: Mode = 'test') {
  const waiting = await listWaiting(context, mode)
  return waiting.filter((credit) => credit.sessionId === sessionId)
}

async function givenSuspended(mode: Mode = 'test', rail = 'sandbox') {
  const credit = creditTo(context, unknownNumber(), AMOUNT)
  assert(await suspend(context, mode, rail, credit))
  const [waiting] = await waitingAs(credit, mode)
  return { credit, suspendedCredit: publicId('suspended_credit', waiting!.suspendedCreditId) }
}

function assignTo(accountNumber: string, suspendedCredit: string, mode: Mode = 'test') {
  return assign(context, mode, { suspendedCredit, accountNumber, by: 'an operator' })
}

function isRefused(code: string): (error: unknown) => boolean {
  return (error) => error instanceof Refusal && error.code === code
}

async function walletNumberOf({ keys }: GivenBusiness): Promise<string> {
  const { body } = await api.get('/api/v1/balance', { key: keys.secretKey })
  return body.data.account.account_number
}

async function toldOf(business: GivenBusiness): Promise<string[]> {
  const types = (await eventsOf(context, business)).map(({ type }) => type).sort()
  return types.filter((type) => type !== 'dedicated_virtual_account.created')
}

/** A dedicated account with exactly this number, as a bank might issue one day. */
async function issueAs(business: GivenBusiness, accountNumber: string): Promise<void> {
  const { bank } = context.rails.test
  const issueAccount: typeof bank.issueAccount = async () => ({
    kind: 'issued',
    accountNumber,
    bank: { name: 'Test Bank', code: '001', slug: 'test-bank' },
  })
  const issuing: Context = {
    ...context,
    rails: { test: { ...context.rails.test, bank: { ...bank, issueAccount } }, live: [] },
  }
  await createDedicated(issuing, business, {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Example',
    phone: null,
    bvn: null,
    nin: null,
    splitCode: null,
  })
}
