import { verifyBooks } from '../src/operator/books.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { configOrEnd, openDatabase } from './open-database.ts'

// `npm run ledger:verify`: verifies the whole ledger and lists wrong rows, beside a running service
// or on the embedded database of a stopped one. Exits with 1 if anything is wrong.

const config = configOrEnd()
const { address, close } = await openDatabase(config)
const sql = connectAsOwner(address)
process.stdout.write('Reading the ledger …\n')
const wrong = await verifyBooks(sql)
await sql.end()
await close()

for (const { what, where, found, expected } of wrong) {
  process.stderr.write(`${what}: ${where}: found ${found}, expected ${expected}\n`)
}
process.stdout.write(
  wrong.length === 0 ? 'The ledger is correct.\n' : `${wrong.length} rows are wrong.\n`,
)
process.exit(wrong.length === 0 ? 0 : 1)
