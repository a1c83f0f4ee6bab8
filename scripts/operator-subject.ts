import type { Context, Scope } from '../src/core/context.ts'
import { copyOf, erase } from '../src/operator/subjects/subjects.ts'

// `npm run operator -- subject`: what a person may ask for about their data.

export type SubjectRequest = {
  verb: 'export' | 'erase'
  email: string
  scope: Scope
  /** Who carries it out. */
  by: string
}

/** The exit code. */
export async function answerSubject(context: Context, request: SubjectRequest): Promise<number> {
  const { verb, email, scope, by } = request
  if (verb === 'export') {
    const copy = await copyOf(context, scope, email)
    if (copy === null) return refuse(NOBODY)
    process.stdout.write(`${JSON.stringify(copy, null, 2)}\n`)
    return 0
  }
  const erased = await erase(context, scope, email, by)
  switch (erased.kind) {
    case 'not_found':
      return refuse(NOBODY)
    case 'open':
      return refuse(
        `The payment ${erased.reference} is open, or has an open refund. Nothing was erased. Run ` +
          'this again once it has ended.',
      )
    case 'subscribed':
      return refuse(
        `The subscription ${erased.subscription} has not ended. Nothing was erased. Cancel it, ` +
          'and run this again.',
      )
    case 'erased': {
      const { customer, payments, transfers } = erased
      process.stdout.write(
        `${customer} is erased: contact details, ${payments} payments, ${transfers} transfers.\n` +
          'Events and logged calls that name the person are deleted within 30 days. The books, ' +
          'the bank accounts and dedicated accounts stay.\n',
      )
      return 0
    }
  }
}

const NOBODY = 'No customer of this business in this mode has this email address.'

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return 1
}
