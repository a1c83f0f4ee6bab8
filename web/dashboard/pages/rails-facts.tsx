import type { DataOf } from '../api.ts'
import { Chart } from '../parts/chart.tsx'
import { Go } from '../parts/go.tsx'
import { Copy, Money, Tile, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'

// Facts about a provider besides its answers: money, and unknown outcomes.

type Provider = DataOf<'GET', '/operator/rails'>[number]

const THINGS: Record<NonNullable<Provider['oldest_unknown']>['what'], string> = {
  payout: 'Payout',
  charge: 'Card charge',
  mandate: 'Mandate',
  refund: 'Refund',
  return: 'Return',
  dispute: 'Dispute',
  verification: 'Verification',
}

export function Alarms({ of: { alarms } }: { of: Provider }) {
  return alarms.map(({ kind, detail, began_at: began }) => (
    <div key={kind} className="notice" data-tone="bad">
      <p>
        <strong>
          Since <Time at={began} />:
        </strong>{' '}
        {detail}
      </p>
    </div>
  ))
}

export function Tiles({ of }: { of: Provider }) {
  const { balance, oldest_unknown: unknown, last_notification_at: last, margins, mode } = of
  return (
    <dl className="tiles">
      {balance === null ? (
        <Tile title="Balance" note="Not reported">
          –
        </Tile>
      ) : (
        <Tile title="Balance" note={<BalanceNote of={balance} />}>
          <Money kobo={balance.available} />
        </Tile>
      )}
      <Tile title="Oldest unknown outcome" note={unknown && <UnknownNote of={unknown} />}>
        {unknown === null ? 'None' : <Time at={unknown.since} as="ago" />}
      </Tile>
      <Tile
        title="Last notification"
        note={mode === 'live' ? <Go to={paths.notifications()}>View all</Go> : NOT_KEPT}
      >
        <Time at={last} as="ago" none={mode === 'live' ? 'None in 30 days' : '–'} />
      </Tile>
      <Tile
        title="Margin, 30 days"
        kobo={sum(margins, (day) => day.fees - day.cost)}
        note={
          <>
            <Money kobo={sum(margins, ({ fees }) => fees)} /> of fees from all businesses, without
            VAT, less <Money kobo={sum(margins, ({ cost }) => cost)} /> of provider fees. Today’s is
            a few minutes old.
          </>
        }
      />
    </dl>
  )
}

const NOT_KEPT = 'Not stored in test mode'

function BalanceNote({ of: { read_at: read, failed_at: failed, floor } }: BalanceProps) {
  return (
    <>
      {failed === null ? (
        <>
          <Time at={read} as="ago" none="Not read yet" />
          {floor === null ? ', no alert threshold' : <Floor kobo={floor} />}
        </>
      ) : (
        <>
          Not reported since <Time at={failed} />
          {read !== null && (
            <>
              ; last value from <Time at={read} />
            </>
          )}
        </>
      )}
    </>
  )
}

type BalanceProps = { of: NonNullable<Provider['balance']> }

function Floor({ kobo }: { kobo: number }) {
  return (
    <>
      , alert below <Money kobo={kobo} />
    </>
  )
}

function UnknownNote({ of: { what, id, business_id: business } }: UnknownProps) {
  return (
    <>
      {THINGS[what]} <Copy text={id} /> of <Go to={paths.business(business)}>this business</Go>
    </>
  )
}

type UnknownProps = { of: NonNullable<Provider['oldest_unknown']> }

function sum(days: Provider['margins'], part: (day: Provider['margins'][number]) => number) {
  return days.reduce((all, day) => all + part(day), 0)
}

/** Shown once there is data. */
export function MarginPlot({ of: { name, margins } }: { of: Provider }) {
  if (margins.every(({ fees, cost }) => fees === 0 && cost === 0)) return null
  return (
    <div>
      <h4>Margin by day</h4>
      <Chart
        title={`Margin of ${name}`}
        as="bars"
        unit="naira"
        by="day"
        points={margins.map(({ day, fees, cost }) => ({
          start: `${day}T00:00:00+01:00`,
          value: fees - cost,
        }))}
      />
    </div>
  )
}
