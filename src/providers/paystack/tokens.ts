import type { Kobo } from '../../platform/money.ts'
import type { CardOutcome, Forgotten } from '../rails.ts'
import { fieldsOf } from '../values.ts'
import { handleOf, readCharge, readSaid, TOKEN } from './answers.ts'
import { cancelledTo, pageIn } from './card.ts'
import { KEY, type Paystack } from './client.ts'

// Cards that customers let a business keep. The token is Paystack's authorization code: each charge
// of a card makes another one, and its signature stays. A charge is one call under our key as the
// reference. It has no second try, so it is asked about by that reference if its answer is lost.

type Asked = {
  key: string
  token: string
  amount: Kobo
  atLeast?: Kobo
  email: string
  returnUrl: string
}

const UNKNOWN = {
  kind: 'declined',
  reason: 'authorization_unknown',
  authorization: null,
} as const satisfies CardOutcome

export async function chargeToken(
  { client, domain, now, pageMs, pageOrigin }: Paystack,
  { key, token, amount, atLeast, email, returnUrl }: Asked,
): Promise<CardOutcome> {
  if (!KEY.test(key)) return { kind: 'unavailable' }
  if (!TOKEN.test(token)) return UNKNOWN
  const isPart = atLeast !== undefined && atLeast < amount
  const answer = await client.call({
    call: isPart ? 'partial debit' : 'charge token',
    method: 'POST',
    path: isPart ? '/transaction/partial_debit' : '/transaction/charge_authorization',
    json: {
      authorization_code: token,
      email,
      amount: amount.toString(),
      currency: 'NGN',
      reference: key,
      ...(isPart
        ? { at_least: atLeast.toString() }
        : { callback_url: returnUrl, metadata: cancelledTo(returnUrl) }),
    },
  })
  const said = readSaid(answer)
  if (said.kind === 'refused' && said.code === 'authorization_unknown') return UNKNOWN
  if (said.kind === 'unavailable') return said
  if (said.kind === 'done' && fieldsOf(said.data).paused === true) {
    const url = pageIn(said.data, key, pageOrigin)
    const handle = handleOf(amount, null)
    if (url !== null) return { kind: 'redirect_required', url, authorization: null, handle }
  }
  if (said.kind === 'done') {
    const asked = { key, amount, domain, isOnce: true, ...(isPart && { atLeast }) }
    const { outcome } = readCharge(said, asked, now(), pageMs)
    if (outcome.kind !== 'unknown') return outcome
  }
  client.noteUnknown('charge token', answer)
  return { kind: 'unknown' }
}

export async function forgetToken(
  { client }: Paystack,
  { token }: { token: string },
): Promise<Forgotten> {
  if (!TOKEN.test(token)) return { kind: 'not_found' }
  const answer = await client.call({
    call: 'forget token',
    method: 'POST',
    path: '/customer/authorization/deactivate',
    json: { authorization_code: token },
  })
  const said = readSaid(answer)
  if (said.kind === 'done') return { kind: 'forgotten' }
  if (said.kind === 'unavailable') return said
  if (said.kind === 'refused' && said.code === 'authorization_unknown') return { kind: 'not_found' }
  client.noteUnknown('forget token', answer)
  return { kind: 'unknown' }
}
