import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadClass } from '../src/core/access.ts'
import { NEWEST_VERSION } from '../src/core/versions.ts'

// The routes of test/routes.txt, with what a test needs to call each: a name for each path
// parameter, and a body. routes-and-credentials.test.ts and logins-and-routes.test.ts try each row
// with every credential.

/** A row of routes.txt. */
export type Listed = {
  /** Such as `POST /api/v1/refunds`. */
  route: string
  method: string
  path: string
  /** `key refunds`, `owner finance`, `access_code`, `anyone`, … */
  who: string
  more: string[]
  load: LoadClass
}

const text = readFileSync(join(import.meta.dirname, 'routes.txt'), 'utf8')
export const listed: Listed[] = text
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [route = '', who = '', more = '', load = ''] = line.split(/ {2,}/)
    const [method = '', path = ''] = route.split(' ')
    return { route, method, path, who, more: more.split(' '), load: load as LoadClass }
  })
assert(listed.length > 250, 'the rows are found')

export type Names = {
  reference: string
  id: string
  /** The payment's customer: `cus_…`. */
  customerId: string
  /** A kept card of that customer: `AUTH_…`. */
  authorizationCode: string
  accountNumber: string
  /** A customer's permanent account: `dva_…`. */
  dedicatedId: string
  /** A BVN verification whose code was sent a minute ago: `idv_…`. */
  verificationId: string
  /** An event: `evt_…`. */
  eventId: string
  payoutId: string
  /** A batch whose names were found: `pob_…`. */
  payoutBatchId: string
  /** A payment, and its partial refund `ref_…`. */
  paid: string
  refundId: string
  refundLinkId: string
  planId: string
  ruleId: string
  endpointId: string
  /** Subscriptions that are not charged yet. One of them is cancelled. */
  subscriptionId: string
  givenUpSubscriptionId: string
  /** Open disputes: `dsp_…`. One of them is accepted. */
  disputeId: string
  givenUpDisputeId: string
  /** A bank transfer that arrived: `dep_…`. */
  depositId: string
  /** One of the subaccounts in the split `splitCode`: `ACCT_…`, `SPL_…`. */
  subaccountCode: string
  splitCode: string
  settlementId: string
  /** A payment link: `lnk_…`. */
  paymentLinkId: string
  /** A transfer that waits in suspense: `sus_…`, and an account that may get it. */
  suspendedId: string
  walletNumber: string
}
export type Row = {
  body?: object
  /** The path or body that names a record, for routes that take one. */
  path?: (names: Names) => string
  bodyFor?: (names: Names) => object
  /** The code for a name that is unknown or belongs to another business. */
  unknown?: string
  /** The status of that answer, if not 404. */
  unknownStatus?: number
  /** The status of success, if not 200 or 201. */
  status?: number
  /** The answer streams until the client leaves; here, until the service ends it. */
  isStream?: boolean
}

/** What a parameter names, by the path segment before it, and the code when it is not found. */
const NAMED: Record<string, [keyof Names, unknown: string]> = {
  'transactions/:id': ['id', 'transaction_not_found'],
  ':reference': ['reference', 'transaction_not_found'],
  'customers/:id': ['customerId', 'customer_not_found'],
  'authorizations/:authorization_code': ['authorizationCode', 'authorization_not_found'],
  'dedicated-virtual-accounts/:id': ['dedicatedId', 'account_not_found'],
  'splits/:id': ['splitCode', 'split_not_found'],
  'subaccounts/:id': ['subaccountCode', 'subaccount_not_found'],
  'subaccounts/:subaccount_id': ['subaccountCode', 'subaccount_not_found'],
  'payment-links/:id': ['paymentLinkId', 'payment_link_not_found'],
  'settlements/:id': ['settlementId', 'settlement_not_found'],
  'payout-batches/:id': ['payoutBatchId', 'payout_batch_not_found'],
  'payouts/:id': ['payoutId', 'payout_not_found'],
  'deposits/:id': ['depositId', 'deposit_not_found'],
  'refunds/:id': ['refundId', 'refund_not_found'],
  'disputes/:id': ['disputeId', 'dispute_not_found'],
  'refund-links/:id': ['refundLinkId', 'refund_link_not_found'],
  'rules/:id': ['ruleId', 'rule_not_found'],
  'endpoints/:id': ['endpointId', 'endpoint_not_found'],
  'plans/:id': ['planId', 'plan_not_found'],
  'subscriptions/:id': ['subscriptionId', 'subscription_not_found'],
  'identity/:id': ['verificationId', 'verification_not_found'],
  'events/:id': ['eventId', 'event_not_found'],
  'suspense/:id': ['suspendedId', 'not_found'],
}

