import { chargeStatusOf } from '../../src/payments/authorizations/authorizations.routes.ts'
import { chargeAuthorization } from '../../src/payments/authorizations/charge.ts'
import { accessCodeOf } from '../../src/payments/transactions/transactions.ts'
import { type Answered, type Call, call } from './call.routes.ts'
import { paymentIn, theirs } from './transactions.routes.ts'

// Charges a kept card. A decline is an answer, as at Paystack. If the bank asks for the customer,
// the answer is `paused`, with the address of the checkout.

export const authorizationCalls = [
  call(
    'POST /transaction/charge_authorization',
    'POST /transactions/charge-authorization',
    async (asked: Call): Promise<Answered> => {
      const { context, scope, body } = asked
      const authorizationCode = body.needed('authorization_code')
      const payment = await paymentIn(asked, ['card'])
      const { name: _, channels: __, madeWith: ___, ...input } = payment
      const charged = await chargeAuthorization(context, scope, { ...input, authorizationCode })
      const { transaction } = charged
      const status = chargeStatusOf(charged)
      if (status !== 'action_required') {
        const shown = theirs(transaction)
        const data = status === 'failed' ? { ...shown, status } : shown
        return { message: 'Charge attempted', data }
      }
      const access_code = accessCodeOf(context.keys, transaction)
      return {
        message: 'Please, redirect your customer to the authorization url provided',
        data: {
          authorization_url: `${context.baseUrl()}/checkout/${access_code}`,
          reference: transaction.reference,
          access_code,
          paused: true,
        },
      }
    },
  ),
]
