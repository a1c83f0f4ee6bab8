import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import { webhookFormats } from './app-paystack.ts'
import { banks } from './banks/banks.ts'
import { anyBusiness, closeDirectory, findMasterKeyCheck } from './businesses/businesses.ts'
import type { Context, Log } from './context.ts'
import { createDemoStore, describeDemo, hasDemoLogin, readDemo, writeDemo } from './demo-store.ts'
import { startWorker } from './jobs.ts'
import { BatchWaits } from './lib/batch.ts'
import { SECOND } from './lib/clock.ts'
import { type Config, ConfigError, DRAIN_MS, readConfig } from './lib/config.ts'
import { keepKeys, MasterKeyError } from './lib/data-keys.ts'
import { LoginError, mayMigrate, migrateAlone, migrateApart } from './lib/database-logins.ts'
import {
  connect,
  connectAsOwner,
  connectHot,
  connectWatch,
  type Database,
  type DatabaseAddress,
} from './lib/db.ts'
import { isAway } from './lib/db-errors.ts'
import { awaitDatabase, DatabaseStartError } from './lib/db-start.ts'
import { type Pools, watchDatabase } from './lib/db-watch.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './lib/embedded-postgres.ts'
import { findMasterKeys, findRailSecrets } from './lib/kept-secrets.ts'
import { listMigrations, MigrationError } from './lib/migrate.ts'
import { type Outage, outageTo, quietIn } from './lib/outage.ts'
import { dumpsCore, refuseLaptopSettings } from './lib/production.ts'
import type { Peers } from './lib/pub-sub.ts'
import { pubSub } from './lib/pub-sub.ts'
import { assertMayServe, levelOf, SchemaError, watchLevel } from './lib/schema-level.ts'
import { startReporting } from './operation/health.ts'
import { processName } from './operation/operation.ts'
import { followSwitches } from './operation/switches.ts'
import {
  findOrders,
  isWorker,
  type Orders,
  ProcessesError,
  peersOfWorker,
  sayReady,
  startProcesses,
} from './processes.ts'
import { railHealth, watched } from './rails/health.ts'
import { liveProviders } from './rails/live.ts'
import { sandboxRails, threeDSecure } from './rails/sandbox/sandbox.ts'
import { mailRailOf } from './rails/smtp.ts'
import { sandboxMessages } from './sandbox/messages.ts'
import { armedCalls } from './sandbox/rails.ts'
import { sandboxMemory } from './sandbox/sandbox.ts'
import { endStreams } from './streaming.ts'
import { EVENTS_TOPIC, startDeliverer } from './webhooks/webhooks.ts'

// Starts everything and ends it in the reverse order. Whatever is slow says what it is doing.

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

const LET_GO_MS = 50
/** After the time to finish, and before whoever waits for our end loses patience. */
const CUT_MS = 3 * SECOND
const GIVE_UP_MS = 7 * SECOND
/** For the first write; then the service says itself that it is not ready. */
const BEGIN_MS = 10 * SECOND

const LEVEL = levelOf(listMigrations())

const NO_BUSINESS =
  'There is no business yet. Make an operator with `npm run operator -- you@example.com`, who ' +
  'sets up the first one in the dashboard.'

/** What a person can mend: said in one sentence, without a stack. */
class StartError extends Error {}
/** Why a process that served has ended. */
class DatabaseError extends Error {}

/** Answers the function that ends it all. */
async function start(): Promise<() => Promise<void>> {
  const config = readConfig(process.env)
  const orders = findOrders()
  if (orders) {
    const { baseUrl, stop } = await serve(config, orders, peersOfWorker())
    sayReady(baseUrl)
    return stop
  }
  for (const sentence of config.unknown) complain(sentence)
  // What the settings alone show is refused before anything is touched.
  refuseLaptopSettings(config, { hasDemoLogin: false, dumpsCore: dumpsCore() })
  if (usesDataDirectory(config)) await makeDataDirectory(config)
  const database = await openDatabase(config)
  const { address } = database
  const { databaseWaitMs: waitMs, isProduction: isDurable } = config
  await awaitDatabase(address, { waitMs, say, isDurable })
  const role = await prepareDatabase(config, address)
  const { processes: count, drainDelayMs } = config
  const several = { count, drainDelayMs, address, role, tell: complain }
  const serving = await (config.processes === 1
    ? serve(config, { address, role, isFirst: true })
    : startProcesses({
        ...several,
        lost: (error) => database.close().finally(() => endWith(error)),
      }))
  say(`Cowrie is ready at ${serving.baseUrl}`)
  return async () => {
    try {
      await serving.stop()
    } finally {
      await database.close()
    }
  }
}

