import type { ReactNode } from 'react'
import { Badge } from '../parts/badge.tsx'
import { DataTable } from '../parts/data-list.tsx'
import { Empty } from '../parts/empty.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Go } from '../parts/go.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { DELIVERIES, deliveryOf, TRANSACTION_STATES } from '../states.ts'
import { useGet } from '../use-list.ts'

// The last of what happens all day, on the home page.

const ROWS = 6
const POLL_MS = 15_000

export function LastPayments() {
  const { data, error, again } = useGet('/transactions', {
    query: { perPage: ROWS },
    everyMs: POLL_MS,
  })
  return (
    <Frame title="Last payments" to={paths.transactions()} error={error} again={again}>
      {data === undefined ? (
        <Skeleton />
      ) : data.length === 0 ? (
        <Empty sentence="The first payment starts with one call of your server." />
      ) : (
        <DataTable
          label="Last payments"
          rows={data}
          rowKey={({ id }) => id}
          to={({ id }) => paths.transaction(id)}
          columns={[
            { title: 'Customer', cell: ({ customer }) => customer.name || customer.email },
            {
              title: 'State',
              cell: ({ status }) => <Badge state={status} of={TRANSACTION_STATES} />,
            },
            { title: 'Started', cell: ({ created_at }) => <Time at={created_at} as="ago" /> },
            { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} /> },
          ]}
        />
      )}
    </Frame>
  )
}

export function LastEvents() {
  const { data, error, again } = useGet('/events', { query: { perPage: ROWS }, everyMs: POLL_MS })
  return (
    <Frame title="Last events" to={paths.events()} error={error} again={again}>
      {data === undefined ? (
        <Skeleton />
      ) : data.length === 0 ? (
        <Empty sentence="What your server is told of payments, refunds and payouts stands here." />
      ) : (
        <DataTable
          label="Last events"
          rows={data}
          rowKey={({ id }) => id}
          to={({ id }) => paths.event(id)}
          columns={[
            { title: 'Event', cell: ({ type }) => <code>{type}</code> },
            { title: 'When', cell: ({ created_at }) => <Time at={created_at} as="ago" /> },
            {
              title: 'Delivery',
              isEnd: true,
              cell: ({ delivery }) => <Badge state={deliveryOf(delivery)} of={DELIVERIES} />,
            },
          ]}
        />
      )}
    </Frame>
  )
}

type Props = {
  title: string
  to: string
  error: unknown
  again: () => void
  children: ReactNode
}

function Frame({ title, to, error, again, children }: Props) {
  return (
    <Section title={title} actions={<Go to={to}>All</Go>}>
      {error ? <ErrorBox error={error} again={again} /> : children}
    </Section>
  )
}
