import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findByReference, recordOf } from '../../src/payments/transactions/transactions.ts'
import { ask, openPaystackApi, type Sent } from '../../test/paystack-clients.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import { paystackFormat } from './events.ts'

const context = useContext()
let open: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
  business = await givenBusiness(context)
})
after(() => open.close())

const ASKED = { email: 'ada@example.com', amount: 500_000 }
const send = (line: string, sent: Sent = {}) =>
  ask(open.app, line, { key: business.keys.secretKey, ...sent })

test('a currency other than NGN is refused by name, in every call', async () => {
  const account = { account_number: '0000000018', bank_code: '058' }
  const { recipient_code: recipient } = (await send('POST /transferrecipient', { body: account }))
    .body.data
  const calls: [line: string, body: object][] = [
    ['POST /transaction/initialize', ASKED],
    ['POST /transferrecipient', account],
    ['POST /transfer', { amount: 10_000, recipient }],
    ['POST /split', { name: 'Both', type: 'flat', subaccounts: [] }],
    ['POST /refund', { transaction: 'any' }],
    ['POST /transfer/bulk', { transfers: [{ amount: 10_000, recipient, reference: 'b-1' }] }],
  ]
  const answers = [
    ...(await Promise.all(
      calls.map(([line, body]) => send(line, { body: { ...body, currency: 'USD' } })),
    )),
    await send('GET /transaction?currency=USD'),
    await send('POST /transfer/bulk', {
      body: { transfers: [{ amount: 10_000, recipient, reference: 'b-2', currency: 'USD' }] },
    }),
  ]
  for (const { status, body } of answers) {
    assert.deepEqual([status, body.message], [400, 'currency must be NGN.'])
  }
  assert.equal((await send('GET /transaction?currency=NGN')).status, 200)
  assert.deepEqual((await send('GET /bank?currency=GHS')).body.data, [])
})

test('a long number in metadata keeps its digits, in every response and webhook', async () => {
  const metadata = '{"order":20261128000000000123,"price":1.50}'
  const shown = '"metadata":{"order":20261128000000000123,"price":1.5}'
  const asked = `"email":"ada@example.com","amount":500000,"reference":"long"`
  await send('POST /transaction/initialize', { raw: `{${asked},"metadata":${metadata}}` })
  const sub = '"business_name":"Ada","settlement_bank":"058","account_number":"0000000018"'
  const to = '"type":"nuban","name":"Ada","bank_code":"058","account_number":"0000000018"'

  const texts = [
    await textOf('GET /transaction/verify/long'),
    await textOf('GET /transaction?reference=long'),
    await textOf('POST /subaccount', `{${sub},"percentage_charge":5,"metadata":${metadata}}`),
    await textOf('GET /subaccount'),
    await textOf('POST /transferrecipient', `{${to},"metadata":${metadata}}`),
  ]
  const batch = `{"batch":[{${to},"metadata":${metadata}}]}`
  texts.push(await textOf('POST /transferrecipient/bulk', batch))
  const payload = `{"event":"transaction.success","data":${await ourRecord('long')}}`
  texts.push(await paystackFormat(context).bodyOf(payload, business))

  for (const text of texts) assert(text.includes(shown), text)
})

async function textOf(line: string, raw?: string): Promise<string> {
  return (await send(line, raw === undefined ? {} : { raw })).text
}

async function ourRecord(reference: string): Promise<string> {
  return recordOf(await findByReference(context, business, reference))
}
