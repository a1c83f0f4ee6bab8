import type { DataOf } from '../api.ts'
import { count } from '../naira.ts'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { ErrorBox, Skeleton } from '../parts/loaded.tsx'
import { OperatorFrame, Section } from '../parts/page.tsx'
import { Badge, None, Tile, Time } from '../parts/values.tsx'
import { useGet } from '../use-list.ts'
import {
  capital,
  JOB_STATES,
  type Job,
  type JobState,
  lasted,
  many,
  often,
  stateOfJob,
} from './operator-words.ts'

type Backlog = DataOf<'GET', '/operator/chores'>['backlogs'][number]
type Row = Job & { state: JobState }

const POLL_MS = 5_000
/** Jobs that need attention come first. */
const ORDER: JobState[] = ['failing', 'late', 'waiting', 'running', 'resting']

const COLUMNS: Column<Row>[] = [
  {
    title: 'Job',
    cell: ({ name, every_ms, last_error, failures, last_failed_at }) => (
      <span>
        <span className="strong">{capital(name)}</span>
        <span className="faint"> {often(every_ms)}</span>
        {failures > 0 && (
          <div className="wrong">
            {last_error ?? 'It failed: see the log.'} {many(failures, 'time')} in a row, last{' '}
            <Time at={last_failed_at} as="ago" />.
          </div>
        )}
        {failures === 0 && last_failed_at !== null && (
          <div className="faint">
            Failed <Time at={last_failed_at} as="ago" />, but has run since.
          </div>
        )}
      </span>
    ),
  },
  { title: 'Status', cell: ({ state }) => <Badge state={state} of={JOB_STATES} /> },
  {
    title: 'Last run',
    cell: ({ last_started_at }) => <Time at={last_started_at} as="ago" none="Never" />,
  },
  { title: 'Duration', isEnd: true, cell: ({ last_duration_ms }) => lasted(last_duration_ms) },
  {
    title: 'Last processed',
    cell: ({ handled, handled_at }) =>
      handled_at === null ? (
        <span className="faint">Not yet</span>
      ) : (
        <span>
          {count(handled)}, <Time at={handled_at} as="ago" />
        </span>
      ),
  },
  {
    title: 'Waiting',
    isEnd: true,
    cell: ({ backlog }) => (backlog === null ? <None /> : count(backlog)),
  },
]

/** The background jobs of the service. */
export function JobsPage() {
  return (
    <OperatorFrame
      title="Background jobs"
      intro={
        'Work that the service repeats automatically, in any of its processes. A job that ' +
        'fails runs again at its next interval.'
      }
    >
      <Jobs />
    </OperatorFrame>
  )
}

function Jobs() {
  const { data, error, again } = useGet('/operator/chores', { everyMs: POLL_MS })
  if (error) return <ErrorBox error={error} again={again} />
  if (data === undefined) return <Skeleton lines={10} />
  const nowMs = Date.now()
  const rows = data.chores
    .map((job) => ({ ...job, state: stateOfJob(job, nowMs) }))
    .sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
  return (
    <>
      <Section title="Backlog">
        <Backlogs of={data.backlogs} />
      </Section>
      <Section title="Last runs">
        {rows.length === 0 ? (
          <p className="faint">
            No process has reported yet. Each reports a few seconds after it starts.
          </p>
        ) : (
          <DataTable
            label="Background jobs, failing ones first"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ name }) => name}
          />
        )}
      </Section>
    </>
  )
}

function Backlogs({ of }: { of: Backlog[] }) {
  return (
    <dl className="tiles">
      {of.map(({ what, count: waits, is_more }) => (
        <Tile key={what} title={capital(what)}>
          {count(waits)}
          {is_more && <span className="faint"> or more</span>}
        </Tile>
      ))}
    </dl>
  )
}
