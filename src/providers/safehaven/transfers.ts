import { HOUR, later, MINUTE } from '../../platform/clock.ts'
import { singleFlight, turns } from '../../platform/keyed-calls.ts'
import type { Kobo } from '../../platform/money.ts'
import { nairaNumber, readDecimalNaira } from '../amounts.ts'
import { PROVIDER_DEADLINE_MS } from '../client.ts'
import type { LastAsked } from '../outcomes.ts'
import type { TransferOutcome } from '../rails.ts'
import { type Fields, fieldsOf, textOf } from '../values.ts'
import { isNotLocated, transferAnswered, transferSaid } from './answers.ts'
import { type Api, sessionIdOf } from './client.ts'
import { type Listed, listTransfers } from './listed.ts'
import { longLists } from './long-lists.ts'

// Money out. Safe Haven makes two transfers of two equal requests, so:
//
// (1) Our key is the `paymentReference` of a transfer. Before a second request, their list is
//     searched, and a transfer found there is the answer. The search is skipped if the key cannot
//     have been used: a payout's key or a return's first request of less than a minute ago.
// (2) For two hours after the request, a transfer that their list lacks is `unknown`. Their status
//     call may for a while not find what it found before.
// (3) `not_found` needs two hours, and that neither their list nor the statement has it. For a
//     request that a restore lost, both are read for all days on which it may have been sent.
// (4) The handle is their session id. With one, a transfer is never `not_found`.
// (5) Enquiries share the reading of a list, and continue it (long-lists.ts). For (3), the time
//     counts at which the list was begun.
// (6) If the search takes too long, no transfer is requested: the caller has given up (ask.ts).

/** A younger key has not been used before. */
const FRESH_MS = 1 * MINUTE
const COMES_WITHIN_MS = 2 * HOUR
/** The search may take a third of the deadline, and a transfer needs a third left. */
const THIRDS = 3
const ASKED_MAX = 10_000
const NARRATION_LENGTH_MAX = 100
const UUID_V7 = /^([0-9a-f]{8})-?([0-9a-f]{4})-?7/i

export type Purpose = 'transfer' | 'return'

/** Tell a notification's transfers apart. */
const PREFIXES: Record<Purpose, string> = { transfer: 'T-', return: 'R-' }

export type Order = {
  purpose: Purpose
  key: string
  enquiry: string
  bankCode: string
  accountNumber: string
  amount: Kobo
  narration: string
  /** As in bank-rail.ts. */
  firstAskedAt?: Date | null
}

export type Transfers = {
  /** The outcome of an earlier request; null if there is none and one may be made. */
  before(order: Omit<Order, 'enquiry'>, endMs: number): Promise<TransferOutcome | null>
  make(order: Order, endMs: number): Promise<TransferOutcome>
  enquire(
    asked: { purpose: Purpose; key: string; handle?: string } & LastAsked,
  ): Promise<TransferOutcome>
  /** Concurrent equal orders share one run; different orders under one key run in turn. */
  once(order: Omit<Order, 'enquiry'>, run: () => Promise<TransferOutcome>): Promise<TransferOutcome>
}

/** The deadline, as a time of `performance.now()`. */
export function deadlineOf(api: Api): number {
  return performance.now() + timeOfAll(api)
}

function timeOfAll({ deadlineMs = PROVIDER_DEADLINE_MS }: Api): number {
  return deadlineMs
}

export function referenceOf(purpose: Purpose, key: string): string {
  return `${PREFIXES[purpose]}${key}`
}

/** The key in a reference of ours; null if it is not ours. */
export function purposeOf(reference: string): { purpose: Purpose; key: string } | null {
  for (const purpose of ['transfer', 'return'] as const) {
    const prefix = PREFIXES[purpose]
    const key = reference.slice(prefix.length)
    if (reference.startsWith(prefix) && /^[\w-]{1,64}$/.test(key)) return { purpose, key }
  }
  return null
}

