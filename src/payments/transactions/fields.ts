import { type Static, type TSchema, Type } from 'typebox'
import { splitName } from '../../accounts/customers/customers.ts'
import { FeeParts } from '../../core/shares.ts'
import {
  Channel,
  Count,
  Currency,
  Domain,
  Kobo,
  Nullable,
  PAYMENT_STATUSES,
  PublicId,
  Text,
  Timestamp,
} from '../../core/wire.ts'
import { isoOf } from '../../platform/clock.ts'
import { publicCode, publicId } from '../../platform/ids.ts'
import { readExactly } from '../../platform/json.ts'
import { camelOf } from '../../platform/values.ts'
import { DECLINE_CODES, failureSentence } from '../../providers/failures.ts'
import { shownSplit } from '../splits/frozen.ts'
import { toWireFees } from './fees.ts'
import { linesOf, sentenceOf } from './history.ts'
import { SENT } from './sent.ts'
import { declineOf, STAGES, stageOf } from './stages.ts'
import { NOT_SUBSCRIBED, type Transaction } from './transactions.rows.ts'

// The fields of a transaction, one line each: its name on the wire, its schema, its columns, and
// how it is made of them. Everything that shows a transaction reads this table: verify, lists,
// events, the export, the API document and so the clients and the dashboard, and Paystack's API.

export type Column = keyof Transaction
export type Field<Schema extends TSchema = TSchema> = {
  schema: Schema
  columns: readonly Column[]
  /** Amounts are bigint here and moments Date: `toJson` and the export write them. */
  of(transaction: Transaction): unknown
  /** `of` answers stored JSON, which goes out byte for byte. */
  isJson?: true
}

function field<Schema extends TSchema>(schema: Schema, column: Column): Field<Schema> {
  return { schema, columns: [column], of: (transaction) => transaction[column] }
}

function made<Schema extends TSchema, Read extends Column>(
  schema: Schema,
  columns: readonly Read[],
  of: (transaction: Pick<Transaction, Read>) => unknown,
): Field<Schema> {
  return { schema, columns, of }
}

function json(column: Column, description: string, example: object) {
  const schema = Type.Object({}, { additionalProperties: true, description, examples: [example] })
  return { ...field(Nullable(schema), column), isJson: true as const }
}

const TransactionCustomer = Type.Object(
  {
    id: PublicId('customer', 'The id of the customer.'),
    customer_code: Text('The code of the customer.', 'CUS_AZqmA2NQe2e4sK1d8v6cXw'),
    first_name: Text('The first name.', 'Ada'),
    last_name: Text('The last name.', 'Example'),
    name: Text('The full name.', 'Ada Example'),
    email: Text('The email address.', 'ada@example.com'),
    phone: Nullable(Text('The phone number.', '+2348030000000')),
  },
  { title: 'TransactionCustomer', description: 'Who pays.' },
)

const Log = Type.Object(
  {
    attempts: Count('How many times the customer tried to pay.'),
    errors: Count('How many attempts failed.', 0),
    history: Type.Array(
      Type.Object(
        {
          type: Type.Enum(['action', 'auth', 'error', 'success'], {
            description: 'What kind of step it was.',
          }),
          message: Text('For people. It can change.', 'Paid by bank transfer'),
          time: Count('Seconds since `created_at`.', 42),
        },
        { title: 'TransactionStep' },
      ),
      { description: 'The steps, oldest first.' },
    ),
  },
  { title: 'TransactionLog', description: 'What happened on the checkout.' },
)

const Risk = Type.Object(
  {
    score: Count('The sum of the points of `reasons`.', 40),
    reasons: Type.Array(
      Type.Object(
        {
          rule_id: PublicId('payment_rule', 'The id of the rule.'),
          name: Text('Its name, when it matched.', 'Many payments in an hour'),
          action: Type.Enum(['refuse', 'review', 'allow'], { description: 'What it asks for.' }),
          points: Count('Its points.', 40),
          attempt: Nullable(Count('Which attempt matched it last. Null for a transfer.', 1)),
        },
        { title: 'RiskReason' },
      ),
      { description: 'The rules that an attempt matched, each once.' },
    ),
    review: Nullable(
      Type.Enum(['pending', 'approved', 'refunded'], {
        description:
          'Whether a person is to decide, or has decided, about a payment that was paid. It ' +
          'holds no money.',
      }),
    ),
    reviewed_by: Nullable(Text('Who decided: a person or a key.', 'ada@example.com')),
    reviewed_at: Nullable(Timestamp('When it was decided.')),
  },
  { title: 'TransactionRisk', description: 'What your rules found. Null if none matched.' },
)

