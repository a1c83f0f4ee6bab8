import assert from 'node:assert/strict'
import { later } from '../../platform/clock.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { equalSecrets } from '../../platform/secrets.ts'
import { brandOf, endsOf } from '../cards.ts'
import type { Card, CardAuthorization, CardToken, Method } from '../rails.ts'
import { digestOf, keep, type SandboxMemory, sessionIdOf } from './memory.ts'
import {
  type Ask,
  type Ending,
  EXPIRES_MS,
  LATE_MS,
  type Scenario,
  scenarioNameOf,
  scenarioOf,
} from './test-cards.ts'

// A charge in the sandbox.
//
//                    ┌─[answer]─┐  another try, or the next ask
//                    ▼          │
//   [openCharge] ─▶ waiting ────┴─[answer]─▶ ended
//        │          pin, otp, page, dial     approved, or declined for one reason
//        └───────── nothing is asked ────────▶
//
// A charge that is not by card also ends by itself: one that is paid late is approved LATE_MS after
// it was opened, and one that is not paid has timed out after EXPIRES_MS.
//
// (1) Memory is append-only: first the charge, then each answer of the customer under the next
//     number. The pure function [chargeStateAfter] derives the state from scenario and answers.
// (2) So one key is one charge, also in parallel: of two that open or answer it at once, the first
//     that is stored counts, and both get the resulting state.
// (3) Stored are the scenario's name, the answers in one word, the amount, the return URL and the
//     authorization. Never the card number, the CVV, a PIN or an OTP.
// (4) Each refunded part is stored under the next number, if those before leave room for it. So
//     parallel parts never sum to more than the charge.

export type Charge = {
  /** Identifies the charge in memory and in the URL of its page. It cannot be guessed. */
  token: string
  scenario: Scenario
  scenarioName: string
  amount: Kobo
  /** More than `amount`, which is all that the kept card has. */
  asked?: Kobo
  returnUrl: string
  method: Method
  /** Null if it is not by card. */
  authorization: CardAuthorization | null
  beganAt: Date
}

export type ChargeState =
  | { kind: 'waiting'; ask: Ask; wrong: number; isLate?: true }
  | { kind: 'ended'; as: Ending }
  /** Nothing is asked, and the bank takes its time. */
  | { kind: 'ongoing' }

