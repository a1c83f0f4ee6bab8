import { useState } from 'react'
import type { Schemas } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Filters } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../permissions.ts'
import { DELIVERIES, DELIVERY_STATES, deliveryOf, wordsOf } from '../states.ts'
import { type Filter, useFilters } from '../use-filters.ts'
import { useList } from '../use-list.ts'
import { About } from './event-about.tsx'
import { ResendRangeDialog } from './events-resend.tsx'
import { EVENT_TYPES } from './webhook-words.ts'

type Event = Schemas['Event']

const TYPES = Object.fromEntries(Object.keys(EVENT_TYPES).map((type) => [type, type]))

/** What is tried again is being sent still: the API has one name for both. */
const SENDING = `${DELIVERIES.pending.text}, or ${DELIVERIES.retrying.text.toLowerCase()}`
const FOUND_AS = { ...wordsOf(DELIVERY_STATES), pending: SENDING }

const FILTERS: Filter[] = [
  { kind: 'select', name: 'type', label: 'Event', options: TYPES },
  { kind: 'select', name: 'status', label: 'Delivery', options: FOUND_AS },
  { kind: 'dates' },
]

const COLUMNS: Column<Event>[] = [
  { title: 'Event', cell: ({ type }) => type },
  { title: 'What happened', cell: ({ type }) => EVENT_TYPES[type] },
  {
    title: 'Delivery',
    cell: ({ delivery }) => <Badge state={deliveryOf(delivery)} of={DELIVERIES} />,
  },
  { title: 'Last answer', cell: (event) => <LastAnswer event={event} /> },
  {
    title: 'About',
    isActions: true,
    cell: ({ type, payload }) => <About type={type} payload={payload} />,
  },
  { title: 'When', isEnd: true, cell: ({ created_at }) => <Time at={created_at} /> },
]

/** What happened in the last 30 days, and whether your server has heard of it. */
export function EventsPage() {
  const filters = useFilters(FILTERS)
  const list = useList('/events', { query: filters.query, everyMs: 10_000 })
  const [isResending, setResending] = useState(false)
  const { why } = useCan('webhooks')
  return (
    <Page
      title="Events"
      intro="What happened in the last 30 days, and whether your server has heard of it."
      actions={
        <Button why={why} onClick={() => setResending(true)}>
          Send several again
        </Button>
      }
    >
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Events, newest first"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        to={({ id }) => paths.event(id)}
        empty={{
          sentence:
            'Everything that happens to your payments makes an event, whether somebody is ' +
            'told of it or not.',
          curl: {
            method: 'POST',
            path: '/dedicated-virtual-accounts',
            body: {
              customer: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
            },
          },
        }}
      />
      {isResending && <ResendRangeDialog onClose={() => setResending(false)} />}
    </Page>
  )
}

function LastAnswer({ event: { delivery } }: { event: Event }) {
  if (delivery === null) return <span className="faint">No address took it</span>
  const { last_status, last_error, attempts } = delivery
  const tries = attempts > 1 ? `, ${attempts} tries` : ''
  if (last_status === null && last_error === null) return <span className="faint">None yet</span>
  return (
    <>
      {last_status ?? last_error}
      {tries}
    </>
  )
}
