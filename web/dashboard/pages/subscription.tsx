import { declines } from '../../../src/providers/failures.ts'
import { post, type Schemas } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataList } from '../parts/data-list.tsx'
import { ConfirmButton, DialogButton } from '../parts/dialog.tsx'
import { Go } from '../parts/go.tsx'
import { FactsSection, MetadataSection, Page, RecordPage, Section } from '../parts/page.tsx'
import { Badge, Copy, Money, None, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { INVOICE_STATES, SUBSCRIPTION_STATES } from '../states.ts'
import { useParam } from '../url.ts'
import { useAction } from '../use-action.ts'
import { useGet, useList } from '../use-list.ts'
import { type Plan, priceOf } from './plan-words.ts'
import { CancelDialog, ChangeSubscriptionDialog } from './subscription-dialogs.tsx'
import { faceOf, SUBSCRIPTION_REFRESH, type Subscription } from './subscription-words.ts'

const POLL_MS = 10_000
const CRUMBS = [{ title: 'Subscriptions', to: paths.subscriptions() }]

export function SubscriptionPage() {
  const id = useParam('id')
  const read = useGet('/subscriptions/{id}', {
    params: { id },
    everyMs: POLL_MS,
    until: ({ ended_at }) => ended_at !== null,
  })
  return (
    <RecordPage title="Subscription" crumbs={CRUMBS} read={read}>
      {(subscription) => <Found subscription={subscription} />}
    </RecordPage>
  )
}

type Props = { subscription: Subscription }

function Found({ subscription }: Props) {
  const { status, plan_code, customer_email, ended_at } = subscription
  const plan = useGet('/plans/{id}', { params: { id: plan_code } }).data
  return (
    <Page
      title={customer_email}
      crumbs={CRUMBS}
      beside={<Badge state={status} of={SUBSCRIPTION_STATES} />}
      intro={meaningOf(subscription)}
      actions={ended_at === null && <Actions subscription={subscription} />}
    >
      <div className="columns">
        <SubscriptionFacts subscription={subscription} plan={plan} />
        <Section
          title="Page of the customer"
          intro="There they pay, change the card and cancel. Send it to them alone."
        >
          <ManagePage url={subscription.manage_url} />
        </Section>
      </div>
      <Section title="Invoices" intro="One for each period.">
        <Invoices subscription={subscription} />
      </Section>
      <MetadataSection of={subscription.metadata} />
    </Page>
  )
}

function meaningOf({ status, ends_with_period }: Subscription): string | undefined {
  if (ends_with_period) return 'It ends with the current period. Nothing more is charged.'
  switch (status) {
    case 'scheduled':
    case 'trialing':
      return 'It has not been charged yet.'
    case 'past_due':
      return 'An invoice is not paid. It is charged again, and the customer gets emails.'
    case 'unpaid':
      return 'The last charge of an invoice failed. Resume it to go on with the next period.'
    case 'paused':
      return 'Periods that begin while it is paused are not charged, then or later.'
    case 'active':
    case 'cancelled':
    case 'completed':
      return undefined
  }
}

function SubscriptionFacts({ subscription, plan }: Props & { plan: Plan | undefined }) {
  const { customer_id, customer_email, plan_code, next_plan_code, quantity } = subscription
  const { invoiced, carried, created_at, ended_at } = subscription
  return (
    <FactsSection
      title="Subscription"
      of={{
        Customer: <Go to={paths.customer(customer_id)}>{customer_email}</Go>,
        Plan: <Go to={paths.plan(plan_code)}>{plan?.name ?? plan_code}</Go>,
        Price: plan && priceOf(plan, quantity),
        Quantity: quantity === 1 ? null : quantity,
        'From the next period': next_plan_code && <NextPlan code={next_plan_code} />,
        'Paid by': <PaidBy subscription={subscription} />,
        'Next payment': <Time at={subscription.next_payment_at} as="full" none="None" />,
        'Periods charged': plan?.times ? `${invoiced} of ${plan.times}` : invoiced,
        'On the next invoice': carried === 0 ? null : <Money kobo={carried} />,
        Created: <Time at={created_at} as="full" />,
        Ended: ended_at && <Time at={ended_at} as="full" />,
        Code: <Copy text={subscription.subscription_code} />,
      }}
    />
  )
}

function NextPlan({ code }: { code: string }) {
  const { data } = useGet('/plans/{id}', { params: { id: code } })
  return <Go to={paths.plan(code)}>{data?.name ?? code}</Go>
}

function PaidBy({ subscription: { customer_id, authorization_code } }: Props) {
  const { data } = useGet('/customers/{id}/authorizations/{authorization_code}', {
    params: { id: customer_id, authorization_code: authorization_code ?? '' },
    isOff: authorization_code === null,
  })
  if (authorization_code === null) return 'Transfers to the account number'
  if (data === undefined) return authorization_code
  return data.active ? faceOf(data) : `${faceOf(data)}, removed`
}

function ManagePage({ url }: { url: string }) {
  return (
    <>
      <Copy text={url} />
      <div className="actions">
        <a className="button" href={url} target="_blank" rel="noreferrer">
          Open page
        </a>
      </div>
    </>
  )
}

function Actions({ subscription }: Props) {
  const { status, ends_with_period } = subscription
  const { why } = useCan('collect')
  const isStopped = status === 'paused' || status === 'unpaid'
  return (
    <>
      <DialogButton
        why={why}
        dialog={(close) => <CancelDialog subscription={subscription} onClose={close} />}
      >
        Cancel
      </DialogButton>
      <DialogButton
        why={why}
        dialog={(close) => <ChangeSubscriptionDialog {...{ subscription }} onClose={close} />}
      >
        Change
      </DialogButton>
      {isStopped || ends_with_period ? (
        <Resume subscription={subscription} />
      ) : (
        <Pause subscription={subscription} />
      )}
    </>
  )
}

function Pause({ subscription: { subscription_code: id } }: Props) {
  const { why } = useCan('collect')
  return (
    <ConfirmButton
      why={why}
      text="Pause"
      title="Pause this subscription"
      work={() => post('/subscriptions/{id}/pause', { params: { id } })}
      done="Subscription paused."
      refresh={SUBSCRIPTION_REFRESH}
    >
      <p>Periods that begin while it is paused are not charged, then or later.</p>
    </ConfirmButton>
  )
}

function Resume({ subscription: { subscription_code: id } }: Props) {
  const { why } = useCan('collect')
  const resume = useAction(
    (_, key) => post('/subscriptions/{id}/resume', { params: { id }, key }),
    { done: 'Subscription resumed.', refresh: SUBSCRIPTION_REFRESH },
  )
  return (
    <Button look="main" why={why} isBusy={resume.isBusy} onClick={() => resume.run()}>
      Resume
    </Button>
  )
}

const COLUMNS: Column<Schemas['Invoice']>[] = [
  {
    title: 'Period',
    cell: ({ period_start, period_end }) => (
      <span>
        <Time at={period_start} as="date" /> to <Time at={period_end} as="date" />
      </span>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Badge state={status} of={INVOICE_STATES} /> },
  { title: 'Last failure', cell: (invoice) => failureOf(invoice) ?? <None /> },
  { title: 'Next attempt', cell: ({ next_attempt_at }) => <Time at={next_attempt_at} /> },
  {
    title: 'Payment',
    cell: ({ transaction_id: id, paid_at }) =>
      id === null ? (
        <None />
      ) : (
        <Go to={paths.transaction(id)}>{paid_at === null ? 'Last attempt' : 'View payment'}</Go>
      ),
  },
  { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} isStrong /> },
]

/** Why the last charge failed, and how often one did. */
function failureOf({ failure, failures }: Schemas['Invoice']): string | null {
  if (failures === 0) return null
  const sentences: Record<string, { business: string }> = declines
  const sentence =
    failure === null
      ? 'No transfer arrived.'
      : failure === 'authorization_not_found'
        ? 'The card was removed.'
        : (sentences[failure]?.business ?? failure)
  return failures === 1 ? sentence : `${sentence} ${failures} times.`
}

function Invoices({ subscription: { subscription_code: id, ended_at } }: Props) {
  const list = useList('/subscriptions/{id}/invoices', {
    params: { id },
    everyMs: ended_at === null && POLL_MS,
  })
  return (
    <DataList
      list={list}
      label="Invoices, newest first"
      columns={COLUMNS}
      empty={{ sentence: 'The first invoice appears here when the first period begins.' }}
    />
  )
}
