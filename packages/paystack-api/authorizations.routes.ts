import { KOBO_MAX, KOBO_MIN } from '../../src/core/wire.ts'
import { chargeStatusOf } from '../../src/payments/authorizations/authorizations.routes.ts'
import { chargeAuthorization } from '../../src/payments/authorizations/charge.ts'
import { accessCodeOf } from '../../src/payments/transactions/transactions.ts'
import { type Kobo, kobo } from '../../src/platform/money.ts'
import { wrong } from './asked.ts'
import { type Answered, type Call, call } from './call.routes.ts'
import { paymentIn, theirs } from './transactions.routes.ts'

// Charges a kept card or a mandate. A decline is an answer, as at Paystack. If the bank asks for
// the customer, the answer is `paused`, with the address of the checkout.

const CHARGE = 'POST /transactions/charge-authorization'

export const authorizationCalls = [
  call('POST /transaction/charge_authorization', CHARGE, (asked) => charged(asked, {})),
  // Without `at_least`, whatever the card has.
  call('POST /transaction/partial_debit', CHARGE, (asked) => {
    const least = asked.body.amount('at_least') ?? KOBO_MIN
    if (least < KOBO_MIN || least > KOBO_MAX) {
      wrong('at_least', `at_least must be from ${KOBO_MIN} to ${KOBO_MAX} kobo.`)
    }
    return charged(asked, { atLeast: kobo(least) })
  }),
]

async function charged(asked: Call, least: { atLeast?: Kobo }): Promise<Answered> {
  const { context, scope, body } = asked
  const authorizationCode = body.needed('authorization_code')
  const payment = await paymentIn(asked, ['card'])
  const { name: _, channels: __, madeWith: ___, ...input } = payment
  const made = await chargeAuthorization(context, scope, { ...input, ...least, authorizationCode })
  const { transaction } = made
  const status = chargeStatusOf(made)
  if (status !== 'action_required') {
    const shown = theirs(transaction)
    // A payment that succeeded may be reversed since.
    const data = status === 'success' ? shown : { ...shown, status }
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
}
