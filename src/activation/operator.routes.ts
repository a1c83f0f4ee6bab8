import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import type { BusinessId, Context } from '../context.ts'
import { isUuid } from '../lib/ids.ts'
import { kobo } from '../lib/money.ts'
import { readPage } from '../lib/paging.ts'
import { refuse } from '../lib/refusal.ts'
import { checkAll } from '../lib/validation.ts'
import { routes, type Webhooks } from '../webhooks/webhooks.ts'
import {
  answers,
  created,
  KOBO_MAX,
  Nullable,
  pageQuery,
  Success,
  SuccessList,
  Timestamp,
  wrongIn,
} from '../wire.ts'
import { ActivationRecord, shownActivation } from './activation.routes.ts'
import { activate, NOTE_LENGTH_MAX, refuseActivation } from './activation.ts'
import {
  type BusinessDetail,
  changeFees,
  detailOf,
  type FeesChange,
  type InviteOwner,
  type ListedBusiness,
  type ModeDetail,
  openBusinessFor,
  pageOfBusinesses,
  STATES,
} from './operator.ts'

// The wire of the operator's businesses.

const NAME_LENGTH_MAX = 100
const QUERY_LENGTH_MAX = 254
const BASIS_POINTS_MAX = 10_000
/** ₦100,000.00 on each payment. */
const FLAT_MAX = 10_000_000

const basisPoints = (description: string, more = {}) =>
  Type.Integer({ ...more, description: `${description} Basis points: 150 is 1.5 %.` })
const amount = (description: string, more = {}) =>
  Type.Integer({ ...more, description: `${description} Kobo.`, 'x-unit': 'kobo' })

const fees = (points: object, flat: object, some: object) => ({
  checkout_fee_basis_points: basisPoints('Of a payment by checkout.', points),
  checkout_fee_flat: amount('Added to it.', flat),
  checkout_fee_flat_from: amount('Below this amount nothing is added.', some),
  checkout_fee_max: amount('At most so much.', some),
  dedicated_fee_basis_points: basisPoints('Of a deposit to a dedicated account.', points),
  dedicated_fee_max: amount('At most so much of a deposit.', some),
})
const Fees = Type.Object(fees({}, {}, {}))

const upTo = (maximum: number) => ({ minimum: 0, maximum })
const FeesBody = Type.Object({
  mode: Type.Enum(['test', 'live']),
  ...Type.Partial(Type.Object(fees(upTo(BASIS_POINTS_MAX), upTo(FLAT_MAX), upTo(KOBO_MAX))))
    .properties,
})

const Listed = {
  business_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  created_at: Timestamp('When it was opened.'),
  live_activated_at: Nullable(Timestamp('Since when live mode is active.')),
}

const ListedRecord = Type.Object({
  ...Listed,
  state: Type.Enum([...STATES]),
  asked_at: Nullable(Timestamp('When it asked for live mode.')),
})

const Endpoint = Type.Object({
  which: Type.Enum([...routes]),
  url: Nullable(Type.String()),
  failures: Type.Integer({ description: 'Since its last success.' }),
  failing_since: Nullable(Timestamp('Since when it has failed.')),
  disabled_at: Nullable(Timestamp('When it was turned off.')),
})

const ModeRecord = Type.Object({
  domain: Type.Enum(['test', 'live']),
  fees: Fees,
  settings: Type.Object({
    settlement: Type.Enum(['instant', 'T+1']),
    expiry_seconds: Type.Integer(),
    accept_overpayment: Type.Boolean(),
    require_signed_requests: Type.Boolean(),
    receipts: Type.Boolean(),
  }),
  balances: Type.Object({
    available: amount('What the business may spend.'),
    pending: amount('Paid to it and not yet settled.'),
    unmatched: amount('Received for it, and on its way back.'),
    fees: amount('What we took, without VAT.'),
    vat: amount('VAT on that.'),
  }),
  webhooks: Type.Array(Endpoint),
})

