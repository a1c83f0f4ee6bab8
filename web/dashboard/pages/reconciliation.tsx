import { count } from '../naira.ts'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Choices, useChoice } from '../parts/choices.tsx'
import { Code } from '../parts/code.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { useGet } from '../use-list.ts'
import { HousePage } from './house-page.tsx'
import { MODES } from './operator-words.ts'
import { Exceptions } from './reconciliation-exceptions.tsx'
import { keyOf, type Report, TIES } from './reconciliation-words.ts'

const GAPS_SHOWN = 5
const STATES: Record<'clean' | 'open', { tone: Tone; text: string }> = {
  clean: { tone: 'good', text: 'Nothing to look at' },
  open: { tone: 'warn', text: 'A person must look' },
}

/** What banks say has happened, against the books. */
export function ReconciliationPage() {
  return (
    <HousePage
      title="Reconciliation"
      intro={
        'What the statements of the banks say has happened, line by line, against what ' +
        'the books say. Nothing is booked from here.'
      }
    >
      <Reports />
    </HousePage>
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
      </Section>
      <Exceptions key={chosen} of={report} />
    </>
  )
}

function NoStatement() {
  return (
    <div className="empty">
      <p>
        No statement of a bank has been brought in yet. Save one of your bank as a file, and bring
        it in at the machine; each night the service does so by itself with what lies in{' '}
        <code>COWRIE_STATEMENTS</code>.
      </p>
      <Code
        text="npm run reconcile -- import statement.csv --rail sandbox --mode test"
        label="Command that brings a statement in"
      />
    </div>
  )
}

/** The ledger counts what a bank has of ours as a debit; people call it a balance. */
function Numbers({ of: { theirs, ours, ledger, exceptions } }: { of: Report }) {
  return (
    <dl className="tiles">
      <div className="tile">
        <dt>Lines of the bank</dt>
        <dd>{count(theirs.total.credit.count + theirs.total.debit.count)}</dd>
        <dd className="faint">
          {count(theirs.matched.credit.count + theirs.matched.debit.count)} agree with the books
        </dd>
      </div>
      <div className="tile">
        <dt>Movements of ours</dt>
        <dd>{count(ours.total.credit.count + ours.total.debit.count)}</dd>
        <dd className="faint">
          {count(ours.matched.credit.count + ours.matched.debit.count)} agree with the bank
        </dd>
      </div>
      <div className="tile">
        <dt>Open exceptions</dt>
        <dd>{count(exceptions.open)}</dd>
        <dd className="faint">{count(exceptions.closed)} closed by a person</dd>
      </div>
      <div className="tile">
        <dt>With the bank, by the ledger</dt>
        <dd>
          <Money kobo={-ledger.clearing} />
        </dd>
        <dd className="faint">
          by all movements <Money kobo={-ledger.movements} />
        </dd>
      </div>
    </dl>
  )
}

function Untied({ of: { ties } }: { of: Report }) {
  const wrong = (Object.keys(TIES) as (keyof typeof TIES)[]).filter((tie) => ties[tie] === false)
  if (wrong.length === 0) return null
  return (
    <div className="notice" data-tone="bad">
      <p className="strong">Sums that must be the same are not. This is a fault of the service:</p>
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
      <p className="strong">No statement speaks of these times:</p>
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
