import { beforeEach } from 'node:test'
import { type Plan, updatePlan } from '../src/payments/plans/plans.sql.ts'
import { beginPeriods } from '../src/payments/subscriptions/bill.ts'
import { type Invoice, updateInvoice } from '../src/payments/subscriptions/invoices.sql.ts'
import {
  type Subscription,
  updateSubscription,
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
  'an invoice is changed from a version': {
    table: 'invoice',
    given: givenInvoice,
    first: (sql, row: Invoice) => updateInvoice(sql, row, { trying: 'charge', attempt: 1 }),
    second: (sql, row: Invoice) => updateInvoice(sql, row, { trying: 'charge', attempt: 2 }),
  },
}
testRaces(context, () => business, RACES)
