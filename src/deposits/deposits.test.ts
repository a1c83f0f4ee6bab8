import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { givenPayment, useApi } from '../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../test/books.ts'
import { breakable, Stopped } from '../../test/faults.ts'
import {
  askForAccount,
  listDeposits,
  runChores,
  runChoresOnce,
  type Transfer,
  transfer,
  verifyPayment,
} from '../../test/payments.ts'
import { contextOn, disconnect, givenBusiness, useContext } from '../../test/support.ts'
import { changeSettings } from '../businesses/businesses.ts'
import { balancesOf, listEntries } from '../ledger/ledger.ts'
import { DAY, HOUR, MINUTE } from '../lib/clock.ts'
import { parsePublicId } from '../lib/ids.ts'
import { kobo } from '../lib/money.ts'
import { Refusal } from '../lib/refusal.ts'
import type { BankCredit } from '../rails/rails.ts'
import { abandonDue } from '../transactions/expire.ts'
import { receive } from './deposits.ts'
import { returnDue } from './return.ts'

const AMOUNT = 500_000
/** Of the sandbox: a return to the first is unknown, then done; to the second it is refused. */
const LATE_ACCOUNT = '8888888888'
const REFUSING_ACCOUNT = '9999999999'

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

// Everything a customer may transfer instead of the amount, and what becomes of it.
const mismatches: [name: string, amount: number, reason: string][] = [
  ['a kobo less', AMOUNT - 1, 'amount_too_low'],
  ['a kobo more', AMOUNT + 1, 'amount_too_high'],
  ['one kobo', 1, 'amount_too_low'],
  ['twice the amount', AMOUNT * 2, 'amount_too_high'],
]
for (const [name, amount, reason] of mismatches) {
  test(`${name} does not pay: it is kept apart, told of, and sent back`, async () => {
    const { business, reference, account_number } = await givenAccount()

    const { body } = await transfer(api, business, { account_number, amount })

    assert.deepEqual([body.data.status, body.data.reason], ['unmatched', reason])
    const waiting = await verifyPayment(api, business, reference)
    assert.equal(waiting.status, 'ongoing')
    assert.match(waiting.message, /It is being sent back/)
    const booked = await balancesOf(context, business)
    assert.equal(booked.unmatched.posted, kobo(amount))
    assert.equal(booked.available.posted, 10_000_000n)

    await runChores(context)
    const [deposit] = await listDeposits(api, business)
    assert.equal(deposit.status, 'returned')
    assert.match(deposit.return_session_id, /^\d{30}$/)
    const after = await balancesOf(context, business)
    assert.deepEqual([after.unmatched.posted, after.bank_clearing.posted], [0n, 0n])
    await assertSettled(context)
  })
}

test('nothing at all cannot be transferred', async () => {
  const { business, account_number } = await givenAccount()

  for (const amount of [0, -1, 0.5, 1e13]) {
    const { status } = await transfer(api, business, { account_number, amount })
    assert.equal(status, 400, `${amount}`)
  }
})

test('after a wrong amount the right one still pays', async () => {
  const { business, reference, account_number } = await givenAccount()
  await transfer(api, business, { account_number, amount: AMOUNT - 1 })

  const { body } = await transfer(api, business, { account_number, amount: AMOUNT })

  assert.equal(body.data.status, 'matched')
  const paid = await verifyPayment(api, business, reference)
  assert.deepEqual([paid.status, paid.amount, paid.message], ['success', AMOUNT, null])
})

test('a second transfer of the same amount is not income: it goes back', async () => {
  const { business, reference, account_number } = await givenAccount()
  await transfer(api, business, { account_number, amount: AMOUNT })
  const paid = await verifyPayment(api, business, reference)

  const { body } = await transfer(api, business, { account_number, amount: AMOUNT })

  assert.deepEqual([body.data.status, body.data.reason], ['unmatched', 'already_paid'])
  assert.deepEqual(await verifyPayment(api, business, reference), paid)
  await runChores(context)
  const { available, fees } = await balancesOf(context, business)
  assert.deepEqual([available.posted, fees.posted], [10_481_187n, 17_500n])
  await assertSettled(context)
})