const PaidPlan = Type.Object(
  {
    plan_code: Text('The plan.', 'PLN_AZqmA2NQe2e4sK1d8v6cXw'),
    quantity: Count('How many units of it.', 1),
    subscription_code: Nullable(
      Text('The subscription that began. Null until then.', 'SUB_AZqmA2NQe2e4sK1d8v6cXw'),
    ),
    not_subscribed: Nullable(
      Type.Enum([...NOT_SUBSCRIBED], {
        description:
          'Why it was paid and no subscription began. `no_card`: the provider gave no card that ' +
          'can be charged again. `already_subscribed`: another payment of the customer began ' +
          'one. `reversed`: it was refunded before.',
      }),
    ),
  },
  { title: 'TransactionPlan', description: 'The plan that it subscribes to. Null without one.' },
)

// Typed as object, because nothing names these fields in code.
const sent: object = Object.fromEntries(
  Object.entries(SENT).flatMap(([name, line]) =>
    'shown' in line ? [[name, field(Nullable(line.shown), camelOf(name) as Column)]] : [],
  ),
)

export const FIELDS = {
  id: made(PublicId('transaction'), ['id'], ({ id }) => publicId('transaction', id)),
  domain: field(Domain, 'mode'),
  reference: field(Text('Your reference.', 'order-1042'), 'reference'),
  status: field(
    Type.Enum([...PAYMENT_STATUSES], {
      description:
        'The state of the payment. Deliver only on `success`, and compare ' +
        '`requested_amount` with your price.',
    }),
    'status',
  ),
  stage: made(
    Type.Enum([...STAGES], {
      description:
        'What a person means by the status, in lower case: `awaiting_transfer` is an account ' +
        'number that nobody has paid, `declined` also a payment whose customer gave up after a ' +
        'decline. For lists and labels; compare `status`.',
    }),
    ['status', 'message', 'errors', 'refunded'],
    stageOf,
  ),
  amount: field(Kobo('In kobo: the amount to pay, then the amount paid.'), 'amount'),
  requested_amount: field(Kobo('The amount that you requested, in kobo.'), 'requestedAmount'),
  fees: made(
    Nullable(Kobo('The fee with VAT, in kobo. Null until paid.', 18_813)),
    ['fee', 'vat'],
    chargedOf,
  ),
  fees_breakdown: made(
    Nullable(FeeParts('The parts of `fees`. Null until paid.')),
    ['fee', 'vat'],
    ({ fee, vat }) =>
      fee === null || vat === null ? null : toWireFees({ fee, vat }).fees_breakdown,
  ),
  net_amount: made(
    Nullable(Kobo('`amount` minus `fees`, in kobo. Null until paid.', 481_187)),
    ['amount', 'fee', 'vat'],
    (row) => {
      const fees = chargedOf(row)
      return fees === null ? null : row.amount - fees
    },
  ),
  refunded_amount: field(
    Kobo('How much of `amount` is refunded or being refunded, in kobo.', 0),
    'refunded',
  ),
  currency: made(Currency, [], () => 'NGN'),
  channel: field(
    Nullable({ ...Channel, description: 'How it was paid. Null until the customer chooses.' }),
    'channel',
  ),
  gateway_response: field(
    Text('The message of the bank or card processor, for people.', 'Approved'),
    'gatewayResponse',
  ),
  message: made(
    Nullable(Text('Why it failed or was reversed, for people.', 'The card was declined')),
    ['message'],
    ({ message }) => message && sentenceOf(message),
  ),
  failure_code: made(
    Nullable(
      Type.Enum(DECLINE_CODES, {
        description: 'Why the last attempt was declined, if its stage is `declined`.',
        examples: ['insufficient_funds'],
      }),
    ),
    ['status', 'message', 'errors', 'refunded', 'history'],
    declineOf,
  ),
  failure_message: made(
    Nullable(
      Text(
        'The same for you, not for the customer. It can change.',
        failureSentence('insufficient_funds'),
      ),
    ),
    ['status', 'message', 'errors', 'refunded', 'history'],
    (row) => {
      const code = declineOf(row)
      return code && failureSentence(code)
    },
  ),
  paid_at: field(Nullable(Timestamp('Null until paid.')), 'paidAt'),
  created_at: field(Timestamp('When you initialized it.'), 'createdAt'),
  updated_at: made(
    Timestamp('When it last changed.'),
    ['updatedAt', 'paidAt', 'createdAt'],
    ({ updatedAt, paidAt, createdAt }) => updatedAt ?? paidAt ?? createdAt,
  ),
  expires_at: field(Timestamp('When it is abandoned if it is still unpaid.'), 'expiresAt'),
  ip_address: field(Nullable(Text('The IP address of the customer.', '102.89.0.1')), 'ipAddress'),
  ...sent,
  made_with: made(
    Type.Enum(['secret_key', 'public_key', 'payment_link', 'deposit'], {
      description:
        'What initialized it. `secret_key`: your server, or your team in the dashboard. ' +
        '`public_key`: a page; anyone who reads the key there can choose the amount. ' +
        '`payment_link`: a payment link. `deposit`: a transfer to a dedicated account.',
    }),
    ['madeWith', 'paymentLinkId'],
    makerOf,
  ),
  displaced: field(
    Type.Boolean({
      description:
        'true: initialized with your public key, under a reference that your server has used ' +
        'since. The reference now names the transaction of your server; fetch this one by its id.',
    }),
    'displaced',
  ),
  metadata: json('metadata', 'Your metadata, unchanged.', { cart_id: 398 }),
  customer: made(
    TransactionCustomer,
    ['customerId', 'customerName', 'customerLastName', 'email', 'phone'],
    customerOf,
  ),
  authorization: json(
    'authorizationDetails',
    'What it was paid with: the card, or the account of the sender. Of a payment that has not ' +
      'succeeded, the card that was declined last.',
    {
      sender_name: 'ADA EXAMPLE',
      sender_bank: 'Guaranty Trust Bank',
      sender_bank_code: '058',
      sender_account_number: '******0018',
    },
  ),
  risk: made(
    Nullable(Risk),
    ['reasons', 'review', 'reviewedBy', 'reviewedAt'],
    ({ reasons, review, reviewedBy, reviewedAt }) =>
      reasons === null ? null : riskOf(reasons, { review, reviewedBy, reviewedAt }),
  ),
  plan: made(
    Nullable(PaidPlan),
    ['planId', 'planQuantity', 'subscriptionId', 'notSubscribed'],
    ({ planId, planQuantity: quantity, subscriptionId, notSubscribed: not_subscribed }) =>
      planId && {
        plan_code: publicCode('plan', planId),
        quantity,
        subscription_code: subscriptionId && publicCode('subscription', subscriptionId),
        not_subscribed,
      },
  ),
  split: made(
    Nullable(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'How it is shared. Null without a split.',
          examples: [{ split_code: 'SPL_AZqmA2NQe2e4sK1d8v6cXw', name: 'Two cooks' }],
        },
      ),
    ),
    ['split'],
    ({ split }) => split && shownSplit(split),
  ),
  log: made(Log, ['attempts', 'errors', 'history'], ({ attempts, errors, history }) => ({
    attempts,
    errors,
    history: linesOf(history).map(({ type, message, time }) => ({ type, message, time })),
  })),
}

