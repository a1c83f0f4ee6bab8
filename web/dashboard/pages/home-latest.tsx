import { type Column, DataTable } from '../parts/data-list.tsx'
import { Go } from '../parts/go.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Section } from '../parts/page.tsx'
import { Badge, Money, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { DELIVERIES, eventState, STAGES } from '../states.ts'
import { type Read, useGet } from '../use-list.ts'

// The latest payments and events.

const ROWS = 6
const LAST_POLL_MS = 15_000

export function LastPayments() {
  const query = { perPage: ROWS }
  return (
    <Latest
      title="Latest payments"
      to={paths.transactions()}
      read={useGet('/transactions', { query, everyMs: LAST_POLL_MS })}
      empty="Your first payment takes one call from your server."
      rowTo={paths.transaction}
      columns={[
        { title: 'Customer', cell: ({ customer }) => customer.name || customer.email },
        { title: 'Status', cell: ({ stage }) => <Badge state={stage} of={STAGES} /> },
        { title: 'Created', cell: ({ created_at }) => <Time at={created_at} as="ago" /> },
        { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} /> },
      ]}
    />
  )
}

export function LastEvents() {
  const query = { perPage: ROWS }
  return (
    <Latest
      title="Latest events"
      to={paths.events()}
      read={useGet('/events', { query, everyMs: LAST_POLL_MS })}
      empty="Events about payments, refunds and payouts appear here."
      rowTo={paths.event}
      columns={[
        { title: 'Event', cell: ({ type }) => <code>{type}</code> },
        { title: 'When', cell: ({ created_at }) => <Time at={created_at} as="ago" /> },
        {
          title: 'Delivery',
          isEnd: true,
          cell: (event) => <Badge state={eventState(event)} of={DELIVERIES} />,
        },
      ]}
    />
  )
}

type LatestProps<Row> = {
  title: string
  /** The page with the whole list. */
  to: string
  read: Read<Row[]>
  empty: string
  rowTo: (id: string) => string
  columns: Column<Row>[]
}

function Latest<Row extends { id: string }>(props: LatestProps<Row>) {
  const { title, to, read, empty, rowTo, columns } = props
  return (
    <Section title={title} actions={<Go to={to}>View all</Go>}>
      <Loaded read={read} lines={4}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty sentence={empty} />
          ) : (
            <DataTable label={title} rows={rows} to={({ id }) => rowTo(id)} columns={columns} />
          )
        }
      </Loaded>
    </Section>
  )
}
