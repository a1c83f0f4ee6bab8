import { type TSchema, Type } from 'typebox'
import { type EventType, sentenceOf } from '../core/events/types.ts'
import { Count, Currency, Domain, Kobo, Nullable, PublicId, Text, Timestamp } from '../core/wire.ts'
import { DepositRecord } from '../payments/deposits/deposits.routes.ts'
import { AccountChange } from '../payments/splits/account-changes.routes.ts'
import { failureFields } from '../providers/failures.ts'
import { exampleOf, type Node, type SchemaWriter } from './document-schemas.ts'
import { EndpointId, RolledSecret, ToldKey, ToldWebhook } from './document-told.ts'

// Documents the webhooks: headers and payloads. A record is shown as the API returns it.

/** `like`: fields that this example overrides in the record's own example. */
type Data = [of: TSchema | string, like?: object]

const ReceivedTransfer = Type.Object(
  {
    amount: Kobo('What arrived, in kobo.'),
    account_number: Text('The dedicated virtual account that received it.', '2670625029'),
    source: Text('The name of the sender.', 'ADA EXAMPLE'),
    reference: Text('The reference of the transaction.', '000013261121093000000000000001'),
    transaction_uuid: Text('The id of the transaction.', '019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f'),
  },
  { title: 'ReceivedTransfer', description: 'A transfer to a dedicated virtual account.' },
)
const RejectedTransfer = Type.Object(
  { ...DepositRecord.properties, reference: Text('Of the transaction.', 'order-1042') },
  { title: 'RejectedTransfer', description: 'A transfer that does not match its transaction.' },
)
const BouncedTransfer = Type.Object(
  {
    domain: Domain,
    reference: Text('Of the transaction.', 'order-1042'),
    transaction_id: PublicId('transaction', 'The id of the transaction.'),
    account_number: Text('To which it was sent.', '2670625029'),
    amount: Kobo('What was sent, in kobo.'),
    expected_amount: Kobo('What the account accepts, in kobo.'),
    currency: Currency,
  },
  { title: 'BouncedTransfer', description: 'A transfer that the bank sent back itself.' },
)
const CardTesting = Type.Object(
  {
    domain: Domain,
    message: Text('For people. It can change.', 'Many cards were declined at your checkout.'),
    until: Timestamp('When the limit on cards ends, if no more are declined.'),
  },
  { title: 'CardTesting', description: 'Someone is testing cards at your checkout.' },
)
const CardTestingEnded = Type.Object(
  { domain: Domain, began_at: Timestamp('When card testing was detected.') },
  { title: 'CardTestingEnded', description: 'Cards are no longer limited at your checkout.' },
)
const UsedUpLink = Type.Object(
  {
    id: PublicId('payment_link', 'The id of the payment link.'),
    domain: Domain,
    uses_max: Count('How many payments it takes.', 10),
  },
  { title: 'UsedUpLink', description: 'A payment link whose uses are all taken.' },
)
const changed = (title: string, description: string, example: string, more = {}) =>
  Type.Object(
    {
      domain: Domain,
      fields: Type.Array(Text('A field of the API.', example), { description: 'Which fields.' }),
      ...more,
    },
    { title, description },
  )
