import { count } from '../naira.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import { DialogButton } from '../parts/dialog.tsx'
import { type Filter, Filters, useFilters } from '../parts/filters.tsx'
import { Go } from '../parts/go.tsx'
import type { EmptyProps } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Badge, None, Tile, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { SUBSCRIPTION_STATES, wordsOf } from '../states.ts'
import { useCount, useGet, useList } from '../use-list.ts'
import { planOptions, priceOf, usePlans } from './plan-words.ts'
import { NewPlan } from './plans.tsx'
import { SubscribeDialog } from './subscription-dialogs.tsx'
import type { Subscription } from './subscription-words.ts'

/** What the filter and the tiles put together. */
const GROUPS = {
  active: 'Active',
  'scheduled,trialing': 'Not charged yet',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  paused: 'Paused',
  'cancelled,completed': 'Ended',
}

const FILTERS: Filter[] = [
  {
    kind: 'search',
    name: 'email',
    label: 'Search by the email of the customer',
    placeholder: 'Email of the customer',
  },
  {
    kind: 'select',
    name: 'status',
    label: 'Status',
    options: { ...GROUPS, ...wordsOf(SUBSCRIPTION_STATES) },
  },
  { kind: 'dates' },
]

export function SubscriptionsPage() {
  const plans = usePlans()
  const filters = useFilters([
    ...FILTERS.slice(0, -1),
    { kind: 'select', name: 'plan', label: 'Plan', options: planOptions(plans) },
    ...FILTERS.slice(-1),
  ])
  return (
    <Page
      title="Subscriptions"
      intro="Customers who pay for a plan, period by period."
      actions={<NewSubscription />}
    >
      <Counts />
      <Filters of={filters} />
      <SubscriptionsOf
        query={filters.query}
        filters={filters}
        label="Subscriptions, newest first"
        empty={{
          sentence:
            plans.size === 0
              ? 'Create a plan first. Then subscribe a customer to it.'
              : 'Subscribe a customer who let you keep a card, or has an account number.',
          action: plans.size === 0 ? <NewPlan /> : <NewSubscription />,
          curl: {
            method: 'POST',
            path: '/subscriptions',
            body: {
              plan: 'PLN_…',
              customer: 'ada@example.com',
              authorization_code: 'AUTH_…',
            },
          },
        }}
      />
    </Page>
  )
}

function Counts() {
  return (
    <dl className="tiles counts">
      {Object.entries(GROUPS).map(([status, title]) => (
        <Counted key={status} status={status} title={title} />
      ))}
    </dl>
  )
}

function Counted({ status, title }: { status: string; title: string }) {
  const total = useCount('/subscriptions', { status })
  return (
    <Tile title={title}>
      {total === undefined ? (
        <None />
      ) : (
        <Go to={paths.subscriptions()} search={{ status }} label={`${title}: ${count(total)}`}>
          {count(total)}
        </Go>
      )}
    </Tile>
  )
}

type Props = {
  query: Record<string, string | undefined>
  label: string
  empty: EmptyProps
  filters?: ReturnType<typeof useFilters>
}

/** Subscriptions of the business, of a plan or of a customer. */
export function SubscriptionsOf({ query, ...table }: Props) {
  const plans = usePlans()
  const columns: Column<Subscription>[] = [
    { title: 'Customer', cell: ({ customer_email }) => customer_email },
    { title: 'Plan', cell: ({ plan_code }) => plans.get(plan_code)?.name ?? plan_code },
    { title: 'Status', cell: ({ status }) => <Badge state={status} of={SUBSCRIPTION_STATES} /> },
    {
      title: 'Next payment',
      cell: ({ next_payment_at, ends_with_period }) =>
        ends_with_period ? 'Ends with the period' : <Time at={next_payment_at} as="date" />,
    },
    {
      title: 'Price',
      isEnd: true,
      cell: ({ plan_code, quantity }) => {
        const plan = plans.get(plan_code)
        return plan ? priceOf(plan, quantity) : <None />
      },
    },
  ]
  return (
    <DataList
      {...table}
      list={useList('/subscriptions', { query })}
      columns={columns}
      to={({ subscription_code }) => paths.subscription(subscription_code)}
    />
  )
}

type NewProps = { /** Chosen already. */ planCode?: string; email?: string }

export function NewSubscription(chosen: NewProps) {
  const { why } = useCan('collect')
  const plans = useGet('/plans', { query: { active: 'true', perPage: 1 } })
  const hasNone = plans.data?.length === 0 ? 'Create a plan first.' : undefined
  return (
    <DialogButton
      look={Object.keys(chosen).length === 0 ? 'main' : 'plain'}
      icon="plus"
      why={why ?? hasNone}
      dialog={(close) => <SubscribeDialog {...chosen} onClose={close} />}
    >
      New subscription
    </DialogButton>
  )
}
