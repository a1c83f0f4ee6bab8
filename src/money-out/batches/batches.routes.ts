import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import { withMessage } from '../../core/envelope.ts'
import { action, file, list, record, under } from '../../core/route.ts'
import { sendCsv } from '../../core/streaming.ts'
import {
  BankName,
  Count,
  Currency,
  Domain,
  failureSchema,
  Kobo,
  Nullable,
  named,
  PublicId,
  rangeQuery,
  SessionId,
  Text,
  Timestamp,
  toWire,
  wrongIn,
} from '../../core/wire.ts'
import { askerOf } from '../../payments/splits/account-changes.ts'
import { publicId } from '../../platform/ids.ts'
import { dayOf } from '../../platform/lagos.ts'
import { cutPage } from '../../platform/paging.ts'
import { readRange } from '../../platform/range.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { checkAll } from '../../platform/validation.ts'
import { FAILURE_CODES } from '../../providers/failures.ts'
import {
  BATCH_STATES,
  type Batch,
  countLines,
  LINE_STATUSES,
  listBatches,
  listLines,
} from './batches.sql.ts'
import {
  type BatchInput,
  batchIn,
  create,
  findOwn,
  LINES_MAX,
  NOT_SENT,
  preview,
  recordsOf,
  toWireLine,
} from './batches.ts'
import { cancel, send } from './decide.ts'
import { BatchBody, BatchName, readJsonLines, wrongInJson } from './read.ts'
import { readCsvLines } from './read-csv.ts'
import { results } from './results.ts'

/** Room for `LINES_MAX` lines of a kilobyte. */
const BODY_BYTES_MAX = 1024 * 1024

const Status = Type.Enum([...BATCH_STATES], {
  description:
    '`checking`: the names are being enquired. `awaiting_approval`: a second person must approve ' +
    'it. `ready`: send it. `processing`: its payouts are being sent, or their outcome is not ' +
    'known yet. `insufficient_balance`: stopped; top up, then send it again. `completed`: every ' +
    'payout has ended. `cancelled`: no further line is sent; payouts that were made go on.',
})
const LineStatus = Type.Enum([...LINE_STATUSES], {
  description:
    '`waiting`: not sent yet. `pending`, `success`, `failed`, `reversed`: the status of its ' +
    'payout. `not_sent`: it cannot be sent, and no payout was made: see `failure`. `cancelled`: ' +
    'the batch was cancelled before it was sent.',
})

const Share = (description: string) =>
  Type.Object(
    {
      count: Count('How many lines.', 2),
      amount: Kobo('In kobo.'),
      stamp_duty: Kobo('On lines that wait, are being sent or were sent, in kobo.', 0),
    },
    { title: 'PayoutBatchShare', description },
  )

export const BatchRecord = Type.Object(
  {
    id: PublicId('payout_batch'),
    domain: Domain,
    name: Nullable(Text('Your name for it.', 'Salaries of November')),
    status: Status,
    count: Count('How many lines it has.', 2),
    amount: Kobo('The total of all lines, in kobo.'),
    currency: Currency,
    progress: Type.Object(
      {
        waiting: Share('Not sent yet.'),
        pending: Share('Sent or being sent; the outcome is not known yet.'),
        success: Share('Sent.'),
        failed: Share('Not sent by the bank; the amount is back in the wallet.'),
        reversed: Share('Sent, then returned by the bank.'),
        not_sent: Share('Cannot be sent. No payout was made.'),
        cancelled: Share('Cancelled before it was sent.'),
      },
      { title: 'PayoutBatchProgress', description: 'The lines by status.' },
    ),
    names: Type.Object(
      {
        pending: Count('The bank was not asked yet, or did not answer yet.', 0),
        found: Count('The bank gave the name.', 2),
        not_found: Count('The bank has no such account. These lines are not sent.', 0),
        unknown: Count(
          'The bank did not answer in ten minutes. It is asked again before the payout.',
          0,
        ),
      },
      { title: 'PayoutBatchNames', description: 'The lines by the answer to the name enquiry.' },
    ),
    repeated: Count('Lines with the account and amount of an earlier line. A warning.', 0),
    auto_send: Type.Boolean({ description: 'As you sent it.' }),
    made_by: Text('The email address of a person, or a key.', 'ada@example.com'),
    approved_by: Nullable(Text('The person who approved it.', 'bola@example.com')),
    cancelled_by: Nullable(Text('Who cancelled it: a person or a key.', 'bola@example.com')),
    created_at: Timestamp('When you sent it.'),
    checked_at: Nullable(Timestamp('When every name enquiry had ended.')),
    started_at: Nullable(Timestamp('When it was first approved or sent.')),
    ended_at: Nullable(Timestamp('When it was completed or cancelled.')),
  },
  { $id: 'PayoutBatch', description: 'Many payouts, decided on together.' },
)

