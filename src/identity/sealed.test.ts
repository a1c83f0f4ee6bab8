import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type Answer, givenPayment, useApi } from '../../test/api.ts'
import { beginningOf } from '../../test/calls.ts'
import { givenPeople, needlesOf, type Person, searchFor } from '../../test/canary-people.ts'
import { inBase64, pdf } from '../../test/evidence.ts'
import { givenLink } from '../../test/links.ts'
import { givenMighty, type Mighty } from '../../test/mighty.ts'
import { givenDedicated, pay, transfer } from '../../test/payments.ts'
import { givenEndpoint, givenShared, givenSubscribed } from '../../test/route-names.ts'
import { ACCESS_CODE, LOGIN, type Names, OPEN, PUBLIC_KEY, SECRET_KEY } from '../../test/routes.ts'
import { givenRule } from '../../test/rules.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import { keyring, sha256 } from '../platform/secrets.ts'
import { idOf } from './identity.routes.ts'
import { findVerification, type Verification } from './identity.sql.ts'
import { hashOfCode, hashOfNumber, open } from './identity.ts'

const context = useContext()
const api = useApi(context)

const RIGHT = '123456'
const OF_LOGINS = '/dashboard/api'
const COLUMNS = ['number', 'consent', 'details'] as const

let business: GivenBusiness
let people: [Person, Person]
beforeEach(async () => {
  business = await givenBusiness(context)
  people = givenPeople(2) as [Person, Person]
})

test('a sealed text opens in its own row and column, and nowhere else', async () => {
  const other = await givenBusiness(context, 'Other Store')
  const [mine, second, theirs] = [
    await rowOf(await verified(people[0])),
    await rowOf(await verified(people[1])),
    await rowOf(await verified(people[1], other), other),
  ]
  assert.equal(open(context.keys, mine, 'number'), people[0].number)
  assert.deepEqual(JSON.parse(open(context.keys, mine, 'details')), people[0].details)
  assert.equal(JSON.parse(open(context.keys, mine, 'consent')).text, people[0].consent)

  for (const column of COLUMNS) {
    const moved = { [column]: second[column] }
    for (const row of [
      { ...mine, ...moved },
      { ...second, businessId: theirs.businessId },
      { ...second, verificationId: theirs.verificationId },
      { ...second, mode: 'live' as const },
    ]) {
      assert.throws(() => open(context.keys, row, column), column)
    }
    for (const from of COLUMNS.filter((one) => one !== column)) {
      assert.throws(() => open(context.keys, { ...mine, [column]: mine[from] }, column))
    }
  }
})

test('sealed texts copied from another row are not shown', async () => {
  const [id, from] = [await verified(people[0]), await verified(people[1])]
  const search = searchFor(people.flatMap(needlesOf))
  const { log } = context
  for (const column of COLUMNS) {
    const mine = await rowOf(id)
    await put(id, column, (await rowOf(from))[column])
    context.log = { ...log, error: () => {} }
    const answers =
      column === 'consent' ? [await askPast('GET', id)] : [await askPast('POST', id, people[0])]
    context.log = log
    for (const { status, text } of answers) {
      assert.equal(status, 500, column)
      assert.deepEqual(search(Buffer.from(text)), [])
    }
    await put(id, column, mine[column])
  }
  assert.equal((await askPast('POST', id, people[0])).status, 200)
})

test('one number sealed twice gives two texts, and neither reveals it', async () => {
  const [one, two] = [
    await rowOf(await verified(people[0])),
    await rowOf(await verified(people[0])),
  ]

  const search = searchFor(needlesOf(people[0]))
  for (const column of COLUMNS) {
    assert.notEqual(one[column], two[column])
    for (const text of [one[column]!, two[column]!]) {
      const bytes = Buffer.from(text.replace(/^k\d+\./, ''), 'base64url')
      assert.deepEqual([...search(bytes), ...search(Buffer.from(text))], [])
    }
  }
})

test('the hash of a number is the same for all businesses, and differs by type, mode and key', async () => {
  const { number } = people[0]
  const other = await givenBusiness(context, 'Other Store')
  const [mine, theirs] = [
    await rowOf(await verified(people[0])),
    await rowOf(await verified(people[0], other), other),
  ]
  assert.deepEqual(mine.numberHash, theirs.numberHash)

  const others = keyring(Buffer.alloc(32, 'another master key'))
  const bvn = { type: 'BVN', number } as const
  const hashes = [
    hashOfNumber(context.keys, 'test', bvn),
    hashOfNumber(context.keys, 'live', bvn),
    hashOfNumber(context.keys, 'test', { ...bvn, type: 'NIN' }),
    hashOfNumber(context.keys, 'test', { ...bvn, number: people[1].number }),
    hashOfNumber(others, 'test', bvn),
    sha256(number),
    sha256(`identity number test BVN ${number}`),
  ]
  assert.deepEqual(mine.numberHash, hashes[0])
  assert.equal(new Set(hashes.map((hash) => hash.toString('hex'))).size, hashes.length)
})

