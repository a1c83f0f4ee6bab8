import type { DataOf, Schemas } from '../api.ts'
import { useBankName } from '../parts/bank-account.tsx'
import { Choices, useChoice } from '../parts/choices.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { type Filter, type FilterState, Filters, useFilters } from '../parts/filters.tsx'
import { Go } from '../parts/go.tsx'
import { type EmptyProps, TestTransfer } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Badge, Copy, Facts, Money, None, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest } from '../session.ts'
import { wordsOf } from '../states.ts'
import { useSearch, useSetSearch } from '../url.ts'
import { useGet, useList } from '../use-list.ts'

// Labels and meanings of the states of a transfer.

type State = Deposit['status']

const DEPOSIT_STATES: Record<State, { tone: Tone; text: string }> = {
  matched: { tone: 'good', text: 'Matched' },
  unmatched: { tone: 'wait', text: 'Unmatched' },
  returning: { tone: 'wait', text: 'Being returned' },
  returned: { tone: 'plain', text: 'Returned' },
  return_refused: { tone: 'bad', text: 'Return rejected' },
}

const DEPOSIT_MEANINGS: Record<State, string> = {
  matched: 'It paid a transaction or topped up your wallet.',
  unmatched: 'It matches no payment. It is returned to the sender within a minute.',
  returning: 'The return was sent, and the bank has not confirmed it yet.',
  returned: 'It matched no payment and was returned to the sender.',
  return_refused:
    'The bank of the sender rejected the return. The money is held until the operator of ' +
    'this service decides what to do.',
}

const DEPOSIT_REASONS: Record<NonNullable<Deposit['reason']>, string> = {
  amount_too_low: 'Less than the amount',
  amount_too_high: 'More than the amount',
  late: 'Payment expired',
  already_paid: 'Already paid',
  closed: 'Payment closed',
}

/** The kind of account that received it. */
const ACCOUNT_KINDS: Record<Deposit['account_kind'], string> = {
  one_off: 'One payment',
  dedicated: 'A customer’s',
  wallet: 'Your wallet',
}

type Reason = 'altered' | 'unreadable'

const QUARANTINE_REASONS: Record<Reason, { tone: Tone; text: string }> = {
  altered: { tone: 'warn', text: 'Conflicting details' },
  unreadable: { tone: 'warn', text: 'Unreadable' },
}

export function DepositsPage() {
  return (
    <Page title="Deposits" intro="Every bank transfer that you received, matched or not.">
      <Tabs
        label="Deposits to show"
        of={{
          all: { title: 'All', content: <AllDeposits /> },
          apart: { title: 'Unmatched', content: <DepositsApart /> },
          quarantine: { title: 'Quarantine', content: <Quarantine /> },
        }}
      />
    </Page>
  )
}

type Deposit = Schemas['Deposit']

const FILTERS: Filter[] = [
  { kind: 'select', name: 'status', label: 'Status', options: wordsOf(DEPOSIT_STATES) },
]
const { matched: _, ...APART } = wordsOf(DEPOSIT_STATES)
const FIRST_APART = 'returned'

function AllDeposits() {
  const filters = useFilters(FILTERS)
  return (
    <>
      <Filters of={filters} />
      <Deposits query={filters.query} filters={filters} empty={NOTHING_CAME} />
    </>
  )
}

/** The deposits of one state, with an explanation of it. */
function DepositsApart() {
  const state = useChoice('state', APART, FIRST_APART) as Deposit['status']
  return (
    <>
      <div>
        <Choices label="Status of unmatched deposits" name="state" of={APART} first={FIRST_APART} />
      </div>
      <p className="prose">{DEPOSIT_MEANINGS[state]}</p>
      <Deposits query={{ status: state }} empty={{ sentence: 'No deposits with this status.' }} />
    </>
  )
}

const NOTHING_CAME = {
  sentence: 'Transfers to the account of a payment, a customer or your wallet appear here.',
}

type Props = { query: Record<string, string | undefined>; filters?: FilterState; empty: EmptyProps }

function Deposits({ query, filters, empty }: Props) {
  const list = useList('/deposits', { query })
  const search = useSearch()
  const openId = search.deposit
  const setSearch = useSetSearch()
  const open = list.data?.data.find(({ id }) => id === openId)
  const isEmpty = list.data?.data.length === 0 && empty === NOTHING_CAME
  const curl = useTransfer(isTest && isEmpty)
  return (
    <>
      <DataList
        list={list}
        {...(filters && { filters })}
        label="Deposits, newest first"
        columns={COLUMNS}
        to={() => paths.deposits()}
        search={({ id }) => ({ ...search, deposit: id })}
        empty={{ ...empty, ...(isEmpty && curl) }}
      />
      {open && (
        <DepositDialog deposit={open} onClose={() => void setSearch({ deposit: undefined })} />
      )}
    </>
  )
}

