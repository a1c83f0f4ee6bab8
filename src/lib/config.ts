import { resolve } from 'node:path'
import { SECOND } from './clock.ts'
import { ConfigError } from './config-error.ts'
import { type Environment, unknownSettings, withFiles } from './environment.ts'
import type { Kobo } from './money.ts'
import { isLoopback, isPrivate } from './networks.ts'
import {
  type MonnifySettings,
  type PaystackSettings,
  type ProviderName,
  readFloors,
  readMonnify,
  readOrder,
  readPaystack,
  readSafehaven,
  type SafehavenSettings,
} from './provider-settings.ts'
import { checkSettings } from './setting-checks.ts'
import { type Variable, variables } from './variables.ts'

export { ConfigError } from './config-error.ts'

// The settings as the service uses them. Each is an environment variable of variables.ts.

const EMBEDDED_PROCESSES_MAX = 8
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent']

/** What is made for a laptop: production.ts says why, and refuses it where others can reach it. */
export const LAPTOP_THINGS = [
  'demo-store',
  'key-beside-data',
  'docs',
  'private-webhooks',
  'messages',
  'core-dumps',
] as const
export type LaptopThing = (typeof LAPTOP_THINGS)[number]

const ROLES = ['api', 'worker'] as const
export type Role = (typeof ROLES)[number]

export type { Environment } from './environment.ts'

export type Config = {
  port: number
  host: string
  processes: number
  roles: Role[]
  /** Empty until the port is known, unless BASE_URL is set. */
  baseUrl: string
  databaseUrl: string | null
  databaseWaitMs: number
  /** Of the owner of the tables, where `databaseUrl` is not its. */
  migrateUrl: string | null
  /** Of a standby, from which is read what may be some seconds old. */
  readUrl: string | null
  /** Others can reach it: by COWRIE_ENV, or because BASE_URL is not this machine. */
  isProduction: boolean
  /** SIGTERM: requests are served as before for so long. */
  drainDelayMs: number
  /** A sentence for each name in the environment that is no setting: in production none is. */
  unknown: string[]
  /** COWRIE_MODE. */
  recovers: boolean
  /** By its operator, in production. */
  accepted: LaptopThing[]
  makesDemoStore: boolean
  servesDocs: boolean
  /** Below /paystack. */
  paystackApi: boolean
  allowsPrivateWebhooks: boolean
  dataDirectory: string
  /** The newest first; empty where none is set. */
  masterKeys: Buffer[]
  sandboxRailSecrets: string[]
  mail: {
    from: string | null
    /** Of live mode. */
    url: string | null
    testUrl: string | null
  }
  logLevel: string
  /** Where /metrics is served; null where nobody reads it. */
  metrics: { host: string; port: number } | null
  limits: {
    perSecond: number
    burst: number
    resolvePerSecond: number
    publicPerMinute: number
    checkoutPerSecond: number
    identityPerMinute: number
    cardTriesPerAddress: number
    identityPerNumber: number
  }
  identityDetailsHours: number
  sockets: { max: number; perNetwork: number }
  statementsDirectory: string | null
  trustProxy: string[]
  /** Of live mode; null where one is not configured. */
  providers: {
    /** In which they are asked for what is new. */
    order: ProviderName[]
    /** Kobo, by name: below it operators are told of the balance. */
    floors?: Partial<Record<string, Kobo>>
    safehaven: SafehavenSettings | null
    paystack: PaystackSettings | null
    monnify: MonnifySettings | null
  }
}

/** SIGTERM: what is running may take this long. */
export const DRAIN_MS = 25 * SECOND

