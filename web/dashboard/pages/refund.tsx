import type { DataOf, Schemas } from '../api.ts'
import { naira } from '../naira.ts'
import { DataTable } from '../parts/data-list.tsx'
import { DialogButton } from '../parts/dialog.tsx'
import { Go } from '../parts/go.tsx'
import { ErrorBox, Skeleton } from '../parts/loaded.tsx'
import { MetadataSection, Page, RecordPage, Section } from '../parts/page.tsx'
import { Badge, Copy, Facts, Money, None, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { CHANNELS, isCharged, REFUND_STATES, STAGES } from '../states.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { RefundDialog } from './refund-dialog.tsx'

type Refund = Schemas['Refund']
type Transaction = Schemas['Transaction']
type Timeline = DataOf<'GET', '/transactions/{id}/timeline'>

const OPEN_POLL_MS = 4_000
const CRUMBS = [{ title: 'Refunds', to: paths.refunds() }]

const MEANING: Record<Refund['status'], string> = {
  pending: 'The bank has not confirmed yet. We keep checking.',
  processed: 'The bank sent the refund. With some banks it takes a few days to appear.',
  failed: 'Nothing was sent. The amount is back in your wallet.',
}

const NEEDS_ACCOUNT =
  'The provider cannot credit the card, and waits for a bank account of the customer. Send the ' +
  'account to the operator of this service. Do not refund it again meanwhile.'

export function RefundPage() {
  const id = useParam('id')
  const read = useGet('/refunds/{id}', {
    params: { id },
    everyMs: OPEN_POLL_MS,
    until: ({ status }) => status !== 'pending',
  })
  return (
    <RecordPage title="Refund" crumbs={CRUMBS} read={read}>
      {(refund) => <Found refund={refund} />}
    </RecordPage>
  )
}

function Found({ refund }: { refund: Refund }) {
  const { status, amount } = refund
  const params = { id: refund.transaction_id }
  const payment = useGet('/transactions/{id}', { params })
  const timeline = useGet('/transactions/{id}/timeline', { params })
  const error = payment.error ?? timeline.error
  return (
    <Page
      title={naira(amount)}
      crumbs={CRUMBS}
      beside={<Badge state={status} of={REFUND_STATES} />}
      intro={refund.needs_account ? NEEDS_ACCOUNT : MEANING[status]}
      actions={status === 'failed' && payment.data && <TryAgain transaction={payment.data} />}
    >
      <div className="columns">
        <Section title="Refund">
          <RefundFacts refund={refund} />
        </Section>
        <Section title="Payment">
          {error ? (
            <ErrorBox error={error} again={payment.error ? payment.again : timeline.again} />
          ) : payment.data ? (
            <PaymentFacts transaction={payment.data} />
          ) : (
            <Skeleton />
          )}
        </Section>
      </div>
      <MetadataSection of={refund.metadata} />
      {timeline.data && <Others refund={refund} timeline={timeline.data} />}
    </Page>
  )
}

function RefundFacts({ refund }: { refund: Refund }) {
  const { failure_message, session_id, reason } = refund
  return (
    <Facts
      of={{
        Amount: <Money kobo={refund.amount} isStrong />,
        'Stamp duty': refund.stamp_duty > 0 ? <Money kobo={refund.stamp_duty} /> : null,
        'Refunded to': <To refund={refund} />,
        'Why it failed': failure_message,
        Reason: reason ?? <span className="faint">None</span>,
        Requested: <Time at={refund.created_at} as="full" />,
        Sent: refund.processed_at && <Time at={refund.processed_at} as="full" />,
        'Session ID': session_id && <Copy text={session_id} />,
        Reference: refund.reference && <Copy text={refund.reference} />,
        Id: <Copy text={refund.id} />,
      }}
    />
  )
}

function To({ refund: { channel, destination } }: { refund: Refund }) {
  if (destination === null && channel === 'card') return 'The card'
  if (destination === null) return isCharged(channel) ? CHANNELS[channel] : 'The account that paid'
  const { bank, account_number, account_name } = destination
  return `${account_name}, ${bank.name}, ${account_number}`
}

function PaymentFacts({ transaction }: { transaction: Transaction }) {
  const { id, reference, amount, stage, channel, customer } = transaction
  return (
    <Facts
      of={{
        Reference: <Go to={paths.transaction(id)}>{reference}</Go>,
        Status: <Badge state={stage} of={STAGES} />,
        Amount: <Money kobo={amount} />,
        'Paid with': channel && CHANNELS[channel],
        Paid: transaction.paid_at && <Time at={transaction.paid_at} as="full" />,
        Customer: <Go to={paths.customer(customer.id)}>{customer.name || customer.email}</Go>,
      }}
    />
  )
}

/** A failed refund cannot be retried; this creates another. */
function TryAgain({ transaction }: { transaction: Transaction }) {
  const { why } = useCan('refund')
  const isAllBack = transaction.refunded_amount >= transaction.amount
  return (
    <DialogButton
      icon="refund"
      why={why ?? (isAllBack ? 'Already fully refunded.' : undefined)}
      dialog={(close) => <RefundDialog transaction={transaction} onClose={close} />}
    >
      Try again
    </DialogButton>
  )
}

function Others({ refund, timeline }: { refund: Refund; timeline: Timeline }) {
  const others = timeline.refunds.filter(({ id }) => id !== refund.id)
  if (others.length === 0) return null
  return (
    <Section title="Other refunds of this payment">
      <DataTable
        label="Other refunds of this payment"
        rows={others}
        to={({ id }) => paths.refund(id)}
        columns={[
          { title: 'Requested', cell: ({ created_at }) => <Time at={created_at} /> },
          { title: 'Status', cell: ({ status }) => <Badge state={status} of={REFUND_STATES} /> },
          { title: 'Reason', cell: ({ reason }) => reason ?? <None /> },
          { title: 'Amount', isEnd: true, cell: ({ amount }) => <Money kobo={amount} /> },
        ]}
      />
    </Section>
  )
}
