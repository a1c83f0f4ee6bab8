import { DAY, later } from '../../platform/clock.ts'
import { readDecimalNaira } from '../amounts.ts'
import { PROVIDER_DEADLINE_MS } from '../client.ts'
import type { DisputeState, RailDispute } from '../outcomes.ts'
import type { AnswerEnquiry, AnswerOutcome, DisputeRail, DisputesOutcome } from '../rails.ts'
import { type Fields, fieldsOf, lineOf, momentOf, rowOf, textOf } from '../values.ts'
import { keyOfOneOff } from './accounts.ts'
import { readId, readSaid } from './answers.ts'
import { type Flutterwave, KEY } from './client.ts'
import { daysOf, listChargebacks, readPage } from './lists.ts'

// Chargebacks. Flutterwave tells of none unless it is asked to, so they are listed. It keeps no key
// of an answer, and reads none by its id. So our id of one has its day, by which it is found: it is
// answered only while it waits for us, and a lost answer is found in its state. An answer is text:
// Flutterwave takes files in its own dashboard only.

const REASON_MAX = 500
const SAID_MAX = 200
const ID = /^([1-9]\d{0,19})@(\d{4}-\d\d-\d\d)$/
const STATES: Record<string, DisputeState> = {
  initiated: 'needs_response',
  pending: 'needs_response',
  declined: 'under_review',
  accepted: 'accepted',
  won: 'won',
  reversed: 'won',
  lost: 'lost',
}

type Listed = Parameters<DisputeRail['listDisputes']>[0]
type Enquired = Parameters<DisputeRail['enquireAnswer']>[0]
type Answered = Parameters<DisputeRail['answerDispute']>[0]

export function disputes(flutterwave: Flutterwave) {
  return {
    filesMax: 0,
    listDisputes: (request: Listed) => list(flutterwave, request),
    answerDispute: (request: Answered) => answer(flutterwave, request),
    enquireAnswer: ({ dispute }: Enquired) => enquire(flutterwave, dispute),
  }
}

/** One that is unreadable is logged: the others are not kept from us. */
async function list(
  flutterwave: Flutterwave,
  { from, to, page }: Listed,
): Promise<DisputesOutcome> {
  const number = /^[1-9]\d{0,5}$/.test(page ?? '') ? Number(page) : 1
  const query = { ...daysOf({ from, to }), currency: 'NGN' }
  const read = await readPage(flutterwave, { path: '/chargebacks', query, page: number })
  if (read === null) return { kind: 'unknown' }
  const found = read.rows.map((row) => ({ dispute: disputeIn(row), at: momentOf(row.created_at) }))
  if (found.some(({ dispute }) => dispute === undefined)) {
    const call = { provider: 'flutterwave', call: 'list chargebacks' }
    flutterwave.log.warn(call, 'a chargeback is unreadable')
  }
  const disputes = found.flatMap(({ dispute, at }) =>
    dispute && at && at >= from && at < to ? [dispute] : [],
  )
  return { kind: 'fetched', disputes, ...(!read.isLast && { next: `${number + 1}` }) }
}

/** Null: of another program. Undefined: unreadable. */
function disputeIn(row: Fields): RailDispute | null | undefined {
  const id = readId(row.id)
  const amount = readDecimalNaira(row.amount)
  const at = momentOf(row.created_at)
  const status = stateOf(row)
  const [reference, transaction] = [textOf(row.tx_ref), readId(row.transaction_id)]
  if (id === null || amount === null || at === null || status === undefined) return undefined
  if (transaction === null || reference === '') return undefined
  if (!KEY.test(reference)) return null
  const isTransfer = keyOfOneOff(reference) !== null
  return {
    id: `${id}@${at.toISOString().slice(0, 10)}`,
    of: isTransfer ? { sessionId: transaction } : { charge: reference },
    status,
    category: 'chargeback',
    reason: lineOf(row.comment, REASON_MAX),
    amount,
    dueAt: momentOf(row.due_date),
  }
}

/** One that is lost because nobody answered is given up. */
function stateOf(row: Fields): DisputeState | undefined {
  return row.status === 'lost' && wasMissed(row) ? 'accepted' : rowOf(STATES, row.status)
}

function wasMissed({ meta }: Fields): boolean {
  const { history } = fieldsOf(meta)
  const steps = Array.isArray(history) ? history.map(fieldsOf) : []
  return steps.some(({ description }) => /^no merchant response/i.test(textOf(description)))
}

type Known = { state: DisputeState; wasMissed: boolean }

async function read(
  flutterwave: Flutterwave,
  dispute: string,
): Promise<Known | { kind: 'unknown' }> {
  const [, id = '', day] = ID.exec(dispute) ?? []
  if (day === undefined) return { kind: 'unknown' }
  const from = new Date(`${day}T00:00:00Z`)
  const rows = await listChargebacks(flutterwave, { from, to: later(from, DAY) })
  const row = rows?.find((one) => readId(one.id) === id)
  const state = row && stateOf(row)
  return row && state ? { state, wasMissed: wasMissed(row) } : { kind: 'unknown' }
}

async function enquire(flutterwave: Flutterwave, dispute: string): Promise<AnswerEnquiry> {
  const known = await read(flutterwave, dispute)
  if ('kind' in known) return known
  if (known.state === 'needs_response') return { kind: 'not_found' }
  return known.wasMissed ? { kind: 'refused', said: 'no answer in time' } : { kind: 'answered' }
}

async function answer(
  flutterwave: Flutterwave,
  { dispute, answer: asked }: Answered,
): Promise<AnswerOutcome> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const known = await read(flutterwave, dispute)
  // Nothing was sent.
  if ('kind' in known) return { kind: 'unavailable' }
  if (known.state !== 'needs_response') return answeredBefore(known, asked.kind)
  const { client } = flutterwave
  const isAccepted = asked.kind === 'accept'
  const answered = await client.call({
    call: 'answer chargeback',
    method: 'PUT',
    path: `/chargebacks/${ID.exec(dispute)![1]}`,
    json: {
      action: isAccepted ? 'accept' : 'decline',
      comment: isAccepted ? 'The merchant accepts.' : asked.text,
    },
    timeoutMs: endMs - performance.now(),
  })
  const said = readSaid(answered)
  if (said.kind === 'unavailable') return said
  if (said.kind === 'done') return { kind: 'answered' }
  client.noteUnknown('answer chargeback', answered)
  if (said.kind !== 'refused') return { kind: 'unknown' }
  return { kind: 'refused', said: said.said.slice(0, SAID_MAX) }
}

/** Somebody else, or an earlier request, has answered it, or nobody did in time. */
function answeredBefore({ state, wasMissed }: Known, asked: 'accept' | 'contest'): AnswerOutcome {
  const isSame = asked === 'accept' ? state === 'accepted' : state !== 'accepted'
  return isSame ? { kind: 'answered' } : { kind: 'refused', said: wasMissed ? 'too late' : state }
}
