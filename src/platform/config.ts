import { HOUR, SECOND } from './clock.ts'
import { ConfigError, type Environment, unknownSettings, withFiles } from './environment.ts'
import { startOf } from './lagos.ts'
import type { Kobo } from './money.ts'
import { isLoopback } from './networks.ts'
import { PROVIDERS } from './provider-settings.ts'
import type { Kind, Setting } from './setting-kinds.ts'
import { type SettingName, settings } from './settings.ts'

export { ConfigError, type Environment } from './environment.ts'

// The settings as the service uses them. Errors contain no values, which may be secrets.

/** The embedded database has 200 connections; some are left for people. */
const EMBEDDED_PROCESSES_MAX = 8

/** At SIGTERM, how long work in progress may take. */
export const DRAIN_MS = 25 * SECOND

export type Config = ReturnType<typeof readConfig>
export type SafehavenSettings = NonNullable<Config['providers']['safehaven']>
export type FlutterwaveSettings = NonNullable<Config['providers']['flutterwave']>
export type MonoSettings = NonNullable<Config['providers']['mono']>
export type PaystackSettings = NonNullable<Config['providers']['paystack']>

/** Null: not set, without a default. */
type Values = {
  [N in SettingName]: (typeof settings)[N] extends { kind: Kind<infer T> }
    ? T | ((typeof settings)[N] extends { default: string } ? never : null)
    : never
}

/** A suite repeats in seconds what people do in months, from one address. */
const EPHEMERAL: Partial<Record<SettingName, string>> = {
  COWRIE_PAYSTACK_API: 'on',
  COWRIE_RATE_LIMIT_PER_SECOND: '1000000',
  COWRIE_RATE_LIMIT_BURST: '1000000',
  COWRIE_RESOLVE_RATE_LIMIT_PER_SECOND: '1000000',
  COWRIE_PUBLIC_RATE_LIMIT_PER_MINUTE: '1000000',
  COWRIE_CHECKOUT_RATE_LIMIT_PER_SECOND: '1000000',
  COWRIE_CARD_TRIES_PER_ADDRESS: '1000000',
  COWRIE_IDENTITY_RATE_LIMIT_PER_MINUTE: '1000000',
  COWRIE_IDENTITY_LIMIT_PER_NUMBER: '1000000',
}

export function readConfig(given: Environment) {
  const isEphemeral = given['COWRIE_EPHEMERAL'] === '1'
  const environment = withFiles(isEphemeral ? { ...EPHEMERAL, ...given } : given)
  const values = readValues(environment)
  const host = values.HOST
  const baseUrl = values.BASE_URL ?? ''
  const isLocal = baseUrl === '' || isLoopback(new URL(baseUrl).hostname)
  const isProduction = values.COWRIE_ENV !== null || !isLocal
  const databaseUrl = values.DATABASE_URL
  const processes = values.COWRIE_PROCESSES
  if (processes > EMBEDDED_PROCESSES_MAX && databaseUrl === null) {
    throw new ConfigError(
      `COWRIE_PROCESSES must be at most ${EMBEDDED_PROCESSES_MAX} on the embedded database. ` +
        'For more, set DATABASE_URL to your own PostgreSQL.',
    )
  }
  const providers = providersOf(values, baseUrl)
  const { order } = providers
  const isForTests = readIsForTests(values, { isProduction, databaseUrl, processes, order })
  const unknown = unknownSettings(environment)
  // A misspelled limit would be no limit.
  if (isProduction && unknown.length > 0) throw new ConfigError(unknown.join('\n'))
  return {
    port: values.PORT,
    host,
    processes,
    roles: values.COWRIE_ROLES,
    /** Empty until the port is known, unless BASE_URL is set. */
    baseUrl,
    databaseUrl,
    /** Test suites may make businesses, reset them and move the clock. */
    isForTests,
    /** Null: what is random is random. */
    sandboxSeed: values.COWRIE_SANDBOX_SEED,
    /** Nothing is kept. */
    isEphemeral: values.COWRIE_EPHEMERAL,
    databaseWaitMs: values.COWRIE_DATABASE_WAIT * SECOND,
    /** The login that owns the tables, if it is not that of `databaseUrl`. */
    migrateUrl: values.COWRIE_MIGRATE_URL,
    /** A standby, for reads that may be some seconds old. */
    readUrl: values.COWRIE_READ_URL,
    /** Reachable by others: by COWRIE_ENV, or because BASE_URL is not this machine. */
    isProduction,
    /** At SIGTERM, how long requests are still accepted. */
    drainDelayMs: (values.COWRIE_DRAIN_DELAY ?? (isProduction ? 5 : 0)) * SECOND,
    /** One sentence per variable that is no setting. In production there are none. */
    unknown,
    recovers: values.COWRIE_MODE,
    /** Settings for a laptop that the operator accepts in production. */
    accepted: values.COWRIE_ACCEPT ?? [],
    makesDemoStore: values.COWRIE_DEMO ?? databaseUrl === null,
    servesDocs: values.COWRIE_DOCS,
    /** '' is the first. */
    cell: values.COWRIE_CELL ?? '',
    /** Anyone can open a business. */
    signUp: values.COWRIE_SIGN_UP ?? !isProduction,
    /** The API below /paystack. */
    paystackApi: values.COWRIE_PAYSTACK_API,
    /** Keeps the calls of secret keys, for the businesses that have not turned it off. */
    requestLog: values.COWRIE_REQUEST_LOG,
    allowsPrivateWebhooks: values.COWRIE_ALLOW_PRIVATE_WEBHOOKS ?? (isLocal && isLoopback(host)),
    dataDirectory: values.COWRIE_DATA,
    /** Newest first; empty if none is set. */
    masterKeys: values.COWRIE_MASTER_KEY ?? [],
    sandboxRailSecrets: values.COWRIE_SANDBOX_RAIL_SECRET ?? [],
    mail: {
      from: values.COWRIE_MAIL_FROM,
      /** For live mode. */
      url: values.COWRIE_SMTP_URL,
      testUrl: values.COWRIE_TEST_SMTP_URL,
    },
    logLevel: values.COWRIE_LOG_LEVEL as string,
    metrics: values.COWRIE_METRICS,
    limits: {
      perSecond: values.COWRIE_RATE_LIMIT_PER_SECOND,
      burst: values.COWRIE_RATE_LIMIT_BURST,
      resolvePerSecond: values.COWRIE_RESOLVE_RATE_LIMIT_PER_SECOND,
      publicPerMinute: values.COWRIE_PUBLIC_RATE_LIMIT_PER_MINUTE,
      checkoutPerSecond: values.COWRIE_CHECKOUT_RATE_LIMIT_PER_SECOND,
      identityPerMinute: values.COWRIE_IDENTITY_RATE_LIMIT_PER_MINUTE,
      cardTriesPerAddress: values.COWRIE_CARD_TRIES_PER_ADDRESS,
      identityPerNumber: values.COWRIE_IDENTITY_LIMIT_PER_NUMBER,
    },
    identityDetailsHours: values.COWRIE_IDENTITY_DETAILS_HOURS,
    sockets: { max: values.COWRIE_SOCKETS, perNetwork: values.COWRIE_SOCKETS_PER_ADDRESS },
    stampDuty: stampDutyOf(values),
    privacy: { operator: values.COWRIE_OPERATOR_NAME, contact: values.COWRIE_PRIVACY_CONTACT },
    statementsDirectory: values.COWRIE_STATEMENTS,
    /** Null: nothing is archived. */
    archive: values.COWRIE_ARCHIVE,
    trustProxy: values.COWRIE_TRUST_PROXY ?? [],
    providers,
  }
}

