import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import { newId, publicId } from '../../../src/platform/ids.ts'
import { kobo } from '../../../src/platform/money.ts'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { type Browser, givenPerson, givenSecondFactor, signedInAs } from '../../../test/logins.ts'
import { givenDedicated, listDeposits } from '../../../test/payments.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../../../test/support.ts'
import { sendToNobody } from './suspense.ts'

const context = useContext()
const api = useApi(context)

let operator: Browser
before(async () => {
  await context.opened
  const person = await givenPerson(context, null, 'owner', { isOperator: true })
  operator = await signedInAs(api, person)
  await givenSecondFactor(operator, context.now)
})
afterEach(() => assertBooksTie(context))

const PATH = '/api/v1/sandbox/suspense'

const TRANSFER = {
  amount: kobo(100),
  senderName: 'Ngozi Sample',
  senderBankCode: '001',
  senderAccountNumber: '0000000000',
  narration: '',
}

function call({ keys: { secretKey: key } }: GivenBusiness, path: string, body: object) {
  return api.post(`${PATH}${path}`, { key, body })
}

async function givenSent(business: GivenBusiness, amount = 250_000): Promise<string> {
  return (await call(business, '', { amount })).body.data.id
}

async function eventsOf({ keys: { secretKey: key } }: GivenBusiness): Promise<string[]> {
  const { body } = await api.get('/api/v1/events?perPage=100', { key })
  return body.data.map((event: { type: string }) => event.type)
}

test('money that nobody can book waits where an operator sees it, and in no business', async () => {
  const business = await givenBusiness(context)

  const sent = await call(business, '', {
    amount: 250_000,
    sender_name: 'Musa Example',
    narration: 'Order 1042',
  })

  const { id, ...transfer } = sent.body.data
  assert.deepEqual([sent.status, transfer.state], [200, 'open'])
  assert.deepEqual([transfer.amount, transfer.account_number], [250_000, '0000000000'])
  const { body } = await operator.get('/operator/suspense?state=open&perPage=1')
  const [seen] = body.data
  assert.deepEqual(
    [seen.id, seen.sender_name, seen.narration, seen.session_id],
    [id, 'Musa Example', 'Order 1042', transfer.session_id],
  )
  assert.deepEqual(await listDeposits(api, business), [])
})

test('an operator assigns it, and the business gets the deposit and its event', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const id = await givenSent(business)

  const { status } = await operator.post(`/operator/suspense/${id}/assign`, { account_number })

  assert.equal(status, 200)
  assert.equal((await listDeposits(api, business)).length, 1)
  assert((await eventsOf(business)).includes('transfer.received'))
})

test('the business that sent it plays the operator, once', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const id = await givenSent(business)

  const assigned = await call(business, `/${id}/assign`, { account_number })
  const again = await call(business, `/${id}/assign`, { account_number })

  assert.deepEqual(
    [assigned.status, assigned.body.data.amount, assigned.body.data.account_number],
    [200, 250_000, account_number],
  )
  assert.deepEqual([again.status, again.body.code], [409, 'already_assigned'])
  assert.equal((await listDeposits(api, business)).length, 1)
  const { body } = await operator.get('/operator/suspense?state=assigned&perPage=1')
  assert.deepEqual([body.data[0].id, body.data[0].assigned_by], [id, 'a test key'])
})

test('a business assigns only what it has sent, and only to itself', async () => {
  const [business, other] = [await givenBusiness(context), await givenBusiness(context, 'Other')]
  const { account_number: own } = await givenDedicated(api, business)
  const { account_number: others } = await givenDedicated(api, other)
  const id = await givenSent(business)

  const byOther = await call(other, `/${id}/assign`, { account_number: others })
  const toOther = await call(business, `/${id}/assign`, { account_number: others })
  const ofNobody = await call(business, `/sus_${'0'.repeat(32)}/assign`, { account_number: own })

  assert.deepEqual([byOther.status, byOther.body.code], [404, 'not_found'])
  assert.deepEqual([toOther.status, toOther.body.code], [404, 'account_not_found'])
  const { request_id: _, ...said } = byOther.body
  const { request_id: __, ...same } = ofNobody.body
  assert.deepEqual([ofNobody.status, same], [404, said], 'nobody learns of it')
  assert.deepEqual(await listDeposits(api, other), [])
})

test('a second try of the same request is the same transfer, also once it is assigned', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const effectId = newId(context.now())

  const first = await sendToNobody(context, business, TRANSFER, effectId)
  const id = publicId('suspended_credit', first.suspendedCreditId)
  await call(business, `/${id}/assign`, { account_number })
  context.advance(60_000)
  const again = await sendToNobody(context, business, TRANSFER, effectId)
  const other = await sendToNobody(context, business, TRANSFER, null)

  assert.deepEqual([again.suspendedCreditId, again.state], [first.suspendedCreditId, 'assigned'])
  assert.notEqual(other.suspendedCreditId, first.suspendedCreditId)
  assert.equal((await listDeposits(api, business)).length, 1)
})

test('live mode rehearses nothing', async () => {
  context.rails.live = [context.rails.test]
  const business = await givenBusiness(context)
  const { secretKey: key } = await givenLive(context, business.businessId)
  const { status, body } = await api.post(PATH, { key, body: { amount: 100 } })
  assert.deepEqual([status, body.code], [403, 'test_mode_only'])
})
