import { action, JsonText, under } from '../../core/route.ts'
import { named, Text } from '../../core/wire.ts'
import { recordOf } from '../transactions/fields.ts'
import { cancelPayment } from './cancel.ts'

/** With a secret key. */
export const cancelRoutes = under('Transactions', [
  action('POST /transactions/:id/cancel', {
    needs: 'transactions:write',
    load: 'kept',
    params: { id: Text('The id or reference of the transaction.', 'order-1042') },
    operationId: 'cancelTransaction',
    summary: 'Cancel a transaction',
    description:
      'Ends an unpaid payment: its status becomes `abandoned`, and `transaction.abandoned` is ' +
      'sent. A transfer that still arrives is returned to the sender. An abandoned payment is ' +
      'returned as it is. A paid one is 409 `already_paid`, a failed one 409 `already_closed`. ' +
      'While a card is being charged and the outcome is not known, the call is 409 ' +
      '`charge_in_progress`.',
    answer: named('Transaction'),
    refusals: [404, 409],
    message: 'Transaction cancelled',
    handle: async (context, { scope, params }) =>
      new JsonText(recordOf(await cancelPayment(context, scope, params.id))),
  }),
])
