// What Paystack offers and Cowrie does not, by method and path. The refusal names it. It comes
// before routes that end with an id, so that /transfer/export is not one.

const LOOKED_UP = 'looking up a BVN without a code from its owner (see POST /identity/verify)'

const ROWS: [pattern: RegExp, what: string][] = [
  [
    / \/transaction\/(check_authorization|request_reauthorization)/,
    'asking whether a card could be charged (charge it: a decline is an answer)',
  ],
  [/ \/transaction\/[^/]+\/(event|session)$/, 'the events and session of a transaction'],
  [/ \/charge\/submit_(phone|birthday|address)$/, 'this step (no card asks for it here)'],
  [/ \/bulkcharge(\/|$)/, 'charging cards in bulk'],
  [/ \/(product|storefront|order)(\/|$)| \/page\/[^/]+\/product/, 'products'],
  [
    / \/(paymentrequest|invoice)(\/|$)/,
    'payment requests (a page, or an initialized payment, takes money)',
  ],
  [/ \/(terminal|virtual_terminal)(\/|$)/, 'terminals'],
  [/ \/(apple-pay|preauthorization)(\/|$)/, 'this payment channel'],
  [/ \/dispute\/(export$|[^/]+\/upload_url)/, 'files of disputes (send text)'],
  [/^PUT \/dispute\/[^/]+$/, 'accepting a part of a dispute'],
  [/ \/customer\/set_risk_action/, 'rules for individual customers'],
  [
    / \/customer\/[^/]+\/identification$/,
    'identifying a customer by number (send bvn or nin with POST /dedicated_account)',
  ],
  [
    / \/(customer\/[^/]+\/directdebit-|directdebit\/)activation-charge$/,
    'asking a bank again to activate a mandate (the service enquires about it automatically)',
  ],
  [
    / \/dedicated_account\/requery/,
    'requerying for a transfer (the service does it automatically)',
  ],
  [/^DELETE \/dedicated_account/, 'removing an account number or its split'],
  [/^(PUT|DELETE) \/transferrecipient/, 'storing recipients (a code already contains the account)'],
  [/ \/transfer\/enable_otp/, 'one-time passwords for transfers'],
  [/ \/transfer\/export/, 'exporting transfers'],
  [/ \/refund\/retry_with_customer_details/, 'refunds to another account'],
  [/ \/bank\/(validate|resolve_bvn|match_bvn)|^\S+ \/bvn\/match/, LOOKED_UP],
  [/ \/(address_verification|verifications)(\/|$)/, 'this lookup'],
  [
    / \/integration(?!\/payment_session_timeout)(\/|$)/,
    'other settings through Paystack’s API (see the dashboard)',
  ],
]

/** What this call would be; null if Paystack does not have it either. */
export function notOffered(method: string, path: string): string | null {
  return ROWS.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? null
}
