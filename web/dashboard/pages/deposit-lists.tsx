import type { Schemas } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Choices, useChoice } from '../parts/choices.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import type { EmptyProps } from '../parts/empty.tsx'
import { Filters } from '../parts/filters.tsx'
import { Money } from '../parts/money.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { isTest } from '../session.ts'
import { wordsOf } from '../states.ts'
import { useSearch, useSetSearch } from '../url.ts'
import { type Filter, type Filters as Narrowed, useFilters } from '../use-filters.ts'
import { useGet, useList } from '../use-list.ts'
import { DepositDialog } from './deposit-dialog.tsx'
import {
  ACCOUNT_KINDS,
  DEPOSIT_MEANINGS,
  DEPOSIT_REASONS,
  DEPOSIT_STATES,
} from './deposit-words.ts'

type Deposit = Schemas['Deposit']

const FILTERS: Filter[] = [
  { kind: 'select', name: 'status', label: 'State', options: wordsOf(DEPOSIT_STATES) },
]
const { matched: _, ...APART } = wordsOf(DEPOSIT_STATES)
const FIRST_APART = 'returned'

export function AllDeposits() {
  const filters = useFilters(FILTERS)
  return (
    <>
      <Filters of={filters} />
      <Deposits query={filters.query} filters={filters} empty={NOTHING_CAME} />
    </>
  )
}

/** One state at a time, with what it means. */
export function DepositsApart() {
  const state = useChoice('state', APART, FIRST_APART) as Deposit['status']
  return (
    <>
      <div>
        <Choices label="What became of them" name="state" of={APART} first={FIRST_APART} />
      </div>
      <p className="prose">{DEPOSIT_MEANINGS[state]}</p>
      <Deposits query={{ status: state }} empty={{ sentence: 'There are none of these.' }} />
    </>
  )
}

const NOTHING_CAME = {
  sentence:
    'Whatever is transferred to you stands here: to the account of one payment, of a customer, ' +
    'or of your wallet.',
}

type Props = { query: Record<string, string | undefined>; filters?: Narrowed; empty: EmptyProps }

function Deposits({ query, filters, empty }: Props) {
  const list = useList('/deposits', { query })
  const search = useSearch()
  const openId = search.deposit
  const setSearch = useSetSearch()
  const open = list.data?.data.find(({ id }) => id === openId)
  const show = (id: string) => () => void setSearch({ deposit: id }, { isNewStep: true })
  const isEmpty = list.data?.data.length === 0 && empty === NOTHING_CAME
  const curl = useTransfer(isTest && isEmpty)
  return (
    <>
      <DataList
        list={list}
        {...(filters && { filters })}
        label="Deposits, newest first"
        columns={columnsOf(show)}
        rowKey={({ id }) => id}
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

function columnsOf(show: (id: string) => () => void): Column<Deposit>[] {
  return [
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
      title: 'State',
      cell: ({ status, reason }) => (
        <span>
          <Badge state={status} of={DEPOSIT_STATES} />{' '}
          {reason && <span className="faint">{DEPOSIT_REASONS[reason]}</span>}
        </span>
      ),
    },
    { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
    {
      title: 'Details',
      isActions: true,
      isEnd: true,
      cell: ({ id, sender_name }) => (
        <Button isSmall onClick={show(id)} aria-label={`Details of the transfer by ${sender_name}`}>
          Details
        </Button>
      ),
    },
  ]
}

/** In test mode the sandbox bank sends: to the wallet, or first an account is needed. */
function useTransfer(isShown: boolean): Pick<EmptyProps, 'curl'> {
  const { data } = useGet('/balance', { isOff: !isShown })
  if (data === undefined || data.account === null) return {}
  const body = { account_number: data.account.account_number, amount: 500_000 }
  return { curl: { method: 'POST', path: '/sandbox/transfers', body } }
}
