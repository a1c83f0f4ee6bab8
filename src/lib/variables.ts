import { PROVIDER_VARIABLES } from './provider-settings.ts'

// Every environment variable, its default and its unit. `.env.example` is written from this table,
// so the table is the documentation.

export const variables = {
  PORT: { default: '4000', says: 'Port to listen on. 0 picks a free port.' },
  HOST: { default: '127.0.0.1', says: 'Address to listen on. 0.0.0.0 for all interfaces.' },
  COWRIE_PROCESSES: {
    default: '1',
    says:
      'Processes that share this port, 1 to 64: one for each processor that the database ' +
      'does not need. Each uses up to 15 database connections.',
  },
  COWRIE_ROLES: {
    default: 'api,worker',
    says:
      'What this process does: api serves requests; worker runs background jobs and sends ' +
      'webhooks, and serves /healthz and /readyz only. Each database needs at least one of each.',
  },
  BASE_URL: {
    default: '',
    says: 'Public URL of this service, without a slash at the end. Default: http://HOST:PORT.',
  },
  DATABASE_URL: {
    default: '',
    says:
      'Your own PostgreSQL, 15 or newer. With several hosts, separated by commas, the ' +
      'writable one is used. Default: the embedded one in COWRIE_DATA.',
  },
  COWRIE_DATABASE_WAIT: {
    default: '60',
    says:
      'Seconds to wait at start for a database that is starting, recovering or has no writable ' +
      'host yet, 0 to 3600.',
  },
  COWRIE_DRAIN_DELAY: {
    default: '',
    says:
      'Seconds from SIGTERM, when /readyz turns 503, until the port is closed, 0 to 60: as long ' +
      'as a load balancer takes to notice. Default: 5 in production, else 0.',
  },
  COWRIE_MIGRATE_URL: {
    default: '',
    says:
      'The same database, with the login that owns the tables, for migrations. DATABASE_URL then ' +
      'needs a login that cannot become the owner. Default: DATABASE_URL is used for both.',
  },
  COWRIE_READ_URL: {
    default: '',
    says:
      'A standby of DATABASE_URL, to read the later pages of lists and exports from while it ' +
      'is at most 5 seconds behind. Default: none.',
  },
  COWRIE_ENV: {
    default: '',
    says:
      'production: do not start with development settings. A BASE_URL that is not this ' +
      'machine has the same effect.',
  },
  COWRIE_ACCEPT: {
    default: '',
    says:
      'Development settings to accept in production, separated by commas: demo-store, ' +
      'key-beside-data, docs, private-webhooks, messages, core-dumps. Default: none.',
  },
  COWRIE_MODE: {
    default: 'normal',
    says:
      'recovery: after a restore, no money and no webhooks are sent until an operator releases ' +
      'the service. Starts automatically if it detects a restore; docs/operating/recovery.md.',
  },
  COWRIE_DEMO: {
    default: '',
    says:
      '1 creates a demo store with a login on an empty database, 0 does not. Default: 1 on ' +
      'the embedded database, 0 on your own.',
  },
  COWRIE_DOCS: { default: '1', says: '0 turns off the documentation pages at /docs.' },
  COWRIE_ALLOW_PRIVATE_WEBHOOKS: {
    default: '',
    says:
      '1 allows test mode webhooks to loopback addresses, 0 rejects them. Default: 1 while ' +
      'HOST and BASE_URL are loopback, else 0.',
  },
  COWRIE_PAYSTACK_API: {
    default: 'off',
    says:
      "on: serve Paystack's API at /paystack, for clients that were written for it; " +
      'docs/from-paystack.md.',
  },
  COWRIE_DATA: {
    default: '.cowrie',
    says: 'Folder for the embedded database, demo.json and the development master key.',
  },
  COWRIE_MASTER_KEY: {
    default: '',
    says:
      '32 random bytes in base64 or hexadecimal. During a key rotation several, newest ' +
      'first, separated by commas. Default: created once in COWRIE_DATA.',
  },
  COWRIE_SANDBOX_RAIL_SECRET: {
    default: '',
    says:
      'The secret with which the sandbox bank signs its notifications. During a rotation ' +
      'two, separated by a comma. Default: created once in COWRIE_DATA.',
  },
  COWRIE_MAIL_FROM: {
    default: '',
    says: 'Sender of receipts and notices, an email address. Required with either of the next two.',
  },
  COWRIE_SMTP_URL: {
    default: '',
    says:
      'Mail server for live mode: smtps://user:password@host, or smtp:// with STARTTLS. ' +
      'Unencrypted only to this machine.',
  },
  COWRIE_TEST_SMTP_URL: {
    default: '',
    says:
      'Mail server for test mode, such as smtp://localhost:1025. Without it nothing is ' +
      'sent. GET /api/v1/sandbox/messages lists the mail either way.',
  },
  COWRIE_LOG_LEVEL: {
    default: 'warn',
    says: 'fatal, error, warn, info, debug or silent. info and debug log each request.',
  },
  COWRIE_METRICS: {
    default: '',
    says:
      'Address and port of /metrics for Prometheus, such as 127.0.0.1:9464; loopback or a ' +
      'private address only. Default: none.',
  },
  COWRIE_RATE_LIMIT_PER_SECOND: { default: '100', says: 'Requests per second per key.' },
  COWRIE_RATE_LIMIT_BURST: { default: '200', says: 'Burst of requests per key.' },
  COWRIE_RESOLVE_RATE_LIMIT_PER_SECOND: {
    default: '10',
    says: 'Account resolutions per second per key, within the limit of the key.',
  },
  COWRIE_PUBLIC_RATE_LIMIT_PER_MINUTE: {
    default: '30',
    says:
      'Payments per minute that one IP address may start with a public key. An IPv6 /64 ' +
      'counts as one address.',
  },
  COWRIE_CHECKOUT_RATE_LIMIT_PER_SECOND: {
    default: '10',
    says: 'Requests per second from the checkout page of one payment. Burst: ten times as many.',
  },
  COWRIE_CARD_TRIES_PER_ADDRESS: {
    default: '30',
    says:
      'Failed card attempts from one IP address before each further one costs a minute. The ' +
      'other limits against card testing scale with it: docs/operating/card-testing.md.',
  },
  COWRIE_IDENTITY_RATE_LIMIT_PER_MINUTE: {
    default: '60',
    says: 'Identity verifications per minute per key.',
  },
  COWRIE_IDENTITY_LIMIT_PER_NUMBER: {
    default: '5',
    says: 'Verifications of one BVN or NIN in 24 hours, across all businesses.',
  },
  COWRIE_IDENTITY_DETAILS_HOURS: {
    default: '24',
    says: 'Hours for which the details of a verified person are stored, at most 168.',
  },
  COWRIE_STATEMENTS: {
    default: '',
    says:
      'Folder with bank statements, imported each night: MODE/RAIL/*.csv and *.json. ' +
      'Default: none.',
  },
  COWRIE_SOCKETS: {
    default: '10000',
    says: 'Maximum of open connections, across all processes. Each uses a file descriptor.',
  },
  COWRIE_SOCKETS_PER_ADDRESS: {
    default: '2500',
    says:
      'Maximum of open connections per IP address. An IPv6 /64 counts as one address. ' +
      'Behind a proxy of COWRIE_TRUST_PROXY: requests in progress per client.',
  },
  COWRIE_TRUST_PROXY: {
    default: '',
    says:
      'IP addresses of your reverse proxies, separated by commas. Only they may set ' +
      'X-Forwarded-For.',
  },
  ...PROVIDER_VARIABLES,
} as const satisfies Record<string, { default: string; says: string }>

export type Variable = keyof typeof variables
