import assert from 'node:assert/strict'
import { type Static, Type } from 'typebox'
import { DAY, isoOf } from '../../platform/clock.ts'
import { parsePublicId, publicId } from '../../platform/ids.ts'
import { readExactly } from '../../platform/json.ts'
import { readEdge, readRange } from '../../platform/range.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import type { Scope } from '../context.ts'
import { withMessage } from '../envelope.ts'
import { type Filters, oneOf, withinIds } from '../filters.ts'
import { action, file, list, record, under } from '../route.ts'
import { listenerOf } from '../streaming.ts'
import {
  Count,
  DayOrTime,
  Domain,
  Nullable,
  named,
  PublicId,
  Text,
  Timestamp,
  toWire,
} from '../wire.ts'
import {
  type Delivery,
  type EventKey,
  type EventRow,
  isAbout,
  isInState,
  listEvents,
  type Place,
} from './events.sql.ts'
import { EVENTS_RESENT_MAX, findEvent, resendEvent, resendRange, sendTest } from './events.ts'
import { listen } from './listen.ts'
import { replayAsCurl } from './replay.ts'
import type { Formats, WireOf } from './request.ts'
import { EVENT_TYPES, TEST_EVENT } from './types.ts'
import { type AddedKey, isAdded, type Route, WEBHOOK_ROUTES } from './webhooks.sql.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The formats of events beside our own. */
    eventFormats: Formats
    eventInVersion: WireOf['inVersion']
  }
}

const RANGE_DAYS_MAX = 30

const allTypes = [...EVENT_TYPES, TEST_EVENT] as const

const EndpointName = (description: string) => Text(description, 'standard')

/** In a request: which of several endpoints. */
const Sending = Type.Optional(
  Type.String({
    maxLength: 64,
    description:
      'Only to this endpoint: `settings` for the URLs of the settings, or the id of an added one.',
    examples: ['settings'],
  }),
)

export const EventRecord = Type.Object(
  {
    id: PublicId('event', 'The id, as in the headers `X-Service-Event-Id` and `webhook-id`.'),
    domain: Domain,
    type: Type.Enum([...allTypes], { description: 'What happened.' }),
    created_at: Timestamp('When it happened.'),
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'What it is about, as in the webhook: see the schema of that webhook.',
      },
    ),
    body: Text(
      'The body of the webhook as a string, byte for byte as it is signed and sent.',
      '{"event":"transaction.success","data":{},"created_at":"2026-11-21T09:30:00.000Z"}',
    ),
    delivery: Nullable(
      Type.Object(
        {
          status: Type.Enum(['pending', 'delivered', 'failed'], {
            description: 'The state of the delivery.',
          }),
          address: Type.Enum([...WEBHOOK_ROUTES], {
            description: 'Which of the two webhook URLs.',
          }),
          attempts: Count('How many attempts were made.'),
          next_at: Nullable(Timestamp('The next attempt.')),
          last_status: Nullable(Count('The HTTP status of the last response.', 200)),
          last_error: Nullable(Text('Why there was no response.', 'timeout')),
        },
        {
          title: 'Delivery',
          description:
            'To the URLs of the settings. Null: not sent, because neither subscribes to it.',
        },
      ),
    ),
    deliveries: Type.Array(
      Type.Object(
        {
          endpoint: EndpointName(
            'Where: `standard` or `dedicated_virtual_account` for the URLs of the settings, or ' +
              'the id of an added endpoint.',
          ),
          status: Type.Enum(['pending', 'delivered', 'failed'], {
            description: 'The state of the delivery.',
          }),
          attempts: Count('How many attempts were made.'),
          next_at: Nullable(Timestamp('The next attempt.')),
          last_status: Nullable(Count('The HTTP status of the last response.', 200)),
          last_error: Nullable(Text('Why there was no response.', 'timeout')),
          latency_ms: Nullable(Count('How long the last attempt took, in milliseconds.', 84)),
        },
        { title: 'EndpointDelivery' },
      ),
      { description: 'One for each endpoint that it is sent to.' },
    ),
  },
  { $id: 'Event', description: 'Something that happened.' },
)

