import { Navigate } from '@tanstack/react-router'
import type { DataOf } from '../api.ts'
import { count, percent } from '../naira.ts'
import { Chart } from '../parts/chart.tsx'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { Go } from '../parts/go.tsx'
import {
  Empty,
  ErrorBox,
  isNotEnabled,
  Loaded,
  Skeleton,
  START,
  StartPayment,
} from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Choices, useChoice } from '../parts/tabs.tsx'
import { Badge, Money, Tile, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isLiveOpen, isTest, useBusiness } from '../session.ts'
import { DELIVERIES, deliveryOf, STAGES } from '../states.ts'
import { daysAgo, hoursAgo, lagosDay } from '../time.ts'
import { type Read, useGet } from '../use-list.ts'
import { Checklist, useSteps } from './home-checklist.tsx'
import { TestKeys } from './home-keys.tsx'

type Statistics = DataOf<'GET', '/statistics'>
type Disputes = Statistics['totals']['disputes']

const POLL_MS = 30_000
const NEWS_HOURS = 24
const RANGES = { day: '24 hours', week: '7 days', month: '30 days', quarter: '90 days' }
const DAYS: Record<string, number> = { week: 7, month: 30, quarter: 90 }
const SHOWN = { volume: 'Volume', payments: 'Payments', deposits: 'Deposits' }

export function HomePage() {
  const business = useBusiness()
  if (business === null) return <Navigate to={paths.operator()} replace />
  return <Overview name={business.name} isLive={isLiveOpen(business)} />
}

function Overview({ name, isLive }: { name: string; isLive: boolean }) {
  const range = useChoice('range', RANGES, 'month')
  const start = useSteps(isLive)
  const { data, error, again } = useGet('/statistics', {
    query: rangeQuery(range),
    everyMs: POLL_MS,
  })
  if (isNotEnabled(error)) {
    return (
      <Page title={name}>
        <ErrorBox error={error} />
      </Page>
    )
  }
  if (start === undefined || start?.isPaid === false) {
    return (
      <Page title={name}>
        {start ? (
          <>
            <Checklist steps={start.steps} />
            <TestKeys />
          </>
        ) : (
          <Skeleton lines={8} />
        )}
      </Page>
    )
  }
  return (
    <Page title={name} actions={<Choices label="Range" name="range" of={RANGES} first="month" />}>
      {start && <Checklist steps={start.steps} />}
      <CardTesting />
      <Wallet />
      {error ? (
        <ErrorBox error={error} again={again} />
      ) : data === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <Numbers statistics={data} />
      )}
      <div className="columns">
        <LastPayments />
        <LastEvents />
      </div>
    </Page>
  )
}

/** A notice of card testing in the last day. */
function CardTesting() {
  const { data } = useGet('/events', {
    query: { type: 'card_testing.detected', perPage: 1 },
    everyMs: POLL_MS,
  })
  const last = data?.[0]
  if (last === undefined || last.created_at < hoursAgo(NEWS_HOURS)) return null
  return (
    <div className="notice" data-tone="bad">
      <b>Card testing stopped</b>
      <p>
        Many cards were declined at your checkout <Time at={last.created_at} as="ago" />, as if
        someone were testing stolen cards. Card attempts are limited until this stops; transfers
        still work. Check your <Go to={paths.transactions()}>payments</Go> from this period before
        you deliver.
      </p>
    </div>
  )
}

/** By days in Lagos; the last day by hours. */
function rangeQuery(range: string): Record<string, string> {
  const days = DAYS[range]
  return days === undefined ? { by: 'hour' } : { by: 'day', from: daysAgo(days - 1) }
}

function Wallet() {
  const { data, error, again } = useGet('/balance', { everyMs: POLL_MS })
  if (error) return <ErrorBox error={error} again={again} />
  return (
    <dl className="tiles">
      <Tile title="Available balance" note="For payouts, refunds and fees.">
        {data ? <Money kobo={data.available} /> : '–'}
      </Tile>
      <Tile title="Pending balance" note="Paid by customers, not settled yet.">
        {data ? <Money kobo={data.pending} /> : '–'}
      </Tile>
    </dl>
  )
}

