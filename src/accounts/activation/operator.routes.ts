import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { BusinessId, Context } from '../../core/context.ts'
import { withMessage } from '../../core/envelope.ts'
import { onlyIf, setTag } from '../../core/etags.ts'
import { WEBHOOK_ROUTES } from '../../core/events/webhooks.sql.ts'
import { action, list, record, under } from '../../core/route.ts'
import { fromWire, KOBO_MAX, Nullable, Timestamp, toWire } from '../../core/wire.ts'
import { isUuid } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { refuse } from '../../platform/refusal.ts'
import { ActivationRecord, toWireActivation } from './activation.routes.ts'
import { listBusinesses, STATES } from './activation.sql.ts'
import { activate, NOTE_LENGTH_MAX, refuseActivation } from './activation.ts'
import {
  type BusinessDetail,
  changeFees,
  detailOf,
  type FeesChange,
  type InviteOwner,
  type ModeDetail,
  openBusinessFor,
} from './operator.ts'

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
  checkout_fee_basis_points: basisPoints('Percentage of a checkout payment.', points),
  checkout_fee_flat: amount('Flat fee of a checkout payment.', flat),
  checkout_fee_flat_from: amount('The flat fee applies from this amount.', some),
  checkout_fee_max: amount('Maximum fee of a checkout payment.', some),
  dedicated_fee_basis_points: basisPoints(
    'Percentage of a deposit to a dedicated account.',
    points,
  ),
  dedicated_fee_max: amount('Maximum fee of a deposit.', some),
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
  created_at: Timestamp('When it was created.'),
  live_activated_at: Nullable(Timestamp('When live mode was activated.')),
}

const ListedRecord = Type.Object({
  ...Listed,
  state: Type.Enum([...STATES]),
  asked_at: Nullable(Timestamp('When it requested live mode.')),
})

const Endpoint = Type.Object({
  which: Type.Enum([...WEBHOOK_ROUTES]),
  url: Nullable(Type.String()),
  failures: Type.Integer({ description: 'Failures since the last success.' }),
  failing_since: Nullable(Timestamp('When it began to fail.')),
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
    available: amount('The available balance.'),
    pending: amount('Paid and not yet settled.'),
    unmatched: amount('Received, and being returned to the senders.'),
    fees: amount('The fees charged, without VAT.'),
    vat: amount('The VAT on these fees.'),
  }),
  webhooks: Type.Array(Endpoint),
})

const Detail = Type.Object({
  ...Listed,
  activation: ActivationRecord,
  modes: Type.Array(ModeRecord, { description: 'Includes live mode once it is active.' }),
})

const Activated = Type.Object({
  ...Detail.properties,
  live_rail: Type.Boolean({
    description: 'false: no live provider is configured, and live calls are rejected until one is.',
  }),
})

const openBusiness = (inviteOwner: InviteOwner) =>
  action('POST /operator/businesses', {
    needs: 'operator',
    fresh: true,
    operationId: 'createBusiness',
    summary: 'Create a business and invite its owner',
    description:
      'It starts in test mode, with play money in its wallet and test keys that its team sees.',
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, format: 'person-name' }),
      email: Type.String({ format: 'email', description: 'The email address of the owner.' }),
    }),
    answer: Detail,
    status: 201,
    message: 'Business created',
    handle: async (context, { body }) => {
      const owner = { name: body.name.trim(), email: body.email }
      return toWireBusiness(context, await openBusinessFor(context, owner, inviteOwner))
    },
  })

