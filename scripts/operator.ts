import { parseArgs } from 'node:util'
import { connectAsOwner } from '../src/lib/db.ts'
import { Refusal } from '../src/lib/refusal.ts'
import { makeOperator, removeOperator } from '../src/logins/operators.ts'
import { configOrEnd, openDatabase } from './open-database.ts'

// `npm run operator`: gives a person the operator's pages of the dashboard, or takes them away.

const USAGE = `Usage:
  npm run operator -- somebody@example.com
  npm run operator -- somebody@example.com --remove
`
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { remove: { type: 'boolean', default: false } },
})
const [email, ...more] = positionals
if (email === undefined || !EMAIL.test(email) || more.length > 0) {
  process.stderr.write(USAGE)
  process.exit(2)
}

const { address, close } = await openDatabase(configOrEnd())
const sql = connectAsOwner(address)
try {
  if (values.remove) {
    await sql.begin((begun) => removeOperator(begun, new Date(), email))
    say(`${email} is no operator any more.`)
  } else {
    const { password } = await sql.begin((begun) => makeOperator(begun, new Date(), email))
    say(`${email} is an operator.`)
    if (password !== null) say(`A login was made, with the password ${password}`)
    say('Changes need two-step sign-in: turn it on under Security.')
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write('There is no login with this address.\n')
  process.exitCode = 1
} finally {
  await sql.end()
  await close()
}
