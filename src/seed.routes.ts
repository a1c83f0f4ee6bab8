import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from './context.ts'
import { refuse } from './lib/refusal.ts'
import { DAYS_MAX, examplesOf, startExamples } from './seed.ts'
import { answers, Success } from './wire.ts'

// Examples for the sandbox: it stands here, above all features, because it uses most of them.

const Examples = Type.Object({
  state: Type.Enum(['none', 'running', 'done', 'failed']),
  done: Type.Integer({ description: 'Days that are made.' }),
  total: Type.Integer({ description: 'Days that were asked for.' }),
})

const ExamplesBody = Type.Object({
  days: Type.Integer({ minimum: 1, maximum: DAYS_MAX, description: 'How many, until today.' }),
})

/** With a secret key of test mode. */
export function exampleRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.addHook('onRequest', async ({ scope }) => {
      if (scope.mode !== 'test') refuse('test_mode_only')
    })

    app.post(
      '/sandbox/examples',
      {
        schema: {
          tags: ['Sandbox'],
          summary: 'Make payments of the last days, to look at',
          description:
            'Payments, refunds, deposits, settlements and verifications of a small store. It ' +
            'takes a while: ask how far it is. For a store with few payments of its own, and ' +
            'without a webhook address.',
          body: ExamplesBody,
          response: answers(Success(Examples), [400, 409]),
        },
      },
      async ({ scope, body: { days } }) => {
        const data = await startExamples(context, scope, { days })
        return { status: 'success' as const, message: 'Examples are being made', data }
      },
    )

    app.get(
      '/sandbox/examples',
      {
        schema: {
          tags: ['Sandbox'],
          summary: 'Look how far the examples are',
          response: answers(Success(Examples), []),
        },
      },
      async ({ scope }) => {
        const data = await examplesOf(context, scope)
        return { status: 'success' as const, message: 'Examples found', data }
      },
    )
    done()
  }
}
