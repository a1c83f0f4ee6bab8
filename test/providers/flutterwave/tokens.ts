import type { Kobo } from '../../../src/platform/money.ts'
import { APPROVED, type FlutterwaveBooks, SHORT, type StandInCharge } from './books.ts'
import { chargeRecord } from './records.ts'
import { type Asked, amountIn, emailIn, fieldsOf, Refused, textIn } from './wire.ts'

// Cards that are charged again by their token, in the stand-in. A token belongs to the email of the
// charge that made it.

/** What the bank says to the next charge of a token. `has`: all that the card has. */
export type Fate = 'approved' | 'redirect' | 'pending' | { says: string } | { has: Kobo }

/** Each use of a card makes a token, except the charge of a token. */
export function tokenOf({ id, token }: StandInCharge): string {
  return token ?? `flw-t1nf-standin${id}-m03k`
}

export function chargeToken(
  { books, page }: { books: FlutterwaveBooks; page: string },
  asked: Asked,
): object {
  const known = ['token', 'email', 'amount', 'currency', 'country', 'tx_ref', 'redirect_url']
  const fields = fieldsOf(asked, known)
  const amount = amountIn(fields)
  if (fields.currency !== 'NGN') throw new Refused(400, 'currency is invalid')
  if (fields.country !== 'NG') throw new Refused(400, 'country is invalid')
  const redirectUrl = textIn(fields, 'redirect_url')
  if (!URL.canParse(redirectUrl)) throw new Refused(400, 'Please enter a valid redirect url')
  const txRef = textIn(fields, 'tx_ref')
  if (books.isUsed(txRef)) throw new Refused(400, 'Duplicate transaction reference')
  const [email, token] = [emailIn(fields), textIn(fields, 'token')]
  const made = books.charges.find(
    (one) => one.method === 'card' && one.status === 'successful' && tokenOf(one) === token,
  )
  if (made?.email !== email) throw new Refused(400, 'Wrong token or email passed')
  const charge = books.begin({ txRef, amount, email, method: 'card', redirectUrl, token })
  const fate = books.fates.shift() ?? 'approved'
  if (fate === 'approved') books.decide(charge, 'successful', APPROVED)
  if (typeof fate === 'object') {
    const says = 'says' in fate ? fate.says : fate.has >= amount ? APPROVED : SHORT
    books.decide(charge, says === APPROVED ? 'successful' : 'failed', says)
  }
  const { amount_settled, meta, ...data } = chargeRecord(charge)
  const redirect = `${page}/v3/3ds/${charge.flwRef}`
  const isAsked = fate === 'redirect'
  return {
    message: isAsked ? 'Charge initiated' : 'Charge successful',
    data: {
      ...data,
      redirect_url: redirectUrl,
      ...(isAsked && { meta: { authorization: { mode: 'redirect', redirect } } }),
    },
  }
}
