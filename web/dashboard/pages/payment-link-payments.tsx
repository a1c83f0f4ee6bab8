import type { Schemas } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/section.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { CHANNELS, TRANSACTION_STATES } from '../states.ts'
import { useList } from '../use-list.ts'
import type { Link } from './payment-link-words.ts'

const COLUMNS: Column<Schemas['Transaction']>[] = [
  { title: 'Customer', cell: ({ customer }) => customer.email },
  { title: 'State', cell: ({ status }) => <Badge state={status} of={TRANSACTION_STATES} /> },
  {
    title: 'Paid by',
    cell: ({ channel }) => (channel ? CHANNELS[channel] : <span className="faint">–</span>),
  },
  { title: 'Started', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

/** What was begun by it, whether it is paid or not. */
export function LinkPayments({ link: { id }, everyMs }: { link: Link; everyMs: number }) {
  return (
    <Section title="Payments">
      <DataList
        list={useList('/transactions', { query: { payment_link: id }, everyMs })}
        label="Payments by this link, newest first"
        columns={COLUMNS}
        rowKey={(payment) => payment.id}
        to={(payment) => paths.transaction(payment.id)}
        empty={{
          sentence: 'Whoever begins to pay by this link stands here. Give its address to somebody.',
        }}
      />
    </Section>
  )
}
