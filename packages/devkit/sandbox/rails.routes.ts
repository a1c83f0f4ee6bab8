import { Type } from 'typebox'
import { action, record } from '../../../src/core/route.ts'
import { Count, Nullable } from '../../../src/core/wire.ts'
import { ARMED_OUTCOMES } from '../../../src/providers/sandbox/sandbox.ts'
import { arm, armedRailsOf, TARGETS } from './rails.ts'

const TIMES_MAX = 100

const ArmBody = Type.Object(
  {
    outcome: Type.Enum([...ARMED_OUTCOMES], {
      description:
        '`down`: the rail is down. `timeout`: it does not respond, and never received the ' +
        'call. `refused`: it rejects the call; calls that cannot be rejected succeed.',
    }),
    times: Type.Integer({
      minimum: 0,
      maximum: TIMES_MAX,
      description: 'How many of your next calls to this rail or operation fail. 0: none.',
      examples: [1],
    }),
  },
  { examples: [{ outcome: 'down', times: 1 }] },
)

const Rail = Type.Enum(TARGETS, {
  description:
    '`bank`: accounts and transfers. `card`: cards. `identity`: BVN and NIN. `message`: email. ' +
    'Or one operation, such as `payouts.send`.',
})
const ArmedRail = Type.Object(
  {
    rail: Rail,
    outcome: Nullable(
      Type.Enum([...ARMED_OUTCOMES], { description: 'How the calls fail. Null: they do not.' }),
    ),
    times: Count('How many more calls fail.', 0),
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
    handle: async (context, { scope }) =>
      (await armedRailsOf(context, scope)).map(({ timesLeft: times, ...armed }) => ({
        ...armed,
        times,
      })),
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
    handle: async (context, { scope, params: { rail }, body: { outcome, times } }) => {
      await arm(context, scope, { rail, outcome, timesLeft: times })
      return { rail, outcome: times > 0 ? outcome : null, times }
    },
  }),
]
