import { createPrivateKey } from 'node:crypto'
import { DAY, HOUR } from './clock.ts'
import { ConfigError } from './config-error.ts'
import { type Kobo, kobo } from './money.ts'
import { isLoopback } from './networks.ts'

// What is set of each provider of live mode. A provider is configured once its first variable is
// set; what it needs besides is then demanded. No error tells a value: it may be a secret.

/** No page of a provider is paid on for longer: a charge is asked about for more than that. */
export const PAGE_MS_MAX = 7 * DAY

export const PROVIDER_VARIABLES = {
  COWRIE_LIVE_RAILS: {
    default: '',
    says:
      'Providers of live mode, separated by commas. New payments use the first one that can ' +
      'serve them. Default: all configured ones, in the order paystack, monnify, safehaven.',
  },
  COWRIE_SAFEHAVEN_CLIENT_ID: {
    default: '',
    says:
      'Safe Haven MFB: the OAuth client id of your app. Set it to use the bank in live mode; ' +
      'docs/rails/safehaven.md.',
  },
  COWRIE_SAFEHAVEN_URL: {
    default: 'https://api.safehavenmfb.com',
    says: 'Safe Haven MFB: the base URL. Sandbox: https://api.sandbox.safehavenmfb.com.',
  },
  COWRIE_SAFEHAVEN_COMPANY_URL: {
    default: '',
    says: 'Safe Haven MFB: the URL of your company, as in their dashboard.',
  },
  COWRIE_SAFEHAVEN_PRIVATE_KEY: {
    default: '',
    says:
      'Safe Haven MFB: the RSA private key in PEM. Upload its public key in their ' +
      'dashboard. Or set COWRIE_SAFEHAVEN_PRIVATE_KEY_FILE to the path of a file.',
  },
  COWRIE_SAFEHAVEN_ACCOUNT: {
    default: '',
    says:
      'Safe Haven MFB: your account number there, ten digits. Collections settle to it; ' +
      'payouts and fees are paid from it.',
  },
  COWRIE_SAFEHAVEN_BANK_CODE: {
    default: '',
    says: 'Safe Haven MFB: its bank code. Default: 090286, or 999240 in its sandbox.',
  },
  COWRIE_SAFEHAVEN_CALLBACK_TOKEN: {
    default: '',
    says:
      'Safe Haven MFB: at least 32 random letters and digits, the last part of the URL that ' +
      'it notifies. Or set COWRIE_SAFEHAVEN_CALLBACK_TOKEN_FILE to the path of a file.',
  },
  COWRIE_SAFEHAVEN_CALLBACK_URL: {
    default: '',
    says:
      'Safe Haven MFB: the https URL that it notifies, without the token. Default: ' +
      'BASE_URL/api/v1/rails/safehaven/notifications.',
  },
  COWRIE_PAYSTACK_SECRET_KEY: {
    default: '',
    says:
      'Paystack: your live secret key, sk_live_…. Set it to accept cards on their page; ' +
      'docs/rails/paystack.md. Or set COWRIE_PAYSTACK_SECRET_KEY_FILE to the path of a file.',
  },
  COWRIE_PAYSTACK_URL: { default: 'https://api.paystack.co', says: 'Paystack: the base URL.' },
  COWRIE_PAYSTACK_PAGE_HOURS: {
    default: '24',
    says:
      'Paystack: hours after which their payment page can no longer be paid, 1 to 168. Not ' +
      'less than the payment session timeout in your Paystack dashboard.',
  },
  COWRIE_MONNIFY_API_KEY: {
    default: '',
    says: 'Monnify: your API key. Set it to use Monnify in live mode; docs/rails/monnify.md.',
  },
  COWRIE_MONNIFY_SECRET_KEY: {
    default: '',
    says:
      'Monnify: your secret key, which also signs its notifications. Or set ' +
      'COWRIE_MONNIFY_SECRET_KEY_FILE to the path of a file.',
  },
  COWRIE_MONNIFY_CONTRACT_CODE: { default: '', says: 'Monnify: your contract code.' },
  COWRIE_MONNIFY_WALLET_ACCOUNT: {
    default: '',
    says: 'Monnify: the account number of your wallet. Payouts and returns are paid from it.',
  },
  COWRIE_MONNIFY_ISSUERS: {
    default: '035,232,50515',
    says:
      'Monnify: codes of the banks that may issue permanent accounts, preferred first, ' +
      'separated by commas: Wema 035, Sterling 232, Moniepoint 50515.',
  },
  COWRIE_MONNIFY_BALANCE_FLOOR: {
    default: '0',
    says: 'Monnify: notify operators when less can be paid out, in kobo. 0: never.',
  },
  COWRIE_PAYSTACK_BALANCE_FLOOR: {
    default: '0',
    says: 'Paystack: notify operators when less is left for refunds, in kobo. 0: never.',
  },
  COWRIE_SAFEHAVEN_BALANCE_FLOOR: {
    default: '0',
    says: 'Safe Haven MFB: notify operators when less can be paid out, in kobo. 0: never.',
  },
  COWRIE_MONNIFY_URL: {
    default: 'https://api.monnify.com',
    says: 'Monnify: the base URL. Sandbox: https://sandbox.monnify.com.',
  },
} as const satisfies Record<string, { default: string; says: string }>

