import type { DataOf } from '../api.ts'
import { count } from '../naira.ts'
import { ErrorBox, Skeleton } from '../parts/loaded.tsx'
import { OperatorFrame, Section } from '../parts/page.tsx'
import { Badge, Facts, Time, UnseenTable } from '../parts/values.tsx'
import { hour } from '../time.ts'
import { useGet } from '../use-list.ts'
import { capital, lasted, MODES, RAIL_NAMES, RAIL_STATES } from './operator-words.ts'

type Rail = DataOf<'GET', '/operator/rails'>[number]

const POLL_MS = 15_000
const FAILURES: Record<NonNullable<Rail['last_failure']>, string> = {
  down: 'it said that it is down',
  unknown: 'no answer in time',
  threw: 'a fault in how we speak to it',
}

/** Whoever moves money for us, and how they answer. */
export function RailsPage() {
  return (
    <OperatorFrame
      title="Rails"
      intro={
        'How the banks, card processors and registries behind the service have answered ' +
        'in the last hour, in all processes. The state is that of the last ten minutes.'
      }
    >
      <Rails />
    </OperatorFrame>
  )
}

function Rails() {
  const { data, error, again } = useGet('/operator/rails', { everyMs: POLL_MS })
  if (error) return <ErrorBox error={error} again={again} />
  if (data === undefined) return <Skeleton lines={10} />
  const modes = ['live', 'test'] as const
  return modes.map((mode) => (
    <OfMode key={mode} mode={mode} rails={data.filter((rail) => rail.mode === mode)} />
  ))
}

function OfMode({ mode, rails }: { mode: Rail['mode']; rails: Rail[] }) {
  const present = rails.filter(({ name }) => name !== null)
  return (
    <Section title={`${MODES[mode]} mode`}>
      {present.length === 0 ? (
        <p className="faint">
          No rail of {mode} mode is set up. Calls of this mode are refused until one is.
        </p>
      ) : (
        <div className="rails">
          {present.map((rail) => (
            <OneRail key={`${rail.rail} ${rail.name}`} rail={rail} />
          ))}
        </div>
      )}
    </Section>
  )
}

function OneRail({ rail }: { rail: Rail }) {
  return (
    <article className="card rail" aria-label={`${RAIL_NAMES[rail.rail]}, ${rail.mode} mode`}>
      <header>
        <h3>
          {RAIL_NAMES[rail.rail]} <span className="faint">{rail.name}</span>
        </h3>
        <Badge state={rail.state} of={RAIL_STATES} />
      </header>
      {rail.state === 'missing' ? <Missing rail={rail} /> : <Answers rail={rail} />}
    </article>
  )
}

function Missing({ rail: { waiting } }: { rail: Rail }) {
  return (
    <>
      <p>Configure it again to finish what it began. No other rail is asked. Waiting for it:</p>
      <Facts of={Object.fromEntries(waiting.map((one) => [capital(one.what), count(one.count)]))} />
    </>
  )
}

function Answers({ rail }: { rail: Rail }) {
  const { last_hour: sum, windows, last_failure: failure } = rail
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
      <Windows of={rail} />
      <Facts
        of={{
          'Last answered': <Time at={rail.last_success_at} as="ago" none="Never" />,
          'Last failed': (
            <>
              <Time at={rail.last_failure_at} as="ago" none="Never" />
              {failure !== null && <span className="faint">, {FAILURES[failure]}</span>}
            </>
          ),
          'Half within': sum.p50_ms === null ? null : lasted(sum.p50_ms),
          'Under way': sum.unanswered === 0 ? null : count(sum.unanswered),
        }}
      />
    </>
  )
}

/** The same numbers for those who cannot see the bars. */
function Windows({ of: { rail, mode, windows } }: { of: Rail }) {
  return (
    <UnseenTable
      caption={`${RAIL_NAMES[rail]}, ${mode} mode, by five minutes`}
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

// Twelve numbers as twelve small bars: whether something rises or falls, and nothing finer. The
// numbers themselves stand in a table beside it, for whoever cannot see them.

type Props = {
  title: string
  /** The number that sums them up, in words. */
  said: string
  /** Null: there was nothing to measure. */
  values: (number | null)[]
  isBad?: boolean
}

const WIDTH = 8
const GAP = 2
const HEIGHT = 36
const LEAST = 2

function Bars({ title, said, values, isBad }: Props) {
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
