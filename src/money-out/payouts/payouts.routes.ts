import { type Static, type TObject, Type } from 'typebox'
import { seededReference } from '../../core/context.ts'
import { withMessage } from '../../core/envelope.ts'
import { oneOf } from '../../core/filters.ts'
import { readMetadata, SentMetadata, ShownMetadata } from '../../core/metadata.ts'
import { action, list, record, under } from '../../core/route.ts'
import {
  BankName,
  Created,
  Currency,
  Domain,
  failureSchema,
  fromWire,
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
import { newId, parsePublicId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { readRange } from '../../platform/range.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { type PayInput, pay } from './pay.ts'
import { listPayouts, PAYOUT_STATES, type PayoutFilter } from './payouts.sql.ts'
import { payoutNamed, toWirePayout } from './payouts.ts'

const REASON_LENGTH_MAX = 100

const Status = Type.Enum([...PAYOUT_STATES], {
  description:
    '`pending`: the amount is held and the bank has not confirmed yet. `success`: it was sent. ' +
    '`failed`: it was not sent, and the amount is back in the wallet. ' +
    '`reversed`: the bank returned it after it was sent, and the amount is back in the wallet.',
})

export const PayBody = Type.Object(
  {
    amount: KoboAmount('In kobo, from the available balance: 500000 is ₦5,000.00.'),
    currency: SentCurrency,
    bank_code: Type.String({ format: 'bank-code', description: 'A code from `GET /banks`.' }),
    account_number: Type.String({
      format: 'account-number',
      description: 'The account to pay to.',
    }),
    reference: Type.Optional(
      Type.String({
        format: 'reference',
        description:
          'Your unique name for this payout. The same reference with the same amount and account ' +
          'returns the same payout.',
      }),
    ),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: REASON_LENGTH_MAX,
        format: 'one-line',
        description: 'What it is for. The recipient sees it.',
        examples: ['Invoice 77'],
      }),
    ),
    metadata: SentMetadata,
  },
  { examples: [{ amount: 500_000, bank_code: '058', account_number: '0000000018' }] },
)

export const PayoutRecord = Type.Object(
  {
    id: PublicId('payout'),
    domain: Domain,
    reference: Text('Your reference, or a generated one.', 'payout-77'),
    status: Status,
    amount: Kobo('In kobo.'),
    stamp_duty: Kobo('Taken from your wallet beside the amount, in kobo. 0 if none is due.', 0),
    currency: Currency,
    bank: BankName,
    account_number: Text('The account that receives it.', '0000000018'),
    account_name: Text('The account holder, as the bank gives it.', 'ADA EXAMPLE'),
    reason: Nullable(Text('What it is for.', 'Invoice 77')),
    metadata: ShownMetadata,
    subaccount_id: Nullable(
      PublicId('subaccount', 'The subaccount whose money it is. Null: yours.'),
    ),
    ...failureSchema,
    session_id: Nullable(SessionId('The session id of the bank. Null until sent.')),
    created_at: Timestamp('When you requested it.'),
    updated_at: Timestamp('When it last changed.'),
    completed_at: Nullable(Timestamp('When it was sent or failed.')),
    reversed_at: Nullable(Timestamp('When the bank returned it.')),
  },
  { $id: 'Payout', description: 'Money sent from your wallet to a bank account.' },
)

const filters = {
  reference: Type.Optional(
    Type.String({ format: 'reference', description: 'The payout with this reference.' }),
  ),
  subaccount: Type.Optional(PublicId('subaccount', 'Payouts to this subaccount: its id or code.')),
  ...rangeQuery,
}

const MESSAGES = {
  pending: 'The bank has not confirmed yet',
  success: 'The payout was sent',
  failed: 'The bank did not send the payout',
  reversed: 'The payout was sent, then returned by the bank',
} as const

export const payoutRoutes = under('Payouts', [
  action('POST /payouts', {
    needs: 'payouts:write',
    load: 'initialize',
    fresh: true,
    operationId: 'createPayout',
    summary: 'Create a payout',
    description:
      'Sends money from your wallet to a bank account. The amount is held first, then ' +
      'the bank is called. A payout of ₦10,000 or more costs ₦50 stamp duty beside the ' +
      'amount, held with it: `stamp_duty`. If the bank does not respond in time, the payout ' +
      'stays `pending` until its outcome is known. The outcome is sent as `payout.success` or ' +
      '`payout.failed`. The bank can return a payout within days; then `payout.reversed` ' +
      'is sent.',
    body: PayBody,
    answer: Created('Payout', PayoutRecord),
    status: 'found or created',
    refusals: [402, 409],
    handle: async (context, { scope, body, rawBody, effectId, idempotencyName }) => {
      const id = effectId ?? newId(context.now())
      const input = inputOf(body, rawBody, id)
      input.reference ??= seededReference(context, scope, { effectId })
      const requestName = idempotencyName?.key ?? null
      const payout = await pay(context, scope, { ...input, requestName })
      const created = payout.payoutId === id
      return withMessage(MESSAGES[payout.state], { ...toWirePayout(payout), created })
    },
  }),
  record('/payouts/:id', {
    needs: 'payouts:read',
    operationId: 'getPayout',
    summary: 'Fetch a payout',
    description: 'Returns the payout with this id or reference.',
    params: { id: PublicId('payout', 'The id or reference of the payout.') },
    answer: named('Payout'),
    message: 'Payout found',
    handle: async (context, { scope, params }) =>
      toWirePayout(await payoutNamed(context, scope, params.id)),
  }),
  list('/payouts', {
    needs: 'payouts:read',
    operationId: 'listPayouts',
    summary: 'List payouts',
    description: 'Newest first.',
    filters: { status: oneOf(PAYOUT_STATES, 'Payouts with this status.', { column: 'state' }) },
    query: filters,
    item: named('Payout'),
    message: 'Payouts found',
    read: filterOf,
    handle: async (context, { scope }, page, filter) => {
      const { rows, meta } = await listPayouts(context.sql, scope, filter, page)
      return { data: rows.map(toWirePayout), meta }
    },
  }),
])

function inputOf(body: Static<typeof PayBody>, rawBody: string, effectId: string): PayInput {
  const none = { reference: null, reason: null }
  const metadata = readMetadata(body, rawBody)
  return { ...none, ...fromWire(PayBody, body), amount: kobo(body.amount), metadata, effectId }
}

function filterOf(query: Static<TObject<typeof filters>>): PayoutFilter {
  const { reference, subaccount } = query
  const subaccountId = subaccount === undefined ? null : parsePublicId('subaccount', subaccount)
  if (subaccount !== undefined && subaccountId === null) {
    const message = 'subaccount must be the id or code of a subaccount, such as sub_….'
    refuseFields([{ field: 'subaccount', code: 'invalid_format', message }])
  }
  return {
    state: null,
    reference: reference ?? null,
    subaccountId,
    ...readRange(query),
  }
}
