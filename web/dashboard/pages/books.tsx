import { type DataOf, post } from '../api.ts'
import { count } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { ErrorBox, Skeleton } from '../parts/loaded.tsx'
import { OperatorFrame, Section } from '../parts/page.tsx'
import { Progress } from '../parts/progress.tsx'
import { Badge, Copy, Facts, Money, Time, type Tone } from '../parts/values.tsx'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { MODES } from './operator-words.ts'

type Books = DataOf<'GET', '/operator/books'>
type OfMode = Books['modes'][number]
type Row = Omit<OfMode['accounts'][number], 'accounts'> & {
  title: string
  accounts: number | null
  isTotal: boolean
}

const BOOKS = '/operator/books'
const POLL_MS = 15_000
const RUNNING_MS = 1_000
const SUMS: Record<'zero' | 'off', { tone: Tone; text: string }> = {
  zero: { tone: 'good', text: 'Sums to zero' },
  off: { tone: 'bad', text: 'Does not sum to zero' },
}

/** By account kind; an unknown kind is shown by its name. */
const TITLES: Record<string, string> = {
  bank_clearing: 'At banks',
  card_clearing: 'At card processors',
  available: 'Business wallets',
  'available/party': 'Subaccount wallets',
  pending: 'Pending, businesses',
  'pending/party': 'Pending, subaccounts',
  fees: 'Our fees',
  vat: 'VAT owed',
  unmatched: 'Being returned to senders',
  suspense: 'Suspense',
  rail_fees: 'Provider fees',
  adjustments: 'Sandbox money',
}

const sum = (kobo: number, isTotal: boolean) => <Money kobo={kobo} isStrong={isTotal} />
const COLUMNS: Column<Row>[] = [
  {
    title: 'Account',
    cell: ({ title, isTotal, account }) => (
      <span className={isTotal ? 'strong' : undefined} title={account}>
        {title}
      </span>
    ),
  },
  {
    title: 'Count',
    isEnd: true,
    cell: ({ accounts }) => (accounts === null ? '' : count(accounts)),
  },
  { title: 'Debits', isEnd: true, cell: (row) => sum(row.debits_posted, row.isTotal) },
  { title: 'Credits', isEnd: true, cell: (row) => sum(row.credits_posted, row.isTotal) },
  { title: 'Debits held', isEnd: true, cell: (row) => sum(row.debits_held, row.isTotal) },
  { title: 'Credits held', isEnd: true, cell: (row) => sum(row.credits_held, row.isTotal) },
  { title: 'Balance', isEnd: true, cell: (row) => sum(row.balance, row.isTotal) },
]

/** The ledger of all businesses together. */
export function BooksPage() {
  return (
    <OperatorFrame
      title="Books"
      intro={
        'The combined ledger of all businesses. Each entry debits one account and credits ' +
        'another, so all balances add up to zero.'
      }
    >
      <Books />
    </OperatorFrame>
  )
}

function Books() {
  const known = useGet(BOOKS)
  const isRunning = known.data?.running != null
  const { data, error, again } = useGet(BOOKS, { everyMs: isRunning ? RUNNING_MS : POLL_MS })
  if (error) return <ErrorBox error={error} again={again} />
  if (data === undefined) return <Skeleton lines={10} />
  return (
    <>
      <Verification running={data.running} last={data.last} sealing={data.sealing} />
      {data.modes.toReversed().map((mode) => (
        <TrialBalance key={mode.mode} of={mode} />
      ))}
    </>
  )
}

function TrialBalance({ of: { mode, accounts, total } }: { of: OfMode }) {
  const { difference, ...sums } = total
  const all: Row = {
    ...sums,
    account: 'total',
    accounts: null,
    balance: sums.credits_posted - sums.debits_posted,
    title: 'Total',
    isTotal: true,
  }
  const rows = accounts.map((one) => ({
    ...one,
    title: TITLES[one.account] ?? one.account,
    isTotal: false,
  }))
  return (
    <Section
      title={`${MODES[mode]} mode`}
      actions={accounts.length > 0 && <Badge state={difference === 0 ? 'zero' : 'off'} of={SUMS} />}
    >
      {accounts.length === 0 ? (
        <p className="faint">No business has {mode} mode yet, so there are no accounts.</p>
      ) : (
        <DataTable
          label={`Trial balance, ${mode} mode`}
          columns={COLUMNS}
          rows={[...rows, all]}
          rowKey={({ account }) => account}
        />
      )}
    </Section>
  )
}

type Verified = NonNullable<Books['last']>

const STATES: Record<Verified['state'], { tone: Tone; text: string }> = {
  asked: { tone: 'wait', text: 'Starting' },
  running: { tone: 'wait', text: 'Running' },
  right: { tone: 'good', text: 'The books are right' },
  wrong: { tone: 'bad', text: 'The books are wrong' },
  failed: { tone: 'warn', text: 'Could not finish' },
}
const RUNNING = 'A verification is already running.'

/** Verifies each hour and on demand. */
function Verification({ running, last, sealing }: Pick<Books, 'running' | 'last' | 'sealing'>) {
  const verify = useAction(() => post('/operator/books/verify'), { refresh: ['/operator/books'] })
  return (
    <Section
      title="Verification"
      intro={
        'Recomputes all balances from the entries. Every hour, or when you start it, it reads ' +
        'what is new and a share of the days that are over: each of them within a day.'
      }
      actions={
        <Button
          look="main"
          isSmall
          isBusy={verify.isBusy}
          why={running ? RUNNING : undefined}
          onClick={() => verify.run()}
        >
          Verify now
        </Button>
      }
    >
      {running && <Running of={running} />}
      {last && <Ended of={last} />}
      {sealing.sealed_day && <Sealing of={sealing} />}
      {!last && !running && <p className="faint">It has not run yet. It runs within the hour.</p>}
    </Section>
  )
}

/** A seal that was noted elsewhere shows whether seals were made anew since then. */
function Sealing({ of: { sealed_day, seal, slices, oldest_read_at } }: { of: Books['sealing'] }) {
  return (
    <Facts
      of={{
        'Sealed until': sealed_day,
        'Last seal': seal && <Copy text={seal} />,
        'Closed slices': count(slices),
        'Oldest one read': <Time at={oldest_read_at} as="full" />,
      }}
    />
  )
}

function Running({ of: { state, steps_done, steps, asked_by } }: { of: Verified }) {
  const isCounted = state === 'running' && steps > 0
  return (
    <div className="card">
      {isCounted ? (
        <Progress what="Books verified" done={steps_done} total={steps} />
      ) : (
        <p role="status">{STATES[state].text} …</p>
      )}
      <p className="faint">
        Requested by {nameOf(asked_by)}. You can leave this page. The result appears here.
      </p>
    </div>
  )
}

function Ended({ of }: { of: Verified }) {
  const { state, finished_at, started_at, asked_by, entries_read, findings } = of
  return (
    <>
      <Facts
        of={{
          'Last result': <Badge state={state} of={STATES} />,
          Finished: <Time at={finished_at} as="full" />,
          Started: <Time at={started_at} as="full" />,
          'Requested by': nameOf(asked_by),
          'Entries read': count(entries_read),
          Findings: findings === 0 ? null : count(findings),
        }}
      />
      {of.first_findings.length > 0 && (
        <div className="notice" data-tone="bad">
          <p className="strong">
            {state === 'wrong'
              ? 'Stop payouts and find the cause before you do anything else.'
              : 'Why it could not finish:'}
          </p>
          <ul>
            {of.first_findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function nameOf(askedBy: string): string {
  return askedBy === 'each hour' ? 'the service (hourly)' : askedBy
}
