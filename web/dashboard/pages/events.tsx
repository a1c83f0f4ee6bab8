import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { EVENT_TYPES, TEST_EVENT } from '../../../src/core/events/types.ts'
import { getPage, post, type Schemas } from '../api.ts'
import { count } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Dialog, DialogButton } from '../parts/dialog.tsx'
import { Checkbox, TextField, useCheckbox, useField } from '../parts/field.tsx'
import { type Filter, Filters, useFilters } from '../parts/filters.tsx'
import { ActionForm, Buttons } from '../parts/form.tsx'
import { StartPayment } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Progress } from '../parts/progress.tsx'
import { Badge, None, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useIsPhone } from '../phone.ts'
import { isTest, useCan } from '../session.ts'
import {
  DELIVERIES,
  DELIVERY_STATES,
  deliveryOf,
  eventState,
  responseOf,
  wordsOf,
  worstOf,
} from '../states.ts'
import { daysAgo, lagosDay } from '../time.ts'
import { useFormAction } from '../use-action.ts'
import { useGet, useList } from '../use-list.ts'
import { About, durationOf, recordOf } from './event.tsx'
import { isSettings, meaningOf } from './webhook-words.ts'

type Event = Schemas['Event']

const TYPES = Object.fromEntries([...EVENT_TYPES, TEST_EVENT].map((type) => [type, type]))

/** The API has one state for deliveries that are new and those that are retried. */
const SENDING = `${DELIVERIES.pending.text}, or ${DELIVERIES.retrying.text.toLowerCase()}`
const FOUND_AS = { ...wordsOf(DELIVERY_STATES), pending: SENDING }

const FILTERS: Filter[] = [
  { kind: 'search', name: 'about', label: 'Reference or id', placeholder: 'order-1042' },
  { kind: 'select', name: 'type', label: 'Event', options: TYPES },
  { kind: 'select', name: 'status', label: 'Delivery', options: FOUND_AS },
  { kind: 'dates' },
]

/** On a phone the whole row leads to the event, and so to what it is about. */
function columnsOf(isPhone: boolean): Column<Event>[] {
  return [
    { title: 'Event', cell: ({ type }) => <span title={meaningOf(type)}>{type}</span> },
    isPhone
      ? { title: 'About', cell: (event) => recordOf(event) ?? <None /> }
      : { title: 'About', isActions: true, cell: (event) => <About event={event} /> },
    {
      title: 'Delivery',
      cell: (event) => <Badge state={eventState(event)} of={DELIVERIES} />,
    },
    { title: 'Response', cell: ({ deliveries }) => answerOf(deliveries) },
    { title: 'Attempts', isEnd: true, cell: ({ deliveries }) => attemptsOf(deliveries) },
    { title: 'Duration', isEnd: true, cell: ({ deliveries }) => durationOf(worstOf(deliveries)) },
    { title: 'When', isEnd: true, cell: ({ created_at }) => <Time at={created_at} /> },
  ]
}

/** Events of the last 30 days, and their deliveries. */
export function EventsPage() {
  const filters = useFilters(FILTERS)
  const list = useList('/events', { query: filters.query, everyMs: 10_000 })
  const { why } = useCan('webhooks')
  return (
    <Page
      title="Events"
      intro="The events of the last 30 days and their delivery."
      actions={
        <DialogButton why={why} dialog={(close) => <ResendRangeDialog onClose={close} />}>
          Resend events
        </DialogButton>
      }
    >
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Events, newest first"
        columns={columnsOf(useIsPhone())}
        to={({ id }) => paths.event(id)}
        empty={{
          sentence:
            'Everything that happens to your payments creates an event, even if you do not ' +
            'subscribe to it.',
          ...(isTest && { action: <StartPayment /> }),
          curl: {
            method: 'POST',
            path: '/dedicated-virtual-accounts',
            body: {
              customer: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
            },
          },
        }}
      />
    </Page>
  )
}

type Deliveries = Event['deliveries']

/** The HTTP code, or why there was no response. */
function answerOf(deliveries: Deliveries): ReactNode {
  const worst = worstOf(deliveries)
  if (worst === undefined) return <None />
  const others = deliveries.length > 1 ? `, ${deliveries.length} endpoints` : ''
  return `${responseOf(worst) ?? 'None yet'}${others}`
}

function attemptsOf(deliveries: Deliveries): ReactNode {
  const all = deliveries.reduce((sum, { attempts }) => sum + attempts, 0)
  return all === 0 ? <None /> : count(all)
}

const LOOK_MS = 1_500
/** The longest page of a list. */
const READ_MAX = 100

