import { SECOND } from '../../platform/clock.ts'
import { koboNumber } from '../amounts.ts'
import { PROVIDER_DEADLINE_MS, type ProviderAnswer, silenceOf } from '../client.ts'
import { ownEmail } from '../own-email.ts'
import type {
  Bank,
  BankBooks,
  ClosingOutcome,
  IssueOutcome,
  OneOffAccounts,
  PermanentAccounts,
} from '../rails.ts'
import { accountNumberOf, fieldsOf, lineOf, momentOf, textOf } from '../values.ts'
import { isRefusal, messageOf, readId, readSaid } from './answers.ts'
import { KEY, type Paystack } from './client.ts'

// Account numbers.
//
// A one-off account is a charge by transfer under our reference. Paystack accepts a reference once,
// and does not repeat the number of a charge. So if the first answer was lost, the next reference
// is used: nobody has seen the first number.
//
// A permanent account belongs to a customer of Paystack, whom it knows by email. Our businesses
// share customers, so each account has an email of its own, below the customer's. Before an account
// is requested, the customer is looked up: a lost answer is found there.
//
// Paystack checks a BVN only together with a bank account of its owner, which we do not have: none
// is sent.

const STEP_MS = 4 * SECOND
/** How many first answers may be lost. */
const REFERENCES_MAX = 3

type OneOff = Parameters<OneOffAccounts['issueOneOffAccount']>[0]
type Permanent = Parameters<PermanentAccounts['issueAccount']>[0]
type Close = Parameters<NonNullable<BankBooks['closeAccount']>>[0]

export function accounts(paystack: Paystack) {
  return {
    issueOneOffAccount: (request: OneOff) => issueOneOff(paystack, request),
    issueAccount: (request: Permanent) => issuePermanent(paystack, request),
    /** They know no tiers, and take no number. */
    raiseTier: async () => ({ kind: 'unavailable' }) as const,
    closeAccount: (request: Close) => close(paystack, request),
  }
}

/** `one/REFERENCE` of a charge, or `own/ID` of a permanent account. */
export function referenceIn(handle: string | undefined): string | null {
  return /^one\/([A-Za-z0-9.=-]{1,100})$/.exec(handle ?? '')?.[1] ?? null
}

/** The key of the account that a charge is for; null if it is for none. */
export function keyOfOneOff(reference: string): string | null {
  return /^([0-9a-f-]{36})\.\d{1,2}\.[1-9]$/.exec(reference)?.[1] ?? null
}

/** The other references under which a charge may have been begun for the same account, in order. */
export function besides(reference: string): string[] {
  const [, account = ''] = /^(.+)\.[1-9]$/.exec(reference) ?? []
  const all = Array.from({ length: REFERENCES_MAX }, (_, times) => `${account}.${times + 1}`)
  return account === '' ? [] : all.filter((one) => one !== reference)
}

async function issueOneOff(paystack: Paystack, request: OneOff): Promise<IssueOutcome> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const { key, attempt, holder } = request
  if (!holder) return { kind: 'holder_incomplete', field: 'email' }
  for (let times = 1; times <= REFERENCES_MAX; times++) {
    const reference = `${key}.${attempt}.${times}`
    if (!KEY.test(reference)) return { kind: 'unavailable' }
    const outcome = await chargeByTransfer(paystack, { ...request, holder }, reference, endMs)
    if (outcome !== 'used') return outcome
  }
  return { kind: 'unavailable' }
}

async function chargeByTransfer(
  paystack: Paystack,
  { amount, expiresAt, holder }: OneOff & Required<Pick<OneOff, 'holder'>>,
  reference: string,
  endMs: number,
): Promise<IssueOutcome | 'used'> {
  const { client } = paystack
  const answer = await client.call({
    call: 'charge by transfer',
    method: 'POST',
    path: '/charge',
    json: {
      email: holder.email,
      amount: koboNumber(amount),
      currency: 'NGN',
      reference,
      bank_transfer: { account_expires_at: expiresAt.toISOString() },
    },
    timeoutMs: Math.min(STEP_MS, endMs - performance.now()),
  })
  const said = readSaid(answer)
  if (said.kind === 'done') {
    const data = fieldsOf(said.data)
    const isIt = data.reference === reference && data.status === 'pending_bank_transfer'
    const issued = isIt ? numberIn(paystack, data) : null
    const until = momentOf(data.account_expires_at)
    if (issued && until) return { ...issued, expiresAt: until, handle: `one/${reference}` }
  }
  if (said.kind === 'refused' && said.code === 'duplicate_reference') return 'used'
  if (isRefusal(answer) && /\be-?mail\b/i.test(messageOf(answer))) {
    return { kind: 'holder_incomplete', field: 'email' }
  }
  if (said.kind === 'unavailable') return said
  client.noteUnknown('charge by transfer', answer)
  return isRefusal(answer) ? { kind: 'unavailable' } : { kind: 'unknown' }
}

type Issued = Extract<IssueOutcome, { kind: 'issued' }>

function numberIn(paystack: Paystack, data: Record<string, unknown>): Issued | null {
  const accountNumber = accountNumberOf(data.account_number)
  const accountName = lineOf(data.account_name)
  const bank = bankOf(paystack, data.bank)
  if (accountNumber === null || bank === null) return null
  return { kind: 'issued', accountNumber, bank, ...(accountName !== '' && { accountName }) }
}

/** As our list has it. A bank that is not on it has a name, and no code. */
function bankOf({ banks }: Paystack, said: unknown): Bank | null {
  const { slug: theirs, name } = fieldsOf(said)
  const slug = textOf(theirs)
  if (!/^[a-z0-9-]{2,100}$/.test(slug)) return null
  const known = banks.find((one) => one.slug === slug)
  if (known) return { name: known.name, code: known.code, slug }
  return { name: lineOf(name, 100) || 'Paystack', code: '', slug }
}