test('two transfers at once pay once', async () => {
  for (let round = 0; round < 20; round++) {
    const { business, account_number } = await givenAccount()

    const answers = await Promise.all(
      [1, 2, 3].map(() => transfer(api, business, { account_number, amount: AMOUNT })),
    )

    const states = answers.map(({ body }) => body.data.status).sort()
    assert.deepEqual(states, ['matched', 'unmatched', 'unmatched'])
  }
})

test('an account takes money for half an hour', async () => {
  const { business, account_number } = await givenAccount()
  context.advance(30 * MINUTE - 5_000)

  const { body } = await transfer(api, business, { account_number, amount: AMOUNT })

  assert.equal(body.data.status, 'matched')
})

test('after half an hour the account is late, and the next one is another', async () => {
  const { business, reference, access_code, account_number } = await givenAccount()
  context.advance(30 * MINUTE + 1)

  const { body } = await transfer(api, business, { account_number, amount: AMOUNT })

  assert.deepEqual([body.data.status, body.data.reason], ['unmatched', 'late'])
  const { status, message } = await verifyPayment(api, business, reference)
  assert.equal(status, 'ongoing')
  assert.match(message, /came too late/)
  const next = await askForAccount(api, access_code)
  assert.notEqual(next, account_number)
  const again = await transfer(api, business, { account_number: next, amount: AMOUNT })
  assert.equal(again.body.data.status, 'matched')
})

for (const isAbandoned of [false, true]) {
  test(`after expiry, ${isAbandoned ? 'swept' : 'not yet swept'}, money goes back`, async () => {
    const { business, reference, account_number } = await givenAccount()
    context.advance(1 * DAY + 1)
    if (isAbandoned) await abandonDue(context)

    const { body } = await transfer(api, business, { account_number, amount: AMOUNT })

    assert.deepEqual([body.data.status, body.data.reason], ['unmatched', 'late'])
    await runChores(context)
    assert.equal((await verifyPayment(api, business, reference)).status, 'abandoned')
    await assertSettled(context)
  })
}

test('who accepts overpayment is paid what arrived, and still no less than was asked', async () => {
  const { business, reference, account_number } = await givenAccount()
  await changeSettings(context, business, { acceptOverpayment: true })

  const less = await transfer(api, business, { account_number, amount: AMOUNT - 1 })
  const more = await transfer(api, business, { account_number, amount: 600_000 })
  const again = await transfer(api, business, { account_number, amount: 600_000 })

  const reasons = [less, more, again].map(({ body }) => body.data.reason)
  assert.deepEqual(reasons, ['amount_too_low', null, 'already_paid'])
  const paid = await verifyPayment(api, business, reference)
  assert.deepEqual(
    [paid.amount, paid.requested_amount, paid.fees, paid.net_amount],
    [600_000, AMOUNT, 20_425, 579_575],
  )
})

test('one session id in 200 notifications by three processes is one deposit', async () => {
  const { business, account_number } = await givenAccount()
  const processes = [context, contextOn(context.database), contextOn(context.database)]
  const credit = creditTo(account_number, 'race/0001')

  const deposits = await Promise.all(
    Array.from({ length: 200 }, (_, i) => receive(processes[i % 3]!, 'test', credit)),
  )

  const ids = new Set(deposits.map(({ depositId }) => depositId))
  assert.equal(ids.size, 1)
  assert.deepEqual(new Set(deposits.map(({ state }) => state)), new Set(['matched']))
  const { transactionId } = deposits[0]!
  const entries = await listEntries(context.sql, business.businessId, 'test', transactionId)
  assert.equal(entries.length, 3)
  assert.equal((await listDeposits(api, business)).length, 1)
  await Promise.all(processes.slice(1).map(disconnect))
})