test('the hash of a code differs for each verification, and needs the key', async () => {
  const [one, two] = [
    await rowOf(await verified(people[0])),
    await rowOf(await verified(people[1])),
  ]
  const others = keyring(Buffer.alloc(32, 'another master key'))
  assert.deepEqual(one.otpHash, hashOfCode(context.keys, one, RIGHT))
  const hashes = [
    one.otpHash!,
    two.otpHash!,
    hashOfCode(others, one, RIGHT),
    hashOfCode(context.keys, one, '654321'),
    sha256(RIGHT),
    sha256(`identity otp ${one.verificationId} ${RIGHT}`),
  ]
  assert.equal(new Set(hashes.map((hash) => hash.toString('hex'))).size, hashes.length)
})

test('no published GET shows a whole number or a detail of a verified person', async () => {
  const mighty = await givenMighty(context, api, business)
  const id = await verified(people[0])
  const waiting = await begun(people[1])
  const { access_code, reference } = await givenPayment(api, business)
  // Its status stream ends, because the payment has ended.
  assert.equal((await pay(api, access_code, 'success')).body.data.status, 'success')
  const bvn = people[0].number
  const { id: dedicatedId, account_number: accountNumber } = await givenDedicated(api, business, {
    bvn,
  })
  const { secretKey: key } = business.keys
  const paid = await api.get(`/api/v1/transactions/verify/${reference}`, { key })
  const to = { amount: 100, bank_code: '058', account_number: '0000000018' }
  const paidOut = await api.post('/api/v1/payouts', { key, body: to })
  const { body: events } = await api.get('/api/v1/events', { key })
  const { body: refunded } = await api.post('/api/v1/refunds', {
    key,
    body: { transaction: reference, amount: 100 },
  })
  const { body: linked } = await api.post('/api/v1/refund-links', {
    key,
    body: { transaction: reference, amount: 100 },
  })
  const { access_code: otherCode, reference: other } = await givenPayment(api, business)
  await pay(api, otherCode, 'success')
  const { body: disputed } = await api.post('/api/v1/sandbox/disputes', {
    key,
    body: { reference: other, outcome: 'won' },
  })
  const evidence = { text: 'It was delivered.', files: inBase64(pdf()) }
  await api.post(`/api/v1/disputes/${disputed.data.id}/evidence`, { key, body: evidence })
  const { account_number: topUp } = (await api.get('/api/v1/balance', { key })).body.data.account
  await transfer(api, business, { account_number: topUp, amount: 100 })
  const { body: deposits } = await api.get('/api/v1/deposits', { key })
  const { body: mandate } = await api.post(
    `/api/v1/customers/${paid.body.data.customer.id}/mandates`,
    { key, body: { bank_code: '058', account_number: '3100000001' } },
  )
  const names = {
    reference,
    id: paid.body.data.id,
    customerId: paid.body.data.customer.id,
    authorizationCode: mandate.data.authorization_code,
    accountNumber,
    dedicatedId,
    verificationId: id,
    eventId: events.data[0].id,
    payoutId: paidOut.body.data.id,
    paid: reference,
    refundId: refunded.data.id,
    refundLinkId: linked.data.id,
    ...(await givenSubscribed(api, business)),
    disputeId: disputed.data.id,
    givenUpDisputeId: disputed.data.id,
    depositId: deposits.data[0].id,
    paymentLinkId: (await givenLink(api, business)).id,
    ruleId: (await givenRule(api, business, { kind: 'amount', amount: 100, active: false })).id,
    suspendedId: 'none',
    walletNumber: 'none',
    endpointId: await givenEndpoint(api, business),
    ...(await givenShared(context, api, business)),
  }
  const search = searchFor(people.flatMap(needlesOf))
  const shownToBusiness = /^consent$/
  const mistaken = { verification_id: waiting, type: 'NIN', otp: '654321' }
  await mighty.ask('POST', '/identity/validate', { body: JSON.stringify(mistaken) })
  const audit = await mighty.ask('GET', '/audit')
  assert(audit.text.includes('/identity/validate'), 'the audit log has something of it to tell')

  const asked: string[] = []
  for (const path of publishedGets().filter((one) => !NOBODYS.includes(one))) {
    for (const url of addressesOf(path, names, access_code, mighty.person)) {
      for (const [asUrl, ask] of waysToAsk(path, url, mighty)) {
        const asking = ask()
        const answer = await (SECRET_KEY[`GET ${path}`]?.isStream ? beginningOf(asking) : asking)
        assert(answer.status < 400, `${asUrl}: ${answer.text}`)
        const found = search(Buffer.from(answer.text + JSON.stringify(answer.headers)))
        assert.deepEqual(
          found.filter(({ what }) => !shownToBusiness.test(what)),
          [],
          asUrl,
        )
        asked.push(asUrl)
      }
    }
  }
  const lists = ['/api/v1/identity', `${OF_LOGINS}/identity`, `${OF_LOGINS}/operator/messages`]
  for (const url of [
    ...lists.map((list) => `${list}?perPage=100`),
    `${OF_LOGINS}/identity/${id}`,
  ]) {
    assert(asked.includes(url), url)
  }

  context.advance(61_000)
  for (const [path, body] of [
    ['validate', mistaken],
    ['resend', { verification_id: waiting }],
    ['resend', { verification_id: id }],
    ['verify', { type: 'BVN', number: people[1].number }],
  ] as const) {
    const { text } = await api.post(`/api/v1/identity/${path}`, { key, body })
    assert.deepEqual(search(Buffer.from(text)), [], path)
  }
  const { text } = await guessed(id, people[0])
  assert(search(Buffer.from(text)).length >= needlesOf(people[0]).filter(isPlain).length - 2)
})

