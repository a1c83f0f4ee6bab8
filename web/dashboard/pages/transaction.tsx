import type { Schemas } from '../api.ts'
import { naira } from '../naira.ts'
import { DialogButton } from '../parts/dialog.tsx'
import { Go } from '../parts/go.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { MetadataSection, Page, RecordPage, Section } from '../parts/page.tsx'
import { Badge, Copy, Facts, Money, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { methodOf, reasonOf } from '../payment-words.ts'
import { isTest, useCan } from '../session.ts'
import { receivedOf, sharedOf } from '../shares.ts'
import { MAKERS, NOT_SUBSCRIBED, STAGES } from '../states.ts'
import { useParam } from '../url.ts'
import { useGet } from '../use-list.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundLinkSection } from './refund-links.tsx'
import { RiskSection } from './transaction-risk.tsx'
import { Happened } from './transaction-timeline.tsx'

type Transaction = Schemas['Transaction']

/** Polls while the payment is open. */
const OPEN_POLL_MS = 4_000
const OPEN = ['pending', 'ongoing']
const DATA_INTROS: Partial<Record<Transaction['made_with'], string>> = {
  secret_key: 'The metadata that your server sent.',
  public_key: 'Sent with your public key, so anyone could have set it. Not shown to customers.',
  payment_link: 'From the payment link, with the answers of the customer. Not shown to customers.',
}
const CRUMBS = [{ title: 'Transactions', to: paths.transactions() }]

export function TransactionPage() {
  const id = useParam('id')
  const read = useGet('/transactions/{id}', {
    params: { id },
    everyMs: OPEN_POLL_MS,
    until: ({ status }) => !OPEN.includes(status),
  })
  return (
    <RecordPage title="Payment" crumbs={CRUMBS} read={read}>
      {(transaction) => <Found transaction={transaction} />}
    </RecordPage>
  )
}

function Found({ transaction }: { transaction: Transaction }) {
  const { id, amount, status, stage, metadata } = transaction
  const everyMs = OPEN.includes(status) && OPEN_POLL_MS
  const timeline = useGet('/transactions/{id}/timeline', { params: { id }, everyMs })
  return (
    <Page
      title={naira(amount)}
      crumbs={CRUMBS}
      beside={<Badge state={stage} of={STAGES} />}
      actions={
        <DialogButton
          icon="refund"
          why={useRefundWhy(transaction)}
          dialog={(close) => <RefundDialog transaction={transaction} onClose={close} />}
        >
          Refund
        </DialogButton>
      }
    >
      <Warnings transaction={transaction} />
      <div className="columns">
        <Section title="Payment">
          <PaymentFacts transaction={transaction} />
        </Section>
        <Section title="Customer">
          <CustomerFacts transaction={transaction} />
        </Section>
      </div>
      <RiskSection of={transaction} />
      <RefundLinkSection transaction={transaction} />
      <Loaded read={timeline} lines={6}>
        {(timeline) => <Happened timeline={timeline} />}
      </Loaded>
      <MetadataSection of={metadata} intro={DATA_INTROS[transaction.made_with]} />
    </Page>
  )
}

/** The reason on the disabled button; undefined if a refund is possible. */
function useRefundWhy(transaction: Transaction): string | undefined {
  const { status, amount, refunded_amount: refunded } = transaction
  const { why } = useCan('refund')
  if (why) return why
  if (status === 'reversed' || (status === 'success' && refunded >= amount)) {
    return 'Already fully refunded.'
  }
  return status === 'success' ? undefined : 'Only a successful payment can be refunded.'
}

function PaymentFacts({ transaction }: { transaction: Transaction }) {
  const { requested_amount, amount, status, refunded_amount, plan } = transaction
  const [received, shared] = [receivedOf(transaction), sharedOf(transaction)]
  const subscription = subscriptionIn(transaction)
  return (
    <Facts
      of={{
        Reference: <Copy text={transaction.reference} />,
        Requested: requested_amount === amount ? null : <Money kobo={requested_amount} />,
        Fees: transaction.fees === null ? null : <Fees transaction={transaction} />,
        'To others': shared === null ? null : <Money kobo={shared} />,
        'You receive': received === null ? null : <Money kobo={received} isStrong />,
        'Refunded or being refunded':
          refunded_amount === 0 ? null : <Money kobo={refunded_amount} />,
        Subscription: subscription && <Go to={paths.subscription(subscription)}>{subscription}</Go>,
        'No subscription began': plan?.not_subscribed && NOT_SUBSCRIBED[plan.not_subscribed],
        'Initialized by': MAKERS[transaction.made_with],
        'Paid with': methodOf(transaction),
        Reason: reasonOf(transaction),
        Started: <Time at={transaction.created_at} as="full" />,
        Paid: transaction.paid_at && <Time at={transaction.paid_at} as="full" />,
        Expires: OPEN.includes(status) ? <Time at={transaction.expires_at} as="full" /> : null,
        Id: <Copy text={transaction.id} />,
      }}
    />
  )
}

/**
 * The code of the subscription that it began, or whose invoice it pays: in the metadata of such
 * payments.
 */
function subscriptionIn({ made_with, metadata, plan }: Transaction): string | null {
  if (plan !== null) return plan.subscription_code
  const { invoice_id, subscription_code: code } = (metadata ?? {}) as Record<string, unknown>
  const isOfInvoice = made_with === 'secret_key' && typeof invoice_id === 'string'
  return isOfInvoice && typeof code === 'string' ? code : null
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

function CustomerFacts({ transaction: { customer, ip_address } }: { transaction: Transaction }) {
  return (
    <Facts
      of={{
        Name: <Go to={paths.customer(customer.id)}>{customer.name || customer.email}</Go>,
        Email: customer.email,
        Phone: customer.phone,
        'Paid from': ip_address,
      }}
    />
  )
}

/** Warns about a payment that anyone could have started with the public key. */
function Warnings({ transaction }: { transaction: Transaction }) {
  const { made_with, callback_url, displaced, paid_at } = transaction
  if (made_with !== 'public_key') return null
  return (
    <>
      {displaced && (
        <div className="notice" data-tone={paid_at ? 'bad' : undefined}>
          <b>Your server initialized another payment with this reference</b>
          <p>
            Verify returns the payment of your server. This one was initialized with your public key
            {paid_at
              ? ' and was paid. If its amount is wrong, refund it.'
              : ' and can no longer be paid.'}
          </p>
        </div>
      )}
      {isTest && callback_url && <ReturnWarning address={callback_url} />}
    </>
  )
}

/** As initialize-public refuses it in live mode. */
function ReturnWarning({ address }: { address: string }) {
  const { data } = useGet('/settings/checkout')
  // For apps, test mode is as strict as live mode.
  if (data === undefined || !/^https?:/i.test(address)) return null
  const { origin } = new URL(address)
  const own = data.default_callback_url
  if (data.allowed_origins.includes(origin) || (own && new URL(own).origin === origin)) return null
  return (
    <div className="notice">
      <b>Live mode would reject this return URL</b>
      <p>
        Customers return to {origin}, which is not one of your registered pages. Add it under{' '}
        <Go to={paths.settings()}>Settings</Go> if it is yours.
      </p>
    </div>
  )
}
