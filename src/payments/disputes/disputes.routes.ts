import { Type } from 'typebox'
import type { BusinessId, Context } from '../../core/context.ts'
import { withMessage } from '../../core/envelope.ts'
import { oneOf } from '../../core/filters.ts'
import { action, list, record, under } from '../../core/route.ts'
import {
  Created,
  Currency,
  Domain,
  Kobo,
  KoboAmount,
  Nullable,
  named,
  PublicId,
  rangeQuery,
  SentCurrency,
  SessionId,
  Text,
  Timestamp,
} from '../../core/wire.ts'
import { isUuid } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { metaOf } from '../../platform/paging.ts'
import { readRange } from '../../platform/range.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import { findPayment, paymentNamed } from '../transactions/transactions.ts'
import { accept, contest, EVIDENCE_MAX } from './answer.ts'
import { closeDispute } from './close.ts'
import {
  CATEGORIES,
  CLOSERS,
  type Dispute,
  listAllDisputes,
  listDisputes,
  STATUSES,
} from './disputes.sql.ts'
import { anyDisputeNamed, disputeNamed, evidenceOf, toWireDispute } from './disputes.ts'
import { openDispute } from './open.ts'

const CASE_MAX = 64
const REASON_MAX = 500

const Category = Type.Enum([...CATEGORIES], {
  description:
    '`chargeback`: a cardholder. `fraud_report`, `recall`: the bank of the payer of a transfer.',
})

const properties = {
  id: PublicId('dispute'),
  domain: Domain,
  transaction_id: PublicId('transaction', 'The id of the transaction.'),
  transaction_reference: Text('The reference of the transaction.', 'order-1042'),
  category: Category,
  case_number: Text("The provider's or bank's name of the dispute.", '2867091'),
  reason: Text('In the words of the provider or bank.', 'Goods were not delivered'),
  status: Type.Enum([...STATUSES], {
    description:
      '`needs_response`: answer by `due_at`. `under_review`: you have answered. `won`: the money ' +
      'is back in your wallet. `lost`: it is not. `accepted`: you gave it up, or did not answer.',
  }),
  amount: Kobo('What is disputed, in kobo. It has left your wallet.', 500_000),
  fee: Kobo('What the provider charges for it, in kobo; back if you win.', 0),
  currency: Currency,
  due_at: Timestamp('When your answer is due. Silence until then means that you accept.'),
  reminded_at: Nullable(Timestamp('When you were reminded.')),
  answered_at: Nullable(Timestamp('When you answered.')),
  closed_by: Nullable(
    Type.Enum([...CLOSERS], { description: 'Who closed it. `silence`: nobody answered in time.' }),
  ),
  closed_at: Nullable(Timestamp('When it was closed.')),
  returned: Nullable(
    Type.Enum(['pending', 'processed', 'failed'], {
      description:
        'Whether the money of a transfer was sent back to the payer. Null if nothing is sent: ' +
        'the provider takes the money of a card payment.',
    }),
  ),
  session_id: Nullable(SessionId('The session id of the transfer that returned the money.')),
  created_at: Timestamp('When it was opened here.'),
  updated_at: Timestamp('When it last changed.'),
}

export const DisputeRecord = Type.Object(properties, {
  $id: 'Dispute',
  description: 'A payment whose money a cardholder or a bank wants back.',
})

const DisputeWithEvidence = Type.Object(
  {
    ...properties,
    evidence: Nullable(Text('What you answered.', 'Delivered on 3 November, signed by the buyer.')),
  },
  { title: 'DisputeWithEvidence', description: 'A dispute, with what you answered.' },
)

export const EvidenceBody = Type.Object(
  {
    text: Type.String({
      format: 'not-blank',
      maxLength: EVIDENCE_MAX,
      description: 'What you delivered, to whom and when, and how the customer was told.',
      examples: ['Delivered on 3 November, signed by the buyer.'],
    }),
    currency: SentCurrency,
  },
  { examples: [{ text: 'Delivered on 3 November, signed by the buyer.' }] },
)

const params = { id: PublicId('dispute', 'The id of the dispute.') }

function shown(context: Context, dispute: Dispute) {
  return { ...toWireDispute(dispute), evidence: evidenceOf(context, dispute) }
}

const status = oneOf(STATUSES, 'Disputes with this status.', { column: 'status' })

