import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verify } from '../src/ledger/verify.ts'
import { readConfig } from '../src/lib/config.ts'
import { connectAsOwner, type DatabaseAddress } from '../src/lib/db.ts'
import { startEmbeddedPostgres } from '../src/lib/embedded-postgres.ts'
import { verifyPayments } from '../src/transactions/verify.ts'

// `npm run ledger:verify`: reads the whole ledger again and says which rows are wrong. Beside a
// service that runs, or on the embedded database while it does not. Exits 1 where anything is.

const config = readConfig(process.env)
const { address, close } = await open()
const sql = connectAsOwner(address)
process.stdout.write('Reading the ledger …\n')
const wrong = [...(await verify(sql)), ...(await verifyPayments(sql))]
await sql.end()
await close()

for (const { what, where, found, expected } of wrong) {
  process.stderr.write(`${what}: ${where}: found ${found}, expected ${expected}\n`)
}
process.stdout.write(
  wrong.length === 0 ? 'The ledger is right.\n' : `${wrong.length} rows are wrong.\n`,
)
process.exit(wrong.length === 0 ? 0 : 1)

async function open(): Promise<{ address: DatabaseAddress; close: () => Promise<void> }> {
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
