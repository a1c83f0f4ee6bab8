import { useState } from 'react'
import type { Schemas } from '../api.ts'
import { naira } from '../naira.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Code } from '../parts/code.tsx'
import { Copy } from '../parts/copy.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Facts } from '../parts/facts.tsx'
import { Go } from '../parts/go.tsx'
import { Money } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../permissions.ts'
import { CHANNELS, MAKERS, TRANSACTION_STATES } from '../states.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { Happened } from './transaction-timeline.tsx'
import { Warnings } from './transaction-warnings.tsx'

type Transaction = Schemas['Transaction']

/** A payment that is being paid is looked at again by itself. */
const OPEN_POLL_MS = 4_000
const OPEN = ['pending', 'ongoing']
const DATA_INTROS: Partial<Record<Transaction['made_with'], string>> = {
  secret_key: 'What your server gave along when it started this.',
  public_key: 'Sent with your public key, by anybody. Customers are not shown it.',
  payment_link: 'Of the payment link, and what the customer answered. Customers are not shown it.',
}
const CRUMBS = [{ title: 'Transactions', to: paths.transactions() }]

export function TransactionPage() {
  const id = useParam('id')
  const [isOpen, setOpen] = useState(true)
  const everyMs = isOpen && OPEN_POLL_MS
  const { data, error, again } = useGet('/transactions/{id}', { params: { id }, everyMs })
  const isOpenNow = data === undefined || OPEN.includes(data.status)
  if (isOpenNow !== isOpen) setOpen(isOpenNow)

  if (error) {
    return (
      <Page title="Payment" crumbs={CRUMBS}>
        <ErrorBox error={error} again={again} />
      </Page>
    )
  }
  if (data === undefined) {
    return (
      <Page title="Payment" crumbs={CRUMBS}>
        <Skeleton lines={8} />
      </Page>
    )
  }
  return <Found transaction={data} everyMs={everyMs} />
}

function Found({ transaction, everyMs }: { transaction: Transaction; everyMs: number | false }) {
  const { id, amount, status, metadata } = transaction
  const [isRefunding, setRefunding] = useState(false)
  const timeline = useGet('/transactions/{id}/timeline', { params: { id }, everyMs })
  const refunded = sumOf(timeline.data?.refunds ?? [])
  return (
    <Page
      title={naira(amount)}
      crumbs={CRUMBS}
      beside={<Badge state={status} of={TRANSACTION_STATES} />}
      actions={
        <Button
          icon="refund"
          why={useRefundWhy(transaction, refunded)}
          onClick={() => setRefunding(true)}
        >
          Refund
        </Button>
      }
    >
      <Warnings transaction={transaction} />
      <div className="columns">
        <Section title="Payment">
          <PaymentFacts transaction={transaction} refunded={refunded} />
        </Section>
        <Section title="Customer">
          <CustomerFacts transaction={transaction} />
        </Section>
      </div>
      {timeline.error ? <ErrorBox error={timeline.error} again={timeline.again} /> : null}
      {timeline.data ? <Happened timeline={timeline.data} /> : <Skeleton lines={6} />}
      {metadata && (
        <Section title="Your own data" intro={DATA_INTROS[transaction.made_with]}>
          <Code text={metadata} label="Your own data, as JSON" />
        </Section>
      )}
      {isRefunding && (
        <RefundDialog
          transaction={transaction}
          refunded={refunded}
          onClose={() => setRefunding(false)}
        />
      )}
    </Page>
  )
}

/** Why there is nothing to refund, in the words of the button. */
function useRefundWhy({ status, amount }: Transaction, refunded: number): string | undefined {
  const { why } = useCan('refund')
  if (why) return why
  if (status === 'reversed' || (status === 'success' && refunded >= amount)) {
    return 'All of it has gone back already.'
  }
  return status === 'success' ? undefined : 'Only what was paid can be refunded.'
}

function sumOf(refunds: Schemas['Refund'][]): number {
  const kept = refunds.filter(({ status }) => status !== 'failed')
  return kept.reduce((sum, { amount }) => sum + amount, 0)
}

function PaymentFacts({ transaction, refunded }: { transaction: Transaction; refunded: number }) {
  const { requested_amount, amount, net_amount, status, channel } = transaction
  return (
    <Facts
      of={{
        Reference: <Copy text={transaction.reference} />,
        'Asked for': requested_amount === amount ? null : <Money kobo={requested_amount} />,
        Fees: transaction.fees === null ? null : <Fees transaction={transaction} />,
        'You receive': net_amount === null ? null : <Money kobo={net_amount} isStrong />,
        Refunded: refunded === 0 ? null : <Money kobo={refunded} />,
        'Started by': MAKERS[transaction.made_with],
        'Paid by': channel === null ? null : wayOf(transaction),
        Started: <Time at={transaction.created_at} as="full" />,
        Paid: transaction.paid_at && <Time at={transaction.paid_at} as="full" />,
        'Open until': OPEN.includes(status) ? <Time at={transaction.expires_at} as="full" /> : null,
        'What happened': transaction.message,
        Id: <Copy text={transaction.id} />,
      }}
    />
  )
}

function Fees({ transaction: { fees, fees_breakdown } }: { transaction: Transaction }) {
  const vat = fees_breakdown?.find(({ type }) => type === 'vat')?.amount ?? 0
  return (
    <>
      <Money kobo={fees} />
      {vat > 0 && (
        <span className="faint">
          {' '}
          with <Money kobo={vat} /> of VAT
        </span>
      )}
    </>
  )
}

/** Card, Visa, 408408 … 4081. */
function wayOf({ channel, authorization }: Transaction): string {
  const { brand, bin, last4 } = (authorization ?? {}) as Record<string, unknown>
  const network = typeof brand === 'string' ? brand[0]?.toUpperCase() + brand.slice(1) : null
  const card = [network, bin && last4 ? `${bin} … ${last4}` : null].filter(Boolean).join(' ')
  const way = channel ? CHANNELS[channel] : ''
  return channel === 'card' && card ? `${way}, ${card}` : way
}

function CustomerFacts({ transaction: { customer, ip_address } }: { transaction: Transaction }) {
  return (
    <Facts
      of={{
        Name: <Go to={paths.customer(customer.id)}>{customer.name || customer.email}</Go>,
        'E-mail': customer.email,
        Phone: customer.phone,
        'Paid from': ip_address,
      }}
    />
  )
}
