import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { EVENT_TYPES } from '../src/core/events/types.ts'

// An event for every change that a business can see. Each table of a business, and each state in
// it, either has events or stands here with the reason why not. A new table or state is in neither.

type Of = { events: string[] } | { none: string }

const told = (...events: string[]): Of => ({ events })
const none = (why: string): Of => ({ none: why })

const AUDITED = 'people change it in the dashboard, whose audit log has it'
const INSIDE = 'a business does not see it'
const OF_EVENTS = 'it is an event, or its delivery, itself'
const TEST_ONLY = 'test mode only: what a developer has just asked for'

const CODE_OF_CARD = 'the customer and we alone know of the code; the payment has events'

/** When a row is made, or a column without states changes. */
const TABLES: Record<string, Of> = {
  account_change: told('subaccount.account_change.requested'),
  account_number: none('a part of the account'),
  activation: none('the one who asks sees it; the decision has an event'),
  api_key: told('api_key.created', 'api_key.updated', 'api_key.rolled', 'api_key.revoked'),
  api_key_hash: none(INSIDE),
  audit_entry: none('it is a record of changes itself'),
  audit_head: none(INSIDE),
  business: told('live_mode.enabled'),
  business_mode: told('settings.updated', 'fees.updated'),
  card_attempt: none('its transaction tells how it ends'),
  card_testing: told('card_testing.detected', 'card_testing.ended'),
  checkout_logo: told('settings.updated'),
  customer: told('customer.created', 'customer.updated'),
  day_sums: none(INSIDE),
  delivery: none(OF_EVENTS),
  delivery_attempt: none(OF_EVENTS),
  deposit: told('transfer.received', 'bank_transfer.rejected', 'deposit.topped_up'),
  deposit_quarantine: told('deposit.quarantined'),
  deposit_session: none(INSIDE),
  detached_sum: none(INSIDE),
  dispute: told('dispute.created'),
  dispute_file: none('a part of the answer to the dispute'),
  event: none(OF_EVENTS),
  example_run: none(TEST_ONLY),
  idempotency_key: none(INSIDE),
  identity_access: none('who read details is listed with the verification'),
  identity_verification: none('the response to the request tells it'),
  invitation: none(AUDITED),
  invoice: told('invoice.created'),
  kept_card_code: none(CODE_OF_CARD),
  ledger_account: told('balance.low'),
  ledger_entry: none('what causes it has an event'),
  ledger_sum: none('the verification of the ledger keeps it'),
  login_letter: none(INSIDE),
  membership: none(AUDITED),
  payer_authorization: told(
    'authorization.created',
    'authorization.rejected',
    'authorization.expiring',
    'authorization.deactivated',
  ),
  payment_link: told('payment_link.created', 'payment_link.updated', 'payment_link.used_up'),
  payment_link_slug: none('a part of the payment link'),
  payment_rule: none(AUDITED),
  payout: told('payout.pending'),
  payout_batch: told('payout_batch.completed'),
  payout_batch_line: none('its batch and its payout have events'),
  plan: told('plan.created', 'plan.updated'),
  rail_switch: none(INSIDE),
  receipt: none('it follows from transaction.success'),
  refund: told('refund.pending'),
  refund_link: none('the refund that it leads to has events'),
  request_log: none('it is a record of calls itself'),
  sandbox_armed_rail: none(TEST_ONLY),
  sandbox_message: none(TEST_ONLY),
  settlement: told('settlement.settled'),
  settlement_item: none('its settlement has an event'),
  split: told('split.created', 'split.updated'),
  split_share: none('a part of the split'),
  subaccount: told('subaccount.created', 'subaccount.updated'),
  subaccount_payout_schedule: none(INSIDE),
  subscription: told('subscription.created', 'subscription.updated'),
  suspended_credit: none('it is of no business until it is assigned; the deposit then tells it'),
  transaction: told('transaction.displaced', 'bank_transfer.bounced'),
  virtual_account: told(
    'dedicated_virtual_account.created',
    'dedicated_virtual_account.tier_raised',
    'dedicated_virtual_account.split_changed',
  ),
  webhook_endpoint: told(
    'webhook.updated',
    'webhook.disabled',
    'webhook.enabled',
    'webhook.recovered',
    'webhook.secret_rolled',
  ),
  webhook_notice: told('webhook.failing', 'webhook.disabled'),
}

const HOT = 'initialize and the checkout page: no row is added to their path'
const AT_CARD = 'the checkout page shows it; the transaction tells how it ends'
const BATCH = 'whoever sends or approves the batch follows it: each of its payouts has events'
const CODE_SENT = 'the response to the request tells it'

