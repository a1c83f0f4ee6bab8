import type { DataOf } from '../api.ts'
import { count } from '../naira.ts'
import { Badge, Facts, Time, UnseenTable } from '../parts/values.tsx'
import { hour } from '../time.ts'
import { capital, lasted, RAIL_NAMES, RAIL_STATES } from './operator-words.ts'

// How one rail of a provider has answered in the last hour, over all processes.

type Provider = DataOf<'GET', '/operator/rails'>[number]
type Rail = Provider['rails'][number]

const FAILURES: Record<NonNullable<Rail['last_failure']>, string> = {
  down: 'reported as down',
  unknown: 'timed out',
  threw: 'error in our adapter',
}

export function Parts({ of: { mode, name, rails } }: { of: Provider }) {
  return (
    <div className="rails">
      {rails.map((rail) => (
        <OneRail key={rail.rail} of={`${name}, ${mode} mode`} rail={rail} />
      ))}
    </div>
  )
}

type Props = { rail: Rail; of: string }

function OneRail({ rail, of }: Props) {
  return (
    <article className="card rail" aria-label={`${RAIL_NAMES[rail.rail]}, ${of}`}>
      <header>
        <h4>{RAIL_NAMES[rail.rail]}</h4>
        <Badge state={rail.state} of={RAIL_STATES} />
      </header>
      {rail.state === 'missing' ? <Missing rail={rail} /> : <Answers rail={rail} of={of} />}
    </article>
  )
}

function Missing({ rail: { waiting } }: { rail: Rail }) {
  return (
    <>
      <p>
        Configure this provider again to finish what it started. No other provider can. Waiting for
        it:
      </p>
      <Facts of={Object.fromEntries(waiting.map((one) => [capital(one.what), count(one.count)]))} />
    </>
  )
}

function Answers({ rail, of }: Props) {
  const { last_hour: sum, windows, last_failure: failure } = rail
  const isCalled = rail.last_success_at !== null || rail.last_failure_at !== null
  if (!isCalled && sum.calls === 0) return <p className="faint">Not called in seven days.</p>
  return (
    <>
      <div className="rail-plots">
        <Bars title="Calls" said={count(sum.calls)} values={windows.map(({ calls }) => calls)} />
        <Bars
          title="Failures"
          said={count(sum.failures)}
          values={windows.map(({ failures }) => failures)}
          isBad
        />
        <Bars
          title="Slowest 5 %"
          said={lasted(sum.p95_ms)}
          values={windows.map(({ p95_ms }) => p95_ms)}
        />
      </div>
      <Windows rail={rail} of={of} />
      <Facts
        of={{
          'Last success': <Time at={rail.last_success_at} as="ago" none="Never" />,
          'Last failure': (
            <>
              <Time at={rail.last_failure_at} as="ago" none="Never" />
              {failure !== null && <span className="faint">, {FAILURES[failure]}</span>}
            </>
          ),
          Median: sum.p50_ms === null ? null : lasted(sum.p50_ms),
          'In progress': sum.unanswered === 0 ? null : count(sum.unanswered),
        }}
      />
    </>
  )
}

/** The same numbers as a table, for screen readers. */
function Windows({ rail: { rail, windows }, of }: Props) {
  return (
    <UnseenTable
      caption={`${RAIL_NAMES[rail]}, ${of}, per five minutes`}
      head={['From', 'Calls', 'Failures', 'Slowest 5 %']}
      rows={windows.map(({ start, calls, failures, p95_ms }) => [
        hour(start),
        count(calls),
        count(failures),
        lasted(p95_ms),
      ])}
    />
  )
}

// Twelve small bars that show a trend. A table beside them has the numbers.

type BarsProps = {
  title: string
  /** A summary in words. */
  said: string
  /** Null: no calls. */
  values: (number | null)[]
  isBad?: boolean
}

const WIDTH = 8
const GAP = 2
const HEIGHT = 36
const LEAST = 2

function Bars({ title, said, values, isBad }: BarsProps) {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  return (
    <div className="bars" data-bad={isBad ? '' : undefined}>
      <span>{title}</span>
      <strong>{said}</strong>
      <svg
        viewBox={`0 0 ${values.length * (WIDTH + GAP) - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {values.map((value, place) => {
          const height = value ? Math.max(LEAST, (value / most) * HEIGHT) : 1
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what each one is.
              key={place}
              x={place * (WIDTH + GAP)}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              data-none={value ? undefined : ''}
            />
          )
        })}
      </svg>
    </div>
  )
}
