import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import fc from 'fast-check'
import { banks } from '../../src/accounts/banks/banks.ts'
import { SECOND } from '../../src/platform/clock.ts'
import { fits } from '../../src/providers/nuban.ts'
import type { BankRail, NameOutcome } from '../../src/providers/rails.ts'
import { type Api, givenPayment, openApi, useApi } from '../api.ts'
import { stopNow } from '../stopped-clock.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// The contract, "List banks" and "Resolve account", and what it leaves open of them.

const context = useContext()
stopNow(context)
const api = useApi(context)

const PREFIXES = ['', '/api/v1']
const NUMBER = '0000000018'

let business: GivenBusiness
let resolveAccount: BankRail['resolveAccount']
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  ;({ resolveAccount } = context.rails.test.bank)
})
afterEach(() => {
  context.rails.test.bank.resolveAccount = resolveAccount
})

const resolve = (body: object, path = '/accounts/resolve', at: Api = api) =>
  at.post(path, { key: business.keys.secretKey, body })
const bankSays = (outcome: NameOutcome) => {
  context.rails.test.bank.resolveAccount = async () => outcome
}

for (const prefix of PREFIXES) {
  test(`"GET ${prefix}/banks. No parameters": "status (string, success), data (array of bank objects)"`, async () => {
    const { status, body } = await api.get(`${prefix}/banks`)

    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['status', 'message', 'data'])
    assert.equal(body.status, 'success')
    assert.equal(body.data.length, 57)
    assert.deepEqual(
      body.data.find(({ code }: { code: string }) => code === '058'),
      {
        name: 'Guaranty Trust Bank',
        code: '058',
        slug: 'guaranty-trust-bank',
        nip_code: '000013',
        type: 'commercial',
      },
    )
  })

  test(`${prefix}/banks: "code: 3-digit bank code", unless all are asked for`, async () => {
    const { body: some } = await api.get(`${prefix}/banks`)
    const { body: every } = await api.get(`${prefix}/banks?all=true`)
    const { body: plain } = await api.get(`${prefix}/banks?all=false`)

    for (const { code } of some.data) assert.match(code, /^\d{3}$/)
    assert.deepEqual(plain, some)
    assert.equal(every.data.length, 223)
    assert.deepEqual(
      every.data.filter(({ code }: { code: string }) => /^\d{3}$/.test(code)),
      some.data,
    )
    for (const { data } of [some, every]) {
      const names = data.map(({ name }: { name: string }) => name.toLowerCase())
      assert.deepEqual(names, names.toSorted(), 'in the order of their names')
    }
  })

  test(`"POST ${prefix}/accounts/resolve": "account_name", "account_number", "bank_code"`, async () => {
    const body = { bank_code: '058', account_number: NUMBER }
    const { status, body: answer } = await resolve(body, `${prefix}/accounts/resolve`)

    assert.equal(status, 200)
    assert.equal(answer.status, 'success')
    const { account_name, ...rest } = answer.data
    assert.match(account_name, /^[A-Z]+( [A-Z]+){1,2}$/)
    assert.deepEqual(rest, { ...body, check_digit_valid: true })
  })
}

test('the list says that it may be kept for an hour, and by any page', async () => {
  for (const path of ['/banks', '/banks?all=true', `/banks/suggest?account_number=${NUMBER}`]) {
    const { headers } = await api.get(path, { headers: { origin: 'https://shop.example' } })
    assert.equal(headers['cache-control'], 'public, max-age=3600')
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['access-control-allow-credentials'], undefined)
    assert.match(String(headers['content-type']), /^application\/json/)
  }
})

test('whoever has the list already is told so, without it', async () => {
  for (const path of ['/banks', '/banks?all=true', `/banks/suggest?account_number=${NUMBER}`]) {
    const { headers } = await api.get(path)
    const tag = String(headers['etag'])
    assert.match(tag, /^"[^"]+"$/, 'a strong tag')

    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, `"a,b",W/${tag} , "c"`, '*', ` ${tag} `]) {
      const answer = await api.get(path, { headers: { 'if-none-match': known } })
      assert.deepEqual([answer.status, answer.text], [304, ''], known)
      assert.equal(answer.headers['etag'], tag)
      assert.equal(answer.headers['cache-control'], 'public, max-age=3600')
      assert.equal(answer.headers['access-control-allow-origin'], '*')
    }
    for (const other of [
      '"x"',
      `"x${tag.slice(1)}`,
      tag.slice(1, -1),
      `"${tag}"x`,
      '',
      ',',
      `x${tag.slice(1)}`,
      '"*"',
    ]) {
      const answer = await api.get(path, { headers: { 'if-none-match': other } })
      assert.equal(answer.status, 200, other)
      assert(answer.text.length > 100)
    }
  }
})

