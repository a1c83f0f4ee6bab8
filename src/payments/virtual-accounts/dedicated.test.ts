import assert from 'node:assert/strict'
import { afterEach, type TestContext as Case, test } from 'node:test'
import {
  type Answer,
  type Api,
  givenPayment,
  openApi,
  recordIn,
  useApi,
} from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { breakable } from '../../../test/faults.ts'
import { askForAccount, eventsOf, givenDedicated } from '../../../test/payments.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  givenLive,
  useContext,
} from '../../../test/support.ts'
import { SEALED } from '../../platform/secrets.ts'
import { RAIL_DEADLINE_MS } from '../../providers/ask.ts'
import type { BankRail, IssueOutcome } from '../../providers/rails.ts'

const CALLS = 100
const NUMBER_TRIES_MAX = 20
const CREATED = 'dedicated_virtual_account.created'

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

/** Another process, with a changed bank rail. */
async function givenProcess(
  t: Case,
  stage: (bank: BankRail) => Partial<BankRail> = () => ({}),
): Promise<Api> {
  const process = contextOn(context.database)
  const { bank } = process.rails.test
  Object.assign(bank, stage({ ...bank }))
  const opened = await openApi(process)
  t.after(async () => {
    await opened.app.close()
    await disconnect(process)
  })
  return opened
}

function create(through: Api, { keys }: GivenBusiness, customer: object = {}): Promise<Answer> {
  const named = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', ...customer }
  return through.post('/api/v1/dedicated-virtual-accounts', {
    key: keys.secretKey,
    body: { customer: named },
  })
}

function said({ status, body }: Answer): [status: number, code: string] {
  return [status, body.code]
}

async function createdOf(business: GivenBusiness) {
  return (await eventsOf(context, business)).filter(({ type }) => type === CREATED)
}

async function rowsOf({ businessId }: GivenBusiness) {
  const [row] = await context.sql<[{ customers: number; accounts: number }]>`
    select
      (
        select count(*)::int from customer
        where business_id = ${businessId} and mode = 'test'
      ) as customers,
      (
        select count(*)::int from virtual_account
        where business_id = ${businessId} and mode = 'test'
      ) as accounts
  `
  return { ...row }
}

test('the handle that the bank gives an account is stored sealed, and sent when its tier is raised', async (t) => {
  const business = await givenBusiness(context)
  const handles: (string | undefined)[] = []
  const process = await givenProcess(t, (bank) => ({
    issueAccount: async (request) => ({ ...(await bank.issueAccount(request)), handle: 'A-17' }),
    raiseTier: (request) => {
      handles.push(request.handle)
      return bank.raiseTier(request)
    },
  }))

  assert.equal((await create(process, business)).status, 200)
  assert.equal((await create(process, business, { bvn: '22222222222' })).status, 200)

  assert.deepEqual(handles, ['A-17'])
  const [row] = await context.sql<{ handle: string }[]>`
    select handle from virtual_account where business_id = ${business.businessId}
  `
  assert.match(row!.handle, SEALED)
})

test('a hundred calls for one customer through three processes give one account and one event', async (t) => {
  const business = await givenBusiness(context)
  const processes = [api, await givenProcess(t), await givenProcess(t)]
  const spellings = ['ada.race@example.com', 'ADA.RACE@EXAMPLE.COM', 'Ada.Race@Example.com']

  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, i) =>
      create(processes[i % 3]!, business, {
        email: spellings[(i % 7) % 3],
        first_name: `First${i}`,
        last_name: `Last${i}`,
      }),
    ),
  )

  for (const { status, text } of answers) assert.equal(status, 200, text)
  const [{ body }] = answers as [Answer]
  for (const answer of answers) assert.deepEqual(recordIn(answer), recordIn({ body }))
  assert.equal(answers.filter((answer) => answer.body.data.created).length, 1)
  const messages = answers.map((answer) => answer.body.message).sort()
  assert.deepEqual(new Set(messages.slice(1)).size, 1)
  assert.equal(messages[0], 'Dedicated virtual account created')
  assert.match(messages[1], /already has this dedicated virtual account/)
  assert.deepEqual(await rowsOf(business), { customers: 1, accounts: 1 })
  assert.deepEqual(await createdOf(business), [{ type: CREATED, data: recordIn({ body }) }])
  const { first_name, last_name } = body.data.customer
  assert.equal(first_name.replace('First', ''), last_name.replace('Last', ''), 'of one call')
  assert.equal(body.data.account_name, `DEMO STORE/${first_name} ${last_name}`.toUpperCase())

  const later = await create(api, business, { email: spellings[1], first_name: 'Other' })
  assert.deepEqual(recordIn(later), recordIn({ body }), 'the first names stay')
})

