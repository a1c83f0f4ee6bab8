import { SECOND } from '../../platform/clock.ts'
import type { Kobo } from '../../platform/money.ts'
import { nairaNumber, readDecimalNaira } from '../amounts.ts'
import { PROVIDER_DEADLINE_MS, silenceOf } from '../client.ts'
import type { FailureReason } from '../failures.ts'
import type { BankCodes, BeneficiaryOutcome, Payouts, TransferOutcome } from '../rails.ts'
import { accountNumberOf, type Fields, fieldsOf, lineOf, rowOf, textOf } from '../values.ts'
import { readFee, readId, readSaid } from './answers.ts'
import type { Banks } from './banks.ts'
import { type Flutterwave, KEY } from './client.ts'

// Name enquiries and payouts. Our key is the reference, which Flutterwave accepts once.
//
// (1) The answer to a request is only that it was queued, so the transfer is looked up: once at
//     once, then when it is due.
// (2) Before a payout counts as failed because it was refused, it is looked up under its key: an
//     earlier, unanswered request may have made it.
// (3) The handle is their id. After a success it ends in `/sent`, so that a later failure is known
//     to be a reversal: they have no status for that.
// (4) All calls together meet the deadline: a transfer that would be late is not requested.

const NARRATION_MAX = 100
const LOOK_MS = 4 * SECOND
const HANDLE = /^([1-9]\d{0,19})(\/sent)?$/

type Transfer = Parameters<Payouts['transfer']>[0]
type Named = { bank: BankCodes; accountNumber: string }
type Order = { key: string; bankCode: string; accountNumber: string; amount: Kobo }

export function payouts(flutterwave: Flutterwave, banks: Banks) {
  return {
    async resolveAccount(request: Named) {
      const found = await holderOf(flutterwave, banks, request)
      if (found.kind !== 'found') return found
      return { kind: 'found', accountName: found.accountName } as const
    },
    enquireBeneficiary: (request: Named) => holderOf(flutterwave, banks, request),
    transfer: (request: Transfer) => transfer(flutterwave, request),
    enquireTransfer: (asked: { key: string; handle?: string }) => enquire(flutterwave, asked),
    listBanks: banks.listBanks,
  }
}

/** Of a name enquiry. */
const NO_HOLDER =
  /could not be (validated|resolved)|account (number )?(is )?(invalid|not found)|invalid account/i

async function holderOf(
  { client }: Flutterwave,
  banks: Banks,
  { bank, accountNumber }: Named,
): Promise<BeneficiaryOutcome> {
  if (accountNumberOf(accountNumber) === null) return { kind: 'not_found' }
  const theirs = await banks.theirCode(bank)
  if ('kind' in theirs) return theirs
  const { code } = theirs
  if (code === null) return { kind: 'not_found' }
  const answer = await client.call({
    call: 'name enquiry',
    method: 'POST',
    path: '/accounts/resolve',
    json: { account_number: accountNumber, account_bank: code },
  })
  const said = readSaid(answer)
  if (said.kind === 'done') {
    const { account_name, account_number } = fieldsOf(said.data)
    const accountName = lineOf(account_name)
    if (account_number === accountNumber && accountName !== '') {
      return { kind: 'found', accountName, enquiry: `${code}/${accountNumber}` }
    }
  }
  if (said.kind === 'refused' && NO_HOLDER.test(said.said)) return { kind: 'not_found' }
  if (said.kind !== 'unavailable') client.noteUnknown('name enquiry', answer)
  return silenceOf(said)
}

async function transfer(flutterwave: Flutterwave, request: Transfer): Promise<TransferOutcome> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const { key, enquiry, accountNumber, amount } = request
  const [, bankCode = '', enquired] = /^([0-9A-Z]{3,10})\/(\d{10})$/.exec(enquiry) ?? []
  if (enquired !== accountNumber) return { kind: 'failed', reason: 'enquiry_differs' }
  if (!KEY.test(key) || amount < 1n) return { kind: 'failed', reason: 'request_rejected' }
  const order = { key, bankCode, accountNumber, amount }
  const { client } = flutterwave
  const answer = await client.call({
    call: 'transfer',
    method: 'POST',
    path: '/transfers',
    json: {
      account_bank: bankCode,
      account_number: accountNumber,
      amount: nairaNumber(amount),
      currency: 'NGN',
      debit_currency: 'NGN',
      reference: key,
      narration: lineOf(request.narration, NARRATION_MAX) || 'Payout',
    },
    timeoutMs: endMs - performance.now() - LOOK_MS,
  })
  const said = readSaid(answer)
  if (said.kind === 'unavailable') return said
  if (said.kind === 'done') {
    const made = transferIn(fieldsOf(said.data), order, false)
    if (made.kind !== 'accepted') client.noteUnknown('transfer', answer)
    const { handle } = made as { handle?: string }
    if (handle === undefined) return { kind: 'unknown' }
    const seen = await lookUp(flutterwave, handle, order, endMs)
    return isEnd(seen) ? seen : { kind: 'accepted', handle }
  }
  if (said.kind !== 'refused') return said
  const there = await find(flutterwave, key, order, endMs)
  if (there.kind === 'unavailable') return { kind: 'unknown' }
  if (there.kind !== 'not_found') return there
  const reason = REFUSALS.find(([words]) => words.test(said.said))?.[1]
  if (reason !== undefined) return { kind: 'failed', reason, said: said.said }
  client.noteUnknown('transfer', answer)
  return { kind: 'unknown' }
}