export type Name = keyof typeof FIELDS
const fields = Object.entries(FIELDS) as [Name, Field][]

export const TransactionRecord = Type.Object(
  Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])) as {
    [Each in Name]: (typeof FIELDS)[Each]['schema']
  },
  { $id: 'Transaction', description: 'A payment.' },
)

export type TransactionValues = Static<typeof TransactionRecord>

/** The record as JSON. Metadata goes out as it came in, so this is text. */
export function recordOf(transaction: Transaction): string {
  const members = fields.map(([name, { of, isJson }]) => {
    const value = of(transaction)
    return `"${name}":${isJson ? value : toJson(value)}`
  })
  return `{${members.join(',')}}`
}

/** The same record, read: `readExactly(recordOf(transaction))`. */
export function valuesOf(transaction: Transaction): TransactionValues {
  const values = fields.map(([name, { of, isJson }]) => {
    const value = of(transaction)
    return [name, isJson ? readExactly(`${value}`) : wireOf(value)]
  })
  return Object.fromEntries(values) as TransactionValues
}

function toJson(value: unknown): string {
  if (value === null || typeof value === 'bigint') return `${value}`
  return value instanceof Date ? `"${isoOf(value)}"` : JSON.stringify(value)
}

function wireOf(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  return value instanceof Date ? isoOf(value) : value
}

function riskOf(
  text: string,
  { review, reviewedBy, reviewedAt }: Pick<Transaction, 'review' | 'reviewedBy' | 'reviewedAt'>,
): Static<typeof Risk> {
  const reasons = JSON.parse(text) as Static<typeof Risk>['reasons']
  const score = reasons.reduce((sum, { points }) => sum + points, 0)
  const reviewed_at = reviewedAt && isoOf(reviewedAt)
  return { score, reasons, review, reviewed_by: reviewedBy, reviewed_at }
}

function chargedOf({ fee, vat }: Pick<Transaction, 'fee' | 'vat'>): bigint | null {
  return fee === null || vat === null ? null : fee + vat
}

function makerOf({ madeWith, paymentLinkId }: Pick<Transaction, 'madeWith' | 'paymentLinkId'>) {
  if (madeWith === 'public') return paymentLinkId === null ? 'public_key' : 'payment_link'
  return madeWith === 'secret' ? 'secret_key' : 'deposit'
}

type Named = 'customerId' | 'customerName' | 'customerLastName' | 'email' | 'phone'

function customerOf(row: Pick<Transaction, Named>): Static<typeof TransactionCustomer> {
  const { customerId, customerName, customerLastName, email, phone } = row
  const { firstName, lastName } =
    customerLastName === null
      ? splitName(customerName)
      : {
          firstName: customerName.slice(0, -customerLastName.length - 1),
          lastName: customerLastName,
        }
  return {
    id: publicId('customer', customerId),
    customer_code: publicCode('customer', customerId),
    first_name: firstName,
    last_name: lastName,
    name: customerName,
    email,
    phone,
  }
}
