import { Navigate } from '@tanstack/react-router'
import type { DataOf } from '../api.ts'
import { count, percent } from '../naira.ts'
import { Chart } from '../parts/chart.tsx'
import { Choices, useChoice } from '../parts/choices.tsx'
import { Empty } from '../parts/empty.tsx'
import { ErrorBox, isNotEnabled } from '../parts/error-box.tsx'
import { Go } from '../parts/go.tsx'
import { Money } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { isTest, useBusiness } from '../session.ts'
import { daysAgo, hoursAgo } from '../time.ts'
import { useGet } from '../use-list.ts'
import { LastEvents, LastPayments } from './home-lists.tsx'

type Statistics = DataOf<'GET', '/statistics'>

const POLL_MS = 30_000
const NEWS_HOURS = 24
const RANGES = { day: '24 hours', week: '7 days', month: '30 days', quarter: '90 days' }
const DAYS: Record<string, number> = { week: 7, month: 30, quarter: 90 }
const SHOWN = { volume: 'Volume', payments: 'Payments', deposits: 'Deposits' }

export function HomePage() {
  const business = useBusiness()
  if (business === null) return <Navigate to={paths.operator()} replace />
  return <Overview name={business.name} />
}

function Overview({ name }: { name: string }) {
  const range = useChoice('range', RANGES, 'month')
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
  return (
    <Page title={name} actions={<Choices label="Range" name="range" of={RANGES} first="month" />}>
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

/** That somebody has tried many cards, as long as it is news. */
function CardTesting() {
  const { data } = useGet('/events', {
    query: { type: 'card_testing.stopped', perPage: 1 },
    everyMs: POLL_MS,
  })
  const last = data?.[0]
  if (last === undefined || last.created_at < hoursAgo(NEWS_HOURS)) return null
  return (
    <div className="notice" data-tone="bad">
      <b>Card testing stopped</b>
      <p>
        Many cards were declined at your checkout <Time at={last.created_at} as="ago" />, as when
        somebody tries stolen cards. Each address may try only a few until it is over; transfers go
        on. Look at your <Go to={paths.transactions()}>payments</Go> of this time before you
        deliver.
      </p>
    </div>
  )
}

/** By days of Lagos; the last day by its hours. */
function rangeQuery(range: string): Record<string, string> {
  const days = DAYS[range]
  return days === undefined ? { by: 'hour' } : { by: 'day', from: daysAgo(days - 1) }
}

function Wallet() {
  const { data, error, again } = useGet('/balance', { everyMs: POLL_MS })
  if (error) return <ErrorBox error={error} again={again} />
  return (
    <dl className="tiles">
      <div className="tile">
        <dt>In your wallet, available</dt>
        <dd>{data ? <Money kobo={data.available} /> : '–'}</dd>
        <dd className="faint">You can send it out, or refund from it.</dd>
      </div>
      <div className="tile">
        <dt>Pending</dt>
        <dd>{data ? <Money kobo={data.pending} /> : '–'}</dd>
        <dd className="faint">Paid by customers, settled on the next due day.</dd>
      </div>
    </dl>
  )
}

function Numbers({ statistics }: { statistics: Statistics }) {
  const { totals, buckets, by } = statistics
  const shown = useChoice('show', SHOWN, 'volume') as keyof typeof SHOWN
  const { failed, abandoned, succeeded } = totals
  return (
    <>
      <dl className="tiles">
        <div className="tile">
          <dt>Volume</dt>
          <dd>
            <Money kobo={totals.volume} />
          </dd>
          <dd className="faint">{count(succeeded)} payments</dd>
        </div>
        <div className="tile">
          <dt>Success rate</dt>
          <dd>{percent(totals.success_rate_basis_points)}</dd>
          <dd className="faint">
            {count(failed)} failed, {count(abandoned)} abandoned
          </dd>
        </div>
        <div className="tile">
          <dt>Fees</dt>
          <dd>
            <Money kobo={totals.fees} />
          </dd>
          <dd className="faint">with VAT</dd>
        </div>
        <div className="tile">
          <dt>Refunded</dt>
          <dd>
            <Money kobo={totals.refunded} />
          </dd>
          <dd className="faint">sent back in this time</dd>
        </div>
      </dl>
      <Section
        title={by === 'day' ? 'Day by day' : 'Hour by hour'}
        actions={<Choices label="What the chart shows" name="show" of={SHOWN} first="volume" />}
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

function isEmpty({ totals, buckets }: Statistics): boolean {
  return totals.attempted === 0 && buckets.every(({ deposits }) => deposits.amount === 0)
}

/** In place of a chart without bars. */
function NothingYet() {
  return (
    <Empty
      sentence={
        <>
          Nothing was paid in this time. Start a payment with the line below
          {isTest && (
            <>
              , or{' '}
              <Go to={paths.sandbox()} hash="examples">
                fill the store with examples
              </Go>
            </>
          )}
          .
        </>
      }
      curl={{
        method: 'POST',
        path: '/transactions/initialize',
        body: { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' },
        label: 'A payment, by the API',
      }}
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