export function transfers(api: Api): Transfers {
  // When this process sent each request. The caller's row knows of other processes'.
  const asked = new Map<string, number>()
  const flight = singleFlight<TransferOutcome>()
  const turn = turns()
  const lists = longLists(api)
  return {
    once(order, run) {
      const reference = referenceOf(order.purpose, order.key)
      const { bankCode, accountNumber, amount } = order
      return flight(`${reference} ${bankCode} ${accountNumber} ${amount}`, () =>
        turn(reference, run),
      )
    },

    async before(order, endMs) {
      const reference = referenceOf(order.purpose, order.key)
      const madeMs = timeOf(order.key)
      const nowMs = api.now().getTime()
      const isYoung = madeMs !== null && Math.abs(nowMs - madeMs) < FRESH_MS
      const askedMs = asked.get(reference)
      const firstMs = order.firstAskedAt?.getTime() ?? Number.NEGATIVE_INFINITY
      const isFirst = Math.abs(nowMs - firstMs) < FRESH_MS
      const mayCome = askedMs !== undefined && nowMs - askedMs < COMES_WITHIN_MS
      const isNew = isFirst || (isYoung && order.purpose === 'transfer')
      if (isNew && !mayCome) return null
      const period = { from: new Date(madeMs ?? nowMs - 24 * HOUR), to: api.now() }
      const searchEndMs = Math.min(endMs, performance.now() + timeOfAll(api) / THIRDS)
      const listed = await listTransfers(api, period, 'Outwards', searchEndMs)
      const found = search(api, reference, listed, order)
      if (found.kind === 'silent') return { kind: 'unavailable' }
      if (found.kind === 'found') return saidOf(found.record, order)
      // It may not be listed yet.
      return mayCome ? { kind: 'unknown' } : null
    },

    async make(order, endMs) {
      const timeoutMs = Math.floor(endMs - performance.now())
      if (timeoutMs < timeOfAll(api) / THIRDS) return { kind: 'unavailable' }
      const reference = referenceOf(order.purpose, order.key)
      if (asked.size >= ASKED_MAX) asked.delete(asked.keys().next().value ?? '')
      asked.set(reference, api.now().getTime())
      const outcome = transferAnswered(await api.ask(requestOf(api, order, timeoutMs)))
      if (outcome.kind === 'unavailable' || outcome.kind === 'failed') asked.delete(reference)
      return outcome
    },

    async enquire({ purpose, key, handle, askedAt, askedUntil = askedAt }) {
      const endMs = deadlineOf(api)
      const reference = referenceOf(purpose, key)
      const said = handle === undefined ? null : await statusOf(api, sessionIdOf(handle), reference)
      if (said !== null) return said
      const about = askedAt ?? new Date(timeOf(key) ?? api.now().getTime())
      const until = later(askedUntil ?? about, COMES_WITHIN_MS)
      const period = { from: about, to: until }
      const { begunAt, listed } = await lists.transfers(period, endMs)
      const found = search(api, reference, listed)
      if (found.kind === 'found') return transferSaid(found.record)
      if (handle !== undefined) return { kind: 'unknown', handle }
      if (found.kind === 'silent') return { kind: found.isKnown ? 'unavailable' : 'unknown' }
      if (askedAt === undefined || until > begunAt) return { kind: 'unknown' }
      const debits = await lists.debits(period, endMs)
      const mayBe = until > debits.begunAt || mayBeAmong(reference, debits.listed)
      return mayBe ? { kind: 'unknown' } : { kind: 'not_found' }
    },
  }
}

function requestOf({ config }: Api, order: Order, timeoutMs: number) {
  const narration = narrationOf(order.narration)
  return {
    call: order.purpose,
    method: 'POST',
    path: '/transfers',
    json: {
      nameEnquiryReference: order.enquiry,
      debitAccountNumber: config.accountNumber,
      beneficiaryBankCode: order.bankCode,
      beneficiaryAccountNumber: order.accountNumber,
      amount: nairaNumber(order.amount),
      saveBeneficiary: false,
      ...(narration !== '' && { narration }),
      paymentReference: referenceOf(order.purpose, order.key),
    },
    timeoutMs,
  } as const
}

