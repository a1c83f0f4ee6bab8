import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { RAILS } from '../rails/health.ts'
import { ARMED_OUTCOMES } from '../rails/sandbox/sandbox.ts'
import { answers, Nullable, Success } from '../wire.ts'
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

/** With a secret key of test mode. */
export function armedRailRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/sandbox/rails',
      {
        schema: {
          tags: ['Sandbox'],
          summary: 'List the rails, and which of your next calls of them go wrong',
          response: answers(Success(Type.Array(ArmedRail)), []),
        },
      },
      async ({ scope }) => {
        const data = (await armedRailsOf(context, scope)).map(shown)
        return { status: 'success' as const, message: 'Rails found', data }
      },
    )

    app.put(
      '/sandbox/rails/:rail',
      {
        schema: {
          tags: ['Sandbox'],
          summary: 'Let your next calls of a rail go wrong',
          description:
            'Of your own calls, in test mode. When it is answered, every process knows of it.',
          params: Type.Object({ rail: Type.Enum([...RAILS]) }),
          body: ArmBody,
          response: answers(Success(ArmedRail), [400]),
        },
      },
      async ({ scope, params: { rail }, body: { outcome, times } }) => {
        await arm(context, scope, { rail, outcome, timesLeft: times })
        const data = shown({ rail, outcome: times > 0 ? outcome : null, timesLeft: times })
        return { status: 'success' as const, message: 'The rail was set', data }
      },
    )
    done()
  }
}

type Shown = Awaited<ReturnType<typeof armedRailsOf>>[number]

function shown({ rail, outcome, timesLeft }: Shown): Static<typeof ArmedRail> {
  return { rail, outcome, times: timesLeft }
}