export function readConfig(given: Environment): Config {
  const environment = withFiles(given)
  const read = (name: Variable) => environment[name]?.trim() || variables[name].default
  const list = (name: Variable) =>
    read(name)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
  const folder = (name: Variable) => (read(name) === '' ? null : resolve(read(name)))
  const whole = (name: Variable, min: number, max: number) => {
    const value = Number(read(name))
    if (Number.isInteger(value) && value >= min && value <= max) return value
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`)
  }
  const isOn = (name: Variable, otherwise: boolean, words = ['0', '1']) => {
    const text = read(name)
    if (text === '') return otherwise
    if (words.includes(text)) return text === words[1]
    throw new ConfigError(`${name} must be ${words.join(' or ')}.`)
  }
  const host = read('HOST')
  const baseUrl = baseUrlOf(read('BASE_URL'))
  const isLocal = baseUrl === '' || isLoopback(new URL(baseUrl).hostname)
  const isProduction = isProductionOf(read('COWRIE_ENV')) || !isLocal
  const saysDelay = read('COWRIE_DRAIN_DELAY') !== ''
  const drainDelay = saysDelay ? whole('COWRIE_DRAIN_DELAY', 0, 60) : isProduction ? 5 : 0
  checkSettings(read)
  return {
    port: whole('PORT', 0, 65_535),
    host,
    processes: processesOf(whole('COWRIE_PROCESSES', 1, 64), read('DATABASE_URL')),
    roles: rolesOf(list('COWRIE_ROLES')),
    baseUrl,
    databaseUrl: read('DATABASE_URL') || null,
    databaseWaitMs: whole('COWRIE_DATABASE_WAIT', 0, 3_600) * SECOND,
    isProduction,
    drainDelayMs: drainDelay * SECOND,
    unknown: unknownOf(environment, isProduction),
    migrateUrl: besideDatabase('COWRIE_MIGRATE_URL', read, ', the login that the service runs as'),
    readUrl: besideDatabase('COWRIE_READ_URL', read, ', the primary'),
    recovers: isOn('COWRIE_MODE', false, ['normal', 'recovery']),
    accepted: acceptedOf(list('COWRIE_ACCEPT')),
    makesDemoStore: isOn('COWRIE_DEMO', read('DATABASE_URL') === ''),
    servesDocs: isOn('COWRIE_DOCS', true),
    paystackApi: isOn('COWRIE_PAYSTACK_API', false, ['off', 'on']),
    allowsPrivateWebhooks: isOn('COWRIE_ALLOW_PRIVATE_WEBHOOKS', isLocal && isLoopback(host)),
    dataDirectory: resolve(read('COWRIE_DATA')),
    masterKeys: masterKeysOf(read('COWRIE_MASTER_KEY')),
    sandboxRailSecrets: list('COWRIE_SANDBOX_RAIL_SECRET'),
    mail: mailOf(read),
    logLevel: logLevelOf(read('COWRIE_LOG_LEVEL')),
    metrics: metricsOf(read('COWRIE_METRICS')),
    limits: {
      perSecond: whole('COWRIE_RATE_LIMIT_PER_SECOND', 1, 1_000_000_000),
      burst: whole('COWRIE_RATE_LIMIT_BURST', 1, 1_000_000_000),
      resolvePerSecond: whole('COWRIE_RESOLVE_RATE_LIMIT_PER_SECOND', 1, 1_000_000_000),
      checkoutPerSecond: whole('COWRIE_CHECKOUT_RATE_LIMIT_PER_SECOND', 1, 1_000_000_000),
      publicPerMinute: whole('COWRIE_PUBLIC_RATE_LIMIT_PER_MINUTE', 1, 1_000_000_000),
      identityPerMinute: whole('COWRIE_IDENTITY_RATE_LIMIT_PER_MINUTE', 1, 1_000_000_000),
      cardTriesPerAddress: whole('COWRIE_CARD_TRIES_PER_ADDRESS', 10, 1_000_000),
      identityPerNumber: whole('COWRIE_IDENTITY_LIMIT_PER_NUMBER', 1, 1_000_000),
    },
    identityDetailsHours: whole('COWRIE_IDENTITY_DETAILS_HOURS', 1, 168),
    sockets: {
      max: whole('COWRIE_SOCKETS', 1, 1_000_000),
      perNetwork: whole('COWRIE_SOCKETS_PER_ADDRESS', 1, 1_000_000),
    },
    statementsDirectory: folder('COWRIE_STATEMENTS'),
    trustProxy: list('COWRIE_TRUST_PROXY'),
    providers: providersOf(environment, baseUrl),
  }
}

function rolesOf(words: string[]): Role[] {
  const roles = ROLES.filter((role) => words.includes(role))
  if (roles.length > 0 && roles.length === new Set(words).size) return roles
  throw new ConfigError('COWRIE_ROLES must be api, worker, or both with a comma.')
}

function providersOf(environment: Environment, baseUrl: string): Config['providers'] {
  const configured = {
    safehaven: readSafehaven(environment, baseUrl),
    paystack: readPaystack(environment),
    monnify: readMonnify(environment),
  }
  const floors = readFloors(environment)
  return { ...configured, floors, order: readOrder(environment, configured) }
}

/** A limit with a mistake in its name would be no limit. */
function unknownOf(environment: Environment, isProduction: boolean): string[] {
  const unknown = unknownSettings(environment)
  if (isProduction && unknown.length > 0) throw new ConfigError(unknown.join('\n'))
  return unknown
}

/** Another address of the database. `what` DATABASE_URL is then. */
function besideDatabase(name: Variable, read: (name: Variable) => string, what: string) {
  const url = read(name)
  if (url === '' || read('DATABASE_URL') !== '') return url || null
  throw new ConfigError(`${name} also needs DATABASE_URL${what}.`)
}

function isProductionOf(text: string): boolean {
  if (text === '' || text === 'production') return text !== ''
  throw new ConfigError('COWRIE_ENV must be production, or empty for development.')
}

function acceptedOf(words: string[]): LaptopThing[] {
  return words.map((word) => {
    const known = LAPTOP_THINGS.find((thing) => thing === word)
    if (known !== undefined) return known
    throw new ConfigError(
      `COWRIE_ACCEPT must be a list of ${LAPTOP_THINGS.join(', ')}, separated by commas.`,
    )
  })
}

/** The embedded database has 200 connections, and some are left for whoever looks at it. */
function processesOf(count: number, databaseUrl: string): number {
  if (count <= EMBEDDED_PROCESSES_MAX || databaseUrl !== '') return count
  throw new ConfigError(
    `COWRIE_PROCESSES must be at most ${EMBEDDED_PROCESSES_MAX} on the embedded database. ` +
      'For more, set DATABASE_URL to your own PostgreSQL.',
  )
}

/** The text of `.env.example`. */
export function exampleEnvironment(): string {
  const lines = Object.entries(variables).map(
    ([name, variable]) => `# ${variable.says}\n# ${name}=${variable.default}\n`,
  )
  const head = [
    '# Every setting of Cowrie with its default. Written by `npm run generate`.',
    '# DATABASE_URL and COWRIE_ settings can be read from a file: set NAME_FILE to its path.',
  ].join('\n')
  return `${head}\n\n${lines.join('\n')}`
}