const businessRoutes = [
  list('/operator/businesses', {
    needs: 'operator',
    operationId: 'listBusinesses',
    summary: 'List businesses, newest first',
    query: {
      q: Type.Optional(
        Type.String({
          format: 'one-line',
          maxLength: QUERY_LENGTH_MAX,
          description: 'Part of the name or email address, or the id.',
        }),
      ),
      state: Type.Optional(Type.Enum([...STATES])),
    },
    item: ListedRecord,
    message: 'Businesses found',
    handle: async (context, { query }, page) => {
      const filter = { q: query.q?.trim() || null, state: query.state ?? null }
      const { rows: businesses, meta } = await listBusinesses(context.sql, filter, page)
      return { data: toWire(businesses), meta }
    },
  }),
  record('/operator/businesses/:business_id', {
    needs: 'operator',
    operationId: 'getBusiness',
    summary: 'Fetch a business, in both modes',
    answer: Detail,
    message: 'Business found',
    hasTag: true,
    handle: async (context, { params }, reply) => taggedBusiness(context, idOf(params), reply),
  }),
  action('POST /operator/businesses/:business_id/activate', {
    needs: 'operator',
    fresh: true,
    operationId: 'activateBusiness',
    summary: 'Activate live mode for a business that requested it',
    description: 'Its team creates the live keys. No operator call returns them.',
    answer: Activated,
    refusals: [404],
    handle: async (context, { params }) => {
      const { businessId } = await activate(context, idOf(params))
      const hasRail = context.rails.live.length > 0
      const message = hasRail
        ? 'Live mode is active'
        : 'Live mode is active, but no live provider is configured. Live calls are rejected ' +
          'until one is.'
      return withMessage(message, {
        ...(await toWireBusiness(context, businessId)),
        live_rail: hasRail,
      })
    },
  }),
  action('POST /operator/businesses/:business_id/refuse-activation', {
    needs: 'operator',
    operationId: 'refuseActivation',
    summary: 'Reject the live mode request of a business',
    body: Type.Object({
      note: Type.String({
        minLength: 1,
        maxLength: NOTE_LENGTH_MAX,
        format: 'not-blank',
        description: 'The reason, and what to fix. The business can read it.',
      }),
    }),
    answer: Detail,
    refusals: [404],
    message: 'Live mode request rejected',
    handle: async (context, { params, body }) => {
      const { businessId } = await refuseActivation(context, idOf(params), body.note.trim())
      return toWireBusiness(context, businessId)
    },
  }),
  action('PUT /operator/businesses/:business_id/fees', {
    needs: 'operator',
    fresh: true,
    operationId: 'updateBusinessFees',
    summary: 'Change the fees of a business for new payments',
    description: 'Fields that you do not send keep their value.',
    body: FeesBody,
    answer: Detail,
    refusals: [404],
    message: 'Fees changed',
    hasTag: true,
    takesTag: true,
    handle: async (context, request, reply) => {
      const { params, body } = request
      const businessId = idOf(params)
      const scope = { businessId, mode: body.mode }
      await changeFees(context, scope, changeOf(body), onlyIf(request))
      return taggedBusiness(context, businessId, reply)
    },
  }),
]

/** `inviteOwner` invites the owner of a new business. */
export const operatorRoutes = (inviteOwner: InviteOwner) =>
  under('Operator', [...businessRoutes, openBusiness(inviteOwner)])

function idOf({ business_id: id }: { business_id: string }): BusinessId {
  return isUuid(id) ? (id as BusinessId) : refuse('business_not_found')
}

function changeOf(body: Static<typeof FeesBody>): FeesChange {
  const { mode: _, ...sent } = body
  const values = Object.entries(fromWire(FeesBody, sent)).map(([name, value]) => [
    name,
    name.endsWith('BasisPoints') ? value : kobo(value),
  ])
  return Object.fromEntries(values)
}

async function toWireBusiness(context: Context, businessId: BusinessId) {
  return toWireDetail(await detailOf(context, businessId))
}

async function taggedBusiness(context: Context, businessId: BusinessId, reply: FastifyReply) {
  const detail = await detailOf(context, businessId)
  setTag(reply, detail)
  return toWireDetail(detail)
}

function toWireDetail({ business, activation, modes }: BusinessDetail) {
  return {
    ...toWire(business),
    activation: toWireActivation(activation),
    modes: modes.map(toWireMode),
  }
}

function toWireMode({ settings, balances, webhooks }: ModeDetail) {
  const { available, pending, unmatched, fees: taken, vat } = balances
  // Each schema picks its own fields.
  const known = toWire(settings)
  return {
    domain: settings.mode,
    fees: known,
    settings: known,
    balances: toWire({
      available: available.available,
      pending: pending.available,
      unmatched: unmatched.available,
      fees: taken.available,
      vat: vat.available,
    }),
    webhooks: WEBHOOK_ROUTES.map((which) => ({ which, ...toWire(webhooks[which]) })),
  }
}
