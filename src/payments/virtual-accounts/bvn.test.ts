import assert from 'node:assert/strict'
import { afterEach, type TestContext as Case, test } from 'node:test'
import { type Answer, type Api, openApi, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { eventsOf } from '../../../test/payments.ts'
import {
  asOwner,
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  useContext,
} from '../../../test/support.ts'
import type { BankRail } from '../../providers/rails.ts'

// The BVN of a customer: which tier it allows, who may change it, and that nobody can read it.

const CALLS = 100
const BVN = '22298765431'
const OTHER_BVN = '22298760002'
/** Unknown to the registry. */
const REFUSED_BVN = '00000000000'

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

type Told = { fields: object; message: string }

/** Another process, with a changed bank rail. */
async function givenProcess(
  t: Case,
  stage: (bank: BankRail) => Partial<BankRail> = () => ({}),
  told: Told[] = [],
): Promise<Api> {
  const process = contextOn(context.database)
  const { bank } = process.rails.test
  Object.assign(bank, stage({ ...bank }))
  const tell = (fields: object, message: string) => void told.push({ fields, message })
  process.log = { info: tell, warn: tell, error: tell }
  const opened = await openApi(process)
  t.after(async () => {
    await opened.app.close()
    await disconnect(process)
  })
  return opened
}

function create(
  through: Api,
  { keys }: GivenBusiness,
  bvn: string | null = null,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const customer = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }
  return through.post('/api/v1/dedicated-virtual-accounts', {
    key: keys.secretKey,
    headers,
    body: { customer: { ...customer, ...(bvn !== null && { bvn }) } },
  })
}

function said({ status, body }: Answer): [status: number, code: string] {
  return [status, body.code]
}

function shown({ status, body, text }: Answer) {
  assert.equal(status, 200, text)
  return { tier: body.data.tier, bvn: body.data.customer.bvn, id: body.data.id }
}