/** Into each state. */
const STATES: Record<string, Record<string, Of>> = {
  'account_change.state': {
    waiting: told('subaccount.account_change.requested'),
    effective: told('subaccount.account_change.effective'),
    cancelled: told('subaccount.account_change.cancelled'),
  },
  'activation.state': {
    asked: none('the one who asks sees it'),
    active: told('live_mode.enabled'),
    refused: told('live_mode.refused'),
  },
  'card_attempt.method': {
    card: none(AT_CARD),
    ussd: none(AT_CARD),
    bank: none(AT_CARD),
    opay: none(AT_CARD),
  },
  'card_attempt.state': {
    charging: none(AT_CARD),
    pin: none(AT_CARD),
    otp: none(AT_CARD),
    redirect: none(AT_CARD),
    unknown: none(AT_CARD),
    superseded: none(AT_CARD),
    approved: told('transaction.success'),
    declined: told('transaction.failed'),
    unavailable: none(AT_CARD),
    surplus: none('a second charge of a paid payment, which the service reverses'),
    returned: none('the timeline of the payment has it: the money was never of the business'),
    return_refused: none('the timeline of the payment has it, and an operator decides'),
  },
  'delivery.state': {
    pending: none(OF_EVENTS),
    delivered: none(OF_EVENTS),
    failed: none(OF_EVENTS),
  },
  'deposit.state': {
    matched: told('transaction.success', 'deposit.topped_up'),
    unmatched: told('bank_transfer.rejected'),
    returning: told('deposit.returning'),
    returned: told('deposit.returned'),
    return_refused: told('deposit.return_refused'),
  },
  'example_run.state': {
    running: none(TEST_ONLY),
    done: none(TEST_ONLY),
    failed: none(TEST_ONLY),
  },
  'identity_verification.state': {
    Requested: none(CODE_SENT),
    Pending: none(CODE_SENT),
    SUCCESS: told('identity.verified'),
    FAILED: told('identity.failed'),
    LOCKED: told('identity.locked'),
    EXPIRED: told('identity.expired'),
  },
  'invoice.state': {
    open: told('invoice.created', 'invoice.payment_failed'),
    paid: told('invoice.paid'),
    uncollectible: told('invoice.uncollectible'),
    void: told('invoice.voided'),
  },
  'invoice.trying': {
    charge: none('its transaction tells how it ends'),
    checkout: none('its transaction tells how it ends'),
  },
  'kept_card_code.language': {
    en: none(CODE_OF_CARD),
    ha: none(CODE_OF_CARD),
    ig: none(CODE_OF_CARD),
    pcm: none(CODE_OF_CARD),
    yo: none(CODE_OF_CARD),
  },
  'payer_authorization.state': {
    pending: none('the response to the request tells it'),
    active: told('authorization.created'),
    rejected: told('authorization.rejected'),
    deactivated: told('authorization.deactivated'),
  },
  'payment_link.active': {
    true: told('payment_link.created', 'payment_link.updated'),
    false: told('payment_link.deactivated'),
  },
  'payout.state': {
    pending: told('payout.pending'),
    success: told('payout.success'),
    failed: told('payout.failed'),
    reversed: told('payout.reversed'),
  },
  'payout_batch.state': {
    checking: none(BATCH),
    awaiting_approval: none(BATCH),
    ready: none(BATCH),
    processing: none(BATCH),
    insufficient_balance: none(BATCH),
    completed: told('payout_batch.completed'),
    cancelled: none(BATCH),
  },
  'payout_batch_line.name_state': {
    pending: none(BATCH),
    found: none(BATCH),
    not_found: none(BATCH),
    unknown: none(BATCH),
  },
  'payout_batch_line.state': {
    waiting: none(BATCH),
    sent: told('payout.pending'),
    not_sent: told('payout_batch.completed'),
    cancelled: none(BATCH),
  },
  'receipt.state': {
    due: none('it follows from transaction.success'),
    sent: none('the timeline of the payment has it'),
    failed: none('the timeline of the payment has it'),
  },
  'dispute.status': {
    needs_response: told('dispute.created'),
    under_review: told('dispute.updated'),
    won: told('dispute.closed'),
    lost: told('dispute.closed'),
    accepted: told('dispute.closed'),
  },
  'dispute.call_state': {
    open: none('the answer or the end of the dispute tells it'),
    done: told('dispute.updated'),
    refused: told('dispute.updated'),
  },
  'dispute.call': {
    accept: none('a part of the dispute'),
    contest: none('a part of the dispute'),
    return: none('a part of the dispute'),
  },
  'dispute.category': {
    chargeback: none('a part of the dispute'),
    fraud_report: none('a part of the dispute'),
    recall: none('a part of the dispute'),
  },
  'dispute.clearing': { bank_clearing: none(INSIDE), card_clearing: none(INSIDE) },
  'dispute.closed_by': {
    business: none('a part of the dispute'),
    operator: none('a part of the dispute'),
    provider: none('a part of the dispute'),
    silence: none('a part of the dispute'),
  },
  'dispute.source': { operator: none(INSIDE), provider: none(INSIDE) },
  'payment_rule.action': {
    refuse: none(AUDITED),
    review: none(AUDITED),
    allow: none(AUDITED),
  },
  'payment_rule.active': { true: none(AUDITED), false: none(AUDITED) },
  'plan.active': {
    true: told('plan.created', 'plan.updated'),
    false: told('plan.updated'),
  },
  'refund.status': {
    pending: told('refund.pending'),
    processed: told('refund.processed'),
    failed: told('refund.failed'),
  },
  'split.active': {
    true: told('split.created', 'split.updated'),
    false: told('split.deactivated'),
  },
  'subaccount.active': {
    true: told('subaccount.created', 'subaccount.updated'),
    false: told('subaccount.deactivated'),
  },
  'subscription.state': {
    scheduled: told('subscription.created'),
    trialing: told('subscription.created'),
    active: told('subscription.updated'),
    past_due: told('subscription.updated'),
    paused: told('subscription.updated'),
    unpaid: told('subscription.updated'),
    cancelled: told('subscription.not_renewing', 'subscription.cancelled'),
    completed: told('subscription.completed'),
  },
  'suspended_credit.state': {
    waiting: none('it is of no business yet'),
    assigned: told('transaction.success', 'transfer.received', 'deposit.topped_up'),
  },
  'transaction.not_subscribed': {
    no_card: told('transaction.not_subscribed'),
    already_subscribed: told('transaction.not_subscribed'),
    reversed: told('transaction.not_subscribed'),
  },
  'transaction.review': {
    pending: told('transaction.review_opened'),
    approved: told('transaction.review_closed'),
    refunded: told('transaction.review_closed'),
  },
  'transaction.status': {
    pending: none(HOT),
    ongoing: none(HOT),
    success: told('transaction.success'),
    failed: told('transaction.failed'),
    abandoned: told('transaction.abandoned'),
    reversed: told('transaction.reversed'),
  },
}

