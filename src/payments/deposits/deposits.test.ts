import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import {
  askForAccount,
  creditTo,
  deposited,
  givenAccount,
  listDeposits,
  runJobs,
  type Transfer,
  transfer,
  verifyPayment,
} from '../../../test/payments.ts'
import { stopNow } from '../../../test/stopped-clock.ts'
import { contextOn, disconnect, givenBusiness, useContext } from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { balancesOf, listEntries } from '../../core/ledger/ledger.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { abandonDue } from '../transactions/expire.ts'
import { receive } from './receive.ts'

const AMOUNT = 500_000

const context = useContext()
stopNow(context)
const api = useApi(context)

afterEach(() => assertBooksTie(context))

// All wrong transfers, and what happens to them.
const mismatches: [name: string, amount: number, reason: string][] = [
  ['a kobo less', AMOUNT - 1, 'amount_too_low'],
  ['a kobo more', AMOUNT + 1, 'amount_too_high'],
  ['one kobo', 1, 'amount_too_low'],
  ['twice the amount', AMOUNT * 2, 'amount_too_high'],
]
for (const [name, amount, reason] of mismatches) {
  test(`${name} does not pay: it is booked as unmatched, reported, and returned`, async () => {
    const { business, reference, account_number } = await givenAccount(context, api)

    const { body } = await transfer(api, business, { account_number, amount })

    assert.deepEqual([body.data.status, body.data.reason], ['unmatched', reason])
    const waiting = await verifyPayment(api, business, reference)
    assert.equal(waiting.status, 'ongoing')
    assert.match(waiting.message, /It is being returned/)
    const booked = await balancesOf(context, business)
    assert.equal(booked.unmatched.posted, kobo(amount))
    assert.equal(booked.available.posted, 10_000_000n)

    await runJobs(context)
    const [deposit] = await listDeposits(api, business)
    assert.equal(deposit.status, 'returned')
    assert.match(deposit.return_session_id, /^\d{30}$/)
    const after = await balancesOf(context, business)
    assert.deepEqual([after.unmatched.posted, after.bank_clearing.posted], [0n, 0n])
    await assertSettled(context)
  })
}

test('a transfer of zero is refused', async () => {
  const { business, account_number } = await givenAccount(context, api)

  for (const amount of [0, -1, 0.5, 1e13]) {
    const { status } = await transfer(api, business, { account_number, amount })
    assert.equal(status, 400, `${amount}`)
  }
})

test('after a wrong amount the right one still pays', async () => {
  const { business, reference, account_number } = await givenAccount(context, api)
  await transfer(api, business, { account_number, amount: AMOUNT - 1 })

  const { body } = await transfer(api, business, { account_number, amount: AMOUNT })

  assert.equal(body.data.status, 'matched')
  const paid = await verifyPayment(api, business, reference)
  assert.deepEqual([paid.status, paid.amount, paid.message], ['success', AMOUNT, null])
})

test('a second transfer of the same amount is not income: it goes back', async () => {
  const { business, reference, account_number } = await givenAccount(context, api)
  await transfer(api, business, { account_number, amount: AMOUNT })
  const paid = await verifyPayment(api, business, reference)

  const { body } = await transfer(api, business, { account_number, amount: AMOUNT })

  assert.deepEqual([body.data.status, body.data.reason], ['unmatched', 'already_paid'])
  assert.deepEqual(await verifyPayment(api, business, reference), paid)
  await runJobs(context)
  const { available, fees } = await balancesOf(context, business)
  assert.deepEqual([available.posted, fees.posted], [10_481_187n, 17_500n])
  await assertSettled(context)
})

test('two transfers at once pay once', async () => {
  for (let round = 0; round < 20; round++) {
    const { business, account_number } = await givenAccount(context, api)

    const answers = await Promise.all(
      [1, 2, 3].map(() => transfer(api, business, { account_number, amount: AMOUNT })),
    )

    const states = answers.map(({ body }) => body.data.status).sort()
    assert.deepEqual(states, ['matched', 'unmatched', 'unmatched'])
  }
})

test('an account accepts money for half an hour', async () => {
  const { business, account_number } = await givenAccount(context, api)
  context.advance(30 * MINUTE)

  const { body } = await transfer(api, business, { account_number, amount: AMOUNT })

  assert.equal(body.data.status, 'matched')
})

test('a transfer made in time pays when its notification is late, while the payment is open', async () => {
  const { business, account_number, reference } = await givenAccount(context, api)
  const credit = creditTo(context, account_number, AMOUNT)
  context.advance(5 * HOUR)

  const { state, reason } = await deposited(context, credit)

  assert.deepEqual([state, reason], ['matched', null])
  const { status, paid_at } = await verifyPayment(api, business, reference)
  assert.deepEqual([status, paid_at], ['success', credit.occurredAt.toISOString()])
})

test('after half an hour the account is late, and the next one is another', async () => {
  const { business, reference, access_code, account_number } = await givenAccount(context, api)
  context.advance(30 * MINUTE + 1)

  const { body } = await transfer(api, business, { account_number, amount: AMOUNT })

  assert.deepEqual([body.data.status, body.data.reason], ['unmatched', 'late'])
  const { status, message } = await verifyPayment(api, business, reference)
  assert.equal(status, 'ongoing')
  assert.match(message, /arrived too late/)
  const next = await askForAccount(api, access_code)
  assert.notEqual(next, account_number)
  const again = await transfer(api, business, { account_number: next, amount: AMOUNT })
  assert.equal(again.body.data.status, 'matched')
})

