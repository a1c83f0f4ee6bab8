import { Type } from 'typebox'
import { change } from '../change.ts'
import { onlyIf, setTag } from '../etags.ts'
import { action, record, under } from '../route.ts'
import { API_VERSIONS, NEWEST_VERSION } from '../versions.ts'
import { Domain, Nullable, named, PublicId, Text, Timestamp, toWire } from '../wire.ts'
import type { AddedEndpoint } from './endpoints.sql.ts'
import {
  changeEndpoint,
  createEndpoint,
  ENDPOINTS_MAX,
  endpointNamed,
  listEndpointsAdded,
  removeEndpoint,
  revealEndpointSecret,
  rollEndpointSecret,
} from './endpoints.ts'
import { toWireEvent } from './events.routes.ts'
import { sendTest } from './events.ts'
import { endpoint, Format, healthFields } from './webhooks.routes.ts'
import { OVERLAP_HOURS_MAX } from './webhooks.ts'

// The wire of added endpoints.

const TEXT_MAX = 4_096
const EVENTS_MAX = 100
const HOOK = 'https://books.example/hooks'

const wanted = {
  events: Type.Optional(
    Type.Array(Type.String({ maxLength: TEXT_MAX, examples: ['refund.processed'] }), {
      maxItems: EVENTS_MAX,
      description: 'Which events are sent to it. `*` for all, also of later versions.',
    }),
  ),
  description: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      format: 'one-line',
      description: 'What it is for, for your team.',
      examples: ['Accounting'],
    }),
  ),
  format: Type.Optional(Format),
  api_version: Type.Optional(
    Type.Enum(API_VERSIONS, { description: 'The version of the API that events are sent in.' }),
  ),
}

const Url = Type.String({
  maxLength: TEXT_MAX,
  description: 'Where events are sent; https in live mode.',
  examples: [HOOK],
})

const EndpointBody = Type.Object(
  { url: Url, ...wanted },
  { examples: [{ url: HOOK, events: ['refund.processed'], description: 'Accounting' }] },
)

const EndpointChangeBody = Type.Object({
  url: Type.Optional(Url),
  ...wanted,
  enabled: Type.Optional(
    Type.Boolean({
      description:
        'false: nothing is sent to it, and what waits fails. Events are stored, and can be resent.',
    }),
  ),
})

const fields = {
  id: PublicId('webhook_endpoint'),
  domain: Domain,
  url: Text('Where events are sent.', HOOK),
  description: Nullable(Text('What it is for.', 'Accounting')),
  events: Type.Array(Text('The type of an event.', 'refund.processed'), {
    description: 'Which events are sent to it. `*` for all.',
  }),
  format: Format,
  api_version: Text('The version of the API that events are sent in.', NEWEST_VERSION),
  enabled: Type.Boolean({ description: 'Whether events are sent to it.' }),
  ...healthFields,
  disabled_at: Nullable(Timestamp('When it was turned off.')),
  disabled_reason: Nullable(
    Type.Enum(['gone', 'failing', 'paused'], {
      description:
        '`gone`: it returned 410. `failing`: 5 days and 10 failures in a row. `paused`: by you.',
    }),
  ),
  created_at: Timestamp('When it was added.'),
  updated_at: Timestamp('When you last changed it.'),
}

export const AddedEndpointRecord = Type.Object(fields, {
  $id: 'AddedEndpoint',
  description: 'A webhook endpoint beside the two URLs of the settings.',
})

const Created = Type.Object(
  {
    ...fields,
    secret: Text('Signs its events. It is shown only once.', 'whsec_MDEyMzQ1Njc4OWFiY2RlZg=='),
  },
  { title: 'CreatedEndpoint' },
)

const Rolled = Type.Object(
  {
    domain: Domain,
    id: PublicId('webhook_endpoint'),
    secret: Text('The new secret. It is shown only once.', 'whsec_MDEyMzQ1Njc4OWFiY2RlZg=='),
    old_secret_until: Nullable(Timestamp('Until then, the old secret signs too.')),
  },
  { title: 'RolledEndpointSecret' },
)

const NAMED = { id: PublicId('webhook_endpoint', 'The id of the endpoint.') }