type Found = {
  isProduction: boolean
  databaseUrl: string | null
  processes: number
  order: string[]
}

function readIsForTests(values: Values, found: Found): boolean {
  const isForTests = values.COWRIE_SANDBOX_CLOCK || values.COWRIE_EPHEMERAL
  if (isForTests) {
    const name = values.COWRIE_EPHEMERAL ? 'COWRIE_EPHEMERAL' : 'COWRIE_SANDBOX_CLOCK'
    const why = whyNotForTests(found)
    if (why !== null) throw new ConfigError(`${name} is for test suites: ${why}`)
  } else if (values.COWRIE_SANDBOX_SEED !== null) {
    throw new ConfigError(
      'COWRIE_SANDBOX_SEED is for test suites: set COWRIE_EPHEMERAL=1 or COWRIE_SANDBOX_CLOCK=1, ' +
        'which are refused in production and beside live mode.',
    )
  }
  return isForTests
}

/** One instance has one clock, and real money has none that can be moved. */
function whyNotForTests(found: Found): string | null {
  if (found.isProduction) {
    return 'not in production (COWRIE_ENV=production, or a BASE_URL that is not this machine).'
  }
  if (found.order.length > 0) {
    return `not beside live mode. Remove the settings of ${found.order.join(' and ')}.`
  }
  if (found.databaseUrl !== null) return 'it needs the embedded database. Remove DATABASE_URL.'
  return found.processes > 1 ? 'it needs COWRIE_PROCESSES=1.' : null
}

function stampDutyOf(values: Values) {
  const from = values.COWRIE_STAMP_DUTY_FROM
  return {
    /** Null: never. */
    from: from === 'off' ? null : startOf(from),
    /** Names of providers; `none` names none. */
    byProviders: values.COWRIE_STAMP_DUTY_TAKEN_BY as string[],
  }
}

