import type { Context, Scope } from '../../src/core/context.ts'
import { accept, contest } from '../../src/payments/disputes/answer.ts'
import { EvidenceBody } from '../../src/payments/disputes/disputes.routes.ts'
import {
  type Dispute,
  disputeNamed,
  evidenceOf,
  listDisputes,
  toWireDispute,
} from '../../src/payments/disputes/disputes.ts'
import { findByKey } from '../../src/payments/transactions/transactions.ts'
import { firstPage, type Page } from '../../src/platform/paging.ts'
import { refuse } from '../../src/platform/refusal.ts'
import { type Asked, checked, wrong } from './asked.ts'
import { type Call, call, list } from './call.routes.ts'
import { paystackDispute, STATUSES } from './dispute-record.ts'
import { byNumber, integrationOf } from './numbers.ts'
import { payingOf, theirs } from './transactions.routes.ts'

// Disputes. Paystack takes evidence first, and then whether the dispute is accepted or declined.
// Here, evidence contests it at once, because the bank gets one answer; a later `declined` finds
// it contested.

const READ = 'GET /disputes/:id'
const ANY = { transactionId: null, from: null, to: null }
const EVIDENCE = [
  ['customer_name', 'Customer'],
  ['customer_email', 'Email'],
  ['customer_phone', 'Phone'],
  ['service_details', 'Service'],
  ['delivery_address', 'Delivered to'],
  ['delivery_date', 'Delivered on'],
] as const
const NEEDED = ['customer_email', 'customer_name', 'customer_phone', 'service_details'] as const

export const disputeCalls = [
  list(
    'GET /dispute',
    'GET /disputes',
    'Disputes retrieved',
    async ({ context, scope, query }, page) => {
      const transaction = query.text('transaction')
      const payment = transaction ? await payingOf(context, scope, transaction) : null
      const filter = { transactionId: payment?.id ?? null, ...query.range() }
      return listDisputes(context.sql, scope, filter, { ...page, ...wanted(query) })
    },
    (rows, asked) => Promise.all(rows.map((row) => shown(asked, row))),
  ),
  call('GET /dispute/transaction/:id', 'GET /disputes', async (asked) => {
    const { context, scope, params } = asked
    const payment = await payingOf(context, scope, params['id'] ?? '')
    const filter = { ...ANY, transactionId: payment.id }
    const { rows } = await listDisputes(context.sql, scope, filter, firstPage(1))
    const [newest = refuse('dispute_not_found')] = rows
    const data = { ...(await shown(asked, newest)), ...madeBy(scope) }
    return { message: 'Dispute retrieved successfully', data }
  }),
  call('GET /dispute/:id', READ, async (asked) => ({
    message: 'Dispute retrieved',
    data: await shown(asked, await disputeOf(asked)),
  })),
  call('POST /dispute/:id/evidence', 'POST /disputes/:id/evidence', async (asked) => {
    const { context, body } = asked
    const sent = body.texts(...EVIDENCE.map(([name]) => name))
    for (const name of NEEDED) body.needed(name)
    const lines = EVIDENCE.flatMap(([name, title]) => (sent[name] ? `${title}: ${sent[name]}` : []))
    const { text } = checked(EvidenceBody, { text: lines.join('\n') })
    const { disputeId, ...answered } = await contest(context, await disputeOf(asked), text)
    const { id, updatedAt } = paystackDispute(toWireDispute({ disputeId, ...answered }), null)
    const at = answered.answeredAt?.toISOString() ?? updatedAt
    const given = Object.fromEntries(EVIDENCE.map(([name]) => [name, sent[name] ?? '']))
    return {
      message: 'Evidence created',
      data: { ...given, dispute: id, id, createdAt: at, updatedAt: at },
    }
  }),
  call('PUT /dispute/:id/resolve', 'POST /disputes/:id/accept', resolve),
]

async function resolve(asked: Call) {
  const { context, scope, body } = asked
  const resolution = body.oneOf('resolution', ['merchant-accepted', 'declined'] as const)
  const message = body.needed('message')
  const dispute = await disputeOf(asked)
  const amount = body.amount('refund_amount')
  if (resolution === null) body.needed('resolution')
  if (resolution === 'merchant-accepted' && amount !== null && amount !== Number(dispute.amount)) {
    wrong('refund_amount', `refund_amount must be all that is disputed: ${dispute.amount}.`)
  }
  const isContested = resolution === 'declined' && dispute.status === 'under_review'
  const { text } = checked(EvidenceBody, { text: message })
  const answered =
    resolution === 'merchant-accepted'
      ? await accept(context, dispute)
      : isContested
        ? dispute
        : await contest(context, dispute, text)
  const data = await shown(asked, answered)
  const at = answered.answeredAt?.toISOString() ?? data.updatedAt
  const said = { dispute: data.id, sender: 'business', body: message, id: data.id }
  return {
    message: 'Dispute successfully resolved',
    data: {
      ...data,
      ...madeBy(scope),
      resolution,
      evidence: data.id,
      attachments: '',
      resolvedAt: data.resolvedAt ?? at,
      message: { ...said, createdAt: at, updatedAt: at },
    },
  }
}

/** Paystack has `resolved` for each outcome. */
function wanted(query: Asked): Pick<Page, 'where'> {
  const status = query.oneOf('status', [...Object.keys(STATUSES), 'pending'])
  if (status === null) return {}
  const ours = STATUSES[status] ?? STATUSES['awaiting-merchant-feedback']!
  return { where: (sql) => sql`and status = any(${ours})` }
}

/** By Paystack's number or our id. */
async function disputeOf({ context, scope, params }: Call): Promise<Dispute> {
  const text = params['id'] ?? ''
  const all = (page: Page) => listDisputes(context.sql, scope, ANY, page)
  return (await byNumber(text, all, 'disputeId')) ?? disputeNamed(context, scope, text)
}

async function shown({ context, scope }: { context: Context; scope: Scope }, dispute: Dispute) {
  const payment = await findByKey(context, { ...scope, id: dispute.transactionId })
  const evidence = evidenceOf(context, dispute)
  return paystackDispute(toWireDispute(dispute), payment && theirs(payment), evidence)
}

function madeBy(scope: Scope) {
  return { integration: integrationOf(scope), created_by: integrationOf(scope) }
}
