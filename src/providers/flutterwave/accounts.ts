import { SECOND } from '../../platform/clock.ts'
import { nairaNumber, readDecimalNaira } from '../amounts.ts'
import { PROVIDER_DEADLINE_MS } from '../client.ts'
import type { Bank, BankBooks, ClosingOutcome, IssueOutcome, OneOffAccounts } from '../rails.ts'
import { accountNumberOf, fieldsOf, lineOf } from '../values.ts'
import { readSaid } from './answers.ts'
import { type Flutterwave, KEY } from './client.ts'

// One-off account numbers: temporary virtual accounts, each for exactly one amount, under our
// reference. They live an hour there, longer than ours are shown. The answered amount is what the
// customer must send: it includes their fee if the customer bears it.
//
// If the first answer was lost, the next reference is used: nobody has seen the first number.
//
// Permanent accounts are not offered: no answer about a payment names the account that it is for.

const STEP_MS = 4 * SECOND
/** How many first answers may be lost. */
const REFERENCES_MAX = 3

type OneOff = Parameters<OneOffAccounts['issueOneOffAccount']>[0]
type Close = Parameters<NonNullable<BankBooks['closeAccount']>>[0]

export function accounts(flutterwave: Flutterwave) {
  return {
    issueOneOffAccount: (request: OneOff) => issueOneOff(flutterwave, request),
    closeAccount: async ({ handle }: Close): Promise<ClosingOutcome> => {
      return { kind: referenceIn(handle) === null ? 'not_found' : 'ends_by_itself' }
    },
  }
}

/** `one/REFERENCE`. */
export function referenceIn(handle: string | undefined): string | null {
  return /^one\/([A-Za-z0-9.-]{1,100})$/.exec(handle ?? '')?.[1] ?? null
}

/** The key of the account that a payment is for; null if it is for none. */
export function keyOfOneOff(reference: string): string | null {
  return /^([0-9a-f-]{36})\.\d{1,2}\.[1-9]$/.exec(reference)?.[1] ?? null
}

async function issueOneOff(flutterwave: Flutterwave, request: OneOff): Promise<IssueOutcome> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const { key, attempt, holder } = request
  if (!holder) return { kind: 'holder_incomplete', field: 'email' }
  for (let times = 1; times <= REFERENCES_MAX; times++) {
    const reference = `${key}.${attempt}.${times}`
    if (!KEY.test(reference)) return { kind: 'unavailable' }
    const outcome = await issueUnder(flutterwave, { ...request, holder }, reference, endMs)
    if (outcome !== 'used') return outcome
  }
  return { kind: 'unavailable' }
}

async function issueUnder(
  flutterwave: Flutterwave,
  { amount, accountName, holder }: OneOff & Required<Pick<OneOff, 'holder'>>,
  reference: string,
  endMs: number,
): Promise<IssueOutcome | 'used'> {
  const { client } = flutterwave
  const answer = await client.call({
    call: 'virtual account',
    method: 'POST',
    path: '/virtual-account-numbers',
    json: {
      email: holder.email,
      amount: nairaNumber(amount),
      currency: 'NGN',
      tx_ref: reference,
      is_permanent: false,
      narration: accountName,
      ...(holder.phone !== null && { phonenumber: holder.phone }),
    },
    timeoutMs: Math.min(STEP_MS, endMs - performance.now()),
  })
  const said = readSaid(answer)
  if (said.kind === 'done') {
    const data = fieldsOf(said.data)
    const accountNumber = accountNumberOf(data.account_number)
    const payable = readDecimalNaira(data.amount)
    const isReady = data.response_code === '02' && payable !== null && payable >= amount
    if (accountNumber !== null && isReady) {
      const [, name] = /^Please make a bank transfer to (.+)$/.exec(lineOf(data.note)) ?? []
      return {
        kind: 'issued',
        accountNumber,
        bank: bankOf(flutterwave, lineOf(data.bank_name, 100)),
        ...(name !== undefined && { accountName: name }),
        ...(payable > amount && { payable }),
        handle: `one/${reference}`,
      }
    }
  }
  if (said.kind === 'refused' && said.code === 'duplicate_reference') return 'used'
  if (said.kind === 'refused' && /\be-?mail\b/i.test(said.said)) {
    return { kind: 'holder_incomplete', field: 'email' }
  }
  if (said.kind === 'unavailable') return said
  client.noteUnknown('virtual account', answer)
  return { kind: said.kind === 'refused' ? 'unavailable' : 'unknown' }
}

/** They name the bank, without a code. One that is not on our list has no code here either. */
function bankOf({ banks }: Flutterwave, name: string): Bank {
  const slug = slugOf(name)
  const known = banks.find((one) => one.slug === slug || slugOf(one.name) === slug)
  if (known) return { name: known.name, code: known.code, slug: known.slug }
  return { name: name || 'Flutterwave', code: '', slug: slug || 'flutterwave' }
}

function slugOf(name: string): string {
  const words = name.toLowerCase().replace(/\b(plc|ltd|limited)\b/g, ' ')
  return words.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}