const LineRecord = Type.Object(
  {
    number: Count('Its place in the batch, from 1.'),
    status: LineStatus,
    amount: Kobo('In kobo.'),
    currency: Currency,
    bank: BankName,
    account_number: Text('The account that receives it.', '0000000018'),
    account_name: Nullable(
      Text('The account holder, as the bank gives it. Null until known.', 'ADA EXAMPLE'),
    ),
    name_check: Type.Enum(['pending', 'found', 'not_found', 'unknown'], {
      description: 'The answer to the name enquiry. `unknown`: the bank did not answer.',
    }),
    reference: Text('Your reference, or a generated one.', 'salary-ada-11'),
    reason: Nullable(Text('What it is for.', 'Salary')),
    metadata: Nullable(
      Type.Object({}, { additionalProperties: true, description: 'Your metadata, unchanged.' }),
    ),
    repeats: Nullable(
      Count('The first line with the same account and amount. A warning, not an error.'),
    ),
    failure_code: Nullable(
      Type.Enum([...FAILURE_CODES, ...NOT_SENT], {
        description:
          'Of `failed` and `reversed`: the code of the payout. Of `not_sent`: ' +
          `\`${NOT_SENT.join('`, `')}\`.`,
        examples: ['account_closed'],
      }),
    ),
    failure_message: failureSchema.failure_message,
    payout_id: Nullable(PublicId('payout', 'The payout. Null until there is one.')),
    session_id: Nullable(SessionId('The session id of the bank. Null until sent.')),
    completed_at: Nullable(Timestamp('When it was sent or failed.')),
    reversed_at: Nullable(Timestamp('When the bank returned it.')),
  },
  { title: 'PayoutBatchLine', description: 'One payout of a batch.' },
)

const Preview = Type.Object(
  {
    count: Count('How many payouts.', 2),
    amount: Kobo('Their total, in kobo.'),
    stamp_duty: Kobo('The stamp duty beside it, in kobo.', 0),
    repeated: Count('Lines with the account and amount of an earlier line. A warning.', 0),
  },
  { title: 'PayoutBatchPreview' },
)

const MESSAGES: Record<Batch['state'], string> = {
  checking: 'The names are being checked',
  awaiting_approval: 'A second person must approve the batch',
  ready: 'The batch is ready to be sent',
  processing: 'The batch is being sent',
  insufficient_balance: 'The batch is stopped: the balance is too low',
  completed: 'The batch is completed',
  cancelled: 'The batch is cancelled',
}

const CSV_EXAMPLE =
  'amount_naira,bank_code,account_number,reference,reason\n' +
  '5000.00,058,0000000018,salary-ada-11,Salary\n'
/** Not called `name`, because clients take it beside the fields of the body. */
const ofCsv = { batch_name: BatchName }

export const ofBatch = { id: PublicId('payout_batch', 'The id of the batch.') }
const filters = { status: Type.Optional(Status), ...rangeQuery }

