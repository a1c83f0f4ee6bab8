import { parseArgs } from 'node:util'
import { Refusal } from '../src/lib/refusal.ts'
import { makeOperator, removeOperator } from '../src/logins/operators.ts'
import { openContext } from './open-database.ts'

// `npm run operator`: gives a person the operator's pages of the dashboard, or takes them away.

const USAGE = `Usage:
  npm run operator -- somebody@example.com
  npm run operator -- somebody@example.com --remove
`
const UNPROVED = `This address has a login that was never confirmed by mail, so anybody may have
chosen its password. Set up a mail server, let the person set a new password by mail ("I have
forgotten my password" on the sign-in page) and run this again; or use an address without a login.
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

const { context, close } = await openContext(say)
try {
  if (values.remove) {
    await removeOperator(context, email)
    say(`${email} is no longer an operator.`)
  } else {
    await make(email)
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  const isUnproved = error.code === 'address_not_proved'
  process.stderr.write(isUnproved ? UNPROVED : 'There is no login with this address.\n')
  process.exitCode = 1
} finally {
  await close()
}

async function make(to: string): Promise<void> {
  const { isNew, link } = await makeOperator(context, to)
  say(`${to} is an operator.`)
  if (!isNew) say('Its sessions have ended; its password and two-step sign-in are reset.')
  if (link === null) say('A link to set a password is on its way by mail. It works for one hour.')
  else say(`To set a password, open this link within one hour:\n  ${link}`)
  say('Then turn on two-step sign-in under Security: without it no operator page opens.')
}
