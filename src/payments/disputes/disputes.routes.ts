import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import { oneOf } from '../../core/filters.ts'
import { action, file, list, record, under } from '../../core/route.ts'
import {
  Count,
  Currency,
  Domain,
  Kobo,
  Nullable,
  named,
  PublicId,
  rangeQuery,
  SentCurrency,
  SessionId,
  Text,
  Timestamp,
} from '../../core/wire.ts'
import { metaOf } from '../../platform/paging.ts'
import { readRange } from '../../platform/range.ts'
import { refuse } from '../../platform/refusal.ts'
import { findPayment } from '../transactions/transactions.ts'
import { accept, contest, EVIDENCE_MAX, filesMaxOf } from './answer.ts'
import {
  CATEGORIES,
  CLOSERS,
  type Dispute,
  type FileFacts,
  listDisputes,
  STATUSES,
} from './disputes.sql.ts'
import { disputeNamed, evidenceOf, toWireDispute } from './disputes.ts'
import { draftOf } from './draft.ts'
import { FILES_BYTES_MAX, FILES_MAX, fileOf, listFiles, readFiles } from './files.ts'

/** Text and files: base64 is a third longer. */
const BODY_BYTES_MAX = 8 * 1024 * 1024
const FILE_TYPE = 'application/octet-stream'

export const Category = Type.Enum([...CATEGORIES], {
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

export const DisputeWithEvidence = Type.Object(
  {
    ...properties,
    evidence: Nullable(Text('What you answered.', 'Delivered on 3 November, signed by the buyer.')),
    files: Type.Array(
      Type.Object(
        {
          number: Count('Its number.', 1),
          type: Type.Enum(['pdf', 'png', 'jpeg'], { description: 'Read from its content.' }),
          size: Count('In bytes.', 48_213),
        },
        { title: 'DisputeFile' },
      ),
      { description: 'The files that you sent with it.' },
    ),
    files_max: Count('How many files your answer may have: as many as its provider takes.', 1),
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
    files: Type.Optional(
      Type.Array(
        Type.Object(
          {
            content: Type.String({
              contentEncoding: 'base64',
              maxLength: BODY_BYTES_MAX,
              description: 'A PDF, PNG or JPEG in base64.',
              examples: ['JVBERi0xLjcK'],
            }),
          },
          { title: 'SentDisputeFile' },
        ),
        {
          maxItems: FILES_MAX,
          description:
            `At most ${FILES_BYTES_MAX / 1024 / 1024} MB together, and no more files than ` +
            '`files_max` of the dispute.',
        },
      ),
    ),
    currency: SentCurrency,
  },
  { examples: [{ text: 'Delivered on 3 November, signed by the buyer.' }] },
)

const params = { id: PublicId('dispute', 'The id of the dispute.') }

/** With the evidence. */
export function shown(context: Context, dispute: Dispute, files: FileFacts[]) {
  return {
    ...toWireDispute(dispute),
    evidence: evidenceOf(context, dispute),
    files: files.map(({ number, type, size }) => ({ number, type, size })),
    files_max: filesMaxOf(context, dispute),
  }
}

async function whole(context: Context, dispute: Dispute) {
  return shown(context, dispute, await listFiles(context.sql, dispute))
}

/** Always a file to save, never a page: its sender may mean harm. */
export async function sendFile(
  context: Context,
  dispute: Dispute,
  number: string,
  reply: FastifyReply,
) {
  const file = /^[1-9]$/.test(number) ? await fileOf(context, dispute, Number(number)) : null
  const { type, bytes } = file ?? refuse('dispute_file_not_found')
  return reply
    .headers({
      'content-disposition': `attachment; filename="evidence-${number}.${type}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
    .type(FILE_TYPE)
    .send(bytes)
}

export const fileParams = {
  ...params,
  number: Type.String({ description: 'The number of the file.', examples: ['1'] }),
}
export const aFile = { type: FILE_TYPE, says: 'The file, to be saved.', refusals: [404] }

export const status = oneOf(STATUSES, 'Disputes with this status.', { column: 'status' })

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
      whole(context, await disputeNamed(context, scope, id)),
  }),
  record('/disputes/:id/draft', {
    needs: 'disputes:read',
    params,
    operationId: 'draftDisputeEvidence',
    summary: 'Draft evidence',
    description:
      'A text made of what the service knows: payment, customer, receipt, webhook and earlier ' +
      'payments. Add what you delivered, and send it as your evidence.',
    answer: Type.Object(
      { text: Text('The draft.', 'Payment: order-1042, ₦5,000.00, on 3 Nov 2026, 14:02 (Lagos).') },
      { title: 'DisputeDraft' },
    ),
    message: 'Draft made',
    handle: async (context, { scope, params: { id } }) => ({
      text: await draftOf(context, await disputeNamed(context, scope, id)),
    }),
  }),
  file('/disputes/:id/files/:number', {
    needs: 'disputes:read',
    load: 'resolve',
    params: fileParams,
    operationId: 'getDisputeFile',
    summary: 'Fetch a file of the evidence',
    description: 'As you sent it.',
    ...aFile,
    handle: async (context, { scope, params: { id, number } }, reply) =>
      sendFile(context, await disputeNamed(context, scope, id), number, reply),
  }),
  action('POST /disputes/:id/evidence', {
    needs: 'disputes:write',
    bodyBytesMax: BODY_BYTES_MAX,
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
    handle: async (context, { scope, params: { id }, body: { text, files = [] } }) => {
      const read = readFiles(files)
      const dispute = await disputeNamed(context, scope, id)
      return whole(context, await contest(context, dispute, text, read))
    },
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
      whole(context, await accept(context, await disputeNamed(context, scope, id))),
  }),
])