const ChangedSettings = changed(
  'ChangedSettings',
  'Which settings were changed: fields of the settings of the API.',
  'default_callback_url',
)
const ChangedWebhooks = changed(
  'ChangedWebhooks',
  'Which fields of the webhook settings, or of an added endpoint, were changed.',
  'url',
  { endpoint_id: EndpointId },
)
const ChangedFees = Type.Object(
  {
    domain: Domain,
    checkout_fee_basis_points: Count('Of a checkout payment, in basis points: 150 is 1.5 %.', 150),
    checkout_fee_flat: Kobo('The flat fee of a checkout payment, in kobo.', 10_000),
    checkout_fee_flat_from: Kobo('The flat fee applies from this amount, in kobo.', 250_000),
    checkout_fee_max: Kobo('The maximum fee of a checkout payment, in kobo.', 200_000),
    dedicated_fee_basis_points: Count('Of a deposit to a dedicated account, in basis points.', 100),
    dedicated_fee_max: Kobo('The maximum fee of a deposit, in kobo.', 30_000),
  },
  { title: 'ChangedFees', description: 'The fees that hold for new payments.' },
)
const LiveModeDecision = Type.Object(
  {
    domain: Domain,
    decided_at: Timestamp('When it was decided.'),
    note: Nullable(Text('Why the request was rejected.', 'The registration number is unknown.')),
  },
  { title: 'LiveModeDecision', description: 'The decision on your request for live mode.' },
)
const LowBalance = Type.Object(
  {
    domain: Domain,
    currency: Currency,
    available: Kobo('The available balance after it fell, in kobo.', 950_000),
    threshold: Kobo('Your threshold, in kobo.', 1_000_000),
  },
  { title: 'LowBalance', description: 'The available balance fell below your threshold.' },
)
const TestMessage = Type.Object(
  { message: Text('For people. It can change.', 'This is a test.') },
  { title: 'TestMessage', description: 'Nothing happened: you tested your webhook URL.' },
)

const PAID = {
  status: 'success',
  channel: 'bank_transfer',
  fees_breakdown: [
    { type: 'service', amount: 17_500 },
    { type: 'vat', amount: 1_313 },
  ],
  message: null,
  displaced: false,
  split: null,
  risk: null,
}
const ABANDONED = { status: 'abandoned', gateway_response: 'Abandoned' }
const REVERSED = { status: 'reversed', refunded_amount: 500_000 }
const OPENED = { review: 'pending', reviewed_by: null, reviewed_at: null }
const CLOSED = { ...OPENED, review: 'approved' }
const FOUND = { score: 0, reasons: [] }
const UNPAID = {
  ...PAID,
  fees: null,
  fees_breakdown: null,
  net_amount: null,
  paid_at: null,
  authorization: null,
}
const UNMATCHED = { account_kind: 'one_off', reason: 'amount_too_low', return_session_id: null }
const UNVERIFIED = { otpVerified: false, debitAccountNumber: '' }
const NO_FAILURE = failureFields(null)
const OPEN_DISPUTE = {
  status: 'needs_response',
  reminded_at: null,
  answered_at: null,
  closed_by: null,
  closed_at: null,
  returned: null,
  session_id: null,
}
const OF_PLAN = { plan_code: 'PLN_AZqmA2NQe2e4sK1d8v6cXw', quantity: 1 }
const NO_CARD = { ...OF_PLAN, subscription_code: null, not_subscribed: 'no_card' }
const FAILED = {
  status: 'failed',
  channel: 'card',
  gateway_response: 'Declined',
  message: 'The card was declined',
}
const SUBSCRIBED = { status: 'active', next_plan_code: null, ended_at: null }
const ENDED = { next_plan_code: null, next_payment_at: null }
const OWED = { status: 'open', paid_at: null }
const SENT_OUT = { status: 'success', subaccount_id: null, ...NO_FAILURE, reversed_at: null }