const COLUMNS: Column<Deposit>[] = [
  { title: 'Received', cell: ({ received_at }) => <Time at={received_at} /> },
  { title: 'From', cell: ({ sender_name }) => sender_name },
  {
    title: 'To',
    cell: ({ account_number, account_kind }) => (
      <span>
        {account_number} <span className="faint">{ACCOUNT_KINDS[account_kind]}</span>
      </span>
    ),
  },
  {
    title: 'Status',
    cell: ({ status, reason }) => (
      <>
        <Badge state={status} of={DEPOSIT_STATES} />{' '}
        {reason && <span className="faint">{DEPOSIT_REASONS[reason]}</span>}
      </>
    ),
  },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

/**
 * In test mode, offers a transfer from the sandbox bank: to the wallet, or creates an account
 * first.
 */
function useTransfer(isShown: boolean): Pick<EmptyProps, 'action' | 'curl'> {
  const { data } = useGet('/balance', { isOff: !isShown })
  if (data === undefined || data.account === null) return {}
  const body = { account_number: data.account.account_number, amount: 500_000 }
  const action = <TestTransfer of={body} />
  return { action, curl: { method: 'POST', path: '/sandbox/transfers', body } }
}

function DepositDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const bankName = useBankName()
  const { status, reason, return_session_id } = deposit
  return (
    <Dialog title="Deposit" intro={DEPOSIT_MEANINGS[status]} isWide onClose={onClose}>
      <Facts
        of={{
          Status: <Badge state={status} of={DEPOSIT_STATES} />,
          'Why it did not match': reason && DEPOSIT_REASONS[reason],
          Amount: <Money kobo={deposit.amount} isStrong />,
          Received: <Time at={deposit.received_at} as="full" />,
          From: `${deposit.sender_name}, ${bankName(deposit.sender_bank_code)}`,
          'Sender account': <code>{deposit.sender_account_number}</code>,
          Narration: deposit.narration || <span className="faint">None</span>,
          To: <Copy text={deposit.account_number} />,
          'Account type': ACCOUNT_KINDS[deposit.account_kind],
          [status === 'matched' ? 'Paid' : 'Intended for']: <Purpose deposit={deposit} />,
          'Session ID': <Copy text={deposit.session_id} />,
          'Session ID of the return': return_session_id && <Copy text={return_session_id} />,
          Id: <Copy text={deposit.id} />,
        }}
      />
    </Dialog>
  )
}

function Purpose({ deposit: { transaction_id } }: { deposit: Deposit }) {
  if (transaction_id === null) return <Go to={paths.wallet()}>Your wallet</Go>
  return <Go to={paths.transaction(transaction_id)}>This payment</Go>
}

type Quarantined = DataOf<'GET', '/deposits/quarantine'>[number]

const QUARANTINED: Column<Quarantined>[] = [
  { title: 'Received', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Why', cell: ({ reason }) => <Badge state={reason} of={QUARANTINE_REASONS} /> },
  { title: 'From', cell: ({ notified }) => textIn(notified['sender_name']) },
  { title: 'To', cell: ({ notified }) => textIn(notified['account_number']) },
  {
    title: 'Session ID',
    cell: ({ session_id }) => (session_id ? <code>{session_id}</code> : textIn(null)),
  },
  {
    title: 'Amount reported',
    isEnd: true,
    cell: ({ notified: { amount } }) => <Money kobo={typeof amount === 'number' ? amount : null} />,
  },
]

function Quarantine() {
  const list = useList('/deposits/quarantine')
  return (
    <>
      <p className="prose">
        A bank reported the same transfer twice with different details. The first report is booked.
        The second is not, and is listed here. The operator of this service clears this up with the
        bank; you need not do anything.
      </p>
      <DataList
        list={list}
        label="Quarantined transfers, newest first"
        columns={QUARANTINED}
        empty={{ sentence: 'Nothing is in quarantine: no bank has reported a transfer twice.' }}
      />
    </>
  )
}

function textIn(value: unknown) {
  return typeof value === 'string' && value ? value : <None />
}