export const disputeRoutes = under('Disputes', [
  list('/disputes', {
    needs: 'disputes:read',
    operationId: 'listDisputes',
    summary: 'List disputes',
    description: 'Newest first.',
    filters: {
      status,
      category: oneOf(CATEGORIES, 'Disputes of this category.', { column: 'category' }),
    },
    query: {
      transaction: Type.Optional(
        Type.String({ format: 'reference', description: 'The id or reference of a transaction.' }),
      ),
      ...rangeQuery,
    },
    item: named('Dispute'),
    message: 'Disputes found',
    read: readRange,
    handle: async (context, { scope, query: { transaction } }, page, range) => {
      const payment =
        transaction === undefined ? null : await findPayment(context, scope, transaction)
      if (transaction !== undefined && payment === null) {
        return { data: [], meta: metaOf(page, 0, []) }
      }
      const filter = { transactionId: payment?.id ?? null, ...range }
      const { rows, meta } = await listDisputes(context.sql, scope, filter, page)
      return { data: rows.map(toWireDispute), meta }
    },
  }),
  record('/disputes/:id', {
    needs: 'disputes:read',
    params,
    operationId: 'getDispute',
    summary: 'Fetch a dispute',
    description: 'With the evidence that you sent.',
    answer: DisputeWithEvidence,
    message: 'Dispute found',
    handle: async (context, { scope, params: { id } }) =>
      shown(context, await disputeNamed(context, scope, id)),
  }),
  action('POST /disputes/:id/evidence', {
    needs: 'disputes:write',
    params,
    operationId: 'contestDispute',
    summary: 'Contest a dispute',
    description:
      'Sends your evidence, once. The dispute is then `under_review` until the provider or bank ' +
      'decides.',
    body: EvidenceBody,
    answer: DisputeWithEvidence,
    refusals: [404, 409],
    message: 'Evidence sent',
    handle: async (context, { scope, params: { id }, body: { text } }) =>
      shown(context, await contest(context, await disputeNamed(context, scope, id), text)),
  }),
  action('POST /disputes/:id/accept', {
    needs: 'disputes:write',
    params,
    operationId: 'acceptDispute',
    summary: 'Accept a dispute',
    description: 'Gives the money up. This cannot be undone.',
    answer: DisputeWithEvidence,
    refusals: [404, 409],
    message: 'Dispute accepted',
    handle: async (context, { scope, params: { id } }) =>
      shown(context, await accept(context, await disputeNamed(context, scope, id))),
  }),
])

const OperatorsRecord = Type.Object({
  ...DisputeWithEvidence.properties,
  business_id: Type.String(),
  rail: Type.String(),
})

function forOperator(context: Context, dispute: Dispute) {
  const { businessId, rail } = dispute
  return { ...shown(context, dispute), business_id: businessId as string, rail }
}

const OpenBody = Type.Object({
  business_id: Type.String({ maxLength: 36, description: 'The business that was paid.' }),
  mode: Type.Optional(Type.Enum(['test', 'live'], { description: 'test by default.' })),
  transaction: Type.String({
    format: 'reference',
    description: 'The id or reference of the payment.',
  }),
  category: Category,
  case_number: Type.String({
    format: 'not-blank',
    maxLength: CASE_MAX,
    description: 'The case number of the bank, or the id of the dispute at the provider.',
  }),
  reason: Type.String({ format: 'not-blank', maxLength: REASON_MAX }),
  amount: Type.Optional(KoboAmount('In kobo. By default all that was not refunded.')),
})

/** With a login of an operator. */
export const operatorDisputeRoutes = [
  list('/operator/disputes', {
    needs: 'operator',
    operationId: 'listAllDisputes',
    summary: 'List the disputes of all businesses',
    filters: { status },
    query: { mode: Type.Optional(Type.Enum(['test', 'live'])) },
    item: OperatorsRecord,
    message: 'Disputes found',
    handle: async (context, { query: { mode = 'test' } }, page) => {
      const { rows, meta } = await listAllDisputes(context.sql, mode, page)
      return { data: rows.map((one) => forOperator(context, one)), meta }
    },
  }),
  action('POST /operator/disputes', {
    needs: 'operator',
    fresh: true,
    operationId: 'openDispute',
    summary: 'Open a dispute: a chargeback, or a hold for the recall of a transfer',
    description: 'The same case number of the same payment is the same dispute.',
    body: OpenBody,
    answer: Created('OpenedDispute', OperatorsRecord),
    status: 'found or created',
    refusals: [404, 409],
    handle: async (context, { body }) => {
      const { business_id: businessId, mode = 'test', category, reason } = body
      if (!isUuid(businessId)) refuse('business_not_found')
      const scope = { businessId: businessId as BusinessId, mode }
      const { id, channel } = await paymentNamed(context, scope, body.transaction)
      checkCategory(category, channel)
      const { dispute, isNew } = await openDispute(
        context,
        { ...scope, id },
        {
          caseNumber: body.case_number,
          source: 'operator',
          category,
          reason,
          amount: body.amount === undefined ? null : kobo(body.amount),
          fee: kobo(0),
          dueAt: null,
        },
      )
      const answer = { ...forOperator(context, dispute), created: isNew }
      return withMessage(isNew ? 'Dispute opened' : 'Dispute found', answer)
    },
  }),
  action('POST /operator/disputes/:id/close', {
    needs: 'operator',
    fresh: true,
    operationId: 'closeDispute',
    summary: 'Close a dispute as won or lost, as the bank has decided',
    description:
      '`won` gives the money back to the business. `lost` sends that of a transfer back to the ' +
      'payer.',
    body: Type.Object({ outcome: Type.Enum(['won', 'lost']) }),
    answer: OperatorsRecord,
    refusals: [404, 409],
    message: 'Dispute closed',
    handle: async (context, { params: { id }, body: { outcome } }) => {
      const dispute = await anyDisputeNamed(context, id)
      const closing = { status: outcome, by: 'operator' } as const
      const closed = await closeDispute(context, dispute, closing)
      return forOperator(context, closed ?? refuse('dispute_closed'))
    },
  }),
]

/** A bank recalls a transfer; a cardholder disputes the payment by a card. */
function checkCategory(category: Dispute['category'], channel: string | null): void {
  const isTransfer = channel === 'bank_transfer' || channel === 'dedicated_virtual_account'
  if ((category === 'chargeback') !== isTransfer) return
  const message = isTransfer
    ? 'category must be recall or fraud_report: this payment is a bank transfer.'
    : 'category must be chargeback: this payment is no bank transfer.'
  refuseFields([{ field: 'category', code: 'not_allowed', message }])
}