/** Their network accepts letters, digits and a few signs. */
export function narrationOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9 .,/-]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, NARRATION_LENGTH_MAX)
    .trim()
}

/** The time in a UUIDv7, in milliseconds; null for other keys. */
function timeOf(key: string): number | null {
  const [, high = '', low = ''] = UUID_V7.exec(key) ?? []
  return high === '' ? null : Number.parseInt(high + low, 16)
}

/** The outcome of a new request for which a transfer exists. */
function saidOf(record: Fields, order: Omit<Order, 'enquiry'>): TransferOutcome {
  const amount = readDecimalNaira(record['amount'])
  const accountNumber = textOf(record['creditAccountNumber'])
  const handle = sessionIdOf(record['sessionId'])
  const isRead = amount !== null && /^\d{10}$/.test(accountNumber) && handle !== ''
  if (!isRead) return { kind: 'unknown' }
  if (!isOfOrder(record, order)) return { kind: 'failed', reason: 'duplicate' }
  const said = transferSaid(record)
  return said.kind === 'reversed' ? { kind: 'accepted', handle } : said
}

/** Enquires by session id. Null: search the list. */
async function statusOf(
  api: Api,
  sessionId: string,
  reference: string,
): Promise<TransferOutcome | null> {
  if (sessionId === '') return null
  const answer = await api.ask({
    call: 'transfer_status',
    method: 'POST',
    path: '/transfers/status',
    json: { sessionId },
    timeoutMs: timeOfAll(api) / 2,
  })
  if (answer.kind === 'unavailable') return answer
  if (answer.kind === 'unknown') return { kind: 'unknown', handle: sessionId }
  if (isNotLocated(answer)) return null
  if (answer.kind === 'refused') return { kind: 'unknown', handle: sessionId }
  const record = fieldsOf(answer.data)
  const isOurs =
    textOf(record['paymentReference']) === reference &&
    sessionIdOf(record['sessionId']) === sessionId
  const said: TransferOutcome = isOurs ? transferSaid(record) : { kind: 'unknown' }
  return said.kind === 'unknown' ? { kind: 'unknown', handle: sessionId } : said
}

type Search =
  | { kind: 'found'; record: Fields }
  | { kind: 'none' }
  /** `isKnown`: the query was certainly not answered. */
  | { kind: 'silent'; isKnown: boolean }

function search(
  api: Api,
  reference: string,
  listed: Listed,
  order?: Omit<Order, 'enquiry'>,
): Search {
  if (listed.kind !== 'listed') return { kind: 'silent', isKnown: listed.kind === 'unavailable' }
  // A row without a readable reference might be the transfer.
  if (listed.rows.some((row) => isNameless(row, order))) return { kind: 'silent', isKnown: false }
  const found = listed.rows.filter((row) => textOf(row['paymentReference']) === reference)
  if (found.length > 1) {
    const fields = { provider: 'safehaven', count: found.length }
    api.log.warn(fields, 'Several transfers have the same reference.')
  }
  const sent = found.find((row) => transferSaid(row).kind === 'sent')
  const record = sent ?? found[0]
  return record === undefined ? { kind: 'none' } : { kind: 'found', record }
}

/** A row without any reference counts only if it matches the order. */
function isNameless(row: Fields, order?: Omit<Order, 'enquiry'>): boolean {
  const reference = row['paymentReference']
  if (textOf(reference) !== '') return false
  if (reference !== null && reference !== '') return true
  return order !== undefined && isOfOrder(row, order)
}

function isOfOrder(row: Fields, { amount, accountNumber }: Omit<Order, 'enquiry'>): boolean {
  return (
    readDecimalNaira(row['amount']) === amount &&
    textOf(row['creditAccountNumber']) === accountNumber
  )
}

/** Also true if the list is unreadable. */
function mayBeAmong(reference: string, debits: Listed): boolean {
  if (debits.kind !== 'listed') return true
  return debits.rows.some((row) => textOf(row['paymentReference']) === reference)
}