export const batchRoutes = under('Payouts', [
  action('POST /payout-batches', {
    needs: 'payouts:write',
    load: 'initialize',
    fresh: true,
    bodyBytesMax: BODY_BYTES_MAX,
    takesCsv: CSV_EXAMPLE,
    query: ofCsv,
    operationId: 'createPayoutBatch',
    summary: 'Create a payout batch',
    description:
      `Up to ${LINES_MAX} payouts in one request. It is validated whole: if a line is wrong, all ` +
      'wrong lines are reported and nothing is stored. Then each account gets a name enquiry. ' +
      'Nothing is sent before the batch is approved or sent. Send JSON, or a CSV file whose ' +
      'first line names the columns: `amount_kobo` or `amount_naira`, `bank_code`, ' +
      '`account_number`, and as you like `reference` and `reason`.',
    body: BatchBody,
    answer: named('PayoutBatch'),
    status: 201,
    attachValidation: true,
    refusals: [409],
    handle: async (context, request) => {
      const { scope, effectId, idempotencyName } = request
      const maker = await askerOf(context, scope, request)
      const requestName = idempotencyName?.key ?? null
      const made = { effectId, requestName, maker }
      return told(context, await create(context, scope, inputOf(request), made))
    },
  }),
  action('POST /payout-batches/check', {
    needs: 'payouts:write',
    isReading: true,
    bodyBytesMax: BODY_BYTES_MAX,
    takesCsv: CSV_EXAMPLE,
    query: ofCsv,
    operationId: 'checkPayoutBatch',
    summary: 'Check a payout batch',
    description: 'Validates a batch as `POST /payout-batches` does, and stores nothing.',
    body: BatchBody,
    answer: Preview,
    message: 'The batch can be created',
    attachValidation: true,
    handle: async (context, request) =>
      toWire(await preview(context, request.scope, inputOf(request))),
  }),
  list('/payout-batches', {
    needs: 'payouts:read',
    operationId: 'listPayoutBatches',
    summary: 'List payout batches',
    description: 'Newest first.',
    query: filters,
    item: named('PayoutBatch'),
    message: 'Batches found',
    read: (query) => ({ state: query.status ?? null, ...readRange(query) }),
    handle: async (context, { scope }, page, filter) => {
      const { rows, meta } = await listBatches(context.sql, scope, filter, page)
      return { data: await recordsOf(context, scope, rows), meta }
    },
  }),
  record('/payout-batches/:id', {
    needs: 'payouts:read',
    operationId: 'getPayoutBatch',
    summary: 'Fetch a payout batch',
    description: 'Returns the batch with its progress.',
    params: ofBatch,
    answer: named('PayoutBatch'),
    message: 'Batch found',
    handle: async (context, { scope, params }) =>
      recordOf(context, await findOwn(context, scope, batchIn(params.id))),
  }),
  list('/payout-batches/:id/payouts', {
    needs: 'payouts:read',
    operationId: 'listPayoutBatchPayouts',
    summary: 'List the payouts of a batch',
    description: 'Its lines, in the order that you sent them.',
    params: ofBatch,
    cursor: numberIn,
    query: { status: Type.Optional(LineStatus) },
    item: LineRecord,
    message: 'Payouts found',
    refusals: [404],
    handle: async (context, { scope, params, query: { status = null } }, page) => {
      const batch = await findOwn(context, scope, batchIn(params.id))
      const [lines, total] = await Promise.all([
        listLines(context.sql, batch, status, {
          after: page.below ?? 0,
          offset: page.offset,
          max: page.perPage + 1,
        }),
        countLines(context.sql, batch, status),
      ])
      const { rows, meta } = cutPage(page, total, lines, ({ number }) => `line ${number}`)
      return { data: rows.map(toWireLine), meta }
    },
  }),
  file('/payout-batches/:id/results', {
    needs: 'payouts:export',
    isAudited: true,
    operationId: 'getPayoutBatchResults',
    summary: 'Download the results of a payout batch',
    description:
      'What has become of each line until now. An outcome that is not known is `pending`.',
    params: ofBatch,
    type: 'text/csv',
    says: 'One row for each line, in the order of the batch.',
    refusals: [404],
    handle: async (context, request, reply) => {
      const batch = await findOwn(context, request.scope, batchIn(request.params.id))
      const name = `${publicId('payout_batch', batch.batchId)}-${dayOf(context.now())}.csv`
      return sendCsv(request, reply, name, results(context, batch))
    },
  }),
  action('POST /payout-batches/:id/send', {
    needs: 'payouts:write',
    load: 'initialize',
    fresh: true,
    operationId: 'sendPayoutBatch',
    summary: 'Send a payout batch',
    description:
      'Starts a batch that is `ready`, or continues one that was stopped for its balance. ' +
      'Refused if the total of the lines that wait is more than the available balance.',
    params: ofBatch,
    answer: named('PayoutBatch'),
    refusals: [402, 404, 409],
    handle: async (context, { scope, params }) =>
      told(context, await send(context, scope, batchIn(params.id))),
  }),
  action('POST /payout-batches/:id/cancel', {
    needs: 'payouts:write',
    fresh: true,
    operationId: 'cancelPayoutBatch',
    summary: 'Cancel a payout batch',
    description: 'No further line is sent. Payouts that were made already go on.',
    params: ofBatch,
    answer: named('PayoutBatch'),
    refusals: [404, 409],
    handle: async (context, request) => {
      const { scope, params } = request
      const { askedByName } = await askerOf(context, scope, request)
      return told(context, await cancel(context, scope, batchIn(params.id), askedByName))
    },
  }),
])

type Sent = Pick<FastifyRequest, 'rawBody' | 'validationError' | 'headers'> & {
  body: unknown
  query: { batch_name?: string }
}

function inputOf({ body, query, rawBody, validationError, headers }: Sent): BatchInput {
  if (/^text\/csv\b/i.test(headers['content-type'] ?? '')) {
    return { name: query.batch_name ?? null, autoSend: false, ...readCsvLines(rawBody) }
  }
  const errors = Object.keys(query).map((field) => {
    const message = `${field} is for a CSV file. In JSON, send name in the body.`
    return { field, code: 'not_allowed', message } as const
  })
  const wrong = wrongIn(validationError)
  const [, lines] = checkAll(
    wrong,
    () => errors.length > 0 && refuseFields(errors),
    () => readJsonLines(body, rawBody, wrong.length === 0),
  )
  const { name = null, auto_send: autoSend = false } = body as Static<typeof BatchBody>
  return { name, autoSend, lines, wrongAt: wrongInJson }
}

async function recordOf(context: Context, batch: Batch) {
  return (await recordsOf(context, batch, [batch]))[0]!
}

/** The record, with the message of its state. */
export async function told(context: Context, batch: Batch) {
  return withMessage(MESSAGES[batch.state], await recordOf(context, batch))
}

/** Of the cursor's text. */
function numberIn(text: string): number | null {
  return /^line [1-9][0-9]{0,5}$/.test(text) ? Number(text.slice('line '.length)) : null
}
