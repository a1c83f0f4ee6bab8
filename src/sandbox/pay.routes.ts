import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { kobo } from '../lib/money.ts'
import { CHANNELS, recordOf } from '../transactions/transactions.ts'
import { answers, KOBO_MAX, named, Success } from '../wire.ts'
import { payAsCustomer } from './pay.ts'

const PayBody = Type.Object(
  {
    channel: Type.Enum([...CHANNELS]),
    amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: KOBO_MAX,
        description: 'Kobo. By bank_transfer only: another amount than was asked for, or more.',
      }),
    ),
    outcome: Type.Optional(
      Type.Enum(['success', 'declined'], {
        description: 'success by default. declined: by card only.',
      }),
    ),
  },
  { examples: [{ channel: 'bank_transfer' }] },
)

/** With a secret key of test mode. */
export function payRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post(
      '/sandbox/transactions/:reference/pay',
      {
        schema: {
          tags: ['Sandbox'],
          summary: 'Pay an open payment as its customer would',
          description:
            'By transfer to an account number that is issued for it, or by a card that asks for ' +
            'its PIN and a code. What became of it is in the transaction: a declined card and a ' +
            'wrong amount leave it open.',
          params: Type.Object({ reference: Type.String() }),
          body: PayBody,
          response: answers(Success(named('Transaction')), [400, 404, 409, 422, 504]),
        },
      },
      async ({ scope, params, body, effectId }, reply) => {
        const { channel, amount, outcome = 'success' } = body
        const payment = { channel, amount: amount === undefined ? null : kobo(amount), outcome }
        const paid = await payAsCustomer(context, scope, params.reference, payment, effectId)
        const head = '{"status":"success","message":"Its customer has paid or tried to","data":'
        const text = `${head}${recordOf(paid)}}`
        return reply.type('application/json; charset=utf-8').send(text as never)
      },
    )
    done()
  }
}
