import { SECOND } from '../../platform/clock.ts'
import type { Kobo } from '../../platform/money.ts'
import { koboNumber, readKobo } from '../amounts.ts'
import { PROVIDER_DEADLINE_MS, type ProviderAnswer, silenceOf } from '../client.ts'
import type { FailureReason } from '../failures.ts'
import type {
  BankCodes,
  BanksOutcome,
  BeneficiaryOutcome,
  Payouts,
  TransferOutcome,
} from '../rails.ts'
import { accountNumberOf, fieldsOf, lineOf, rowOf, textOf } from '../values.ts'
import {
  isRefusal,
  messageOf,
  NO_HOLDER,
  NO_TRANSFER,
  readId,
  readSaid,
  TRANSFER_REFUSALS,
  TRANSFER_STATES,
} from './answers.ts'
import type { Paystack } from './client.ts'

// Name enquiries and payouts. Our bank codes are Paystack's.
//
// A payout takes two calls. The first makes the recipient, or finds the one that exists. The second
// requests the transfer with our key as its reference, which Paystack accepts once.
//
// (1) Only the second call moves money. If the first fails, nothing has happened.
// (2) Before a payout counts as failed, it is looked up under its key: an earlier, unanswered
//     request may have made it.
// (3) Success is believed only from that look-up, which also has the account and the fee.
// (4) All calls together meet the deadline: a transfer that would be late is not requested.

/** Lower case only. Ours have 36 characters; Paystack requires 16. */
const REFERENCE = /^[a-z0-9_-]{16,50}$/
const NARRATION_MAX = 100
const RECIPIENT_MS = 4 * SECOND
/** More banks than there are. */
const BANKS_PER_PAGE = 100
const BANK_PAGES_MAX = 20

type Transfer = Parameters<Payouts['transfer']>[0]
type Named = { bank: BankCodes; accountNumber: string }
type Order = { key: string; bankCode: string; accountNumber: string; amount: Kobo }

export function payouts(paystack: Paystack) {
  return {
    async resolveAccount(request: Named) {
      const found = await holderOf(paystack, request)
      if (found.kind !== 'found') return found
      return { kind: 'found', accountName: found.accountName } as const
    },
    enquireBeneficiary: (request: Named) => holderOf(paystack, request),
    transfer: (request: Transfer) => transfer(paystack, request),
    enquireTransfer: ({ key }: { key: string }) => lookUp(paystack, key),
    listBanks: () => listBanks(paystack),
  }
}

async function holderOf(
  { client }: Paystack,
  { bank: { code }, accountNumber }: Named,
): Promise<BeneficiaryOutcome> {
  if (accountNumberOf(accountNumber) === null || !/^[0-9A-Z]{3,10}$/.test(code)) {
    return { kind: 'not_found' }
  }
  const answer = await client.call({
    call: 'name enquiry',
    method: 'GET',
    path: '/bank/resolve',
    query: { account_number: accountNumber, bank_code: code },
  })
  const said = readSaid(answer)
  if (said.kind === 'done') {
    const { account_name, account_number } = fieldsOf(said.data)
    const accountName = lineOf(account_name)
    if (account_number === accountNumber && accountName !== '') {
      return { kind: 'found', accountName, enquiry: `${code}/${accountNumber}` }
    }
  }
  if (isRefusal(answer) && NO_HOLDER.test(messageOf(answer))) return { kind: 'not_found' }
  if (said.kind !== 'unavailable') client.noteUnknown('name enquiry', answer)
  return silenceOf(said)
}

