import { beforeEach } from 'node:test'
import { type Rule, updateRule } from '../src/payments/rules/rules.sql.ts'
import type { Transaction } from '../src/payments/transactions/transactions.rows.ts'
import { closeReview } from '../src/payments/transactions/transactions.ts'
import { givenPayment, useApi } from './api.ts'
import { pay } from './payments.ts'
import { givenRule } from './rules.ts'
import { type Race, testRaces } from './second-writers.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Rules and reviews: second-writers.ts.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

async function givenReview(): Promise<void> {
  await givenRule(api, business, { kind: 'amount', action: 'review', amount: 100 })
  await pay(api, (await givenPayment(api, business)).access_code, 'success')
}

const at = new Date('2027-03-01T10:00:00+01:00')
const reviewed = { reviewedBy: 'ada@example.com', reviewedAt: at, updatedAt: at }

const RACES: Record<string, Race> = {
  'a rule is changed from a version': {
    table: 'payment_rule',
    given: () => givenRule(api, business, { kind: 'amount', amount: 100 }),
    first: (sql, row: Rule) => updateRule(sql, row, { name: 'first' }),
    second: (sql, row: Rule) => updateRule(sql, row, { name: 'second' }),
  },
  'a review is decided once': {
    table: 'transaction',
    given: givenReview,
    first: (sql, row: Transaction) => closeReview(sql, row, { ...reviewed, review: 'approved' }),
    second: (sql, row: Transaction) => closeReview(sql, row, { ...reviewed, review: 'refunded' }),
  },
}
testRaces(context, () => business, RACES)
