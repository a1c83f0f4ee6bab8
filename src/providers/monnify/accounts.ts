import { DAY, SECOND } from '../../platform/clock.ts'
import { silenceOf } from '../client.ts'
import { ownEmail } from '../own-email.ts'
import type {
  BankBooks,
  ClosingOutcome,
  IssueOutcome,
  OneOffAccounts,
  PermanentAccounts,
} from '../rails.ts'
import { accountNumberOf, lineOf, memberOf, textOf } from '../values.ts'
import { isNotFound, says } from './answers.ts'
import { ISSUER_CODES, issuerOf } from './banks.ts'
import type { Api, Refused, Said } from './client.ts'
import { beginPayment, queryPayment } from './payments.ts'
import { amountOf, momentOf, plainText, referenceOf } from './values.ts'

// Account numbers. A one-off account takes two calls, both repeatable: one begins a payment under
// our reference, one requests its account. It always expires after forty minutes.
//
// A permanent account is reserved under our reference, or read if it exists, at one bank: the first
// of our list that opens it. Monnify opens one for each customer, whom it knows by email, and our
// businesses share customers. So each account has an email of its own, below the customer's.

const RESERVED = '/api/v2/bank-transfer/reserved-accounts'
const STEP_MS = 5 * SECOND

type OneOff = Parameters<OneOffAccounts['issueOneOffAccount']>[0]
type Permanent = Parameters<PermanentAccounts['issueAccount']>[0]

export function accounts(api: Api) {
  return {
    issueOneOffAccount: (request: OneOff) => issueOneOff(api, request),
    issueAccount: (request: Permanent) => issuePermanent(api, request),
    raiseTier: (request: Parameters<PermanentAccounts['raiseTier']>[0]) => raise(api, request),
    closeAccount: (request: Parameters<NonNullable<BankBooks['closeAccount']>>[0]) =>
      close(api, request),
  }
}

async function issueOneOff(api: Api, request: OneOff): Promise<IssueOutcome> {
  const { key, attempt, amount, accountName, holder } = request
  if (!holder) return { kind: 'holder_incomplete', field: 'email' }
  const reference = referenceOf(`${key}-${attempt}`)
  if (reference === null) return { kind: 'unavailable' }
  const { email } = holder
  const asked = { reference, amount, email, name: accountName, method: 'ACCOUNT_TRANSFER' } as const
  const begun = await beginPayment(api, asked)
  if (begun.kind === 'said') return silenceOf(begun.said)
  const transactionReference =
    begun.kind === 'begun'
      ? begun.transactionReference
      : await findBegun(api, reference, begun.said)
  if (typeof transactionReference !== 'string') return transactionReference
  const said = await accountOfPayment(api, transactionReference)
  return said.kind === 'done' ? oneOffIn(api, transactionReference, said.body) : silenceOf(said)
}

function accountOfPayment(api: Api, transactionReference: string): Promise<Said> {
  return api.ask({
    call: 'init bank transfer',
    method: 'POST',
    path: '/api/v1/merchant/bank-transfer/init-payment',
    timeoutMs: STEP_MS,
    json: { transactionReference },
  })
}

/** The number of a permanent account, or of a payment by transfer; null if they do not say. */
export async function numberUnder(
  api: Api,
  { isReserved, reference }: { isReserved: boolean; reference: unknown },
): Promise<string | null> {
  const name = referenceOf(reference)
  if (name === null) return null
  const said = await (isReserved ? readReserved(api, name) : accountOfPayment(api, name))
  if (said.kind !== 'done') return null
  const issued = isReserved ? reservedIn(api, name, said.body) : oneOffIn(api, name, said.body)
  return issued.kind === 'issued' ? issued.accountNumber : null
}

function readReserved(api: Api, reference: string): Promise<Said> {
  const path = `${RESERVED}/${encodeURIComponent(reference)}`
  return api.ask({ call: 'read account', method: 'GET', path, timeoutMs: STEP_MS })
}

async function findBegun(
  api: Api,
  reference: string,
  refused: Said,
): Promise<string | Exclude<IssueOutcome, { kind: 'issued' }>> {
  const said = await queryPayment(api, { paymentReference: reference })
  if (isNotFound(said)) {
    const isEmail = says(refused, 'wrong_email')
    if (!isEmail && refused.kind === 'refused')
      api.tellRefused({ call: 'init transaction' }, refused)
    return isEmail ? { kind: 'holder_incomplete', field: 'email' } : { kind: 'unavailable' }
  }
  if (said.kind !== 'done') return silenceOf(said)
  const isIt = memberOf(said.body, 'paymentReference') === reference
  return (isIt && referenceOf(memberOf(said.body, 'transactionReference'))) || { kind: 'unknown' }
}

function oneOffIn(api: Api, handle: string, body: unknown): IssueOutcome {
  const accountNumber = accountNumberOf(memberOf(body, 'accountNumber'))
  const code = textOf(memberOf(body, 'bankCode'))
  if (accountNumber === null || !/^[0-9A-Z]{3,10}$/.test(code)) return { kind: 'unknown' }
  const accountName = lineOf(memberOf(body, 'accountName'))
  const expiresAt = expiryIn(api, body)
  // An account without a known expiry is of no use: the caller requests it again.
  if (expiresAt === null) return { kind: 'unknown' }
  // With their fee on the customer, more than was asked for.
  const payable = amountOf(memberOf(body, 'totalPayable'))
  return {
    kind: 'issued',
    accountNumber,
    bank: issuerOf(code, memberOf(body, 'bankName')),
    ...(accountName !== '' && { accountName }),
    ...(payable !== null && { payable }),
    expiresAt,
    handle,
  }
}

