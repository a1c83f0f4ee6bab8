import type { DataOf } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Money } from '../parts/money.tsx'
import { Time } from '../parts/time.tsx'
import { useList } from '../use-list.ts'
import { QUARANTINE_REASONS } from './deposit-words.ts'

type Quarantined = DataOf<'GET', '/deposits/quarantine'>[number]

const COLUMNS: Column<Quarantined>[] = [
  { title: 'Told', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Why', cell: ({ reason }) => <Badge state={reason} of={QUARANTINE_REASONS} /> },
  { title: 'From', cell: ({ notified }) => textIn(notified['sender_name']) },
  { title: 'To', cell: ({ notified }) => textIn(notified['account_number']) },
  {
    title: 'Session ID',
    cell: ({ session_id }) => (session_id ? <code>{session_id}</code> : textIn(null)),
  },
  {
    title: 'Amount told',
    isEnd: true,
    cell: ({ notified: { amount } }) => <Money kobo={typeof amount === 'number' ? amount : null} />,
  },
]

export function Quarantine() {
  const list = useList('/deposits/quarantine')
  return (
    <>
      <p className="prose">
        A bank told of a transfer that it had told of before, and said something else. The first is
        booked; the second moved nothing, and is kept here. Whoever runs this service sees it too
        and asks the bank: you need not do anything.
      </p>
      <DataList
        list={list}
        label="Quarantined transfers, newest first"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={{ sentence: 'Nothing is in quarantine: no bank has told of one transfer twice.' }}
      />
    </>
  )
}

function textIn(value: unknown) {
  return typeof value === 'string' && value ? value : <span className="faint">–</span>
}