/** Each with 32 bytes or more, as base64 or hexadecimal, with commas or one a line. */
export function masterKeysOf(text: string): Buffer[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(masterKeyOf)
}

function masterKeyOf(text: string): Buffer {
  const isHex = /^([0-9a-f]{2})+$/i.test(text)
  // Node skips what is not base64: a passphrase would become a key of fewer bits than it seems.
  const isBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)
  const bytes = Buffer.from(isHex || isBase64 ? text : '', isHex ? 'hex' : 'base64')
  if (bytes.length >= 32) return bytes
  throw new ConfigError('COWRIE_MASTER_KEY must be at least 32 bytes in base64 or hexadecimal.')
}

function baseUrlOf(text: string): string {
  if (text === '') return ''
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError('BASE_URL must be a URL such as https://pay.example.com.')
  }
  return text.replace(/\/+$/, '')
}

function mailOf(read: (name: Variable) => string): Config['mail'] {
  const from = read('COWRIE_MAIL_FROM') || null
  if (from !== null && !/^[^\s@<>",;:\\]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(from)) {
    throw new ConfigError(
      'COWRIE_MAIL_FROM must be an email address such as receipts@pay.example.com.',
    )
  }
  const urlIn = (name: 'COWRIE_SMTP_URL' | 'COWRIE_TEST_SMTP_URL') => {
    const text = read(name)
    if (text === '') return null
    // The text itself is not told: a password may be in it.
    if (!isMailServer(text)) {
      throw new ConfigError(`${name} must be a URL such as smtps://user:password@host:465.`)
    }
    if (from === null)
      throw new ConfigError(`${name} also needs COWRIE_MAIL_FROM, the email address of the sender.`)
    return text
  }
  return { from, url: urlIn('COWRIE_SMTP_URL'), testUrl: urlIn('COWRIE_TEST_SMTP_URL') }
}

function isMailServer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return false
  try {
    decodeURIComponent(url.username + url.password)
  } catch {
    return false // A percent sign of a password must be written %25.
  }
  return true
}

/** They tell how a business fares, so nobody outside is to read them. */
function metricsOf(text: string): Config['metrics'] {
  if (text === '') return null
  const [, inBrackets, plain, digits] = /^(?:\[(.+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  const host = inBrackets ?? plain ?? ''
  const port = Number(digits)
  if (!(port <= 65_535) || !(isLoopback(host) || isPrivate(host))) {
    throw new ConfigError(
      'COWRIE_METRICS must be a loopback or private address and a port, such as 127.0.0.1:9464.',
    )
  }
  return { host, port }
}

function logLevelOf(text: string): string {
  if (LOG_LEVELS.includes(text)) return text
  throw new ConfigError(`COWRIE_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`)
}
