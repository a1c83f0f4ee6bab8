import type { DataOf } from '../api.ts'
import { Chart } from '../parts/chart.tsx'
import { Choices, useChoice } from '../parts/choices.tsx'
import { Copy } from '../parts/copy.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Facts } from '../parts/facts.tsx'
import { Go } from '../parts/go.tsx'
import { Money } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { paths } from '../paths.ts'
import { lagosDay } from '../time.ts'
import { useGet } from '../use-list.ts'
import { Ledger } from './wallet-ledger.tsx'

const TOP_UP =
  'This account number is your own. What is transferred to it is available at once, ' +
  'without a fee.'

type Balance = DataOf<'GET', '/balance'>
type Line = DataOf<'GET', '/balance/ledger'>[number]
type Account = 'available' | 'pending'

const ACCOUNTS: Record<Account, string> = { available: 'Available', pending: 'Pending' }
const POLL_MS = 15_000
const PLOTTED = 100

export function WalletPage() {
  const { data, error, again } = useGet('/balance', { everyMs: POLL_MS })
  const account = useChoice('account', ACCOUNTS, 'available') as Account
  return (
    <Page title="Wallet" intro="What you have here: what you may spend, and what is on its way.">
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
        title="What moved it"
        actions={<Choices label="Which balance" name="account" of={ACCOUNTS} first="available" />}
      >
        <Ledger account={account} ownNumber={data?.account?.account_number} />
      </Section>
    </Page>
  )
}

function Tiles({ balance: { available, pending } }: { balance: Balance }) {
  return (
    <dl className="tiles">
      <div className="tile">
        <dt>Available</dt>
        <dd>
          <Money kobo={available} />
        </dd>
        <dd className="faint">for payouts, refunds and fees</dd>
      </div>
      <div className="tile">
        <dt>Pending</dt>
        <dd>
          <Money kobo={pending} />
        </dd>
        <dd className="faint">
          paid to you; available <Go to={paths.settlements()}>when it is settled</Go>
        </dd>
      </div>
    </dl>
  )
}

function TopUp({ account }: Pick<Balance, 'account'>) {
  return (
    <Section title="Top it up" intro={TOP_UP}>
      {account === null ? (
        <p className="prose">The bank has not given it a number yet. Come back in a minute.</p>
      ) : (
        <Facts
          of={{
            'Account number': <Copy text={account.account_number} />,
            Bank: account.bank.name,
            'Name on it': account.account_name,
          }}
        />
      )}
    </Section>
  )
}

function History({ account }: { account: Account }) {
  const query = { account, perPage: PLOTTED }
  const { data } = useGet('/balance/ledger', { query })
  if (data === undefined) return <Skeleton lines={5} />
  const { by, points } = plotOf(data)
  return (
    <Section title={account === 'available' ? 'Available so far' : 'Pending so far'}>
      {points.length < 2 ? (
        <p className="prose faint">It is drawn here as soon as it has moved twice.</p>
      ) : (
        <Chart title="Balance" as="line" unit="naira" by={by} points={points} />
      )}
    </Section>
  )
}

/** The balance after each movement; where they are of many days, after the last one of each day. */
function plotOf(lines: Line[]) {
  const points = lines
    .map(({ created_at, balance }) => ({ start: created_at, value: balance }))
    .reverse()
  const lastOfDays = new Map(points.map((point) => [lagosDay(new Date(point.start)), point]))
  const isOfDays = lastOfDays.size > 2
  return {
    by: isOfDays ? ('day' as const) : ('hour' as const),
    points: isOfDays ? [...lastOfDays.values()] : points,
  }
}
