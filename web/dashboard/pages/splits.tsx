import type { DataOf } from '../api.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import { DialogButton, FirstButton } from '../parts/dialog.tsx'
import { Page } from '../parts/page.tsx'
import { Badge, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { useGet, useList } from '../use-list.ts'
import { SplitDialog } from './split-dialog.tsx'
import { BEARERS, SHARING_STATES, TYPES } from './split-words.tsx'

type Split = DataOf<'GET', '/splits'>[number]

const COLUMNS: Column<Split>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Shares', cell: ({ type }) => TYPES[type] },
  { title: 'Fee paid by', cell: ({ bearer_type }) => BEARERS[bearer_type] },
  {
    title: 'Status',
    width: '120px',
    cell: ({ active }) => <Badge state={active ? 'active' : 'stopped'} of={SHARING_STATES} />,
  },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} as="date" /> },
  { title: 'Shares', isEnd: true, cell: ({ subaccounts }) => subaccounts.length },
]

export function SplitsPage() {
  const list = useList('/splits')
  const { why } = useCan('share')
  const isEmpty = list.data?.data.length === 0
  const { data: subaccounts = [] } = useGet('/subaccounts', { query: { perPage: 100 } })
  const first = subaccounts.find(({ active }) => active)
  return (
    <Page
      title="Splits"
      intro="A split sets how a payment is shared, and who pays the fee."
      actions={
        <DialogButton
          isNew
          look="main"
          icon="plus"
          why={why}
          dialog={(close) => <SplitDialog onClose={close} />}
        >
          New split
        </DialogButton>
      }
    >
      <DataList
        list={list}
        label="Splits, newest first"
        columns={COLUMNS}
        rowKey={({ split_code }) => split_code}
        to={({ split_code }) => paths.split(split_code)}
        empty={isEmpty ? emptyFor(first?.id, why) : { sentence: '' }}
      />
    </Page>
  )
}

/** The example names an existing subaccount; the dialog can make one. */
function emptyFor(subaccount: string | undefined, why: string | undefined) {
  const sentence = 'A split shares payments with your subaccounts.'
  const action = <FirstButton why={why}>Create your first split</FirstButton>
  if (subaccount === undefined) return { sentence, action }
  const terms = { name: 'Two cooks', type: 'percentage', bearer_type: 'account' }
  const body = { ...terms, subaccounts: [{ subaccount_id: subaccount, share: 20 }] }
  return { sentence, action, curl: { method: 'POST', path: '/splits', body } as const }
}
