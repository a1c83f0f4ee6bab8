import type { Schemas } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import type { EmptyProps } from '../parts/empty.tsx'
import { Money } from '../parts/money.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import type { List } from '../use-list.ts'
import { PAYOUT_STATES } from './payout-words.ts'

type Payout = Schemas['Payout']

const COLUMNS: Column<Payout>[] = [
  { title: 'To', cell: ({ account_name }) => account_name },
  {
    title: 'Account',
    cell: ({ bank, account_number }) => (
      <>
        {bank.name} <span className="faint">{account_number}</span>
      </>
    ),
  },
  {
    title: 'State',
    width: '120px',
    cell: ({ status }) => <Badge state={status} of={PAYOUT_STATES} />,
  },
  { title: 'Asked for', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

type Props = {
  list: List<Payout>
  empty: EmptyProps
  filters?: { isAny: boolean; clear: () => void }
}

export function PayoutsList({ list, empty, filters }: Props) {
  return (
    <DataList
      list={list}
      {...(filters && { filters })}
      label="Payouts, newest first"
      columns={COLUMNS}
      rowKey={({ id }) => id}
      to={({ id }) => paths.payout(id)}
      empty={empty}
    />
  )
}
