import { type Static, type TObject, Type } from 'typebox'
import { parsePublicId } from '../lib/ids.ts'
import { kobo } from '../lib/money.ts'
import { metaOf } from '../lib/paging.ts'
import { refuseFields } from '../lib/refusal.ts'
import { action, list, plugin, record, withMessage } from '../route.ts'
import { subaccountIn } from '../splits/subaccounts.ts'
import { fromWire, KoboAmount, Nullable, named, Timestamp } from '../wire.ts'
import { type PayInput, pay } from './pay.ts'
import { countPayouts, listPayouts, type PayoutFilter } from './payouts.sql.ts'
import { findOwn, payoutStates, toWirePayout } from './payouts.ts'

const REASON_LENGTH_MAX = 100

const Status = Type.Enum([...payoutStates], {
  description:
    'pending: the amount is held, and the bank has not said yet what became of it. success: it ' +
    'was sent. failed: it never will be, and the amount is back in the wallet. reversed: it was ' +
    'sent and has come back since, and so has the amount.',
})

const PayBody = Type.Object(
  {
    amount: KoboAmount('Kobo, out of the available balance: 500000 is ₦5,000.00.'),
    bank_code: Type.String({ format: 'bank-code', description: 'A code of the list of banks.' }),
    account_number: Type.String({ format: 'account-number', description: '10 digits.' }),
    reference: Type.Optional(
      Type.String({
        format: 'reference',
        description:
          'Your name for this payout, once and for ever. The same one again with the same amount ' +
          'and account is the same payout.',
      }),
    ),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: REASON_LENGTH_MAX,
        format: 'one-line',
        description: 'What it is for. The beneficiary reads it.',
      }),
    ),
  },
  { examples: [{ amount: 500_000, bank_code: '058', account_number: '0000000018' }] },
)

export const PayoutRecord = Type.Object(
  {
    id: Type.String(),
    domain: Type.Enum(['test', 'live']),
    reference: Type.String(),
    status: Status,
    amount: Type.Integer({ description: 'Kobo.' }),
    currency: Type.Literal('NGN'),
    bank: Type.Object({ name: Type.String(), code: Type.String() }),
    account_number: Type.String(),
    account_name: Type.String({ description: 'As the bank writes it.' }),
    reason: Nullable(Type.String()),
    subaccount: Nullable(
      Type.String({ description: 'Whose money it is, where it is not your own: ACCT_….' }),
    ),
    failure: Nullable(Type.String({ description: 'A word, where it has failed or come back.' })),
    session_id: Nullable(
      Type.String({ description: 'Of the bank: one for each transfer. Null until it was sent.' }),
    ),
    created_at: Timestamp('When you asked for it.'),
    completed_at: Nullable(Timestamp('When it was sent, or failed. Null until then.')),
    reversed_at: Nullable(Timestamp('When it had come back. Null where it has not.')),
  },
  { $id: 'Payout' },
)

const filters = {
  status: Type.Optional(Status),
  reference: Type.Optional(Type.String({ format: 'reference' })),
  subaccount: Type.Optional(Type.String({ description: 'The code of a subaccount, ACCT_….' })),
  from: Type.Optional(Type.String({ format: 'timestamp', description: 'Inclusive.' })),
  to: Type.Optional(Type.String({ format: 'timestamp', description: 'Inclusive.' })),
}

const MESSAGES = {
  pending: 'The bank has not answered yet',
  success: 'The payout was sent',
  failed: 'The bank did not send the payout',
  reversed: 'The payout was sent and has come back',
} as const

/** With a secret key. */
export const payoutRoutes = plugin('Payouts', [
  action('POST /payouts', {
    operationId: 'createPayout',
    summary: 'Create a payout',
    description:
      'Sends money from your wallet to a bank account. The amount is held first, then ' +
      'the bank is asked. If the bank does not answer in time, the payout stays ' +
      '`pending` until its outcome is known. The outcome is sent as `payout.success` or ' +
      '`payout.failed`. The bank can return a payout within days; then `payout.reversed` ' +
      'is sent.',
    body: PayBody,
    answer: named('Payout'),
    status: 201,
    refusals: [402],
    handle: async (context, { scope, body, effectId }) => {
      const payout = await pay(context, scope, inputOf(body, effectId))
      return withMessage(MESSAGES[payout.state], toWirePayout(payout))
    },
  }),
  record('/payouts/:id', {
    operationId: 'getPayout',
    summary: 'Fetch a payout',
    description: 'Returns the payout with this id.',
    params: { id: Type.String({ description: 'pay_…' }) },
    answer: named('Payout'),
    message: 'Payout found',
    handle: async (context, { scope, params }) =>
      toWirePayout(await findOwn(context, scope, parsePublicId('pay', params.id))),
  }),
  list('/payouts', {
    operationId: 'listPayouts',
    summary: 'List payouts',
    description: 'Newest first.',
    query: filters,
    item: named('Payout'),
    message: 'Payouts found',
    read: filterOf,
    handle: async (context, { scope }, page, filter) => {
      const [rows, total] = await Promise.all([
        listPayouts(context.sql, scope, filter, page),
        countPayouts(context.sql, scope, filter),
      ])
      const ids = rows.map(({ payoutId }) => payoutId)
      return { data: rows.slice(0, page.perPage).map(toWirePayout), meta: metaOf(page, total, ids) }
    },
  }),
])

function inputOf(body: Static<typeof PayBody>, effectId: string | null): PayInput {
  const none = { reference: null, reason: null }
  return { ...none, ...fromWire(PayBody, body), amount: kobo(body.amount), effectId }
}

function filterOf(query: Static<TObject<typeof filters>>): PayoutFilter {
  const { status, reference, subaccount, from, to } = query
  const subaccountId = subaccount === undefined ? null : subaccountIn(subaccount)
  if (subaccount !== undefined && subaccountId === null) {
    const message = 'subaccount must be the code of a subaccount, such as ACCT_….'
    refuseFields([{ field: 'subaccount', code: 'invalid_format', message }])
  }
  return {
    state: status ?? null,
    reference: reference ?? null,
    subaccountId,
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  }
}
