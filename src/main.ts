import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { closeDirectory, findMasterKeyCheck } from './businesses/businesses.ts'
import { endStreams } from './checkout/events.ts'
import { startWorker } from './chores.ts'
import type { Context } from './context.ts'
import { createDemoStore, describeDemo, readDemo, writeDemo } from './demo-store.ts'
import { type Config, ConfigError, DRAIN_MS, readConfig } from './lib/config.ts'
import { keepKeys, MasterKeyError } from './lib/data-keys.ts'
import { connect, connectAsOwner, connectHot, type DatabaseAddress } from './lib/db.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from './lib/embedded-postgres.ts'
import { hub } from './lib/hub.ts'
import { findMasterKeys, findRailSecrets } from './lib/kept-secrets.ts'
import {
  ensureApplicationRole,
  grantToApplication,
  MigrationError,
  migrate,
} from './lib/migrate.ts'
import { sandboxRails, threeDSecure } from './rails/sandbox/sandbox.ts'
import { mailRailOf } from './rails/smtp.ts'
import { sandboxMessages } from './sandbox/messages.ts'
import { sandboxMemory } from './sandbox/sandbox.ts'
import { endListening } from './webhooks/listen.ts'
import { startDeliverer } from './webhooks/webhooks.ts'

// Starts everything and ends it in the reverse order. Whatever is slow says what it is doing.

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What a person can mend: said in one sentence, without a stack. */
class StartError extends Error {}

async function start(): Promise<() => Promise<void>> {
  const config = readConfig(process.env)
  await makeDataDirectory(config)
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }))
  const database = await openDatabase(config)
  const role = await prepareDatabase(database.address)

  let baseUrl = config.baseUrl
  const sql = connect(database.address, role)
  const now = () => new Date()
  const notificationSecrets = await findRailSecrets(config)
  const kept = await keepKeys(sql, {
    masterKeys: await findMasterKeys(config),
    begunWith: await findMasterKeyCheck(sql),
    now,
    tell: (message) => log.error(message),
  })
  const hot = connectHot(database.address, role)
  const mail = mailRailOf(config, 'test')
  const sandbox = {
    memory: sandboxMemory(sql),
    messages: sandboxMessages(hot, kept.keys, now),
    mail,
    baseUrl: () => baseUrl,
    now,
    notificationSecrets,
  }
  const context: Context = {
    config,
    sql,
    hot,
    keys: kept.keys,
    rails: { test: sandboxRails(sandbox), live: null },
    now,
    log: {
      info: (fields, message) => log.info(fields, message),
      warn: (fields, message) => log.warn(fields, message),
      error: (fields, message) => log.error(fields, message),
    },
    hub: hub(),
    baseUrl: () => baseUrl,
  }

  let draining = false
  const isReady = async () => !draining && (await answers(context))
  const app = await buildApp(context, { isReady, threeDSecure: threeDSecure(sandbox) })
  const address = await app.listen({ port: config.port, host: config.host })
  baseUrl ||= address
  const created = await createDemoStore(context, config.dataDirectory)
  const demo = created ?? (await readDemo(config.dataDirectory))
  if (demo && !created) await writeDemo(config.dataDirectory, demo, baseUrl)
  if (created) say(describeDemo(created))

  const worker = startWorker(context)
  const deliverer = startDeliverer(context)
  say(`Cowrie is ready at ${baseUrl}`)

  return async () => {
    draining = true
    endStreams()
    endListening()
    // A connection that is kept alive is let go when its request has been answered.
    const letGo = setInterval(() => app.server.closeIdleConnections(), LET_GO_MS)
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    await app.close()
    clearInterval(letGo)
    clearTimeout(cut)
    await Promise.all([worker.stop(), deliverer.stop()])
    mail?.close()
    closeDirectory(context)
    kept.stop()
    await Promise.all([sql.end({ timeout: 5 }), context.hot.end({ timeout: 5 })])
    await database.close()
  }
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

/** Answers the role to work as. */
async function prepareDatabase(address: DatabaseAddress): Promise<string | null> {
  const owner = connectAsOwner(address)
  try {
    const [version] = await owner`show server_version_num`.catch((error: Error) => {
      throw new StartError(`The database does not answer (${error.message}). Look at DATABASE_URL.`)
    })
    if (Number(version?.['serverVersionNum']) < 150_000) {
      throw new StartError('Cowrie needs PostgreSQL 15 or newer.')
    }
    const done = await migrate(owner)
    if (done.length > 0) say(`Database: ran ${done.length} migrations.`)
    const role = await ensureApplicationRole(owner)
    if (role !== null) await grantToApplication(owner, role)
    else say('Database: this user may not make roles; working as the owner of the tables.')
    return role
  } finally {
    await owner.end()
  }
}

const READY_MS = 1_000
const LET_GO_MS = 50

async function answers({ sql, hot }: Context): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, READY_MS, false))
  const asked = Promise.all([sql`select 1`, hot`select 1`]).then(() => true)
  return Promise.race([asked.catch(() => false), late])
}

function endWith(error: unknown): never {
  const plain = [StartError, ConfigError, MasterKeyError, MigrationError, EmbeddedPostgresError]
  const isPlain = plain.some((kind) => error instanceof kind)
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
function end(stop: () => Promise<void>): void {
  if (ending) return
  ending = true
  say('Stopping …')
  stop().then(() => {
    say('Stopped.')
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