type Variable = keyof typeof PROVIDER_VARIABLES
type Environment = Partial<Record<string, string>>

export type SafehavenSettings = {
  baseUrl: string
  companyUrl: string
  clientId: string
  /** PEM. */
  privateKey: string
  accountNumber: string
  /** How Safe Haven itself is called between banks. */
  bankCode: string
  /** Where it notifies us, without the token. */
  callbackUrl: string
  /** The last part of that address: nothing is signed. */
  callbackToken: string
}

export type PaystackSettings = {
  /** Signs what they tell us, too. */
  secretKey: string
  baseUrl: string
  /** For how long a page can be paid on. */
  pageMs: number
}

/** Null where it is not configured. */
export function readPaystack(environment: Environment): PaystackSettings | null {
  const read = (name: Variable) => environment[name]?.trim() || PROVIDER_VARIABLES[name].default
  const secretKey = read('COWRIE_PAYSTACK_SECRET_KEY')
  if (secretKey === '') return null
  const baseUrl = read('COWRIE_PAYSTACK_URL').replace(/\/+$/, '')
  demand(isSafeUrl(baseUrl), 'COWRIE_PAYSTACK_URL', 'a URL such as https://api.example.com')
  // With a test key, test cards would pay in live mode.
  const isLive = /^sk_live_[A-Za-z0-9]{16,200}$/.test(secretKey)
  demand(isLive, 'COWRIE_PAYSTACK_SECRET_KEY', 'a live secret key beginning with sk_live_')
  const hours = Number(read('COWRIE_PAYSTACK_PAGE_HOURS'))
  const hoursMax = PAGE_MS_MAX / HOUR
  const isRight = Number.isInteger(hours) && hours >= 1 && hours <= hoursMax
  demand(isRight, 'COWRIE_PAYSTACK_PAGE_HOURS', `a whole number from 1 to ${hoursMax}`)
  return { secretKey, baseUrl, pageMs: hours * HOUR }
}

export type MonnifySettings = {
  apiKey: string
  secretKey: string
  contractCode: string
  walletAccount: string
  issuers: string[]
  baseUrl: string
}

/** Null where it is not configured. */
export function readMonnify(environment: Environment): MonnifySettings | null {
  const read = (name: Variable) => environment[name]?.trim() || PROVIDER_VARIABLES[name].default
  const apiKey = read('COWRIE_MONNIFY_API_KEY')
  if (apiKey === '') return null
  demand(/^[\x21-\x39\x3b-\x7e]{1,200}$/.test(apiKey), 'COWRIE_MONNIFY_API_KEY', 'an API key')
  const secretKey = read('COWRIE_MONNIFY_SECRET_KEY')
  demand(/^[\x21-\x7e]{16,200}$/.test(secretKey), 'COWRIE_MONNIFY_SECRET_KEY', 'a secret key')
  const contractCode = read('COWRIE_MONNIFY_CONTRACT_CODE')
  demand(/^\d{5,20}$/.test(contractCode), 'COWRIE_MONNIFY_CONTRACT_CODE', 'digits')
  const walletAccount = read('COWRIE_MONNIFY_WALLET_ACCOUNT')
  demand(/^\d{10}$/.test(walletAccount), 'COWRIE_MONNIFY_WALLET_ACCOUNT', '10 digits')
  const issuers = read('COWRIE_MONNIFY_ISSUERS').split(/\s*,\s*/)
  const areCodes = issuers.every((code) => /^[0-9A-Z]{3,10}$/.test(code))
  demand(areCodes, 'COWRIE_MONNIFY_ISSUERS', 'bank codes separated by commas')
  const baseUrl = read('COWRIE_MONNIFY_URL').replace(/\/+$/, '')
  demand(isSafeUrl(baseUrl), 'COWRIE_MONNIFY_URL', 'a URL such as https://api.example.com')
  return { apiKey, secretKey, contractCode, walletAccount, issuers, baseUrl }
}

