import { post, put, type Schemas } from '../api.ts'
import { count } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { Filters, useFilters } from '../parts/filters.tsx'
import { Go } from '../parts/go.tsx'
import type { EmptyProps } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { ExportButton } from '../parts/progress.tsx'
import { Money, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest } from '../session.ts'
import { useAction } from '../use-action.ts'
import { type List, useGet, useList } from '../use-list.ts'
import { MonthButton } from './month-button.tsx'

const SENTENCE = 'A settlement makes payments available in your wallet.'
const AT_ONCE =
  'Test mode settles immediately by default. Make new payments wait for a settlement to see one.'

export function SettlementsPage() {
  const { data: subaccounts = [] } = useGet('/subaccounts', { query: { perPage: 100 } })
  const names = Object.fromEntries(subaccounts.map((one) => [one.id, one.business_name]))
  const filters = useFilters([
    { kind: 'select', name: 'subaccount', label: 'Owner', options: { none: 'Yours', ...names } },
  ])
  const list = useList('/settlements', { query: filters.query })
  const isEmpty = list.data?.data.length === 0
  return (
    <Page
      title="Settlements"
      intro={
        <>
          Payments become available in your <Go to={paths.wallet()}>wallet</Go>.
        </>
      }
      actions={
        <>
          <ExportButton path="/settlements" query={filters.query} what="settlements" />
          <MonthButton />
        </>
      }
    >
      <Filters of={filters} />
      <SettlementsList
        list={list}
        filters={filters}
        nameOf={(id) => names[id] ?? id}
        empty={useEmpty(isEmpty)}
      />
    </Page>
  )
}

/** The example is the next step to a first settlement. */
function useEmpty(isShown: boolean) {
  const { data: balance } = useGet('/balance', { isOff: !isShown })
  const wait = useAction(
    (_, key) => put('/sandbox/settlements/schedule', { body: { schedule: 'T+1' }, key }),
    { done: 'New payments now wait for a settlement.' },
  )
  const settle = useAction((_, key) => post('/sandbox/settlements', { key }), {
    done: 'The pending balance is now available.',
  })
  if (!isTest) {
    return {
      sentence: `${SENTENCE} The first is created on the working day after your first payment.`,
    }
  }
  if (balance === undefined || balance.pending === 0) {
    const body = { schedule: 'T+1' } as const
    return {
      sentence: `${SENTENCE} ${AT_ONCE}`,
      action: (
        <Button look="main" isBusy={wait.isBusy} onClick={() => wait.run()}>
          Wait for settlements
        </Button>
      ),
      curl: { method: 'PUT', path: '/sandbox/settlements/schedule', body } as const,
    }
  }
  return {
    sentence: `${SENTENCE} Payments are pending.`,
    action: (
      <Button look="main" isBusy={settle.isBusy} onClick={() => settle.run()}>
        Settle them now
      </Button>
    ),
    curl: { method: 'POST', path: '/sandbox/settlements' } as const,
  }
}

type Settlement = Schemas['Settlement']

type Props = {
  list: List<Settlement>
  filters?: { isAny: boolean; clear: () => void }
  /** Names a subaccount. Without it, all settlements are of one. */
  nameOf?: (id: string) => string
  empty: EmptyProps
}

export function SettlementsList({ list, filters, nameOf, empty }: Props) {
  const whose: Column<Settlement>[] = nameOf
    ? [
        {
          title: 'Owner',
          cell: ({ subaccount_id: id }) => (id === null ? 'Yours' : nameOf(id)),
        },
      ]
    : []
  return (
    <DataList
      list={list}
      {...(filters && { filters })}
      label="Settlements, newest first"
      to={({ id }) => paths.settlement(id)}
      empty={empty}
      columns={[
        { title: 'Settled', cell: ({ settled_at }) => <Time at={settled_at} /> },
        ...whose,
        { title: 'Paid before', cell: ({ paid_before }) => <Time at={paid_before} /> },
        { title: 'Items', isEnd: true, cell: ({ items }) => count(items) },
        { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
      ]}
    />
  )
}
