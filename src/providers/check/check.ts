import { DAY, later, MINUTE } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { formatNaira, type Kobo, naira } from '../../platform/money.ts'
import { ask } from '../ask.ts'
import { offeredBy } from '../capabilities.ts'
import type { Provider } from '../rails.ts'
import { checkAddress } from './address.ts'
import { adviceOn, askOfAmounts, openPermanent, silent, tryReturn } from './contract.ts'
import { sendAndSee } from './spend.ts'
import type { CheckedProvider, CheckSettings, Tried } from './tried.ts'
import { because, failed, held, notTried, type Verdict } from './verdict.ts'

export type { CheckedProvider, CheckSettings } from './tried.ts'

// Tries what a provider offers, before money depends on it. Only `spend` moves money, and only on
// request. What a check makes, an account number or a card page, is closed or expires.

type CheckRow = { what: string } & Verdict

type Check = (tried: Tried) => Promise<Verdict>

const AMOUNT = naira(100)
const ACCOUNT_LIVES_MS = 10 * MINUTE
/** The return URL of a card page that nobody pays on. */
const RETURN_URL = 'https://example.com/'
const NOT_OFFERED = notTried('not offered by this provider')
const DONT = {
  identity: 'costs a fee, and needs a person',
} as const

function feeOnCustomer(payable: Kobo): string {
  return (
    `, where ${formatNaira(AMOUNT)} costs the customer ${formatNaira(payable)}: to pay the fee ` +
    'yourself, change the fee bearer of the contract in their dashboard'
  )
}

/** Runs the checks in order. If the login fails, the others are skipped. */
export async function* checkProvider(
  checked: CheckedProvider,
  settings: CheckSettings,
): AsyncGenerator<CheckRow> {
  const tried = { ...checked, ...settings }
  let isIn = true
  for (const [what, check] of CHECKS) {
    tried.heard.notes.splice(0)
    const verdict: Verdict = isIn ? await check(tried) : notTried('not logged in')
    yield { what, ...verdict }
    if (check === logIn) isIn = verdict.kind !== 'failed'
  }
  const isHeard = readerOf(tried.provider) !== undefined
  const address = isHeard ? await checkAddress(tried.address) : NOT_OFFERED
  yield { what: 'notification address', ...address }
  yield { what: 'notification signature', ...readCapture(tried) }
}

const CHECKS: [string, Check][] = [
  ['log in', logIn],
  ['list of banks', listBanks],
  ['name enquiry', askName],
  ['balance', readBalance],
  ['statement', readStatement],
  ['one-off account', issueAndClose],
  ['card page', openCardPage],
  ['other amounts', askOfAmounts],
  ['permanent account', openPermanent],
  ['return', tryReturn],
  ['identity', dont('identity')],
  ['payout', payOut],
  ['clock', compareClocks],
]

/** Makes a read-only call. Tells rejected credentials from no answer. */
async function logIn({ provider: { bank, card }, heard, now }: Tried): Promise<Verdict> {
  const probe =
    bank?.balances?.() ??
    bank?.listBanks?.() ??
    card?.balances?.() ??
    card?.enquire({ key: newId(now()) })
  if (probe === undefined) return notTried('each call costs a fee')
  const { kind } = await ask<{ kind: string }>(probe)
  const { notes } = heard
  const isAnswered = notes.some(({ status }) => status !== undefined)
  if (!isAnswered && (kind === 'unavailable' || kind === 'unknown')) {
    return failed(because('the provider does not respond', notes))
  }
  const isRefused = notes.some(({ call, status }) => call === 'login' || status === 401)
  if (isRefused) return failed(because('the provider rejects the login', notes))
  return held('the provider accepts the credentials')
}

async function listBanks({ provider: { bank }, heard }: Tried): Promise<Verdict> {
  if (!bank?.listBanks) return NOT_OFFERED
  const listed = await ask(bank.listBanks())
  if (listed.kind !== 'listed') return silent(listed.kind, heard)
  return held(`${listed.banks.length} banks`)
}

async function askName({ provider, account, heard }: Tried): Promise<Verdict> {
  const rail = offeredBy(provider, 'name_enquiry')
  if (rail === null) return NOT_OFFERED
  if (account === undefined) return notTried('needs --account BANK:NUMBER')
  const named = await ask(rail.resolveAccount(account))
  if (named.kind === 'found') return held(`${account.accountNumber} is ${named.accountName}`)
  if (named.kind !== 'not_found') return silent(named.kind, heard)
  return failed(because(`there is no account ${account.accountNumber} at that bank`, heard.notes))
}

async function readBalance({ provider: { bank, card }, heard }: Tried): Promise<Verdict> {
  const asked = bank?.balances?.() ?? card?.balances?.()
  if (asked === undefined) return NOT_OFFERED
  const known = await ask(asked)
  if (known.kind !== 'known') return silent(known.kind, heard)
  return held(
    known.balances
      .map(({ account, available }) => `${formatNaira(available)} in ${account}`)
      .join(),
  )
}

