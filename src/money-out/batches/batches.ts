import { bankName } from '../../accounts/banks/banks.ts'
import type { Context, Scope } from '../../core/context.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { shownMetadata } from '../../core/metadata.ts'
import { dutyOn, stampDuty } from '../../core/stamp-duty.ts'
import type { Asker } from '../../payments/splits/account-changes.sql.ts'
import { later, SECOND } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { newId, parsePublicId, publicId, shortId } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import { refusals } from '../../platform/refusals.ts'
import { railFor } from '../../providers/capabilities.ts'
import { type FailureReason, failureSentence } from '../../providers/failures.ts'
import {
  type Batch,
  type BatchId,
  countOpen,
  findBatch,
  insertBatch,
  insertLines,
  LINE_STATUSES,
  type Line,
  type LineNow,
  listTaken,
  type NameState,
  type Tally,
  tallyLines,
} from './batches.sql.ts'

// A payout batch: many payouts in one request. The request is validated whole; then each line gets
// a name enquiry; then a person or a key decides, and each line becomes an ordinary payout.
//
//   (none) ──> checking                  [create]
//   checking ──> awaiting_approval       [check.ts endChecks: the business requires approval]
//   checking ──> ready                   [check.ts endChecks: otherwise]
//   checking ──> processing              [check.ts endChecks: auto_send, and every name was found]
//   checking ──> insufficient_balance    [check.ts endChecks: the same, with too low a balance]
//   checking ──> completed               [check.ts endChecks: no line can be sent]
//   awaiting_approval ──> processing     [decide.ts approve: a second person]
//   ready ──> processing                 [decide.ts send, approve]
//   processing ──> insufficient_balance  [send.ts sendLine: a line is more than the balance]
//   insufficient_balance ──> processing  [decide.ts send, approve: after a top-up]
//   processing ──> completed             [send.ts endSending: every payout has ended]
//   all but completed ──> cancelled      [decide.ts cancel: no further line is sent]
//
//   line: (none) ──> waiting             [create]
//         waiting ──> sent               [send.ts sendLine: with the payout, in one COMMIT]
//         waiting ──> not_sent           [check.ts enquire, send.ts sendLine: it cannot be sent]
//         waiting ──> cancelled          [decide.ts cancel]
//
// Invariants:
// (1) A batch is stored whole or not at all. A wrong line refuses the request.
// (2) A line makes one payout, whose id it has from the start. The database transaction that
//     inserts the payout takes the line: it is sent exactly if there is a payout.
// (3) A line is `not_sent` only if no payout exists and none will. Without an answer of the bank,
//     it keeps waiting.
// (4) The batch moves no money. The ledger has entries of payouts only.
// (5) A waiting line is due while a job must act on it. A batch is due while it is `checking` or
//     `processing`, so that its end is found after any crash.
// (6) While approval is required, no line is sent before a second person has approved the batch.

/** In one batch. */
export const LINES_MAX = 1_000
/** Batches that have not ended, of a business and mode. */
const OPEN_MAX = 100
/** Lines of a batch become due this far apart, so that several batches take turns. */
export const LINES_APART_MS = 20
/** How often a job looks whether a batch has ended, at first. */
export const FIRST_LOOK_MS = 2 * SECOND

export type LineInput = Pick<
  Line,
  'amount' | 'bankCode' | 'accountNumber' | 'reference' | 'reason' | 'metadata'
>
export type BatchInput = {
  name: string | null
  autoSend: boolean
  lines: LineInput[]
  /** How the request names a field of a line. */
  wrongAt: WrongAt
}
export type WrongAt = (
  line: number,
  field: string,
  code: FieldError['code'],
  says: string,
) => FieldError

export type Made = { effectId: string | null; requestName: string | null; maker: Asker }

