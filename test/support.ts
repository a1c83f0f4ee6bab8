import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import { sandboxMessages } from '../packages/devkit/sandbox/messages.ts'
import { armedCalls } from '../packages/devkit/sandbox/rails.ts'
import { activate, askForLive } from '../src/accounts/activation/activation.ts'
import {
  ageOf,
  closeDirectory,
  createBusiness,
  type NewKeys,
} from '../src/accounts/businesses/businesses.ts'
import { issueKey } from '../src/accounts/businesses/keys.ts'
import type { BusinessId, Context, Scope } from '../src/core/context.ts'
import { openWebhookEndpoints } from '../src/core/events/webhooks.ts'
import type { WrongRow } from '../src/core/ledger/verify.ts'
import { verifyBooks } from '../src/operator/books.ts'
import { BatchWaits } from '../src/platform/batch.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Database } from '../src/platform/db.ts'
import { pubSub } from '../src/platform/pub-sub.ts'
import { keyring } from '../src/platform/secrets.ts'
import { memoryOf, type SandboxMemory, sandboxRails } from '../src/providers/sandbox/sandbox.ts'
import { stoppable } from '../src/providers/stoppable.ts'
import {
  type Connections,
  connectionsTo,
  endConnections,
  giveBack,
  isLent,
  keptOf,
  ownerOf,
  takeDatabase,
} from './databases.ts'
import { closeDecoy, openDecoy } from './decoy.ts'
import { moneyHolds, movesMoney } from './money.ts'

export { createDatabase, dropDatabase, SERVER } from './databases.ts'

const MASTER_KEY = Buffer.alloc(32, 'a master key for tests only')
/** The sandbox's bank signs its notifications with this. */
export const RAIL_SECRET = 'a rail secret for tests only'

export type TestContext = Context & {
  database: string
  /** What the sandbox rails remember. */
  memory: SandboxMemory
  /** Lets time pass. */
  advance(ms: number): void
  /** Changes the clock without letting time pass. */
  setClock(byMs: number): void
  opened: Promise<void>
}

/**
 * A database for each test file. The books must be right after every test, or else after the file.
 * `isNew`: for tests that count PostgreSQL's reads. Otherwise the database may have served other
 * files, whose deleted rows are still in its pages.
 */
export function useContext({ isNew = false } = {}): TestContext {
  const context = {} as TestContext
  // Hooks of a file run concurrently; whatever needs the context awaits this.
  context.opened = openContext({ isNew }).then((opened) => void Object.assign(context, opened))
  before(() => context.opened)
  // Reports each fault in the books once: later tests fail only for what they add.
  let known: string[] = []
  async function assertBooks(): Promise<void> {
    const wrong = await verifyBooks(ownerOf(context.database))
    const added = wrong.filter((row) => !known.includes(placeOf(row)))
    known = wrong.map(placeOf)
    await moneyHolds(() => assert.deepEqual(added, [], 'the books are right'))
  }
  if (movesMoney(process.env['COWRIE_TEST_FILE'] ?? '')) afterEach(assertBooks)
  after(async () => {
    await assertBooks()
    await closeContext(context)
  })
  return context
}

function placeOf({ what, where }: WrongRow): string {
  return `${what} ${where}`
}

/** A context outside a test file's own. Close it with `closeContext`. */
export async function openContext({ isNew = false } = {}): Promise<TestContext> {
  const database = await takeDatabase({ isNew })
  return contextWith(database, keptOf(database))
}

const openOn = new Map<string, TestContext[]>()

/** Acts as another process over the same database, with its own caches and connections. */
export function contextOn(database: string): TestContext {
  return contextWith(database, connectionsTo(database))
}

function contextWith(database: string, connections: Connections): TestContext {
  const context = contextOver(database, connections)
  openOn.set(database, [...(openOn.get(database) ?? []), context])
  return context
}

