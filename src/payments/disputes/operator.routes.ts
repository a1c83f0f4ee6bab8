import { Type } from 'typebox'
import type { BusinessId, Context } from '../../core/context.ts'
import { withMessage } from '../../core/envelope.ts'
import { action, file, list } from '../../core/route.ts'
import { Created, KoboAmount } from '../../core/wire.ts'
import { isUuid } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import { paymentNamed } from '../transactions/transactions.ts'
import { closeDispute } from './close.ts'
import {
  aFile,
  Category,
  DisputeWithEvidence,
  fileParams,
  sendFile,
  shown,
  status,
} from './disputes.routes.ts'
import { type Dispute, type FileFacts, listAllDisputes } from './disputes.sql.ts'
import { anyDisputeNamed } from './disputes.ts'
import { listFiles } from './files.ts'
import { openDispute } from './open.ts'

const CASE_MAX = 64
const REASON_MAX = 500

const OperatorsRecord = Type.Object({
  ...DisputeWithEvidence.properties,
  business_id: Type.String(),
  rail: Type.String(),
})

function forOperator(context: Context, dispute: Dispute, files: FileFacts[]) {
  const { businessId, rail } = dispute
  return { ...shown(context, dispute, files), business_id: businessId as string, rail }
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
      return { data: rows.map(({ files, ...one }) => forOperator(context, one, files)), meta }
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
      const files = await listFiles(context.sql, dispute)
      const answer = { ...forOperator(context, dispute, files), created: isNew }
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
      if (closed === null) return refuse('dispute_closed')
      return forOperator(context, closed, await listFiles(context.sql, closed))
    },
  }),
  file('/operator/disputes/:id/files/:number', {
    needs: 'operator',
    load: 'dashboard',
    isAudited: true,
    params: fileParams,
    operationId: 'getAnyDisputeFile',
    summary: 'Fetch a file of the evidence of a business',
    ...aFile,
    handle: async (context, { params: { id, number } }, reply) =>
      sendFile(context, await anyDisputeNamed(context, id), number, reply),
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
