import type { Schemas } from '../api.ts'
import { Countdown } from '../parts/countdown.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { type Filter, Filters, useFilters } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Badge, Money, None, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { DISPUTE_CATEGORIES, DISPUTE_STATES, wordsOf } from '../states.ts'
import { useList } from '../use-list.ts'

type Dispute = Schemas['Dispute']

const FILTERS: Filter[] = [
  {
    kind: 'search',
    name: 'transaction',
    label: 'Search by reference or id of the payment',
    placeholder: 'Reference of the payment',
  },
  { kind: 'select', name: 'status', label: 'Status', options: wordsOf(DISPUTE_STATES) },
  { kind: 'select', name: 'category', label: 'Kind', options: DISPUTE_CATEGORIES },
  { kind: 'dates' },
]

const COLUMNS: Column<Dispute>[] = [
  { title: 'Payment', cell: ({ transaction_reference }) => transaction_reference },
  { title: 'Status', cell: ({ status }) => <Badge state={status} of={DISPUTE_STATES} /> },
  {
    title: 'Answer due',
    cell: ({ status, due_at }) =>
      status === 'needs_response' ? <Countdown to={due_at} /> : <None />,
  },
  { title: 'Kind', cell: ({ category }) => DISPUTE_CATEGORIES[category] },
  { title: 'Case number', cell: ({ case_number }) => case_number },
  { title: 'Opened', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

export function DisputesPage() {
  const filters = useFilters(FILTERS)
  const list = useList('/disputes', { query: filters.query })
  return (
    <Page
      title="Disputes"
      intro={
        'Payments whose money a cardholder or a bank wants back. If you do not answer in time, ' +
        'you accept, and the money is gone.'
      }
    >
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Disputes, newest first"
        columns={COLUMNS}
        to={({ id }) => paths.dispute(id)}
        empty={{ sentence: 'Nobody disputes a payment of yours. You get an email when one does.' }}
      />
    </Page>
  )
}