const Detail = Type.Object({
  ...Listed,
  activation: ActivationRecord,
  modes: Type.Array(ModeRecord, { description: 'Live mode only once it is active.' }),
})

const Activated = Type.Object({
  ...Detail.properties,
  live_rail: Type.Boolean({
    description: 'false: no live rail is set up, and live calls are refused until one is.',
  }),
})

const Params = Type.Object({ business_id: Type.String() })
const tags = ['Operator']

/** For operators. `inviteOwner`: how the owner of a new business gets in. */
export function operatorRoutes(
  context: Context,
  inviteOwner: InviteOwner,
): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.register(readingRoutes(context))
    app.register(openingRoute(context, inviteOwner))
    app.register(decidingRoutes(context))
    app.register(feesRoute(context))
    done()
  }
}

function readingRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/operator/businesses',
      {
        attachValidation: true,
        schema: {
          tags,
          summary: 'List businesses, newest first',
          querystring: Type.Object({
            ...pageQuery,
            q: Type.Optional(
              Type.String({
                format: 'one-line',
                maxLength: QUERY_LENGTH_MAX,
                description: 'A part of the name or of the e-mail address, or the id.',
              }),
            ),
            state: Type.Optional(Type.Enum([...STATES])),
          }),
          response: answers(SuccessList(ListedRecord), [400]),
        },
      },
      async ({ query, validationError }) => {
        const [page] = checkAll(wrongIn(validationError), () => readPage(query))
        const filter = { q: query.q?.trim() || null, state: query.state ?? null }
        const { businesses, meta } = await pageOfBusinesses(context, filter, page)
        const data = businesses.map(shownListed)
        return { status: 'success' as const, message: 'Businesses found', data, meta }
      },
    )

    app.get(
      '/operator/businesses/:business_id',
      {
        schema: {
          tags,
          summary: 'Look at a business, in both modes',
          params: Params,
          response: answers(Success(Detail), [404]),
        },
      },
      async ({ params }) => shownNow(context, idOf(params), 'Business found'),
    )
    done()
  }
}

function openingRoute(context: Context, inviteOwner: InviteOwner): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post(
      '/operator/businesses',
      {
        schema: {
          tags,
          summary: 'Open a business, and invite its owner',
          description: 'In test mode, with play money in its wallet and without keys.',
          body: Type.Object({
            name: Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, format: 'person-name' }),
            email: Type.String({ format: 'email', description: 'Of its owner.' }),
          }),
          response: created(Success(Detail), [400]),
        },
      },
      async ({ body }, reply) => {
        const owner = { name: body.name.trim(), email: body.email }
        const businessId = await openBusinessFor(context, owner, inviteOwner)
        return reply.status(201).send(await shownNow(context, businessId, 'Business opened'))
      },
    )
    done()
  }
}

function decidingRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post(
      '/operator/businesses/:business_id/activate',
      {
        schema: {
          tags,
          summary: 'Activate live mode of a business that asked for it',
          description: 'Its people make its live keys themselves. No answer here shows one.',
          params: Params,
          response: answers(Success(Activated), [404, 409]),
        },
      },
      async ({ params }) => {
        const { businessId } = await activate(context, idOf(params))
        const liveRail = context.rails.live !== null
        const told = liveRail
          ? 'Live mode is active'
          : 'Live mode is active. No live rail is set up: live calls are refused until one is.'
        const { data, ...rest } = await shownNow(context, businessId, told)
        return { ...rest, data: { ...data, live_rail: liveRail } }
      },
    )

    app.post(
      '/operator/businesses/:business_id/refuse-activation',
      {
        schema: {
          tags,
          summary: 'Refuse live mode to a business that asked for it',
          params: Params,
          body: Type.Object({
            note: Type.String({
              minLength: 1,
              maxLength: NOTE_LENGTH_MAX,
              format: 'not-blank',
              description: 'Why, and what to put right. The business reads it.',
            }),
          }),
          response: answers(Success(Detail), [400, 404, 409]),
        },
      },
      async ({ params, body }) => {
        const { businessId } = await refuseActivation(context, idOf(params), body.note.trim())
        return shownNow(context, businessId, 'Live mode refused')
      },
    )
    done()
  }
}

