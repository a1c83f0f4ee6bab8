import type { DataOf } from '../api.ts'
import { count } from '../naira.ts'
import { Badge, type Tone } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { useGet } from '../use-list.ts'
import { Verification } from './books-verification.tsx'
import { HousePage } from './house-page.tsx'
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

/** By the kinds of the chart; a kind that this page does not know is shown by its name. */
const TITLES: Record<string, string> = {
  bank_clearing: 'At the bank',
  card_clearing: 'At the card processor',
  available: 'Wallets of businesses',
  'available/party': 'Wallets of subaccounts',
  pending: 'Pending of businesses',
  'pending/party': 'Pending of subaccounts',
  fees: 'Our fees',
  vat: 'VAT that we owe',
  unmatched: 'On its way back to senders',
  suspense: 'Suspense: for nobody here',
  adjustments: 'Play money of the sandbox',
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
    title: 'How many',
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
    <HousePage
      title="Books"
      intro={
        'The ledger of all businesses together. Each entry takes from one account what ' +
        'it gives to another, so all balances add up to zero.'
      }
    >
      <Books />
    </HousePage>
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
      <Verification running={data.running} last={data.last} />
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
    title: 'Together',
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
          label={`Trial balance of ${mode} mode`}
          columns={COLUMNS}
          rows={[...rows, all]}
          rowKey={({ account }) => account}
        />
      )}
    </Section>
  )
}
