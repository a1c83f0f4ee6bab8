import { parseArgs } from 'node:util'
import { listQuarantine } from '../src/payments/deposits/quarantine.ts'
import { assign, listWaiting } from '../src/payments/deposits/suspend.ts'
import { publicId } from '../src/platform/ids.ts'
import { formatNaira } from '../src/platform/money.ts'
import { Refusal } from '../src/platform/refusal.ts'
import type { Mode } from '../src/providers/outcomes.ts'

import { openContext } from './open-database.ts'

// `npm run suspense`: for operators. Lists money for unknown account numbers and quarantined
// notifications, and assigns such money, once, to the account it was meant for.

const USAGE = `Usage:
  npm run suspense
  npm run suspense -- assign sus_… ACCOUNT_NUMBER --by "YOUR NAME" [--mode live]
`

const LISTED_MAX = 1_000

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, mode: { type: 'string', default: 'test' } },
})
const [verb, suspendedCredit, accountNumber, ...more] = positionals
const mode = values.mode as Mode
const isList = verb === undefined
const isAssign = verb === 'assign' && accountNumber !== undefined && values.by?.trim()
if (!(isList || isAssign) || more.length > 0 || !['test', 'live'].includes(mode)) {
  process.stderr.write(USAGE)
  process.exit(2)
}

const { context, close } = await openContext(say)
process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(`${error.message}\n`)
  return 1
})
await close()

async function run(): Promise<number> {
  if (isList) await list()
  else {
    const by = values.by!.trim()
    const to = { suspendedCredit: suspendedCredit!, accountNumber: accountNumber!, by }
    const deposit = await assign(context, mode, to)
    say(`${formatNaira(deposit.amount)} is now ${publicId('deposit', deposit.depositId)}.`)
  }
  return 0
}

async function list(): Promise<void> {
  for (const listed of ['test', 'live'] as const) {
    const waiting = await listWaiting(context, listed)
    for (const credit of waiting) {
      const { amount, senderName, senderBankCode, senderAccountNumber, narration } = credit
      say(
        [
          publicId('suspended_credit', credit.suspendedCreditId),
          listed,
          credit.occurredAt.toISOString(),
          formatNaira(amount),
          `for ${quoted(credit.accountNumber)}`,
          `from ${quoted(senderName)} at ${quoted(senderBankCode)} ${quoted(senderAccountNumber)}`,
          quoted(narration),
        ].join('  '),
      )
    }
    sayIfFull(waiting.length)
    const quarantined = await listQuarantine(context, listed)
    for (const { quarantineId, reason, sessionId, content, createdAt } of quarantined) {
      const session = sessionId === null ? '' : `session ${quoted(sessionId)}`
      const at = createdAt.toISOString()
      say(
        [publicId('quarantined', quarantineId), listed, at, reason, session, quoted(content)].join(
          '  ',
        ),
      )
    }
    sayIfFull(quarantined.length)
  }
  say('End of the list.')
}

function sayIfFull(count: number): void {
  if (count >= LISTED_MAX) say(`Only ${LISTED_MAX} are shown: there are more.`)
}

/** Escapes text from outside, so that the terminal only shows it. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (one) => {
    return `\\u{${one.codePointAt(0)!.toString(16)}}`
  })
}
