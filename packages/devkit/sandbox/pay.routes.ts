import { Type } from 'typebox'
import { JsonText } from '../../../src/core/envelope.ts'
import { action } from '../../../src/core/route.ts'
import { KOBO_MAX, named, SentCurrency, Text } from '../../../src/core/wire.ts'
import { CHANNELS } from '../../../src/payments/transactions/transactions.rows.ts'
import { recordOf } from '../../../src/payments/transactions/transactions.ts'
import { kobo } from '../../../src/platform/money.ts'
import { payAsCustomer } from './pay.ts'

const PayBody = Type.Object(
  {
    channel: Type.Enum([...CHANNELS], { description: 'How to pay.' }),
    currency: SentCurrency,
    amount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: KOBO_MAX,
        description: 'In kobo, with `bank_transfer` only: pay more or less than the amount.',
        examples: [500_000],
      }),
    ),
    outcome: Type.Optional(
      Type.Enum(['success', 'declined'], {
        description: '`success` by default. `declined`: not with `bank_transfer`.',
      }),
    ),
  },
  { examples: [{ channel: 'bank_transfer' }] },
)

export const payAsItsCustomer = action('POST /sandbox/transactions/:reference/pay', {
  needs: 'sandbox:write',
  params: { reference: Text('The reference of the transaction.', 'order-1042') },
  operationId: 'payTransaction',
  summary: 'Pay a transaction',
  description:
    'Pays an open transaction as its customer would: by transfer to its own account ' +
    'number, by a card that asks for a PIN and a code, by USSD, or on the page of a bank or of ' +
    'OPay. With `save_card` `offer` or `required`, the card is one that can be kept, and the ' +
    'customer agrees. Returns the transaction. A decline or a wrong amount leaves it open.',
  body: PayBody,
  answer: named('Transaction'),
  refusals: [404, 504],
  message: 'The customer paid, or tried to pay',
  handle: async (context, { scope, params, body, effectId }) => {
    const { channel, amount, outcome = 'success' } = body
    const payment = { channel, amount: amount === undefined ? null : kobo(amount), outcome }
    const paid = await payAsCustomer(context, scope, params.reference, payment, effectId)
    return new JsonText(recordOf(paid))
  },
})
