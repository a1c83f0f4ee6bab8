import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../../../test/support.ts'
import { newId } from '../../platform/ids.ts'
import type { BankRail, IssueOutcome } from '../../providers/rails.ts'
import { walletAccountOf } from './wallet-account.ts'

// BVN and NIN for account numbers in live mode: which are required, what the bank is asked with,
// and what is shown.

const BVN = '22298765431'
const NIN = '33398765432'
const OTHER_NIN = '33398760002'
/** Unknown to the registry. */
const UNKNOWN = '00000000000'
const TIER_1 = { daily: 5_000_000, balance: 30_000_000 }

const context = useContext()
const api = useApi(context)

type Asked = Parameters<BankRail['issueAccount']>[0]
const asked: Asked[] = []
let answers: IssueOutcome[] = []
let business: GivenBusiness
let liveKey: string

before(async () => {
  await context.opened
  const { bank } = context.rails.test
  const issueAccount = async (request: Asked) => {
    asked.push(request)
    return answers.shift() ?? bank.issueAccount(request)
  }
  context.rails.live = [{ bank: { ...bank, issueAccount } }]
  business = await givenBusiness(context)
  liveKey = (await givenLive(context, business.businessId)).secretKey
})

afterEach(async () => {
  asked.splice(0)
  answers = []
  await assertBooksTie(context)
})

let customers = 0
const nextEmail = () => `ada-${++customers}@example.com`

function create(key: string, more: object, email = nextEmail()) {
  const customer = { first_name: 'Ada', last_name: 'Example', email, ...more }
  return api.post('/api/v1/dedicated-virtual-accounts', {
    key,
    headers: { 'idempotency-key': newId(context.now()) },
    body: { customer },
  })
}

test('live mode refuses an account without BVN and NIN, and names the field', async () => {
  const refused = await create(liveKey, {})

  assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'])
  const [error] = refused.body.errors
  assert.deepEqual([error.field, error.code], ['customer.bvn', 'required'])
  assert.match(error.message, /customer\.bvn.*customer\.nin/)
  assert.equal(asked.length, 0)
})

test('test mode opens an account without either', async () => {
  const { status, body, text } = await create(business.keys.secretKey, {})

  assert.equal(status, 200, text)
  const { tier, limits, customer } = body.data
  assert.deepEqual({ tier, limits, nin: customer.nin }, { tier: 1, limits: TIER_1, nin: null })
})

test('a NIN opens an account of Tier 1, and both numbers one of Tier 3', async () => {
  const first = await create(liveKey, { nin: NIN })
  const second = await create(liveKey, { bvn: BVN, nin: OTHER_NIN })

  assert.deepEqual(
    [first, second].map(({ body: { data } }) => [data.tier, data.limits, data.customer.nin]),
    [
      [1, TIER_1, '*******5432'],
      [3, null, '*******0002'],
    ],
  )
  assert.deepEqual(
    asked.map(({ bvn, nin }) => ({ bvn, nin })),
    [
      { bvn: null, nin: NIN },
      { bvn: BVN, nin: OTHER_NIN },
    ],
  )
})

test('a second call without a number returns the account, and with another NIN it is refused', async () => {
  const email = nextEmail()
  const first = await create(liveKey, { nin: NIN }, email)

  const again = await create(liveKey, {}, email)
  const other = await create(liveKey, { nin: OTHER_NIN }, email)

  assert.equal(again.body.data.account_number, first.body.data.account_number)
  assert.deepEqual([other.status, other.body.code], [409, 'already_has_nin'])
})

for (const type of ['bvn', 'nin'] as const) {
  test(`a ${type} that the bank rejects can be replaced by another`, async () => {
    const email = nextEmail()
    const refused = await create(liveKey, { [type]: UNKNOWN }, email)
    const without = await create(liveKey, {}, email)
    const right = type === 'bvn' ? BVN : NIN
    const opened = await create(liveKey, { [type]: right }, email)

    assert.deepEqual([refused.status, refused.body.code], [422, `${type}_refused`])
    assert.equal(without.body.errors?.[0]?.field, 'customer.bvn')
    assert.equal(opened.status, 200, opened.text)
    assert.deepEqual(
      asked.map((one) => one[type]),
      [UNKNOWN, right],
    )
  })
}

test('an account whose request got no answer is asked for again with the same number', async () => {
  const email = nextEmail()
  answers = [{ kind: 'unknown' }]
  const lost = await create(liveKey, { nin: NIN }, email)
  const found = await create(liveKey, {}, email)

  assert.equal(lost.status, 504, lost.text)
  assert.equal(found.status, 200, found.text)
  assert.deepEqual(
    asked.map(({ nin }) => nin),
    [NIN, NIN],
  )
})

test('a later BVN raises the tier, and the bank gets both numbers', async (t) => {
  const email = nextEmail()
  await create(liveKey, { nin: NIN }, email)
  const [{ bank } = {}] = context.rails.live
  const raise = t.mock.method(bank as BankRail, 'raiseTier')

  const raised = await create(liveKey, { bvn: BVN }, email)

  assert.equal(raised.body.data.tier, 3)
  assert.equal(raised.body.data.limits, null)
  const [{ arguments: [sent] = [] } = {}] = raise.mock.calls
  assert.deepEqual([sent?.bvn, sent?.nin], [BVN, NIN])
})

test('no table holds a NIN that anybody could read', async () => {
  await create(liveKey, { nin: NIN })

  const rows = await context.sql<{ row: string }[]>`
    select virtual_account::text as row from virtual_account where nin is not null
  `
  assert(rows.length > 0)
  for (const { row } of rows) assert(!row.includes(NIN) && !row.includes(OTHER_NIN))
})

test('the wallet of a live business is opened with its own email and number', async () => {
  const live = { businessId: business.businessId, mode: 'live' } as const
  await walletAccountOf(context, live)

  const [{ bvn, nin, holder } = {} as Asked] = asked
  assert.deepEqual({ bvn, nin }, { bvn: '22222222221', nin: null })
  assert.equal(holder?.email, 'owner@demo-store.example')
})