const DATA: Record<EventType, Data> = {
  'transaction.success': ['Transaction', PAID],
  'transaction.failed': ['Transaction', { ...UNPAID, ...FAILED }],
  'transaction.abandoned': ['Transaction', { ...UNPAID, ...ABANDONED }],
  'transaction.not_subscribed': ['Transaction', { ...PAID, plan: NO_CARD }],
  'transaction.review_opened': ['Transaction', { ...PAID, risk: { ...FOUND, ...OPENED } }],
  'transaction.review_closed': ['Transaction', { ...PAID, risk: { ...FOUND, ...CLOSED } }],
  'transaction.displaced': ['Transaction', { ...PAID, made_with: 'public_key', displaced: true }],
  'transaction.reversed': ['Transaction', { ...PAID, ...REVERSED }],
  'card_testing.detected': [CardTesting],
  'card_testing.ended': [CardTestingEnded],
  'transfer.received': [ReceivedTransfer],
  'bank_transfer.rejected': [RejectedTransfer, { status: 'returning' }],
  'bank_transfer.bounced': [BouncedTransfer],
  'deposit.returning': ['Deposit', { ...UNMATCHED, status: 'returning' }],
  'deposit.returned': ['Deposit', { ...UNMATCHED, status: 'returned' }],
  'deposit.return_refused': ['Deposit', { ...UNMATCHED, status: 'return_refused' }],
  'deposit.quarantined': ['QuarantinedDeposit', { reason: 'altered' }],
  'deposit.topped_up': [
    'Deposit',
    {
      status: 'matched',
      reason: null,
      account_kind: 'wallet',
      return_session_id: null,
      transaction_id: null,
    },
  ],
  'dedicated_virtual_account.created': ['DedicatedVirtualAccount'],
  'dedicated_virtual_account.tier_raised': ['DedicatedVirtualAccount', { tier: 3 }],
  'dedicated_virtual_account.split_changed': ['DedicatedVirtualAccount'],
  'plan.created': ['Plan'],
  'plan.updated': ['Plan'],
  'subscription.created': ['Subscription', SUBSCRIBED],
  'subscription.updated': ['Subscription', SUBSCRIBED],
  'subscription.not_renewing': [
    'Subscription',
    { ...SUBSCRIBED, ends_with_period: true, next_payment_at: null },
  ],
  'subscription.cancelled': ['Subscription', { ...ENDED, status: 'cancelled' }],
  'subscription.completed': ['Subscription', { ...ENDED, status: 'completed' }],
  'invoice.created': ['Invoice', { ...OWED, failures: 0, failure: null, transaction_id: null }],
  'invoice.paid': ['Invoice', { status: 'paid', next_attempt_at: null, failure: null }],
  'invoice.payment_failed': ['Invoice', { ...OWED, failures: 1 }],
  'invoice.uncollectible': [
    'Invoice',
    { ...OWED, status: 'uncollectible', failures: 5, next_attempt_at: null },
  ],
  'invoice.voided': ['Invoice', { ...OWED, status: 'void', next_attempt_at: null }],
  'refund.pending': [
    'Refund',
    { ...NO_FAILURE, status: 'pending', session_id: null, processed_at: null },
  ],
  'refund.processed': ['Refund', { status: 'processed', ...NO_FAILURE }],
  'refund.failed': ['Refund', { status: 'failed', session_id: null }],
  'dispute.created': ['Dispute', OPEN_DISPUTE],
  'dispute.updated': ['Dispute', { ...OPEN_DISPUTE, status: 'under_review' }],
  'dispute.closed': [
    'Dispute',
    { status: 'won', closed_by: 'provider', returned: null, session_id: null },
  ],
  'payout.pending': [
    'Payout',
    { ...SENT_OUT, status: 'pending', session_id: null, completed_at: null },
  ],
  'payout.success': ['Payout', SENT_OUT],
  'payout_batch.completed': ['PayoutBatch', { status: 'completed', cancelled_by: null }],
  'payout.failed': [
    'Payout',
    { ...SENT_OUT, ...failureFields('account_closed'), status: 'failed', session_id: null },
  ],
  'payout.reversed': [
    'Payout',
    {
      ...SENT_OUT,
      ...failureFields('reversed_by_bank'),
      status: 'reversed',
      reversed_at: '2026-11-21T11:05:00.000Z',
    },
  ],
  'balance.low': [LowBalance],
  'settlement.settled': ['Settlement'],
  'split.created': ['Split'],
  'split.updated': ['Split'],
  'split.deactivated': ['Split', { active: false }],
  'subaccount.created': ['Subaccount'],
  'subaccount.updated': ['Subaccount'],
  'subaccount.deactivated': ['Subaccount', { active: false }],
  'subaccount.account_change.requested': [AccountChange, { status: 'waiting' }],
  'subaccount.account_change.effective': [AccountChange, { status: 'effective' }],
  'subaccount.account_change.cancelled': [AccountChange, { status: 'cancelled' }],
  'customer.created': ['Customer'],
  'customer.updated': ['Customer'],
  'authorization.created': ['Authorization', { active: true, deactivated_at: null }],
  'authorization.rejected': [
    'Authorization',
    { channel: 'direct_debit', status: 'rejected', active: false, reusable: false },
  ],
  'authorization.expiring': ['Authorization', { active: true, deactivated_at: null }],
  'authorization.deactivated': ['Authorization', { active: false, reusable: false }],
  'payment_link.created': ['PaymentLink'],
  'payment_link.updated': ['PaymentLink'],
  'payment_link.deactivated': ['PaymentLink', { active: false }],
  'payment_link.used_up': [UsedUpLink],
  'identity.verified': ['Verification', { status: 'SUCCESS' }],
  'identity.failed': ['Verification', { status: 'FAILED', ...UNVERIFIED }],
  'identity.locked': ['Verification', { status: 'LOCKED', ...UNVERIFIED }],
  'identity.expired': ['Verification', { status: 'EXPIRED', ...UNVERIFIED }],
  'settings.updated': [ChangedSettings],
  'fees.updated': [ChangedFees],
  'live_mode.enabled': [LiveModeDecision, { domain: 'live', note: null }],
  'live_mode.refused': [LiveModeDecision, { domain: 'live' }],
  'api_key.created': [ToldKey, { expires_at: null, revoked_at: null }],
  'api_key.updated': [ToldKey, { expires_at: null, revoked_at: null }],
  'api_key.rolled': [ToldKey, { revoked_at: null }],
  'api_key.revoked': [ToldKey, { expires_at: null }],
  'webhook.updated': [ChangedWebhooks],
  'webhook.failing': [ToldWebhook, { disabled_reason: null }],
  'webhook.disabled': [ToldWebhook, { disabled_reason: 'failing' }],
  'webhook.enabled': [ToldWebhook, { failing_since: null, disabled_reason: null }],
  'webhook.recovered': [ToldWebhook, { disabled_reason: null }],
  'webhook.secret_rolled': [RolledSecret],
  'webhook.test': [TestMessage],
}

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
})
const ID = 'evt_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f'
const SENT = [
  header(
    'X-Service-Signature',
    'The HMAC-SHA512 of `<timestamp>.<raw body>` with your webhook secret, in hexadecimal. ' +
      'Compare it in constant time.',
    '2f0c5d',
  ),
  header(
    'X-Service-Timestamp',
    'Seconds since 1970. Reject a request that is more than 300 seconds off.',
    '1795253400',
  ),
  header('X-Service-Event-Id', 'The id of the event, the same in each attempt.', ID),
  header('X-Service-Attempt', 'The number of this attempt.', '1'),
  header('webhook-id', 'The id of the event, as Standard Webhooks names it.', ID),
  header('webhook-timestamp', 'The same as `X-Service-Timestamp`.', '1795253400'),
  header(
    'webhook-signature',
    'One signature, or two separated by a space: each is `v1,` and base64.',
    'v1,K5oZfzN95Z9U',
  ),
]

