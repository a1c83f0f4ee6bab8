import { parseArgs } from 'node:util'
import { makeOperator, removeOperator } from '../src/accounts/logins/operators.ts'
import type { BusinessId } from '../src/core/context.ts'
import { isUuid } from '../src/platform/ids.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { openContext } from './open-database.ts'
import { answerSubject, type SubjectRequest } from './operator-subject.ts'

// `npm run operator`: gives a person access to the operator's pages, or removes it. `subject`
// copies or erases the data of a customer of a business, at that person's request.

const USAGE =
  'Usage:\n  npm run operator -- you@example.com\n  npm run operator -- you@example.com ' +
  '--remove\n  npm run operator -- subject export ada@example.com --business ID [--mode test]\n' +
  '  npm run operator -- subject erase ada@example.com --business ID --by "YOUR NAME" ' +
  '[--mode test]\n'
const UNPROVED =
  'This email address has a login that was never confirmed, so anyone may have chosen its\n' +
  'password. Set up a mail server, let the person reset the password by email ("Forgot your\n' +
  'password?" on the sign-in page), and run this again. Or use an address without a login.\n'
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const say = (line: string) => process.stdout.write(`${line}\n`)
const tell = (line: string) => process.stderr.write(`${line}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    remove: { type: 'boolean', default: false },
    business: { type: 'string' },
    by: { type: 'string' },
    mode: { type: 'string', default: 'live' },
  },
})
const request = requestIn(positionals)
const [email, ...more] = request === null ? positionals : [request.email]
if (email === undefined || !EMAIL.test(email) || more.length > 0) {
  process.stderr.write(USAGE)
  process.exit(2)
}

// An export is all that standard output has.
const { context, close } = await openContext(request?.verb === 'export' ? tell : say)
try {
  if (request !== null) {
    process.exitCode = await answerSubject(context, request)
  } else if (values.remove) {
    await removeOperator(context, email)
    say(`${email} is no longer an operator.`)
  } else {
    await make(email)
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  const isUnproved = error.code === 'address_not_proved'
  process.stderr.write(isUnproved ? UNPROVED : 'No login has this email address.\n')
  process.exitCode = 1
} finally {
  await close()
}

function requestIn([what, verb, subject, ...others]: string[]): SubjectRequest | null {
  if (what !== 'subject') return null
  const { business = '', by = '', mode } = values
  const businessId = isUuid(business) ? (business as BusinessId) : null
  const isWhole = subject !== undefined && others.length === 0 && businessId !== null
  const isKnown = verb === 'export' || (verb === 'erase' && by.trim() !== '')
  if (!isWhole || !isKnown || !(mode === 'test' || mode === 'live')) {
    process.stderr.write(USAGE)
    process.exit(2)
  }
  return { verb, email: subject, scope: { businessId, mode }, by: by.trim() }
}

async function make(to: string): Promise<void> {
  const { isNew, link } = await makeOperator(context, to)
  say(`${to} is an operator.`)
  if (!isNew) say('Its sessions have ended; its password and two-step sign-in are reset.')
  if (link === null)
    say('The running service sends an email with a link to set a password, valid for one hour.')
  else say(`To set a password, open this link within one hour:\n  ${link}`)
  say('Then turn on two-step sign-in under Security. Operator pages need it.')
}
