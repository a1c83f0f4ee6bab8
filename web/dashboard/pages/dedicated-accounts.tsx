import type { Schemas } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { DialogButton, FirstButton } from '../parts/dialog.tsx'
import { type Filter, Filters, useFilters } from '../parts/filters.tsx'
import { Empty } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Badge, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { useList } from '../use-list.ts'
import { DedicatedAccountDialog } from './dedicated-account-dialog.tsx'

type Account = Schemas['DedicatedVirtualAccount']

const FILTERS: Filter[] = [
  {
    kind: 'search',
    name: 'q',
    label: 'Search by account number or email',
    placeholder: 'Account number or email',
  },
]

const COLUMNS: Column<Account>[] = [
  { title: 'Number', cell: ({ account_number }) => account_number },
  { title: 'Account name', cell: ({ account_name }) => account_name },
  { title: 'Customer', cell: ({ customer }) => customer.email },
  { title: 'Bank', cell: ({ bank }) => bank.name },
  { title: 'Tier', cell: ({ tier }) => <Badge state={`tier_${tier}`} of={TIERS} /> },
  { title: 'Created', isEnd: true, cell: ({ assigned_at }) => <Time at={assigned_at} /> },
]

export function DedicatedAccountsPage() {
  const filters = useFilters(FILTERS)
  const sought = soughtBy(filters.values['q'] ?? '')
  const list = useList('/dedicated-virtual-accounts', {
    query: sought ?? {},
    isOff: sought === null,
  })
  const { why } = useCan('collect')
  return (
    <Page
      title="Dedicated accounts"
      intro="Permanent account numbers, one for each customer."
      actions={
        <DialogButton
          isNew
          look="main"
          icon="plus"
          why={why}
          dialog={(close) => <DedicatedAccountDialog onClose={close} />}
        >
          New account
        </DialogButton>
      }
    >
      <Filters of={filters} />
      {sought === null ? (
        <Empty
          sentence="Enter a complete account number or email address."
          action={<Button onClick={filters.clear}>Clear search</Button>}
        />
      ) : (
        <DataList
          list={list}
          filters={filters}
          label="Dedicated accounts, newest first"
          columns={COLUMNS}
          to={({ id }) => paths.dedicatedAccount(id)}
          empty={{
            sentence:
              'With a dedicated account, a customer can pay by transfer at any time, and ' +
              'you know who paid.',
            action: <FirstButton why={why}>Create your first account</FirstButton>,
            curl: {
              method: 'POST',
              path: '/dedicated-virtual-accounts',
              body: {
                customer: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
              },
            },
          }}
        />
      )}
    </Page>
  )
}

/** Null if the service cannot search for it. */
function soughtBy(text: string): Record<string, string> | null {
  if (text === '') return {}
  if (/^\d{10}$/.test(text)) return { account_number: text }
  return /@|^cus_/i.test(text) ? { customer: text } : null
}

/** The KYC tier of the account. */
export const TIERS: Record<'tier_1' | 'tier_3', { tone: Tone; text: string }> = {
  tier_1: { tone: 'plain', text: 'Tier 1' },
  tier_3: { tone: 'good', text: 'Tier 3' },
}