test('the same address at another business, and in the other mode, is another customer', async () => {
  const business = await givenBusiness(context)
  const other = await givenBusiness(context, 'Other Store')
  context.rails.live = [context.rails.test]
  const live = { ...business, keys: await givenLive(context, business.businessId) }

  const answers = [
    await create(api, business),
    await create(api, other),
    await create(api, live, { bvn: '22298765431' }),
  ]

  for (const distinct of ['id', 'account_number'] as const) {
    assert.equal(new Set(answers.map(({ body }) => body.data[distinct])).size, 3)
  }
  assert.deepEqual(
    answers.map(({ body }) => body.data.account_name),
    ['DEMO STORE/ADA EXAMPLE', 'OTHER STORE/ADA EXAMPLE', 'DEMO STORE/ADA EXAMPLE'],
  )
  assert.deepEqual(
    answers.map(({ body }) => body.data.domain),
    ['test', 'test', 'live'],
  )
})

test('a customer who has paid before gets the names that the business sends, once', async () => {
  const business = await givenBusiness(context)
  const key = business.keys.secretKey
  const { reference } = await givenPayment(api, business, { name: 'typed by anybody' })
  const verify = () => api.get(`/api/v1/transactions/verify/${reference}`, { key })
  const { body: before } = await verify()

  const first = await create(api, business, { phone: '+2348030000000' })
  const second = await create(api, business, { first_name: 'Other', phone: '+2348030000001' })

  const { customer, account_name } = first.body.data
  assert.equal(account_name, 'DEMO STORE/ADA EXAMPLE')
  assert.deepEqual([customer.name, customer.phone], ['Ada Example', '+2348030000000'])
  assert.equal(customer.id, before.data.customer.id)
  assert.deepEqual(second.body.data, { ...first.body.data, created: false })
  assert.deepEqual((await verify()).body, before, 'the payment is as it was')
  assert.equal((await rowsOf(business)).customers, 1)
})

test('a name is stored on one line with single spaces', async () => {
  const business = await givenBusiness(context)
  const { body } = await create(api, business, {
    first_name: '  Mary \u00a0 Ann ',
    last_name: 'O’Obi',
  })

  const { first_name, last_name, name } = body.data.customer
  assert.deepEqual([first_name, last_name, name], ['Mary Ann', 'O’Obi', 'Mary Ann O’Obi'])
  assert.equal(body.data.account_name, "DEMO STORE/MARY ANN O'OBI")
})

for (const [kind, status, code] of [
  ['unavailable', 503, 'rail_unavailable'],
  ['unknown', 504, 'rail_timeout'],
] as const) {
  test(`a bank that is ${kind} issues nothing, and the next call finishes the account`, async (t) => {
    const business = await givenBusiness(context)
    const keys: string[] = []
    const broken = await givenProcess(t, () => ({
      issueAccount: async ({ key }) => {
        keys.push(key)
        return { kind }
      },
    }))

    assert.deepEqual(said(await create(broken, business)), [status, code])
    const begun = { customers: 1, accounts: 1 }
    assert.deepEqual(await rowsOf(business), begun)
    assert.deepEqual(await createdOf(business), [])
    const listed = await api.get('/api/v1/dedicated-virtual-accounts', {
      key: business.keys.secretKey,
    })
    assert.deepEqual(listed.body.data, [], 'what has no number is not shown')

    const { body } = await create(api, business, { first_name: 'Other' })
    assert.equal(body.message, 'Dedicated virtual account created')
    assert.equal(body.data.customer.first_name, 'Ada', 'the first names stay')
    assert.equal(body.data.id, `dva_${keys[0]!.replaceAll('-', '')}`, 'the row is the same')
    assert.deepEqual(await rowsOf(business), begun)
    assert.equal((await createdOf(business)).length, 1)
  })
}

test('a bank that never answers is given up, and the next call finishes', async (t) => {
  const business = await givenBusiness(context)
  const mute = await givenProcess(t, () => ({
    issueAccount: () => new Promise<IssueOutcome>(() => {}),
  }))
  // Fifteen seconds pass in half a second; all other timers run as usual.
  const { setTimeout: usual } = globalThis
  const waits: number[] = []
  t.mock.method(globalThis, 'setTimeout', ((done: () => void, ms: number) => {
    if (ms !== RAIL_DEADLINE_MS) return usual(done, ms)
    waits.push(ms)
    return usual(done, 500)
  }) as typeof setTimeout)

  assert.deepEqual(said(await create(mute, business)), [504, 'rail_timeout'])
  assert.deepEqual(waits, [RAIL_DEADLINE_MS])
  assert.equal((await create(api, business)).status, 200)
})