async function readStatement({ provider, heard, now }: Tried): Promise<Verdict> {
  const { bank, card } = provider
  const span = { from: later(now(), -DAY), to: now() }
  const asked = bank?.fetchStatement?.(span) ?? card?.fetchStatement?.(span)
  if (asked === undefined) return NOT_OFFERED
  const fetched = await ask(asked)
  if (fetched.kind !== 'fetched') return silent(fetched.kind, heard)
  return held(`${fetched.lines.length} lines from the last 24 hours`)
}

async function issueAndClose({ provider, heard, now, email }: Tried): Promise<Verdict> {
  const rail = offeredBy(provider, 'one_off_accounts')
  if (rail === null) return NOT_OFFERED
  const key = newId(now()) as string
  const until = later(now(), ACCOUNT_LIVES_MS)
  const issued = await ask(
    rail.issueOneOffAccount({
      key,
      attempt: 0,
      accountName: 'Check',
      amount: AMOUNT,
      expiresAt: until,
      holder: { email, phone: null },
    }),
  )
  if (issued.kind !== 'issued') return silent(issued.kind, heard)
  const { accountNumber, bank, handle, expiresAt = until, payable = AMOUNT } = issued
  const made = `${accountNumber} at ${bank.name}${payable === AMOUNT ? '' : feeOnCustomer(payable)}`
  const ends = `expires at ${expiresAt.toISOString().slice(11, 16)} UTC`
  const asked = provider.bank?.closeAccount?.({ key, accountNumber, ...(handle && { handle }) })
  const closed = await ask(asked ?? Promise.resolve({ kind: 'ends_by_itself' as const }))
  if (closed.kind === 'closed') return held(`${made}, closed again`)
  if (closed.kind === 'ends_by_itself') return held(`${made}; it ${ends}`)
  return failed(because(`${made} was not closed (${closed.kind}); it ${ends}`, heard.notes))
}

async function openCardPage({ provider, heard, now, email }: Tried): Promise<Verdict> {
  const rail = offeredBy(provider, 'hosted_card')
  if (rail === null) return NOT_OFFERED
  const key = newId(now()) as string
  const asked = { key, amount: AMOUNT, email, returnUrl: RETURN_URL }
  const opened = await ask(rail.openPage(asked))
  if (opened.kind !== 'redirect_required') return silent(opened.kind, heard)
  const { handle, url } = opened
  const left = await ask(rail.enquire({ key, amount: AMOUNT, ...(handle && { handle }) }))
  if (left.kind !== 'pending') return silent(left.kind, heard)
  return held(`opened at ${new URL(url).host} and left unpaid`)
}

function dont(capability: keyof typeof DONT): Check {
  return async ({ provider }) =>
    offeredBy(provider, capability) ? notTried(DONT[capability]) : NOT_OFFERED
}

/** By the times in all answers so far. */
async function compareClocks({ heard: { skewSeconds } }: Tried): Promise<Verdict> {
  if (skewSeconds === null) return held('within 30 s of ours')
  return failed(`${Math.abs(skewSeconds)} s ${skewSeconds > 0 ? 'ahead of' : 'behind'} ours`)
}

function readerOf({ bank, card }: Provider) {
  return [bank, card].find((one) => one?.readNotification)
}

/** Shows only the kind of the notification, none of its contents. */
function readCapture({ provider, notification }: Tried): Verdict {
  if (notification === undefined) return notTried('needs --notification FILE')
  const read = readerOf(provider)?.readNotification?.(notification)
  switch (read?.kind) {
    case undefined:
      return NOT_OFFERED
    case 'credit':
      return held('signed; a credit')
    case 'hint':
      return held('the token is valid; a credit to confirm with the provider')
    case 'about':
      return held(`from the provider; about a ${read.what.replaceAll('_', ' ')}`)
    case 'bounced':
      return held('signed; a transfer of another amount, which the provider sent back')
    case 'dispute':
      return held('from the provider; about a dispute')
    case 'ignored':
      return held('from the provider; not needed here')
    case 'unreadable':
      return failed('from the provider, but unreadable')
    case 'stale':
      return failed('signed too long ago')
    case 'forged':
      return failed('forged: the signature or token does not match this body and our secret')
  }
}

async function payOut({ provider, spend, heard, ...tried }: Tried): Promise<Verdict> {
  const rail = offeredBy(provider, 'payouts')
  if (rail === null) return NOT_OFFERED
  if (spend === undefined) return notTried('moves money: needs --spend NAIRA --to BANK:NUMBER')
  const verdict = await sendAndSee(rail, spend, { ...tried, notes: heard.notes })
  const advice = verdict.kind === 'failed' ? adviceOn(heard.notes) : ''
  return { ...verdict, says: verdict.says + advice }
}
