import { parseArgs } from 'node:util'
import { connectAsOwner } from '../src/platform/db.ts'
import { BLOAT_MAX, connections, indexes, rebuild, tables } from './database/care.ts'
import { configOrEnd, openDatabase } from './open-database.ts'

// `npm run database:care`, beside a running service or on the embedded database of a stopped one.
// docs/operating/database.md.

const USAGE =
  'Usage:\n  npm run database:care                  show large tables, indexes and connections\n' +
  `  npm run database:care -- --reindex     rebuild indexes beyond ${BLOAT_MAX} of their size\n`
const TABLES = 20
const MB = 1024 * 1024

const say = (line: string) => process.stdout.write(`${line}\n`)
const megabytes = (bytes: number) => `${Math.round(bytes / MB).toLocaleString('en')} MB`
const count = (rows: number) => rows.toLocaleString('en')

const { reindex } = optionsOrEnd()
const { address, close } = await openDatabase(configOrEnd())
const sql = connectAsOwner(address)
try {
  await show()
} finally {
  await sql.end()
  await close()
}

async function show(): Promise<void> {
  say('Tables, the largest first: size, rows, dead rows, updates without an index, last vacuum')
  for (const { name, bytes, rows, dead, hot, vacuumedAt } of await tables(sql, TABLES)) {
    const share = hot === null ? 'no updates' : `${Math.round(hot * 100)} %`
    const at = vacuumedAt?.toISOString() ?? 'never'
    say(`  ${name}: ${megabytes(bytes)}, ${count(rows)}, ${count(dead)}, ${share}, ${at}`)
  }
  const { used, most } = await connections(sql)
  say(`Connections: ${used} of ${most}.`)
  const found = await indexes(sql)
  if (found === null) {
    say('Indexes are not measured. Run as a superuser: create schema care;')
    say('  create extension pgstattuple schema care; grant usage on schema care to public')
    return
  }
  const bloated = found.filter(({ bloat }) => bloat > BLOAT_MAX)
  say(`Indexes of 8 MB and more: ${found.length}`)
  say(`Beyond ${BLOAT_MAX} of their size rebuilt: ${bloated.length}`)
  for (const { name, table, bytes, bloat } of bloated) {
    say(`  ${name} on ${table}: ${megabytes(bytes)}, ${bloat.toFixed(2)}`)
    if (!reindex) continue
    await rebuild(sql, name)
    say('    rebuilt')
  }
}

function optionsOrEnd(): { reindex: boolean } {
  try {
    const { values } = parseArgs({ options: { reindex: { type: 'boolean', default: false } } })
    return values
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`)
    process.exit(2)
  }
}
