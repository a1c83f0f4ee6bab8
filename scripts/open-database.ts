import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { readDemo } from '../packages/devkit/demo-store.ts'
import { sandboxMessages } from '../packages/devkit/sandbox/messages.ts'
import { sandboxMemory } from '../packages/devkit/sandbox/sandbox.ts'
import { closeDirectory, findMasterKeyCheck } from '../src/accounts/businesses/businesses.ts'
import type { Context } from '../src/core/context.ts'
import { BatchWaits } from '../src/platform/batch.ts'
import { monotonicMs } from '../src/platform/clock.ts'
import { type Config, ConfigError, type Environment, readConfig } from '../src/platform/config.ts'
import { keepKeys } from '../src/platform/data-keys.ts'
import { connectAsOwner, type DatabaseAddress } from '../src/platform/db.ts'
import { awaitDatabase, DatabaseStartError } from '../src/platform/db-start.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { findMasterKeys } from '../src/platform/kept-secrets.ts'
import { pubSub } from '../src/platform/pub-sub.ts'
import { sandboxRails } from '../src/providers/sandbox/sandbox.ts'

// How commands for operators find the database.

/** The settings. Exits with one sentence if they are wrong or name no database. */
export function configOrEnd(environment: Environment = process.env): Config {
  try {
    const config = readConfig(environment)
    const folder = join(config.dataDirectory, 'postgres')
    if (config.databaseUrl !== null || existsSync(folder)) return config
    throw new ConfigError(`There is no database in ${config.dataDirectory}. Set COWRIE_DATA.`)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

type Opened = { address: DatabaseAddress; close: () => Promise<void> }

/**
 * The database of the environment, else the embedded one of a running service, which is otherwise
 * started. Exits with one sentence if it does not respond or is in recovery, or if it ends amid the
 * command.
 */
export async function openDatabase(config: Config): Promise<Opened> {
  const opened = await findDatabase(config)
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  process.on('uncaughtException', endLost)
  try {
    await awaitDatabase(opened.address, { waitMs: config.databaseWaitMs, say })
    return opened
  } catch (error) {
    if (!(error instanceof DatabaseStartError)) throw error
    process.stderr.write(`${error.message}\n`)
    await opened.close()
    process.exit(1)
  }
}

/** A server that stops amid a command is no fault of the command: a sentence, and no stack. */
function endLost(error: Error & { code?: string }): void {
  const isLost = /^(CONNECTION_|57P0)/.test(error.code ?? '')
  const words = isLost
    ? `The connection to the database has ended: ${error.message}`
    : inspect(error)
  process.stderr.write(`${words}\n`)
  process.exit(1)
}

async function findDatabase(config: Config): Promise<Opened> {
  const leave = async () => {}
  if (config.databaseUrl !== null) return { address: { url: config.databaseUrl }, close: leave }
  const running = await runningAddress(join(config.dataDirectory, 'postgres.json'))
  if (running) return { address: running, close: leave }
  const server = await startEmbeddedPostgres({
    dataDirectory: join(config.dataDirectory, 'postgres'),
    say: (line) => process.stdout.write(`${line}\n`),
  })
  const { host, port, user, database } = server
  return { address: { host, port, user, database }, close: () => server.stop() }
}

/** For commands that do what the service does. There are no providers of live mode. */
export async function openContext(
  say: (line: string) => void,
  environment?: Environment,
): Promise<{ context: Context; close: () => Promise<void> }> {
  const config = configOrEnd(environment)
  const { address, close } = await openDatabase(config)
  const sql = connectAsOwner(address)
  const now = () => new Date()
  const demo = await readDemo(config.dataDirectory)
  const baseUrl = () => config.baseUrl || (demo?.base_url ?? '')
  const kept = await keepKeys(sql, {
    masterKeys: await findMasterKeys(config),
    begunWith: await findMasterKeyCheck(sql),
    now,
    tell: say,
    cell: config.cell,
  })
  const messages = sandboxMessages(sql, kept.keys, now)
  const context: Context = {
    config,
    sql,
    hot: sql,
    keys: kept.keys,
    rails: {
      test: sandboxRails({ memory: sandboxMemory(sql), messages, baseUrl, now }),
      live: [],
    },
    now,
    monotonicMs,
    log: { info() {}, warn() {}, error: (_fields, message) => say(message) },
    batchWaits: new BatchWaits(),
    pubSub: pubSub(),
    baseUrl,
  }
  return {
    context,
    async close() {
      closeDirectory(context)
      kept.stop()
      await sql.end()
      await close()
    },
  }
}

/** The address of a running service; the file of a killed one is outdated. */
export async function runningAddress(file: string): Promise<DatabaseAddress | null> {
  try {
    const address = JSON.parse(readFileSync(file, 'utf8')) as DatabaseAddress
    const trial = connectAsOwner(address)
    await trial`select 1`
    await trial.end()
    return address
  } catch {
    return null
  }
}