export const addedRoutes = under('Webhooks', [
  record('/webhooks/endpoints', {
    needs: 'webhooks:read',
    operationId: 'listEndpoints',
    summary: 'List added endpoints',
    description: 'Oldest first. The two URLs of the settings are in GET /webhooks.',
    answer: Type.Object(
      {
        endpoints: Type.Array(named('AddedEndpoint'), {
          description: `At most ${ENDPOINTS_MAX}.`,
        }),
      },
      { title: 'AddedEndpoints' },
    ),
    message: 'Endpoints found',
    handle: async (context, { scope }) => {
      const endpoints = await listEndpointsAdded(context, scope)
      return { endpoints: endpoints.map(toWireEndpoint) }
    },
  }),
  action('POST /webhooks/endpoints', {
    needs: 'webhooks:write',
    fresh: true,
    operationId: 'createEndpoint',
    summary: 'Add an endpoint',
    description:
      'Events are sent to it beside the URLs of the settings, each signed with the secret of its ' +
      'endpoint. Without `events`, all are sent.',
    body: EndpointBody,
    answer: Created,
    status: 201,
    refusals: [409],
    message: 'Endpoint added. Store its secret now: it is not shown again',
    hasTag: true,
    handle: async (context, { scope, body, effectId }, reply) => {
      const { endpoint, secret } = await createEndpoint(context, scope, wantedOf(body), effectId)
      setTag(reply, endpoint)
      return { ...toWireEndpoint(endpoint), secret }
    },
  }),
  record('/webhooks/endpoints/:id', {
    needs: 'webhooks:read',
    params: NAMED,
    operationId: 'getEndpoint',
    summary: 'Fetch an endpoint',
    answer: named('AddedEndpoint'),
    message: 'Endpoint found',
    hasTag: true,
    handle: async (context, { scope, params }, reply) => {
      const endpoint = await endpointNamed(context, scope, params.id)
      setTag(reply, endpoint)
      return toWireEndpoint(endpoint)
    },
  }),
  ...change('/webhooks/endpoints/:id', {
    needs: 'webhooks:write',
    fresh: true,
    params: NAMED,
    operationId: 'updateEndpoint',
    summary: 'Update an endpoint',
    description: 'To set its URL turns it on.',
    body: EndpointChangeBody,
    clears: ['description'],
    answer: named('AddedEndpoint'),
    refusals: [404],
    message: 'Endpoint changed',
    handle: async (context, request, reply) => {
      const { scope, params, body } = request
      const { enabled } = body
      const change = { ...wantedOf(body), ...(enabled !== undefined && { enabled }) }
      const endpoint = await changeEndpoint(context, scope, params.id, change, onlyIf(request))
      setTag(reply, endpoint)
      return toWireEndpoint(endpoint)
    },
  }),
  action('DELETE /webhooks/endpoints/:id', {
    needs: 'webhooks:write',
    fresh: true,
    params: NAMED,
    operationId: 'deleteEndpoint',
    summary: 'Delete an endpoint',
    description: 'What waits to be sent to it fails. Events stay.',
    answer: named('AddedEndpoint'),
    refusals: [404],
    takesTag: true,
    message: 'Endpoint deleted',
    handle: async (context, request) => {
      const { scope, params } = request
      return toWireEndpoint(await removeEndpoint(context, scope, params.id, onlyIf(request)))
    },
  }),
  action('POST /webhooks/endpoints/:id/roll-secret', {
    needs: 'webhooks:write',
    fresh: true,
    params: NAMED,
    operationId: 'rollEndpointSecret',
    summary: 'Roll the secret of an endpoint',
    description: 'During the overlap, both secrets sign, as for the URLs of the settings.',
    body: Type.Object({
      overlap_hours: Type.Integer({
        minimum: 0,
        maximum: OVERLAP_HOURS_MAX,
        description: 'How long the old secret stays valid. 0 if it has leaked.',
        examples: [24],
      }),
    }),
    answer: Rolled,
    refusals: [404],
    message: 'Store the new secret now: it is not shown again',
    handle: async (context, { scope, params, body }) => {
      const rolled = await rollEndpointSecret(context, scope, params.id, body.overlap_hours)
      const { route: id, secret, previousUntil } = rolled
      return { domain: scope.mode, id, secret, old_secret_until: toWire(previousUntil) }
    },
  }),
  action('POST /webhooks/endpoints/:id/test', {
    needs: 'webhooks:write',
    load: 'list',
    params: NAMED,
    operationId: 'testEndpoint',
    summary: 'Send a test event to an endpoint',
    description: 'Sends `webhook.test` to it, whatever it subscribes to.',
    answer: named('Event'),
    refusals: [404],
    message: 'A test event was sent',
    handle: async (context, { scope, params }) => {
      const { route } = await endpointNamed(context, scope, params.id)
      return toWireEvent(await sendTest(context, scope, route))
    },
  }),
])

/** For logins only: many people can hold a key. */
export const addedSecretRoutes = under('Webhooks', [
  action('POST /webhooks/endpoints/:id/reveal-secret', {
    needs: 'webhooks',
    isForPeople: true,
    fresh: true,
    params: NAMED,
    operationId: 'revealEndpointSecret',
    summary: 'Reveal the secret of an endpoint',
    description: 'During a roll, the new secret.',
    answer: Type.Object({ secret: Type.String() }),
    refusals: [404],
    message: 'Webhook secret',
    handle: async (context, { scope, params }) => ({
      secret: await revealEndpointSecret(context, scope, params.id),
    }),
  }),
])

function wantedOf<Body extends { api_version?: string | undefined; enabled?: unknown }>({
  api_version: apiVersion,
  enabled: _,
  ...rest
}: Body) {
  return { ...rest, ...(apiVersion !== undefined && { apiVersion }) }
}

function toWireEndpoint(one: AddedEndpoint) {
  const { route: id, mode: domain, disabledAt } = one
  return { ...endpoint(one), id, domain, enabled: disabledAt === null }
}
