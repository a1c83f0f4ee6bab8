import type { DataOf } from '../api.ts'
import { Chart } from '../parts/chart.tsx'
import { Choices, useChoice } from '../parts/choices.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Filters, useFilters } from '../parts/filters.tsx'
import { Go } from '../parts/go.tsx'
import { ErrorBox, Skeleton, TestTransfer } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { ExportButton } from '../parts/progress.tsx'
import { Copy, Facts, Money, Tile, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest } from '../session.ts'
import { moment } from '../time.ts'
import { useGet, useList } from '../use-list.ts'
import { MonthButton } from './month-button.tsx'

const TOP_UP = 'Transfers to this account are available at once, without a fee.'

type Balance = DataOf<'GET', '/balance'>
type Line = DataOf<'GET', '/balance/ledger'>[number]
type Account = 'available' | 'pending'

const ACCOUNTS: Record<Account, string> = { available: 'Available', pending: 'Pending' }
const POLL_MS = 15_000

export function WalletPage() {
  const { data, error, again } = useGet('/balance', { everyMs: POLL_MS })
  const account = useChoice('account', ACCOUNTS, 'available') as Account
  return (
    <Page title="Wallet" intro="Your available and pending balance." actions={<MonthButton />}>
      {error ? (
        <ErrorBox error={error} again={again} />
      ) : data === undefined ? (
        <Skeleton lines={6} />
      ) : (
        <>
          <Tiles balance={data} />
          <div className="columns">
            <TopUp account={data.account} />
            <History account={account} />
          </div>
        </>
      )}
      <Section
        title="Balance changes"
        actions={<Choices label="Balance" name="account" of={ACCOUNTS} first="available" />}
      >
        <Ledger account={account} ownNumber={data?.account?.account_number} />
      </Section>
    </Page>
  )
}

function Tiles({ balance: { available, pending } }: { balance: Balance }) {
  return (
    <dl className="tiles">
      <Tile title="Available" note="for payouts, refunds and fees" kobo={available} />
      <Tile
        title="Pending"
        note={
          <>
            paid to you; available <Go to={paths.settlements()}>when it is settled</Go>
          </>
        }
      >
        <Money kobo={pending} />
      </Tile>
    </dl>
  )
}

function TopUp({ account }: Pick<Balance, 'account'>) {
  return (
    <Section title="Top up" intro={TOP_UP}>
      {account === null ? (
        <p className="prose">
          The bank has not issued an account number yet. Try again in a minute.
        </p>
      ) : (
        <Facts
          of={{
            'Account number': <Copy text={account.account_number} />,
            Bank: account.bank.name,
            'Account name': account.account_name,
          }}
        />
      )}
    </Section>
  )
}

function History({ account }: { account: Account }) {
  const { data } = useGet('/balance/history', { query: { account }, everyMs: POLL_MS })
  if (data === undefined) return <Skeleton lines={5} />
  const now = new Date().toISOString()
  // Each balance is that at the end of its day.
  const points = data.days.map(({ start, balance }, i) => ({
    start,
    at: data.days[i + 1]?.start ?? now,
    value: balance,
  }))
  return (
    <Section
      title={account === 'available' ? 'Available balance over time' : 'Pending balance over time'}
      intro="At the end of each day; today, the balance now."
    >
      <Chart title="Balance" as="line" unit="naira" by="day" points={points} />
    </Section>
  )
}

const TYPES: Record<string, string> = {
  payment: 'Payment',
  top_up: 'Top-up',
  settlement: 'Settlement',
  payout: 'Payout',
  payout_reversed: 'Reversed payout',
  payout_duty: 'Stamp duty on a payout',
  refund: 'Refund',
  refund_duty: 'Stamp duty on a refund',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  debt_paid: 'Debt paid',
  identity_fee: 'Verification fee',
  adjustment: 'Set in the sandbox',
}
const STATES: Record<string, string> = { held: 'Held', posted: 'Booked', released: 'Released' }
const PAGES: Record<string, (id: string) => string> = {
  transaction: paths.transaction,
  settlement: paths.settlement,
  payout: paths.payout,
  refund: paths.refund,
  verification: paths.verification,
  deposit: paths.deposits,
}

const COLUMNS: Column<Line>[] = [
  { title: 'Description', cell: (line) => <What line={line} /> },
  { title: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Moved kobo={amount} /> },
  { title: 'Balance after', isEnd: true, cell: ({ balance }) => <Money kobo={balance} /> },
]

type Props = { account: 'available' | 'pending'; ownNumber: string | undefined }

function Ledger({ account, ownNumber }: Props) {
  const filters = useFilters([
    { kind: 'select', name: 'type', label: 'Type', options: TYPES },
    { kind: 'select', name: 'state', label: 'State', options: STATES },
    { kind: 'dates' },
  ])
  const list = useList('/balance/ledger', { query: { account, ...filters.query } })
  const archivedUntil = list.data?.meta.archived_until
  const none = account === 'available' ? noneAvailable(ownNumber) : NONE_PENDING
  return (
    <>
      <div className="actions">
        <Filters of={filters} />
        <ExportButton
          path="/balance/ledger"
          query={{ account, ...filters.query }}
          what="balance changes"
        />
      </div>
      <DataList
        list={list}
        filters={filters}
        label={
          account === 'available'
            ? 'Changes of the available balance'
            : 'Changes of the pending balance'
        }
        columns={COLUMNS}
        empty={archivedUntil ? NONE_SINCE : none}
      />
      {archivedUntil && list.toNext === null && (
        <p className="prose">{archivedText(archivedUntil)}</p>
      )}
    </>
  )
}

/** Held money has left the available balance. It returns if the payout or refund fails. */
function What({ line: { type, state, amount, source_type, source_id } }: { line: Line }) {
  const returned = state === 'released' && amount > 0 ? ', returned' : ''
  const held = state === 'held' ? ', held' : ''
  const text = `${TYPES[type] ?? type.replaceAll('_', ' ')}${returned}${held}`
  const page = PAGES[source_type ?? '']
  return page && source_id ? <Go to={page(source_id)}>{text}</Go> : text
}

/** With its sign: + into the wallet, − out of it. */
function Moved({ kobo }: { kobo: number }) {
  if (kobo < 0) return <Money kobo={kobo} />
  return (
    <span className="came-in">
      <span aria-hidden="true">+</span>
      <Money kobo={kobo} />
    </span>
  )
}

const archivedText = (at: string) =>
  `Changes until ${moment(at)} are archived. Ask the operator of this service for them.`
const NONE_SINCE = { sentence: 'There are no later changes.' }

const NONE_PENDING = {
  sentence:
    'Payments are pending here until they settle. There are none yet: payments settle ' +
    'immediately, or nobody has paid.',
}

function noneAvailable(ownNumber: string | undefined) {
  const sentence =
    'Every change of your balance appears here. Transfer money to your account number to begin.'
  if (!isTest || ownNumber === undefined) return { sentence }
  const body = { account_number: ownNumber, amount: 5_000_000 }
  const action = <TestTransfer of={body} />
  return { sentence, action, curl: { method: 'POST', path: '/sandbox/transfers', body } as const }
}