function feesRoute(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.put(
      '/operator/businesses/:business_id/fees',
      {
        schema: {
          tags,
          summary: 'Change what a business pays for payments from now on',
          description: 'What is not sent stays as it is.',
          params: Params,
          body: FeesBody,
          response: answers(Success(Detail), [400, 404]),
        },
      },
      async ({ params, body }) => {
        const businessId = idOf(params)
        await changeFees(context, { businessId, mode: body.mode }, changeOf(body))
        return shownNow(context, businessId, 'Fees changed')
      },
    )
    done()
  }
}

/** The id as the API says it: `business_id`, `clientId`. */
function idOf({ business_id: id }: { business_id: string }): BusinessId {
  return isUuid(id) ? (id as BusinessId) : refuse('business_not_found')
}

/** What was sent, and nothing else. */
function changeOf(body: Static<typeof FeesBody>): FeesChange {
  const money = (sent: number | undefined) => (sent === undefined ? undefined : kobo(sent))
  const sent = {
    checkoutFeeBasisPoints: body.checkout_fee_basis_points,
    checkoutFeeFlat: money(body.checkout_fee_flat),
    checkoutFeeFlatFrom: money(body.checkout_fee_flat_from),
    checkoutFeeMax: money(body.checkout_fee_max),
    dedicatedFeeBasisPoints: body.dedicated_fee_basis_points,
    dedicatedFeeMax: money(body.dedicated_fee_max),
  }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

async function shownNow(context: Context, businessId: BusinessId, message: string) {
  const { business, activation, modes }: BusinessDetail = await detailOf(context, businessId)
  const data = {
    ...shownBusiness(business),
    activation: shownActivation(activation),
    modes: modes.map(shownMode),
  }
  return { status: 'success' as const, message, data }
}

function shownListed(business: ListedBusiness) {
  const { state, askedAt } = business
  return { ...shownBusiness(business), state, asked_at: askedAt?.toISOString() ?? null }
}

function shownBusiness(business: BusinessDetail['business']) {
  const { businessId, name, email, createdAt, liveActivatedAt } = business
  return {
    business_id: businessId,
    name,
    email,
    created_at: createdAt.toISOString(),
    live_activated_at: liveActivatedAt?.toISOString() ?? null,
  }
}

function shownMode({ settings, balances, webhooks }: ModeDetail) {
  const { available, pending, unmatched, fees: taken, vat } = balances
  return {
    domain: settings.mode,
    fees: {
      checkout_fee_basis_points: settings.checkoutFeeBasisPoints,
      checkout_fee_flat: Number(settings.checkoutFeeFlat),
      checkout_fee_flat_from: Number(settings.checkoutFeeFlatFrom),
      checkout_fee_max: Number(settings.checkoutFeeMax),
      dedicated_fee_basis_points: settings.dedicatedFeeBasisPoints,
      dedicated_fee_max: Number(settings.dedicatedFeeMax),
    },
    settings: {
      settlement: settings.settlement,
      expiry_seconds: settings.expirySeconds,
      accept_overpayment: settings.acceptOverpayment,
      require_signed_requests: settings.requireSignedRequests,
      receipts: settings.receipts,
    },
    balances: {
      available: Number(available.available),
      pending: Number(pending.available),
      unmatched: Number(unmatched.available),
      fees: Number(taken.available),
      vat: Number(vat.available),
    },
    webhooks: shownWebhooks(webhooks),
  }
}

function shownWebhooks(webhooks: Webhooks) {
  return routes.map((which) => {
    const { url, failures, failingSince, disabledAt } = webhooks[which]
    return {
      which,
      url,
      failures,
      failing_since: failingSince?.toISOString() ?? null,
      disabled_at: disabledAt?.toISOString() ?? null,
    }
  })
}
