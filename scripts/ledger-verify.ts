import { listMonths } from '../src/operator/archive/archive.ts'
import { verifyFromFirst } from '../src/operator/books.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { configOrEnd, openDatabase } from './open-database.ts'

// `npm run ledger:verify`: verifies all entries from the first one on, slice by slice, and lists
// wrong rows, beside a running service or on the embedded database of a stopped one. If it is
// interrupted, the next one continues where it was. Exits with 1 if anything is wrong.

const config = configOrEnd()
const { address, close } = await openDatabase(config)
const sql = connectAsOwner(address)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const log = { info: () => {}, warn: (_: object, words: string) => say(words), error: () => {} }
say('Reading the ledger …')
const { wrong } = await verifyFromFirst({ sql, now: () => new Date(), log }, async (done, all) =>
  say(`Slice ${done} of ${all} is read.`),
)
const archived = (await listMonths(sql)).filter(({ state }) => state === 'verified')
if (archived.length > 0) {
  const months = archived.map(({ month }) => month.slice(0, 7)).join(', ')
  say(`Archived, too: ${months}. npm run archive -- --before MONTH --again reads them back.`)
}
await sql.end()
await close()

for (const { what, where, found, expected } of wrong) {
  process.stderr.write(`${what}: ${where}: found ${found}, expected ${expected}\n`)
}
say(wrong.length === 0 ? 'The ledger is correct.' : `${wrong.length} rows are wrong.`)
process.exit(wrong.length === 0 ? 0 : 1)