test('200 wrong notifications at once of one session are one unmatched deposit', async () => {
  const { business, account_number } = await givenAccount()
  const credit = { ...creditTo(account_number, 'race/0002'), amount: kobo(7) }

  const deposits = await Promise.all(
    Array.from({ length: 200 }, () => receive(context, 'test', credit)),
  )

  assert.equal(new Set(deposits.map(({ depositId }) => depositId)).size, 1)
  const { unmatched } = await balancesOf(context, business)
  assert.equal(unmatched.posted, 7n)
})

test('the next day, and a month later, the same session is still the same deposit', async () => {
  const { business, account_number } = await givenAccount()
  const first = await transfer(api, business, {
    account_number,
    amount: AMOUNT,
    session_id: 'same/0001',
  })

  for (const ms of [1 * DAY, 30 * DAY]) {
    context.advance(ms)
    const again = await transfer(api, business, {
      account_number,
      amount: AMOUNT,
      session_id: 'same/0001',
    })
    assert.deepEqual(again.body.data, first.body.data)
  }
  assert.equal((await listDeposits(api, business)).length, 1)
})

test('a session id with other data changes nothing and is refused', async () => {
  const { business, account_number } = await givenAccount()
  const other = await givenAccount(business)
  const first = {
    account_number,
    amount: AMOUNT,
    sender_name: 'Ngozi Sample',
    sender_bank_code: '011',
    sender_account_number: '1234567890',
    session_id: 'conflict/0001',
  }
  const { body } = await transfer(api, business, first)

  const changes: Partial<Transfer>[] = [
    { account_number: other.account_number },
    { amount: AMOUNT + 1 },
    { sender_bank_code: '044' },
    { sender_account_number: '1234567891' },
  ]
  for (const change of changes) {
    const refused = await transfer(api, business, { ...first, ...change })
    assert.deepEqual([refused.status, refused.body.code], [422, 'session_conflict'])
  }
  assert.deepEqual(await listDeposits(api, business), [body.data])
})

test('a session id of another business is refused, and nothing of its owner is told', async () => {
  const { business, account_number } = await givenAccount()
  const stranger = await givenAccount()
  const session_id = 'shared/0001'
  await transfer(api, business, { account_number, amount: AMOUNT, session_id })

  const refused = await transfer(api, stranger.business, {
    account_number: stranger.account_number,
    amount: AMOUNT,
    session_id,
  })

  assert.deepEqual([refused.status, refused.body.code], [422, 'session_conflict'])
  assert.equal(refused.text.includes(account_number), false)
  assert.deepEqual(await listDeposits(api, stranger.business), [])
})

test('an account that was never issued is not known', async () => {
  const { business, account_number } = await givenAccount()
  const stranger = await givenBusiness(context)

  const unknown = await transfer(api, business, { account_number: '0000000001', amount: AMOUNT })
  const foreign = await transfer(api, stranger, { account_number, amount: AMOUNT })

  assert.deepEqual([unknown.status, unknown.body.code], [404, 'account_not_found'])
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'account_not_found'])
  const credit = creditTo('0000000001', 'nobody/0001')
  await assert.rejects(receive(context, 'test', credit), new Refusal('account_not_found'))
})

test('a return that nobody answers is asked for again, and is one return', async () => {
  const { business, account_number } = await givenAccount()
  await transfer(api, business, {
    account_number,
    amount: 1,
    sender_account_number: LATE_ACCOUNT,
  })

  await runChoresOnce(context)

  assert.equal((await listDeposits(api, business))[0].status, 'returning')
  const held = await balancesOf(context, business)
  assert.deepEqual([held.unmatched.posted, held.unmatched.available], [1n, 0n])
  await runChoresOnce(context)
  assert.equal((await listDeposits(api, business))[0].status, 'returning', 'it pauses')
  context.advance(1 * MINUTE)
  await runChoresOnce(context)
  const [deposit] = await listDeposits(api, business)
  assert.equal(deposit.status, 'returned')
  await assertSettled(context)
})

