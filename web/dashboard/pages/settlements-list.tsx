import type { Schemas } from '../api.ts'
import { count } from '../naira.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import type { EmptyProps } from '../parts/empty.tsx'
import { Money } from '../parts/money.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import type { List } from '../use-list.ts'

type Settlement = Schemas['Settlement']

type Props = {
  list: List<Settlement>
  filters?: { isAny: boolean; clear: () => void }
  /** Of a subaccount; without it they are all of one. */
  nameOf?: (code: string) => string
  empty: EmptyProps
}

export function SettlementsList({ list, filters, nameOf, empty }: Props) {
  const whose: Column<Settlement>[] = nameOf
    ? [
        {
          title: 'Whose',
          cell: ({ subaccount }) => (subaccount === null ? 'Yours' : nameOf(subaccount)),
        },
      ]
    : []
  return (
    <DataList
      list={list}
      {...(filters && { filters })}
      label="Settlements, newest first"
      rowKey={({ id }) => id}
      to={({ id }) => paths.settlement(id)}
      empty={empty}
      columns={[
        { title: 'Settled', cell: ({ settled_at }) => <Time at={settled_at} /> },
        ...whose,
        { title: 'Paid before', cell: ({ paid_before }) => <Time at={paid_before} /> },
        {
          title: 'Payments and refunds',
          isEnd: true,
          cell: ({ items }) => count(items),
        },
        { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
      ]}
    />
  )
}
