import { Type } from 'typebox'
import { stateOf } from '../../core/events/events.ts'
import { record, under } from '../../core/route.ts'
import {
  Kobo,
  Nullable,
  named,
  PublicId,
  SplitCode,
  Text,
  Timestamp,
  toWire,
} from '../../core/wire.ts'
import { toWireRefund } from '../../payments/refunds/refunds.ts'
import { shownSplit } from '../../payments/splits/frozen.ts'
import { publicId } from '../../platform/ids.ts'
import { stepsOf } from './steps.ts'
import { type Known, knownOf, type WrittenEntry } from './timeline.ts'
import { accountInWords, ENTRY_STATES, reasonInWords } from './words.ts'

const TIMELINE_STEPS = [
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
  'dispute',
  'reversed',
] as const

const Step = Type.Object(
  {
    at: Timestamp('When it happened.'),
    kind: Type.Enum([...TIMELINE_STEPS], { description: 'What kind of step it was.' }),
    title: Text('For people. It can change.', 'The customer paid by transfer'),
    detail: Nullable(Text('More about it, for people.', '₦5,000.00 from ADA EXAMPLE')),
  },
  { title: 'TimelineStep' },
)
const Entry = Type.Object(
  {
    entry_id: Text('The id of the entry.', '019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f/payment/1'),
    created_at: Timestamp('When it was booked.'),
    debit: Text('The account that it left, for people.', 'Bank'),
    credit: Text('The account that it reached, for people.', 'Pending balance'),
    amount: Kobo('In kobo.'),
    state: Type.Enum(['posted', 'held', 'hold_posted', 'hold_voided'], {
      description: 'Booked, reserved, reserved and then booked, or released.',
    }),
    reason: Text('Why, for people.', 'Payment'),
  },
  { title: 'TimelineEntry' },
)
const EventOfIt = Type.Object(
  {
    id: PublicId('event', 'The id of the event.'),
    type: Text('The type of the event.', 'transaction.success'),
    created_at: Timestamp('When it happened.'),
    status: Type.Enum(['pending', 'delivered', 'failed', 'none'], {
      description: 'The state of its delivery. `none`: it was not sent.',
    }),
  },
  { title: 'TimelineEvent' },
)
const Part = Type.Object(
  {
    party: Type.Enum(['service', 'vat', 'business', 'subaccount'], {
      description: 'Who receives it. `service`: the fee. `vat`: the VAT on it.',
    }),
    subaccount_id: Nullable(PublicId('subaccount', 'The subaccount.')),
    share: Nullable(
      Type.Number({ description: 'Percent, or kobo in a flat split.', examples: [12.5] }),
    ),
    amount: Nullable(Kobo('In kobo. Null until paid.', 62_500)),
  },
  { title: 'TimelineShare' },
)
const Timeline = Type.Object(
  {
    steps: Type.Array(Step, { description: 'What happened, oldest first.' }),
    entries: Type.Array(Entry, { description: 'Its ledger entries.' }),
    archived_month: Nullable(
      Text(
        'The month in whose archive its own ledger entries are: they have left the database, and ' +
          '`entries` has only those of its refunds and disputes. Otherwise null.',
        '2026-05',
      ),
    ),
    events: Type.Array(EventOfIt, { description: 'Its events of the last 30 days.' }),
    refunds: Type.Array(named('Refund'), { description: 'Its refunds.' }),
    split: Nullable(
      Type.Object(
        {
          split_code: SplitCode('The split.'),
          name: Text('The name of the split.', 'Two cooks'),
          type: Text('`percentage` or `flat`.', 'percentage'),
          bearer_type: Text('Who pays the fee.', 'account'),
          parts: Type.Array(Part, { description: 'All shares.' }),
        },
        { title: 'TimelineSplit', description: 'How it is shared. Null without a split.' },
      ),
    ),
  },
  { title: 'Timeline' },
)

/** With a secret key. */
export const timelineRoutes = under('Transactions', [
  record('/transactions/:id/timeline', {
    needs: 'transactions:read',
    isBeta: true,
    params: { id: PublicId('transaction', 'The id or reference of the transaction.') },
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
    archived_month: known.archivedMonth,
    events: known.events.map((event) => ({
      id: publicId('event', event.eventId),
      type: event.type,
      created_at: event.createdAt.toISOString(),
      status: stateOf(event.deliveries) ?? ('none' as const),
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

function toWireSplit(text: string) {
  const { split_code, name, type, bearer_type, formula, shares } = shownSplit(text)
  const party = (kind: 'service' | 'vat' | 'business', amount: number | undefined) => ({
    party: kind,
    subaccount_id: null,
    share: null,
    amount: amount ?? null,
  })
  const parts = formula.subaccounts.map(({ subaccount_id, share }) => ({
    party: 'subaccount' as const,
    subaccount_id,
    share,
    amount: shares?.subaccounts.find((one) => one.subaccount_id === subaccount_id)?.amount ?? null,
  }))
  return {
    split_code,
    name,
    type,
    bearer_type,
    parts: [
      party('service', shares?.service),
      party('vat', shares?.vat),
      party('business', shares?.business),
      ...parts,
    ],
  }
}
