import { SECOND } from '../../platform/clock.ts'
import { koboNumber, readKobo } from '../amounts.ts'
import { PROVIDER_DEADLINE_MS, silenceOf } from '../client.ts'
import type { DisputeCategory, DisputeState, Notification, RailDispute } from '../outcomes.ts'
import type { AnswerEnquiry, AnswerOutcome, DisputeRail, DisputesOutcome } from '../rails.ts'
import { type Fields, fieldsOf, lineOf, momentOf, rowOf, textOf } from '../values.ts'
import { isRefusal, messageOf, readId, readSaid } from './answers.ts'
import { CHARGE, type Paystack } from './client.ts'

// Disputes. Paystack keeps no key of an answer. So the dispute is read first, and answered only
// while it waits for us: a lost answer is found in its state.
//
// Paystack wants the name of an uploaded file with each answer. What the business says is in the
// evidence and in the message; without a file of the business, nothing is uploaded under the name.

const STEP_MS = 3 * SECOND
const PER_PAGE = 100
const REASON_MAX = 500
const SAID_MAX = 200
const FILE_TYPES = { pdf: 'application/pdf', png: 'image/png', jpeg: 'image/jpeg' }

type Listed = Parameters<DisputeRail['listDisputes']>[0]
type Answered = Parameters<DisputeRail['answerDispute']>[0]

export function disputes(paystack: Paystack) {
  return {
    filesMax: 1,
    listDisputes: (request: Listed) => list(paystack, request),
    answerDispute: (request: Answered) => answer(paystack, request),
    enquireAnswer: ({ dispute }: { dispute: string }) => enquire(paystack, dispute),
  }
}

/** `pending` is not read: whether it waits for the bank or for us, only the next state says. */
const OPEN_STATES: Record<string, DisputeState | null> = {
  'awaiting-merchant-feedback': 'needs_response',
  'awaiting-bank-feedback': 'under_review',
  pending: null,
  archived: null,
}
const CATEGORIES: Record<string, DisputeCategory> = { fraud: 'fraud_report' }
const ACCEPTED = ['merchant-accepted', 'auto-accepted']

/** Null: nothing to tell. Undefined: unreadable. */
function disputeIn({ domain }: Paystack, data: Fields): RailDispute | null | undefined {
  const charge = fieldsOf(data.transaction)
  const id = readId(data.id)
  const reference = textOf(charge.reference)
  const amount = readKobo(data.refund_amount) ?? readKobo(charge.amount)
  const currency = data.currency ?? charge.currency
  if (data.domain !== domain) return null
  const status = stateOf(data)
  if (id === null || status === undefined) return undefined
  if (status === null) return null
  if (!CHARGE.test(reference) || amount === null || currency !== 'NGN') return undefined
  const isTransfer = charge.channel === 'dedicated_nuban' || charge.channel === 'bank_transfer'
  const [first] = Array.isArray(data.messages) ? data.messages : []
  return {
    id,
    of: isTransfer ? { sessionId: reference } : { charge: reference },
    status,
    category: rowOf(CATEGORIES, data.category) ?? 'chargeback',
    reason: lineOf(fieldsOf(first).body, REASON_MAX),
    amount,
    dueAt: momentOf(data.dueAt),
  }
}

/** Of a resolved one, the charge says whether the money went back. */
function stateOf(data: Fields): RailDispute['status'] | null | undefined {
  if (data.status !== 'resolved') return rowOf(OPEN_STATES, data.status)
  const resolution = textOf(data.resolution)
  if (ACCEPTED.includes(resolution)) return 'accepted'
  const { status } = fieldsOf(data.transaction)
  if (status === 'reversed') return status
  return resolution === 'declined' && status === 'success' ? 'won' : undefined
}

export function toldOfDispute(paystack: Paystack, data: Fields): Notification {
  const dispute = disputeIn(paystack, data)
  if (dispute === undefined) return { kind: 'unreadable' }
  return dispute === null ? { kind: 'ignored' } : { kind: 'dispute', dispute }
}

/** One that is unreadable is logged: the others are not kept from us. */
async function list(paystack: Paystack, { from, to, page }: Listed): Promise<DisputesOutcome> {
  const { client } = paystack
  const number = /^[1-9]\d{0,5}$/.test(page ?? '') ? Number(page) : 1
  const answered = await client.call({
    call: 'list disputes',
    method: 'GET',
    path: '/dispute',
    query: {
      from: from.toISOString(),
      to: to.toISOString(),
      perPage: `${PER_PAGE}`,
      page: `${number}`,
    },
  })
  const said = readSaid(answered)
  if (said.kind !== 'done' || !Array.isArray(said.data)) return silenceOf(said)
  const found = said.data.map((one) => disputeIn(paystack, fieldsOf(one)))
  if (found.includes(undefined)) client.noteUnknown('list disputes', answered)
  const pages = textOf(said.meta.pageCount)
  const isLast = /^\d{1,6}$/.test(pages) ? number >= Number(pages) : found.length < PER_PAGE
  const disputes = found.flatMap((one) => one ?? [])
  return { kind: 'fetched', disputes, ...(!isLast && { next: `${number + 1}` }) }
}

type Known = { state: RailDispute['status']; resolution: string; customer: Fields }

