import { HOUR, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { type Kobo, naira } from '../../src/platform/money.ts'

// Plans the example payments: who pays when, how much, and how it ends. Everything derives from one
// seed.

export type Person = { firstName: string; lastName: string; email: string; phone: string }
export type Ending =
  | 'card'
  | 'card_second_try'
  | 'card_failed'
  | 'transfer'
  | 'transfer_too_low'
  | 'deposit'
  | 'abandoned'
export type PlannedPayment = {
  /** Milliseconds after midnight in Lagos. */
  timeMs: number
  person: Person
  /** The index of a dedicated account number. */
  dedicated: number
  amount: Kobo
  ending: Ending
  isShared: boolean
  /** What is refunded later that day, if the payment succeeds. */
  refund: 'none' | 'part' | 'all'
  what: string
}

export const DEDICATED_COUNT = 8
const PEOPLE_COUNT = 40
const PAYMENTS_A_DAY = 20
const FIRST_NAMES = (
  'Ada Aisha Bola Chidi Chioma Dayo Ebele Emeka Fatima Folake Halima Ibrahim Ifeoma Kelechi Kemi ' +
  'Musa Ngozi Obinna Tunde Zainab'
).split(' ')
const LAST_NAMES = ['Example', 'Sample']
const GOODS = ['Adire cloth', 'Ankara dress', 'Leather sandals', 'Raffia bag', 'Shea butter', 'Tea']

/** Shares in percent. */
const ENDINGS: [Ending, share: number][] = [
  ['card', 46],
  ['card_second_try', 5],
  ['card_failed', 3],
  ['transfer', 22],
  ['transfer_too_low', 2],
  ['deposit', 13],
  ['abandoned', 9],
]

/** Returns a whole number from 0, below the argument. */
export type Draw = (below: number) => number

/** Mulberry32: not for secrets; the same numbers for the same seed everywhere. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export function people(): Person[] {
  return Array.from({ length: PEOPLE_COUNT }, (_, i) => {
    const firstName = FIRST_NAMES[i % FIRST_NAMES.length]!
    const lastName = LAST_NAMES[Math.floor(i / FIRST_NAMES.length)]!
    const email = `${firstName}.${lastName}@example.com`.toLowerCase()
    return { firstName, lastName, email, phone: `+23480000000${String(i).padStart(2, '0')}` }
  })
}

/** The payments of a day, in order: fewer on Sundays, more from week to week. */
export function paymentsOf(seed: number, day: number, weekday: number): PlannedPayment[] {
  const draw = drawFrom(seed * 1_000 + day)
  const all = people()
  const busy = PAYMENTS_A_DAY - 6 + Math.floor(day / 8) + draw(8)
  const count = weekday === 0 ? Math.ceil(busy / 2) : busy
  return Array.from({ length: count }, () => plannedOf(draw, all)).sort(
    (a, b) => a.timeMs - b.timeMs,
  )
}

function plannedOf(draw: Draw, all: Person[]): PlannedPayment {
  // People early in the list pay more often.
  const person = all[Math.min(draw(all.length), draw(all.length))]!
  const back = draw(100)
  return {
    timeMs: 7 * HOUR + draw(14 * 60) * MINUTE + draw(60) * SECOND,
    person,
    dedicated: draw(DEDICATED_COUNT),
    amount: naira(50 * (20 + draw(draw(4) === 0 ? 2_400 : 300))),
    ending: endingOf(draw(100)),
    isShared: draw(10) === 0,
    refund: back < 3 ? 'all' : back < 6 ? 'part' : 'none',
    what: GOODS[draw(GOODS.length)]!,
  }
}

function endingOf(drawn: number): Ending {
  let rest = drawn
  for (const [ending, share] of ENDINGS) {
    if (rest < share) return ending
    rest -= share
  }
  return 'abandoned'
}