test('each list has a tag of its own, the same under both paths', async () => {
  const tagOf = async (path: string) => (await api.get(path)).headers['etag']
  const tags = new Set<unknown>()
  for (const path of ['/banks', '/banks?all=true', '/banks/suggest?account_number=0000000018']) {
    const tag = await tagOf(path)
    assert.equal(await tagOf(`/api/v1${path}`), tag)
    tags.add(tag)
  }
  assert.equal(tags.size, 3)
})

test('the banks that are suggested are those whose check digit fits, the likeliest first', async () => {
  const { body: phone } = await api.get('/banks/suggest?account_number=8012345673')
  assert.deepEqual(phone.data[0], {
    name: 'OPay',
    code: '999992',
    slug: 'paycom',
    nip_code: '100004',
    type: 'payment_service',
  })

  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 9_999_999_999 }), async (number) => {
      const accountNumber = String(number).padStart(10, '0')
      const { body } = await api.get(`/api/v1/banks/suggest?account_number=${accountNumber}`)
      assert.deepEqual(
        body.data.map(({ code }: { code: string }) => code).sort(),
        banks
          .filter(({ code }) => fits(code, accountNumber) === true)
          .map(({ code }) => code)
          .sort(),
      )
    }),
    { numRuns: 20 },
  )
})

test('"bank_code: string, required, 3 digits"; a longer code of the list is taken too', async () => {
  for (const { code } of banks) {
    const { status, body } = await resolve({ bank_code: code, account_number: NUMBER })
    assert.equal(status, 200, code)
    assert.equal(body.data.bank_code, code)
    assert.equal(body.data.check_digit_valid, fits(code, NUMBER))
  }
})

test('another spelling of a bank’s code is answered with ours', async () => {
  const { body } = await resolve({ bank_code: '00103', account_number: NUMBER })
  assert.equal(body.data.bank_code, '103')
})

test('a number whose check digit is wrong is resolved like any other, and said to be wrong', async () => {
  const { status, body } = await resolve({ bank_code: '058', account_number: '0123456789' })
  assert.deepEqual([status, body.data.check_digit_valid], [200, false])
  const { body: wallet } = await resolve({ bank_code: '035A', account_number: '0123456789' })
  assert.equal(wallet.data.check_digit_valid, null)
})

test('a bank that is not in the list is 422 unknown_bank', async () => {
  for (const bank_code of ['000', '030', '999999', 'ABC', '0000000000', '0000130']) {
    const { status, body } = await resolve({ bank_code, account_number: NUMBER })
    assert.deepEqual([status, body.code], [422, 'unknown_bank'], bank_code)
  }
})

test('a nip_code of the list is taken for the bank, and its own code is answered', async () => {
  const { status, body } = await resolve({ bank_code: '000013', account_number: NUMBER })
  const { body: same } = await resolve({ bank_code: '058', account_number: NUMBER })
  assert.equal(status, 200)
  assert.deepEqual(body.data, same.data)
})

test('a name enquiry and a payout say the same of every account', async () => {
  const accounts = ['0', '1', '3', '4', '5', '6', '7', '8', '9'].map((digit) => digit.repeat(10))
  for (const account_number of accounts) {
    const account = { bank_code: '058', account_number }
    const asked = await resolve(account)
    const body = { ...account, amount: 100, reference: `to-${account_number}` }
    const paid = await api.post('/api/v1/payouts', { key: business.keys.secretKey, body })

    const said = [paid.status === 201 ? 200 : paid.status, paid.body.code]
    assert.deepEqual(said, [asked.status, asked.body.code], account_number)
    assert.equal(paid.body.data?.account_name, asked.body.data?.account_name, account_number)
  }
})

test('a number that nobody has is 422 account_not_resolved', async () => {
  const { status, body } = await resolve({ bank_code: '058', account_number: '0000000000' })
  assert.deepEqual([status, body.code], [422, 'account_not_resolved'])
})

test('a bank that is down is 503 rail_unavailable, with when to ask again, and never left alone for one number', async () => {
  for (let time = 0; time < 10; time++) {
    const down = await resolve({ bank_code: '058', account_number: '1111111111' })
    assert.deepEqual([down.status, down.body.code], [503, 'rail_unavailable'])
    assert.equal(down.headers['retry-after'], '5')
  }
  const other = await resolve({ bank_code: '058', account_number: '0000000025' })
  assert.equal(other.status, 200)
})

