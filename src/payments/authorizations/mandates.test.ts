import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { EMAIL, useKeptCards } from '../../../test/kept-cards.ts'
import { eventsOf, testCard, verifyPayment } from '../../../test/payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import type { MandateOutcome } from '../../providers/rails.ts'
import { enquireDue } from '../checkout/enquiries.ts'
import { abandonDue } from '../transactions/expire.ts'
import { forgetCards } from './forget.ts'
import { enquireAboutMandates, enquireAboutMandatesOf } from './mandates.ts'

// Mandates: the customer approves one, the bank activates it, and its debits take hours.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
  const body = { email: EMAIL, first_name: 'Ada', last_name: 'Example' }
  await api.post('/api/v1/customers', { ...credentials(), body })
})
const { credentials, charge, listed, withCharge } = useKeptCards(context, api, () => business)

const ACTIVE = '3100000001'
const SLOW = '3100000002'
const LOST = '3100000006'

async function create(account_number: string, more: object = {}) {
  const { status, body } = await api.post(`/api/v1/customers/${EMAIL}/mandates`, {
    ...credentials(),
    body: { bank_code: '058', account_number, ...more },
  })
  return { status, data: body.data, code: body.code, errors: body.errors }
}

async function givenMandate(account_number = ACTIVE): Promise<string> {
  const { status, data } = await create(account_number)
  assert.equal(status, 200)
  return data.authorization_code
}

async function fetched(code: string) {
  const path = `/api/v1/customers/${EMAIL}/authorizations/${code}`
  return (await api.get(path, credentials())).body.data
}

async function told(): Promise<string[]> {
  const types = (await eventsOf(context, business)).map(({ type }) => type)
  return types.filter((type) => type.startsWith('authorization.'))
}

