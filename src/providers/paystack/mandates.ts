import type { MandateOutcome, MandateRail } from '../rails.ts'
import { fieldsOf } from '../values.ts'
import { isRefusal, readSaid, TOKEN } from './answers.ts'
import type { Paystack } from './client.ts'

// Direct debit mandates. Paystack makes the reference, so ours is its only name for a mandate: if
// the first answer is lost, nobody has the page either, and no mandate can come of it.

const PAGES = ['https://checkout.paystack.com', 'https://link.paystack.com']
const REFERENCE = /^[A-Za-z0-9_-]{1,100}$/

type Opening = Parameters<MandateRail['openMandate']>[0]

export async function openMandate(
  { client, pageOrigin }: Paystack,
  { bank, accountNumber, email, returnUrl }: Opening,
): Promise<MandateOutcome> {
  const answer = await client.call({
    call: 'open mandate',
    method: 'POST',
    path: '/customer/authorization/initialize',
    json: {
      email,
      channel: 'direct_debit',
      callback_url: returnUrl,
      account: { number: accountNumber, bank_code: bank.code },
    },
  })
  const said = readSaid(answer)
  if (said.kind === 'unavailable') return said
  if (said.kind === 'done') {
    const { redirect_url: url, reference } = fieldsOf(said.data)
    const page = pageAt(url, pageOrigin)
    if (page !== null && typeof reference === 'string' && REFERENCE.test(reference)) {
      return { kind: 'accepted', url: page, handle: reference }
    }
  }
  if (isRefusal(answer)) return { kind: 'rejected', reason: 'declined' }
  client.noteUnknown('open mandate', answer)
  return { kind: 'unknown' }
}

/** Only a page of Paystack: customers are redirected to it. */
function pageAt(text: unknown, pageOrigin: string): string | null {
  if (typeof text !== 'string' || text.length > 1_000) return null
  const url = URL.parse(text)
  const isTheirs = url !== null && [pageOrigin, ...PAGES].includes(url.origin)
  return isTheirs && url.username === '' ? url.href : null
}

/** Until the customer has approved it, Paystack says that there is none. */
export async function enquireMandate(
  { client }: Paystack,
  { handle }: { handle?: string },
): Promise<MandateOutcome> {
  if (handle === undefined || !REFERENCE.test(handle)) return { kind: 'not_found' }
  const answer = await client.call({
    call: 'verify mandate',
    method: 'GET',
    path: `/customer/authorization/verify/${encodeURIComponent(handle)}`,
  })
  const said = readSaid(answer)
  if (said.kind === 'unavailable') return said
  if (said.kind === 'refused' && said.code === 'authorization_unknown') return { kind: 'accepted' }
  if (said.kind === 'done') {
    const { authorization_code: token, channel, active } = fieldsOf(said.data)
    const isMandate = channel === 'direct_debit' && typeof token === 'string' && TOKEN.test(token)
    if (isMandate && active === true) return { kind: 'active', token }
    if (isMandate && active === false) return { kind: 'accepted' }
  }
  client.noteUnknown('verify mandate', answer)
  return { kind: 'unknown' }
}
