import type { Kobo } from '../../platform/money.ts'
import type { CardOutcome, Method } from '../rails.ts'
import { fieldsOf } from '../values.ts'
import { type Asked, type Charge, handleOf, readCharge, readHandle, readSaid } from './answers.ts'
import { CHARGE, KEY, type Paystack } from './client.ts'

// Charges on Paystack's page. Our key is the reference, which Paystack accepts once.

export async function openPage(
  { client, pageOrigin }: Paystack,
  asked: { key: string; method?: Method; amount: Kobo; email: string; returnUrl: string },
): Promise<CardOutcome> {
  if (!KEY.test(asked.key)) return { kind: 'unavailable' }
  const answer = await client.call({
    call: 'initialize',
    method: 'POST',
    path: '/transaction/initialize',
    json: {
      email: asked.email,
      amount: asked.amount.toString(),
      currency: 'NGN',
      reference: asked.key,
      callback_url: asked.returnUrl,
      channels: [asked.method ?? 'card'],
      metadata: cancelledTo(asked.returnUrl),
    },
  })
  const said = readSaid(answer)
  // The first answer was lost, with the page's URL, which Paystack does not repeat.
  if (said.kind === 'refused' && said.code === 'duplicate_reference') return { kind: 'unknown' }
  if (said.kind === 'refused') return { kind: 'unavailable' }
  const url = said.kind === 'done' ? pageIn(said.data, asked.key, pageOrigin) : null
  if (url !== null) {
    const handle = handleOf(asked.amount, null)
    return { kind: 'redirect_required', url, authorization: null, handle }
  }
  if (said.kind === 'unavailable') return said
  client.noteUnknown('initialize', answer)
  return { kind: 'unknown' }
}

/** Where a customer who cancels is redirected. */
export function cancelledTo(url: string) {
  return { cancel_action: url }
}

/** Only accepts a URL of Paystack: customers are redirected to it. */
export function pageIn(data: unknown, key: string, pageOrigin: string): string | null {
  const { authorization_url: text, reference } = fieldsOf(data)
  if (reference !== key || typeof text !== 'string' || text.length > 1_000) return null
  const url = URL.parse(text)
  return url?.origin === pageOrigin && url.username === '' ? url.href : null
}

type Enquired = Pick<Asked, 'key' | 'atLeast' | 'isOnce'> & { amount?: Kobo; handle?: string }

export async function enquire(paystack: Paystack, asked: Enquired): Promise<CardOutcome> {
  return (await findCharge(paystack, asked)).outcome
}

/** As `enquire`, with Paystack's id and the amount paid. */
export async function findCharge(
  { client, now, domain, pageMs }: Paystack,
  { handle, timeoutMs, ...asked }: Enquired & { timeoutMs?: number },
): Promise<Charge> {
  const { key } = asked
  if (!CHARGE.test(key)) return { outcome: { kind: 'not_found' }, id: null, amount: null }
  const answer = await client.call({
    call: 'verify',
    method: 'GET',
    path: `/transaction/verify/${encodeURIComponent(key)}`,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  const amount = asked.amount ?? readHandle(handle).amount
  const found = readCharge(readSaid(answer), { ...asked, amount, domain }, now(), pageMs)
  if (found.outcome.kind === 'unknown') client.noteUnknown('verify', answer)
  return found
}
