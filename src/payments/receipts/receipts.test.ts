import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { askForAccount, givenDedicated, pay, transfer } from '../../../test/payments.ts'
import {
  givenSuccess,
  mailsOf,
  receiptsOf,
  type Watched,
  watchedMail,
} from '../../../test/receipts.ts'
import { stopNow } from '../../../test/stopped-clock.ts'
import { asOwner, type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import type { MailOutcome } from '../../providers/rails.ts'
import { claimReceipts } from './receipts.sql.ts'
import { backlogOf, sendReceipts } from './receipts.ts'
import { verifyReceipts } from './verify.ts'

const context = useContext({ isNew: true })
stopNow(context)
const api = useApi(context)

// No receipt of one case is sent by the next.
afterEach(async () => {
  await untilDone(context, sendReceipts)
  await context.sql`delete from receipt where state = 'due'`
})

async function onlyReceiptOf(business: GivenBusiness) {
  const rows = await receiptsOf(context, business)
  assert.equal(rows.length, 1)
  return rows[0]!
}

test('every customer who pays, in any way, gets one receipt in the name of the business', async () => {
  const business = await givenBusiness(context, 'Adire Studio')
  const card = await givenPayment(api, business, { email: 'card@example.com' })
  await pay(api, card.access_code, 'success')
  const oneOff = await givenPayment(api, business, { email: 'one-off@example.com' })
  const account_number = await askForAccount(api, oneOff.access_code)
  await transfer(api, business, { account_number, amount: 500_000 })
  const { email } = await givenSuccess(api, business)
  const watching = watchedMail(context)

  assert.equal(await sendReceipts(watching), 3)
  assert.equal(await sendReceipts(watching), 0)

  assert.deepEqual(
    watching.mails.map(({ to }) => to).sort(),
    ['card@example.com', 'one-off@example.com', email].sort(),
  )
  for (const { fromName, onBehalfOf, subject } of watching.mails) {
    assert.deepEqual([fromName, onBehalfOf], ['Adire Studio', business.businessId])
    assert.equal(subject, '[Test] Receipt from Adire Studio: ₦5,000.00')
  }
  for (const { state, attempts, sentAt, failure } of await receiptsOf(context, business)) {
    assert.deepEqual([state, attempts, failure], ['sent', 1, null])
    assert(sentAt !== null)
  }
})

test('a customer who has not paid gets no receipt: not for a wrong amount, a decline or an open payment', async () => {
  const business = await givenBusiness(context)
  const { access_code } = await givenPayment(api, business)
  const account_number = await askForAccount(api, access_code)

  await transfer(api, business, { account_number, amount: 499_999 })
  await pay(api, access_code, 'declined')

  assert.deepEqual(await receiptsOf(context, business), [])
  assert.equal(await sendReceipts(context), 0)
})

test('a transfer that the bank notifies twice is one receipt', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const told = { account_number, amount: 500_000, session_id: '999999261121000000000000000001' }

  await transfer(api, business, told)
  await transfer(api, business, told)

  assert.equal((await receiptsOf(context, business)).length, 1)
})

test('a business can turn receipts off: from then on, and for one mode only', async () => {
  const business = await givenBusiness(context)
  const other = await givenBusiness(context, 'Other Store')
  await givenSuccess(api, business)
  await changeSettings(context, business, { receipts: false })

  await givenSuccess(api, business)
  await givenSuccess(api, other)

  assert.equal((await receiptsOf(context, business)).length, 1)
  assert.equal((await receiptsOf(context, other)).length, 1)
  await changeSettings(context, business, { receipts: true })
  await givenSuccess(api, business)
  assert.equal((await receiptsOf(context, business)).length, 2)
})

test('of payments that succeed together, each follows the setting of its business', async () => {
  const [wants, wantsNone] = [await givenBusiness(context), await givenBusiness(context)]
  await changeSettings(context, wantsNone, { receipts: false })
  const businesses = [wants, wantsNone, wants, wantsNone]
  const accounts = await Promise.all(businesses.map((business) => givenDedicated(api, business)))

  await Promise.all(
    accounts.map(({ account_number }, i) =>
      transfer(api, businesses[i]!, { account_number, amount: 500_000 }),
    ),
  )

  assert.equal((await receiptsOf(context, wants)).length, 2)
  assert.deepEqual(await receiptsOf(context, wantsNone), [])
})

