import { Type } from 'typebox'
import type { Context, Scope } from '../../src/core/context.ts'
import { equalTo, withinIds } from '../../src/core/filters.ts'
import { readPageCode } from '../../src/core/page-code.ts'
import { listActive } from '../../src/payments/authorizations/authorizations.ts'
import { mailManageLink } from '../../src/payments/subscriptions/mail.ts'
import { SubscriptionBody, startIn } from '../../src/payments/subscriptions/subscriptions.routes.ts'
import type { Subscription } from '../../src/payments/subscriptions/subscriptions.sql.ts'
import {
  cancel,
  createSubscription,
  findRunning,
  listSubscriptions,
  resume,
  subscriptionNamed,
  totalsOfInvoices,
  toWireSubscription,
} from '../../src/payments/subscriptions/subscriptions.ts'
import { publicCode } from '../../src/platform/ids.ts'
import { firstPage, type Page } from '../../src/platform/paging.ts'
import { Refusal, refuse } from '../../src/platform/refusal.ts'
import { type Asked, checked, filtered, wrong } from './asked.ts'
import { type Call, call, list } from './call.routes.ts'
import { customerOf } from './customers.routes.ts'
import { byNumber, numberOf } from './numbers.ts'
import { planOf, refuseOtherLimit } from './plans.routes.ts'
import { refusedWith } from './refused.ts'
import { aboutOf, invoiceCode, paystackSubscription } from './subscription-record.ts'

// Paystack's subscriptions are ours, by a kept card. `email_token` is the code of the customer's
// page: who has it may cancel.

const ONE = 'GET /subscriptions/:id'
const FILTERS = {
  plan: equalTo('planId', Type.String()),
  customer: equalTo('customerId', Type.String()),
  ...withinIds('subscriptionId'),
}

export const subscriptionCalls = [
  call('POST /subscription', 'POST /subscriptions', async (asked) => {
    const { context, scope, body, effectId, reply } = asked
    const { customerId } = await customerOf(context, scope, body.needed('customer'))
    const plan = await planOf(context, scope, body.needed('plan'))
    refuseOtherLimit(body, plan.times)
    const asOurs = checked(SubscriptionBody, {
      plan: publicCode('plan', plan.planId),
      customer: publicCode('customer', customerId),
      authorization_code: body.text('authorization') || (await newestCard(asked, customerId)),
      start_date: body.text('start_date') || undefined,
      quantity: body.number('quantity') ?? undefined,
    })
    const known = await findRunning(context.sql, scope, { customerId, planId: plan.planId })
    if (known && known.subscriptionId !== effectId) {
      const said = 'This subscription is already in place.'
      const { status, body: refused } = refusedWith(400, 'duplicate_subscription', said)
      return reply.status(status).send(refused)
    }
    const { authorization_code, start_date, quantity = 1, ...named } = asOurs
    const more = { quantity, trialDays: 0, metadata: null, startAt: startIn(context, start_date) }
    const wanted = { ...named, ...more, authorizationCode: authorization_code ?? null }
    const made = await createSubscription(context, scope, wanted, effectId)
    const [shown] = await shownAll(context, scope, [made])
    const { customer, plan: of } = shown!
    const data = {
      ...shown,
      customer: customer?.id,
      plan: of.id,
      authorization: cardNumberOf(made),
    }
    return { message: 'Subscription successfully created', data }
  }),
  list(
    'GET /subscription',
    'GET /subscriptions',
    'Subscriptions retrieved',
    async ({ context, scope, query }, page) => {
      const [plan, customer] = [named(query, 'plan'), named(query, 'customer')]
      const sent = {
        ...query.texts('from', 'to'),
        plan: plan ? (await planOf(context, scope, plan)).planId : undefined,
        customer: customer ? (await customerOf(context, scope, customer)).customerId : undefined,
      }
      return listSubscriptions(context.sql, scope, filtered(page, FILTERS, sent, context, scope))
    },
    (rows, { context, scope }) => shownAll(context, scope, rows),
  ),
  call('GET /subscription/:code', ONE, async ({ context, scope, params }) => {
    const found = await subscriptionOf(context, scope, params['code'] ?? '')
    const [data] = await shownAll(context, scope, [found])
    return { message: 'Subscription retrieved successfully', data }
  }),
  call('POST /subscription/disable', 'POST /subscriptions/:id/cancel', async (asked) => {
    await cancel(asked.context, await withToken(asked), 'period_end')
    return { message: 'Subscription disabled successfully', data: undefined }
  }),
  call('POST /subscription/enable', 'POST /subscriptions/:id/resume', async (asked) => {
    await resume(asked.context, await withToken(asked))
    return { message: 'Subscription enabled successfully', data: undefined }
  }),
  call('GET /subscription/:code/manage/link', ONE, async ({ context, scope, params }) => {
    const found = await subscriptionOf(context, scope, params['code'] ?? '')
    const data = { link: toWireSubscription(context, found).manage_url }
    return { message: 'Link generated', data }
  }),
  call(
    'POST /subscription/:code/manage/email',
    'PATCH /subscriptions/:id',
    async ({ context, scope, params }) => {
      await mailManageLink(context, await subscriptionOf(context, scope, params['code'] ?? ''))
      return { message: 'Email successfully sent', data: undefined }
    },
  ),
]

/** paystack-node sends 0 for each filter that is not set. */
function named(query: Asked, filter: string): string | null {
  const sent = query.text(filter)
  return sent === '0' ? null : sent
}

/** By code, number or our own id. */
async function subscriptionOf(context: Context, scope: Scope, text: string) {
  const all = (page: Page) => listSubscriptions(context.sql, scope, page)
  return (await byNumber(text, all, 'subscriptionId')) ?? subscriptionNamed(context, scope, text)
}

/** As at Paystack, a customer without a kept card is not subscribed. */
async function newestCard({ context, scope }: Call, customerId: Subscription['customerId']) {
  const [card] = (await listActive(context.sql, scope, customerId, firstPage(1))).rows
  if (card) return publicCode('authorization', card.authorizationId)
  const message = 'The customer specified has no saved authorizations.'
  throw new Refusal('authorization_not_found', { message })
}

function cardNumberOf({ authorizationId }: Subscription) {
  return authorizationId && numberOf(authorizationId)
}

async function withToken({ context, scope, body }: Call): Promise<Subscription> {
  const [code, token] = [body.needed('code'), body.needed('token')]
  const found = await subscriptionOf(context, scope, code)
  const named = readPageCode<'subscription'>(context.keys, token)
  const isIts = named?.id === found.subscriptionId && named.mode === found.mode
  return isIts ? found : wrong('token', 'token must be the email_token of this subscription.')
}

async function shownAll(context: Context, scope: Scope, rows: Subscription[]) {
  const ids = rows.map(({ subscriptionId }) => subscriptionId)
  const totals = await totalsOfInvoices(context.sql, scope, ids)
  return Promise.all(
    rows.map(async (row) => {
      const about = (await aboutOf(context, row)) ?? refuse('plan_not_found')
      const { paid = 0, open } =
        totals.find((one) => one.subscriptionId === row.subscriptionId) ?? {}
      const billed = { paid, open: open ? invoiceCode(open) : null }
      return paystackSubscription(context, toWireSubscription(context, row), about, billed)
    }),
  )
}
