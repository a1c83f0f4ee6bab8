import { DAY, HOUR } from './clock.ts'
import {
  KOBO,
  listOf,
  matching,
  PROVIDER_URL,
  RSA_KEY,
  type Setting,
  someOf,
  url,
  whole,
} from './setting-kinds.ts'

// The settings of live mode's providers. A provider is configured if its first setting is set.

/** The longest time in which a provider's page can be paid; charges are queried for longer. */
export const PAGE_MS_MAX = 7 * DAY

/** In order of use, if COWRIE_LIVE_RAILS is not set. */
export const PROVIDERS = ['paystack', 'monnify', 'safehaven', 'flutterwave', 'mono'] as const
export type ProviderName = (typeof PROVIDERS)[number]

const TEN_DIGITS = matching('10 digits', /^\d{10}$/)
const SAFEHAVEN = { needs: 'COWRIE_SAFEHAVEN_CLIENT_ID' } as const
const MONNIFY = { needs: 'COWRIE_MONNIFY_API_KEY' } as const
const PAYSTACK = { needs: 'COWRIE_PAYSTACK_SECRET_KEY' } as const
const MONO = { needs: 'COWRIE_MONO_SECRET_KEY' } as const
const FLUTTERWAVE = { needs: 'COWRIE_FLUTTERWAVE_SECRET_KEY' } as const

