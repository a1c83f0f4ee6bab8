import { randomInt } from 'node:crypto'
import { isLuhnValid } from '../src/providers/cards.ts'
import { testCards } from '../src/providers/sandbox/sandbox.ts'
import { digestsOf, formsOf, type Needle } from './canary-people.ts'

// Canaries: cards that can exist and belong to nobody, of every length, and the codes that go with
// them. A CVV or a PIN alone is a number like any other; so it is looked for as a program would
// write it down, with its name or between marks.

export type CanaryCard = { number: string; cvv: string }

const PREFIXES: [prefix: string, length: number][] = [
  ['4', 13],
  ['38', 14],
  ['37', 15],
  ['4', 16],
  ['53', 16],
  ['2223', 16],
  ['5061', 16],
  ['4', 17],
  ['50786', 18],
  ['5061', 19],
  ['6500', 19],
]

export const PIN = '8246'
export const OTP = '739182'
const CVV = '7391'

/** One of each kind, with digits that nobody knows beforehand. */
export function givenCards(): CanaryCard[] {
  return PREFIXES.map(([prefix, length]) => ({ number: numberOf(prefix, length), cvv: CVV }))
}

/** With the digit that makes it right. */
export function numberOf(prefix: string, length: number): string {
  let number = prefix
  while (number.length < length - 1) number += randomInt(10)
  for (let last = 0; last < 10; last++) {
    if (isLuhnValid(Buffer.from(`${number}${last}`))) return `${number}${last}`
  }
  throw new Error('one of ten digits is right')
}

/** Of the sandbox's own cards too: what they do is remembered, and not who they are. */
export function needlesOfCards(cards: CanaryCard[]): Needle[] {
  const numbers = [...cards, ...testCards].map(({ number }) => number)
  return [...numbers.flatMap(needlesOfNumber), ...needlesOfCodes()]
}

export function needlesOfNumber(number: string): Needle[] {
  const spaced = number.replace(/(.{4})(?=.)/g, '$1 ')
  const middle = number.slice(6, -4)
  return [
    ...formsOf(number, 'number', number),
    ...formsOf(number, 'number with gaps', spaced),
    ...digestsOf(number, 'number', number),
    // First six and last four may be kept; what is between them may not, with more than four.
    ...(middle.length < 9 ? [] : formsOf(number, 'the middle', middle)),
  ]
}

function needlesOfCodes(): Needle[] {
  const codes = { cvv: CVV, pin: PIN, otp: OTP }
  return Object.entries(codes).flatMap(([name, code]) => {
    const quoted = ['"', '""', '\\"', "'"].map((mark) => `${mark}${name}${mark}:${mark}${code}`)
    const texts = [...quoted, `"${name}": "${code}"`, `${name}=${code}`, `${name}: '${code}'`]
    return texts.map((text) => ({
      whose: 'a customer',
      what: name,
      form: text,
      bytes: Buffer.from(text),
    }))
  })
}

/** Where a code stands alone in a line of text, as no part of a longer number, time or hash. */
export function linesWithCodes(text: string): string[] {
  const alone = new RegExp(`(?<![0-9A-Za-z_.:+/-])(${CVV}|${PIN}|${OTP})(?![0-9A-Za-z_.:+/-])`)
  // The first number in a line of PostgreSQL's log is that of a process.
  return text.split('\n').filter((line) => alone.test(line.replace(/\[\d+\]|"pid":\d+/g, '')))
}
