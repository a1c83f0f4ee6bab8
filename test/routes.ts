import { type Needed, ROUTES as PEOPLES } from '../src/logins/permissions.ts'

// Every published route, by the credential that opens it. routes-and-credentials.test.ts tries each
// with every other.

export type Names = {
  reference: string
  id: string
  /** Of a payment: `cus_…`. */
  customerId: string
  accountNumber: string
  /** Of a customer's account for ever: `dva_…`. */
  dedicatedId: string
  /** Of a BVN whose code was sent a minute ago: `idv_…`. */
  verificationId: string
  /** What happened: `evt_…`. */
  eventId: string
  payoutId: string
  /** Of a payment, and the refund of a part of it: `ref_…`. */
  paid: string
  refundId: string
  /** One of those with whom `splitCode` shares: `ACCT_…`, `SPL_…`. */
  subaccountCode: string
  splitCode: string
  settlementId: string
  /** `plk_…`. */
  paymentLinkId: string
}
export type Row = {
  body?: object
  /** Where the route names something: the path or body that names it. */
  path?: (names: Names) => string
  bodyFor?: (names: Names) => object
  /** What it says of a name that is unknown or somebody else's. */
  unknown?: string
  /** And by which status, where that is not 404. */
  unknownStatus?: number
  /** Of its success, where that is not 200. */
  status?: number
  /** It answers until somebody leaves: here, the service. */
  isStream?: boolean
}

