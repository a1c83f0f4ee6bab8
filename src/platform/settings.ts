import { PROVIDER_SETTINGS, PROVIDERS } from './provider-settings.ts'
import { CELL } from './secrets.ts'
import {
  ARCHIVE,
  DATABASE,
  DAY_OR_OFF,
  either,
  folder,
  HOST,
  KEYS,
  listOf,
  MAIL_SERVER,
  matching,
  oneOf,
  PRIVATE_PORT,
  PROXIES,
  type Setting,
  someOf,
  url,
  whole,
} from './setting-kinds.ts'

// All settings, one environment variable each. `config.ts` reads them; `.env.example` and the
// tables of the documentation are generated from them.

/** For laptops; production.ts says why it is refused where others can reach the service. */
export const LAPTOP_THINGS = [
  'demo-store',
  'key-beside-data',
  'docs',
  'private-webhooks',
  'messages',
  'core-dumps',
] as const
export type LaptopThing = (typeof LAPTOP_THINGS)[number]

const RATE = whole(1, 1_000_000_000)
const RAIL_SECRET_LENGTH_MIN = 16

export const settings = {
  PORT: {
    kind: whole(0, 65_535),
    default: '4000',
    says: 'Port to listen on; `0` picks a free one.',
  },
  HOST: {
    kind: HOST,
    default: '127.0.0.1',
    says: 'Address to listen on; `0.0.0.0` for all interfaces.',
  },
  COWRIE_PROCESSES: {
    kind: whole(1, 64),
    default: '1',
    says:
      'Processes that share the port: one for each processor that the database does not need, ' +
      'at most 8 with the embedded database. Each uses up to 15 database connections.',
  },
  COWRIE_ROLES: {
    kind: someOf(['api', 'worker']),
    default: 'api,worker',
    says:
      'What this process does: `api` serves requests; `worker` runs background jobs and sends ' +
      'webhooks, and serves `/healthz` and `/readyz` only. Each database needs at least one of ' +
      'each.',
    see: 'operating/ha.md',
  },
  BASE_URL: {
    kind: url('a URL such as https://pay.example.com', ({ protocol }) =>
      /^https?:$/.test(protocol),
    ),
    unset: '`http://HOST:PORT`',
    says: 'Public URL of this service, without a slash at the end.',
  },
  DATABASE_URL: {
    kind: DATABASE,
    unset: 'the embedded one in `COWRIE_DATA`',
    says:
      'Your own PostgreSQL, 15 or newer. With several hosts, separated by commas, the ' +
      'writable one is used.',
    see: 'operating/database.md',
    isSecret: true,
  },
  COWRIE_DATABASE_WAIT: {
    kind: whole(0, 3_600, 'seconds'),
    default: '60',
    says:
      'How long to wait at start for a database that is starting, recovering or has no ' +
      'writable host yet.',
  },
  COWRIE_DRAIN_DELAY: {
    kind: whole(0, 60, 'seconds'),
    unset: '5 in production, else 0',
    says:
      'Time from SIGTERM, when `/readyz` turns 503, until the port is closed: as long as a load ' +
      'balancer takes to notice.',
    see: 'operating/readiness.md',
  },
  COWRIE_MIGRATE_URL: {
    kind: DATABASE,
    unset: '`DATABASE_URL`',
    says:
      'The same database, with the login that owns the tables, for migrations. `DATABASE_URL` ' +
      'then needs a login that cannot become the owner.',
    see: 'operating/upgrade.md',
    needs: 'DATABASE_URL',
    isSecret: true,
  },
  COWRIE_READ_URL: {
    kind: DATABASE,
    says:
      'A standby of `DATABASE_URL`, to read the later pages of lists and exports from while it ' +
      'is at most 5 seconds behind.',
    see: 'operating/ha.md',
    needs: 'DATABASE_URL',
    isSecret: true,
  },
  COWRIE_ENV: {
    kind: oneOf(['production']),
    says:
      '`production`: do not start with development settings. A `BASE_URL` that is not this ' +
      'machine has the same effect.',
    see: 'operating/production.md',
  },
  COWRIE_ACCEPT: {
    kind: someOf(LAPTOP_THINGS),
    says: 'Development settings to accept in production.',
    see: 'operating/production.md',
  },
  COWRIE_MODE: {
    kind: either('normal', 'recovery'),
    default: 'normal',
    says:
      '`recovery`: after a restore, no money and no webhooks are sent until an operator releases ' +
      'the service. Starts automatically if it detects a restore.',
    see: 'operating/recovery.md',
  },
  COWRIE_DEMO: {
    kind: either('0', '1'),
    unset: '1 on the embedded database, 0 on your own',
    says: '`1` creates a demo store with a login on an empty database.',
  },
  COWRIE_SANDBOX_CLOCK: {
    kind: either('0', '1'),
    default: '0',
    says:
      '`1`, for test suites: fresh businesses, resets, and a clock that can be moved. One ' +
      'process on the embedded database, without live mode.',
    see: 'testing.md',
  },
  COWRIE_EPHEMERAL: {
    kind: either('0', '1'),
    default: '0',
    says:
      '`1`: the same, on a database in a temporary folder that waits for no disk and is deleted ' +
      'at the end.',
    see: 'testing.md',
  },
  COWRIE_SANDBOX_SEED: {
    kind: matching(
      '1 to 100 printable characters',
      /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/,
    ),
    says:
      'With `COWRIE_EPHEMERAL` or `COWRIE_SANDBOX_CLOCK`: makes keys, references and account ' +
      'numbers repeatable.',
    see: 'testing.md',
  },
  COWRIE_DOCS: {
    kind: either('0', '1'),
    default: '1',
    says: '`0` turns off the documentation pages at `/docs`.',
  },
  COWRIE_ALLOW_PRIVATE_WEBHOOKS: {
    kind: either('0', '1'),
    unset: '1 while `HOST` and `BASE_URL` are loopback, else 0',
    says:
      '`1` allows test mode webhooks to loopback addresses. Private networks are always ' +
      'rejected.',
  },
  COWRIE_SIGN_UP: {
    kind: either('off', 'on'),
    unset: '`on` on a laptop, `off` in production',
    says:
      '`on`: anyone can open a business in test mode at `/sign-up`. `off`: that page says whom ' +
      'to ask (`COWRIE_OPERATOR_NAME`, `COWRIE_PRIVACY_CONTACT`), and operators open businesses.',
    see: 'operating/operators.md',
  },
  COWRIE_CELL: {
    kind: matching('one character of 1–9 and a–z', CELL),
    unset: 'none: the first',
    says:
      'This installation among several that share their customers. It leads new keys, codes and ' +
      'slugs, so that a router could tell where they belong. It must not change.',
    see: 'operating/cells.md',
  },
  COWRIE_PAYSTACK_API: {
    kind: either('off', 'on'),
    default: 'off',
    says: "`on`: serve Paystack's API at `/paystack`, for clients that were written for it.",
    see: 'from-paystack.md',
  },
  COWRIE_REQUEST_LOG: {
    kind: either('off', 'on'),
    default: 'on',
    says: 'Keep the API calls of each business for 30 days, for its dashboard. `off`: for none.',
    see: 'operating/logs.md',
  },
  COWRIE_DATA: {
    kind: folder(false),
    default: '.cowrie',
    says: 'Folder for the embedded database, `demo.json` and the development master key.',
  },
  COWRIE_MASTER_KEY: {
    kind: KEYS,
    unset: 'created once in `COWRIE_DATA`',
    says:
      'Random bytes that encrypt the secrets in the database. During a key rotation several, ' +
      'newest first, separated by commas.',
    see: 'operating/keys.md',
    isSecret: true,
  },
  COWRIE_SANDBOX_RAIL_SECRET: {
    kind: listOf(`at least ${RAIL_SECRET_LENGTH_MIN} characters`, (one) =>
      one.length >= RAIL_SECRET_LENGTH_MIN ? one : undefined,
    ),
    unset: 'created once in `COWRIE_DATA`',
    says:
      'The secret with which the sandbox bank signs its notifications. During a rotation two, ' +
      'separated by a comma.',
    isSecret: true,
  },
  COWRIE_MAIL_FROM: {
    kind: matching(
      'an email address such as receipts@pay.example.com',
      /^[^\s@<>",;:\\]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i,
    ),
    says: 'Sender of receipts and notices.',
  },
  COWRIE_SMTP_URL: {
    kind: MAIL_SERVER,
    says:
      'Mail server for live mode: `smtps://user:password@host`, or `smtp://` with STARTTLS. ' +
      'Unencrypted only to this machine.',
    needs: 'COWRIE_MAIL_FROM',
    isSecret: true,
  },
  COWRIE_TEST_SMTP_URL: {
    kind: MAIL_SERVER,
    says:
      'Mail server for test mode, such as `smtp://localhost:1025`. Without it nothing is ' +
      'sent. `GET /api/v1/sandbox/messages` lists the mail either way.',
    needs: 'COWRIE_MAIL_FROM',
    isSecret: true,
  },
  COWRIE_LOG_LEVEL: {
    kind: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    default: 'warn',
    says: 'What is logged; `info` and `debug` log each request.',
    see: 'operating/monitoring.md',
  },
  COWRIE_METRICS: {
    kind: PRIVATE_PORT,
    says: 'Where `/metrics` is served for Prometheus.',
    see: 'operating/monitoring.md',
  },
  COWRIE_RATE_LIMIT_PER_SECOND: {
    kind: RATE,
    default: '100',
    says: 'Requests per second per key.',
  },
  COWRIE_RATE_LIMIT_BURST: { kind: RATE, default: '200', says: 'Burst of requests per key.' },
  COWRIE_RESOLVE_RATE_LIMIT_PER_SECOND: {
    kind: RATE,
    default: '10',
    says: 'Account resolutions per second per key, within the limit of the key.',
  },
  COWRIE_PUBLIC_RATE_LIMIT_PER_MINUTE: {
    kind: RATE,
    default: '30',
    says:
      'Payments per minute that one IP address may start with a public key. An IPv6 `/64` ' +
      'counts as one address.',
  },
  COWRIE_CHECKOUT_RATE_LIMIT_PER_SECOND: {
    kind: RATE,
    default: '10',
    says: 'Requests per second from the checkout page of one payment. Burst: ten times as many.',
  },
  COWRIE_CARD_TRIES_PER_ADDRESS: {
    kind: whole(10, 1_000_000),
    default: '30',
    says:
      'Failed card attempts from one IP address before each further one costs a minute. The ' +
      'other limits against card testing scale with it.',
    see: 'operating/card-testing.md',
  },
  COWRIE_IDENTITY_RATE_LIMIT_PER_MINUTE: {
    kind: RATE,
    default: '60',
    says: 'Identity verifications per minute per key.',
  },
  COWRIE_IDENTITY_LIMIT_PER_NUMBER: {
    kind: whole(1, 1_000_000),
    default: '5',
    says: 'Verifications of one BVN or NIN in 24 hours, across all businesses.',
  },
  COWRIE_IDENTITY_DETAILS_HOURS: {
    kind: whole(1, 168, 'hours'),
    default: '24',
    says: 'How long the details of a verified person are stored.',
  },
  COWRIE_OPERATOR_NAME: {
    kind: matching('a name of at most 100 characters', /^[^<>\p{Cc}]{1,100}$/u),
    says: 'The company that runs the service, as its privacy notice at `/privacy` names it.',
    see: 'operating/personal-data.md',
  },
  COWRIE_PRIVACY_CONTACT: {
    kind: matching(
      'an email address such as privacy@pay.example.com',
      /^[^\s@<>",;:\\]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i,
    ),
    says: 'Where people ask for a copy or the erasure of their data: shown in the privacy notice.',
    see: 'operating/personal-data.md',
  },
  COWRIE_STAMP_DUTY_FROM: {
    kind: DAY_OR_OFF,
    default: '2026-01-01',
    says:
      'The first day, in Lagos, on which the sender of a transfer of ₦10,000 or more owes ₦50 ' +
      'stamp duty. Applies to payouts, refunds and returns. `off`: never.',
    see: 'money.md',
  },
  COWRIE_STAMP_DUTY_TAKEN_BY: {
    kind: someOf([...PROVIDERS, 'none']),
    default: 'safehaven',
    says:
      'Providers that deduct the stamp duty from your balance themselves; `none` if no one does. ' +
      'What the others send is collected in the ledger, for you to pay over.',
    see: 'money.md',
  },
  COWRIE_STATEMENTS: {
    kind: folder(true),
    says: 'Folder with bank statements, imported each night: `MODE/RAIL/*.csv` and `*.json`.',
    see: 'operating/reconcile.md',
  },
  COWRIE_ARCHIVE: {
    kind: ARCHIVE,
    says:
      'Where `npm run archive` copies old months: a folder, or a bucket of a store with the API ' +
      'of S3, with key and secret in front of its host, and an optional prefix and region.',
    see: 'operating/archive.md',
    isSecret: true,
  },
  COWRIE_SOCKETS: {
    kind: whole(1, 1_000_000),
    default: '10000',
    says:
      'Open connections at most, across all processes. Each uses a file descriptor, so ' +
      '`ulimit -n` must be larger.',
  },
  COWRIE_SOCKETS_PER_ADDRESS: {
    kind: whole(1, 1_000_000),
    default: '2500',
    says:
      'Open connections at most per IP address. An IPv6 `/64` counts as one address. ' +
      'Behind a proxy of `COWRIE_TRUST_PROXY`: requests in progress per client.',
  },
  COWRIE_TRUST_PROXY: {
    kind: PROXIES,
    says: 'Your reverse proxies. Only they may set `X-Forwarded-For`.',
  },
  ...PROVIDER_SETTINGS,
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings
