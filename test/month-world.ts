import { createHash } from 'node:crypto'
import type { Mail, RailSet } from '../src/providers/rails.ts'
import type { Random } from './deposit-plan.ts'
import type { TestContext } from './support.ts'

// The outside of the simulated month. A wrapper around the sandbox's rails records by key what
// actually moved, whether or not the service learned of it, sometimes withholds the answer before
// or after acting, and loses some transfers.

export type World = {
  /** Kobo by key: charges taken by the card rail, and what was returned of them. */
  approved: Map<string, number>
  reversed: Map<string, number>
  cardRefunds: Map<string, number>
  /** Kobo by session id: credits the bank reported. */
  credited: Map<string, number>
  /** Kobo by key: returns and transfers the bank made. */
  returned: Map<string, number>
  sent: Map<string, number>
  /** How often each mail was sent, by key, and its recipient. */
  mails: Map<string, { to: string; times: number }>
  /** Once set, every call is answered and every transfer arrives. */
  isCalm: boolean
  silences: number
  /** Unexpected alerts to the operator. */
  alarms: string[]
}

const TROUBLE_PERCENT = 2
/** The sandbox keeps one mail in this many for reading. */
const KEPT = 32
/** Allowed alerts: hours pass between slots without enquiries. */
const PATIENCE = [
  'the outcome of a payout is still unknown',
  'the outcome of a return is still unknown',
  'the outcome of a reversal is still unknown',
]

export function givenWorld(): World {
  const none = () => new Map<string, number>()
  return {
    approved: none(),
    reversed: none(),
    cardRefunds: none(),
    credited: none(),
    returned: none(),
    sent: none(),
    mails: new Map(),
    isCalm: false,
    silences: 0,
    alarms: [],
  }
}

/** The same process in this world. */
export function inWorld(context: TestContext, world: World, random: Random): TestContext {
  const { bank, card, message, identity, disputes } = context.rails.test
  const troubled = troubledBy(world, random)
  const test: RailSet = {
    identity,
    disputes,
    bank: bankIn(world, bank, troubled),
    card: cardIn(world, card, troubled),
    message: {
      ...message,
      sendMail: (mail) =>
        troubled(async () => {
          noteMail(world, mail)
          if (digestOf(mail.key)[0]! % KEPT > 0) return { kind: 'sent' as const }
          return message.sendMail(mail)
        }),
    },
  }
  const error = (fields: object, said: string) => {
    if (PATIENCE.includes(said)) return
    world.alarms.push(said)
    context.log.error(fields, said)
  }
  const log = { ...context.log, error }
  return { ...context, log, rails: { test, live: [] } }
}

type Silence = { kind: 'unavailable' } | { kind: 'unknown' }
type Troubled = <Outcome>(deed: () => Promise<Outcome>) => Promise<Outcome | Silence>

function troubledBy(world: World, random: Random): Troubled {
  return async (deed) => {
    if (world.isCalm || !random.chance(TROUBLE_PERCENT)) return deed()
    world.silences += 1
    if (random.chance(50)) return { kind: 'unavailable' }
    await deed()
    return { kind: 'unknown' }
  }
}

function bankIn(world: World, bank: RailSet['bank'], troubled: Troubled): RailSet['bank'] {
  const refused = new Set<string>()
  return {
    ...bank,
    returnCredit: (request) =>
      troubled(async () => {
        const outcome = await bank.returnCredit(request)
        // An unknown return will have arrived by the time we enquire.
        if (outcome.kind === 'returned' || outcome.kind === 'unknown')
          world.returned.set(request.key, Number(request.amount))
        return outcome
      }),
    enquireReturn: (request) => troubled(() => bank.enquireReturn(request)),
    transfer: (request) =>
      troubled(async () => {
        const { key, accountNumber, amount } = request
        const isUnlucky = !world.isCalm && accountNumber.startsWith('30') && digestOf(key)[0]! < 99
        if (refused.has(key) || (isUnlucky && !world.sent.has(key))) {
          refused.add(key)
          return { kind: 'failed', reason: 'account_blocked' } as const
        }
        const outcome = await bank.transfer(request)
        // A late transfer is on its way and will have arrived by the time we enquire.
        if (outcome.kind === 'sent' || outcome.kind === 'unknown')
          world.sent.set(key, Number(amount))
        return outcome
      }),
    async enquireTransfer({ key }) {
      if (refused.has(key)) return { kind: 'failed', reason: 'account_blocked' }
      return troubled(() => bank.enquireTransfer({ key }))
    },
  }
}

function cardIn(world: World, card: RailSet['card'], troubled: Troubled): RailSet['card'] {
  const amounts = new Map<string, number>()
  const noted = async <Outcome extends { kind: string }>(key: string, asked: Promise<Outcome>) => {
    const outcome = await asked
    if (outcome.kind === 'approved') world.approved.set(key, amounts.get(key)!)
    return outcome
  }
  return {
    ...card,
    charge(request) {
      amounts.set(request.key, Number(request.amount))
      return noted(request.key, card.charge(request))
    },
    enquireRefund: (request) => troubled(() => card.enquireRefund(request)),
    chargeToken(request) {
      amounts.set(request.key, Number(request.amount))
      return noted(request.key, card.chargeToken(request))
    },
    submitPin: (request) => noted(request.key, card.submitPin(request)),
    submitOtp: (request) => noted(request.key, card.submitOtp(request)),
    enquire: (request) => noted(request.key, card.enquire(request)),
    reverse: (request) =>
      troubled(async () => {
        const outcome = await card.reverse(request)
        if (outcome.kind === 'returned') world.reversed.set(request.key, Number(request.amount))
        return outcome
      }),
    refund: (request) =>
      troubled(async () => {
        const outcome = await card.refund(request)
        if (outcome.kind === 'returned') world.cardRefunds.set(request.key, Number(request.amount))
        return outcome
      }),
  }
}

function noteMail(world: World, { key, to }: Mail): void {
  const known = world.mails.get(key)
  if (known) known.times += 1
  else world.mails.set(key, { to, times: 1 })
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export function sumOf(amounts: Map<string, number>): number {
  let sum = 0
  for (const amount of amounts.values()) sum += amount
  return sum
}