const INITIATE: Row = { body: { type: 'BVN', number: '22222222222' } }
const VALIDATE: Row = {
  bodyFor: ({ verificationId }) => ({
    verification_id: verificationId,
    type: 'BVN',
    otp: '123456',
  }),
  unknown: 'verification_not_found',
}
const RESEND: Row = {
  bodyFor: ({ verificationId }) => ({ verification_id: verificationId }),
  unknown: 'verification_not_found',
}
const RESOLVE: Row = { body: { bank_code: '058', account_number: '0000000018' } }
const SUBACCOUNT: Row = {
  path: ({ subaccountCode }) => `/api/v1/subaccounts/${subaccountCode}`,
  unknown: 'subaccount_not_found',
}
const SPLIT: Row = {
  path: ({ splitCode }) => `/api/v1/splits/${splitCode}`,
  unknown: 'split_not_found',
}
const LINK: Row = {
  path: ({ paymentLinkId }) => `/api/v1/payment-links/${paymentLinkId}`,
  unknown: 'payment_link_not_found',
}
const linkQr = (kind: string): Row => ({
  path: ({ paymentLinkId }) => `/api/v1/payment-links/${paymentLinkId}/qr.${kind}`,
  unknown: 'payment_link_not_found',
})
export const SECRET_KEY: Record<string, Row> = {
  'POST /api/v1/transactions/initialize': {
    body: { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' },
  },
  'GET /api/v1/transactions/verify/{reference}': {
    path: ({ reference }) => `/api/v1/transactions/verify/${reference}`,
    unknown: 'transaction_not_found',
  },
  'GET /api/v1/transactions/{id}': {
    path: ({ id }) => `/api/v1/transactions/${id}`,
    unknown: 'transaction_not_found',
  },
  'GET /api/v1/transactions': {},
  'GET /api/v1/transactions/export': {},
  'GET /api/v1/transactions/{id}/timeline': {
    path: ({ id }) => `/api/v1/transactions/${id}/timeline`,
    unknown: 'transaction_not_found',
  },
  'GET /api/v1/statistics': {},
  'GET /api/v1/customers': {},
  'GET /api/v1/customers/{id}': {
    path: ({ customerId }) => `/api/v1/customers/${customerId}`,
    unknown: 'customer_not_found',
  },
  'GET /api/v1/deposits': {},
  'GET /api/v1/deposits/quarantine': {},
  'POST /api/v1/dedicated-virtual-accounts': {
    body: { customer: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' } },
  },
  'GET /api/v1/dedicated-virtual-accounts': {},
  'GET /api/v1/dedicated-virtual-accounts/{id}': {
    path: ({ dedicatedId }) => `/api/v1/dedicated-virtual-accounts/${dedicatedId}`,
    unknown: 'account_not_found',
  },
  'GET /api/v1/balance': {},
  'GET /api/v1/balance/history': {},
  'GET /api/v1/balance/ledger': {},
  'POST /api/v1/subaccounts': {
    body: { business_name: 'Ada Example', bank_code: '058', account_number: '0000000018' },
    status: 201,
  },
  'GET /api/v1/subaccounts': {},
  'GET /api/v1/subaccounts/{subaccount_code}': SUBACCOUNT,
  'PUT /api/v1/subaccounts/{subaccount_code}': { ...SUBACCOUNT, body: { business_name: 'Ada' } },
  'GET /api/v1/account-changes': {},
  'POST /api/v1/splits': {
    bodyFor: ({ subaccountCode: subaccount }) => ({
      ...{ name: 'Two cooks', type: 'percentage', bearer_type: 'account' },
      subaccounts: [{ subaccount, share: 20 }],
    }),
    status: 201,
    unknown: 'invalid_split',
    unknownStatus: 422,
  },
  'POST /api/v1/splits/calculate': {
    bodyFor: ({ splitCode }) => ({ amount: 500_000, split_code: splitCode }),
    unknown: 'invalid_split',
    unknownStatus: 422,
  },
  'GET /api/v1/splits': {},
  'GET /api/v1/splits/{split_code}': SPLIT,
  'PUT /api/v1/splits/{split_code}': { ...SPLIT, body: { name: 'Two cooks' } },
  'POST /api/v1/splits/{split_code}/subaccounts': {
    path: ({ splitCode }) => `/api/v1/splits/${splitCode}/subaccounts`,
    bodyFor: ({ subaccountCode: subaccount }) => ({ subaccount, share: 5 }),
    unknown: 'split_not_found',
  },
  'DELETE /api/v1/splits/{split_code}/subaccounts/{subaccount_code}': {
    path: ({ splitCode, subaccountCode }) =>
      `/api/v1/splits/${splitCode}/subaccounts/${subaccountCode}`,
    unknown: 'split_not_found',
  },
  'GET /api/v1/settings': {},
  'GET /api/v1/settings/checkout': {},
  'GET /api/v1/settings/fees': {},
  'PUT /api/v1/settings/checkout': { body: { language: 'yo' } },
  'POST /api/v1/payment-links': { body: { name: 'Adire workshop' }, status: 201 },
  'GET /api/v1/payment-links': {},
  'GET /api/v1/payment-links/{id}': LINK,
  'PUT /api/v1/payment-links/{id}': { ...LINK, body: { name: 'Adire workshop' } },
  'GET /api/v1/payment-links/{id}/qr.svg': linkQr('svg'),
  'GET /api/v1/payment-links/{id}/qr.png': linkQr('png'),
  'GET /api/v1/settlements': {},
  'GET /api/v1/settlements/{id}': {
    path: ({ settlementId }) => `/api/v1/settlements/${settlementId}`,
    unknown: 'settlement_not_found',
  },
  'GET /api/v1/settlements/{id}/items': {
    path: ({ settlementId }) => `/api/v1/settlements/${settlementId}/items`,
    unknown: 'settlement_not_found',
  },
  'GET /api/v1/settlements/{id}/statement': {
    path: ({ settlementId }) => `/api/v1/settlements/${settlementId}/statement`,
    unknown: 'settlement_not_found',
  },
  'POST /api/v1/payouts': {
    body: { amount: 100, bank_code: '058', account_number: '0000000018' },
    status: 201,
  },
  'GET /api/v1/payouts': {},
  'GET /api/v1/payouts/{id}': {
    path: ({ payoutId }) => `/api/v1/payouts/${payoutId}`,
    unknown: 'payout_not_found',
  },
  'POST /api/v1/refunds': {
    bodyFor: ({ paid }) => ({ transaction: paid, amount: 100 }),
    status: 201,
    unknown: 'transaction_not_found',
  },
  'GET /api/v1/refunds': {},
  'GET /api/v1/refunds/{id}': {
    path: ({ refundId }) => `/api/v1/refunds/${refundId}`,
    unknown: 'refund_not_found',
  },
  'POST /api/v1/bvn/verify': INITIATE,
  'POST /api/v1/identity/verify': INITIATE,
  'POST /api/v1/bvn/validate': VALIDATE,
  'POST /api/v1/identity/validate': VALIDATE,
  'POST /api/v1/bvn/resend': RESEND,
  'POST /api/v1/identity/resend': RESEND,
  'GET /api/v1/identity': {},
  'GET /api/v1/identity/{id}': {
    path: ({ verificationId }) => `/api/v1/identity/${verificationId}`,
    unknown: 'verification_not_found',
  },
  'GET /api/v1/webhooks': {},
  'PUT /api/v1/webhooks': { body: { url: 'https://shop.example/hooks' } },
  'POST /api/v1/webhooks/roll-secret': { body: { which: 'standard', overlap_hours: 0 } },
  'POST /api/v1/webhooks/test': { body: {} },
  'GET /api/v1/events': {},
  'GET /api/v1/events/stream': { isStream: true },
  'GET /api/v1/events/{id}': {
    path: ({ eventId }) => `/api/v1/events/${eventId}`,
    unknown: 'event_not_found',
  },
  'POST /api/v1/events/{id}/resend': {
    path: ({ eventId }) => `/api/v1/events/${eventId}/resend`,
    unknown: 'event_not_found',
  },
  'POST /api/v1/events/resend': {
    body: { from: '2026-01-01T00:00:00Z', to: '2026-01-31T00:00:00Z' },
  },
  'POST /api/v1/accounts/resolve': RESOLVE,
  'POST /accounts/resolve': RESOLVE,
  'POST /api/v1/sandbox/transfers': {
    bodyFor: ({ accountNumber }) => ({ account_number: accountNumber, amount: 500_000 }),
    unknown: 'account_not_found',
  },
  'POST /api/v1/sandbox/transactions/{reference}/expire': {
    path: ({ reference }) => `/api/v1/sandbox/transactions/${reference}/expire`,
    unknown: 'transaction_not_found',
  },
  'POST /api/v1/sandbox/transactions/{reference}/pay': {
    path: ({ reference }) => `/api/v1/sandbox/transactions/${reference}/pay`,
    body: { channel: 'bank_transfer' },
    unknown: 'transaction_not_found',
  },
  'GET /api/v1/sandbox/rails': {},
  'PUT /api/v1/sandbox/rails/{rail}': {
    path: () => '/api/v1/sandbox/rails/card',
    body: { outcome: 'down', times: 0 },
  },
  'GET /api/v1/sandbox/settlement': {},
  'PUT /api/v1/sandbox/settlement': { body: { schedule: 'T+1' } },
  'GET /api/v1/sandbox/card-limits': {},
  'PUT /api/v1/sandbox/card-limits': { body: { limits: 'off' } },
  'POST /api/v1/sandbox/settlements': {},
  'POST /api/v1/sandbox/wallet': { body: { amount: 1_000_000_000 } },
  'GET /api/v1/sandbox/messages': {},
  'GET /api/v1/sandbox/statement': {},
  // A store that has payments and a webhook address gets none.
  'POST /api/v1/sandbox/examples': { body: { days: 1 }, status: 409 },
  'GET /api/v1/sandbox/examples': {},
}
/** Nothing is asked for, and whatever is sent is not looked at. */
export const OPEN: Record<string, Record<string, string>> = {
  'GET /api/v1/banks': {},
  'GET /banks': {},
  'GET /api/v1/banks/suggest': { account_number: '0000000018' },
  'GET /banks/suggest': { account_number: '0000000018' },
}
export const PUBLIC_KEY = [
  'GET /api/v1/transactions/initialize-public',
  'POST /api/v1/transactions/initialize-public',
]
export const ACCESS_CODE: Record<string, object | undefined> = {
  'GET /checkout/{access_code}/status': undefined,
  'GET /checkout/{access_code}/events': undefined,
  'POST /checkout/{access_code}/bank-transfer': undefined,
  'POST /checkout/{access_code}/cancel': undefined,
  'POST /checkout/{access_code}/card': {
    number: '4084084084084081',
    exp_month: '12',
    exp_year: '49',
    cvv: '408',
  },
  'POST /checkout/{access_code}/card/page': {},
  'POST /checkout/{access_code}/card/pin': { pin: '1111' },
  'POST /checkout/{access_code}/card/otp': { otp: '123456' },
}
/** What people have to themselves, by what they need. What a key may do too is described there. */
export const LOGIN: Record<string, Needed['can']> = Object.fromEntries(
  Object.entries(PEOPLES)
    .map(([route, { can }]) => [route.replaceAll(/:(\w+)/g, '{$1}'), can] as const)
    .filter(([route]) => !isDescribedForKeys(route.replace(' ', ' /api/v1')))
    .map(([route, can]) => [route.replace(' ', ' /dashboard/api'), can]),
)

function isDescribedForKeys(route: string): boolean {
  return route in SECRET_KEY || route in OPEN
}
