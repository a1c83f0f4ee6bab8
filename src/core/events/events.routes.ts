import assert from 'node:assert/strict'
import { type Static, Type } from 'typebox'
import { DAY } from '../../platform/clock.ts'
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
import type { Formats } from './deliver.ts'
import { type EventKey, type EventRow, isInState, listEvents } from './events.sql.ts'
import { EVENTS_RESENT_MAX, findEvent, resendEvent, resendRange, sendTest } from './events.ts'
import { listen } from './listen.ts'
import { EVENT_TYPES, TEST_EVENT } from './types.ts'
import { WEBHOOK_ROUTES } from './webhooks.sql.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The formats of events beside our own. */
    eventFormats: Formats
  }
}

const RANGE_DAYS_MAX = 30

const allTypes = [...EVENT_TYPES, TEST_EVENT] as const

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
          description: 'Null: not sent, because no webhook URL subscribes to it.',
        },
      ),
    ),
  },
  { $id: 'Event', description: 'Something that happened.' },
)

const AttemptRecord = Type.Object(
  {
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
    Type.Boolean({ description: 'Only events that could not be delivered. false by default.' }),
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
    ['pending', 'delivered', 'failed', 'none'],
    'Events whose delivery has this state. `none`: they were not sent.',
    { condition: isInState },
  ),
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
    operationId: 'resendEvent',
    summary: 'Resend an event',
    description: 'Sends the event again, even while its webhook URL is turned off.',
    answer: named('Event'),
    refusals: [404],
    message: 'The event will be sent again',
    handle: async (context, { scope, params }) =>
      toWireEvent(await resendEvent(context, keyOf(scope, params.id))),
  }),
  action('POST /events/resend', {
    needs: 'events:write',
    load: 'list',
    operationId: 'resendEvents',
    summary: 'Resend events of a time range',
    description: `At most ${EVENTS_RESENT_MAX} events per call, oldest first.`,
    body: ResendBody,
    answer: Type.Object({ events: Count('How many are sent again.') }, { title: 'ResentEvents' }),
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

function toWireEvent(event: EventRow) {
  const { eventId, mode: domain, type, payload, createdAt } = event
  return {
    ...toWire({ id: publicId('event', eventId), domain, type, body: payload, createdAt }),
    // Numbers in metadata keep their digits.
    data: (readExactly(payload) as { data: object }).data,
    delivery:
      event.state === null
        ? null
        : { ...toWire(event), status: event.state, address: event.endpoint },
  }
}
