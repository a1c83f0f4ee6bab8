import { HOUR, later } from '../../../src/platform/clock.ts'
import { type Kobo, kobo } from '../../../src/platform/money.ts'
import type { PaystackBooks, StandInCharge } from './books.ts'
import type { Domain } from './records.ts'
import { settledCharge } from './records.ts'
import {
  type Asked,
  between,
  type Fields,
  knowAll,
  paged,
  queryOf,
  Refused,
  textIn,
} from './wire.ts'

// Disputes of Paystack's stand-in: their state, records and calls.

export type DisputeStatus =
  | 'awaiting-merchant-feedback'
  | 'awaiting-bank-feedback'
  | 'pending'
  | 'resolved'
export type StandInDispute = {
  id: number
  charge: StandInCharge
  amount: Kobo
  category: 'chargeback' | 'fraud' | 'general'
  status: DisputeStatus
  resolution: 'merchant-accepted' | 'declined' | 'auto-accepted' | null
  said: string
  evidence: (Fields & { id: number }) | null
  /** The last name that was given for a file. */
  file: string | null
  /** What was uploaded under it. */
  uploaded: { type: string | undefined; bytes: Buffer } | null
  answers: Fields[]
  createdAt: Date
  dueAt: Date
  resolvedAt: Date | null
  /** The money went back to the payer. */
  isBack: boolean
}

const ANSWER_MS = 16 * HOUR

export class PaystackDisputes {
  readonly all: StandInDispute[] = []
  private readonly books: PaystackBooks
  private readonly now: () => Date
  private readonly nextId: () => number

  constructor(books: PaystackBooks, now: () => Date, nextId: () => number) {
    this.books = books
    this.now = now
    this.nextId = nextId
  }

  open(
    charge: StandInCharge,
    { amount = charge.amount, category = 'chargeback' as StandInDispute['category'] } = {},
  ): StandInDispute {
    const createdAt = this.now()
    const made: StandInDispute = {
      id: this.nextId(),
      charge,
      amount,
      category,
      status: 'awaiting-merchant-feedback',
      resolution: null,
      said: 'Customer was debited without value',
      evidence: null,
      file: null,
      uploaded: null,
      answers: [],
      createdAt,
      dueAt: later(createdAt, ANSWER_MS),
      resolvedAt: null,
      isBack: false,
    }
    this.all.push(made)
    this.books.tellOf('charge.dispute.create', made)
    return made
  }

  /** The bank decides on one that was declined, or nobody answered. */
  resolve(dispute: StandInDispute, resolution: StandInDispute['resolution'], isBack: boolean) {
    dispute.status = 'resolved'
    dispute.resolution = resolution
    dispute.resolvedAt = this.now()
    dispute.isBack = isBack
    if (isBack) {
      dispute.charge.status = 'reversed'
      this.books.takeBack(dispute)
    }
    this.books.tellOf('charge.dispute.resolve', dispute)
  }

  find(id: string): StandInDispute {
    const found = this.all.find((one) => `${one.id}` === id)
    if (!found) throw new Refused(404, 'Dispute not found', 'not_found')
    return found
  }
}

function fieldsOf(dispute: StandInDispute, domain: Domain) {
  const { charge, resolvedAt, dueAt, createdAt } = dispute
  const { customer, source, authorization, createdAt: _, ...shown } = settledCharge(charge, domain)
  const { gateway_response_code, response_code, ...transaction } = shown
  const [first_name, last_name] = ['Ngozi', 'Sample']
  const person = { ...customer, first_name, last_name, phone: '08030000001' }
  const at = createdAt.toISOString()
  return {
    id: dispute.id,
    refund_amount: Number(dispute.amount),
    currency: 'NGN',
    status: dispute.status,
    resolution: dispute.resolution,
    domain,
    transaction: {
      ...transaction,
      authorization: {},
      customer: { international_format_phone: null },
    },
    transaction_reference: null,
    category: dispute.category,
    customer: { ...person, international_format_phone: null },
    bin: '408408',
    last4: '4081',
    dueAt: dueAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    evidence: null,
    attachments: null,
    note: null,
    history: [{ status: 'pending', by: 'store@example.com', createdAt: at }],
    messages: [{ sender: 'store@example.com', body: dispute.said, createdAt: at }],
  }
}

