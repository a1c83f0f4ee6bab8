import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { CARD_LIMITS, changeSettings, settingsOf } from '../businesses/businesses.ts'
import type { Context } from '../context.ts'
import { answers, Success } from '../wire.ts'

const Limits = Type.Object({
  limits: Type.Enum([...CARD_LIMITS], {
    description:
      'on: as in live mode. off: as many declined cards as your own tests need. paused: every ' +
      'card is told to wait (429 card_paused). stopped: every card is refused (403 ' +
      'card_testing_stopped).',
  }),
})

/** What the limits against card testing do, to see them or to be left alone by them. */
export function cardLimitRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/sandbox/card-limits',
      {
        schema: {
          tags: ['Sandbox'],
          summary: 'Show what the limits against card testing do',
          response: answers(Success(Limits), []),
        },
      },
      async ({ scope }) => {
        const { cardLimits: limits } = await settingsOf(context, scope)
        return { status: 'success' as const, message: 'Card limits', data: { limits } }
      },
    )

    app.put(
      '/sandbox/card-limits',
      {
        schema: {
          tags: ['Sandbox'],
          summary: 'Say what the limits against card testing do',
          body: Limits,
          response: answers(Success(Limits), [400]),
        },
      },
      async ({ scope, body: { limits } }) => {
        await changeSettings(context, scope, { cardLimits: limits })
        return { status: 'success' as const, message: 'Card limits were set', data: { limits } }
      },
    )
    done()
  }
}