function isEnd({ kind }: TransferOutcome): boolean {
  return kind === 'sent' || kind === 'failed' || kind === 'reversed'
}

/** Sentences of a refused request, and of a failed transfer. */
const REFUSALS: [RegExp, FailureReason][] = [
  [/insufficient (funds|balance)|balance is (insufficient|not enough)/i, 'rail_balance_too_low'],
  [
    /invalid account|account (number )?(is )?(invalid|not found|does not exist)/i,
    'account_invalid',
  ],
  [/could not be (validated|resolved)/i, 'account_invalid'],
  [/dormant/i, 'account_dormant'],
  [/(can only spend|limit)/i, 'limit_exceeded'],
]

async function enquire(
  flutterwave: Flutterwave,
  { key, handle }: { key: string; handle?: string },
): Promise<TransferOutcome> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  if (!KEY.test(key)) return { kind: 'not_found' }
  if (handle !== undefined && HANDLE.test(handle)) {
    return lookUp(flutterwave, handle, { key }, endMs)
  }
  return find(flutterwave, key, { key }, endMs)
}

/** By their id. They accepted it, so "not found" says nothing about the money. */
async function lookUp(
  { client }: Flutterwave,
  handle: string,
  order: Partial<Order> & { key: string },
  endMs: number,
): Promise<TransferOutcome> {
  const [, id = '', sent] = HANDLE.exec(handle) ?? []
  const answer = await client.call({
    call: 'fetch transfer',
    method: 'GET',
    path: `/transfers/${id}`,
    timeoutMs: endMs - performance.now(),
  })
  const said = readSaid(answer)
  if (said.kind === 'unavailable') return said
  const data = fieldsOf(said.kind === 'done' ? said.data : null)
  if (readId(data.id) === id) {
    const outcome = transferIn(data, order, sent !== undefined)
    if (outcome.kind !== 'unknown') return outcome
  }
  client.noteUnknown('fetch transfer', answer)
  return { kind: 'unknown', handle }
}

/** By our key. A list of others means that they ignore the filter: that proves nothing. */
async function find(
  { client }: Flutterwave,
  key: string,
  order: Partial<Order> & { key: string },
  endMs: number,
): Promise<TransferOutcome> {
  const answer = await client.call({
    call: 'find transfer',
    method: 'GET',
    path: '/transfers',
    query: { reference: key },
    timeoutMs: endMs - performance.now(),
  })
  const said = readSaid(answer)
  if (said.kind === 'done' && Array.isArray(said.data)) {
    const rows = said.data.map(fieldsOf)
    if (rows.length === 0) return { kind: 'not_found' }
    const ours = rows.filter(({ reference }) => reference === key)
    const outcome = ours.length === 1 ? transferIn(ours[0]!, order, false) : null
    if (outcome !== null && outcome.kind !== 'unknown') return outcome
  }
  if (said.kind === 'unavailable') return said
  client.noteUnknown('find transfer', answer)
  return { kind: 'unknown' }
}

const STATES: Record<string, 'accepted' | 'sent' | 'failed'> = {
  NEW: 'accepted',
  PENDING: 'accepted',
  SUCCESSFUL: 'sent',
  FAILED: 'failed',
}

/** `order`: the request that the transfer must match, if known. */
function transferIn(
  data: Fields,
  order: Partial<Order> & { key: string },
  wasSent: boolean,
): TransferOutcome {
  const id = readId(data.id)
  const amount = readDecimalNaira(data.amount)
  const accountNumber = accountNumberOf(data.account_number)
  if (id === null || amount === null || data.reference !== order.key) return { kind: 'unknown' }
  if (data.currency !== 'NGN') return { kind: 'unknown' }
  if (order.accountNumber !== undefined) {
    if (accountNumber === null) return { kind: 'unknown' }
    const isOther = amount !== order.amount || accountNumber !== order.accountNumber
    if (isOther) return { kind: 'failed', reason: 'duplicate' }
  }
  const said = lineOf(data.complete_message, NARRATION_MAX) || textOf(data.status)
  switch (rowOf(STATES, data.status)) {
    case 'accepted':
      return { kind: 'accepted', handle: wasSent ? `${id}/sent` : id }
    case 'sent': {
      const fee = readFee(data.fee)
      return { kind: 'sent', sessionId: id, handle: `${id}/sent`, ...(fee !== null && { fee }) }
    }
    case 'failed': {
      if (wasSent) return { kind: 'reversed', reason: 'reversed_by_bank', said }
      const reason = REFUSALS.find(([words]) => words.test(said))?.[1] ?? 'refused_by_bank'
      return { kind: 'failed', reason, said }
    }
    case undefined:
      return { kind: 'unknown' }
  }
}
