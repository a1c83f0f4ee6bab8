import { newId } from '../../platform/ids.ts'
import { naira } from '../../platform/money.ts'
import { ask } from '../ask.ts'
import { offeredBy } from '../capabilities.ts'
import type { Tried } from './tried.ts'
import { because, failed, type Heard, held, type Note, notTried, type Verdict } from './verdict.ts'

// What a new contract lacks, as far as it can be tried without money.

const NOT_OFFERED = notTried('not offered by this provider')
/** A payment that no provider has. */
const NOBODYS = 'MNFY|00|20000101000000|000000'

/** Only the dashboard shows it. */
export async function askOfAmounts({ name }: Tried): Promise<Verdict> {
  if (name !== 'monnify') return NOT_OFFERED
  return notTried(
    'their API does not say whether the contract accepts less or more than the exact amount: ' +
      'look in their dashboard',
  )
}

/** Opens an account with the operator's own number, and closes it again. */
export async function openPermanent(tried: Tried): Promise<Verdict> {
  const { provider, number, heard, now, email, name } = tried
  const rail = offeredBy(provider, 'permanent_accounts')
  if (rail === null) return NOT_OFFERED
  if (name !== 'monnify' || !provider.bank?.closeAccount) return notTried('would stay open')
  if (number === undefined) return notTried('needs --bvn FILE or --nin FILE: opens one, closes it')
  const key = newId(now()) as string
  const holder = { email, phone: null }
  const asked = { key, attempt: 0, accountName: 'Check', ...number, holder }
  const issued = await ask(rail.issueAccount(asked))
  if (issued.kind === 'refused') {
    return failed(`they reject this ${issued.number === 'bvn' ? 'BVN' : 'NIN'}`)
  }
  if (issued.kind !== 'issued') return silent(issued.kind, heard)
  const { accountNumber, bank, handle } = issued
  const known = handle === undefined ? {} : { handle }
  const closed = await ask(provider.bank.closeAccount({ key, accountNumber, ...known }))
  // Banks before this one that refused.
  const made = because(`opened at ${bank.name}`, heard.notes)
  if (closed.kind === 'closed') return held(`${made}, and closed again`)
  return failed(
    `${made}, and not closed (${closed.kind}): close ${accountNumber} in their dashboard`,
  )
}

/** Asks for the return of a payment that they do not have: who may return hears just that. */
export async function tryReturn(tried: Tried): Promise<Verdict> {
  const { provider, heard, now, name } = tried
  const rail = offeredBy(provider, 'returns')
  if (rail === null) return NOT_OFFERED
  if (name !== 'monnify') return notTried('needs a deposit')
  const nobodys = { accountNumber: '', senderName: '', senderBankCode: '', senderAccountNumber: '' }
  const credit = { ...nobodys, sessionId: NOBODYS, amount: naira(100), narration: '' }
  const key = newId(now()) as string
  const asked = { key, credit: { ...credit, occurredAt: now() }, amount: naira(100) }
  const outcome = await ask(rail.returnCredit(asked))
  if (outcome.kind === 'refused' && outcome.reason === 'payment_unknown') {
    return held('they take requests: that of an unknown payment was refused as such')
  }
  const said = outcome.kind === 'refused' ? ` (${outcome.said})` : ''
  const off = `refunds by API may be off: ask them to activate it${said}`
  return failed(because(off, heard.notes))
}

/** Why a transfer was not sent, as far as their answer shows it. */
export function adviceOn(notes: readonly Note[]): string {
  const transfers = notes.filter(({ call }) => call === 'transfer')
  if (transfers.some(({ said }) => said?.startsWith('D06'))) {
    return ': ask them to list the address of this machine'
  }
  if (transfers.some(({ said }) => said === 'otp')) {
    return ': turn off one-time passwords for transfers (Settings, Preferences in their dashboard)'
  }
  const isOff = transfers.some(({ status }) => status === 403)
  return isOff ? ': transfers by API (disbursements) may be off: ask them to activate it' : ''
}

export function silent(kind: string, heard: Heard): Verdict {
  return failed(because(kind.replaceAll('_', ' '), heard.notes))
}
