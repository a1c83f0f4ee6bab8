import { useState } from 'react'
import type { Schemas } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Filters } from '../parts/filters.tsx'
import { Money } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../permissions.ts'
import { REFUND_STATES, wordsOf } from '../states.ts'
import { type Filter, useFilters } from '../use-filters.ts'
import { useGet, useList } from '../use-list.ts'
import { NewRefundDialog } from './refund-new.tsx'

type Refund = Schemas['Refund']

const FILTERS: Filter[] = [
  {
    kind: 'text',
    name: 'transaction',
    label: 'Search by the reference or the id of the payment',
    placeholder: 'Reference of the payment',
    isSearch: true,
  },
  { kind: 'select', name: 'status', label: 'State', options: wordsOf(REFUND_STATES) },
  { kind: 'dates' },
]

const COLUMNS: Column<Refund>[] = [
  { title: 'Payment', cell: ({ transaction_reference }) => transaction_reference },
  { title: 'State', cell: ({ status }) => <Badge state={status} of={REFUND_STATES} /> },
  { title: 'Goes back to', cell: ({ channel }) => (channel === 'card' ? 'Card' : 'Bank account') },
  { title: 'Reason', cell: ({ reason }) => reason ?? <span className="faint">–</span> },
  { title: 'Asked for', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

export function RefundsPage() {
  const filters = useFilters(FILTERS)
  const list = useList('/refunds', { query: filters.query })
  const [isOpen, setOpen] = useState(false)
  const { why } = useCan('refund')
  const isEmpty = list.data?.data.length === 0
  return (
    <Page
      title="Refunds"
      intro="Money of a payment that goes back the way it came."
      actions={
        <Button look="main" icon="refund" why={why} onClick={() => setOpen(true)}>
          Refund a payment
        </Button>
      }
    >
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Refunds, newest first"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        to={({ id }) => paths.refund(id)}
        empty={useEmpty(isEmpty)}
      />
      {isOpen && <NewRefundDialog onClose={() => setOpen(false)} />}
    </Page>
  )
}

const START = {
  method: 'POST',
  path: '/transactions/initialize',
  body: { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' },
} as const

/** The command names a payment that can be refunded, so that it works as it stands. */
function useEmpty(isShown: boolean) {
  const query = { status: 'success', perPage: 1 }
  const { data = [] } = useGet('/transactions', { query, isOff: !isShown })
  const sentence = 'A refund gives a customer their money back, all of it or a part.'
  const [payment] = data
  if (payment === undefined) {
    return { sentence: `${sentence} First a payment must be paid; this starts one.`, curl: START }
  }
  const body = { transaction: payment.reference, reason: 'Sold out' }
  return { sentence, curl: { method: 'POST', path: '/refunds', body } as const }
}
