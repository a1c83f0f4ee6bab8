import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { MINUTE } from '../../src/platform/clock.ts'
import { clientAssertion } from '../../src/providers/safehaven/assertion.ts'
import { startSafehavenStandIn, TOKEN_SECONDS } from './safehaven.ts'

// The stand-in for Safe Haven MFB refuses whatever the real one would refuse.

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const JSON_TYPE = { 'content-type': 'application/json' }

async function started(t: TestContext) {
  let nowMs = Date.parse('2026-03-15T12:00:00Z')
  const now = () => new Date(nowMs)
  const standIn = await startSafehavenStandIn({ now })
  t.after(() => standIn.close())
  const { url, credentials } = standIn
  const logIn = async (more: object = {}, assertion = clientAssertion(credentials, url, now())) => {
    const form = {
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_assertion_type: TYPE,
      client_assertion: assertion,
      ...more,
    }
    const body = new URLSearchParams(form)
    return answerOf(await fetch(`${url}/oauth2/token`, { method: 'POST', body }))
  }
  const { said } = await logIn()
  const headers = {
    authorization: `Bearer ${said['access_token']}`,
    clientid: `${said['ibs_client_id']}`,
  }
  const post = async (path: string, body: object, own: object = headers) =>
    answerOf(
      await fetch(url + path, {
        method: 'POST',
        headers: { ...JSON_TYPE, ...own },
        body: JSON.stringify(body),
      }),
    )
  const get = async (path: string) => answerOf(await fetch(url + path, { headers }))
  return { ...standIn, logIn, post, get, headers, now, advance: (ms: number) => (nowMs += ms) }
}

async function answerOf(answer: Response) {
  return { status: answer.status, said: (await answer.json()) as Record<string, unknown> }
}

const name = { bankCode: '000013', accountNumber: '0123456789' }

test('a token needs an assertion that is ours, for them and of this moment', async (t) => {
  const { logIn, credentials, url, now } = await started(t)
  const other = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const made = (more: object, audience = url, at = now()) =>
    clientAssertion({ ...credentials, ...more }, audience, at)
  for (const assertion of [
    '',
    'a.b.c',
    made({ privateKey: other.privateKey }),
    made({ companyUrl: 'https://other.example.com' }),
    made({ clientId: 'c2' }),
    made({}, 'https://api.example.com'),
    made({}, url, new Date(now().getTime() - 6 * MINUTE)),
    made({}, url, new Date(now().getTime() + MINUTE)),
  ]) {
    assert.equal((await logIn({}, assertion)).status, 401)
  }
  assert.equal((await logIn({ client_id: 'c2' })).status, 401)
  assert.equal((await logIn({ grant_type: 'password' })).status, 401)
  assert.equal((await logIn({ client_assertion_type: 'jwt' })).status, 401)
  assert.equal((await logIn()).status, 201)
})

test('a call needs a token that has not run out, and the client id that came with it', async (t) => {
  const { post, headers, advance } = await started(t)
  const path = '/transfers/name-enquiry'
  assert.equal((await post(path, name)).status, 200)
  assert.equal((await post(path, name, {})).status, 401)
  assert.equal((await post(path, name, { authorization: headers.authorization })).status, 400)
  advance(TOKEN_SECONDS * 1_000)
  assert.equal((await post(path, name)).status, 401)
})

test('a field that is unknown, missing or of another type is refused by name', async (t) => {
  const { post, get, credentials } = await started(t)
  const { said } = await post('/transfers/name-enquiry', name)
  const { sessionId } = said['data'] as { sessionId: string }
  const transfer = {
    nameEnquiryReference: sessionId,
    debitAccountNumber: credentials.accountNumber,
    beneficiaryBankCode: name.bankCode,
    beneficiaryAccountNumber: name.accountNumber,
    amount: 100.5,
    saveBeneficiary: false,
  }
  const wrong: [object, RegExp][] = [
    [{ ...transfer, key: 'k' }, /key should not exist/],
    [{ ...transfer, amount: '100' }, /amount must be a number/],
    [{ ...transfer, amount: 100.555 }, /amount must be/],
    [{ ...transfer, amount: -1 }, /amount must be/],
    [{ ...transfer, saveBeneficiary: undefined }, /saveBeneficiary should not be empty/],
    [{ ...transfer, beneficiaryBankCode: '000014' }, /name enquiry/],
    [{ ...transfer, nameEnquiryReference: '1' }, /name enquiry/],
  ]
  for (const [body, message] of wrong) {
    const refused = await post('/transfers', body)
    assert.equal(refused.status, 400)
    assert.match(String(refused.said['message']), message)
  }
  assert.equal((await get('/accounts?isSubAccount=false&limit=101')).status, 400)
  assert.equal((await get('/accounts?page=0')).status, 400)
  assert.equal((await get('/nothing')).status, 404)
  assert.equal((await post('/transfers', transfer)).status, 201)
})

test('two equal requests for a transfer are two transfers', async (t) => {
  const { post, books, credentials } = await started(t)
  const { said } = await post('/transfers/name-enquiry', name)
  const { sessionId } = said['data'] as { sessionId: string }
  for (let asked = 0; asked < 2; asked += 1) {
    await post('/transfers', {
      nameEnquiryReference: sessionId,
      debitAccountNumber: credentials.accountNumber,
      beneficiaryBankCode: name.bankCode,
      beneficiaryAccountNumber: name.accountNumber,
      amount: 100,
      saveBeneficiary: false,
      paymentReference: 'one',
    })
  }
  assert.equal(books.paidTo(name.accountNumber), 20_000n)
})

test('news is sent once, unless it is lost, doubled or held back', async (t) => {
  const reached: string[] = []
  const standIn = await startSafehavenStandIn({
    now: () => new Date('2026-03-15T12:00:00Z'),
    webhookUrl: 'https://pay.example.com/news',
    reach: (url) => {
      reached.push(url)
      return 'http://127.0.0.1:1/'
    },
  })
  t.after(() => standIn.close())
  const { news, pay } = standIn.controls
  const from = { bank: '000013', accountNumber: '0123456789', accountName: 'OBI ADA' }
  const { accountNumber } = standIn.credentials
  const paid = () => pay({ accountNumber, amount: 100n, from })
  news.lose = 1
  paid()
  assert.equal(reached.length, 0)
  news.double = 1
  paid()
  assert.equal(reached.length, 2)
  news.hold = true
  paid()
  paid()
  assert.equal(reached.length, 2)
  await news.release({ reversed: true })
  assert.equal(reached.length, 4)
  assert.equal(news.all.length, 4)
})
