import { Type } from 'typebox'
import { publicId } from '../lib/ids.ts'
import { toWireRefund } from '../refunds/refunds.ts'
import { plugin, record } from '../route.ts'
import { Nullable, named, Timestamp, toWire } from '../wire.ts'
import { stepsOf } from './steps.ts'
import { type Known, knownOf, type WrittenEntry } from './timeline.ts'
import { accountInWords, ENTRY_STATES, reasonInWords } from './words.ts'

const Timeline = Type.Object({
  steps: Type.Array(
    Type.Object({
      at: Timestamp('When it happened.'),
      kind: Type.Enum([
        'started',
        'note',
        'card',
        'account',
        'transfer',
        'transfer_returned',
        'succeeded',
        'failed',
        'abandoned',
        'receipt',
        'settlement',
        'refund',
        'reversed',
      ]),
      title: Type.String({ description: 'For people. It may change.' }),
      detail: Nullable(Type.String()),
    }),
    { description: 'The first one first.' },
  ),
  entries: Type.Array(
    Type.Object({
      entry_id: Type.String(),
      created_at: Timestamp('When it was written.'),
      debit: Type.String({ description: 'From where, in words.' }),
      credit: Type.String({ description: 'To where.' }),
      amount: Type.Integer({ description: 'Kobo.' }),
      state: Type.Enum(['posted', 'held', 'hold_posted', 'hold_voided']),
      reason: Type.String({ description: 'In words.' }),
    }),
    { description: 'What this payment and its refunds moved in the ledger.' },
  ),
  events: Type.Array(
    Type.Object({
      id: Type.String(),
      type: Type.String(),
      created_at: Timestamp('When it happened.'),
      status: Type.Enum(['pending', 'delivered', 'failed', 'none'], {
        description: 'Of its delivery; none: nobody was told.',
      }),
    }),
    { description: 'Of the last 30 days.' },
  ),
  refunds: Type.Array(named('Refund')),
  split: Nullable(
    Type.Object({
      split_code: Type.String(),
      name: Type.String(),
      type: Type.String(),
      bearer_type: Type.String(),
      parts: Type.Array(
        Type.Object({
          party: Type.Enum(['service', 'business', 'subaccount']),
          subaccount: Nullable(Type.String()),
          share: Nullable(Type.Number({ description: 'Percent, or kobo of a flat split.' })),
          amount: Nullable(Type.Integer({ description: 'Kobo; null until paid.' })),
        }),
      ),
    }),
  ),
})

/** With a secret key. */
export const timelineRoutes = plugin('Transactions', [
  record('/transactions/:id/timeline', {
    operationId: 'getTransactionTimeline',
    summary: 'Fetch the timeline of a transaction',
    description:
      'Everything that happened to a payment: its steps, ledger entries, events, refunds ' +
      'and shares.',
    answer: Timeline,
    message: 'Timeline found',
    handle: async (context, { scope, params }) =>
      toWireTimeline(await knownOf(context, scope, params.id)),
  }),
])

function toWireTimeline(known: Known) {
  return {
    steps: toWire(stepsOf(known)),
    entries: known.entries.map(toWireEntry),
    events: known.events.map((event) => ({
      id: publicId('evt', event.eventId),
      type: event.type,
      created_at: event.createdAt.toISOString(),
      status: event.state ?? ('none' as const),
    })),
    refunds: known.refunds.map(toWireRefund),
    split: known.transaction.split === null ? null : toWireSplit(known.transaction.split),
  }
}

function toWireEntry({ causeId, reason, kind, debit, credit, amount, createdAt }: WrittenEntry) {
  const step = kind === 'post' || kind === 'hold' ? 1 : 2
  return {
    entry_id: `${causeId}/${reason}/${step}`,
    created_at: createdAt.toISOString(),
    debit: accountInWords(debit),
    credit: accountInWords(credit),
    amount: Number(amount),
    state: ENTRY_STATES[kind],
    reason: reasonInWords(reason),
  }
}

/** As it is frozen into the payment. */
type Frozen = {
  split_code: string
  name: string
  type: string
  bearer_type: string
  formula: { subaccounts: { subaccount: string; share: number }[] }
  shares: {
    service: number
    business: number
    subaccounts: { subaccount: string; amount: number }[]
  } | null
}

function toWireSplit(text: string) {
  const { split_code, name, type, bearer_type, formula, shares } = JSON.parse(text) as Frozen
  const party = (kind: 'service' | 'business', amount: number | undefined) => ({
    party: kind,
    subaccount: null,
    share: null,
    amount: amount ?? null,
  })
  const parts = formula.subaccounts.map(({ subaccount, share }) => ({
    party: 'subaccount' as const,
    subaccount,
    share,
    amount: shares?.subaccounts.find((one) => one.subaccount === subaccount)?.amount ?? null,
  }))
  return {
    split_code,
    name,
    type,
    bearer_type,
    parts: [party('service', shares?.service), party('business', shares?.business), ...parts],
  }
}