export async function create(
  context: Context,
  scope: Scope,
  input: BatchInput,
  { effectId, requestName, maker }: Made,
): Promise<Batch> {
  const now = context.now()
  const { businessId, mode } = scope
  const batchId = (effectId ?? newId(now)) as BatchId
  const earlier = await findBatch(context.sql, { businessId, mode, batchId })
  if (earlier) return earlier

  railFor(context.rails, scope, 'payouts')
  await refuseTaken(context.sql, scope, input)
  if ((await countOpen(context.sql, scope)) >= OPEN_MAX) refuse('too_many_payout_batches')
  const batch: Batch = {
    businessId,
    mode,
    batchId,
    name: input.name,
    state: 'checking',
    autoSend: input.autoSend,
    requestName,
    madeBy: maker.askedBy,
    madeByName: maker.askedByName,
    approvedByEmail: null,
    cancelledByName: null,
    dueAt: later(now, FIRST_LOOK_MS),
    createdAt: now,
    checkedAt: null,
    startedAt: null,
    endedAt: null,
  }
  const isNew = await context.sql.begin(async (sql) => {
    if (!(await insertBatch(sql, batch))) return false
    const inserted = await insertLines(sql, linesOf(batch, input.lines))
    // Another batch took a reference meanwhile.
    if (inserted.length < input.lines.length) refuseReferences(input, missingFrom(input, inserted))
    return true
  })
  return isNew ? batch : findOwn(context, scope, batchId)
}

/** What `create` would store, without storing it. Refuses what `create` refuses. */
export async function preview(context: Context, scope: Scope, input: BatchInput) {
  railFor(context.rails, scope, 'payouts')
  await refuseTaken(context.sql, scope, input)
  const repeats = repeatsOf(input.lines)
  return {
    count: input.lines.length,
    amount: kobo(input.lines.reduce((sum, { amount }) => sum + amount, 0n)),
    stampDuty: kobo(input.lines.reduce((sum, { amount }) => sum + dutyOfLine(context, amount), 0n)),
    repeated: repeats.filter((first) => first !== null).length,
  }
}

/** Whichever provider sends it. */
function dutyOfLine(context: Context, amount: Kobo): Kobo {
  return dutyOn(context, amount, '').duty
}

function linesOf({ businessId, mode, batchId, createdAt }: Batch, inputs: LineInput[]): Line[] {
  const repeats = repeatsOf(inputs)
  return inputs.map((input, i) => ({
    businessId,
    mode,
    batchId,
    number: i + 1,
    payoutId: newId<'payout'>(createdAt),
    state: 'waiting',
    ...input,
    repeats: repeats[i]!,
    nameState: 'pending',
    accountName: null,
    failure: null,
    dueAt: later(createdAt, (i + 1) * LINES_APART_MS),
  }))
}

/** For each line, the number of the first one with the same account and amount; null for that. */
function repeatsOf(lines: LineInput[]): (number | null)[] {
  const first = new Map<string, number>()
  return lines.map(({ bankCode, accountNumber, amount }, i) => {
    const same = `${bankCode} ${accountNumber} ${amount}`
    const number = first.get(same) ?? null
    if (number === null) first.set(same, i + 1)
    return number
  })
}

async function refuseTaken(sql: Sql, scope: Scope, input: BatchInput): Promise<void> {
  const references = input.lines.flatMap(({ reference }) => reference ?? [])
  const taken = new Set(await listTaken(sql, scope, references))
  const lines = input.lines.flatMap(({ reference }, i) => (taken.has(reference ?? '') ? [i] : []))
  if (lines.length > 0) refuseReferences(input, lines)
}

function missingFrom({ lines }: BatchInput, inserted: number[]): number[] {
  const stored = new Set(inserted)
  return lines.flatMap((_, i) => (stored.has(i + 1) ? [] : [i]))
}

function refuseReferences({ wrongAt }: BatchInput, lines: number[]): never {
  const says = 'is already used by a payout, or by a line of another batch'
  return refuseFields(lines.map((i) => wrongAt(i, 'reference', 'invalid', says)))
}

/** Refuses an unknown id and another business's id alike. */
export async function findOwn(
  { sql }: Context,
  { businessId, mode }: Scope,
  batchId: BatchId | null,
): Promise<Batch> {
  if (batchId === null) refuse('payout_batch_not_found')
  return (await findBatch(sql, { businessId, mode, batchId })) ?? refuse('payout_batch_not_found')
}

/** The total of the lines to be sent with their stamp duty, and the balance that pays them. */
export async function costOf(context: Context, batch: Batch) {
  const tallies = await tallyLines(context.sql, batch, [batch.batchId], stampDuty(context))
  const waiting = tallies.filter(({ status }) => status === 'waiting')
  const { available } = await balancesOf(context, batch)
  const toSend = kobo(waiting.reduce((sum, one) => sum + one.amount + one.stampDuty, 0n))
  return { toSend, available: available.available }
}