const AttemptRecord = Type.Object(
  {
    endpoint: Text('`settings`: a URL of the settings. Otherwise the added endpoint.', 'settings'),
    attempt: Count('The number of the attempt.'),
    url: Text('The webhook URL.', 'https://shop.example/hooks'),
    status: Nullable(Count('The HTTP status of the response.', 200)),
    error: Nullable(Text('Why there was no response.', 'timeout')),
    latency_ms: Count('How long the response took, in milliseconds.', 84),
    answer: Text('The first 2 KB of the response.', 'ok'),
    created_at: Timestamp('When it ended.'),
  },
  { title: 'DeliveryAttempt' },
)

const Detail = Type.Object(
  {
    ...EventRecord.properties,
    attempts: Type.Array(AttemptRecord, { description: 'Newest first; at most 100.' }),
  },
  { title: 'EventDetail', description: 'An event with its delivery attempts.' },
)

const ResendBody = Type.Object({
  from: DayOrTime('The start: a day in Lagos, or a time.'),
  to: DayOrTime(
    'The end: a day in Lagos, inclusive, or a time, exclusive; at most ' +
      `${RANGE_DAYS_MAX} days later.`,
  ),
  only_failed: Type.Optional(
    Type.Boolean({
      description:
        'Only events that could not be delivered, or wait to be retried. false by default.',
    }),
  ),
})

const TestBody = Type.Object({
  which: Type.Optional(
    Type.Enum([...WEBHOOK_ROUTES], { description: 'Which webhook URL. `standard` by default.' }),
  ),
})

const filters: Filters = {
  type: oneOf(allTypes, 'Events of this type.', { column: 'type' }),
  status: oneOf(
    ['pending', 'delivered', 'failed', 'undelivered', 'none'],
    'Events whose delivery has this state. `undelivered`: it failed, or waits to be retried. ' +
      '`none`: they were not sent.',
    { condition: isInState },
  ),
  about: {
    schema: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Events of the payment with this reference, and of the newest 10,000 those whose data ' +
          'has exactly this value, such as an id, a reference or an email address.',
        examples: ['order-1042'],
      }),
    ),
    read: (text) => (sql, at) => isAbout(sql, text, at),
  },
  ...withinIds('eventId'),
}

export const eventRoutes = under('Events', [
  list('/events', {
    needs: 'events:read',
    operationId: 'listEvents',
    summary: 'List events',
    description: 'The events of the last 30 days and their deliveries, newest first.',
    filters,
    item: named('Event'),
    message: 'Events found',
    handle: async (context, { scope }, page) => {
      const { rows, meta } = await listEvents(context.sql, scope, page)
      return { data: rows.map(toWireEvent), meta }
    },
  }),
  record('/events/:id', {
    needs: 'events:read',
    params: { id: PublicId('event', 'The id of the event.') },
    operationId: 'getEvent',
    summary: 'Fetch an event',
    description: 'Returns the event and its delivery attempts.',
    answer: Detail,
    message: 'Event found',
    handle: async (context, { scope, params }) => {
      const { event, attempts } = await findEvent(context, keyOf(scope, params.id))
      return { ...toWireEvent(event), attempts: toWire(attempts) }
    },
  }),
  action('POST /events/:id/resend', {
    needs: 'events:write',
    load: 'list',
    params: { id: PublicId('event', 'The id of the event.') },
    query: { endpoint: Sending },
    operationId: 'resendEvent',
    summary: 'Resend an event',
    description:
      'Sends the event again to every endpoint that it was sent to, even while that is turned off.',
    answer: named('Event'),
    refusals: [404],
    message: 'The event will be sent again',
    handle: async (context, { scope, params, query }) =>
      toWireEvent(await resendEvent(context, keyOf(scope, params.id), placeOf(query.endpoint))),
  }),
  action('POST /events/resend', {
    needs: 'events:write',
    load: 'list',
    operationId: 'resendEvents',
    summary: 'Resend events of a time range',
    description: `At most ${EVENTS_RESENT_MAX} events per call, oldest first.`,
    body: ResendBody,
    answer: Type.Object(
      { events: Count('How many are sent again, once for each endpoint.') },
      { title: 'ResentEvents' },
    ),
    handle: async (context, { scope, body }) => {
      const events = await resendRange(context, scope, rangeOf(body))
      return withMessage(`${events} events will be sent again`, { events })
    },
  }),
  action('POST /webhooks/test', {
    needs: 'webhooks:write',
    load: 'list',
    tag: 'Webhooks',
    operationId: 'sendTestEvent',
    summary: 'Send a test event',
    description: `Sends ${TEST_EVENT} to one of your webhook URLs, whatever it subscribes to.`,
    body: TestBody,
    answer: named('Event'),
    message: 'A test event was sent',
    handle: async (context, { scope, body }) =>
      toWireEvent(await sendTest(context, scope, body.which ?? 'standard')),
  }),
  file('/events/stream', {
    needs: 'events:read',
    personNeeds: 'webhooks',
    load: 'stream',
    operationId: 'streamEvents',
    summary: 'Stream test events',
    description: 'Sends test events as they happen, signed like webhooks, as server-sent events.',
    query: {
      since: Type.Optional(
        DayOrTime('Events at or after this time, or from this day in Lagos on. Now by default.'),
      ),
    },
    type: 'text/event-stream',
    says: 'Server-sent events. `data` is JSON with the headers and body of the delivery.',
    refusals: [400],
    handle: async (context, request, reply) => {
      const { scope, query, server } = request
      if (scope.mode !== 'test') refuse('test_mode_only')
      const since = readEdge(query.since ?? '', 'from') ?? context.now()
      listen(context, scope, since, listenerOf(request, reply), server.eventFormats)
    },
  }),
])

