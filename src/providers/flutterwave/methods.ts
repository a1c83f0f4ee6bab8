import type { Kobo } from '../../platform/money.ts'
import { isLoopback } from '../../platform/networks.ts'
import { nairaNumber } from '../amounts.ts'
import type { CardOutcome, UssdBank } from '../rails.ts'
import { fieldsOf, textOf } from '../values.ts'
import { handleOf, readSaid, type Said } from './answers.ts'
import { type Flutterwave, KEY } from './client.ts'

// Charges without a page of Flutterwave: a USSD code to dial, and a redirect to the customer's OPay
// wallet. Each is one attempt under our reference, and is there from the start.

/** Their codes of the banks with USSD, where these are not ours. */
const THEIR_CODES: Record<string, string> = { '566': '090110' }

export const USSD_BANKS: readonly UssdBank[] = [
  { code: '044', name: 'Access Bank' },
  { code: '050', name: 'Ecobank Nigeria' },
  { code: '070', name: 'Fidelity Bank' },
  { code: '011', name: 'First Bank of Nigeria' },
  { code: '214', name: 'First City Monument Bank' },
  { code: '058', name: 'Guaranty Trust Bank' },
  { code: '082', name: 'Keystone Bank' },
  { code: '303', name: 'Lotus Bank' },
  { code: '105', name: 'PremiumTrust Bank' },
  { code: '221', name: 'Stanbic IBTC Bank' },
  { code: '232', name: 'Sterling Bank' },
  { code: '032', name: 'Union Bank of Nigeria' },
  { code: '033', name: 'United Bank For Africa' },
  { code: '215', name: 'Unity Bank' },
  { code: '566', name: 'VFD Microfinance Bank' },
  { code: '035', name: 'Wema Bank' },
  { code: '057', name: 'Zenith Bank' },
]
const CODE = /^\*[\d*]{3,60}#$/

type Asked = { key: string; amount: Kobo; email: string }

export async function requestCode(
  flutterwave: Flutterwave,
  { bank, ...asked }: Asked & { bank: string },
): Promise<CardOutcome> {
  if (!USSD_BANKS.some(({ code }) => code === bank)) return { kind: 'unavailable' }
  const openedAt = flutterwave.now()
  const account_bank = THEIR_CODES[bank] ?? bank
  return charge(flutterwave, 'ussd', asked, { account_bank }, ({ authorization }) => {
    const code = textOf(authorization.note)
    if (!CODE.test(code)) return null
    return { kind: 'dial', code, handle: handleOf({ ...asked, openedAt, isOnce: true }) }
  })
}

export async function openOpay(
  flutterwave: Flutterwave,
  { returnUrl, ...asked }: Asked & { returnUrl: string },
): Promise<CardOutcome> {
  const openedAt = flutterwave.now()
  const more = { redirect_url: returnUrl }
  return charge(flutterwave, 'opay', asked, more, ({ authorization, authUrl }) => {
    const url = pageIn(textOf(authorization.redirect) || authUrl, flutterwave.pageOrigin)
    if (url === null) return null
    const handle = handleOf({ ...asked, openedAt, isOnce: true })
    return { kind: 'redirect_required', url, authorization: null, handle }
  })
}

type Begun = { authorization: Record<string, unknown>; authUrl: string }

async function charge(
  { client }: Flutterwave,
  type: 'ussd' | 'opay',
  { key, amount, email }: Asked,
  more: object,
  read: (begun: Begun) => CardOutcome | null,
): Promise<CardOutcome> {
  if (!KEY.test(key)) return { kind: 'unavailable' }
  const call = `${type} charge`
  const json = { tx_ref: key, amount: nairaNumber(amount), currency: 'NGN', email, ...more }
  const asked = { call, method: 'POST', path: '/charges', query: { type }, json } as const
  const answer = await client.call(asked)
  const said = readSaid(answer)
  // The first answer was lost, with the code or the address.
  if (said.kind === 'refused' && said.code === 'duplicate_reference') return { kind: 'unknown' }
  const outcome = said.kind === 'done' && isIt(said, key) ? read(begunIn(said)) : null
  if (outcome !== null) return outcome
  if (said.kind === 'unavailable') return said
  client.noteUnknown(call, answer)
  return { kind: said.kind === 'refused' ? 'unavailable' : 'unknown' }
}

type Done = Extract<Said, { kind: 'done' }>

function isIt({ data }: Done, key: string): boolean {
  return fieldsOf(data).tx_ref === key
}

function begunIn({ data, meta }: Done): Begun {
  return {
    authorization: { ...fieldsOf(meta.authorization) },
    authUrl: textOf(fieldsOf(data).auth_url),
  }
}

/** Only accepts a URL of Flutterwave: customers are redirected to it. */
export function pageIn(text: string, pageOrigin: string): string | null {
  const url = text.length > 1_000 ? null : URL.parse(text)
  if (url === null || url.username !== '') return null
  // A stand-in on this machine.
  if (url.origin === pageOrigin && isLoopback(url.hostname)) return url.href
  return url.protocol === 'https:' && url.port === '' && /\.flutterwave\.com$/.test(url.hostname)
    ? url.href
    : null
}
