import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from '../src/lib/config.ts'
import { connectAsOwner, type DatabaseAddress } from '../src/lib/db.ts'
import { startEmbeddedPostgres } from '../src/lib/embedded-postgres.ts'

// Where the commands for operators find the database.

/** The settings, or the end in one sentence, where they are wrong or lead to no database. */
export function configOrEnd(): Config {
  try {
    const config = readConfig(process.env)
    const folder = join(config.dataDirectory, 'postgres')
    if (config.databaseUrl !== null || existsSync(folder)) return config
    throw new ConfigError(`There is no database in ${config.dataDirectory}. Set COWRIE_DATA.`)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** Of the environment; else the embedded one, of a service that runs or started for this. */
export async function openDatabase(
  config: Config,
): Promise<{ address: DatabaseAddress; close: () => Promise<void> }> {
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

/** Of a service that runs; the file of one that was killed leads nowhere. */
async function runningAddress(file: string): Promise<DatabaseAddress | null> {
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
