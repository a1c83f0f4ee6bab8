import { Type } from 'typebox'
import { RAILS } from '../rails/health.ts'
import { ARMED_OUTCOMES } from '../rails/sandbox/sandbox.ts'
import { action, record } from '../route.ts'
import { Nullable } from '../wire.ts'
import { arm, armedRailsOf } from './rails.ts'

const TIMES_MAX = 100

const ArmBody = Type.Object(
  {
    outcome: Type.Enum([...ARMED_OUTCOMES], {
      description:
        'down: the rail says that it is down. timeout: no answer, and nothing has arrived. ' +
        'refused: it says no, for good; what cannot be refused passes.',
    }),
    times: Type.Integer({
      minimum: 0,
      maximum: TIMES_MAX,
      description: 'How many of your next calls of this rail. 0: none any more.',
    }),
  },
  { examples: [{ outcome: 'down', times: 1 }] },
)

const ArmedRail = Type.Object({
  rail: Type.Enum([...RAILS], {
    description: 'bank: accounts, transfers. card. identity: BVN, NIN. message: mail.',
  }),
  outcome: Nullable(Type.Enum([...ARMED_OUTCOMES])),
  times: Type.Integer({ description: 'How many more calls; 0 where all go their way.' }),
})

export const armedRailRoutes = [
  record('/sandbox/rails', {
    operationId: 'listSandboxRails',
    summary: 'List simulated rail failures',
    description: 'Each rail and the failures that its next calls will meet.',
    answer: Type.Array(ArmedRail),
    message: 'Rails found',
    handle: async (context, { scope }) =>
      (await armedRailsOf(context, scope)).map(({ timesLeft: times, ...armed }) => ({
        ...armed,
        times,
      })),
  }),
  action('PUT /sandbox/rails/:rail', {
    operationId: 'updateSandboxRail',
    summary: 'Simulate rail failures',
    description:
      'Makes the next calls to a rail fail. Applies to your own calls in test mode, as ' +
      'soon as the answer is sent.',
    params: { rail: Type.Enum([...RAILS]) },
    body: ArmBody,
    answer: ArmedRail,
    message: 'The rail was set',
    handle: async (context, { scope, params: { rail }, body: { outcome, times } }) => {
      await arm(context, scope, { rail, outcome, timesLeft: times })
      return { rail, outcome: times > 0 ? outcome : null, times }
    },
  }),
]
