import type { ProviderAnswer } from '../client.ts'
import type { Silent } from '../outcomes.ts'
import type { CodeOutcome, DetailsOutcome } from '../rails.ts'
import { type Fields, fieldsOf, textOf, wordOf } from '../values.ts'

// What Mono's answers mean. Whatever is not in a table is `unknown`. Mono documents no answer that
// refuses; what is assumed of those is in docs/rails/mono.md.

/** The methods that send the code to a registered phone, preferred first. */
const PHONES = ['phone', 'phone_1'] as const
const MESSAGE_LENGTH_MAX = 500
const NOBODYS = /\bbvn (is |was )?(not found|invalid)\b|\bbvn does not exist\b|^invalid bvn\.?$/i
const CODE = '(otp|verification code)'
const BAD = '(invalid|incorrect|wrong|expired)'
const WRONG = new RegExp(`\\b${CODE}\\b.*\\b${BAD}\\b|\\b${BAD}\\b.*\\b${CODE}\\b`, 'i')

export type Answer =
  | { kind: 'done'; data: unknown }
  | { kind: 'refused'; status: number; message: string }
  | Silent

/** A session that waits for the choice of a phone. */
export type Begun = { kind: 'begun'; session: string; method: (typeof PHONES)[number] }

export function readEnvelope(answer: ProviderAnswer): Answer {
  if (answer.kind === 'not_sent') return { kind: 'unavailable' }
  if (answer.kind === 'lost') return { kind: 'unknown' }
  const { status } = answer
  if (status === 429) return { kind: 'unavailable' }
  const said = fieldsOf(answer.json)
  const word = wordOf(said['status'])
  if (status >= 200 && status < 300 && word === 'successful') {
    return { kind: 'done', data: said['data'] }
  }
  const isNo = (status >= 400 && status < 500) || (status < 300 && word === 'failed')
  if (!isNo) return { kind: 'unknown' }
  return { kind: 'refused', status, message: textOf(said['message']).slice(0, MESSAGE_LENGTH_MAX) }
}

/** The outcome of the first step, which sends no code. */
export function sessionAnswered(answer: Answer): Begun | CodeOutcome {
  if (answer.kind === 'unavailable' || answer.kind === 'unknown') return answer
  if (answer.kind === 'refused') {
    const { status, message } = answer
    if (isShut(answer) || /insufficient (funds|balance)/i.test(message)) {
      return { kind: 'unavailable' }
    }
    const isSaid = status === 400 || status === 404 || status < 300
    return { kind: isSaid && NOBODYS.test(message) ? 'unknown_number' : 'unknown' }
  }
  const data = fieldsOf(answer.data)
  const session = sessionOf(data['session_id'])
  const methods = methodsIn(data)
  if (session === '' || methods === null) return { kind: 'unknown' }
  const method = PHONES.find((phone) => methods.includes(phone))
  // An email or a phone number that the caller names does not prove the consent of the owner.
  return method === undefined ? { kind: 'not_sent' } : { kind: 'begun', session, method }
}

/** The outcome of the second step, which sends the code. */
export function codeAnswered(answer: Answer, session: string): CodeOutcome {
  switch (answer.kind) {
    case 'unavailable':
    case 'unknown':
      return answer
    case 'done':
      return { kind: 'sent', session }
    case 'refused':
      return { kind: isShut(answer) ? 'unavailable' : 'unknown' }
  }
}

/** The outcome of a code, and the person whom the right one opens. */
export function personAnswered(
  answer: Answer,
  number: string,
): { kind: 'opened'; person: Fields } | Exclude<DetailsOutcome, { kind: 'verified' }> {
  if (answer.kind === 'unavailable' || answer.kind === 'unknown') return answer
  if (answer.kind === 'refused') {
    // Never `unavailable`: that would give the guess back, and codes could be guessed without end.
    return { kind: WRONG.test(answer.message) ? 'wrong_code' : 'unknown' }
  }
  const person = fieldsOf(answer.data)
  // Never return the details of another number.
  const of = textOf(person['bvn'])
  const isNamed = textOf(person['first_name']) !== '' || textOf(person['last_name']) !== ''
  if (!isNamed || (of !== '' && of !== number)) return { kind: 'unknown' }
  return { kind: 'opened', person }
}

/** Safe to send in a header. */
export function sessionOf(value: unknown): string {
  return /^[\w-]{1,64}$/.exec(textOf(value))?.[0] ?? ''
}

/** Mono rejects our key: nothing was begun. */
function isShut({ status }: { status: number }): boolean {
  return status === 401 || status === 403
}

/** Null if one of them is unreadable. */
function methodsIn(data: Fields): string[] | null {
  const listed = data['methods']
  if (!Array.isArray(listed)) return null
  const methods = listed.map((one) => wordOf(fieldsOf(one)['method']))
  return methods.includes('') ? null : methods
}
