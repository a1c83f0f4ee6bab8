import { KOBO_MAX, KOBO_MIN } from '../../core/wire.ts'
import { type Kobo, kobo, naira } from '../../platform/money.ts'
import { readNaira } from '../../platform/naira.ts'
import { compile } from '../../platform/validation.ts'
import type { PaymentLink } from './links.sql.ts'
import { fieldsOf } from './links.ts'
import type { LinkWord } from './words.ts'

// Reads what a customer sends from the page of a payment link, and names what is wrong in the words
// of the page. An amount is read only if the link has none.

export const NAME_MAX = 200
export const ANSWER_MAX = 200
export const EMAIL_MAX = 254
export const AMOUNT_LENGTH_MAX = 24

/** `fields`: in the order of the link's fields. */
export type Typed = { amount: string; email: string; name: string; fields: string[] }
export type Answers = Omit<Typed, 'amount'> & { amount: Kobo }

/** What is wrong: a text of the page, and the values of its placeholders. */
export type Wrong = { word: LinkWord; parts?: { min?: Kobo; max?: Kobo | number } }
export type Wrongs = {
  amount?: Wrong
  email?: Wrong
  name?: Wrong
  fields: (Wrong | undefined)[]
}

/** Strings, or a list for a field that was sent twice. */
export type Sent = Record<string, unknown>

const isEmail = compile({ type: 'string', format: 'email' })
const CONTROL = /\p{Cc}/u

export function readAnswers(
  link: PaymentLink,
  sent: Sent,
): { answers: Answers } | { typed: Typed; wrongs: Wrongs } {
  const asked = fieldsOf(link)
  const typed: Typed = {
    amount: textOf(sent['naira']),
    email: textOf(sent['email']),
    name: textOf(sent['name']),
    fields: asked.map((_, i) => textOf(sent[nameOf(i)])),
  }
  const amount = link.amount ?? readNaira(typed.amount)
  const fields = asked.map(({ required }, i) => wrongField(typed.fields[i]!, required))
  const wrongs = {
    amount: wrongAmount(link, amount),
    email: isEmail(typed.email) ? undefined : { word: 'wrong_email' as const },
    name: isName(typed.name) ? undefined : { word: 'wrong_name' as const },
  }
  const isRight = [...Object.values(wrongs), ...fields].every((wrong) => wrong === undefined)
  if (isRight && amount !== null) return { answers: { ...typed, amount } }
  const found = Object.entries(wrongs).filter(([, wrong]) => wrong !== undefined)
  return { typed, wrongs: { ...Object.fromEntries(found), fields } }
}

/**
 * Reads the query of a visit, with `amount` in kobo, as everywhere in the API. Invalid parameters
 * are ignored, and named in `leftOut`.
 */
export function readPrefill(link: PaymentLink, query: Sent): { typed: Typed; leftOut: string[] } {
  const leftOut: string[] = []
  const taken = (name: string, isRight: (text: string) => boolean) => {
    const said = query[name]
    if (said === undefined || said === '') return ''
    if (typeof said === 'string' && isRight(said.trim())) return said.trim()
    leftOut.push(name)
    return ''
  }
  const inKobo = taken('amount', (text) => {
    const amount = /^[0-9]{1,15}$/.test(text) ? kobo(BigInt(text)) : null
    return link.amount === null ? !wrongAmount(link, amount) : amount === link.amount
  })
  return {
    typed: {
      amount: link.amount !== null || inKobo === '' ? '' : plainNaira(kobo(BigInt(inKobo))),
      email: taken('email', (text) => isEmail(text)),
      name: taken('name', isName),
      fields: fieldsOf(link).map(() => ''),
    },
    leftOut,
  }
}

/** The name of an input. */
export function nameOf(i: number): string {
  return `field_${i}`
}

function wrongAmount(link: PaymentLink, amount: Kobo | null): Wrong | undefined {
  if (link.amount !== null) return undefined
  if (amount === null) return { word: 'wrong_amount' }
  const { min, max } = boundsOf(link)
  if (amount < min) return { word: 'at_least', parts: { min } }
  return amount > max ? { word: 'at_most', parts: { max } } : undefined
}

export function boundsOf({ minAmount, maxAmount }: PaymentLink): { min: Kobo; max: Kobo } {
  return { min: minAmount ?? kobo(KOBO_MIN), max: maxAmount ?? kobo(KOBO_MAX) }
}

function wrongField(text: string, required: boolean): Wrong | undefined {
  if (text === '') return required ? { word: 'wrong_field' } : undefined
  const isShort = text.length <= ANSWER_MAX && !CONTROL.test(text)
  return isShort ? undefined : { word: 'too_long', parts: { max: ANSWER_MAX } }
}

function isName(text: string): boolean {
  return text !== '' && text.length <= NAME_MAX && !CONTROL.test(text)
}

/** `5000` or `5000.50`. */
function plainNaira(amount: Kobo): string {
  const rest = amount % naira(1)
  return `${amount / naira(1)}${rest === 0n ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** A field that was sent twice counts as empty. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
