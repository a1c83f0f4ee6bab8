import { Type } from 'typebox'
import { action, record } from '../../../src/core/route.ts'
import { Count, Nullable } from '../../../src/core/wire.ts'
import { ARMED_OUTCOMES } from '../../../src/providers/sandbox/sandbox.ts'
import { type Armable, arm, armedRailsOf, TARGETS } from './rails.ts'

const TIMES_MAX = 100
/** Less than a call to a real provider may take. */
const DELAY_MS_MAX = 10_000

const ArmBody = Type.Object(
  {
    outcome: Type.Enum([...ARMED_OUTCOMES], {
      description:
        '`down`: the rail is down. `timeout`: it does not respond, and never received the ' +
        'call. `refused`: it rejects the call; calls that cannot be rejected succeed. ' +
        '`slow`: it answers after `delay_ms`; not in production. `lost`: it does not send the ' +
        'notification, for `transfers.notify` and `cards.notify`.',
    }),
    times: Nullable(
      Type.Integer({
        minimum: 0,
        maximum: TIMES_MAX,
        description:
          'How many of your next calls to this rail or operation fail. 0: none. Null: all, ' +
          'until you send 0.',
        examples: [1],
      }),
    ),
    delay_ms: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: DELAY_MS_MAX,
        description: 'For `slow`: how long it takes, in real milliseconds.',
        examples: [1_500],
      }),
    ),
  },
  { examples: [{ outcome: 'down', times: 1 }] },
)

const Rail = Type.Enum(TARGETS, {
  description:
    '`bank`: accounts and transfers. `card`: cards. `identity`: BVN and NIN. `message`: email. ' +
    'Or one operation, such as `payouts.send`, or one notification, such as `cards.notify`.',
})
const ArmedRail = Type.Object(
  {
    rail: Rail,
    outcome: Nullable(
      Type.Enum([...ARMED_OUTCOMES], { description: 'How the calls fail. Null: they do not.' }),
    ),
    times: Nullable(Count('How many more calls fail. Null: all, until you send 0.', 0)),
    delay_ms: Nullable(Count('How long a slow call takes, in milliseconds.', 1_500)),
  },
  { title: 'SandboxRail' },
)

export const armedRailRoutes = [
  record('/sandbox/rails', {
    needs: 'sandbox:write',
    operationId: 'listSandboxRails',
    summary: 'List simulated rail failures',
    description: 'Each rail and operation, and how its next calls will fail.',
    answer: Type.Array(ArmedRail, { description: 'The rails.' }),
    message: 'Rails found',
    handle: async (context, { scope }) => (await armedRailsOf(context, scope)).map(toWireArmed),
  }),
  action('PUT /sandbox/rails/:rail', {
    needs: 'sandbox:write',
    operationId: 'updateSandboxRail',
    summary: 'Simulate rail failures',
    description:
      'Makes the next calls to a rail, or of one operation, fail. Applies to your own calls in ' +
      'test mode, as soon as the response is sent.',
    params: { rail: Rail },
    body: ArmBody,
    answer: ArmedRail,
    message: 'Failures saved',
    handle: async (context, { scope, params: { rail }, body }) => {
      const { outcome, times: timesLeft, delay_ms: delayMs = null } = body
      await arm(context, scope, { rail, outcome, timesLeft, delayMs })
      const isArmed = timesLeft !== 0
      return toWireArmed({ rail, outcome: isArmed ? outcome : null, timesLeft, delayMs })
    },
  }),
]

function toWireArmed({ rail, outcome, timesLeft: times, delayMs }: Armable) {
  return { rail, outcome, times, delay_ms: outcome === null ? null : delayMs }
}