async function transfer(paystack: Paystack, request: Transfer): Promise<TransferOutcome> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const { key, enquiry, accountNumber, amount } = request
  const [, bankCode = '', enquired] = /^([0-9A-Z]{3,10})\/(\d{10})$/.exec(enquiry) ?? []
  if (enquired !== accountNumber) return { kind: 'failed', reason: 'enquiry_differs' }
  if (!REFERENCE.test(key) || amount < 1n) return { kind: 'failed', reason: 'request_rejected' }
  const order = { key, bankCode, accountNumber, amount }
  const recipient = await recipientOf(paystack, order, request.accountName, endMs)
  if ('reason' in recipient) return failUnlessThere(paystack, order, recipient, endMs)
  if ('kind' in recipient) return recipient
  const { client, domain, log } = paystack
  const answer = await client.call({
    call: 'transfer',
    method: 'POST',
    path: '/transfer',
    json: {
      source: 'balance',
      amount: koboNumber(amount),
      currency: 'NGN',
      recipient: recipient.code,
      reference: key,
      reason: lineOf(request.narration, NARRATION_MAX) || 'Payout',
    },
    timeoutMs: endMs - performance.now(),
  })
  const said = readSaid(answer)
  if (said.kind === 'unavailable') return said
  if (said.kind === 'done') {
    const data = fieldsOf(said.data)
    const isIt =
      isOurs(data, key, domain) &&
      readKobo(data.amount) === amount &&
      readId(data.recipient) === recipient.id
    const state = isIt ? rowOf(TRANSFER_STATES, data.status) : undefined
    if (data.status === 'otp')
      log.warn({ provider: 'paystack', call: 'transfer', said: 'otp' }, OTP)
    if (state === 'accepted') return { kind: 'accepted' }
    if (state !== undefined) return lookUp(paystack, key, order, endMs)
    client.noteUnknown('transfer', answer)
    return { kind: 'unknown' }
  }
  if (!isRefusal(answer)) return { kind: 'unknown' }
  const refusal = TRANSFER_REFUSALS.find(([words]) => words.test(wordsOf(answer)))?.[1]
  if (refusal === undefined || refusal === 'unavailable') client.noteUnknown('transfer', answer)
  if (refusal === 'unavailable') return { kind: 'unavailable' }
  return failUnlessThere(paystack, order, { reason: refusal ?? null, said: wordsOf(answer) }, endMs)
}

const OTP =
  'Paystack holds the transfer for a one-time password. Turn off the confirmation of transfers ' +
  'in its dashboard: Settings, Preferences.'

/** `reason`: null if the refusal is in no table. */
type Refused = { reason: FailureReason | null; said: string }

async function failUnlessThere(
  paystack: Paystack,
  order: Order,
  { reason, said }: Refused,
  endMs: number,
): Promise<TransferOutcome> {
  const there = await lookUp(paystack, order.key, order, endMs)
  if (there.kind === 'unavailable') return { kind: 'unknown' }
  if (there.kind !== 'not_found') return there
  return reason === null ? { kind: 'unknown' } : { kind: 'failed', reason, said }
}

/** The recipient of this account. Paystack answers with the existing one, if there is one. */
async function recipientOf(
  { client, domain }: Paystack,
  { bankCode, accountNumber }: Order,
  name: string,
  endMs: number,
): Promise<{ code: string; id: string } | Refused | { kind: 'unavailable' }> {
  const answer = await client.call({
    call: 'recipient',
    method: 'POST',
    path: '/transferrecipient',
    json: {
      type: 'nuban',
      name,
      account_number: accountNumber,
      bank_code: bankCode,
      currency: 'NGN',
    },
    timeoutMs: Math.min(RECIPIENT_MS, endMs - performance.now()),
  })
  const said = readSaid(answer)
  if (said.kind === 'done') {
    const data = fieldsOf(said.data)
    const { account_number, bank_code } = fieldsOf(data.details)
    const isIt = account_number === accountNumber && bank_code === bankCode
    const [code, id] = [textOf(data.recipient_code), readId(data.id)]
    if (isIt && data.domain === domain && /^RCP_\w{1,40}$/.test(code) && id !== null) {
      return { code, id }
    }
  }
  if (isRefusal(answer) && NO_HOLDER.test(messageOf(answer))) {
    return { reason: 'account_invalid', said: wordsOf(answer) }
  }
  if (said.kind !== 'unavailable') client.noteUnknown('recipient', answer)
  return { kind: 'unavailable' }
}

