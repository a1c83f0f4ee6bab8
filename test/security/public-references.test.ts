import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { findManyByReference } from '../../src/payments/transactions/transactions.sql.ts'
import { type Api, openApi, useApi } from '../api.ts'
import { assertBooksTie } from '../books.ts'
import { startPublicly } from '../calls.ts'
import { type Breakable, breakable } from '../faults.ts'
import { endsOrWaits } from '../lock-waits.ts'
import {
  askForAccount,
  decide,
  eventsOf,
  givenDedicated,
  listDeposits,
  pay,
  runJobs,
  transfer,
  verifyPayment,
} from '../payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Who holds only the public key, as every visitor of a shop's page does, may name a payment like an
// order that the shop's server has not asked for yet. The server is never in its way.

const EMAIL = 'ada@example.com'
const PRICE = 500_000
const ROUNDS = 20
const POINTS_MAX = 60

const context = useContext()
const api = useApi(context)
let process: Breakable
let processApi: Api
let alarms: string[]
let business: GivenBusiness

before(async () => {
  await context.opened
  process = breakable(context)
  processApi = await openApi(process.context)
  const error = (_fields: object, message: string) => void alarms.push(message)
  context.log.error = process.context.log.error = error
})
after(() => processApi.app.close())
beforeEach(async () => {
  alarms = []
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

test('the server gets the reference that a stranger has taken, and verify answers the server’s', async () => {
  const { id } = await squat('order-1')

  const { status, body } = await initialize('order-1')

  assert.deepEqual([status, body.code], [200, undefined])
  const verified = await verifyPayment(api, business, 'order-1')
  assert.deepEqual([verified.made_with, verified.amount], ['secret_key', PRICE])
  const displaced = await paymentOf(id)
  assert.deepEqual(
    [displaced.status, displaced.displaced, displaced.reference],
    ['abandoned', true, 'order-1'],
  )
  assert.deepEqual(
    (await eventsOf(context, business)).map(({ type, data }) => [type, data.id]),
    [['transaction.abandoned', id]],
  )
  const paid = await pay(api, body.data.access_code, 'success')
  assert.equal(paid.body.data.status, 'success')
  assert.equal((await verifyPayment(api, business, 'order-1')).status, 'success')
})

test('the displaced payment is not found by its reference, whichever way the database reads', async () => {
  await squat('order-1')
  await initialize('order-1')

  const wanted = { ...business, reference: 'order-1' }
  const [found] = await context.sql.begin(async (sql) => {
    // Through the index the server's payment comes first by luck.
    await sql`set local enable_indexscan = off`
    await sql`set local enable_bitmapscan = off`
    return findManyByReference(sql, [wanted])
  })

  assert.deepEqual([found?.madeWith, found?.displaced], ['secret', false])
})

test('without a server, a public payment is verified by its reference, which says who made it', async () => {
  const { id } = await squat('order-1')
  const verified = await verifyPayment(api, business, 'order-1')
  assert.deepEqual([verified.id, verified.made_with], [id, 'public_key'])
  assert.equal(verified.displaced, false)

  await givenDedicated(api, business).then(({ account_number }) =>
    transfer(api, business, { account_number, amount: 1_000, session_id: 'deposit-1' }),
  )
  assert.equal((await verifyPayment(api, business, 'deposit-1')).made_with, 'deposit')
})

test('a reference of the server is never given away, and never passes on again', async () => {
  await squat('order-1')
  await initialize('order-1')

  const again = await squatting('order-1')
  const other = await initialize('order-1', PRICE + 1)

  assert.deepEqual([again.status, again.body.code], [409, 'duplicate_reference'])
  assert.deepEqual([other.status, other.body.code], [409, 'duplicate_reference'])
})

test('money that arrives for the abandoned one goes back, and pays nothing', async () => {
  const { accessCode } = await squat('order-1')
  const account_number = await askForAccount(api, accessCode)
  await initialize('order-1')

  await transfer(api, business, { account_number, amount: 100 })
  await runJobs(context)

  const [deposit] = await listDeposits(api, business)
  assert.deepEqual([deposit.status, deposit.reason], ['returned', 'late'])
  assert.equal((await verifyPayment(api, business, 'order-1')).status, 'pending')
})

test('a card of the abandoned one that is at its bank page is given back if it is approved', async () => {
  const { accessCode, id } = await squat('order-1')
  const { body } = await pay(api, accessCode, 'page')
  await initialize('order-1')

  const { comeBack } = await decide(api, body.data.next.url, 'approve')
  await comeBack()
  await runJobs(context)

  assert.equal((await paymentOf(id)).status, 'abandoned')
  const attempts = await context.sql`
    select state from card_attempt where business_id = ${business.businessId} and mode = 'test'
  `
  assert.deepEqual([...attempts], [{ state: 'returned' }])
})

test('a card of the abandoned one that waits for its PIN takes none', async () => {
  const { accessCode } = await squat('order-1')
  await pay(api, accessCode, 'pin')
  await initialize('order-1')

  const { body } = await api.post(`/checkout/${accessCode}/card/pin`, { body: { pin: '1111' } })

  assert.equal(body.code, 'already_closed')
})

test('a paid one is listed apart, told by an event and an alarm, and can be refunded', async () => {
  const { accessCode, id } = await squat('order-1')
  await pay(api, accessCode, 'success')
  assert.deepEqual(await displaced(), [])

  const { status } = await initialize('order-1')

  assert.equal(status, 200)
  assert.equal((await verifyPayment(api, business, 'order-1')).status, 'pending')
  assert.deepEqual(await displaced(), [id])
  const told = (await eventsOf(context, business)).filter(({ type }) => /displaced/.test(type))
  assert.deepEqual(
    told.map(({ data }) => [data.id, data.status, data.amount]),
    [[id, 'success', 100]],
  )
  assert.equal(alarms.length, 1)
  const key = business.keys.secretKey
  const refund = await api.post('/api/v1/refunds', { key, body: { transaction: id } })
  assert.equal(refund.status, 201, refund.text)
  await runJobs(context)
  assert.equal((await paymentOf(id)).status, 'reversed')
})

test('one that was paid and has gone back is told too, as what it is', async () => {
  const { accessCode, id } = await squat('order-1')
  await pay(api, accessCode, 'success')
  const key = business.keys.secretKey
  const refund = await api.post('/api/v1/refunds', { key, body: { transaction: id } })
  assert.equal(refund.status, 201, refund.text)
  await runJobs(context)

  assert.equal((await initialize('order-1')).status, 200)

  const told = (await eventsOf(context, business)).filter(({ type }) => /displaced/.test(type))
  assert.deepEqual(
    told.map(({ data }) => [data.id, data.status, data.refunded_amount]),
    [[id, 'reversed', 100]],
  )
  assert.equal(alarms.length, 1)
})

test('a closed one gives its reference up without a word', async () => {
  const { id } = await squat('order-1')
  const key = business.keys.secretKey
  await api.post('/api/v1/sandbox/transactions/order-1/expire', { key })
  const before = (await eventsOf(context, business)).length

  assert.equal((await initialize('order-1')).status, 200)

  assert.deepEqual(await displaced(), [id])
  assert.equal((await eventsOf(context, business)).length, before)
})

test('a payment by a link has no reference that anybody chose', async () => {
  const key = business.keys.secretKey
  const { body } = await api.post('/api/v1/payment-links', { key, body: { name: 'Tea' } })
  const answer = await api.send({
    method: 'POST',
    url: new URL(body.data.url).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `naira=1500&email=${EMAIL}&name=Ada+Example&reference=order-1`,
  })
  assert.equal(answer.status, 303, answer.text)

  const list = await api.get('/api/v1/transactions', { key })
  assert.equal(list.body.data[0].made_with, 'payment_link')
  assert.notEqual(list.body.data[0].reference, 'order-1')
})

// Each of the two runs at each point of the other: in whole, or until it waits for a lock.

test('whenever a stranger takes the name, the server has it in the end', async () => {
  await atEachPoint(
    (through, reference) => initialize(reference, PRICE, through),
    async (reference) => void (await squatting(reference)),
  )
  await atEachPoint(
    (through, reference) => squatting(reference, through),
    async (reference) => assert.equal((await initialize(reference)).status, 200),
  )
})

test('two servers that displace a stranger at once get the same payment', async () => {
  await atEachPoint(
    (through, reference) => initialize(reference, PRICE, through),
    async (reference) => assert.equal((await initialize(reference)).status, 200),
    squat,
  )
  for (let round = 0; round < ROUNDS; round++) {
    await squat(`crowd-${round}`)
    const both = [api, processApi, api, processApi]
    const answers = await Promise.all(
      both.map((through) => initialize(`crowd-${round}`, PRICE, through)),
    )
    assert.equal(new Set(answers.map(({ body }) => body.data.access_code)).size, 1)
  }
})

test('whenever the stranger’s payment is paid, it is paid or abandoned, and the money is known', async () => {
  const accounts = new Map<string, string>()
  const squatWithAccount = async (reference: string) => {
    const { accessCode } = await squat(reference)
    accounts.set(reference, await askForAccount(api, accessCode))
  }
  const arrive = (through: Api, reference: string) =>
    transfer(through, business, { account_number: accounts.get(reference)!, amount: 100 })

  await atEachPoint(
    (through, reference) => initialize(reference, PRICE, through),
    async (reference) => void (await arrive(api, reference)),
    squatWithAccount,
  )
  await atEachPoint(
    arrive,
    async (reference) => assert.equal((await initialize(reference)).status, 200),
    squatWithAccount,
  )
  await runJobs(context)

  const deposits = (await listDeposits(api, business, '?perPage=100')) as { status: string }[]
  const statuses = new Set(deposits.map(({ status }) => status))
  assert.deepEqual([...statuses].sort(), ['matched', 'returned'])
  const paid = deposits.filter(({ status }) => status === 'matched').length
  const told = (await eventsOf(context, business)).map(({ type }) => type)
  assert.equal(told.filter((type) => type === 'transaction.displaced').length, paid)
  assert.equal(alarms.length, paid)
})

/** `first` with `second` amidst it, at one point after the other, until all were tried. */
async function atEachPoint(
  first: (through: Api, reference: string) => Promise<unknown>,
  second: (reference: string) => Promise<void>,
  prepare: (reference: string) => Promise<unknown> = async () => {},
): Promise<void> {
  for (let point = 1, reached = true; reached; point++) {
    assert(point < POINTS_MAX, 'every call comes to its end')
    const reference = `at-${randomUUID()}-${point}`
    await prepare(reference)
    reached = false
    let seconds: Promise<void> | null = null
    const does = async () => {
      reached = true
      seconds = second(reference)
      await endsOrWaits(context, seconds)
    }
    process.arm({ point, when: 'before', does })
    await first(processApi, reference)
    process.disarm()
    await seconds
    await initialize(reference)
    const verified = await verifyPayment(api, business, reference)
    assert.deepEqual([verified.made_with, verified.amount], ['secret_key', PRICE])
    assert.equal(await countHolders(reference), 1)
  }
}

function initialize(reference: string, amount = PRICE, through: Api = api) {
  return through.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body: { amount, email: EMAIL, name: 'Ada Example', reference },
  })
}

function squatting(reference: string, through: Api = api) {
  const fields = { key: business.keys.publicKey, amount: '100', email: EMAIL, reference }
  // A script of a page: it is answered in JSON.
  return startPublicly(through, fields, { headers: { origin: 'https://shop.example' } })
}

async function squat(reference: string): Promise<{ accessCode: string; id: string }> {
  const { status, body } = await squatting(reference)
  assert.equal(status, 200, JSON.stringify(body))
  const { id } = await verifyPayment(api, business, reference)
  return { accessCode: body.data.access_code, id }
}

async function paymentOf(id: string) {
  const { body } = await api.get(`/api/v1/transactions/${id}`, { key: business.keys.secretKey })
  return body.data
}

async function displaced(): Promise<string[]> {
  const key = business.keys.secretKey
  const { body } = await api.get('/api/v1/transactions?displaced=true', { key })
  return body.data.map(({ id }: { id: string }) => id)
}

async function countHolders(reference: string): Promise<number> {
  const rows = await context.sql`
    select 1 from transaction
    where business_id = ${business.businessId} and mode = 'test' and reference = ${reference}
      and not displaced
  `
  return rows.length
}
