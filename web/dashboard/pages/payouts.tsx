import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Filters } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { useCan } from '../permissions.ts'
import { isTest } from '../session.ts'
import { wordsOf } from '../states.ts'
import { type Filter, useFilters } from '../use-filters.ts'
import { useGet, useList } from '../use-list.ts'
import { PayoutDialog } from './payout-dialog.tsx'
import { PAYOUT_STATES } from './payout-words.ts'
import { PayoutsList } from './payouts-list.tsx'

const SENTENCE = 'A payout sends money of your wallet to an account at any bank.'
/** Of the sandbox: somebody has this account. */
const BODY = { amount: 250_000, bank_code: '058', account_number: '0000000018' }

export function PayoutsPage() {
  const { data: subaccounts = [] } = useGet('/subaccounts', { query: { perPage: 100 } })
  const names = subaccounts.map((one) => [one.subaccount_code, one.business_name] as const)
  const filters = useFilters([
    ...FILTERS,
    ...(names.length === 0 ? [] : [whose(Object.fromEntries(names))]),
    { kind: 'dates' },
  ])
  const list = useList('/payouts', { query: filters.query })
  const [isOpen, setOpen] = useState(false)
  const { why } = useCan('payout')
  return (
    <Page
      title="Payouts"
      intro="Money that leaves: to whom you send it, and to subaccounts what is theirs."
      actions={
        <Button look="main" icon="payout" why={why} onClick={() => setOpen(true)}>
          New payout
        </Button>
      }
    >
      <Filters of={filters} />
      <PayoutsList
        list={list}
        filters={filters}
        empty={{
          sentence: SENTENCE,
          ...(isTest && { curl: { method: 'POST', path: '/payouts', body: BODY } }),
        }}
      />
      {isOpen && <PayoutDialog onClose={() => setOpen(false)} />}
    </Page>
  )
}

const FILTERS: Filter[] = [
  {
    kind: 'text',
    name: 'reference',
    label: 'Search by the whole reference',
    placeholder: 'Reference',
    isSearch: true,
  },
  { kind: 'select', name: 'status', label: 'State', options: wordsOf(PAYOUT_STATES) },
]

function whose(options: Record<string, string>): Filter {
  return { kind: 'select', name: 'subaccount', label: 'Subaccount', options }
}
