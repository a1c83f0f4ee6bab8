import type { DataOf } from '../api.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Go } from '../parts/go.tsx'
import { Money } from '../parts/money.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { isTest } from '../session.ts'
import { useList } from '../use-list.ts'

type Line = DataOf<'GET', '/balance/ledger'>[number]

const REASONS: Record<string, string> = {
  payment: 'Payment',
  settlement: 'Settlement',
  payout: 'Payout',
  refund: 'Refund',
  refund_pending: 'Refund',
  wallet_top_up: 'Top-up',
  suspense_assigned: 'Money that was found to be yours',
  identity_fee: 'Fee of a verification',
  wallet_adjustment: 'Set in the sandbox',
}
/** What is held has left already; it comes back where nothing came of it. */
const KINDS: Record<Line['kind'], string> = {
  post: '',
  hold: '',
  post_hold: '',
  void_hold: ', given back',
}
const PAGES: Record<string, (id: string) => string> = {
  transaction: paths.transaction,
  settlement: paths.settlement,
  payout: paths.payout,
  refund: paths.refund,
  verification: paths.verification,
  deposit: paths.deposits,
}

const COLUMNS: Column<Line>[] = [
  { title: 'What', cell: (line) => <What line={line} /> },
  { title: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Moved kobo={amount} /> },
  { title: 'Balance after', isEnd: true, cell: ({ balance }) => <Money kobo={balance} /> },
]

type Props = { account: 'available' | 'pending'; ownNumber: string | undefined }

export function Ledger({ account, ownNumber }: Props) {
  const list = useList('/balance/ledger', { query: { account } })
  return (
    <DataList
      list={list}
      label={
        account === 'available' ? 'What moved the available balance' : 'What moved the pending'
      }
      columns={COLUMNS}
      rowKey={({ source, kind, reason, created_at }) =>
        `${source.id} ${kind} ${reason} ${created_at}`
      }
      empty={account === 'available' ? noneAvailable(ownNumber) : NONE_PENDING}
    />
  )
}

function What({ line: { reason, kind, source } }: { line: Line }) {
  const text = `${REASONS[reason] ?? reason.replaceAll('_', ' ')}${KINDS[kind]}`
  const page = PAGES[source.type]
  return page ? <Go to={page(source.id)}>{text}</Go> : text
}

/** With its sign: into the wallet, or out of it. */
function Moved({ kobo }: { kobo: number }) {
  if (kobo < 0) return <Money kobo={kobo} />
  return (
    <span className="came-in">
      <span aria-hidden="true">+</span>
      <Money kobo={kobo} />
    </span>
  )
}

const NONE_PENDING = {
  sentence:
    'What customers pay waits here until it is settled. Nothing has waited yet: it ' +
    'settles at once, or nobody has paid.',
}

function noneAvailable(ownNumber: string | undefined) {
  const sentence =
    'Each movement of your money is listed here, with the balance after it. Transfer to ' +
    'your own account number to begin.'
  if (!isTest || ownNumber === undefined) return { sentence }
  const body = { account_number: ownNumber, amount: 5_000_000 }
  return { sentence, curl: { method: 'POST', path: '/sandbox/transfers', body } as const }
}