const INITIATE: Row = { body: { type: 'BVN', number: '22222222222' } }
const OF_VERIFICATION = { unknown: 'verification_not_found' }
const VALIDATE: Row = {
  ...OF_VERIFICATION,
  bodyFor: ({ verificationId }) => ({
    verification_id: verificationId,
    type: 'BVN',
    otp: '123456',
  }),
}
const RESEND: Row = {
  ...OF_VERIFICATION,
  bodyFor: ({ verificationId }) => ({ verification_id: verificationId }),
}

/** What each route below /api/v1 is sent. */
const SENT: Record<string, Row> = {
  'POST /transactions/initialize': {
    body: { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' },
  },
  'POST /transactions/charge-authorization': {
    bodyFor: ({ authorizationCode: authorization_code }) => ({
      ...{ authorization_code, amount: 500_000, email: 'ada@example.com' },
    }),
    unknown: 'authorization_not_found',
  },
  'POST /rules': { body: { name: 'Large', kind: 'amount', action: 'review', amount: 500_000 } },
  'POST /rules/try': { body: { kind: 'amount', amount: 500_000 } },
  'PATCH /rules/:id': { body: { name: 'Large' } },
  // No rule has marked it.
  'POST /transactions/:id/review': { body: { decision: 'approve' }, status: 409 },
  'POST /plans': { body: { name: 'Membership', amount: 500_000, interval: 'monthly' } },
  'PATCH /plans/:id': { body: { name: 'Membership' } },
  'POST /subscriptions': {
    bodyFor: ({ planId: plan, customerId: customer, authorizationCode: authorization_code }) => ({
      ...{ plan, customer, authorization_code },
    }),
    unknown: 'plan_not_found',
  },
  'PATCH /subscriptions/:id': { body: { quantity: 2 } },
  'POST /subscriptions/:id/cancel': {
    path: ({ givenUpSubscriptionId: id }) => `/api/v1/subscriptions/${id}/cancel`,
    body: { at: 'now' },
    unknown: 'subscription_not_found',
  },
  'POST /dedicated-virtual-accounts': {
    body: {
      customer: {
        ...{ first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
        bvn: '22222222222',
      },
    },
  },
  'POST /customers/:id/mandates': {
    body: { bank_code: '058', account_number: '3100000001' },
  },
  'POST /customers': {
    body: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
  },
  'POST /subaccounts': {
    body: { business_name: 'Ada Example', bank_code: '058', account_number: '0000000018' },
  },
  'POST /sandbox/disputes': {
    bodyFor: ({ paid: reference }) => ({ reference, outcome: 'won', amount: 100 }),
    unknown: 'transaction_not_found',
  },
  // It has none.
  'GET /disputes/:id/files/:number': { status: 404 },
  'POST /disputes/:id/evidence': { body: { text: 'Delivered on 3 November.' } },
  'POST /disputes/:id/accept': {
    path: ({ givenUpDisputeId: id }) => `/api/v1/disputes/${id}/accept`,
    unknown: 'dispute_not_found',
  },
  'PATCH /customers/:id': { body: { first_name: 'Ada' } },
  'PATCH /dedicated-virtual-accounts/:id': { body: { metadata: { plan: 'gold' } } },
  'PATCH /subaccounts/:id': { body: { business_name: 'Ada' } },
  'PUT /subaccounts/:id': { body: { business_name: 'Ada' } },
  'POST /splits': {
    bodyFor: ({ subaccountCode: subaccount }) => ({
      ...{ name: 'Two cooks', type: 'percentage', bearer_type: 'account' },
      subaccounts: [{ subaccount_id: subaccount, share: 20 }],
    }),
    unknown: 'invalid_split',
    unknownStatus: 422,
  },
  'POST /splits/calculate': {
    bodyFor: ({ splitCode }) => ({ amount: 500_000, split_code: splitCode }),
    unknown: 'invalid_split',
    unknownStatus: 422,
  },
  'PATCH /splits/:id': { body: { name: 'Two cooks' } },
  'PUT /splits/:id': { body: { name: 'Two cooks' } },
  'POST /splits/:id/subaccounts': {
    bodyFor: ({ subaccountCode: subaccount }) => ({ subaccount_id: subaccount, share: 5 }),
  },
  'PUT /settings': { body: { api_version: NEWEST_VERSION } },
  'PUT /settings/checkout': { body: { language: 'yo' } },
  'POST /payment-links': { body: { name: 'Adire workshop' } },
  'PATCH /payment-links/:id': { body: { name: 'Adire workshop' } },
  'PUT /payment-links/:id': { body: { name: 'Adire workshop' } },
  'POST /payouts': { body: { amount: 100, bank_code: '058', account_number: '0000000018' } },
  'POST /payout-batches': {
    body: { payouts: [{ amount: 100, bank_code: '058', account_number: '0000000018' }] },
  },
  'POST /payout-batches/check': {
    body: { payouts: [{ amount: 100, bank_code: '058', account_number: '0000000018' }] },
  },
  'POST /refunds': {
    bodyFor: ({ paid }) => ({ transaction: paid, amount: 100 }),
    unknown: 'transaction_not_found',
  },
  'POST /refund-links': {
    bodyFor: ({ paid }) => ({ transaction: paid, amount: 100 }),
    unknown: 'transaction_not_found',
  },
  'POST /bvn/verify': INITIATE,
  'POST /identity/verify': INITIATE,
  'POST /bvn/validate': VALIDATE,
  'POST /identity/validate': VALIDATE,
  'POST /bvn/resend': RESEND,
  'POST /identity/resend': RESEND,
  'PUT /webhooks': { body: { url: 'https://shop.example/hooks' } },
  'PUT /webhooks/signing-key': { body: { secret_key: null } },
  'POST /webhooks/roll-secret': { body: { which: 'standard', overlap_hours: 0 } },
  'POST /webhooks/test': { body: {} },
  'POST /webhooks/endpoints': { body: { url: 'https://books.example/hooks' } },
  'PATCH /webhooks/endpoints/:id': { body: { description: 'Accounting' } },
  'POST /webhooks/endpoints/:id/roll-secret': { body: { overlap_hours: 0 } },
  'POST /events/resend': { body: { from: '2026-01-01T00:00:00Z', to: '2026-01-31T00:00:00Z' } },
  'POST /accounts/resolve': { body: { bank_code: '058', account_number: '0000000018' } },
  'POST /sandbox/transfers': {
    bodyFor: ({ accountNumber }) => ({ account_number: accountNumber, amount: 500_000 }),
    unknown: 'account_not_found',
  },
  'POST /sandbox/suspense': { body: { amount: 500_000 } },
  'POST /sandbox/suspense/:id/assign': {
    bodyFor: ({ walletNumber }) => ({ account_number: walletNumber }),
  },
  'POST /sandbox/transactions/:reference/pay': { body: { channel: 'bank_transfer' } },
  'PUT /sandbox/rails/:rail': { body: { outcome: 'down', times: 0 } },
  'PUT /sandbox/settlements/schedule': { body: { schedule: 'T+1' } },
  'PUT /sandbox/card-limits': { body: { limits: 'off' } },
  // A code of nobody.
  'POST /sandbox/ussd': { body: { code: '*737*000*000000000#' }, status: 404 },
  // Refused by a service that was not started for tests.
  'POST /sandbox/businesses': { body: {}, status: 403 },
  'POST /sandbox/reset': { status: 403 },
  'PUT /sandbox/clock': { body: { advance: '1 day' }, status: 403 },
  'POST /sandbox/wallet': { body: { amount: 1_000_000_000 } },
  // Refused for a store that already has payments and a webhook address.
  'POST /sandbox/examples': { body: { days: 1 }, status: 409 },
}

/** Every published route for a secret key. */
export const SECRET_KEY: Record<string, Row> = Object.fromEntries(
  listed
    .filter(({ who, path }) => who.startsWith('key ') && !path.startsWith('/paystack/'))
    .map(({ method, path, load }) => {
      const row = SENT[`${method} ${path.replace('/api/v1', '')}`]
      return [
        `${method} ${published(path)}`,
        { ...named(path), isStream: load === 'stream', ...row },
      ]
    }),
)

function named(path: string): Row {
  const parameters = path.match(/[\w-]+\/:\w+/g) ?? []
  const found = parameters.flatMap((at) => {
    const name = NAMED[at] ?? NAMED[at.replace(/.*\//, '')]
    // Sandbox rails belong to no business.
    assert(
      name || at === 'rails/:rail' || at === 'files/:number',
      `routes.ts does not know what ${at} names`,
    )
    return name ? [name] : []
  })
  if (parameters.length === 0) return {}
  return {
    path: (names) =>
      found
        .reduce((url, [name]) => url.replace(/:\w+/, names[name]), path)
        .replace(':rail', 'card')
        .replace(':number', '1'),
    ...(found[0] && { unknown: found[0][1] }),
  }
}

/** A path as the OpenAPI document writes it. */
export function published(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

/** Routes that need no credential and ignore any they are sent. */
export const OPEN: Record<string, Record<string, string>> = Object.fromEntries(
  listed
    .filter(({ who, path }) => who === 'anyone' && /^(\/api\/v1)?\/banks(\/|$)/.test(path))
    .map(({ route }): [string, Record<string, string>] => [
      route,
      route.endsWith('/suggest') ? { account_number: '0000000018' } : {},
    ]),
)
export const PUBLIC_KEY = listed.filter(({ who }) => who === 'public_key').map(({ route }) => route)

const CARD_STEPS: Record<string, object> = {
  card: { number: '4084084084084081', exp_month: '12', exp_year: '49', cvv: '408' },
  page: {},
  pin: { pin: '1111' },
  otp: { otp: '123456' },
  ussd: { bank: '058' },
  code: {},
  'kept-cards': { otp: '123456' },
  pay: { proof: 'none', authorization_code: 'none' },
  remove: { proof: 'none', authorization_code: 'none' },
}
/** The calls of the checkout page, and the body of each. */
export const ACCESS_CODE: Record<string, object | undefined> = Object.fromEntries(
  listed
    .filter(({ who }) => who === 'access_code')
    // The pages themselves are not published.
    .filter(({ route }) => !/:access_code(\/card\/return|\/receipt\.pdf)?$/.test(route))
    .map(({ method, path }) => {
      const body = method === 'POST' ? CARD_STEPS[path.split('/').at(-1)!] : undefined
      return [`${method} ${published(path)}`, body]
    }),
)

/**
 * Routes for logins only, and who may use them. Those that keys may use too are in `SECRET_KEY`.
 */
export const LOGIN: Record<string, string> = Object.fromEntries(
  listed
    .filter(({ path }) => path.startsWith('/dashboard/api/'))
    .map(({ method, path, who }) => [`${method} ${published(path)}`, who] as const)
    .filter(([route]) => {
      const own = route.replace('/dashboard/api', '/api/v1')
      return !(own in SECRET_KEY) && !(own in OPEN)
    }),
)

/** `status`: the answer's. */
export function isDone(row: Row, status: number): boolean {
  return row.status === undefined ? status < 300 : status === row.status
}