/** `order`: the request that the transfer must match, if known. */
async function lookUp(
  { client, domain }: Paystack,
  key: string,
  order: Order | null = null,
  endMs = performance.now() + PROVIDER_DEADLINE_MS,
): Promise<TransferOutcome> {
  if (!REFERENCE.test(key)) return { kind: 'not_found' }
  const answer = await client.call({
    call: 'verify transfer',
    method: 'GET',
    path: `/transfer/verify/${key}`,
    timeoutMs: endMs - performance.now(),
  })
  const said = readSaid(answer)
  if (said.kind === 'done') {
    const outcome = transferIn(fieldsOf(said.data), key, domain, order)
    if (outcome.kind === 'unknown') client.noteUnknown('verify transfer', answer)
    return outcome
  }
  const isNone = isRefusal(answer) && NO_TRANSFER.test(messageOf(answer))
  return isNone ? { kind: 'not_found' } : silenceOf(said)
}

function transferIn(
  data: Record<string, unknown>,
  key: string,
  domain: string,
  order: Order | null,
): TransferOutcome {
  const amount = readKobo(data.amount)
  const { account_number } = fieldsOf(fieldsOf(data.recipient).details)
  const accountNumber = accountNumberOf(account_number)
  if (!isOurs(data, key, domain) || amount === null) return { kind: 'unknown' }
  if (order && accountNumber === null) return { kind: 'unknown' }
  if (order && (amount !== order.amount || accountNumber !== order.accountNumber)) {
    return { kind: 'failed', reason: 'duplicate' }
  }
  const said = textOf(data.status)
  switch (rowOf(TRANSFER_STATES, said)) {
    case 'accepted':
      return { kind: 'accepted' }
    case 'sent': {
      const fee = readKobo(data.fee_charged)
      return { kind: 'sent', sessionId: sessionIdOf(data, key), ...(fee !== null && { fee }) }
    }
    case 'failed':
      return { kind: 'failed', reason: 'refused_by_bank', said }
    case 'not_approved':
      return { kind: 'failed', reason: 'request_rejected', said }
    case 'reversed':
      return { kind: 'reversed', reason: 'reversed_by_bank', said }
    case undefined:
      return { kind: 'unknown' }
  }
}

/** Paystack's code of the transfer: NIP's session is often missing, or comes later. */
export function sessionIdOf({ transfer_code }: Record<string, unknown>, key: string): string {
  const code = textOf(transfer_code)
  return /^TRF_\w{1,40}$/.test(code) ? code : key
}

function isOurs(data: Record<string, unknown>, key: string, domain: string): boolean {
  return data.reference === key && data.domain === domain && data.currency === 'NGN'
}

/** Their code and sentence. */
function wordsOf(answer: ProviderAnswer): string {
  const { code } = fieldsOf(answer.kind === 'answered' ? answer.json : null)
  return [textOf(code), messageOf(answer)].filter(Boolean).join(' ').slice(0, NARRATION_MAX)
}

async function listBanks({ client }: Paystack): Promise<BanksOutcome> {
  const found = new Map<string, { name: string; code: string; nipCode: null }>()
  for (let page = 1; page <= BANK_PAGES_MAX; page++) {
    const answer = await client.call({
      call: 'list banks',
      method: 'GET',
      path: '/bank',
      query: { country: 'nigeria', perPage: `${BANKS_PER_PAGE}`, page: `${page}` },
    })
    const said = readSaid(answer)
    if (said.kind === 'unavailable') return said
    const rows = said.kind === 'done' && Array.isArray(said.data) ? said.data.map(fieldsOf) : null
    if (rows === null) return { kind: 'unknown' }
    const before = found.size
    for (const row of rows) {
      const [name, code] = [lineOf(row.name), textOf(row.code)]
      if (name === '' || !/^[0-9A-Z]{3,10}$/.test(code) || row.active === false) continue
      found.set(code, { name, code, nipCode: null })
    }
    // Some answers have all banks, whatever page was requested.
    if (rows.length < BANKS_PER_PAGE || found.size === before) {
      return found.size > 0 ? { kind: 'listed', banks: [...found.values()] } : { kind: 'unknown' }
    }
  }
  return { kind: 'unknown' }
}
