import { Type } from 'typebox'
import { action } from '../../../src/core/route.ts'
import { KoboAmount, named, SentCurrency } from '../../../src/core/wire.ts'
import { toWireDispute } from '../../../src/payments/disputes/disputes.ts'
import { kobo } from '../../../src/platform/money.ts'
import { disputePayment } from './disputes.ts'

const DisputeBody = Type.Object(
  {
    reference: Type.String({
      format: 'reference',
      description: 'The reference of a successful transaction.',
    }),
    outcome: Type.Enum(['won', 'lost'], {
      description: 'How it ends, a minute after you contest it.',
    }),
    currency: SentCurrency,
    amount: Type.Optional(KoboAmount('In kobo. By default all that was not refunded.')),
  },
  { examples: [{ reference: 'order-1042', outcome: 'won' }] },
)

export const disputeItsPayment = action('POST /sandbox/disputes', {
  needs: 'sandbox:write',
  operationId: 'disputeTransaction',
  summary: 'Dispute a transaction',
  description:
    'Opens a dispute of a payment, as a card processor or bank does. Contest it or accept it ' +
    'with `/disputes/{id}`.',
  body: DisputeBody,
  answer: named('Dispute'),
  refusals: [404],
  status: 201,
  message: 'Dispute opened',
  handle: async (context, { scope, body, effectId }) => {
    const { reference, outcome } = body
    const amount = body.amount === undefined ? null : kobo(body.amount)
    const asked = { amount, outcome }
    return toWireDispute(await disputePayment(context, scope, reference, asked, effectId))
  },
})
