import type { Schemas } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Columns, useColumns } from '../parts/columns.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { FilterTabs } from '../parts/filter-tabs.tsx'
import { type Filter, Filters, useFilters } from '../parts/filters.tsx'
import { START, StartPayment } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Progress, useDownload } from '../parts/progress.tsx'
import { Badge, Middle, Money, None, Time } from '../parts/values.tsx'
import { Views } from '../parts/views.tsx'
import { paths } from '../paths.ts'
import { methodOf, reasonOf } from '../payment-words.ts'
import { isTest, useCan } from '../session.ts'
import { receivedOf } from '../shares.ts'
import { CHANNELS, REVIEW_STATES, STAGES, wordsOf } from '../states.ts'
import { useGet, useList } from '../use-list.ts'

type Transaction = Schemas['Transaction']
type Counts = Schemas['TransactionCounts']

/** As the service counts: docs/lists.md. */
const COUNTED_MAX = 10_000
const REFUNDED = 'refunded,partly_refunded'

const TABS = {
  succeeded: STAGES.succeeded.text,
  awaiting_transfer: STAGES.awaiting_transfer.text,
  processing: STAGES.processing.text,
  declined: STAGES.declined.text,
  [REFUNDED]: STAGES.refunded.text,
  disputed: 'Disputed',
  abandoned: STAGES.abandoned.text,
  incomplete: STAGES.incomplete.text,
}

const FILTERS: Filter[] = [
  {
    kind: 'search',
    name: 'q',
    label: 'Search by reference, email, last four digits, amount, session id or id',
    placeholder: 'Reference, email, last four, amount',
  },
  { kind: 'tabs', name: 'stage', label: 'Status', options: TABS },
  { kind: 'dates' },
  { kind: 'select', name: 'channel', label: 'Paid with', options: CHANNELS },
  { kind: 'select', name: 'review', label: 'Review', options: wordsOf(REVIEW_STATES) },
  {
    kind: 'select',
    name: 'displaced',
    label: 'Reference',
    options: { true: 'Reference reused by your server' },
  },
  { kind: 'amount', name: 'amount_min', label: 'Minimum' },
  { kind: 'amount', name: 'amount_max', label: 'Maximum' },
  {
    kind: 'select',
    name: 'dated_by',
    label: 'Dates',
    none: 'When created',
    options: { paid: 'When paid' },
  },
]

/** No amount is cut: ₦99,999,999.99 fits. */
const MONEY = { isEnd: true, width: 'calc(var(--width-120) + var(--space-16))' }

const COLUMNS: Record<string, Column<Transaction>> = {
  reference: {
    title: 'Reference',
    width: '20%',
    cell: ({ reference }) => <Middle text={reference} />,
    copied: ({ reference }) => reference,
  },
  customer: { title: 'Customer', cell: ({ customer }) => customer.email },
  name: { title: 'Name', cell: ({ customer }) => customer.name || <None /> },
  stage: {
    title: 'Status',
    width: 'calc(var(--width-120) + var(--space-32))',
    cell: (payment) => <Stage of={payment} />,
  },
  method: {
    title: 'Paid with',
    isForDesk: true,
    cell: (payment) => {
      const method = methodOf(payment)
      if (method === null) return <None />
      return method.includes('••') ? <Middle text={method} end={DIGITS_END} /> : method
    },
  },
  reason: {
    title: 'Reason',
    isForDesk: true,
    cell: (payment) => reasonOf(payment) ?? <None />,
  },
  created: {
    title: 'Created',
    width: 'var(--width-120)',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  paid: { title: 'Paid', width: 'var(--width-120)', cell: ({ paid_at }) => <Time at={paid_at} /> },
  fees: { title: 'Fees', ...MONEY, cell: ({ fees }) => <Money kobo={fees} /> },
  received: {
    title: 'You receive',
    ...MONEY,
    cell: (payment) => <Money kobo={receivedOf(payment)} />,
  },
  amount: {
    title: 'Amount',
    ...MONEY,
    cell: ({ amount }) => <Money kobo={amount} isStrong />,
  },
}
/** Of these, money may be taken back. */
const DISPUTABLE = ['succeeded', 'partly_refunded', 'refunded']
const OPEN_DISPUTES = { status: 'needs_response,under_review', perPage: 100 }
const DISPUTED = { disputed: { tone: 'warn', text: 'Disputed' } } as const

/** All rows share one request for the open disputes. */
function Stage({ of: { id, stage } }: { of: Transaction }) {
  const isOff = !DISPUTABLE.includes(stage)
  const { data = [] } = useGet('/disputes', { query: OPEN_DISPUTES, isOff })
  const isDisputed = !isOff && data.some(({ transaction_id }) => transaction_id === id)
  if (isDisputed) return <Badge state="disputed" of={DISPUTED} />
  return <Badge state={stage} of={STAGES} />
}

/** As long as `•• 4081`. */
const DIGITS_END = 7

/** What was paid needs no reason, and has one more column of room. */
const HAVE_NO_REASON = ['succeeded', 'processing', 'incomplete', 'disputed', REFUNDED]

function standardOf({ stage = '', dated_by }: Record<string, string>): string[] {
  const reason = HAVE_NO_REASON.includes(stage) ? [] : ['reason']
  const date = dated_by === 'paid' ? 'paid' : 'created'
  return ['reference', 'customer', 'stage', 'method', ...reason, date, 'amount']
}

export function TransactionsPage() {
  const filters = useFilters(FILTERS)
  const list = useList('/transactions', { query: filters.query })
  const counts = useGet('/transactions/counts', { query: { ...filters.query, stage: undefined } })
  const columns = useColumns(COLUMNS, standardOf(filters.values))
  const file = useDownload({ name: 'transactions.csv', said: 'Payments exported.' })
  const { why } = useCan('export')
  const save = () => file.start('/transactions/export', { query: filters.query })
  return (
    <Page
      title="Transactions"
      actions={
        <>
          <Columns of={columns} />
          <Views list="transactions" />
          {!file.isBusy && (
            <Button icon="download" why={why} onClick={save}>
              Export
            </Button>
          )}
        </>
      }
    >
      <FilterTabs
        of={filters}
        name="stage"
        counts={countsOf(counts.data)}
        countedMax={COUNTED_MAX}
      />
      <Filters of={filters} />
      {file.isBusy && (
        <Progress
          what="Exporting payments"
          done={file.done}
          total={file.total}
          onStop={file.stop}
        />
      )}
      <DataList
        list={list}
        filters={filters}
        label="Payments, newest first"
        columns={columns.columns}
        isOneLine
        to={({ id }) => paths.transaction(id)}
        empty={{
          sentence: 'Every payment that you initialize appears here, paid or not.',
          ...(isTest && { action: <StartPayment /> }),
          curl: START,
        }}
      />
    </Page>
  )
}

/** The tab of refunds has two stages. */
function countsOf(counts: Counts | undefined): Record<string, number | null | undefined> {
  if (counts === undefined) return {}
  const { all, refunded, partly_refunded, ...others } = counts
  const sent = refunded === null || partly_refunded === null ? null : refunded + partly_refunded
  return { ...others, '': all, [REFUNDED]: sent }
}
