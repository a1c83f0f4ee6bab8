import type { Kobo } from '../../platform/money.ts'
import { nairaNumber } from '../amounts.ts'
import type { CardOutcome } from '../rails.ts'
import { fieldsOf, textOf } from '../values.ts'
import { handleOf, readCharge, readSaid, TOKEN } from './answers.ts'
import { type Flutterwave, KEY } from './client.ts'
import { pageIn } from './methods.ts'

// Cards that customers let a business keep: one attempt under our reference. Flutterwave charges
// the whole amount or nothing, and has no call to forget a token, which ends after a year.

type Asked = { key: string; token: string; amount: Kobo; email: string; returnUrl: string }

const UNKNOWN = {
  kind: 'declined',
  reason: 'authorization_unknown',
  authorization: null,
} as const satisfies CardOutcome

export async function chargeToken(
  { client, now, pageOrigin }: Flutterwave,
  { key, token, amount, email, returnUrl }: Asked,
): Promise<CardOutcome> {
  if (!KEY.test(key)) return { kind: 'unavailable' }
  if (!TOKEN.test(token)) return UNKNOWN
  const openedAt = now()
  const answer = await client.call({
    call: 'charge token',
    method: 'POST',
    path: '/tokenized-charges',
    json: {
      token,
      email,
      amount: nairaNumber(amount),
      currency: 'NGN',
      country: 'NG',
      tx_ref: key,
      redirect_url: returnUrl,
    },
  })
  const said = readSaid(answer)
  if (said.kind === 'refused' && said.code === 'authorization_unknown') return UNKNOWN
  if (said.kind === 'unavailable') return said
  if (said.kind === 'done') {
    const { outcome } = readCharge(said.data, { key, amount })
    if (outcome.kind === 'pending') {
      // The bank asks for the customer, who is sent to its page.
      const authorization = fieldsOf(fieldsOf(fieldsOf(said.data).meta).authorization)
      const url = pageIn(textOf(authorization.redirect), pageOrigin)
      const handle = handleOf({ amount, openedAt, isOnce: true })
      if (url !== null) return { kind: 'redirect_required', url, authorization: null, handle }
    }
    if (outcome.kind !== 'unknown') return outcome
  }
  client.noteUnknown('charge token', answer)
  return { kind: 'unknown' }
}
