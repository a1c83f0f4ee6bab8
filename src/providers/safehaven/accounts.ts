import { SECOND } from '../../platform/clock.ts'
import { singleFlight } from '../../platform/keyed-calls.ts'
import type { Kobo } from '../../platform/money.ts'
import { silenceOf } from '../client.ts'
import type { BankBooks, IssueOutcome, OneOffAccounts, PermanentAccounts } from '../rails.ts'
import { fieldsOf, lineOf, momentOf, textOf } from '../values.ts'
import { SAFE_HAVEN } from './banks.ts'
import { type Api, idOf } from './client.ts'
import { listSubAccounts } from './listed.ts'
import { deadlineOf } from './transfers.ts'

// Account numbers. A one-off account (their virtual account) accepts one amount for a limited time
// and settles to our account there. A permanent account (their sub-account) is opened for a
// customer whose BVN or NIN was just verified by a code, and is swept to our account at once. A
// repeated request may issue two one-off accounts: only one is shown, and the other expires.

const VALID_SECONDS_MIN = 60
const VALID_SECONDS_MAX = 86_400
const NAME_LENGTH_MAX = 200

type Parts<Capability> = Omit<Capability, 'name' | 'isDown'>

export function oneOffAccounts(api: Api): Parts<OneOffAccounts> {
  const once = singleFlight<IssueOutcome>()
  return {
    issueOneOffAccount({ key, attempt, amount, expiresAt }) {
      const reference = `${key}-${attempt}`
      return once(reference, async () => {
        const first = await issueOneOff(api, reference, amount, expiresAt)
        if (first !== 'duplicate') return first
        // The first answer was lost, so no customer has seen its number.
        const again = `${reference}-${api.now().getTime()}`
        const second = await issueOneOff(api, again, amount, expiresAt)
        return second === 'duplicate' ? { kind: 'unavailable' } : second
      })
    },
  }
}

async function issueOneOff(
  { config, now, ask }: Api,
  externalReference: string,
  amount: Kobo,
  expiresAt: Date,
): Promise<IssueOutcome | 'duplicate'> {
  const seconds = Math.ceil((expiresAt.getTime() - now().getTime()) / SECOND)
  const answer = await ask({
    call: 'one_off_account',
    method: 'POST',
    path: '/virtual-accounts',
    json: {
      validFor: Math.min(Math.max(seconds, VALID_SECONDS_MIN), VALID_SECONDS_MAX),
      callbackUrl: callbackOf(config),
      settlementAccount: { bankCode: config.bankCode, accountNumber: config.accountNumber },
      ...amountTaken(amount),
      externalReference,
    },
  })
  if (answer.kind === 'refused' && /duplicate|already/i.test(answer.message)) return 'duplicate'
  return issued(answer)
}

/** They take whole naira only. An amount with kobo gets an account for the next whole naira. */
export function amountTaken(amount: Kobo): { amountControl: string; amount: object } {
  const isWhole = amount % 100n === 0n
  return {
    amountControl: isWhole ? 'Fixed' : 'UnderPayment',
    amount: JSON.rawJSON(`${(amount + 99n) / 100n}`),
  }
}

function callbackOf({ callbackUrl, callbackToken }: Api['config']): string {
  return `${callbackUrl}/${callbackToken}`
}

function issued(answer: Awaited<ReturnType<Api['ask']>>): IssueOutcome {
  if (answer.kind === 'done') return issuedIn(answer.data)
  return answer.kind === 'unknown' ? answer : { kind: 'unavailable' }
}

function issuedIn(data: unknown): IssueOutcome {
  const record = fieldsOf(data)
  const accountNumber = textOf(record['accountNumber'])
  const handle = idOf(record['_id'])
  if (!/^\d{10}$/.test(accountNumber) || handle === '') return { kind: 'unknown' }
  const accountName = lineOf(record['accountName'], NAME_LENGTH_MAX)
  const expiresAt = momentOf(record['expiryDate'])
  return {
    kind: 'issued',
    accountNumber,
    bank: SAFE_HAVEN,
    ...(accountName !== '' && { accountName }),
    ...(expiresAt !== null && { expiresAt }),
    handle,
  }
}

export function permanentAccounts(api: Api): Parts<PermanentAccounts> {
  const once = singleFlight<IssueOutcome>()
  return {
    async issueAccount({ key, attempt, holder, identity }) {
      if (identity === undefined) return { kind: 'identity_required' }
      if (holder === undefined) return { kind: 'holder_incomplete', field: 'email' }
      const phone = phoneOf(holder.phone ?? '')
      if (phone === null) return { kind: 'holder_incomplete', field: 'phone' }
      const externalReference = `${key}-${attempt}`
      return once(externalReference, () =>
        openSubAccount(api, externalReference, { phone, email: holder.email, identity }),
      )
    },

    // Every account belongs to a verified customer already; there is no higher tier.
    async raiseTier() {
      return { kind: 'refused', number: 'bvn' }
    },
  }
}

type Person = {
  phone: string
  email: string
  identity: NonNullable<Parameters<PermanentAccounts['issueAccount']>[0]['identity']>
}

async function openSubAccount(
  api: Api,
  externalReference: string,
  { phone, email, identity }: Person,
): Promise<IssueOutcome> {
  const { config } = api
  const answer = await api.ask({
    call: 'permanent_account',
    method: 'POST',
    path: '/accounts/v2/subaccount',
    json: {
      phoneNumber: phone,
      emailAddress: email,
      externalReference,
      identityType: identity.type,
      identityNumber: identity.number,
      identityId: identity.session,
      otp: identity.code,
      callbackUrl: callbackOf(config),
      autoSweep: true,
      autoSweepDetails: { schedule: 'Instant', accountNumber: config.accountNumber },
    },
  })
  if (answer.kind !== 'refused') return issued(answer)
  // A code opens one account: an earlier request, whose answer was lost, may have used it.
  const opened = await findSubAccount(api, externalReference)
  if (opened !== null) return opened
  if (/otp|code|identity ?id/i.test(answer.message)) return { kind: 'identity_required' }
  if (/bvn|nin\b|identity/i.test(answer.message))
    return { kind: 'refused', number: identity.type === 'NIN' ? 'nin' : 'bvn' }
  return { kind: 'unavailable' }
}

/** Null if their list lacks it. */
async function findSubAccount(api: Api, externalReference: string): Promise<IssueOutcome | null> {
  const listed = await listSubAccounts(api, deadlineOf(api))
  if (listed.kind !== 'listed') return { kind: 'unknown' }
  const found = listed.rows.find((row) => textOf(row['externalReference']) === externalReference)
  return found === undefined ? null : issuedIn(found)
}

/** In their format: +234 and ten digits. Null if it does not convert. */
export function phoneOf(text: string): string | null {
  const digits = text.replace(/[\s()-]+/g, '')
  const [, rest = ''] = /^(?:\+?234|0)(\d{10})$/.exec(digits) ?? []
  return rest === '' ? null : `+234${rest}`
}

export function closing({ ask }: Api): Pick<BankBooks, 'closeAccount'> {
  return {
    async closeAccount({ handle = '' }) {
      const id = idOf(handle)
      if (id === '') return { kind: 'not_found' }
      const answer = await ask({
        call: 'close_account',
        method: 'DELETE',
        path: `/virtual-accounts/${encodeURIComponent(id)}`,
      })
      if (answer.kind === 'done') return { kind: 'closed' }
      if (answer.kind === 'refused' && answer.status === 404) return { kind: 'not_found' }
      return silenceOf(answer)
    },
  }
}
