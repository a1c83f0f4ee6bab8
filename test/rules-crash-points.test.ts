import assert from 'node:assert/strict'
import { givenPayment, useApi } from './api.ts'
import { useSweep } from './crash-points.ts'
import { eventsOf, pay, verifyPayment } from './payments.ts'
import { givenRule } from './rules.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// What rules refuse, mark and have decided; crash-points.ts says how it is stopped.

const context = useContext()
const api = useApi(context)
const { broken, sweep } = useSweep(context)

type Given = { business: GivenBusiness; access_code: string; reference: string }

async function givenRuled(action: 'refuse' | 'review'): Promise<Given> {
  const business = await givenBusiness(context)
  await givenRule(api, business, { kind: 'amount', action, amount: 100 })
  await givenRule(api, business, { kind: 'payments_per_customer', action: 'review', limit: 3 })
  return { business, ...(await givenPayment(api, business)) }
}

sweep({
  name: 'a card that a rule refuses',
  passes: ['select pg_advisory_xact_lock', 'insert into card_attempt', 'update transaction'],
  given: () => givenRuled('refuse'),
  run: ({ access_code }) => pay(broken, access_code, 'success'),
  again: async ({ access_code }) => void (await pay(api, access_code, 'success')),
  check: async ({ business, reference }) => {
    const { status, risk } = await verifyPayment(api, business, reference)
    assert.notEqual(status, 'success')
    assert.equal(risk.reasons.length, 1)
    const rows = await attemptsOf(business)
    assert(rows.length === 1 || rows.length === 2, `${rows.length} attempts`)
    assert.equal(risk.reasons[0].attempt, rows.length)
    for (const { attemptId } of rows) {
      const { kind } = await context.rails.test.card.enquire({ key: attemptId })
      assert.equal(kind, 'not_found', 'no provider was asked')
    }
  },
})

sweep({
  name: 'a card that a rule marks',
  passes: [
    'select pg_advisory_xact_lock',
    'card rail: charge',
    'select approved, known from card_approve(',
  ],
  given: () => givenRuled('review'),
  run: ({ access_code }) => pay(broken, access_code, 'success'),
  again: async () => {},
  check: async ({ business, access_code, reference }) => {
    const before = await verifyPayment(api, business, reference)
    if (before.status !== 'success') await pay(api, access_code, 'success')
    const { status, risk } = await verifyPayment(api, business, reference)
    assert.deepEqual([status, risk.review, risk.reasons.length], ['success', 'pending', 1])
    assert.deepEqual(await typesOf(business), ['transaction.review_opened', 'transaction.success'])
  },
})

for (const decision of ['approve', 'refund'] as const) {
  sweep({
    name: `a review that ends with ${decision}`,
    passes: ['update transaction'],
    given: async () => {
      const given = await givenRuled('review')
      await pay(api, given.access_code, 'success')
      return given
    },
    run: (given) => decide(given, decision, broken),
    again: async (given) => void (await decide(given, decision)),
    check: async ({ business, reference }) => {
      const { risk, refunded_amount } = await verifyPayment(api, business, reference)
      const [review, refunded] = decision === 'approve' ? ['approved', 0] : ['refunded', 500_000]
      assert.deepEqual([risk.review, refunded_amount], [review, refunded])
      const closed = (await typesOf(business)).filter((type) => type.endsWith('review_closed'))
      assert.equal(closed.length, 1)
    },
  })
}

function decide({ business, reference }: Given, decision: string, through = api) {
  return through.post(`/api/v1/transactions/${reference}/review`, {
    key: business.keys.secretKey,
    body: { decision },
  })
}

function attemptsOf({ businessId }: GivenBusiness) {
  return context.sql<{ attemptId: string }[]>`
    select attempt_id from card_attempt where business_id = ${businessId} and mode = 'test'
  `
}

async function typesOf(business: GivenBusiness): Promise<string[]> {
  return (await eventsOf(context, business)).map(({ type }) => type).toSorted()
}
