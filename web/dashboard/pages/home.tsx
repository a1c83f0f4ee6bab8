import { Navigate } from '@tanstack/react-router'
import type { DataOf } from '../api.ts'
import { count, percent } from '../naira.ts'
import { Chart } from '../parts/chart.tsx'
import { Choices, useChoice } from '../parts/choices.tsx'
import { Go } from '../parts/go.tsx'
import { Empty, ErrorBox, isNotEnabled, Skeleton, START, StartPayment } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Money, Tile, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isLiveOpen, isTest, useBusiness } from '../session.ts'
import { daysAgo, hoursAgo, lagosDay } from '../time.ts'
import { useGet } from '../use-list.ts'
import { Attention, Failing, Reasons } from './home-attention.tsx'
import { Change, Points } from './home-change.tsx'
import { Checklist, useSteps } from './home-checklist.tsx'
import { TestKeys } from './home-keys.tsx'
import { LastEvents, LastPayments } from './home-latest.tsx'
import { MonthButton } from './month-button.tsx'

type Home = DataOf<'GET', '/home'>
type Statistics = Home['statistics']
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
  const { data, error, again } = useGet('/home', { query: rangeQuery(range), everyMs: POLL_MS })
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
    <Page
      title={name}
      actions={
        <>
          <Choices label="Range" name="range" of={RANGES} first="month" />
          <MonthButton />
        </>
      }
    >
      {data && <Failing endpoints={data.failing} />}
      {start && <Checklist steps={start.steps} />}
      <CardTesting />
      {data && <Attention of={data.attention} />}
      <Wallet />
      {error ? (
        <ErrorBox error={error} again={again} />
      ) : data === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <Numbers of={data} />
      )}
      {data && <Reasons of={data.reasons} />}
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

function Numbers({ of: { statistics, before } }: { of: Home }) {
  const { totals, buckets, by } = statistics
  const shown = useChoice('show', SHOWN, 'volume') as keyof typeof SHOWN
  return (
    <>
      <dl className="tiles">
        <Tile title="Volume" note={<PaidNote of={statistics} />}>
          <Money kobo={totals.volume} /> <Change now={totals.volume} before={before.volume} />
        </Tile>
        <Tile title="Success rate" note={<RateNote of={totals} />}>
          {percent(totals.success_rate_basis_points)}{' '}
          <Points
            now={totals.success_rate_basis_points}
            before={before.success_rate_basis_points}
          />
        </Tile>
        <Tile title="Fees" note="of these payments, with VAT">
          <Money kobo={totals.fees} /> <Change now={totals.fees} before={before.fees} />
        </Tile>
        <Tile title="Refunded" note="sent in this period">
          <Money kobo={totals.refunded} /> <Change now={totals.refunded} before={before.refunded} />
        </Tile>
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

/** Only for a business that has some. */
function Disputed({ of: { amount, opened, won, lost, accepted } }: { of: Disputes }) {
  const note = `${count(opened)} opened, ${count(won)} won, ${count(lost + accepted)} lost`
  return <Tile title="Disputed" note={note} kobo={amount} />
}

/** Replaces an empty chart. */
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