test('a bank that does not answer in time is 504 rail_timeout, and nothing was changed', async () => {
  bankSays({ kind: 'unknown' })
  const { status, body, headers } = await resolve({
    bank_code: '033',
    account_number: '1234567890',
  })
  assert.deepEqual([status, body.code], [504, 'rail_timeout'])
  assert.equal(headers['retry-after'], '5')
  assert.match(body.message, /Nothing was changed\. Retry\./)
})

test('a bank that was down for five numbers is not asked for half a minute, and then tried again', async () => {
  const at044 = (serial: number) =>
    resolve({ bank_code: '044', account_number: `777777777${serial}` })
  bankSays({ kind: 'unavailable' })
  for (let serial = 0; serial < 5; serial++) await at044(serial)
  bankSays({ kind: 'found', accountName: 'SAMPLE NGOZI' })

  const closed = await at044(5)
  assert.deepEqual([closed.status, closed.body.code], [503, 'rail_unavailable'])
  const seconds = Number(closed.headers['retry-after'])
  assert.equal(seconds, 30)

  context.advance(seconds * SECOND)
  const open = await at044(5)
  assert.equal(open.status, 200, open.text)
})

test('an account that the service issued resolves to its own name', async () => {
  const { access_code } = await givenPayment(api, business)
  const { body: issued } = await api.post(`/checkout/${access_code}/bank-transfer`)
  const { account_number, account_name, bank } = issued.data

  const { body } = await resolve({ bank_code: bank.code, account_number })
  assert.equal(body.data.account_name, account_name)

  const { body: elsewhere } = await resolve({ bank_code: '058', account_number })
  assert.notEqual(elsewhere.data.account_name, account_name, 'at another bank it is not ours')
})

test('a key resolves ten a second over both paths together, and is told when to come again', async () => {
  const config = { ...context.config, limits: { ...context.config.limits, resolvePerSecond: 10 } }
  const narrow = await openApi({ ...context, config })
  const body = { bank_code: '058', account_number: NUMBER }
  try {
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) {
      const path = `${PREFIXES[i % 2]}/accounts/resolve`
      statuses.push((await resolve(body, path, narrow)).status)
    }
    assert.deepEqual(statuses, [...Array(10).fill(200), 429])

    for (const prefix of PREFIXES) {
      const { body: refused, headers } = await resolve(body, `${prefix}/accounts/resolve`, narrow)
      assert.equal(refused.code, 'rate_limited')
      assert.equal(headers['retry-after'], '1')
      assert.match(String(headers['ratelimit-policy']), /^"key";q=\d+;w=\d+, "resolve";q=10;w=1$/)
      assert.match(String(headers['ratelimit']), /^"key";r=\d+;t=1, "resolve";r=0;t=1$/)
    }
    const list = await narrow.get('/api/v1/deposits', { key: business.keys.secretKey })
    assert.equal(list.status, 200, 'the key’s other calls go on')
    const other = await givenBusiness(context, 'Other Store')
    const others = await narrow.post('/accounts/resolve', { key: other.keys.secretKey, body })
    assert.equal(others.status, 200, 'another key is not slowed')
  } finally {
    await narrow.app.close()
  }
})

test('the general limit of a key is one over both paths and all its other calls', async () => {
  const limits = { ...context.config.limits, perSecond: 1, burst: 3 }
  const narrow = await openApi({ ...context, config: { ...context.config, limits } })
  const key = business.keys.secretKey
  const body = { bank_code: '058', account_number: NUMBER }
  try {
    const statuses = [
      await narrow.post('/accounts/resolve', { key, body }),
      await narrow.post('/api/v1/accounts/resolve', { key, body }),
      await narrow.get('/api/v1/deposits', { key }),
      await narrow.post('/accounts/resolve', { key, body }),
      await narrow.get('/api/v1/deposits', { key }),
    ].map(({ status }) => status)
    assert.deepEqual(statuses, [200, 200, 200, 429, 429])
  } finally {
    await narrow.app.close()
  }
})

test('the same request again, with its Idempotency-Key, is the same answer', async () => {
  const body = { bank_code: '058', account_number: '0000000032' }
  const headers = { 'idempotency-key': 'resolve-once' }
  const ask = (path: string) => api.post(path, { key: business.keys.secretKey, body, headers })

  const first = await ask('/accounts/resolve')
  const again = await ask('/accounts/resolve')
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers['idempotent-replayed'], 'true')

  const elsewhere = await ask('/api/v1/accounts/resolve')
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [422, 'idempotency_key_reused'])
})
