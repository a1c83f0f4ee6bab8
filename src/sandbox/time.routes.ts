import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { settingsOf } from '../businesses/businesses.ts'
import type { Context } from '../context.ts'
import { settleNow, shown as shownSettlement } from '../settlements/settlements.ts'
import { expireNow } from '../transactions/expire.ts'
import { recordOf } from '../transactions/transactions.ts'
import { answers, named, Success } from '../wire.ts'
import { setSettlement } from './sandbox.ts'

// What otherwise takes a day: with these nobody waits for it to try what comes then.

const Schedule = Type.Object({
  schedule: Type.Enum(['instant', 'T+1'], {
    description: 'With the payment; or on the first working day after it, as in live mode.',
  }),
})

export function timeRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post(
      '/sandbox/transactions/:reference/expire',
      {
        schema: {
          tags: ['Sandbox'],
          summary: 'End the time in which a payment can be made',
          params: Type.Object({ reference: Type.String() }),
          response: answers(Success(named('Transaction')), [404, 409]),
        },
      },
      async ({ scope, params }, reply) => {
        const record = recordOf(await expireNow(context, scope, params.reference))
        const head = '{"status":"success","message":"Its time is over","data":'
        return reply.type('application/json; charset=utf-8').send(`${head}${record}}` as never)
      },
    )

    app.get(
      '/sandbox/settlement',
      {
        schema: {
          tags: ['Sandbox'],
          summary: 'Show when what is paid may be spent',
          response: answers(Success(Schedule), []),
        },
      },
      async ({ scope }) => {
        const { settlement: schedule } = await settingsOf(context, scope)
        return { status: 'success' as const, message: 'Schedule', data: { schedule } }
      },
    )

    app.put(
      '/sandbox/settlement',
      {
        schema: {
          tags: ['Sandbox'],
          summary: 'Say when what is paid from now on may be spent',
          body: Schedule,
          response: answers(Success(Schedule), [400]),
        },
      },
      async ({ scope, body: { schedule } }) => {
        await setSettlement(context, scope, schedule)
        return { status: 'success' as const, message: 'The schedule was set', data: { schedule } }
      },
    )

    app.post(
      '/sandbox/settlements',
      {
        schema: {
          tags: ['Sandbox'],
          summary: 'Settle all that is pending, as if its day had come',
          response: answers(Success(Type.Array(named('Settlement'))), []),
        },
      },
      async ({ scope }) => {
        const data = (await settleNow(context, scope)).map(shownSettlement)
        return { status: 'success' as const, message: 'What was pending is available', data }
      },
    )
    done()
  }
}