export function batchIn(text: string): BatchId | null {
  return parsePublicId('payout_batch', text)
}

/** Emits the end of the batch in the caller's database transaction. */
export async function emitEnd(sql: Sql, batch: Batch, now: Date): Promise<void> {
  // No line waits any more.
  const data = JSON.stringify(
    toWireBatch(batch, await tallyLines(sql, batch, [batch.batchId], null)),
  )
  await emit(sql, [newEvent(batch, 'payout_batch.completed', data, now)])
}

/** After COMMIT. */
export function tell({ pubSub }: Context, { businessId, mode }: Scope): void {
  pubSub.publish(EVENTS_TOPIC, { businessId, mode })
}

/** The batches with their progress. */
export async function recordsOf(context: Context, scope: Scope, batches: Batch[]) {
  const ids = batches.map(({ batchId }) => batchId)
  const duty = stampDuty(context)
  const tallies = ids.length === 0 ? [] : await tallyLines(context.sql, scope, ids, duty)
  return batches.map((batch) => toWireBatch(batch, tallies))
}

/** On the wire, and as the data of its event. */
function toWireBatch(batch: Batch, tallies: readonly Tally[]) {
  const own = tallies.filter(({ batchId }) => batchId === batch.batchId)
  const sum = (some: readonly Tally[], of: 'count' | 'amount' | 'stampDuty' | 'repeated') =>
    some.reduce((total, tally) => total + Number(tally[of]), 0)
  const progress = LINE_STATUSES.map((name) => {
    const some = own.filter(({ status }) => status === name)
    const [lines, amount] = [sum(some, 'count'), sum(some, 'amount')]
    return [name, { count: lines, amount, stamp_duty: sum(some, 'stampDuty') }] as const
  })
  const named = (name: NameState) =>
    sum(
      own.filter(({ nameState }) => nameState === name),
      'count',
    )
  return {
    id: publicId('payout_batch', batch.batchId),
    domain: batch.mode,
    name: batch.name,
    status: batch.state,
    count: sum(own, 'count'),
    amount: sum(own, 'amount'),
    currency: 'NGN' as const,
    progress: Object.fromEntries(progress) as Record<
      (typeof LINE_STATUSES)[number],
      { count: number; amount: number; stamp_duty: number }
    >,
    names: {
      pending: named('pending'),
      found: named('found'),
      not_found: named('not_found'),
      unknown: named('unknown'),
    },
    repeated: sum(own, 'repeated'),
    auto_send: batch.autoSend,
    made_by: batch.madeByName,
    approved_by: batch.approvedByEmail,
    cancelled_by: batch.cancelledByName,
    created_at: batch.createdAt.toISOString(),
    checked_at: batch.checkedAt?.toISOString() ?? null,
    started_at: batch.startedAt?.toISOString() ?? null,
    ended_at: batch.endedAt?.toISOString() ?? null,
  }
}

/** Why a line is not sent: refusals after which no payout exists, and none will. */
export const NOT_SENT = ['account_not_resolved', 'duplicate_reference', 'unknown_bank'] as const
type LineFailure = FailureReason | (typeof NOT_SENT)[number]

function messageOf(code: LineFailure): string {
  const own = NOT_SENT.find((one) => one === code)
  if (own === 'duplicate_reference') return 'Another payout has this reference.'
  return own === undefined ? failureSentence(code) : refusals[own].message
}

export function toWireLine(line: LineNow) {
  const { bankCode, payoutId, completedAt, reversedAt } = line
  const code = line.failure as LineFailure | null
  return {
    number: line.number,
    status: line.status,
    amount: Number(line.amount),
    currency: 'NGN' as const,
    bank: { name: bankName(bankCode) ?? bankCode, code: bankCode },
    account_number: line.accountNumber,
    account_name: line.accountName,
    name_check: line.nameState,
    reference: line.reference ?? shortId(payoutId),
    reason: line.reason,
    metadata: shownMetadata(line.metadata),
    repeats: line.repeats,
    failure_code: code,
    failure_message: code && messageOf(code),
    payout_id: line.state === 'sent' ? publicId('payout', payoutId) : null,
    session_id: line.sessionId,
    completed_at: completedAt?.toISOString() ?? null,
    reversed_at: reversedAt?.toISOString() ?? null,
  }
}
