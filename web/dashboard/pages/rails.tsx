import type { DataOf } from '../api.ts'
import { count } from '../naira.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Facts } from '../parts/facts.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { hour } from '../time.ts'
import { useGet } from '../use-list.ts'
import { HousePage } from './house-page.tsx'
import { capital, lasted, MODES, RAIL_NAMES, RAIL_STATES } from './operator-words.ts'
import { Bars } from './rail-bars.tsx'

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
    <HousePage
      title="Rails"
      intro={
        'How the banks, card processors and registries behind the service have answered ' +
        'in the last hour, in all processes. The state is that of the last ten minutes.'
      }
    >
      <Rails />
    </HousePage>
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
    <div className="unseen">
      <table>
        <caption>
          {RAIL_NAMES[rail]}, {mode} mode, by five minutes
        </caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Calls</th>
            <th scope="col">Failures</th>
            <th scope="col">Slowest 5 %</th>
          </tr>
        </thead>
        <tbody>
          {windows.map(({ start, calls, failures, p95_ms }) => (
            <tr key={start}>
              <th scope="row">{hour(start)}</th>
              <td>{count(calls)}</td>
              <td>{count(failures)}</td>
              <td>{lasted(p95_ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
