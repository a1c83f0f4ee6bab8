import type { Schemas } from '../api.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import type { EmptyProps } from '../parts/loaded.tsx'
import { Badge, Money, None, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { methodOf } from '../payment-words.ts'
import { receivedOf } from '../shares.ts'
import { STAGES } from '../states.ts'
import { useList } from '../use-list.ts'

// The payments of one customer, or the transfers to their dedicated account.

type Transaction = Schemas['Transaction']
type Props = { customerId: string; empty: EmptyProps }

const PAYMENTS: Column<Transaction>[] = [
  { title: 'Reference', cell: ({ reference }) => reference },
  { title: 'Status', cell: ({ stage }) => <Badge state={stage} of={STAGES} /> },
  { title: 'Paid with', cell: (payment) => methodOf(payment) ?? <None /> },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

export function PaymentsOf({ customerId, empty }: Props) {
  const list = useList('/transactions', { query: { customer: customerId } })
  return (
    <DataList
      list={list}
      label="Payments of this customer, newest first"
      columns={PAYMENTS}
      to={({ id }) => paths.transaction(id)}
      empty={empty}
    />
  )
}

const DEPOSITS: Column<Transaction>[] = [
  { title: 'Received', cell: (payment) => <Time at={payment.paid_at ?? payment.created_at} /> },
  { title: 'From', cell: ({ authorization }) => senderIn(authorization) },
  { title: 'Status', cell: ({ stage }) => <Badge state={stage} of={STAGES} /> },
  { title: 'You receive', isEnd: true, cell: (payment) => <Money kobo={receivedOf(payment)} /> },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

/** Each transfer to a dedicated account is a payment of its own. */
export function DepositsOf({ customerId, empty }: Props) {
  const query = { customer: customerId, channel: 'dedicated_virtual_account' }
  return (
    <DataList
      list={useList('/transactions', { query })}
      label="Transfers to the dedicated account of this customer, newest first"
      columns={DEPOSITS}
      to={({ id }) => paths.transaction(id)}
      empty={empty}
    />
  )
}

function senderIn(authorization: Transaction['authorization']) {
  const { sender_name, sender_bank } = authorization ?? {}
  const parts = [sender_name, sender_bank].filter((part) => typeof part === 'string' && part)
  return parts.length > 0 ? parts.join(', ') : <None />
}
