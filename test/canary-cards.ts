import { randomInt } from 'node:crypto'
import { isLuhnValid } from '../src/providers/cards.ts'
import { testCards } from '../src/providers/sandbox/sandbox.ts'
import { digestsOf, formsOf, type Needle } from './canary-people.ts'

// Canaries: valid card numbers of every length that belong to nobody, and their codes. A CVV or PIN
// alone is too short to search for, so we search for the forms in which a program writes it: with
// its name or in quotes.

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

/** One card of each kind, with random digits. */
export function givenCards(): CanaryCard[] {
  return PREFIXES.map(([prefix, length]) => ({ number: numberOf(prefix, length), cvv: CVV }))
}

/** Completes the number with its check digit. */
export function numberOf(prefix: string, length: number): string {
  let number = prefix
  while (number.length < length - 1) number += randomInt(10)
  for (let last = 0; last < 10; last++) {
    if (isLuhnValid(Buffer.from(`${number}${last}`))) return `${number}${last}`
  }
  throw new Error('one of ten digits is right')
}

/** Includes the sandbox's own cards: the service stores what they do, not their numbers. */
export function needlesOfCards(cards: CanaryCard[]): Needle[] {
  const numbers = [...cards, ...testCards].map(({ number }) => number)
  return [...numbers.flatMap(needlesOfNumber), ...needlesOfCodes()]
}

export function needlesOfNumber(number: string): Needle[] {
  const spaced = number.replace(/(.{4})(?=.)/g, '$1 ')
  return [
    ...formsOf(number, 'number', number),
    ...formsOf(number, 'number with gaps', spaced),
    ...digestsOf(number, 'number', number),
    ...(number.length < 19 ? [] : formsOf(number, 'the middle', middleOf(number))),
  ]
}

/**
 * The first six and last four digits may be stored; a middle of more than four may not. One digit
 * alone also stands in statistics of columns and in maps of free space, so it begins before that.
 */
function middleOf(number: string): string {
  const middle = number.slice(6, -4)
  const isOneDigit = new Set(middle).size === 1
  return isOneDigit ? number.slice(number.search(/(.)\1*$/) - 1, -4) : middle
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

/** Lines in which a code stands alone, not inside a longer number, time or hash. */
export function linesWithCodes(text: string): string[] {
  const alone = new RegExp(`(?<![0-9A-Za-z_.:+/-])(${CVV}|${PIN}|${OTP})(?![0-9A-Za-z_.:+/-])`)
  // Strips process ids, which PostgreSQL's log prints first.
  return text.split('\n').filter((line) => alone.test(line.replace(/\[\d+\]|"pid":\d+/g, '')))
}