function Numbers({ statistics }: { statistics: Statistics }) {
  const { totals, buckets, by } = statistics
  const shown = useChoice('show', SHOWN, 'volume') as keyof typeof SHOWN
  return (
    <>
      <dl className="tiles">
        <Tile title="Volume" note={<PaidNote of={statistics} />} kobo={totals.volume} />
        <Tile title="Success rate" note={<RateNote of={totals} />}>
          {percent(totals.success_rate_basis_points)}
        </Tile>
        <Tile title="Fees" note="of these payments, with VAT" kobo={totals.fees} />
        <Tile title="Refunded" note="sent in this period" kobo={totals.refunded} />
        {totals.disputes.opened > 0 && <Disputed of={totals.disputes} />}
      </dl>
      <Section
        title={by === 'day' ? 'Day by day' : 'Hour by hour'}
        actions={<Choices label="Data of the chart" name="show" of={SHOWN} first="volume" />}
      >
        {isEmpty(statistics) ? (
          <NothingYet />
        ) : (
          <Chart
            title={SHOWN[shown]}
            as="bars"
            unit={shown === 'payments' ? 'count' : 'naira'}
            by={by}
            points={buckets.map((bucket) => ({
              start: bucket.start,
              value: numberOf(bucket, shown),
            }))}
          />
        )}
      </Section>
    </>
  )
}

/** Links to the list of these payments, if the range has whole days only, as the list requires. */
function PaidNote({ of: { by, from, to, totals } }: { of: Statistics }) {
  const text = `${count(totals.succeeded)} ${totals.succeeded === 1 ? 'payment' : 'payments'}`
  const last = new Date(Date.parse(to) - 1)
  const days = { dated_by: 'paid', from: lagosDay(new Date(from)), to: lagosDay(last) }
  return (
    <>
      {by === 'day' ? (
        <Go to={paths.transactions()} search={days}>
          {text}
        </Go>
      ) : (
        text
      )}{' '}
      paid in this period
    </>
  )
}

/** Explains the rate, which counts payments by when they were created, not paid. */
function RateNote({ of: { attempted, pending, failed, abandoned } }: RateProps) {
  return (
    <>
      {count(attempted - pending - failed - abandoned)} succeeded, {count(failed)} failed,{' '}
      {count(abandoned)} abandoned of those started in this period
    </>
  )
}

type RateProps = { of: Statistics['totals'] }

function isEmpty({ totals, buckets }: Statistics): boolean {
  return totals.attempted === 0 && buckets.every(({ deposits }) => deposits.amount === 0)
}

/** Replaces an empty chart. */
/** Only for a business that has some. */
function Disputed({ of: { amount, opened, won, lost, accepted } }: { of: Disputes }) {
  const note = `${count(opened)} opened, ${count(won)} won, ${count(lost + accepted)} lost`
  return <Tile title="Disputed" note={note} kobo={amount} />
}

function NothingYet() {
  return (
    <Empty
      sentence={
        <>
          No payments in this period.
          {isTest && (
            <>
              {' '}
              Take one, or{' '}
              <Go to={paths.sandbox()} hash="examples">
                create example data
              </Go>
              .
            </>
          )}
        </>
      }
      {...(isTest && { action: <StartPayment /> })}
      curl={{ ...START, label: 'Initialize a payment with the API' }}
    />
  )
}

function numberOf(bucket: Statistics['buckets'][number], shown: keyof typeof SHOWN): number {
  switch (shown) {
    case 'volume':
      return bucket.volume
    case 'payments':
      return bucket.succeeded
    case 'deposits':
      return bucket.deposits.amount
  }
}

// The latest payments and events.

const ROWS = 6
const LAST_POLL_MS = 15_000

function LastPayments() {
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

function LastEvents() {
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
          cell: ({ delivery }) => <Badge state={deliveryOf(delivery)} of={DELIVERIES} />,
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
