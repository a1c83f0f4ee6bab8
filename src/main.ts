import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasDemoLogin } from '../packages/devkit/demo-store.ts'
import { movingClock } from '../packages/devkit/sandbox/clock.ts'
import { type MetricsServer, serveMetrics } from './http/metrics.ts'
import { whyNoPort, whyNotListening } from './http/port.ts'
import { buildOf } from './operator/metrics/build.ts'
import { createMeter } from './operator/metrics/meters.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { MasterKeyError } from './platform/data-keys.ts'
import { LoginError, mayMigrate, migrateAlone, migrateApart } from './platform/database-logins.ts'
import { connectAsOwner, type Database, type DatabaseAddress } from './platform/db.ts'
import { isAway } from './platform/db-errors.ts'
import { awaitDatabase, DatabaseStartError } from './platform/db-start.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { MigrationError } from './platform/migrate.ts'
import { dumpsCore, refuseLaptopSettings, whyReachable } from './platform/production.ts'
import { SchemaError } from './platform/schema-level.ts'
import { type Arguments, readArguments } from './start/arguments.ts'
import {
  findOrders,
  isWorker,
  metricsOfAll,
  ProcessesError,
  peersOfWorker,
  sayReady,
  startProcesses,
  tellMetrics,
} from './start/processes.ts'
import { DatabaseError, type Measured, serve } from './start/service.ts'
import { copyTemplate, forgetTemplate, keepTemplate, templatePath } from './start/template.ts'

// Starts everything, and stops it in reverse order. Slow steps print what they do.

const PARENT_POLL_MS = 500

const complain = (line: string) => void process.stderr.write(`${line}\n`)

/** An error that an operator can fix: printed as one sentence, without a stack. */
class StartError extends Error {}

let ending = false
const given = argumentsOrEnd()
const say = (line: string) => {
  const stream = given.isJson ? process.stderr : process.stdout
  stream.write(`${line}\n`)
}

/**
 * `ready` reports the start. It is called after `stop` can be: a supervisor may stop us at once.
 */
type Started = { stop: () => Promise<void>; ready: () => void }

async function start(): Promise<Started> {
  const config = inTemporaryFolder(readConfig(given.environment))
  const orders = findOrders()
  const clock = movingClock(() => new Date())
  const measured = config.metrics ? createMeter(buildOf()) : null
  const outside = { measured, say, fail: endWith, leave: end, clock }
  if (orders) {
    if (measured) tellMetrics(measured.registry)
    const { baseUrl, stop } = await serve(config, orders, { ...outside, peers: peersOfWorker() })
    return { stop, ready: () => sayReady(baseUrl) }
  }
  for (const sentence of [...config.unknown, ...whyReachable(config)]) complain(sentence)
  // Checks the settings before anything else starts.
  refuseLaptopSettings(config, { hasDemoLogin: false, dumpsCore: dumpsCore() })
  const whyNot = await whyNoPort(config)
  if (whyNot !== null) throw new StartError(whyNot)
  const metrics = await openMetrics(config, measured)
  if (usesDataDirectory(config)) await makeDataDirectory(config)
  const database = await (config.isEphemeral
    ? openEphemeral(config, clock.now())
    : openDatabase(config))
  const { address } = database
  const { databaseWaitMs: waitMs, isProduction: isDurable } = config
  await awaitDatabase(address, { waitMs, say, isDurable })
  const role = await prepareDatabase(config, address)
  const { processes: count, drainDelayMs } = config
  const machine = randomUUID()
  const several = { count, drainDelayMs, address, role, machine, tell: complain }
  const serving = await (config.processes === 1
    ? serve(config, { address, role, machine, isFirst: true, collects: true }, outside)
    : startProcesses({
        ...several,
        lost: (error) => database.close().finally(() => endWith(error)),
      }))
  const stop = async () => {
    try {
      await serving.stop()
    } finally {
      await database.close()
      await metrics?.stop()
    }
  }
  return { stop, ready: () => tellReady(config, serving.baseUrl) }
}

function tellReady({ dataDirectory }: Config, baseUrl: string): void {
  say(`Cowrie is ready at ${baseUrl}`)
  if (!given.isJson) return
  const file = join(dataDirectory, 'demo.json')
  const demo = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { base_url: baseUrl }
  process.stdout.write(`${JSON.stringify(demo)}\n`)
}

