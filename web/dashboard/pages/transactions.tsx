import type { Schemas } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { type Filter, Filters, useFilters } from '../parts/filters.tsx'
import { START, StartPayment } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Progress, useDownload } from '../parts/progress.tsx'
import { Badge, Money, None, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest, useCan } from '../session.ts'
import { CHANNELS, REVIEW_STATES, STAGES, wordsOf } from '../states.ts'
import { useList } from '../use-list.ts'

type Transaction = Schemas['Transaction']

const FILTERS: Filter[] = [
  {
    kind: 'search',
    name: 'q',
    label: 'Search by reference, email or id',
    placeholder: 'Reference, email or id',
  },
  { kind: 'select', name: 'stage', label: 'Status', options: wordsOf(STAGES) },
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
  { kind: 'dates' },
]

const columnsOf = (isByPayment: boolean): Column<Transaction>[] => [
  { title: 'Reference', cell: ({ reference }) => reference },
  { title: 'Customer', cell: ({ customer }) => customer.email },
  { title: 'Status', cell: ({ stage }) => <Badge state={stage} of={STAGES} /> },
  { title: 'Paid with', cell: ({ channel }) => (channel ? CHANNELS[channel] : <None />) },
  isByPayment
    ? { title: 'Paid', cell: ({ paid_at }) => <Time at={paid_at} /> }
    : { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

export function TransactionsPage() {
  const filters = useFilters(FILTERS)
  const list = useList('/transactions', { query: filters.query })
  const file = useDownload({ name: 'transactions.csv', said: 'Payments exported.' })
  const { why } = useCan('export')
  return (
    <Page
      title="Transactions"
      actions={
        !file.isBusy && (
          <Button
            icon="download"
            why={why}
            onClick={() => file.start('/transactions/export', { query: filters.query })}
          >
            Export
          </Button>
        )
      }
    >
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
        columns={columnsOf(filters.values['dated_by'] === 'paid')}
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