function contextOver(database: string, { sql, hot }: Connections): TestContext {
  let shiftMs = 0
  let passedMs = 0
  const now = () => new Date(Date.now() + shiftMs)
  const baseUrl = () => 'http://cowrie.test'
  const memory = memoryOf(new Map())
  const notificationSecrets = [RAIL_SECRET]
  const keys = keyring(MASTER_KEY)
  const armed = armedCalls(sql)
  const messages = sandboxMessages(hot, keys, now)
  return {
    database,
    memory,
    config: readConfig({
      COWRIE_RATE_LIMIT_PER_SECOND: '100000',
      COWRIE_RATE_LIMIT_BURST: '100000',
      COWRIE_RESOLVE_RATE_LIMIT_PER_SECOND: '100000',
      COWRIE_CHECKOUT_RATE_LIMIT_PER_SECOND: '1000',
      COWRIE_IDENTITY_RATE_LIMIT_PER_MINUTE: '1000000',
      COWRIE_CARD_TRIES_PER_ADDRESS: '1000000',
      // It makes partitions, and a database with other tables is not lent again.
      COWRIE_REQUEST_LOG: 'off',
    }),
    sql,
    hot,
    keys,
    rails: stoppable({
      test: sandboxRails({ memory, messages, armed, baseUrl, now, notificationSecrets }),
      live: [],
    }),
    now,
    monotonicMs: () => performance.now() + passedMs,
    log: {
      info: () => {},
      warn: () => {},
      error: (fields, message) => console.error(message, fields),
    },
    batchWaits: new BatchWaits(),
    pubSub: pubSub(),
    passwordCost: { N: 2, r: 1, p: 1 },
    baseUrl,
    advance(ms) {
      shiftMs += ms
      passedMs += ms
    },
    setClock(byMs) {
      shiftMs += byMs
    },
    opened: Promise.resolve(),
  }
}

/** As `contextOn`, after its first poll for changes: later polls drop only changed entries. */
export async function givenProcess({ database }: TestContext): Promise<TestContext> {
  const process = contextOn(database)
  await until('it has looked for changes', async () => ageOf(process) > 0)
  return process
}

export async function disconnect(context: TestContext): Promise<void> {
  closeDirectory(context)
  await endConnections(context)
}

/**
 * Closes every context over this database, so that nothing a failed test left open keeps the
 * process alive.
 */
export async function closeContext({ database }: TestContext): Promise<void> {
  const close = (context: TestContext) =>
    isLent(context) ? closeDirectory(context) : disconnect(context)
  await Promise.all((openOn.get(database) ?? []).map(close))
  openOn.delete(database)
  await giveBack(database)
}

/** A database that does not answer: every statement fails. */
export const AWAY = ((text: object) => {
  if (!Object.hasOwn(text, 'raw')) return text
  const failed = Promise.reject(new Error('away'))
  // Nobody awaits a fragment of a statement.
  failed.catch(() => {})
  return failed
}) as unknown as Database

/** Runs as the owner of the database, past the application's rights, to inspect or break things. */
export async function asOwner<Result>(
  context: TestContext,
  run: (sql: Database) => Promise<Result>,
): Promise<Result> {
  return run(ownerOf(context.database))
}

export type GivenBusiness = Scope & {
  keys: NewKeys
  webhookSecret: string
  dedicatedSecret: string
}

/** A business in test mode with ₦100,000.00 of play money, and a decoy in live mode. */
export async function givenBusiness(context: Context, name?: string): Promise<GivenBusiness> {
  const business = await givenTestOnly(context, name)
  await context.sql.begin((sql) => openDecoy(sql, business.businessId, context.now()))
  return business
}

/** A business without a live mode; it may still open one. */
export async function givenTestOnly(context: Context, name = 'Demo Store'): Promise<GivenBusiness> {
  const now = context.now()
  return context.sql.begin(async (sql) => {
    const email = 'owner@demo-store.example'
    const { businessId, keys } = await createBusiness(sql, now, { name, email }, context.keys)
    const scope = { businessId, mode: 'test' } as const
    return { ...scope, keys, ...(await openWebhookEndpoints(sql, context.keys, scope, now)) }
  })
}

/** Opens live mode as an operator does, then issues a key of each kind. */
export async function givenLive(context: Context, businessId: BusinessId): Promise<NewKeys> {
  await context.sql.begin((sql) => closeDecoy(sql, businessId))
  await askForLive(context, businessId, {
    legalName: 'Example Stores Limited',
    registrationNumber: 'RC1234567',
    contactPhone: '+2348000000000',
    website: null,
    bvn: '22222222221',
    nin: null,
  })
  await activate(context, businessId)
  const live = { businessId, mode: 'live' } as const
  return context.sql.begin(async (sql) => {
    const { key: secretKey } = await issueKey(sql, context.now(), live, 'secret')
    const { key: publicKey } = await issueKey(sql, context.now(), live, 'public')
    return { secretKey, publicKey }
  })
}

// The real clock, even when a test has stopped the mocked one.
const { setTimeout: realTimeout } = globalThis
const realNow = performance.now.bind(performance)

/** Polls every 10 ms, for something that another process or a job does. */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | null | undefined | false>,
  timeoutMs = 120_000,
): Promise<Value> {
  const end = realNow() + timeoutMs
  while (realNow() < end) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => realTimeout(resolve, 10))
  }
  throw new assert.AssertionError({ message: `waited in vain until ${what}` })
}