async function issuePermanent(paystack: Paystack, request: Permanent): Promise<IssueOutcome> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const { key, attempt, accountName, holder } = request
  if (!holder) return { kind: 'holder_incomplete', field: 'email' }
  const reference = `${key}-${attempt}`
  if (!KEY.test(reference)) return { kind: 'unavailable' }
  const email = ownEmail(holder.email, reference)
  const customer =
    (await findCustomer(paystack, email, endMs)) ??
    (await createCustomer(paystack, { email, accountName, phone: holder.phone }, endMs))
  if ('kind' in customer) return customer
  if (customer.account !== null) return customer.account
  for (const issuer of paystack.issuers) {
    const outcome = await requestAccount(paystack, customer.code, issuer, endMs)
    if (outcome !== null) return outcome
  }
  return { kind: 'unavailable' }
}

type Customer = { code: string; account: Issued | null }

/** Null if they have no such customer. */
async function findCustomer(
  paystack: Paystack,
  email: string,
  endMs: number,
): Promise<Customer | IssueOutcome | null> {
  const { client } = paystack
  const answer = await client.call({
    call: 'fetch customer',
    method: 'GET',
    path: `/customer/${encodeURIComponent(email)}`,
    timeoutMs: Math.min(STEP_MS, endMs - performance.now()),
  })
  const said = readSaid(answer)
  if (said.kind === 'done') {
    const found = customerIn(paystack, said.data, email)
    if (found === null) client.noteUnknown('fetch customer', answer)
    return found ?? { kind: 'unknown' }
  }
  if (isRefusal(answer) && hasStatus(answer, 404)) return null
  return silenceOf(said)
}

async function createCustomer(
  paystack: Paystack,
  { email, accountName, phone }: { email: string; accountName: string; phone: string | null },
  endMs: number,
): Promise<Customer | IssueOutcome> {
  const { client } = paystack
  const answer = await client.call({
    call: 'create customer',
    method: 'POST',
    path: '/customer',
    json: { email, ...namesIn(accountName), ...(phone !== null && { phone }) },
    timeoutMs: Math.min(STEP_MS, endMs - performance.now()),
  })
  const said = readSaid(answer)
  const made = said.kind === 'done' ? customerIn(paystack, said.data, email) : null
  if (made !== null) return made
  if (isRefusal(answer)) {
    const field = /\bphone\b/i.test(messageOf(answer)) ? 'phone' : 'email'
    return { kind: 'holder_incomplete', field }
  }
  if (said.kind !== 'unavailable') client.noteUnknown('create customer', answer)
  return silenceOf(said)
}

/** The bank shows both: the business, and its customer. */
function namesIn(accountName: string): { first_name: string; last_name: string } {
  const name = accountName.trim()
  const separator = name.includes('/') ? '/' : ' '
  const [first = '', ...rest] = name.split(separator)
  return { first_name: first || 'Customer', last_name: rest.join(separator) || 'Account' }
}

function customerIn(paystack: Paystack, said: unknown, email: string): Customer | null {
  const data = fieldsOf(said)
  const code = textOf(data.customer_code)
  const isIt = textOf(data.email).toLowerCase() === email.toLowerCase()
  if (!isIt || data.domain !== paystack.domain || !/^CUS_\w{1,40}$/.test(code)) return null
  return { code, account: permanentIn(paystack, data.dedicated_account) }
}

/** Null if they refuse for a reason that may be the bank's: the next one may open it. */
async function requestAccount(
  paystack: Paystack,
  customer: string,
  issuer: string,
  endMs: number,
): Promise<IssueOutcome | null> {
  const { client } = paystack
  const answer = await client.call({
    call: `dedicated account at ${issuer}`,
    method: 'POST',
    path: '/dedicated_account',
    json: { customer, preferred_bank: issuer },
    timeoutMs: endMs - performance.now(),
  })
  const said = readSaid(answer)
  if (said.kind === 'done') {
    const { customer_code } = fieldsOf(fieldsOf(said.data).customer)
    const issued = permanentIn(paystack, said.data)
    if (issued !== null && customer_code === customer) return issued
  }
  if (said.kind === 'unavailable') return said
  client.noteUnknown('dedicated account', answer)
  if (!isRefusal(answer)) return { kind: 'unknown' }
  const needsPhone = /\bphone\b/i.test(messageOf(answer))
  return needsPhone ? { kind: 'holder_incomplete', field: 'phone' } : null
}

function permanentIn(paystack: Paystack, said: unknown): Issued | null {
  const data = fieldsOf(said)
  const [issued, id] = [numberIn(paystack, data), readId(data.id)]
  if (issued === null || id === null || data.active !== true || data.assigned !== true) return null
  return { ...issued, handle: `own/${id}` }
}

/** A one-off account cannot be closed: it expires. */
async function close({ client }: Paystack, { handle = '' }: Close): Promise<ClosingOutcome> {
  if (referenceIn(handle) !== null) return { kind: 'ends_by_itself' }
  const [, id] = /^own\/(\d{1,20})$/.exec(handle) ?? []
  if (id === undefined) return { kind: 'not_found' }
  const path = `/dedicated_account/${id}`
  const answer = await client.call({ call: 'close account', method: 'DELETE', path })
  const said = readSaid(answer)
  if (said.kind === 'done') {
    const data = fieldsOf(said.data)
    if (readId(data.id) === id && data.assigned === false) return { kind: 'closed' }
  }
  if (isRefusal(answer) && hasStatus(answer, 404)) return { kind: 'not_found' }
  return silenceOf(said)
}

function hasStatus(answer: ProviderAnswer, status: number): boolean {
  return answer.kind === 'answered' && answer.status === status
}