/** For logins only, because it is signed. */
export const replayRoutes = under('Events', [
  action('POST /events/:id/replay', {
    needs: 'webhooks',
    isForPeople: true,
    fresh: true,
    params: { id: PublicId('event', 'The id of the event.') },
    operationId: 'replayEvent',
    summary: 'Write a command that sends an event',
    description:
      'A `curl` command with the body and headers of the next attempt, signed now. Receivers ' +
      'accept it for five minutes.',
    body: Type.Object({ endpoint: Sending }),
    answer: Type.Object({ command: Type.String() }),
    refusals: [404, 409],
    message: 'Command written',
    handle: async (context, { scope, params, body, server }) => {
      const { eventFormats: formats, eventInVersion: inVersion } = server
      const place = placeOf(body.endpoint) ?? 'settings'
      const key = keyOf(scope, params.id)
      return { command: await replayAsCurl(context, { formats, inVersion }, key, place) }
    },
  }),
])

function placeOf(text: string | undefined): Place | undefined {
  if (text === undefined || text === 'settings') return text
  const id = parsePublicId('webhook_endpoint', text) ?? refuse('endpoint_not_found')
  return publicId('webhook_endpoint', id) as AddedKey
}

function keyOf(scope: Scope, text: string): EventKey {
  const eventId = parsePublicId('event', text) ?? refuse('event_not_found')
  return { ...scope, eventId }
}

function rangeOf(body: Static<typeof ResendBody>) {
  const { from, to } = readRange(body)
  assert(from !== null && to !== null, 'the schema needs both ends')
  if (to.getTime() - from.getTime() > RANGE_DAYS_MAX * DAY) {
    const message = `to must be at most ${RANGE_DAYS_MAX} days later than from.`
    refuseFields([{ field: 'to', code: 'out_of_range', message }])
  }
  return { from, to, onlyFailed: body.only_failed ?? false }
}

export function toWireEvent(event: EventRow) {
  const { eventId, mode: domain, type, payload, createdAt } = event
  const deliveries = event.deliveries.map(toWireDelivery)
  return {
    ...toWire({ id: publicId('event', eventId), domain, type, body: payload, createdAt }),
    // Numbers in metadata keep their digits.
    data: (readExactly(payload) as { data: object }).data,
    delivery: ofSettings(deliveries),
    deliveries,
  }
}

function toWireDelivery({ state, nextAt, ...delivery }: Delivery) {
  const next_at = nextAt === null ? null : isoOf(new Date(nextAt))
  return { ...toWire(delivery), status: state, next_at }
}

type WireDelivery = ReturnType<typeof toWireDelivery>

/** As `delivery` was before endpoints could be added. */
function ofSettings(deliveries: WireDelivery[]) {
  const own = deliveries.find(({ endpoint }) => !isAdded(endpoint))
  return own === undefined ? null : { ...own, address: own.endpoint as Route }
}