/** HTTP, jobs and webhooks, on a database that is ready. */
async function serve(config: Config, { address: at, role, isFirst }: Orders, peers?: Peers) {
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }))
  const outage = outageTo(pinoLog(log))
  let baseUrl = config.baseUrl
  const isDurable = config.isProduction
  const sql = connect(at, role, { isDurable })
  await assertMayServe(sql, LEVEL)
  const now = () => new Date()
  const notificationSecrets = await findRailSecrets(config)
  const kept = await keepKeys(sql, {
    masterKeys: await findMasterKeys(config),
    begunWith: await findMasterKeyCheck(sql),
    now,
    tell: (message) => log.error(message),
  })
  const hot = connectHot(at, role, { isDurable })
  const [mail, liveMail] = [mailRailOf(config, 'test'), mailRailOf(config, 'live')]
  const batchWaits = new BatchWaits()
  const sandbox = {
    memory: sandboxMemory(sql),
    messages: sandboxMessages(hot, kept.keys, now, batchWaits),
    armed: armedCalls(sql),
    mail,
    baseUrl: () => baseUrl,
    now,
    notificationSecrets,
  }
  const health = railHealth()
  const said = quietIn(outage, pinoLog(log))
  const live = liveProviders(config, { now, log: said, banks, mail: liveMail })
  const context: Context = {
    config,
    sql,
    hot,
    keys: kept.keys,
    rails: watched({ test: sandboxRails(sandbox), live }, health),
    now,
    log: said,
    batchWaits,
    // What was emitted here is sent from here.
    pubSub: pubSub(peers, (topic) => topic === EVENTS_TOPIC),
    ...(peers && { peers }),
    baseUrl: () => baseUrl,
  }

  let draining = false
  const watch = await watchOver({ sql, hot }, outage, () => connectWatch(at, role))
  const unready = () => (draining ? 'draining' : watch.unready())
  const switches = await followSwitches(context)
  const app = await buildApp(context, { unready, threeDSecure: threeDSecure(sandbox) })
  const address = await app.listen({ port: config.port, host: config.host, backlog: 4_096 })
  baseUrl ||= address
  if (isFirst) await openDemoStore(context)

  const own = processName()
  const reporting = startReporting(context, own, health)
  const worker = startWorker(context, own)
  const deliverer = startDeliverer(context, { formats: webhookFormats(context) })
  const unwatchLevel = watchLevel(sql, LEVEL, (error) => leave(stopAll, error))

  const stop = async () => {
    draining = true
    unwatchLevel()
    // A load balancer sees it, and sends new requests elsewhere.
    await pause(config.drainDelayMs)
    endStreams()
    await closeHttp(app)
    await Promise.all([worker.stop(), deliverer.stop()])
    await reporting.stop()
    for (const one of [mail, liveMail]) one?.close()
    closeDirectory(context)
    switches.stop()
    kept.stop()
    await endPools(5)
  }
  const endPools = (seconds: number) =>
    Promise.all([sql.end({ timeout: seconds }), hot.end({ timeout: seconds }), watch.end()])
  const stopAll = () => stopInTime(stop, () => endPools(0), config.drainDelayMs)
  return { baseUrl, stop: stopAll }
}

/** Once the first write was committed or has failed, or takes long. */
async function watchOver(pools: Pools, outage: Outage, openAnew: () => Database) {
  const deaf = () =>
    endWith(new DatabaseError('The database answers, but not this process: ending.'))
  const watch = watchDatabase({ pools, openAnew, deaf, outage })
  await Promise.race([watch.isBegun, pause(BEGIN_MS, undefined, { ref: false })])
  return watch
}

/** A connection that is kept alive is let go when its request has been answered. */
async function closeHttp(app: Awaited<ReturnType<typeof buildApp>>): Promise<void> {
  const letGo = setInterval(() => app.server.closeIdleConnections(), LET_GO_MS)
  const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearInterval(letGo)
  clearTimeout(cut)
}

/** What waits for the database waits no longer than this; nor do we, then, for what waits still. */
async function stopInTime(
  stop: () => Promise<void>,
  endPools: () => Promise<unknown>,
  delayMs: number,
) {
  const late = Promise.withResolvers<never>()
  const cut = setTimeout(() => void endPools(), delayMs + DRAIN_MS + CUT_MS)
  const giveUp = setTimeout(
    () => {
      late.reject(
        new DatabaseError('Not everything could be finished in time; ended all the same.'),
      )
    },
    delayMs + DRAIN_MS + GIVE_UP_MS,
  )
  await Promise.race([stop(), late.promise])
  clearTimeout(cut)
  clearTimeout(giveUp)
}

function pinoLog(log: Logger): Log {
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  }
}