type Range = { from: string; to: string }
type Sent = Range & { total: number }

/** Resends all events of some days, and shows the progress until it is closed. */
function ResendRangeDialog({ onClose }: { onClose: () => void }) {
  const [sent, setSent] = useState<Sent | null>(null)
  return (
    <Dialog
      title="Resend events"
      intro={'For events that your server missed. They are resent oldest first, with the same ids.'}
      onClose={onClose}
    >
      {sent === null ? (
        <Choose onClose={onClose} onSent={setSent} />
      ) : (
        <Sending sent={sent} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Choose({ onClose, onSent }: { onClose: () => void; onSent: (sent: Sent) => void }) {
  const from = useField('from', daysAgo(1))
  const to = useField('to', lagosDay(new Date()))
  const failedOnly = useCheckbox('only_failed', true)
  const range = (): Range => ({ from: from.value, to: to.value })
  const resend = useFormAction(
    (_, key) => post('/events/resend', { body: { ...range(), only_failed: failedOnly.isOn }, key }),
    { refresh: ['/events'], onDone: ({ events }) => onSent({ ...range(), total: events }) },
  )
  const isWhole = from.value !== '' && to.value !== ''
  return (
    <ActionForm action={resend} submit="Resend" isReady={isWhole} onCancel={onClose}>
      <div className="columns-small">
        <TextField
          {...from}
          label="From"
          type="date"
          wrong={from.value === '' ? 'Choose a day.' : undefined}
        />
        <TextField
          {...to}
          label="To the end of"
          type="date"
          wrong={to.value === '' ? 'Choose a day.' : undefined}
        />
      </div>
      <Checkbox
        {...failedOnly}
        label="Undelivered events only"
        help="Sent again only to the endpoints where they failed. Otherwise all events are resent."
      />
      {isWhole && <HowMany range={range()} failedOnly={failedOnly.isOn} />}
    </ActionForm>
  )
}

/**
 * Says how many events a resend concerns, before it is asked for. What failed at a deleted endpoint
 * is not resent; beyond one page of the list, it is counted.
 */
function HowMany({ range, failedOnly }: { range: Range; failedOnly: boolean }) {
  const { data: added } = useGet('/webhooks/endpoints')
  const { data } = useQuery({
    queryKey: ['/events', 'concerned', range.from, range.to, failedOnly],
    // Opened again, it counts again: what was resent may have been delivered since.
    staleTime: 0,
    queryFn: () => {
      const query = { ...range, ...(failedOnly && { status: 'undelivered' }), perPage: READ_MAX }
      return getPage<Event>('/events', { query })
    },
  })
  if (data === undefined || added === undefined) return null
  const { data: rows, meta } = data
  const known = new Set(added.endpoints.map(({ id }) => id))
  const isResent = ({ deliveries }: Event) =>
    deliveries.some(
      (one) =>
        ['failed', 'retrying'].includes(deliveryOf(one)) &&
        (isSettings(one.endpoint) || known.has(one.endpoint)),
    )
  const isCounted = failedOnly && meta.total <= rows.length
  const total = isCounted ? rows.filter(isResent).length : meta.total
  const number = meta.total_capped ? `More than ${count(total)}` : count(total)
  return (
    <p role="status">
      {total === 0
        ? 'There are no events to resend in this period.'
        : `${number} ${total === 1 ? 'event' : 'events'} will be resent.`}
    </p>
  )
}

function Sending({ sent: { from, to, total }, onClose }: { sent: Sent; onClose: () => void }) {
  const { data: { waiting, isCapped } = { waiting: total, isCapped: false } } = useQuery({
    queryKey: ['/events', 'waiting', from, to],
    queryFn: async () => {
      const query = { status: 'pending', from, to, perPage: 1 }
      const { meta } = await getPage('/events', { query })
      return { waiting: meta.total, isCapped: meta.total_capped }
    },
    refetchInterval: ({ state }) => (state.data?.waiting === 0 || total === 0 ? false : LOOK_MS),
  })
  // The count includes other waiting events, and stops at its maximum.
  const done = isCapped ? 0 : Math.max(0, total - waiting)
  return (
    <div className="form">
      {total === 0 && <p role="status">There are no events to resend in this period.</p>}
      {total > 0 && <Progress what="No longer waiting" done={done} total={total} />}
      {total > 0 && waiting > 0 && (
        <p className="faint">
          You can leave this page. Events that fail now are retried for up to three days.
        </p>
      )}
      <Buttons>
        <Button look="main" onClick={onClose}>
          {total > 0 && waiting > 0 ? 'Run in background' : 'Close'}
        </Button>
      </Buttons>
    </div>
  )
}