/** Listed by a CHECK, but no state: what a row is, set once, or a setting. */
const NO_STATES = [
  'account_kind',
  'if_unpaid',
  'bearer_type',
  'card_limits',
  'channel',
  'checkout_language',
  'checkout_theme',
  'disabled_reason',
  'endpoint',
  'failure',
  'fee_bearer',
  'format',
  'how',
  'kind',
  'made_with',
  'mode',
  'outcome',
  'part',
  'purpose',
  'rail',
  'reason',
  'role',
  'route',
  'save_card',
  'settlement',
  'stops',
  'subject',
  'type',
]

type Table = { name: string; columns: Record<string, string[]> }

/** The tables of a business, with the values of each column that has few. */
function tenantTables(): Table[] {
  const schema = readFileSync('db/schema.sql', 'utf8')
  return [...schema.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\)/gm)]
    .map(([, name = '', body = '']) => {
      const lists = [...body.matchAll(/CHECK \(\((\w+) = ANY \(ARRAY\[('[^\]]*)\]\)\)\)/g)]
      const columns = lists.map(([, column = '', values = '']) => [
        column,
        [...values.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value),
      ])
      const isActive = /^ {2}active boolean/m.test(body)
      const all = isActive ? [...columns, ['active', ['true', 'false']]] : columns
      return { name, body, columns: Object.fromEntries(all) }
    })
    .filter(({ body }) => /^ {2}business_id uuid/m.test(body))
}

test('each table of a business has an event, or a reason why it has none', () => {
  const names = tenantTables().map(({ name }) => name)

  assert(names.length > 30, `${names}`)
  assert.deepEqual(names.sort(), Object.keys(TABLES).sort())
})

test('each state of each table has an event, or a reason why it has none', () => {
  const found = tenantTables().flatMap(({ name, columns }) =>
    Object.entries(columns)
      .filter(([column]) => !NO_STATES.includes(column))
      .map(([column, values]) => [`${name}.${column}`, values.sort()]),
  )

  const listed = Object.entries(STATES).map(([of, states]) => [of, Object.keys(states).sort()])
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(listed))
})

test('each event is of a table or a state, and each that is named exists', () => {
  const all = [...Object.values(TABLES), ...Object.values(STATES).flatMap(Object.values<Of>)]

  const named = new Set(all.flatMap((of) => ('events' in of ? of.events : [])))

  assert.deepEqual([...named].sort(), EVENT_TYPES.toSorted())
  for (const of of all) if ('none' in of) assert.match(of.none, /\w+ \w+/)
})