function argumentsOrEnd(): Arguments {
  try {
    return readArguments(process.argv.slice(2), process.env)
  } catch (error) {
    return endWith(error)
  }
}

/** For a parent without a channel, such as a script in another language. */
function endWithParent(stop: () => Promise<void>): void {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || end(stop), PARENT_POLL_MS).unref()
}

/** An ephemeral service keeps nothing: its folder is deleted when the process ends. */
function inTemporaryFolder(config: Config): Config {
  if (!config.isEphemeral) return config
  const dataDirectory = mkdtempSync(join(tmpdir(), 'cowrie-ephemeral-'))
  // If root starts it, the database runs as another user.
  chmodSync(dataDirectory, 0o755)
  process.on('exit', () => rmSync(dataDirectory, { recursive: true, force: true }))
  return { ...config, dataDirectory }
}

/** Opened first: if it cannot listen, nothing else starts. */
async function openMetrics(
  { metrics: at, processes }: Config,
  measured: Measured,
): Promise<MetricsServer | null> {
  if (at === null || measured === null) return null
  const read = processes === 1 ? () => measured.registry.metrics() : metricsOfAll()
  try {
    return await serveMetrics(at, read)
  } catch (error) {
    throw new StartError(
      `/metrics cannot be served (${(error as Error).message}). Set COWRIE_METRICS to another ` +
        'address and port of this machine.',
    )
  }
}

/** If the environment has all secrets, nothing is written to disk. */
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
      `The data folder ${dataDirectory} cannot be created (${(error as Error).message}). ` +
        'Set COWRIE_DATA to a folder that this user can write to.',
    )
  }
}

type OpenDatabase = { address: DatabaseAddress; close: () => Promise<void> }

async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    return { address: { url: config.databaseUrl }, close: async () => {} }
  }
  const dataDirectory = join(config.dataDirectory, 'postgres')
  const { isEphemeral: disposable } = config
  const embedded = await startEmbeddedPostgres({ dataDirectory, say, disposable })
  const { host, port, user, database } = embedded
  const address = { host, port, user, database }
  // For psql, backups and `npm run ledger:verify`, while the service runs.
  const file = join(config.dataDirectory, 'postgres.json')
  await writeFile(file, JSON.stringify(address), { mode: 0o600 })
  let closing = false
  void embedded.exited.then(() => {
    if (closing) return
    complain('The embedded PostgreSQL has stopped (see postgres.log). Exiting.')
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

/** A copy of the template. Without one, this start makes it. */
async function openEphemeral(config: Config, now: Date): Promise<OpenDatabase> {
  const data = join(config.dataDirectory, 'postgres')
  const template = templatePath()
  if (await copyTemplate(template, data, now)) {
    try {
      return await openDatabase(config)
    } catch {
      await forgetTemplate(template)
      await rm(data, { recursive: true, force: true })
    }
  }
  const made = await openDatabase(config)
  await prepareDatabase(config, made.address)
  await made.close()
  await keepTemplate(data, template, now)
  return openDatabase(config)
}

async function ask(sql: Database, setting: string) {
  const [version] = await sql`show server_version_num`.catch((error: unknown) => {
    const { message } = error as Error
    throw new StartError(`The database does not respond (${message}). Check ${setting}.`)
  })
  return version
}

/** Returns the role to use; null: the login in the address. */
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
    // Before anything is changed, so that an operator can go back to the previous version.
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
  const { message, stack } = error as Error
  const text = whyNotListening(error) ?? (isPlain ? message : stack)
  complain(`${text}`)
  process.exit(1)
}

/** Finishes what is running, and accepts nothing new. */
function end(stop: () => Promise<void>, why?: Error): void {
  if (ending) return
  ending = true
  const tell = (line: string) => isWorker() || say(line)
  if (why) complain(`${why.message} Exiting.`)
  else tell('Stopping …')
  stop().then(() => {
    if (!why) tell('Stopped.')
    process.exit(why ? 1 : 0)
  }, endWith)
}

try {
  const { stop, ready } = await start()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(stop))
  // The launcher holds the other end of the channel: the service ends with it.
  process.on('disconnect', () => end(stop))
  if (given.endsWithParent) endWithParent(stop)
  ready()
} catch (error) {
  endWith(error)
}
