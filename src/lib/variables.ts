import { PROVIDER_VARIABLES } from './provider-settings.ts'

// Every environment variable, its default and its unit. `.env.example` is written from this table,
// so the table is the documentation.

export const variables = {
  PORT: { default: '4000', says: 'Port to listen on. 0 picks a free one.' },
  HOST: { default: '127.0.0.1', says: 'Address to listen on. 0.0.0.0 for all interfaces.' },
  COWRIE_PROCESSES: {
    default: '1',
    says:
      'Processes that serve this port together, 1 to 64: one for each processor that the ' +
      'database leaves free. Each takes up to 15 connections to the database.',
  },
  COWRIE_ROLES: {
    default: 'api,worker',
    says:
      'What this process does: api serves requests; worker runs background jobs and sends ' +
      'webhooks, and serves /healthz and /readyz only. Each database needs at least one of both.',
  },
  BASE_URL: {
    default: '',
    says: 'Public address of this service, without a slash at the end. Default: http://HOST:PORT.',
  },
  DATABASE_URL: {
    default: '',
    says:
      'A PostgreSQL 15 or newer of your own; of several hosts, separated by commas, the one that ' +
      'can be written to. Default: the embedded one in COWRIE_DATA.',
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
      'The same database as the owner of the tables, for migrations: then DATABASE_URL is of a ' +
      'login that cannot become the owner. Default: DATABASE_URL does both.',
  },
  COWRIE_ENV: {
    default: '',
    says:
      'production: refuse to start with what is made for a laptop. So does a BASE_URL that is ' +
      'not this machine.',
  },
  COWRIE_ACCEPT: {
    default: '',
    says:
      'What is made for a laptop and accepted in production, with commas: demo-store, ' +
      'key-beside-data, docs, private-webhooks, messages, core-dumps. Default: none.',
  },
  COWRIE_MODE: {
    default: 'normal',
    says:
      'recovery: after a restore, no money and no webhook leaves until an operator releases it. ' +
      'By itself where the service notices; see docs/operating/recovery.md.',
  },
  COWRIE_DEMO: {
    default: '',
    says:
      '1 makes a demo store with a login on an empty database, 0 makes none. ' +
      'Default: 1 on the embedded database, 0 on your own.',
  },
  COWRIE_DOCS: { default: '1', says: '0 does not serve the page that shows the API, /docs.' },
  COWRIE_ALLOW_PRIVATE_WEBHOOKS: {
    default: '',
    says:
      '1 lets webhooks of test mode go to loopback addresses, 0 refuses them. ' +
      'Default: 1 while HOST and BASE_URL are loopback, else 0.',
  },
  COWRIE_PAYSTACK_API: {
    default: 'off',
    says:
      "on: /paystack answers as Paystack's API does, for clients that were written for it; " +
      'docs/from-paystack.md.',
  },
  COWRIE_DATA: {
    default: '.cowrie',
    says: 'Folder for the embedded database, demo.json and the development master key.',
  },
  COWRIE_MASTER_KEY: {
    default: '',
    says:
      '32 random bytes in base64 or hexadecimal; several with commas, the newest first, while ' +
      'one replaces another. Default: made once in COWRIE_DATA.',
  },
  COWRIE_SANDBOX_RAIL_SECRET: {
    default: '',
    says:
      'What the sandbox bank signs its notifications with; two with a comma while one replaces ' +
      'the other. Default: made once in COWRIE_DATA.',
  },
  COWRIE_MAIL_FROM: {
    default: '',
    says: 'E-mail address that receipts and notices come from; needed with either of the next two.',
  },
  COWRIE_SMTP_URL: {
    default: '',
    says:
      'Mail server of live mode: smtps://user:password@host, or smtp:// with STARTTLS. In clear ' +
      'only to this machine.',
  },
  COWRIE_TEST_SMTP_URL: {
    default: '',
    says:
      'Mail server of test mode, such as smtp://localhost:1025. Without it nothing is sent; ' +
      'GET /api/v1/sandbox/messages shows the mail either way.',
  },
  COWRIE_LOG_LEVEL: {
    default: 'warn',
    says: 'fatal, error, warn, info, debug or silent. From info on, each request is a line.',
  },
  COWRIE_METRICS: {
    default: '',
    says:
      'Address and port of /metrics for Prometheus, such as 127.0.0.1:9464; loopback or a ' +
      'private address only. Default: none.',
  },
  COWRIE_RATE_LIMIT_PER_SECOND: { default: '100', says: 'Requests a second for one key.' },
  COWRIE_RATE_LIMIT_BURST: { default: '200', says: 'Requests at once for one key.' },
  COWRIE_RESOLVE_RATE_LIMIT_PER_SECOND: {
    default: '10',
    says: 'Account numbers a second that one key may resolve, within the limit of the key.',
  },
  COWRIE_PUBLIC_RATE_LIMIT_PER_MINUTE: {
    default: '30',
    says:
      'Payments a minute that one address may start with a public key; an IPv6 /64 counts as one ' +
      'address.',
  },
  COWRIE_CHECKOUT_RATE_LIMIT_PER_SECOND: {
    default: '10',
    says: 'Requests a second for one payment from its page; ten times as many at once.',
  },
  COWRIE_CARD_TRIES_PER_ADDRESS: {
    default: '30',
    says:
      'Card attempts that have not paid, from one address, before it waits a minute for each. ' +
      'The other limits against card testing grow and shrink with it: ' +
      'docs/operating/card-testing.md.',
  },
  COWRIE_IDENTITY_RATE_LIMIT_PER_MINUTE: {
    default: '60',
    says: 'Identity verifications a minute that one key may begin.',
  },
  COWRIE_IDENTITY_LIMIT_PER_NUMBER: {
    default: '5',
    says: 'Verifications of one BVN or NIN in 24 hours, over all businesses.',
  },
  COWRIE_IDENTITY_DETAILS_HOURS: {
    default: '24',
    says: 'Hours for which the details of a verified person are kept; at most 168.',
  },
  COWRIE_STATEMENTS: {
    default: '',
    says:
      'Folder with statements of banks, imported each night: MODE/RAIL/*.csv and *.json. ' +
      'Default: none.',
  },
  COWRIE_SOCKETS: {
    default: '10000',
    says: 'Connections open at the same time, over all processes. Each takes a file descriptor.',
  },
  COWRIE_SOCKETS_PER_ADDRESS: {
    default: '2500',
    says:
      'Connections of one address at the same time; an IPv6 /64 counts as one address. Behind a ' +
      'proxy of COWRIE_TRUST_PROXY: requests under way of one client.',
  },
  COWRIE_TRUST_PROXY: {
    default: '',
    says: 'Addresses of your reverse proxies, with commas; only these set X-Forwarded-For.',
  },
  ...PROVIDER_VARIABLES,
} as const satisfies Record<string, { default: string; says: string }>

export type Variable = keyof typeof variables