const ANSWERS = ['right', 'wrong', 'cancel', 'late'] as const
type Answer = (typeof ANSWERS)[number]
/** `name`: a digest of the caller's key. */
type Part = { name: string; amount: string; sessionId: string }
type Remembered = {
  scenario: string
  amount: string
  asked?: string
  returnUrl: string
  method?: Method
  authorization: CardAuthorization | null
  began?: string
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/

export function tokenOf(key: string): string {
  return digestOf(`charge/${key}`)
}

export function openCardCharge(
  memory: SandboxMemory,
  { key, amount, card, returnUrl }: { key: string; amount: Kobo; card: Card; returnUrl: string },
  now: Date,
): Promise<Charge | null> {
  const name = scenarioNameOf(card)
  const authorization = authorizationOf(card, scenarioOf(name))
  return openCharge(memory, { key, amount, name, method: 'card', returnUrl, authorization }, now)
}

type Opening = Omit<Remembered, 'scenario' | 'amount'> & { key: string; amount: Kobo; name: string }

/**
 * Charges a kept card again, or debits a mandate. The token names the charge that gave it, and is
 * of use to the same business only.
 */
export async function openTokenCharge(
  memory: SandboxMemory,
  { token, onBehalfOf = '', atLeast, ...request }: TokenRequest,
  now: Date,
): Promise<Charge | null> {
  const { key, returnUrl, amount } = request
  const opening = { key, returnUrl }
  const [name = ''] = /^[^.]+/.exec(token) ?? []
  const first = await findCharge(memory, name)
  const isOwn = first !== null && equalSecrets(token, secretOf(first, onBehalfOf))
  if (!isOwn || (await memory.recall(forgottenName(token))) !== null) {
    return openCharge(
      memory,
      { ...opening, method: 'card', amount, name: 'not_kept', authorization: null },
      now,
    )
  }
  const { authorization, scenario, method } = first
  const again = scenario.again ?? first.scenarioName
  const { holds = amount } = scenario
  if (amount <= holds) {
    return openCharge(memory, { ...opening, method, amount, name: again, authorization }, now)
  }
  const isEnough = atLeast !== undefined && atLeast <= holds
  const charged = isEnough ? { amount: holds, asked: `${amount}` } : { amount }
  const ends = isEnough ? again : 'no_funds'
  return openCharge(memory, { ...opening, method, ...charged, name: ends, authorization }, now)
}

/** False if it was forgotten before, or is not of this business. */
export async function forgetCard(memory: SandboxMemory, token: string, onBehalfOf = '') {
  const [name = ''] = /^[^.]+/.exec(token) ?? []
  const first = await findCharge(memory, name)
  if (first === null || !equalSecrets(token, secretOf(first, onBehalfOf))) return false
  if ((await memory.recall(forgottenName(token))) !== null) return false
  await memory.remember(forgottenName(token), 'forgotten')
  return true
}

function forgottenName(token: string): string {
  return `forgotten/${digestOf(token)}`
}

type TokenRequest = {
  key: string
  amount: Kobo
  returnUrl: string
  token: string
  onBehalfOf?: string
  atLeast?: Kobo
}

/** The token of an approved charge, if its card can be charged again. */
export function cardTokenOf(charge: Charge, onBehalfOf = ''): CardToken | null {
  const { authorization } = charge
  if (!authorization?.reusable) return null
  const { bin, last4, expMonth, expYear } = authorization
  const signature = digestOf(`card/${bin}/${last4}/${expMonth}/${expYear}`)
  return { secret: secretOf(charge, onBehalfOf), signature }
}

export function secretOf({ token }: Charge, onBehalfOf: string): string {
  return `${token}.${digestOf(`token/${token}/${onBehalfOf}`)}`
}

/** Null if the provider is down; nothing is stored then. */
export async function openCharge(
  memory: SandboxMemory,
  { key, name, amount, ...opening }: Opening,
  now: Date,
): Promise<Charge | null> {
  const token = tokenOf(key)
  if (scenarioOf(name).charge === 'unavailable') return findCharge(memory, token)
  const began = now.toISOString()
  const charge: Remembered = { scenario: name, amount: amount.toString(), ...opening, began }
  return parseCharge(token, await keep(memory, `charge/${token}`, JSON.stringify(charge)))
}

export async function findCharge(memory: SandboxMemory, token: string): Promise<Charge | null> {
  if (!TOKEN.test(token)) return null
  const text = await memory.recall(`charge/${token}`)
  return text === null ? null : parseCharge(token, text)
}

export async function chargeStateOf(
  memory: SandboxMemory,
  charge: Charge,
  now: Date,
): Promise<ChargeState> {
  const { takesMs = 0 } = charge.scenario
  if (now < later(charge.beganAt, takesMs)) return { kind: 'ongoing' }
  const state = chargeStateAfter(await recallAnswers(memory, charge), charge.scenario)
  if (state.kind !== 'waiting' || !charge.scenario.expires) return state
  const { isLate = false } = state
  if (now < later(charge.beganAt, isLate ? LATE_MS : EXPIRES_MS)) return state
  return { kind: 'ended', as: isLate ? charge.scenario.ends : 'timed_out' }
}

/** When it was opened. */
export function firstStateOf(scenario: Scenario): ChargeState {
  return scenario.takesMs ? { kind: 'ongoing' } : chargeStateAfter([], scenario)
}

/** Records the customer's answer, if the charge waits for it. */
export async function answer(
  memory: SandboxMemory,
  charge: Charge,
  kind: Ask['kind'],
  given: string,
  now: Date,
): Promise<ChargeState> {
  const state = await chargeStateOf(memory, charge, now)
  if (state.kind !== 'waiting' || state.isLate || state.ask.kind !== kind) return state
  const earlier = await recallAnswers(memory, charge)
  await memory.remember(answerName(charge, earlier.length), answerBy(given, state.ask))
  return chargeStateOf(memory, charge, now)
}

function answerBy(given: string, { kind, expects }: Ask): Answer {
  if ((kind === 'page' || kind === 'dial') && (given === 'cancel' || given === 'late')) return given
  return given === expects ? 'right' : 'wrong'
}

function chargeStateAfter(answers: readonly Answer[], { asks, ends }: Scenario): ChargeState {
  const left = [...answers]
  for (const ask of asks) {
    let wrong = 0
    while (wrong < ask.tries) {
      const next = left.shift()
      if (next === undefined) return { kind: 'waiting', ask, wrong }
      if (next === 'cancel') return { kind: 'ended', as: 'cancelled' }
      if (next === 'late') return { kind: 'waiting', ask, wrong, isLate: true }
      if (next === 'right') break
      wrong += 1
    }
    if (wrong === ask.tries) return { kind: 'ended', as: ask.failure }
  }
  return { kind: 'ended', as: ends }
}

async function recallAnswers(memory: SandboxMemory, charge: Charge): Promise<Answer[]> {
  const answersMax = charge.scenario.asks.reduce((total, { tries }) => total + tries, 0)
  const answers: Answer[] = []
  while (answers.length < answersMax) {
    const text = await memory.recall(answerName(charge, answers.length))
    if (text === null) break
    assert(ANSWERS.includes(text as Answer), 'an answer is remembered in one word')
    answers.push(text as Answer)
  }
  return answers
}

function answerName({ token }: Charge, place: number): string {
  return `charge/${token}/answer/${place}`
}

/** Refunds a part of a charge, once per name. Null if too little is left. */
export async function giveBack(
  memory: SandboxMemory,
  charge: Charge,
  name: string,
  amount: Kobo,
  now: Date,
): Promise<{ sessionId: string } | null> {
  let left: bigint = charge.amount
  for (let place = 0; ; place++) {
    const at = `charge/${charge.token}/part/${place}`
    const part: Part = {
      name: digestOf(name),
      amount: amount.toString(),
      sessionId: sessionIdOf(at, now),
    }
    const known = await memory.recall(at)
    if (known === null && amount > left) return null
    const taken = JSON.parse(known ?? (await keep(memory, at, JSON.stringify(part)))) as Part
    if (taken.name === part.name) return taken
    // A refund that fails leaves room for another.
    if (charge.scenario.reverse !== 'accepted_refused') left -= BigInt(taken.amount)
  }
}

/** The refund with this name, or null. */
export async function findPart(
  memory: SandboxMemory,
  charge: Charge,
  name: string,
): Promise<{ sessionId: string } | null> {
  for (let place = 0; ; place++) {
    const known = await memory.recall(`charge/${charge.token}/part/${place}`)
    if (known === null) return null
    const part = JSON.parse(known) as Part
    if (part.name === digestOf(name)) return part
  }
}

function parseCharge(token: string, text: string): Charge {
  const parsed = JSON.parse(text) as Remembered
  const { scenario, amount, asked, began = 0, method = 'card', ...rest } = parsed
  return {
    token,
    scenario: scenarioOf(scenario),
    scenarioName: scenario,
    amount: kobo(BigInt(amount)),
    ...(asked !== undefined && { asked: kobo(BigInt(asked)) }),
    method,
    beganAt: new Date(began),
    ...rest,
  }
}

export function authorizationOf(
  card: Card,
  { reusable, country = 'NG' }: Pick<Scenario, 'reusable' | 'country'> = {},
): CardAuthorization {
  const ends = endsOf(card.number)
  const brand = brandOf(ends.bin)
  return {
    ...ends,
    expMonth: String(card.expMonth).padStart(2, '0'),
    expYear: String(card.expYear),
    brand,
    cardType: `${brand} debit`,
    bank: 'TEST BANK',
    countryCode: country,
    reusable: reusable ?? false,
  }
}