function isPlain({ form }: { form: string }): boolean {
  return form === 'as it is'
}

function publishedGets(): string[] {
  return Object.entries(api.app.swagger().paths ?? {})
    .filter(([, operations]) => operations && 'get' in operations)
    .map(([path]) => path)
}

/** People can read what a key can, at another path. */
function waysToAsk(
  path: string,
  url: string,
  mighty: Mighty,
): [url: string, ask: () => Promise<Answer>][] {
  const asLogin = (below: string): [string, () => Promise<Answer>] => [
    OF_LOGINS + below,
    () => mighty.ask('GET', below),
  ]
  if (path.startsWith(OF_LOGINS)) return [asLogin(url.slice(OF_LOGINS.length))]
  if (!(`GET ${path}` in SECRET_KEY)) return [[url, () => api.get(url)]]
  const { secretKey: key } = business.keys
  return [[url, () => api.get(url, { key })], asLogin(url.replace('/api/v1', ''))]
}

/** Each list also with the largest page. */
/** Of a suspended credit and of a kept call: here, neither is there. */
const NOBODYS = [`${OF_LOGINS}/operator/suspense/{id}/holder`, `${OF_LOGINS}/requests/{id}`]

function addressesOf(
  path: string,
  names: Names,
  accessCode: string,
  { loginId }: { loginId: string },
): string[] {
  const route = `GET ${path}`
  if (route in SECRET_KEY) {
    const url = SECRET_KEY[route]!.path?.(names) ?? path
    if (SECRET_KEY[route]!.isStream) return [`${url}?since=2026-01-01T00:00:00Z`]
    return isList(path) ? [url, `${url}?perPage=100`] : [url]
  }
  if (route in LOGIN) {
    const url = path
      .replace('{business_id}', business.businessId)
      .replace('{login_id}', loginId)
      .replace('disputes/{id}/files/{number}', `disputes/${names.disputeId}/files/1`)
    return isList(path) ? [url, `${url}?perPage=100`] : [url]
  }
  if (route in OPEN) return [`${path}?${new URLSearchParams(OPEN[route])}`]
  if (route in ACCESS_CODE) return [path.replace('{access_code}', accessCode)]
  assert(PUBLIC_KEY.includes(route), `${route} has a row in routes.ts`)
  const { publicKey: key } = business.keys
  return [`${path}?${new URLSearchParams({ key, amount: '500000', email: 'ada@example.com' })}`]
}

function isList(path: string): boolean {
  const { get } = (api.app.swagger().paths?.[path] ?? {}) as { get?: { parameters?: object[] } }
  return (get?.parameters ?? []).some((one) => 'name' in one && one.name === 'perPage')
}

async function begun(
  { type, number, consent: text }: Person,
  of: GivenBusiness = business,
): Promise<string> {
  const body = { type, number, consent: { text } }
  const answer = await api.post('/api/v1/identity/verify', { key: of.keys.secretKey, body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.verification_id
}

function guessed(
  verification_id: string,
  { type }: Person,
  of: GivenBusiness = business,
): Promise<Answer> {
  const body = { verification_id, type, otp: RIGHT }
  return api.post('/api/v1/identity/validate', { key: of.keys.secretKey, body })
}

async function verified(person: Person, of: GivenBusiness = business): Promise<string> {
  const id = await begun(person, of)
  const { body } = await guessed(id, person, of)
  assert.deepEqual(body.data.providerResponse, person.details)
  return id
}

async function rowOf(id: string, of: GivenBusiness = business): Promise<Verification> {
  const { businessId, mode } = of
  const row = await findVerification(context.sql, { businessId, mode, verificationId: idOf(id)! })
  assert(row)
  return row
}

async function put(id: string, column: string, text: string | null): Promise<void> {
  await context.sql`
    update identity_verification set ${context.sql({ [column]: text })}
    where business_id = ${business.businessId} and mode = 'test' and verification_id = ${idOf(id)}
  `
}

/** Without the checks of `api`, because a fault is expected. */
async function askPast(method: 'GET' | 'POST', id: string, person?: Person) {
  const { statusCode: status, payload: text } = await api.app.inject({
    method,
    url: method === 'GET' ? `/api/v1/identity/${id}` : '/api/v1/identity/validate',
    headers: { authorization: `Bearer ${business.keys.secretKey}` },
    ...(person && { payload: { verification_id: id, type: person.type, otp: RIGHT } }),
  })
  return { status, text }
}