test('while the mail server is down, a receipt is retried after longer and longer waits, and then given up', async () => {
  for (const [kind, outcome] of [
    ['unavailable', { kind: 'unavailable' }],
    ['unknown', { kind: 'unknown' }],
  ] as [string, MailOutcome][]) {
    const business = await givenBusiness(context)
    await givenSuccess(api, business)
    const failing = watchedMail(context, () => outcome)
    const waits = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR]
    for (const [i, waitMs] of waits.entries()) {
      assert.equal(await sendReceipts(failing), 1)
      const { state, attempts, failure } = await onlyReceiptOf(business)
      assert.deepEqual([state, attempts, failure], ['due', i + 1, kind])
      context.advance(waitMs - 1 * SECOND)
      assert.equal(await sendReceipts(failing), 0, `not before ${waitMs} ms`)
      context.advance(1 * SECOND)
    }

    assert.equal(await sendReceipts(failing), 1)

    const { state, attempts, failure, nextAt } = await onlyReceiptOf(business)
    assert.deepEqual([state, attempts, failure, nextAt], ['failed', 6, kind, null])
    context.advance(30 * DAY)
    assert.equal(await sendReceipts(failing), 0)
    assert.equal(new Set(failing.mails.map(({ key }) => key)).size, 1, 'each under one key')
    assert.equal(failing.mails.length, 6)
  }
})

test('a receipt that is sent at the third attempt shows no earlier failure', async () => {
  const business = await givenBusiness(context)
  await givenSuccess(api, business)
  const failing = watchedMail(context, (_, nth) => (nth < 3 ? { kind: 'unknown' } : null))

  for (let i = 0; i < 3; i++) {
    await sendReceipts(failing)
    context.advance(6 * MINUTE)
  }

  const { state, attempts, failure } = await onlyReceiptOf(business)
  assert.deepEqual([state, attempts, failure], ['sent', 3, null])
  assert.equal((await mailsOf(api, business)).length, 1)
})

test('a receipt to a refused address is not retried', async () => {
  const business = await givenBusiness(context)
  await givenSuccess(api, business)
  const refusing = watchedMail(context, () => ({ kind: 'refused', reason: 'smtp_550' }))

  await sendReceipts(refusing)
  context.advance(1 * DAY)
  await sendReceipts(refusing)

  const { state, attempts, failure } = await onlyReceiptOf(business)
  assert.deepEqual([state, attempts, failure], ['failed', 1, 'smtp_550'])
  assert.equal(refusing.mails.length, 1)
})

test('a mail provider that throws counts as one that has not answered', async () => {
  const business = await givenBusiness(context)
  await givenSuccess(api, business)

  await sendReceipts(watchedMail(context, () => Promise.reject(new Error('broken'))))

  const { state, failure } = await onlyReceiptOf(business)
  assert.deepEqual([state, failure], ['due', 'unknown'])
})

test('a receipt that cannot be composed or sent blocks no other', async () => {
  const business = await givenBusiness(context)
  for (let i = 0; i < 5; i++) await givenSuccess(api, business)
  const [spoilt] = await receiptsOf(context, business)
  await asOwner(
    context,
    (sql) => sql`
      update transaction set authorization_details = 'no JSON' where id = ${spoilt!.transactionId}
    `,
  )
  const watching = watchedMail(context, (_, nth) => (nth === 2 ? { kind: 'unavailable' } : null))

  await assert.rejects(sendReceipts(watching), SyntaxError)

  const rows = await receiptsOf(context, business)
  assert.deepEqual(rows.map(({ state }) => state).sort(), ['due', 'due', 'sent', 'sent', 'sent'])
  const [first] = rows
  assert.deepEqual([first!.state, first!.attempts, first!.failure], ['due', 1, 'fault'])
})

