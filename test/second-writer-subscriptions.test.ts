import { beforeEach } from 'node:test'
import { type Plan, updatePlan } from '../src/payments/plans/plans.sql.ts'
import { beginPeriods } from '../src/payments/subscriptions/bill.ts'
import {
  type Invoice,
  updateInvoice,
  writePaid,
} from '../src/payments/subscriptions/invoices.sql.ts'
import {
  type Subscription,
  updateSubscription,
  writePeriods,
} from '../src/payments/subscriptions/subscriptions.sql.ts'
import { useApi } from './api.ts'
import { type Race, testRaces } from './second-writers.ts'
import { givenPlan, givenSubscription } from './subscriptions.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Plans, subscriptions and invoices: second-writers.ts.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

async function givenInvoice(): Promise<void> {
  await givenSubscription(api, business)
  await beginPeriods(context)
}

const next = ({ version }: { version: number }) => ({ version: version + 1 })

const RACES: Record<string, Race> = {
  'a plan is changed from a version': {
    table: 'plan',
    given: () => givenPlan(api, business),
    first: (sql, row: Plan) => updatePlan(sql, row, { name: 'first' }),
    second: (sql, row: Plan) => updatePlan(sql, row, { name: 'second' }),
  },
  'a subscription is changed from a version': {
    table: 'subscription',
    given: () => givenSubscription(api, business),
    first: (sql, row: Subscription) => updateSubscription(sql, row, { quantity: 2 }),
    second: (sql, row: Subscription) => updateSubscription(sql, row, { quantity: 3 }),
  },
  'the next period of a subscription begins from a version': {
    table: 'subscription',
    given: () => givenSubscription(api, business),
    first: (sql, row: Subscription) => writePeriods(sql, [{ ...row, period: 1, ...next(row) }]),
    second: (sql, row: Subscription) => writePeriods(sql, [{ ...row, period: 2, ...next(row) }]),
  },
  'an invoice is paid from a version': {
    table: 'invoice',
    given: givenInvoice,
    first: (sql, row: Invoice) => writePaid(sql, [{ ...row, failures: 0, ...next(row) }]),
    second: (sql, row: Invoice) => writePaid(sql, [{ ...row, trying: 'charge', ...next(row) }]),
  },
  'an invoice is changed from a version': {
    table: 'invoice',
    given: givenInvoice,
    first: (sql, row: Invoice) => updateInvoice(sql, row, { trying: 'charge', attempt: 1 }),
    second: (sql, row: Invoice) => updateInvoice(sql, row, { trying: 'charge', attempt: 2 }),
  },
}
testRaces(context, () => business, RACES)