test('a return that the bank refuses stays, listed, for a person', async () => {
  const { business, account_number } = await givenAccount()
  await transfer(api, business, {
    account_number,
    amount: 77,
    sender_account_number: REFUSING_ACCOUNT,
  })

  await runChores(context)
  context.advance(30 * DAY)
  await runChores(context)

  const [deposit] = await listDeposits(api, business, '?status=return_refused')
  assert.deepEqual([deposit.amount, deposit.return_session_id], [77, null])
  const { unmatched } = await balancesOf(context, business)
  assert.deepEqual([unmatched.posted, unmatched.available], [77n, 77n])
})

test('two workers send a deposit back once', async () => {
  const worker = contextOn(context.database)
  const returns: string[] = []
  const { bank } = context.rails.test
  const counted = {
    ...bank,
    returnCredit: (request: Parameters<typeof bank.returnCredit>[0]) => {
      returns.push(request.key)
      return bank.returnCredit(request)
    },
  }
  const deposits = []
  for (let i = 0; i < 10; i++) {
    const { business, account_number } = await givenAccount()
    const { body } = await transfer(api, business, { account_number, amount: 5 })
    deposits.push(parsePublicId('dep', body.data.id))
  }
  const processes = [context, worker, context, worker].map((process) => ({
    ...process,
    rails: { test: { ...process.rails.test, bank: counted }, live: null },
  }))

  await Promise.all(processes.map(runChoresOnce))

  assert.deepEqual(returns.sort(), deposits.sort())
  await assertSettled(context)
  await disconnect(worker)
})

test('one deposit that cannot be taken up does not keep the others from it', async () => {
  const { business, account_number } = await givenAccount()
  await transfer(api, business, { account_number, amount: 8 })
  await transfer(api, business, { account_number, amount: 9 })
  const faulty = breakable(context)

  // The claim is the first call; the second is for the first deposit.
  faulty.arm({ point: 2, when: 'before', does: 'fails' })
  await assert.rejects(returnDue(faulty.context), Stopped)
  faulty.disarm()

  const states = (await listDeposits(api, business)).map(({ status }: { status: string }) => status)
  assert.deepEqual(states.sort(), ['returned', 'unmatched'])
  context.advance(1 * MINUTE)
  await runChores(context)
  await assertSettled(context)
})

test('deposits are listed newest first, masked, and by their state', async () => {
  const { business, account_number } = await givenAccount()
  const sender_account_number = '1234567890'
  await transfer(api, business, { account_number, amount: 1, sender_account_number })
  context.advance(1 * HOUR - 40 * MINUTE)
  await transfer(api, business, { account_number, amount: AMOUNT, narration: 'For shoes' })

  const all = await listDeposits(api, business)
  const unmatched = await listDeposits(api, business, '?status=unmatched')

  assert.deepEqual(
    all.map(({ amount }: { amount: number }) => amount),
    [AMOUNT, 1],
  )
  assert.equal(all[0].narration, 'For shoes')
  assert.deepEqual(unmatched, [all[1]])
  assert.equal(all[1].sender_account_number, '******7890')
})

async function givenAccount(business?: Awaited<ReturnType<typeof givenBusiness>>) {
  const owner = business ?? (await givenBusiness(context))
  const { access_code, reference } = await givenPayment(api, owner, { amount: AMOUNT })
  const account_number = await askForAccount(api, access_code)
  return { business: owner, access_code, reference, account_number }
}

function creditTo(accountNumber: string, sessionId: string): BankCredit {
  return {
    sessionId,
    accountNumber,
    amount: kobo(AMOUNT),
    senderName: 'Ngozi Sample',
    senderBankCode: '001',
    senderAccountNumber: '1234567890',
    narration: '',
    occurredAt: context.now(),
  }
}
