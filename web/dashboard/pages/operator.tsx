import { useQuery } from '@tanstack/react-query'
import { getPage, type PathOf } from '../api.ts'
import { Go } from '../parts/go.tsx'
import { ErrorBox, Skeleton } from '../parts/loaded.tsx'
import { OperatorFrame, Section } from '../parts/page.tsx'
import { Badge, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { type Read, useGet } from '../use-list.ts'
import { type JOB_STATES, many, stateOfJob } from './operator-words.ts'

const STATES: Record<Said['state'], { tone: Tone; text: string }> = {
  wrong: { tone: 'bad', text: 'Now' },
  look: { tone: 'wait', text: 'Needs attention' },
  unchecked: { tone: 'plain', text: 'Not checked yet' },
  fine: { tone: 'good', text: 'OK' },
}

/** What needs the operator's attention. */
export function OperatorPage() {
  return (
    <OperatorFrame title="Operator" intro="The whole service: all businesses, both modes.">
      <Overview />
    </OperatorFrame>
  )
}

function Overview() {
  const checks = useChecks()
  const stateOf = ({ read }: Check) => (read.error ? 'look' : read.data?.state)
  const having = (state: Said['state']) => checks.filter((check) => stateOf(check) === state)
  const needing = [...having('wrong'), ...having('look')]
  const [unchecked, fine] = [having('unchecked'), having('fine')]
  const isUnread = checks.some((check) => stateOf(check) === undefined)
  return (
    <>
      <Section title="Needs attention">
        {isUnread && <Skeleton lines={3} />}
        {needing.length > 0 && <Checks of={needing} />}
        {!isUnread && needing.length === 0 && <p className="faint">Nothing needs attention.</p>}
      </Section>
      {unchecked.length > 0 && (
        <Section title="Not checked yet">
          <Checks of={unchecked} />
        </Section>
      )}
      {fine.length > 0 && (
        <Section title="OK">
          <Checks of={fine} />
        </Section>
      )}
    </>
  )
}

function Checks({ of }: { of: Check[] }) {
  return (
    <ul className="checks">
      {of.map(({ title, read: { data, error, again } }) => (
        <li key={title}>
          {error || data === undefined ? (
            <>
              <strong>{title}</strong>
              <ErrorBox error={error} again={again} />
            </>
          ) : (
            <>
              <Go to={data.to} {...(data.search && { search: data.search })}>
                {title}
              </Go>
              <span>{data.says}</span>
              <Badge state={data.state} of={STATES} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

// Each check has its own request. One that fails says so, and does not hide the others.

type Said = {
  /** `wrong` is urgent, `look` is not. `unchecked`: not known yet. */
  state: 'wrong' | 'look' | 'unchecked' | 'fine'
  says: string
  to: string
  search?: Record<string, string>
}
type Check = { title: string; read: Read<Said> }

const POLL_MS = 15_000
const everyMs = POLL_MS

function useChecks(): Check[] {
  return [
    { title: 'Books', read: useBooks() },
    { title: 'Rails', read: useRails() },
    { title: 'Reconciliation', read: useReconciliation() },
    { title: 'Suspense', read: useSuspense() },
    { title: 'Live mode', read: useAsked() },
    { title: 'Background jobs', read: useJobs() },
  ]
}

function useBooks(): Read<Said> {
  const read = useGet('/operator/books', { everyMs })
  return said(read, ({ modes, last, verdict }) => {
    const off = modes.filter(({ total }) => total.difference !== 0)
    const to = paths.books()
    if (off.length > 0) {
      return { state: 'wrong', says: `The books of ${off[0]?.mode} mode do not sum to zero.`, to }
    }
    // A verification that failed does not cancel what the one before found.
    if (verdict?.state === 'wrong') {
      return { state: 'wrong', says: `${many(verdict.findings, 'finding')} in the books.`, to }
    }
    switch (last?.state) {
      case 'failed':
        return { state: 'look', says: 'The last verification could not finish.', to }
      case undefined:
        return {
          state: 'unchecked',
          says: 'The books sum to zero. Their first verification runs within the hour.',
          to,
        }
      default:
        return {
          state: 'fine',
          says: 'The books sum to zero, and the last verification found no errors.',
          to,
        }
    }
  })
}

function useRails(): Read<Said> {
  const read = useGet('/operator/rails', { everyMs })
  return said(read, (rails) => {
    const named = (state: string) =>
      rails
        .filter((provider) => provider.state === state)
        .map(({ name, mode }) => `${name} (${mode})`)
        .join(', ')
    const to = paths.rails()
    const [missing, down, failing] = [named('missing'), named('down'), named('failing')]
    if (missing) return { state: 'wrong', says: `Needed, but not configured: ${missing}.`, to }
    if (down) return { state: 'wrong', says: `Down: ${down}.`, to }
    if (failing) return { state: 'look', says: `Failing: ${failing}.`, to }
    const alarm = rails.flatMap(({ name, mode, alarms }) =>
      alarms.map(({ detail }) => `${name} (${mode}): ${detail}`),
    )[0]
    if (alarm) return { state: 'wrong', says: alarm, to }
    const off = rails.filter((provider) => provider.off.length > 0)
    if (off.length > 0) {
      const says = `Switched off: ${off.map(({ name, mode }) => `${name} (${mode})`).join(', ')}.`
      return { state: 'look', says, to }
    }
    return { state: 'fine', says: 'All providers that were called respond.', to }
  })
}

function useReconciliation(): Read<Said> {
  const read = useGet('/operator/reconciliation', { everyMs })
  return said(read, (reports) => {
    const open = reports.reduce((all, { exceptions }) => all + exceptions.open, 0)
    const gaps = reports.reduce((all, report) => all + report.gaps.length, 0)
    const isUntied = reports.some(({ ties }) => Object.values(ties).includes(false))
    const to = paths.reconciliation()
    if (reports.length === 0) {
      return { state: 'unchecked', says: 'No bank statement has been imported yet.', to }
    }
    if (isUntied) return { state: 'wrong', says: 'Totals that must be equal differ.', to }
    if (open > 0) return { state: 'look', says: `${many(open, 'open exception')}.`, to }
    if (gaps > 0) {
      return { state: 'look', says: `${many(gaps, 'period')} without a statement.`, to }
    }
    return { state: 'fine', says: 'Bank statements and books agree.', to }
  })
}

function useSuspense(): Read<Said> {
  const live = useTotal('/operator/suspense', { mode: 'live', state: 'open' })
  const test = useTotal('/operator/suspense', { mode: 'test', state: 'open' })
  const both = {
    ...live,
    data: live.data === undefined || test.data === undefined ? undefined : [live.data, test.data],
    error: live.error ?? test.error,
    again: () => {
      live.again()
      test.again()
    },
  }
  return said(both, ([ofLive = 0, ofTest = 0]) => {
    const to = paths.suspense()
    if (ofLive + ofTest === 0) return { state: 'fine', says: 'Suspense is empty.', to }
    const says = [
      ofLive > 0 && `${many(ofLive, 'transfer')} in live mode`,
      ofTest > 0 && `${many(ofTest, 'transfer')} in test mode`,
    ].filter(Boolean)
    const search = { mode: ofLive > 0 ? 'live' : 'test', state: 'open' }
    return { state: 'look', says: `Unassigned: ${says.join(' and ')}.`, to, search }
  })
}

function useAsked(): Read<Said> {
  const read = useTotal('/operator/businesses', { state: 'asked' })
  return said(read, (total) => {
    const to = paths.businesses()
    if (total === 0) return { state: 'fine', says: 'No business is waiting for approval.', to }
    const says = `${many(total, 'business is', 'businesses are')} waiting for approval.`
    return { state: 'look', says, to, search: { state: 'asked' } }
  })
}

function useJobs(): Read<Said> {
  const read = useGet('/operator/chores', { everyMs })
  return said(read, ({ chores: jobs, backlogs }) => {
    const nowMs = Date.now()
    const to = paths.jobs()
    const named = (state: keyof typeof JOB_STATES) =>
      jobs.filter((job) => stateOfJob(job, nowMs) === state).map(({ name }) => name)
    const [failing, late] = [named('failing'), named('late')]
    const piled = backlogs.filter(({ is_more: isMore }) => isMore).map(({ what }) => what)
    if (failing.length > 0) return { state: 'wrong', says: `Failing: ${failing.join(', ')}.`, to }
    if (late.length > 0) return { state: 'look', says: `Late: ${late.join(', ')}.`, to }
    if (piled.length > 0)
      return { state: 'look', says: `Growing backlog: ${piled.join(', ')}.`, to }
    return { state: 'fine', says: 'No job is late or failing.', to }
  })
}

/** The number of rows in a list. */
function useTotal(path: PathOf<'GET'>, query: Record<string, string>): Read<number> {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [path, 'total', query],
    queryFn: ({ signal }) => getPage(path, { query: { ...query, perPage: 1 }, signal }),
    refetchInterval: POLL_MS,
  })
  return { data: data?.meta.total, error, isBusy: isFetching, again: () => void refetch() }
}

function said<Data>(read: Read<Data>, tell: (data: Data) => Said): Read<Said> {
  return { ...read, data: read.data === undefined ? undefined : tell(read.data) }
}