for (const isAbandoned of [false, true]) {
  test(`after expiry, ${isAbandoned ? 'swept' : 'not yet swept'}, money goes back`, async () => {
    const { business, reference, account_number } = await givenAccount(context, api)
    context.advance(1 * DAY + 1)
    if (isAbandoned) await abandonDue(context)

    const { body } = await transfer(api, business, { account_number, amount: AMOUNT })

    assert.deepEqual([body.data.status, body.data.reason], ['unmatched', 'late'])
    await runJobs(context)
    assert.equal((await verifyPayment(api, business, reference)).status, 'abandoned')
    await assertSettled(context)
  })
}

test('a business that accepts overpayments gets what arrived, but never less than it asked for', async () => {
  const { business, reference, account_number } = await givenAccount(context, api)
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
  const { business, account_number } = await givenAccount(context, api)
  const processes = [context, contextOn(context.database), contextOn(context.database)]
  const credit = creditTo(context, account_number, AMOUNT, 'race/0001')

  const deposits = await Promise.all(
    Array.from({ length: 200 }, (_, i) => deposited(processes[i % 3]!, credit)),
  )

  const ids = new Set(deposits.map(({ depositId }) => depositId))
  assert.equal(ids.size, 1)
  assert.deepEqual(new Set(deposits.map(({ state }) => state)), new Set(['matched']))
  const { transactionId } = deposits[0]!
  const entries = await listEntries(context.sql, business.businessId, 'test', transactionId!)
  assert.equal(entries.length, 3)
  assert.equal((await listDeposits(api, business)).length, 1)
  await Promise.all(processes.slice(1).map(disconnect))
})

test('200 wrong notifications at once of one session are one unmatched deposit', async () => {
  const { business, account_number } = await givenAccount(context, api)
  const credit = creditTo(context, account_number, 7, 'race/0002')

  const deposits = await Promise.all(Array.from({ length: 200 }, () => deposited(context, credit)))

  assert.equal(new Set(deposits.map(({ depositId }) => depositId)).size, 1)
  const { unmatched } = await balancesOf(context, business)
  assert.equal(unmatched.posted, 7n)
})

test('transfers do not wait for settings that are being changed', async () => {
  const payments = []
  for (let i = 0; i < 40; i++) payments.push(await givenAccount(context, api))
  const process = contextOn(context.database)
  let isOver = false
  const changing = (async () => {
    while (!isOver) await changeSettings(process, payments[0]!.business, { expirySeconds: 3_600 })
  })()

  const received = await Promise.all(
    payments.map(({ account_number }) =>
      receive(process, 'test', creditTo(context, account_number, AMOUNT)),
    ),
  )

  isOver = true
  await changing
  assert.deepEqual(new Set(received.map(({ kind }) => kind)), new Set(['credited']))
  await disconnect(process)
})

test('the next day, and a month later, the same session is still the same deposit', async () => {
  const { business, account_number } = await givenAccount(context, api)
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

test('a session id with other data changes nothing: it is refused, and quarantined once', async () => {
  const { business, account_number } = await givenAccount(context, api)
  const other = await givenAccount(context, api, business)
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
    for (const _ of ['once', 'again']) {
      const refused = await transfer(api, business, { ...first, ...change })
      assert.deepEqual([refused.status, refused.body.code], [422, 'session_conflict'])
    }
  }
  assert.deepEqual(await listDeposits(api, business), [body.data])
})

test('a session id of another business is refused from the bank, and its own in the sandbox', async () => {
  const { business, account_number } = await givenAccount(context, api)
  const { business: stranger, ...others } = await givenAccount(context, api)
  const session_id = 'shared/0001'
  await transfer(api, business, { account_number, amount: AMOUNT, session_id })
  const sent = { account_number: others.account_number, amount: AMOUNT, session_id }

  const told = creditTo(context, others.account_number, AMOUNT, session_id)
  assert.deepEqual(await receive(context, 'test', told), { kind: 'quarantined' })
  assert.deepEqual(await listDeposits(api, stranger), [])

  const [first, again] = [await transfer(api, stranger, sent), await transfer(api, stranger, sent)]
  assert.deepEqual([first.status, again.body.data], [200, first.body.data])
  assert.notEqual(first.body.data.session_id, session_id)
  assert.equal(first.text.includes(account_number), false)
  assert.deepEqual(await listDeposits(api, stranger), [first.body.data])
})

test('a test key gets a refusal for an unknown account, and money from the rail waits', async () => {
  const { business, account_number } = await givenAccount(context, api)
  const stranger = await givenBusiness(context)

  const unknown = await transfer(api, business, { account_number: '0000000001', amount: AMOUNT })
  const foreign = await transfer(api, stranger, { account_number, amount: AMOUNT })

  assert.deepEqual([unknown.status, unknown.body.code], [404, 'account_not_found'])
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'account_not_found'])
  const credit = creditTo(context, '0000000001', AMOUNT, 'nobody/0001')
  assert.deepEqual(await receive(context, 'test', credit), { kind: 'suspended' })
})

test('deposits are listed newest first, masked, and by their state', async () => {
  const { business, account_number } = await givenAccount(context, api)
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