/** Null where it is not configured. `baseUrl`: our own. */
export function readSafehaven(environment: Environment, baseUrl: string): SafehavenSettings | null {
  const read = (name: Variable) => environment[name]?.trim() || PROVIDER_VARIABLES[name].default
  const clientId = read('COWRIE_SAFEHAVEN_CLIENT_ID')
  if (clientId === '') return null
  demand(/^[\x21-\x7e]{1,200}$/.test(clientId), 'COWRIE_SAFEHAVEN_CLIENT_ID', 'an OAuth client id')
  const url = read('COWRIE_SAFEHAVEN_URL').replace(/\/+$/, '')
  demand(isSafeUrl(url), 'COWRIE_SAFEHAVEN_URL', 'a URL such as https://api.example.com')
  const companyUrl = read('COWRIE_SAFEHAVEN_COMPANY_URL')
  demand(
    URL.canParse(companyUrl),
    'COWRIE_SAFEHAVEN_COMPANY_URL',
    'a URL such as https://example.com',
  )
  const privateKey = read('COWRIE_SAFEHAVEN_PRIVATE_KEY').replaceAll('\\n', '\n')
  demand(isRsaKey(privateKey), 'COWRIE_SAFEHAVEN_PRIVATE_KEY', 'an RSA private key in PEM')
  const accountNumber = read('COWRIE_SAFEHAVEN_ACCOUNT')
  demand(/^\d{10}$/.test(accountNumber), 'COWRIE_SAFEHAVEN_ACCOUNT', '10 digits')
  const ownCode = new URL(url).hostname.includes('sandbox') ? '999240' : '090286'
  const bankCode = read('COWRIE_SAFEHAVEN_BANK_CODE') || ownCode
  demand(/^\d{6}$/.test(bankCode), 'COWRIE_SAFEHAVEN_BANK_CODE', '6 digits')
  const callbackToken = read('COWRIE_SAFEHAVEN_CALLBACK_TOKEN')
  demand(
    /^[\w-]{32,200}$/.test(callbackToken),
    'COWRIE_SAFEHAVEN_CALLBACK_TOKEN',
    'at least 32 letters and digits',
  )
  const callbackUrl =
    read('COWRIE_SAFEHAVEN_CALLBACK_URL').replace(/\/+$/, '') ||
    `${baseUrl}/api/v1/rails/safehaven/notifications`
  demand(
    URL.parse(callbackUrl)?.protocol === 'https:',
    'COWRIE_SAFEHAVEN_CALLBACK_URL',
    'a URL that begins with https://, or BASE_URL must begin with https://',
  )
  return {
    baseUrl: url,
    companyUrl,
    clientId,
    privateKey,
    accountNumber,
    bankCode,
    callbackUrl,
    callbackToken,
  }
}

const PROVIDERS = ['paystack', 'monnify', 'safehaven'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** Below which operators are told, by the name of the provider. */
export function readFloors(environment: Environment): Partial<Record<string, Kobo>> {
  const floors = {
    monnify: 'COWRIE_MONNIFY_BALANCE_FLOOR',
    paystack: 'COWRIE_PAYSTACK_BALANCE_FLOOR',
    safehaven: 'COWRIE_SAFEHAVEN_BALANCE_FLOOR',
  } as const
  const read = Object.entries(floors).flatMap(([name, variable]) => {
    const text = environment[variable]?.trim() || PROVIDER_VARIABLES[variable].default
    demand(/^\d{1,15}$/.test(text), variable, 'a whole number of kobo')
    return text === '0' ? [] : [[name, kobo(BigInt(text))]]
  })
  return Object.fromEntries(read)
}

/** Those that are configured, in the order in which they are asked for what is new. */
export function readOrder(
  environment: Environment,
  configured: Record<ProviderName, object | null>,
): ProviderName[] {
  const isConfigured = (name: ProviderName) => configured[name] !== null
  const named = (environment['COWRIE_LIVE_RAILS'] ?? '').split(',').map((name) => name.trim())
  const order = named.filter(Boolean)
  if (order.length === 0) return PROVIDERS.filter(isConfigured)
  return order.map((text) => {
    const name = PROVIDERS.find((one) => one === text)
    demand(
      name !== undefined,
      'COWRIE_LIVE_RAILS',
      `a list of ${PROVIDERS.join(', ')}, separated by commas`,
    )
    if (!isConfigured(name!)) {
      throw new ConfigError(`COWRIE_LIVE_RAILS names ${text}, which is not configured.`)
    }
    return name!
  })
}

function demand(isRight: boolean, name: Variable, what: string): void {
  if (!isRight) throw new ConfigError(`${name} must be ${what}.`)
}

/** https; http to this machine only, where stand-ins are. */
function isSafeUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

function isRsaKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