/** By the name of the event. */
export function webhooksOf(writer: SchemaWriter): Record<string, { post: Node }> {
  const entries = Object.entries(DATA).map(([type, [of, like]]) => {
    const data =
      typeof of === 'string'
        ? { $ref: `#/components/schemas/${of}` }
        : JSON.parse(JSON.stringify(of))
    const name = type.replaceAll(/(?:^|[._])(.)/g, (_, letter: string) => letter.toUpperCase())
    const schema = writer.writeSent({
      title: `${name}Event`,
      type: 'object',
      required: ['event', 'data', 'created_at'],
      properties: {
        event: { type: 'string', enum: [type], description: 'The type of the event.' },
        data,
        created_at: JSON.parse(JSON.stringify(Timestamp('When it happened.'))),
      },
    })
    const example = exampleOf(schema, writer.named) as { data: object }
    Object.assign(example.data, like)
    const post = {
      operationId: `on${name}`,
      tags: ['Events'],
      summary: `Receive ${type}`,
      description: sentenceOf(type),
      security: [],
      parameters: SENT,
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example } },
      },
      responses: {
        200: { description: 'Received. Any other status, or none in 15 seconds, is retried.' },
        410: { description: 'Turns the webhook URL off.' },
      },
    }
    return [type, { post }]
  })
  return Object.fromEntries(entries)
}