/** Their expiry time, or else their remaining seconds. */
function expiryIn(api: Api, body: unknown): Date | null {
  const now = api.now().getTime()
  const expiry = momentOf(memberOf(body, 'expiresOn'))
  if (expiry !== null && Math.abs(expiry.getTime() - now) < DAY) return expiry
  const seconds = textOf(memberOf(body, 'accountDurationSeconds'))
  return /^\d{1,5}$/.test(seconds) ? new Date(now + Number(seconds) * SECOND) : null
}

async function issuePermanent(api: Api, request: Permanent): Promise<IssueOutcome> {
  const { key, attempt, holder } = request
  if (!holder) return { kind: 'holder_incomplete', field: 'email' }
  const reference = referenceOf(`${key}-${attempt}`)
  if (reference === null) return { kind: 'unavailable' }
  for (const issuer of issuersOf(api)) {
    const outcome = await reserveAt(api, issuer, reference, { ...request, holder })
    if (outcome !== null) return outcome
  }
  return { kind: 'unavailable' }
}

/** Null if they refuse for a reason that may be the bank's: the next one may open it. */
async function reserveAt(
  api: Api,
  issuer: string,
  reference: string,
  { accountName, bvn, nin, holder }: Permanent & Required<Pick<Permanent, 'holder'>>,
): Promise<IssueOutcome | null> {
  const name = plainText(accountName, 100, 'Customer')
  const said = await api.ask({
    call: 'reserve account',
    method: 'POST',
    path: RESERVED,
    timeoutMs: STEP_MS,
    json: {
      accountReference: reference,
      accountName: name,
      currencyCode: 'NGN',
      contractCode: api.config.contractCode,
      customerEmail: ownEmail(holder.email, reference),
      customerName: name,
      ...(bvn !== null && { bvn }),
      ...(nin && { nin }),
      getAllAvailableBanks: false,
      preferredBanks: [issuer],
    },
  })
  if (said.kind === 'done') return reservedIn(api, reference, said.body)
  if (said.kind !== 'refused') return silenceOf(said)
  if (bvn === null && !nin && says(said, 'needs_number')) {
    return { kind: 'holder_incomplete', field: 'bvn' }
  }
  if (says(said, 'wrong_number')) return { kind: 'refused', number: numberIn(said, bvn) }
  // An earlier request may have made it.
  const kept = await readReserved(api, reference)
  if (kept.kind === 'done') return reservedIn(api, reference, kept.body)
  if (!isNotFound(kept)) return silenceOf(kept)
  if (says(said, 'one_per_customer')) return { kind: 'one_per_person' }
  if (says(said, 'wrong_email')) return { kind: 'holder_incomplete', field: 'email' }
  api.tellRefused({ call: `reserve account at ${issuer}` }, said)
  return null
}

function reservedIn(api: Api, reference: string, body: unknown): IssueOutcome {
  const listed = memberOf(body, 'accounts')
  const isIt = memberOf(body, 'accountReference') === reference
  if (!isIt || !Array.isArray(listed)) return { kind: 'unknown' }
  const found = issuersOf(api)
    .map((code) => listed.find((one) => memberOf(one, 'bankCode') === code))
    .find((one) => accountNumberOf(memberOf(one, 'accountNumber')) !== null)
  const accountNumber = accountNumberOf(memberOf(found, 'accountNumber'))
  if (accountNumber === null) return { kind: 'unknown' }
  const code = textOf(memberOf(found, 'bankCode'))
  const accountName = lineOf(memberOf(found, 'accountName') ?? memberOf(body, 'accountName'))
  const bank = issuerOf(code, memberOf(found, 'bankName'))
  const named = accountName === '' ? {} : { accountName }
  return { kind: 'issued', accountNumber, bank, ...named, handle: reference }
}

function issuersOf({ config }: Api): readonly string[] {
  return config.issuers ?? ISSUER_CODES
}

type Raise = Parameters<PermanentAccounts['raiseTier']>[0]

/** Which number they reject. A sentence that names both is about the one that was sent. */
function numberIn({ message }: Refused, bvn: string | null): 'bvn' | 'nin' {
  return bvn === null || (/\bnin\b/i.test(message) && !/\bbvn\b/i.test(message)) ? 'nin' : 'bvn'
}

/** A BVN raises the account's limit. The highest limit needs BVN and NIN. */
async function raise(api: Api, { handle, bvn, nin }: Raise) {
  if (handle === undefined || referenceOf(handle) === null) return { kind: 'unknown' } as const
  const said = await api.ask({
    call: 'raise tier',
    method: 'PUT',
    path: `/api/v1/bank-transfer/reserved-accounts/${encodeURIComponent(handle)}/kyc-info`,
    json: { bvn, ...(nin && { nin }) },
  })
  if (said.kind === 'done') {
    const isIt = memberOf(said.body, 'accountReference') === handle
    return { kind: isIt ? 'raised' : 'unknown' } as const
  }
  if (said.kind === 'refused' && says(said, 'wrong_number')) {
    return { kind: 'refused', number: numberIn(said, bvn) } as const
  }
  return silenceOf(said)
}

type Close = Parameters<NonNullable<BankBooks['closeAccount']>>[0]

/** Closes a permanent account. A one-off account cannot be closed: it expires in 40 minutes. */
async function close(api: Api, { handle }: Close): Promise<ClosingOutcome> {
  if (handle === undefined || referenceOf(handle) === null) return { kind: 'not_found' }
  if (handle.startsWith('MNFY|')) return { kind: 'ends_by_itself' }
  const said = await api.ask({
    call: 'close account',
    method: 'DELETE',
    path: `/api/v1/bank-transfer/reserved-accounts/reference/${encodeURIComponent(handle)}`,
  })
  if (said.kind === 'done') return { kind: 'closed' }
  return isNotFound(said) ? { kind: 'not_found' } : silenceOf(said)
}