export const PROVIDER_SETTINGS = {
  COWRIE_LIVE_RAILS: {
    kind: someOf(PROVIDERS),
    unset: `all configured ones, in the order ${PROVIDERS.join(', ')}`,
    says: 'Providers of live mode. New payments use the first one that can serve them.',
  },
  COWRIE_SAFEHAVEN_CLIENT_ID: {
    kind: matching('an OAuth client id', /^[\x21-\x7e]{1,200}$/),
    says: 'Safe Haven MFB: the OAuth client id of your app. Set it to use the bank in live mode.',
    see: 'rails/safehaven.md',
  },
  COWRIE_SAFEHAVEN_URL: {
    ...SAFEHAVEN,
    kind: PROVIDER_URL,
    default: 'https://api.safehavenmfb.com',
    says: 'Safe Haven MFB: the base URL. Sandbox: `https://api.sandbox.safehavenmfb.com`.',
  },
  COWRIE_SAFEHAVEN_COMPANY_URL: {
    ...SAFEHAVEN,
    // Kept as it is: it is the issuer of the assertion.
    kind: matching('a URL such as https://example.com', { test: URL.canParse }),
    says: 'Safe Haven MFB: the URL of your company, as in their dashboard.',
    isRequired: true,
  },
  COWRIE_SAFEHAVEN_PRIVATE_KEY: {
    ...SAFEHAVEN,
    kind: RSA_KEY,
    says: 'Safe Haven MFB: the private key whose public key you uploaded in their dashboard.',
    isRequired: true,
    isSecret: true,
  },
  COWRIE_SAFEHAVEN_ACCOUNT: {
    ...SAFEHAVEN,
    kind: TEN_DIGITS,
    says:
      'Safe Haven MFB: your account number there. Collections settle to it; payouts and fees ' +
      'are paid from it.',
    isRequired: true,
  },
  COWRIE_SAFEHAVEN_BANK_CODE: {
    ...SAFEHAVEN,
    kind: matching('6 digits', /^\d{6}$/),
    unset: '090286, or 999240 in its sandbox',
    says: 'Safe Haven MFB: its bank code.',
  },
  COWRIE_SAFEHAVEN_CALLBACK_TOKEN: {
    ...SAFEHAVEN,
    kind: matching('at least 32 letters and digits', /^[\w-]{32,200}$/),
    says:
      'Safe Haven MFB: the random last part of the URL that it notifies. Who has it can send ' +
      'hints, but no hint books money.',
    isRequired: true,
    isSecret: true,
  },
  COWRIE_SAFEHAVEN_CALLBACK_URL: {
    ...SAFEHAVEN,
    kind: url(
      'a URL that begins with https://, or BASE_URL must begin with https://',
      ({ protocol }) => protocol === 'https:',
    ),
    unset: '`BASE_URL/api/v1/rails/safehaven/notifications`',
    says: 'Safe Haven MFB: the URL that it notifies, without the token.',
  },
  COWRIE_SAFEHAVEN_BALANCE_FLOOR: { ...SAFEHAVEN, ...floorOf('Safe Haven MFB', 'can be paid out') },
  COWRIE_PAYSTACK_SECRET_KEY: {
    kind: matching('a live secret key beginning with sk_live_', /^sk_live_[A-Za-z0-9]{16,200}$/),
    says:
      'Paystack: your live secret key, which also signs its notifications. Set it to use ' +
      'Paystack in live mode. Test keys are rejected: test cards would pay in live mode.',
    see: 'rails/paystack.md',
    isSecret: true,
  },
  COWRIE_PAYSTACK_OFFERS: {
    ...PAYSTACK,
    kind: someOf(['cards', 'ussd', 'bank', 'mandates', 'accounts', 'payouts']),
    default: 'cards',
    says:
      'Paystack: what it is used for: `cards`, `ussd` and `bank` (pay with bank) on their page; ' +
      '`mandates`, direct debits; `accounts`, account numbers and returns; `payouts` and name ' +
      'enquiries. Work in progress of what you take out waits until it is back: to stop new work ' +
      'only, use the switches of operators.',
  },
  COWRIE_PAYSTACK_ISSUERS: {
    ...PAYSTACK,
    kind: someOf(['titan-paystack', 'wema-bank', 'access-bank']),
    default: 'titan-paystack,wema-bank',
    says: 'Paystack: the banks to open permanent accounts at. The first that opens one is used.',
  },
  COWRIE_PAYSTACK_URL: {
    ...PAYSTACK,
    kind: PROVIDER_URL,
    default: 'https://api.paystack.co',
    says: 'Paystack: the base URL.',
  },
  COWRIE_PAYSTACK_PAGE_HOURS: {
    ...PAYSTACK,
    kind: whole(1, PAGE_MS_MAX / HOUR, 'hours'),
    default: '24',
    says:
      'Paystack: how long their payment page can be paid; then the charge is declined. Not ' +
      'less than the payment session timeout in your Paystack dashboard.',
  },
  COWRIE_PAYSTACK_BALANCE_FLOOR: {
    ...PAYSTACK,
    ...floorOf('Paystack', 'is left for refunds and payouts'),
  },
  COWRIE_MONNIFY_API_KEY: {
    kind: matching('an API key', /^[\x21-\x39\x3b-\x7e]{1,200}$/),
    says: 'Monnify: your API key. Set it to use Monnify in live mode.',
    see: 'rails/monnify.md',
  },
  COWRIE_MONNIFY_SECRET_KEY: {
    ...MONNIFY,
    kind: matching('a secret key', /^[\x21-\x7e]{16,200}$/),
    says: 'Monnify: your secret key, which also signs its notifications.',
    isRequired: true,
    isSecret: true,
  },
  COWRIE_MONNIFY_CONTRACT_CODE: {
    ...MONNIFY,
    kind: matching('digits', /^\d{5,20}$/),
    says: 'Monnify: your contract code.',
    isRequired: true,
  },
  COWRIE_MONNIFY_WALLET_ACCOUNT: {
    ...MONNIFY,
    kind: TEN_DIGITS,
    says: 'Monnify: the account number of your wallet. Payouts and returns are paid from it.',
    isRequired: true,
  },
  COWRIE_MONNIFY_ISSUERS: {
    ...MONNIFY,
    kind: listOf('bank codes separated by commas', (code) =>
      /^[0-9A-Z]{3,10}$/.test(code) ? code : undefined,
    ),
    default: '035,232,50515',
    says:
      'Monnify: the banks that may issue permanent accounts, preferred first: Wema 035, ' +
      'Sterling 232, Moniepoint 50515.',
  },
  COWRIE_MONNIFY_URL: {
    ...MONNIFY,
    kind: PROVIDER_URL,
    default: 'https://api.monnify.com',
    says: 'Monnify: the base URL. Sandbox: `https://sandbox.monnify.com`.',
  },
  COWRIE_MONNIFY_BALANCE_FLOOR: { ...MONNIFY, ...floorOf('Monnify', 'can be paid out') },
  COWRIE_FLUTTERWAVE_SECRET_KEY: {
    kind: matching('a live secret key beginning with FLWSECK-', /^FLWSECK-[A-Za-z0-9-]{16,200}$/),
    says:
      'Flutterwave: your live secret key of API v3. Set it to use Flutterwave in live mode. Test ' +
      'keys are rejected: test cards would pay in live mode.',
    see: 'rails/flutterwave.md',
    isSecret: true,
  },
  COWRIE_FLUTTERWAVE_HASH: {
    ...FLUTTERWAVE,
    kind: matching('16 to 200 characters without spaces', /^[\x21-\x7e]{16,200}$/),
    says:
      'Flutterwave: the secret hash of your webhook settings, which it sends with each ' +
      'notification. Who has it can send hints, but no hint moves money.',
    isRequired: true,
    isSecret: true,
  },
  COWRIE_FLUTTERWAVE_OFFERS: {
    ...FLUTTERWAVE,
    kind: someOf(['cards', 'ussd', 'opay', 'accounts', 'payouts']),
    default: 'cards',
    says:
      'Flutterwave: what it is used for: `cards` on their page; `ussd` codes; `opay`; `accounts` ' +
      'for one payment each, with their returns; `payouts` and name enquiries. Work in progress ' +
      'of what you take out waits until it is back: to stop new work only, use the switches of ' +
      'operators.',
  },
  COWRIE_FLUTTERWAVE_URL: {
    ...FLUTTERWAVE,
    kind: PROVIDER_URL,
    default: 'https://api.flutterwave.com/v3',
    says: 'Flutterwave: the base URL.',
  },
  COWRIE_FLUTTERWAVE_PAGE_ORIGIN: {
    ...FLUTTERWAVE,
    kind: PROVIDER_URL,
    default: 'https://checkout.flutterwave.com',
    says: 'Flutterwave: where its payment pages are. Customers are redirected to no other origin.',
  },
  COWRIE_FLUTTERWAVE_PAGE_HOURS: {
    ...FLUTTERWAVE,
    kind: whole(1, 24, 'hours'),
    default: '24',
    says: 'Flutterwave: how long their payment page can be paid; then the charge is declined.',
  },
  COWRIE_FLUTTERWAVE_BALANCE_FLOOR: {
    ...FLUTTERWAVE,
    ...floorOf('Flutterwave', 'is left for refunds and payouts'),
  },
  COWRIE_MONO_SECRET_KEY: {
    kind: matching('a live secret key beginning with live_sk_', /^live_sk_[A-Za-z0-9]{16,200}$/),
    says:
      'Mono: the live secret key of your lookup app. Set it to verify BVNs through Mono in live ' +
      'mode. Test keys are rejected: invented people would be verified in live mode.',
    see: 'rails/mono.md',
    isSecret: true,
  },
  COWRIE_MONO_URL: {
    ...MONO,
    kind: PROVIDER_URL,
    default: 'https://api.withmono.com',
    says: 'Mono: the base URL.',
  },
} as const satisfies Record<string, Setting>

function floorOf(provider: string, what: string) {
  return {
    kind: KOBO,
    default: '0',
    says: `${provider}: notify operators when less than this ${what}. 0: never.`,
    see: 'operating/operators.md',
  } as const
}
