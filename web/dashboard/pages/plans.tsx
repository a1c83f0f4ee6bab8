import { type Column, DataList } from '../parts/data-list.tsx'
import { DialogButton, FirstButton } from '../parts/dialog.tsx'
import { type Filter, Filters, useFilters } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Badge, Money, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { useList } from '../use-list.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { INTERVALS, PLAN_STATES, type Plan } from './plan-words.ts'

const FILTERS: Filter[] = [
  { kind: 'select', name: 'interval', label: 'Charged', options: INTERVALS },
  {
    kind: 'select',
    name: 'active',
    label: 'Status',
    options: { true: 'Active', false: 'Archived' },
  },
]

const COLUMNS: Column<Plan>[] = [
  { title: 'Name', cell: ({ name }) => name },
  {
    title: 'Status',
    cell: ({ active }) => <Badge state={active ? 'active' : 'archived'} of={PLAN_STATES} />,
  },
  { title: 'Charged', cell: ({ interval }) => INTERVALS[interval] },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

export function PlansPage() {
  const filters = useFilters(FILTERS)
  const list = useList('/plans', { query: filters.query })
  const { why } = useCan('collect')
  return (
    <Page
      title="Plans"
      intro="What customers subscribe to: an amount, and how often it is charged."
      actions={<NewPlan />}
    >
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Plans, newest first"
        columns={COLUMNS}
        to={({ plan_code }) => paths.plan(plan_code)}
        empty={{
          sentence: 'Create a plan, then subscribe customers to it. Nobody is charged before.',
          action: <FirstButton why={why}>Create your first plan</FirstButton>,
          curl: {
            method: 'POST',
            path: '/plans',
            body: { name: 'Membership', amount: 500_000, interval: 'monthly' },
          },
        }}
      />
    </Page>
  )
}

export function NewPlan() {
  const { why } = useCan('collect')
  return (
    <DialogButton
      isNew
      look="main"
      icon="plus"
      why={why}
      dialog={(close) => <PlanDialog onClose={close} />}
    >
      New plan
    </DialogButton>
  )
}
