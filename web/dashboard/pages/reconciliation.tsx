import { count } from '../naira.ts'
import { Choices, useChoice } from '../parts/choices.tsx'
import { ErrorBox, Skeleton } from '../parts/loaded.tsx'
import { OperatorFrame, Section } from '../parts/page.tsx'
import { Badge, Code, Money, Tile, Time, type Tone } from '../parts/values.tsx'
import { useGet } from '../use-list.ts'
import { MODES } from './operator-words.ts'
import { Exceptions, keyOf, type Report, TIES } from './reconciliation-exceptions.tsx'

const GAPS_SHOWN = 5
const STATES: Record<'clean' | 'open', { tone: Tone; text: string }> = {
  clean: { tone: 'good', text: 'No exceptions' },
  open: { tone: 'warn', text: 'Needs attention' },
}

/** Bank statements compared with the books. */
export function ReconciliationPage() {
  return (
    <OperatorFrame
      title="Reconciliation"
      intro={'Compares bank statements with the books, line by line. Nothing is booked from here.'}
    >
      <Reports />
    </OperatorFrame>
  )
}

function Reports() {
  const { data, error, again } = useGet('/operator/reconciliation')
  const names = Object.fromEntries(
    (data ?? []).map((one) => [keyOf(one), `${one.rail}, ${MODES[one.mode].toLowerCase()} mode`]),
  )
  const [first = ''] = Object.keys(names)
  const chosen = useChoice('of', names, first)
  if (error) return <ErrorBox error={error} again={again} />
  if (data === undefined) return <Skeleton lines={10} />
  const report = data.find((one) => keyOf(one) === chosen)
  if (report === undefined) return <NoStatement />
  return (
    <>
      {data.length > 1 && <Choices label="Bank" name="of" of={names} first={first} />}
      <Section
        title={names[chosen] ?? chosen}
        actions={<Badge state={report.is_clean ? 'clean' : 'open'} of={STATES} />}
      >
        <Numbers of={report} />
        <Untied of={report} />
        <Gaps of={report} />
        <Unfetched of={report} />
      </Section>
      <Exceptions key={chosen} of={report} />
    </>
  )
}

function NoStatement() {
  return (
    <div className="empty">
      <p>
        No bank statement has been imported yet. Save one as a file and import it on the server.
        Each night the service imports files from <code>COWRIE_STATEMENTS</code>.
      </p>
      <Code
        text="npm run reconcile -- import statement.csv --rail sandbox --mode test"
        label="Command to import a statement"
      />
    </div>
  )
}

/** The ledger debits our money at a bank, so the sign is inverted for display. */
function Numbers({ of: { theirs, ours, ledger, exceptions } }: { of: Report }) {
  return (
    <dl className="tiles">
      <Tile
        title="Bank lines"
        note={
          <>{count(theirs.matched.credit.count + theirs.matched.debit.count)} match the books</>
        }
      >
        {count(theirs.total.credit.count + theirs.total.debit.count)}
      </Tile>
      <Tile
        title="Our entries"
        note={<>{count(ours.matched.credit.count + ours.matched.debit.count)} match the bank</>}
      >
        {count(ours.total.credit.count + ours.total.debit.count)}
      </Tile>
      <Tile title="Open exceptions" note={<>{count(exceptions.closed)} closed by a person</>}>
        {count(exceptions.open)}
      </Tile>
      <Tile
        title="Balance at the bank, by the ledger"
        note={
          <>
            by the sum of our entries <Money kobo={-ledger.movements} />
          </>
        }
      >
        <Money kobo={-ledger.clearing} />
      </Tile>
    </dl>
  )
}

function Untied({ of: { ties } }: { of: Report }) {
  const wrong = (Object.keys(TIES) as (keyof typeof TIES)[]).filter((tie) => ties[tie] === false)
  if (wrong.length === 0) return null
  return (
    <div className="notice" data-tone="bad">
      <p className="strong">Totals that must be equal differ. This is an error in the service:</p>
      <ul>
        {wrong.map((tie) => (
          <li key={tie}>{TIES[tie]}</li>
        ))}
      </ul>
    </div>
  )
}

function Gaps({ of: { gaps } }: { of: Report }) {
  if (gaps.length === 0) return null
  const more = gaps.length - GAPS_SHOWN
  return (
    <div className="notice">
      <p className="strong">No statement covers these periods:</p>
      <ul>
        {gaps.slice(0, GAPS_SHOWN).map(({ from, to }) => (
          <li key={from}>
            <Time at={from} as="full" /> to <Time at={to} as="full" />
          </li>
        ))}
        {more > 0 && <li>and {count(more)} more</li>}
      </ul>
    </div>
  )
}

/** Statements that the service could not fetch yet. */
function Unfetched({ of: { unfetched, rail } }: { of: Report }) {
  if (unfetched.length === 0) return null
  const more = unfetched.length - GAPS_SHOWN
  return (
    <div className="notice">
      <p className="strong">{rail} has not provided statements for these days:</p>
      <ul>
        {unfetched.slice(0, GAPS_SHOWN).map(({ day, tries }) => (
          <li key={day}>
            {day}, {tries === 1 ? '1 attempt' : `${count(tries)} attempts`}
          </li>
        ))}
        {more > 0 && <li>and {count(more)} more</li>}
      </ul>
    </div>
  )
}