/** The data of a notification. */
export function disputeEvent(dispute: StandInDispute, domain: Domain) {
  const at = dispute.createdAt.toISOString()
  return { ...fieldsOf(dispute, domain), created_at: at, updated_at: at }
}

function disputeRecord(dispute: StandInDispute, domain: Domain) {
  const at = dispute.createdAt.toISOString()
  return { ...fieldsOf(dispute, domain), createdAt: at, updatedAt: at }
}

export function listDisputes({ disputes }: PaystackBooks, asked: Asked, domain: Domain): object {
  const query = queryOf(asked, ['from', 'to', 'perPage', 'page', 'status', 'transaction'])
  const all = between(disputes.all, query, ({ createdAt }) => createdAt)
  return paged('Disputes retrieved', all, query, (one) => disputeRecord(one, domain))
}

export function fetchDispute({ disputes }: PaystackBooks, id: string, domain: Domain): object {
  return { message: 'Dispute retrieved', data: disputeRecord(disputes.find(id), domain) }
}

export function addEvidence({ disputes }: PaystackBooks, id: string, fields: Fields): object {
  const needed = ['customer_email', 'customer_name', 'customer_phone', 'service_details']
  knowAll(fields, [...needed, 'delivery_address', 'delivery_date'])
  for (const name of needed) {
    if (textIn(fields, name) === null) throw new Refused(400, `${name} is required`)
  }
  const dispute = disputes.find(id)
  dispute.evidence = { ...fields, id: dispute.id + 1 }
  const data = { ...dispute.evidence, dispute: dispute.id }
  return { message: 'Evidence created', data }
}

export function uploadUrl(
  { disputes }: PaystackBooks,
  id: string,
  asked: Asked,
  base: string,
): object {
  const { upload_filename } = queryOf(asked, ['upload_filename'])
  if (!upload_filename) throw new Refused(400, 'upload_filename is required')
  const dispute = disputes.find(id)
  dispute.file = `file${dispute.id}`
  dispute.uploaded = null
  const signedUrl = `${base}/files/${dispute.file}?signature=x`
  return { message: 'Upload url generated', data: { signedUrl, fileName: dispute.file } }
}

/** In a store of its own: it knows no key, and refuses a request that has one. */
export function uploadFile({ disputes }: PaystackBooks, name: string, asked: Asked): object {
  const dispute = disputes.all.find(({ file }) => file === name)
  const isSigned = queryOf(asked, ['signature']).signature === 'x'
  if (!dispute || !isSigned || asked.headers.authorization !== undefined) {
    throw new Refused(403, 'AccessDenied')
  }
  dispute.uploaded = { type: asked.headers['content-type'], bytes: asked.body }
  return {}
}

export function resolveDispute(
  { disputes }: PaystackBooks,
  id: string,
  fields: Fields,
  domain: Domain,
): object {
  knowAll(fields, ['resolution', 'message', 'refund_amount', 'uploaded_filename', 'evidence'])
  const dispute = disputes.find(id)
  if (dispute.status !== 'awaiting-merchant-feedback') {
    throw new Refused(400, 'Dispute has already been responded to')
  }
  if (fields.uploaded_filename !== dispute.file || dispute.file === null) {
    throw new Refused(400, 'uploaded_filename is invalid')
  }
  if (textIn(fields, 'message') === null) throw new Refused(400, 'message is required')
  if (kobo(BigInt(String(fields.refund_amount))) > dispute.charge.amount) {
    throw new Refused(400, 'Refund amount cannot be greater than initial amount')
  }
  dispute.answers.push(fields)
  if (fields.resolution === 'merchant-accepted') {
    disputes.resolve(dispute, 'merchant-accepted', true)
  } else if (fields.resolution === 'declined') {
    if (fields.evidence !== dispute.evidence?.id) throw new Refused(400, 'evidence is invalid')
    dispute.status = 'awaiting-bank-feedback'
  } else throw new Refused(400, 'resolution is invalid')
  return { message: 'Dispute successfully resolved', data: disputeRecord(dispute, domain) }
}
