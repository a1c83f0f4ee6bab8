import { useState } from 'react'
import type { DataOf } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Money } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../permissions.ts'
import { isTest } from '../session.ts'
import { useList } from '../use-list.ts'
import { SHARING_STATES } from './split-words.ts'
import { SubaccountDialog } from './subaccount-dialog.tsx'

type Subaccount = DataOf<'GET', '/subaccounts'>[number]

const SENTENCE =
  'A subaccount is somebody with whom you share payments: what is theirs is paid out to ' +
  'their bank account.'
const BODY = { business_name: 'Ada Example Foods', bank_code: '058', account_number: '0000000018' }

const COLUMNS: Column<Subaccount>[] = [
  { title: 'Name', cell: ({ business_name }) => business_name },
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
    cell: ({ active }) => <Badge state={active ? 'active' : 'stopped'} of={SHARING_STATES} />,
  },
  { title: 'Pending', isEnd: true, cell: ({ pending }) => <Money kobo={pending} /> },
  { title: 'Available', isEnd: true, cell: ({ available }) => <Money kobo={available} isStrong /> },
]

export function SubaccountsPage() {
  const list = useList('/subaccounts')
  const [isOpen, setOpen] = useState(false)
  const { why } = useCan('share')
  return (
    <Page
      title="Subaccounts"
      intro="With whom you share payments, and what each of them has."
      actions={
        <Button look="main" icon="plus" why={why} onClick={() => setOpen(true)}>
          New subaccount
        </Button>
      }
    >
      <DataList
        list={list}
        label="Subaccounts, newest first"
        columns={COLUMNS}
        rowKey={({ subaccount_code }) => subaccount_code}
        to={({ subaccount_code }) => paths.subaccount(subaccount_code)}
        empty={{
          sentence: SENTENCE,
          ...(isTest && { curl: { method: 'POST', path: '/subaccounts', body: BODY } }),
        }}
      />
      {isOpen && <SubaccountDialog onClose={() => setOpen(false)} />}
    </Page>
  )
}
