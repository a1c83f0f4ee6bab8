import { beforeEach } from 'node:test'
import type { Authorization } from '../src/payments/authorizations/authorizations.sql.ts'
import { recordExpiryMail } from '../src/payments/authorizations/expiring.sql.ts'
import {
  type DueCode,
  type KeptCardCode,
  recordCodeMail,
  setProven,
} from '../src/payments/authorizations/one-tap.sql.ts'
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
import type { Transaction } from '../src/payments/transactions/transactions.rows.ts'
import { setSubscribed } from '../src/payments/transactions/transactions.ts'
import { later, MINUTE } from '../src/platform/clock.ts'
import { givenPayment, useApi } from './api.ts'
import { cardNamed } from './payments.ts'
import { type Race, testRaces } from './second-writers.ts'
import { givenCard, givenPlan, givenSubscription } from './subscriptions.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Plans, subscriptions, invoices, and emails and codes for kept cards: second-writers.ts.

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

async function givenCode(): Promise<void> {
  const { access_code } = await givenPayment(api, business, { save_card: 'offer' })
  await api.post(`/checkout/${access_code}/kept-cards/code`, { body: {} })
}

const dueOf = (row: KeptCardCode) => ({ ...row, attempts: row.mailAttempts }) as DueCode

async function givenExpiring(): Promise<void> {
  await givenCard(api, business)
  await context.sql`
    update payer_authorization set next_mail_at = ${context.now()}
    where business_id = ${business.businessId} and mode = 'test'
  `
}

async function givenPlanned(): Promise<void> {
  const { plan_code: plan } = await givenPlan(api, business)
  const { access_code } = await givenPayment(api, business, { amount: 500_000, plan })
  await api.post(`/checkout/${access_code}/card`, { body: cardNamed('success') })
}

const markOf = (notSubscribed: 'no_card' | 'reversed') => ({
  ...{ notSubscribed, updatedAt: context.now() },
})

const RACES: Record<string, Race> = {
  'what became of the plan of a payment is written once': {
    table: 'transaction',
    given: givenPlanned,
    first: (sql, row: Transaction) => setSubscribed(sql, row, markOf('no_card')),
    second: (sql, row: Transaction) => setSubscribed(sql, row, markOf('reversed')),
  },
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
  'a code for kept cards works once': {
    table: 'kept_card_code',
    given: givenCode,
    first: (sql, row: KeptCardCode) => setProven(sql, row, context.now()),
    second: (sql, row: KeptCardCode) => setProven(sql, row, later(context.now(), MINUTE)),
  },
  'an email about a card that expires is recorded once': {
    table: 'payer_authorization',
    given: givenExpiring,
    first: (sql, row: Authorization) =>
      recordExpiryMail(sql, { ...row, attempts: 0 }, null).then(() => true),
    second: (sql, row: Authorization) =>
      recordExpiryMail(sql, { ...row, attempts: 0 }, context.now()),
  },
  'an email with a code for kept cards is recorded once': {
    table: 'kept_card_code',
    given: givenCode,
    first: (sql, row: KeptCardCode) => recordCodeMail(sql, dueOf(row), null).then(() => true),
    second: (sql, row: KeptCardCode) => recordCodeMail(sql, dueOf(row), context.now()),
  },
}
testRaces(context, () => business, RACES)