/** While this runs, the sandbox answers so to the request for a mandate. */
async function withMandate(outcome: MandateOutcome | Error, run: () => Promise<unknown>) {
  const { card } = context.rails.test
  const { openMandate } = card
  card.openMandate = async () => {
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  try {
    await run()
  } finally {
    card.openMandate = openMandate
  }
}

test('a mandate is an authorization whose account number is nowhere', async () => {
  const { data } = await create(ACTIVE)

  assert.deepEqual(
    [data.channel, data.status, data.active, data.last4, data.bank, data.approval_url],
    ['direct_debit', 'active', true, '0001', 'Guaranty Trust Bank', null],
  )
  assert.deepEqual(await told(), ['authorization.created'])
  assert.deepEqual(await listed(), [data])
  const [row] = await context.sql`
    select row_to_json(a)::text as stored from payer_authorization a
    where business_id = ${business.businessId}
  `
  assert(!row!.stored.includes(ACTIVE))
})

test('a pending mandate has a page, cannot be charged, and is active hours later', async () => {
  const { data } = await create(SLOW)
  const { authorization_code } = data
  const early = await charge({ authorization_code })
  const isListed = (await listed()).length
  context.advance(30 * MINUTE)
  await enquireAboutMandates(context)
  const still = await fetched(authorization_code)
  const events = await told()
  context.advance(3 * HOUR)
  await enquireAboutMandates(context)

  assert.match(data.approval_url, /^http/)
  assert.deepEqual(
    [data.status, still.status, still.approval_url],
    ['pending', 'pending', data.approval_url],
  )
  assert.deepEqual([early.code, isListed, events], ['authorization_not_found', 0, []])
  const { status, approval_url } = await fetched(authorization_code)
  assert.deepEqual([status, approval_url], ['active', null])
  assert.deepEqual(await told(), ['authorization.created'])
})

test('when the provider has news of a customer, it is asked about their mandates at once', async () => {
  const code = await givenMandate(SLOW)
  context.advance(2 * HOUR + 30 * MINUTE)
  await enquireAboutMandates(context)
  context.advance(40 * MINUTE)
  assert.equal(await enquireAboutMandates(context), 0)

  await enquireAboutMandatesOf(context, 'test', 'sandbox', EMAIL.toUpperCase())

  assert.equal(await enquireAboutMandates(context), 1)
  assert.equal((await fetched(code)).status, 'active')
})

for (const [account, reason] of [
  ['3100000003', 'declined'],
  ['0123456789', 'account_invalid'],
] as const) {
  test(`a mandate that is rejected says why: ${reason}`, async () => {
    const { status, data } = await create(account)

    assert.deepEqual([status, data.status, data.rejection_reason], [200, 'rejected', reason])
    assert.deepEqual(await told(), ['authorization.rejected'])
    assert.equal(
      (await charge({ authorization_code: data.authorization_code })).code,
      'authorization_not_found',
    )
  })
}

test('a mandate whose answer is lost is pending, and found by its key', async () => {
  const { data } = await create(LOST)
  context.advance(1 * MINUTE)
  await enquireAboutMandates(context)

  assert.deepEqual([data.status, data.approval_url], ['pending', null])
  assert.equal((await fetched(data.authorization_code)).status, 'active')
})

for (const outcome of [{ kind: 'unknown' }, new Error('a fault in the adapter')] as const) {
  const what = outcome instanceof Error ? 'a fault' : outcome.kind
  test(`after ${what}, a mandate that the provider never got is rejected, and not before`, async () => {
    let code = ''
    await withMandate(outcome, async () => {
      code = await givenMandate()
    })
    context.advance(1 * MINUTE)
    await enquireAboutMandates(context)
    const { status: early } = await fetched(code)
    context.advance(10 * MINUTE)
    await enquireAboutMandates(context)

    const { status, rejection_reason } = await fetched(code)
    assert.deepEqual([early, status, rejection_reason], ['pending', 'rejected', 'not_received'])
  })
}

test('while the provider is down nothing is kept', async () => {
  const { status, code } = await create('3100000007')

  assert.deepEqual([status, code], [503, 'rail_unavailable'])
  const rows = await context.sql`
    select from payer_authorization where business_id = ${business.businessId}
  `
  assert.equal(rows.length, 0)
})

test('a mandate that nobody approves is given up after thirty days', async () => {
  const url = 'https://bank.example/approve'
  const { enquireMandate } = context.rails.test.card
  context.rails.test.card.enquireMandate = async () => ({ kind: 'accepted' })
  try {
    let code = ''
    await withMandate({ kind: 'accepted', url, handle: 'h1' }, async () => {
      code = await givenMandate()
    })
    context.advance(31 * DAY)
    await enquireAboutMandates(context)
    const { status, rejection_reason } = await fetched(code)
    assert.deepEqual([status, rejection_reason], ['rejected', 'timed_out'])
  } finally {
    context.rails.test.card.enquireMandate = enquireMandate
  }
})

test('a debit is charged through the same request, once', async () => {
  const authorization_code = await givenMandate()
  const asked = { authorization_code, reference: 'rent-1' }

  const [one, two] = await Promise.all([charge(asked), charge(asked)])
  const again = await charge(asked)

  const ids = [one, two, again].map(({ data }) => data.transaction.id)
  assert.equal(new Set(ids).size, 1)
  assert.equal(again.data.status, 'success')
  const paid = await verifyPayment(api, business, 'rent-1')
  assert.deepEqual([paid.channel, paid.amount], ['bank', 500_000])
  assert.equal(paid.authorization.authorization_code, authorization_code)
})

test('a debit that takes hours is processing, does not expire, and is never charged twice', async () => {
  const authorization_code = await givenMandate(SLOW)
  context.advance(3 * HOUR)
  await enquireAboutMandates(context)
  const asked = { authorization_code, reference: 'rent-2' }
  const first = await charge(asked)
  context.advance(2 * HOUR)
  await enquireDue(context)
  await abandonDue(context)
  const meanwhile = await charge(asked)
  context.advance(1 * HOUR + 10 * MINUTE)
  await enquireDue(context)

  const last = await charge(asked)
  assert.deepEqual(
    [first, meanwhile, last].map(({ data }) => data.status),
    ['processing', 'processing', 'success'],
  )
  assert.equal(last.data.transaction.id, first.data.transaction.id)
  const [{ count }] = await context.sql<[{ count: number }]>`
    select count(*)::int as count from card_attempt where business_id = ${business.businessId}
  `
  assert.equal(count, 1)
})

test('a debit that never arrived can be requested again for an hour, and is then abandoned', async () => {
  const authorization_code = await givenMandate()
  const asked = { authorization_code, reference: 'rent-3' }
  const lost = { authorization_code, reference: 'rent-4' }
  await withCharge(
    async () => ({ kind: 'unknown' }),
    async () => {
      await charge(asked)
      await charge(lost)
    },
  )
  context.advance(10 * MINUTE)
  await enquireDue(context)
  const { data } = await charge(asked)
  context.advance(1 * HOUR)
  await abandonDue(context)

  assert.equal(data.status, 'success')
  assert.equal((await verifyPayment(api, business, 'rent-3')).status, 'success')
  assert.equal((await verifyPayment(api, business, 'rent-4')).status, 'abandoned')
})

test('a debit that takes its bank five days is paid then', async () => {
  const { card } = context.rails.test
  const { enquire } = card
  const authorization_code = await givenMandate(ACTIVE)
  const asked = { authorization_code, reference: 'rent-5' }
  await withCharge(
    async (request) => {
      await card.charge({ ...request, card: testCard('success') })
      return { kind: 'pending' }
    },
    () => charge(asked),
  )
  card.enquire = async () => ({ kind: 'pending' })
  context.advance(5 * DAY)
  await enquireDue(context)
  await abandonDue(context)
  const meanwhile = await charge(asked)
  card.enquire = enquire
  context.advance(1 * DAY)
  await enquireDue(context)

  assert.equal(meanwhile.data.status, 'processing')
  assert.equal((await charge(asked)).data.status, 'success')
})

test('a debit that the account cannot pay is declined, and the mandate stays', async () => {
  const authorization_code = await givenMandate('3100000004')

  const { data } = await charge({ authorization_code })

  assert.deepEqual([data.status, data.decline_reason], ['failed', 'insufficient_funds'])
  assert.equal((await fetched(authorization_code)).status, 'active')
})

test('a mandate that was revoked at the bank is declined once, and deactivated', async () => {
  const authorization_code = await givenMandate('3100000005')

  const { data } = await charge({ authorization_code })
  const again = await charge({ authorization_code })

  assert.deepEqual([data.status, data.decline_reason], ['failed', 'authorization_unknown'])
  assert.deepEqual([again.status, again.code], [404, 'authorization_not_found'])
  assert.equal((await fetched(authorization_code)).status, 'deactivated')
  assert.deepEqual(await told(), ['authorization.created', 'authorization.deactivated'])
})

for (const account of [ACTIVE, SLOW]) {
  test(`a mandate that is removed is over, account ${account}`, async () => {
    const code = await givenMandate(account)
    const path = `/api/v1/customers/${EMAIL}/authorizations/${code}`

    const { status } = await api.delete(path, credentials())
    const { status: again } = await api.delete(path, credentials())
    context.advance(4 * HOUR)
    await enquireAboutMandates(context)

    assert.deepEqual([status, again], [200, 404])
    assert.equal((await fetched(code)).status, 'deactivated')
    assert.equal((await told()).includes('authorization.deactivated'), account === ACTIVE)
    assert.equal(await forgetCards(context), 0)
  })
}

test('the bank and the account number are named when they are wrong', async () => {
  const wrong = [
    await create('12345'),
    await create(ACTIVE, { bank_code: 'x' }),
    await create(ACTIVE, { callback_url: 'nowhere' }),
    await create(ACTIVE, { callback_url: 'strange-app://paid' }),
  ]
  const unknown = await create(ACTIVE, { bank_code: '999' })

  assert.deepEqual(
    wrong.map(({ status, errors }) => [status, errors[0].field]),
    [
      [400, 'account_number'],
      [400, 'bank_code'],
      [400, 'callback_url'],
      [400, 'callback_url'],
    ],
  )
  assert.deepEqual([unknown.status, unknown.code], [422, 'unknown_bank'])
})

test('requests at once with the same Idempotency-Key make one mandate', async () => {
  const ask = () =>
    api.post(`/api/v1/customers/${EMAIL}/mandates`, {
      ...credentials(),
      headers: { 'idempotency-key': 'mandate 7' },
      body: { bank_code: '058', account_number: ACTIVE },
    })

  await Promise.all([ask(), ask()])
  const { status } = await ask()

  assert.equal(status, 200)
  assert.equal((await listed()).length, 1)
})

test('a mandate of another business is not found', async () => {
  const authorization_code = await givenMandate()
  business = await givenBusiness(context)

  const { code } = await charge({ authorization_code })

  assert.equal(code, 'authorization_not_found')
})