async function openDemoStore(context: Context): Promise<void> {
  const { dataDirectory, makesDemoStore } = context.config
  const created = makesDemoStore ? await createDemoStore(context, dataDirectory) : null
  if (created) say(describeDemo(created))
  if (!makesDemoStore && !(await anyBusiness(context.sql))) say(NO_BUSINESS)
  const demo = created ? null : await readDemo(dataDirectory)
  if (demo) await writeDemo(dataDirectory, demo, context.baseUrl())
}

/** Where all is given by the environment, nothing is written to disk. */
function usesDataDirectory(config: Config): boolean {
  const { databaseUrl, masterKeys, sandboxRailSecrets, makesDemoStore } = config
  const isAllGiven = databaseUrl !== null && masterKeys.length > 0 && sandboxRailSecrets.length > 0
  return makesDemoStore || !isAllGiven
}

async function makeDataDirectory({ dataDirectory }: Config): Promise<void> {
  try {
    await mkdir(dataDirectory, { recursive: true })
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDirectory} cannot be made (${(error as Error).message}). ` +
        'Set COWRIE_DATA to a folder that this user may write.',
    )
  }
}

type OpenDatabase = { address: DatabaseAddress; close: () => Promise<void> }

async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    return { address: { url: config.databaseUrl }, close: async () => {} }
  }
  const dataDirectory = join(config.dataDirectory, 'postgres')
  const embedded = await startEmbeddedPostgres({ dataDirectory, say })
  const { host, port, user, database } = embedded
  const address = { host, port, user, database }
  // For psql, backups and `npm run ledger:verify`, while the service runs.
  const file = join(config.dataDirectory, 'postgres.json')
  await writeFile(file, JSON.stringify(address), { mode: 0o600 })
  let closing = false
  void embedded.exited.then(() => {
    if (closing) return
    process.stderr.write('The embedded PostgreSQL has stopped; see postgres.log. Ending.\n')
    process.exit(1)
  })
  return {
    address,
    async close() {
      closing = true
      await rm(file, { force: true })
      await embedded.stop()
    },
  }
}

async function ask(sql: Database, setting: string) {
  const [version] = await sql`show server_version_num`.catch((error: unknown) => {
    const { message } = error as Error
    throw new StartError(`The database does not answer (${message}). Look at ${setting}.`)
  })
  return version
}

/** Answers the role to work as; null: as whoever the address says. */
async function prepareDatabase(config: Config, address: DatabaseAddress): Promise<string | null> {
  const own = connectAsOwner(address)
  const owner = config.migrateUrl === null ? own : connectAsOwner({ url: config.migrateUrl })
  try {
    await ask(owner, config.migrateUrl === null ? 'DATABASE_URL' : 'COWRIE_MIGRATE_URL')
    const version = await ask(own, 'DATABASE_URL')
    if (Number(version?.['serverVersionNum']) < 150_000) {
      throw new StartError('Cowrie needs PostgreSQL 15 or newer.')
    }
    if (config.migrateUrl === null) await mayMigrate(own)
    // Before anything is changed: whoever is refused can go back to the version before.
    refuseLaptopSettings(config, {
      hasDemoLogin: await hasDemoLogin(owner),
      dumpsCore: dumpsCore(),
    })
    const tell = (line: string) => say(`Database: ${line}`)
    if (config.migrateUrl === null) return await migrateAlone({ own, tell })
    await migrateApart({ owner, own, tell })
    return null
  } finally {
    await Promise.all([own.end(), owner.end()])
  }
}

function endWith(error: unknown): never {
  const plain = [
    ...[StartError, DatabaseError, ConfigError, MasterKeyError, MigrationError],
    ...[EmbeddedPostgresError, ProcessesError, DatabaseStartError, SchemaError, LoginError],
  ]
  const isPlain = plain.some((kind) => error instanceof kind) || isAway(error)
  const inUse = (error as { code?: string }).code === 'EADDRINUSE'
  const text = inUse
    ? `Port ${(error as { port?: number }).port} is taken. Set PORT to another, or 0 for any.`
    : isPlain
      ? (error as Error).message
      : (error as Error).stack
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

let ending = false
/** What was begun is finished; nothing new is taken. */
function leave(stop: () => Promise<void>, why: Error): void {
  if (ending) return
  ending = true
  process.stderr.write(`${why.message} Ending.\n`)
  stop().then(() => process.exit(1), endWith)
}

function end(stop: () => Promise<void>): void {
  if (ending) return
  ending = true
  if (!isWorker()) say('Stopping …')
  stop().then(() => {
    if (!isWorker()) say('Stopped.')
    process.exit(0)
  }, endWith)
}

try {
  const stop = await start()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(stop))
  // The launcher holds the other end: when it is gone, however it went, so are we.
  process.on('disconnect', () => end(stop))
} catch (error) {
  endWith(error)
}
