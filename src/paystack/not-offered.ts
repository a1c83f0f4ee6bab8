// What Paystack has and Cowrie has not, by method and address. It is said so, in so many words.

const LOOKED_UP = 'Looking up a BVN without a code from its owner (see POST /identity/verify)'

const ROWS: [pattern: RegExp, what: string][] = [
  [
    / \/transaction\/(charge_authorization|check_authorization|partial_debit)/,
    'Charging an authorization again',
  ],
  [/ \/transaction\/[^/]+\/(event|session)$/, 'Following a transaction'],
  [/ \/(charge|bulkcharge)(\/|$)/, 'Charging by your server'],
  [/ \/(plan|subscription)(\/|$)/, 'Subscriptions'],
  [/ \/(page|product|storefront|order)(\/|$)/, 'Pages and products (see payment links)'],
  [/ \/(paymentrequest|invoice)(\/|$)/, 'Payment requests (see payment links)'],
  [/ \/(terminal|virtual_terminal)(\/|$)/, 'Terminals'],
  [/ \/(apple-pay|preauthorization|directdebit)(\/|$)/, 'This way to pay'],
  [/ \/dispute(\/|$)/, 'Disputes: no payment can be disputed here yet. They'],
  [/ \/integration(\/|$)/, 'Changing settings by Paystack’s API (see the dashboard)'],
  [/ \/customer\/(set_risk_action|deactivate_authorization)/, 'Rules for individual customers'],
  [
    / \/customer\/[^/]+\/identification$/,
    'Identification of a customer (see POST /identity/verify)',
  ],
  [/ \/customer\/authorization(\/|$)/, 'Authorizations of customers'],
  [/ \/customer\/[^/]+\/(initialize-direct-debit|directdebit)/, 'Direct debit'],
  [
    / \/dedicated_account\/requery/,
    'Looking again for a transfer (the service does it automatically)',
  ],
  [/^DELETE \/dedicated_account/, 'Removing an account number or its split'],
  [
    /^(GET|PUT|DELETE) \/transferrecipient/,
    'Storing recipients (a code already contains the account)',
  ],
  [
    / \/transfer\/(finalize_transfer|resend_otp|(en|dis)able_otp)/,
    'One-time passwords for transfers',
  ],
  [/ \/transfer\/export/, 'The export of transfers'],
  [/ \/refund\/retry_with_customer_details/, 'Refunds to another account'],
  [/ \/bank\/(validate|resolve_bvn|match_bvn)|^\S+ \/bvn\/match/, LOOKED_UP],
  [/ \/(decision\/bin|address_verification|verifications)(\/|$)/, 'This lookup'],
]

/** What this would be; null where Paystack has no such address either. */
export function notOffered(method: string, path: string): string | null {
  return ROWS.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? null
}