async function read(
  { client }: Paystack,
  dispute: string,
  timeoutMs?: number,
): Promise<Known | { kind: 'unavailable' } | { kind: 'unknown' }> {
  if (readId(dispute) === null) return { kind: 'unknown' }
  const answered = await client.call({
    call: 'read dispute',
    method: 'GET',
    path: `/dispute/${dispute}`,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  const said = readSaid(answered)
  const data = fieldsOf(said.kind === 'done' ? said.data : null)
  const state = readId(data.id) === dispute ? stateOf(data) : undefined
  if (state)
    return { state, resolution: textOf(data.resolution), customer: fieldsOf(data.customer) }
  if (said.kind !== 'unavailable') client.noteUnknown('read dispute', answered)
  return silenceOf(said)
}

async function enquire(paystack: Paystack, dispute: string): Promise<AnswerEnquiry> {
  const known = await read(paystack, dispute)
  if ('kind' in known) return known
  if (known.state === 'needs_response') return { kind: 'not_found' }
  const { resolution } = known
  return resolution === 'auto-accepted'
    ? { kind: 'refused', said: resolution }
    : { kind: 'answered' }
}

async function answer(
  paystack: Paystack,
  { dispute, amount, answer: asked, email }: Answered,
): Promise<AnswerOutcome> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const stepMs = () => Math.min(STEP_MS, endMs - performance.now())
  const known = await read(paystack, dispute, stepMs())
  if ('kind' in known) return { kind: 'unavailable' }
  if (known.state !== 'needs_response') return answeredBefore(known, asked.kind)
  const isAccepted = asked.kind === 'accept'
  const evidence = isAccepted
    ? {}
    : await addEvidence(
        paystack,
        dispute,
        { email, customer: known.customer, text: asked.text },
        stepMs(),
      )
  if (evidence === null) return { kind: 'unavailable' }
  const sent = isAccepted ? undefined : asked.files[0]
  const place = await placeFor(paystack, dispute, sent?.type ?? 'txt', stepMs())
  if (place === null) return { kind: 'unavailable' }
  const { client } = paystack
  if (sent !== undefined) {
    const timeoutMs = endMs - STEP_MS - performance.now()
    const [url, type] = [place.url, FILE_TYPES[sent.type]]
    const file = { call: 'upload dispute file', url, type, bytes: sent.bytes, timeoutMs }
    if (!(await client.upload(file))) return { kind: 'unavailable' }
  }
  const resolved = await client.call({
    call: 'answer dispute',
    method: 'PUT',
    path: `/dispute/${dispute}/resolve`,
    json: {
      resolution: isAccepted ? 'merchant-accepted' : 'declined',
      message: isAccepted ? 'The merchant accepts.' : asked.text,
      refund_amount: koboNumber(amount),
      uploaded_filename: place.name,
      ...evidence,
    },
    timeoutMs: endMs - performance.now(),
  })
  const said = readSaid(resolved)
  if (said.kind === 'unavailable') return said
  if (said.kind === 'done' && readId(fieldsOf(said.data).id) === dispute)
    return { kind: 'answered' }
  client.noteUnknown('answer dispute', resolved)
  if (!isRefusal(resolved)) return { kind: 'unknown' }
  return { kind: 'refused', said: messageOf(resolved).slice(0, SAID_MAX) }
}

/** Somebody else, or an earlier request, has answered it, or nobody did in time. */
function answeredBefore({ state, resolution }: Known, asked: 'accept' | 'contest'): AnswerOutcome {
  const isSame = asked === 'accept' ? state === 'accepted' : state !== 'accepted'
  return isSame ? { kind: 'answered' } : { kind: 'refused', said: resolution || state }
}

/** Null if they did not take it. */
async function addEvidence(
  { client }: Paystack,
  dispute: string,
  { email, customer, text }: { email: string; customer: Fields; text: string },
  timeoutMs: number,
): Promise<{ evidence: ReturnType<typeof koboNumber> } | null> {
  const { first_name, last_name, phone } = customer
  const name = [first_name, last_name]
    .map((one) => lineOf(one))
    .join(' ')
    .trim()
  const answered = await client.call({
    call: 'dispute evidence',
    method: 'POST',
    path: `/dispute/${dispute}/evidence`,
    json: {
      customer_email: email,
      customer_name: name || email,
      customer_phone: lineOf(phone) || 'not known',
      service_details: text,
    },
    timeoutMs,
  })
  const said = readSaid(answered)
  const id = said.kind === 'done' ? readKobo(fieldsOf(said.data).id) : null
  if (id !== null) return { evidence: koboNumber(id) }
  if (said.kind !== 'unavailable') client.noteUnknown('dispute evidence', answered)
  return null
}

/** Where a file is uploaded, and its name there. */
async function placeFor(
  { client }: Paystack,
  dispute: string,
  extension: string,
  timeoutMs: number,
): Promise<{ name: string; url: string } | null> {
  const answered = await client.call({
    call: 'dispute file',
    method: 'GET',
    path: `/dispute/${dispute}/upload_url`,
    query: { upload_filename: `dispute-${dispute}.${extension}` },
    timeoutMs,
  })
  const said = readSaid(answered)
  const { fileName, signedUrl } = fieldsOf(said.kind === 'done' ? said.data : null)
  const name = textOf(fileName)
  if (/^[\w.-]{1,200}$/.test(name)) return { name, url: textOf(signedUrl) }
  if (said.kind !== 'unavailable') client.noteUnknown('dispute file', answered)
  return null
}
