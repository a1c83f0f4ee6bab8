import { Filters } from '../parts/filters.tsx'
import { Go } from '../parts/go.tsx'
import { Page } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { isTest } from '../session.ts'
import { useFilters } from '../use-filters.ts'
import { useGet, useList } from '../use-list.ts'
import { SettlementsList } from './settlements-list.tsx'

const SENTENCE = 'A settlement makes what customers paid available.'
const AT_ONCE =
  'In test mode that is at once, without one. With this, what is paid from now on waits for it.'

export function SettlementsPage() {
  const { data: subaccounts = [] } = useGet('/subaccounts', { query: { perPage: 100 } })
  const names = Object.fromEntries(
    subaccounts.map((one) => [one.subaccount_code, one.business_name]),
  )
  const filters = useFilters([
    {
      kind: 'select',
      name: 'subaccount',
      label: 'Whose',
      options: { none: 'Yours', ...names },
    },
  ])
  const list = useList('/settlements', { query: filters.query })
  const isEmpty = list.data?.data.length === 0
  return (
    <Page
      title="Settlements"
      intro={
        <>
          What was paid becomes money that you can spend: see the{' '}
          <Go to={paths.wallet()}>wallet</Go>.
        </>
      }
    >
      <Filters of={filters} />
      <SettlementsList
        list={list}
        filters={filters}
        nameOf={(code) => names[code] ?? code}
        empty={useEmpty(isEmpty)}
      />
    </Page>
  )
}

/** The command does what is the next step to a first settlement. */
function useEmpty(isShown: boolean) {
  const { data: balance } = useGet('/balance', { isOff: !isShown })
  if (!isTest) {
    return { sentence: `${SENTENCE} The first is made on the working day after the first payment.` }
  }
  if (balance === undefined || balance.pending === 0) {
    const sentence = `${SENTENCE} ${AT_ONCE}`
    const body = { schedule: 'T+1' }
    return { sentence, curl: { method: 'PUT', path: '/sandbox/settlement', body } as const }
  }
  const sentence = `${SENTENCE} Something waits: this settles it.`
  return { sentence, curl: { method: 'POST', path: '/sandbox/settlements' } as const }
}
