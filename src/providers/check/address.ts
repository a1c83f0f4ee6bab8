import { SECOND } from '../../platform/clock.ts'
import { isLoopback } from '../../platform/networks.ts'
import { send } from '../../platform/outbound.ts'
import { failed, held, notTried, type Verdict } from './verdict.ts'

// Checks the URL that a provider notifies. No provider can test it, so this sends a request from
// here: the URL must answer, and reject what is not signed.

export type NotificationAddress = {
  /** Empty if BASE_URL is not set. */
  url: string
  /** The provider is a stand-in on this machine, so the URL may be local. */
  isHere: boolean
}

const TIMEOUT_MS = 10 * SECOND
const ANSWER_BYTES_MAX = 4_096
/** Forged for every provider, also one that accepts unsigned notifications. */
const FORGED = {
  'content-type': 'application/json',
  'verif-hash': '0',
  'monnify-signature': '0'.repeat(128),
  'x-paystack-signature': '0'.repeat(128),
}
const UNKNOWN = 'only a real notification shows whether the provider can reach it'

export async function checkAddress({ url, isHere }: NotificationAddress): Promise<Verdict> {
  const address = URL.parse(url)
  if (address === null) return notTried('needs BASE_URL')
  if (isLoopback(address.hostname) && !isHere) {
    return failed(`${url}: only this machine can reach it`)
  }
  if (address.protocol !== 'https:' && !isHere) return failed(`${url} is not https`)
  const outcome = await send({
    url,
    method: 'POST',
    headers: FORGED,
    body: '{}',
    allowLoopback: isHere,
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: ANSWER_BYTES_MAX,
  })
  if (outcome.kind !== 'answered') return failed(`${url} does not respond (${outcome.reason})`)
  const { status, body } = outcome
  if (status === 404) return failed(`${url}: this provider is not configured there`)
  // Our answer to a forged notification.
  if (status === 401 && body.includes('"invalid_signature"')) {
    return held(`${url} responds here, and rejects unsigned requests; ${UNKNOWN}`)
  }
  return failed(`${url} returns HTTP ${status}: that is not this service`)
}