/** The tables with a row that contains this text in any column, as text or as bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const bytes = Buffer.from(text)
  const spellings = [text, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
  return asOwner(context, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' order by tablename
    `
    const found: string[] = []
    for (const { name } of tables) {
      const [row] = await sql`
        select 1 from ${sql(name)} t
        where t::text ilike any (${spellings.map((spelling) => `%${spelling}%`)}) limit 1
      `
      if (row) found.push(name)
    }
    return found
  })
}

test('a BVN raises the account to Tier 3, and only its last four digits are shown', async (t) => {
  const business = await givenBusiness(context)
  const told: Told[] = []
  const through = await givenProcess(t, () => ({}), told)

  const answer = await create(through, business, BVN, { 'idempotency-key': 'with-a-bvn' })

  const { id } = answer.body.data
  assert.deepEqual(shown(answer), { tier: 3, bvn: '*******5431', id })
  const key = business.keys.secretKey
  const paths = [`/${id}`, `/${answer.body.data.account_number}`, '']
  const answers = await Promise.all([
    create(through, business, BVN),
    create(through, business, OTHER_BVN),
    create(through, business, BVN, { 'idempotency-key': 'with-a-bvn' }),
    ...paths.map((path) => api.get(`/api/v1/dedicated-virtual-accounts${path}`, { key })),
  ])
  const all = JSON.stringify([answers, told, await eventsOf(context, business)])
  assert(all.includes('*******5431'))
  for (const secret of [BVN, OTHER_BVN, BVN.slice(-5)]) assert(!all.includes(secret), secret)
})

test('no table holds a BVN that anybody could read', async () => {
  const business = await givenBusiness(context)
  await create(api, business)
  await create(api, business, BVN, { 'idempotency-key': 'raised' })
  await create(api, business, OTHER_BVN, { 'idempotency-key': 'refused' })
  const other = await givenBusiness(context)
  await create(api, other, REFUSED_BVN, { 'idempotency-key': 'unknown' })
  await create(api, other, OTHER_BVN)

  // The search finds what is stored.
  assert((await tablesWith('ada@example.com')).includes('customer'))
  assert((await tablesWith('5431')).includes('virtual_account'))
  for (const secret of [BVN, OTHER_BVN]) assert.deepEqual(await tablesWith(secret), [])
})

test('a sealed BVN opens in its own row only', async () => {
  const [one, two] = [await givenBusiness(context), await givenBusiness(context)]
  await create(api, one, BVN)
  await create(api, two, BVN)
  const sealed = await context.sql<{ businessId: string; virtualAccountId: string; bvn: string }[]>`
    select business_id, virtual_account_id, bvn from virtual_account
    where business_id = any (${[one.businessId, two.businessId]}::uuid[])
    order by business_id
  `

  const [first, second] = [sealed[0]!, sealed[1]!]
  const boundTo = ({ businessId, virtualAccountId }: typeof first) =>
    `virtual_account.bvn ${businessId} test ${virtualAccountId}`
  assert.notEqual(first.bvn, second.bvn, 'equal numbers do not look equal')
  assert.equal(context.keys.open(first.bvn, boundTo(first)), BVN)
  assert.throws(() => context.keys.open(first.bvn, boundTo(second)))
})

test('a Tier 1 account can be raised later, once, with its event', async () => {
  const business = await givenBusiness(context)
  const first = await create(api, business)
  const { id } = first.body.data
  assert.deepEqual(shown(first), { tier: 1, bvn: null, id })
  context.advance(1)

  const raised = await create(api, business, BVN)
  assert.deepEqual(shown(raised), { tier: 3, bvn: '*******5431', id })
  assert.match(raised.body.message, /already/)
  assert(raised.body.data.updated_at > first.body.data.updated_at)
  const { updated_at, tier, limits, customer, created, ...rest } = raised.body.data
  assert.deepEqual({ created, limits }, { created: false, limits: null })
  assert.partialDeepStrictEqual(first.body.data, rest)

  for (const bvn of [BVN, null]) {
    assert.deepEqual((await create(api, business, bvn)).body.data, raised.body.data)
  }
  const told = await eventsOf(context, business)
  const types = told.map(({ type }) => type)
  const name = 'dedicated_virtual_account'
  assert.deepEqual(types, [`${name}.created`, `${name}.tier_raised`])
  const { created: _, ...account } = raised.body.data
  assert.deepEqual(told[1]!.data, account)
})

test('a second BVN is refused, and changes nothing', async () => {
  const business = await givenBusiness(context)
  const { body } = await create(api, business, BVN)

  for (const bvn of [OTHER_BVN, REFUSED_BVN, '12345675431']) {
    assert.deepEqual(said(await create(api, business, bvn)), [409, 'already_has_bvn'])
  }

  assert.deepEqual((await create(api, business, BVN)).body.data, { ...body.data, created: false })
})

for (const [from, isIssued] of [
  ['no account', false],
  ['an account of Tier 1', true],
] as const) {
  test(`of two BVNs in a hundred calls at once, one wins, from ${from}`, async (t) => {
    const business = await givenBusiness(context)
    if (isIssued) await create(api, business)
    const processes = [api, await givenProcess(t), await givenProcess(t)]

    const bvns = Array.from({ length: CALLS }, (_, i) => (i % 2 === 0 ? BVN : OTHER_BVN))
    const answers = await Promise.all(
      bvns.map((bvn, i) => create(processes[i % 3]!, business, bvn)),
    )

    const { body: final } = await create(api, business)
    const winner = final.data.customer.bvn.endsWith(BVN.slice(-4)) ? BVN : OTHER_BVN
    assert.equal(final.data.tier, 3)
    for (const [i, answer] of answers.entries()) {
      if (bvns[i] === winner) {
        assert.deepEqual(shown(answer), shown({ ...answer, body: final }), 'it was given')
      } else {
        assert.deepEqual(said(answer), [409, 'already_has_bvn'])
      }
    }
    assert.equal((await eventsOf(context, business)).length, isIssued ? 2 : 1)
  })

  test(`a BVN that the bank rejects is not stored, and another one then works, from ${from}`, async () => {
    const business = await givenBusiness(context)
    if (isIssued) await create(api, business)

    for (const _ of ['once', 'again']) {
      assert.deepEqual(said(await create(api, business, REFUSED_BVN)), [422, 'bvn_refused'])
      const kept = await context.sql<{ tier: number; bvn: unknown; bvnLast4: unknown }[]>`
        select tier, bvn, bvn_last4 from virtual_account where business_id = ${business.businessId}
      `
      assert.deepEqual([...kept], [{ tier: 1, bvn: null, bvnLast4: null }])
    }

    const answer = await create(api, business, BVN)
    assert.deepEqual(shown(answer), { tier: 3, bvn: '*******5431', id: answer.body.data.id })
    assert.deepEqual(said(await create(api, business, REFUSED_BVN)), [409, 'already_has_bvn'])
  })
}

for (const [kind, status, code] of [
  ['unavailable', 503, 'rail_unavailable'],
  ['unknown', 504, 'rail_timeout'],
] as const) {
  test(`a bank that is ${kind} when it should raise an account: the next call does, with or without the BVN`, async (t) => {
    const broken = await givenProcess(t, () => ({ raiseTier: async () => ({ kind }) }))
    for (const again of [BVN, null]) {
      const business = await givenBusiness(context)
      await create(api, business)

      assert.deepEqual(said(await create(broken, business, BVN)), [status, code])
      assert.deepEqual(said(await create(api, business, OTHER_BVN)), [409, 'already_has_bvn'])

      const answer = await create(api, business, again)
      assert.deepEqual(shown(answer), { tier: 3, bvn: '*******5431', id: answer.body.data.id })
    }
  })
}

test('a bank that issued an account with a BVN, but whose answer was lost, gets the same request again', async (t) => {
  const business = await givenBusiness(context)
  const requests: object[] = []
  const note = async (bank: BankRail, request: Parameters<BankRail['issueAccount']>[0]) => {
    requests.push(request)
    return bank.issueAccount(request)
  }
  const deaf = await givenProcess(t, (bank) => ({
    issueAccount: (request) => note(bank, request).then(() => ({ kind: 'unknown' as const })),
  }))
  const healthy = await givenProcess(t, (bank) => ({
    issueAccount: (request) => note(bank, request),
  }))

  assert.deepEqual(said(await create(deaf, business, BVN)), [504, 'rail_timeout'])
  const answer = await create(healthy, business)

  assert.deepEqual(requests[1], requests[0], 'one key is one request')
  assert.deepEqual(shown(answer), { tier: 3, bvn: '*******5431', id: answer.body.data.id })
})

test('a late refusal does not remove another BVN', async (t) => {
  const business = await givenBusiness(context)
  const slow = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const late = await givenProcess(t, (bank) => ({
    issueAccount: async (request) => {
      asked.resolve()
      await slow.promise
      return bank.issueAccount(request)
    },
  }))
  const refused = create(late, business, REFUSED_BVN)
  await asked.promise
  assert.deepEqual(said(await create(api, business, REFUSED_BVN)), [422, 'bvn_refused'])

  // While the second BVN is at the bank, its answer to the first arrives.
  const between = await givenProcess(t, (bank) => ({
    issueAccount: async (request) => {
      slow.resolve()
      assert.deepEqual(said(await refused), [422, 'bvn_refused'])
      return bank.issueAccount(request)
    },
  }))
  const answer = await create(between, business, BVN)

  assert.deepEqual(shown(answer), { tier: 3, bvn: '*******5431', id: answer.body.data.id })
})