/** For live mode; null if a provider is not configured. */
function providersOf(values: Values, baseUrl: string) {
  const configured = {
    paystack: paystackOf(values),
    monnify: monnifyOf(values),
    safehaven: safehavenOf(values, baseUrl),
    flutterwave: flutterwaveOf(values),
    mono: monoOf(values),
  }
  const missing = values.COWRIE_LIVE_RAILS?.find((name) => configured[name] === null)
  if (missing !== undefined) {
    throw new ConfigError(`COWRIE_LIVE_RAILS names ${missing}, which is not configured.`)
  }
  const floors = {
    flutterwave: values.COWRIE_FLUTTERWAVE_BALANCE_FLOOR,
    monnify: values.COWRIE_MONNIFY_BALANCE_FLOOR,
    paystack: values.COWRIE_PAYSTACK_BALANCE_FLOOR,
    safehaven: values.COWRIE_SAFEHAVEN_BALANCE_FLOOR,
  }
  const set: Partial<Record<string, Kobo>> = Object.fromEntries(
    Object.entries(floors).filter(([, floor]) => floor > 0n),
  )
  const all = PROVIDERS.filter((name) => configured[name] !== null)
  return { ...configured, floors: set, order: values.COWRIE_LIVE_RAILS ?? all }
}

function paystackOf(values: Values) {
  const secretKey = values.COWRIE_PAYSTACK_SECRET_KEY
  if (secretKey === null) return null
  const pageMs = values.COWRIE_PAYSTACK_PAGE_HOURS * HOUR
  const { COWRIE_PAYSTACK_URL: baseUrl, COWRIE_PAYSTACK_OFFERS: offers } = values
  return { secretKey, baseUrl, pageMs, offers, issuers: values.COWRIE_PAYSTACK_ISSUERS }
}

function flutterwaveOf(values: Values) {
  const secretKey = values.COWRIE_FLUTTERWAVE_SECRET_KEY
  if (secretKey === null) return null
  return {
    secretKey,
    /** What it sends with each notification. */
    hash: values.COWRIE_FLUTTERWAVE_HASH!,
    baseUrl: values.COWRIE_FLUTTERWAVE_URL,
    pageOrigin: new URL(values.COWRIE_FLUTTERWAVE_PAGE_ORIGIN).origin,
    pageMs: values.COWRIE_FLUTTERWAVE_PAGE_HOURS * HOUR,
    offers: values.COWRIE_FLUTTERWAVE_OFFERS,
  }
}

function monoOf(values: Values) {
  const secretKey = values.COWRIE_MONO_SECRET_KEY
  return secretKey === null ? null : { secretKey, baseUrl: values.COWRIE_MONO_URL }
}

function monnifyOf(values: Values) {
  const apiKey = values.COWRIE_MONNIFY_API_KEY
  if (apiKey === null) return null
  return {
    apiKey,
    secretKey: values.COWRIE_MONNIFY_SECRET_KEY!,
    contractCode: values.COWRIE_MONNIFY_CONTRACT_CODE!,
    walletAccount: values.COWRIE_MONNIFY_WALLET_ACCOUNT!,
    issuers: values.COWRIE_MONNIFY_ISSUERS,
    baseUrl: values.COWRIE_MONNIFY_URL,
  }
}

/** `ourUrl`: where the provider can reach the service. */
function safehavenOf(values: Values, ourUrl: string) {
  const clientId = values.COWRIE_SAFEHAVEN_CLIENT_ID
  if (clientId === null) return null
  const cellPath = values.COWRIE_CELL === null ? '' : `/cells/${values.COWRIE_CELL}`
  const baseUrl = values.COWRIE_SAFEHAVEN_URL
  const isSandbox = new URL(baseUrl).hostname.includes('sandbox')
  return {
    baseUrl,
    companyUrl: values.COWRIE_SAFEHAVEN_COMPANY_URL!,
    clientId,
    /** PEM. */
    privateKey: values.COWRIE_SAFEHAVEN_PRIVATE_KEY!,
    accountNumber: values.COWRIE_SAFEHAVEN_ACCOUNT!,
    /** Safe Haven's own bank code. */
    bankCode: values.COWRIE_SAFEHAVEN_BANK_CODE ?? (isSandbox ? '999240' : '090286'),
    /** Where it sends notifications, without the token. */
    callbackUrl:
      values.COWRIE_SAFEHAVEN_CALLBACK_URL ??
      readValue(
        'COWRIE_SAFEHAVEN_CALLBACK_URL',
        `${ourUrl}/api/v1${cellPath}/rails/safehaven/notifications`,
      ),
    /** The last part of that address, because notifications are not signed. */
    callbackToken: values.COWRIE_SAFEHAVEN_CALLBACK_TOKEN!,
  }
}

function readValues(environment: Environment): Values {
  const read = Object.entries<Setting>(settings).map(
    ([name, { default: usual = '', ...setting }]) => {
      const { needs, isRequired } = setting
      const text = environment[name]?.trim() || usual
      const lacks = needs !== undefined && !environment[needs]?.trim()
      // Otherwise the setting would be ignored silently.
      if (lacks && text !== usual)
        throw new ConfigError(`${name} needs ${needs}, which is not set.`)
      const mayBeMissing = lacks || !isRequired
      return [name, text === '' && mayBeMissing ? null : readValue(name as SettingName, text)]
    },
  )
  return Object.fromEntries(read)
}

export function readValue<N extends SettingName>(name: N, text: string): NonNullable<Values[N]> {
  const { kind } = settings[name]
  const value = text === '' ? undefined : kind.read(text)
  if (value === undefined) throw new ConfigError(`${name} must be ${kind.takes}.`)
  return value as NonNullable<Values[N]>
}