test('while receipts are written, requests have their turn in between', async () => {
  const business = await givenBusiness(context)
  for (let i = 0; i < 4; i++) await givenSuccess(api, business)
  let turn = 0
  let isOver = false
  const next = () => {
    turn += 1
    if (!isOver) setImmediate(next)
  }
  const turns: number[] = []
  const watching = watchedMail(context, () => {
    turns.push(turn)
    return null
  })

  setImmediate(next)
  await sendReceipts(watching)
  isOver = true

  assert.equal(new Set(turns).size, 4, String(turns))
})

test('a claimed receipt is sent by nobody else until its lease has ended', async () => {
  const business = await givenBusiness(context)
  await givenSuccess(api, business)
  const { promise, resolve } = Promise.withResolvers<MailOutcome>()
  const slow = watchedMail(context, () => promise)
  const other: Watched = watchedMail(context)
  const sending = sendReceipts(slow)
  while (slow.mails.length === 0) await new Promise((turn) => setImmediate(turn))

  assert.equal(await sendReceipts(other), 0)
  context.advance(6 * MINUTE)
  assert.equal(await sendReceipts(other), 1)
  resolve({ kind: 'refused', reason: 'smtp_550' })
  await sending

  // A late record changes nothing.
  const { state, attempts } = await onlyReceiptOf(business)
  assert.deepEqual([state, attempts], ['sent', 1])
  assert.equal(slow.mails[0]!.key, other.mails[0]!.key)
})

test('the outbox lists a receipt once, however often it was sent, at the time of the payment', async () => {
  const business = await givenBusiness(context)
  const { email } = await givenSuccess(api, business)
  context.advance(1 * MINUTE)
  const { email: later } = await givenSuccess(api, business)

  await sendReceipts(context)
  await asOwner(
    context,
    (sql) => sql`
      update receipt set state = 'due', next_at = now(), sent_at = null
      where business_id = ${business.businessId}
    `,
  )
  context.advance(1 * SECOND)
  assert.equal(await sendReceipts(context), 2)

  const mails = await mailsOf(api, business)
  assert.deepEqual(
    mails.map(({ channel, to, otp }) => [channel, to, otp]),
    [
      ['email', later, null],
      ['email', email, null],
    ],
  )
  assert.match(mails[0]!.html!, /^<!doctype html>/)
  assert.match(mails[0]!.text, /^TEST MODE/)
})

test('the check of the books finds a receipt of an unpaid payment', async () => {
  const business = await givenBusiness(context)
  await givenPayment(api, business)
  const [open] = await context.sql<{ id: string }[]>`
    select id from transaction where business_id = ${business.businessId} and mode = 'test'
  `
  await context.sql`
    insert into receipt (business_id, mode, transaction_id, next_at, created_at)
    values (${business.businessId}, 'test', ${open!.id}, now(), now())
  `

  const wrong = await verifyReceipts(context.sql)

  assert.deepEqual(
    wrong.map(({ found, expected }) => [found, expected]),
    [['pending', 'success']],
  )
  await context.sql`delete from receipt where business_id = ${business.businessId}`
})

test('claiming a receipt sets its lease without writing an index', async () => {
  const business = await givenBusiness(context)
  for (let i = 0; i < 3; i++) await givenSuccess(api, business)
  const now = context.now()
  const lease = later(now, MINUTE)

  const [claimed, changed] = await context.sql.begin(async (sql) => [
    await claimReceipts(sql, ['test'], now, lease, 100),
    await sql`
      select n_tup_upd::int as all, n_tup_hot_upd::int as hot
      from pg_stat_xact_user_tables where relname = 'receipt'
    `,
  ])

  assert.equal(claimed.length, 3)
  assert.deepEqual({ ...changed[0] }, { all: 3, hot: 3 })
  assert.equal(await backlogOf(context, 100), 0)
  assert.equal(await sendReceipts({ ...context, now: () => later(lease, -1) }), 0)
  assert.equal(await sendReceipts({ ...context, now: () => lease }), 3)
})