test('a number whose response was lost is issued by the next call', async (t) => {
  const business = await givenBusiness(context)
  const issued: IssueOutcome[] = []
  const lossy = await givenProcess(t, (bank) => ({
    issueAccount: async (request) => {
      issued.push(await bank.issueAccount(request))
      throw new Error('the connection is lost')
    },
  }))

  assert.deepEqual(said(await create(lossy, business)), [504, 'rail_timeout'])
  const { body } = await create(api, business)

  const [outcome] = issued
  assert(outcome?.kind === 'issued')
  assert.equal(body.data.account_number, outcome.accountNumber)
})

test('a create that is stopped at any point is finished by the next one, with the same number', async () => {
  const process = breakable(context)
  const bank = process.context.rails.test.bank
  const numbers = new Set<string>()
  const broken = await openApi({
    ...process.context,
    rails: {
      live: [],
      test: {
        ...process.context.rails.test,
        bank: {
          ...context.rails.test.bank,
          raiseTier: (request) => bank.raiseTier(request),
          issueAccount: async (request) => {
            const outcome = await bank.issueAccount(request)
            if (outcome.kind === 'issued') numbers.add(outcome.accountNumber)
            return outcome
          },
        },
      },
    },
  })
  const business = await givenBusiness(context)
  const customer = { bvn: '22298765431' }
  process.arm(null)
  await create(broken, business, customer)
  const points = process.disarm()
  assert(points.includes('bank rail: issueAccount') && points.includes('commit'))

  for (const [i, name] of points.entries()) {
    for (const when of ['before', 'after'] as const) {
      const stopped = await givenBusiness(context)
      numbers.clear()
      process.arm({ point: i + 1, when, does: 'dies' })
      // The caller gets an error, or no response.
      await create(broken, stopped, customer).catch(() => {})
      process.disarm()

      const { body } = await create(api, stopped, customer)
      const at = `${when} ${i + 1}, ${name}`
      assert.equal(body.status, 'success', `${at}: ${JSON.stringify(body)}`)
      assert.equal(body.data.tier, 3, at)
      numbers.add(body.data.account_number)
      assert.equal(numbers.size, 1, at)
      assert.deepEqual(await rowsOf(stopped), { customers: 1, accounts: 1 }, at)
      assert.deepEqual(await createdOf(stopped), [{ type: CREATED, data: recordIn({ body }) }], at)
    }
  }
  await broken.app.close()
})

test('a number that the bank issues twice is not used twice: the next one is asked for', async (t) => {
  const first = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, first)
  const { access_code } = await givenPayment(api, first)
  const taken = [account_number as string, await askForAccount(api, access_code)]
  const attempts: number[] = []
  const forgetful = await givenProcess(t, (bank) => ({
    issueAccount: async (request) => {
      attempts.push(request.attempt)
      const outcome = await bank.issueAccount(request)
      const accountNumber = taken[request.attempt]
      return outcome.kind === 'issued' && accountNumber ? { ...outcome, accountNumber } : outcome
    },
  }))
  const second = await givenBusiness(context, 'Other Store')

  const { body } = await create(forgetful, second)

  assert.deepEqual(attempts, [0, 1, 2])
  assert(!taken.includes(body.data.account_number))
  const { body: owner } = await api.get(`/api/v1/dedicated-virtual-accounts/${account_number}`, {
    key: first.keys.secretKey,
  })
  assert.equal(owner.data.account_number, account_number)
})

test('a bank that only repeats itself is given up after twenty numbers', async (t) => {
  const first = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, first)
  let asked = 0
  const stuck = await givenProcess(t, (bank) => ({
    issueAccount: async (request) => {
      asked += 1
      const outcome = await bank.issueAccount(request)
      return outcome.kind === 'issued' ? { ...outcome, accountNumber: account_number } : outcome
    },
  }))
  const second = await givenBusiness(context, 'Other Store')

  assert.deepEqual(said(await create(stuck, second)), [503, 'rail_unavailable'])
  assert.equal(asked, NUMBER_TRIES_MAX)
  assert.deepEqual(await createdOf(second), [])
  assert.equal((await create(api, second)).status, 200)
})

test('an unknown split is refused, and nothing is created', async () => {
  const business = await givenBusiness(context)
  const customer = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }

  const answer = await api.post('/api/v1/dedicated-virtual-accounts', {
    key: business.keys.secretKey,
    body: { customer, split_code: 'SPL_unknown' },
  })

  assert.deepEqual(said(answer), [422, 'invalid_split'])
  assert.deepEqual(await rowsOf(business), { customers: 0, accounts: 0 })
})
