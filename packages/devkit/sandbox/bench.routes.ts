import { Type } from 'typebox'
import { action, record, testOnly, under } from '../../../src/core/route.ts'
import { Count, Nullable, Text, Timestamp, toWire } from '../../../src/core/wire.ts'
import { isoOf } from '../../../src/platform/clock.ts'
import { moveClock } from './clock.ts'
import { makeBusiness, resetTestMode } from './reset.ts'

// For test suites, on a service that was started for them (COWRIE_SANDBOX_CLOCK).

const NAME_LENGTH_MAX = 100
const URL_LENGTH_MAX = 4_096
const SEED_LENGTH_MAX = 100
const MOMENT_LENGTH_MAX = 40

const BusinessBody = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: NAME_LENGTH_MAX,
        format: 'person-name',
        description: 'A name that no business has. One is made up by default.',
        examples: ['Worker 1'],
      }),
    ),
    webhook_url: Type.Optional(
      Type.String({
        maxLength: URL_LENGTH_MAX,
        description: 'Where its events are sent. None by default.',
        examples: ['http://127.0.0.1:3000/webhooks'],
      }),
    ),
    seed: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: SEED_LENGTH_MAX,
        format: 'one-line',
        description:
          'Makes its id, keys, webhook secrets, references and account numbers repeatable. No ' +
          'other business of the service may have it.',
        examples: ['checkout suite, worker 1'],
      }),
    ),
  },
  { examples: [{ name: 'Worker 1' }] },
)

const Made = Type.Object(
  {
    business_id: Text('The id of the business.', '0199f0c2-7c1e-7000-8000-4b1d0c3f9a11'),
    name: Text('Its name.', 'Worker 1'),
    secret_key: Text('Its secret test key.', 'sk_test_…'),
    public_key: Text('Its public test key.', 'pk_test_…'),
    webhook_url: Nullable(Text('Where its events are sent.', 'http://127.0.0.1:3000/webhooks')),
    webhook_secret: Text('The secret that signs its events.', 'whsec_…'),
    dedicated_virtual_account_webhook_secret: Text(
      'The secret that signs events sent to `dedicated_virtual_account_url`.',
      'whsec_…',
    ),
  },
  { title: 'SandboxBusiness' },
)

const Reset = Type.Object(
  { reset_at: Timestamp('When it was emptied.') },
  { title: 'SandboxReset' },
)

const ClockBody = Type.Object(
  {
    now: Type.Optional(
      Type.String({
        maxLength: MOMENT_LENGTH_MAX,
        description: 'A time with its zone, not before the present one.',
        examples: ['2027-01-04T09:00:00Z'],
      }),
    ),
    advance: Type.Optional(
      Type.String({
        maxLength: MOMENT_LENGTH_MAX,
        description: 'How far: a number and second, minute, hour, day or week.',
        examples: ['2 days'],
      }),
    ),
  },
  { examples: [{ advance: '2 days' }] },
)

const Clock = Type.Object(
  {
    now: Timestamp('The time of the service.'),
    is_moved: Type.Boolean({ description: 'Whether it was moved since the service started.' }),
    can_be_moved: Type.Boolean({
      description: 'Whether the service was started for test suites.',
    }),
  },
  { title: 'SandboxClock' },
)

const Moved = Type.Object(
  {
    now: Timestamp('The time of the service.'),
    happened: Type.Array(
      Type.Object(
        {
          at: Timestamp('When.'),
          job: Text('The background job.', 'abandon expired transactions'),
          count: Count('How many records it handled, of every business.', 1),
        },
        { title: 'SandboxJob' },
      ),
      { description: 'The background jobs that had work on the way, in order.' },
    ),
    events: Type.Array(
      Type.Object(
        {
          id: Text('The id of the event.', 'evt_0199f0c27c1e70008000'),
          event: Text('The type of the event.', 'transaction.abandoned'),
          created_at: Timestamp('When it was emitted.'),
        },
        { title: 'SandboxEvent' },
      ),
      { description: 'The first 1,000 events of your business on the way, in order.' },
    ),
  },
  { title: 'SandboxClockMoved' },
)

export const benchRoutes = [
  ...under('Sandbox', [
    action('POST /sandbox/businesses', {
      needs: 'sandbox:write',
      isOpen: true,
      hasSecrets: true,
      operationId: 'createSandboxBusiness',
      summary: 'Create a test business',
      description:
        'A new business in test mode, with keys and webhook secrets that are shown only once: ' +
        'one for each worker of a test suite. Needs no key. Only on a service that was started ' +
        'for test suites.',
      body: BusinessBody,
      answer: Made,
      status: 201,
      refusals: [403, 409],
      message: 'Business created',
      handle: async (context, { body: { name, webhook_url: webhookUrl, seed } }) => {
        const made = await makeBusiness(context, { name: name?.trim(), webhookUrl, seed })
        return {
          business_id: made.businessId,
          name: made.name,
          secret_key: made.secretKey,
          public_key: made.publicKey,
          webhook_url: made.webhookUrl,
          webhook_secret: made.webhookSecret,
          dedicated_virtual_account_webhook_secret: made.dedicatedSecret,
        }
      },
    }),
  ]),
  ...testOnly('Sandbox', [
    action('POST /sandbox/reset', {
      needs: 'sandbox:write',
      operationId: 'resetSandbox',
      summary: 'Reset test mode',
      description:
        'Deletes everything that your business has in test mode, restores its settings and its ' +
        'play money. Keys, webhook URLs and webhook secrets stay. Only on a service that was ' +
        'started for test suites.',
      answer: Reset,
      message: 'Test mode is as new',
      handle: async (context, { scope }) => {
        await resetTestMode(context, scope)
        return { reset_at: isoOf(context.now()) }
      },
    }),
    record('/sandbox/clock', {
      needs: 'sandbox:write',
      operationId: 'getSandboxClock',
      summary: 'Fetch the clock',
      description: 'The time of the service, and whether it can be moved.',
      answer: Clock,
      message: 'The clock',
      handle: async (context) => ({
        now: isoOf(context.now()),
        is_moved: context.bench?.isMoved() ?? false,
        can_be_moved: context.bench !== undefined,
      }),
    }),
    action('PUT /sandbox/clock', {
      needs: 'sandbox:write',
      operationId: 'moveSandboxClock',
      summary: 'Move the clock',
      description:
        'Moves the time of the whole service forward, for every business. What is due on the way ' +
        'runs in order before the response.',
      body: ClockBody,
      answer: Moved,
      message: 'The clock was moved',
      handle: async (context, { scope, body }) => toWire(await moveClock(context, scope, body)),
    }),
  ]),
]
