import { DAY, later, MINUTE } from '../src/platform/clock.ts'
import { kobo } from '../src/platform/money.ts'
import type { BankCredit } from '../src/providers/outcomes.ts'

import type { Api } from './api.ts'
import { givenAccount, givenDedicated } from './payments.ts'
import { scaled } from './scale.ts'
import { givenBusiness, type TestContext } from './support.ts'

// Plans a bank's notifications of transfers from a seed, ten thousand in a full run: their
// accounts, how often each is sent, and which are altered.

export const SESSIONS = scaled(10_000, 1_000)
const BUSINESSES = 6
const DEDICATED = scaled(300, 60)
export const ONE_OFF = scaled(200, 40)
const TOLD_MAX = 4
const UNREADABLE = 60
export const ALTERED_PERCENT = 5
/** The price that each one-off account expects. */
const ASKED = 500_000
/** Narration prefix of a credit that arrives after its account expired. */
export const LATE = 'Sorry, late'

export type Account = { kind: Kind; owner: string; number: string }
type Kind = 'dedicated' | 'wallet' | 'one_off' | 'nobody'
export type Delivery = { body: string /** Where it is sent first. */; place: number }
export type Plan = {
  deliveries: Delivery[]
  /** By session id, then by `identityOf`. */
  stories: Map<string, Map<string, BankCredit>>
  unreadable: string[]
}
export type Random = {
  /** Both ends inclusive. */
  between(min: number, max: number): number
  chance(percent: number): boolean
  pick<Value>(values: readonly Value[]): Value
  shuffled<Value>(values: Value[]): Value[]
}

/** Gives the same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    between,
    chance: (percent) => next() * 100 < percent,
    pick: (values) => values[between(0, values.length - 1)]!,
    shuffled: (values) => {
      const mixed = [...values]
      for (let i = mixed.length - 1; i > 0; i--) {
        const j = between(0, i)
        ;[mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!]
      }
      return mixed
    },
  }
}

export async function givenAccounts(
  context: TestContext,
  api: Api,
  random: Random,
): Promise<Account[]> {
  const businesses = []
  const accounts: Account[] = []
  for (let i = 0; i < BUSINESSES; i++) {
    const business = await givenBusiness(context)
    businesses.push(business)
    const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
    const number = body.data.account.account_number
    accounts.push({ kind: 'wallet', owner: business.businessId, number })
  }
  for (let i = 0; i < DEDICATED; i++) {
    const business = random.pick(businesses)
    const { account_number: number } = await givenDedicated(api, business)
    accounts.push({ kind: 'dedicated', owner: business.businessId, number })
  }
  for (let i = 0; i < ONE_OFF; i++) {
    const business = random.pick(businesses)
    const { account_number: number } = await givenAccount(context, api, business)
    accounts.push({ kind: 'one_off', owner: business.businessId, number })
  }
  return accounts
}

export function planOf(accounts: Account[], random: Random, now: Date): Plan {
  const originals = creditsTo(accounts, random, now)
  const stories: Plan['stories'] = new Map()
  const bodies: string[] = []
  for (const [i, credit] of originals.entries()) {
    const told = [credit]
    if (random.chance(ALTERED_PERCENT)) told.push(altered(credit, i, accounts, random))
    stories.set(credit.sessionId, new Map(told.map((one) => [identityOf(one), one])))
    for (const one of told) {
      for (let times = random.between(1, TOLD_MAX); times > 0; times--) bodies.push(bodyOf(one))
    }
  }
  const unreadable = Array.from({ length: UNREADABLE }, (_, i) => `{"event":"credit","data":${i}`)
  for (const body of unreadable) {
    for (let times = random.between(1, TOLD_MAX); times > 0; times--) bodies.push(body)
  }
  const deliveries = bodies.map((body) => ({ body, place: random.between(0, 2) }))
  return { deliveries: random.shuffled(deliveries), stories, unreadable }
}

/** Everything the bank states about a transfer except its time. */
export function identityOf(credit: Omit<BankCredit, 'occurredAt' | 'amount'> & { amount: bigint }) {
  const { sessionId, accountNumber, amount, senderName, senderBankCode } = credit
  const { senderAccountNumber, narration } = credit
  return [
    sessionId,
    accountNumber,
    amount,
    senderName,
    senderBankCode,
    senderAccountNumber,
    narration,
  ].join('|')
}

/** The credits each one-off account receives, in order. */
const SCRIPTS = [
  ['right'],
  ['wrong'],
  ['late'],
  ['right', 'right'],
  ['wrong', 'right'],
  ['late', 'right', 'wrong'],
] as const

function creditsTo(accounts: Account[], random: Random, now: Date): BankCredit[] {
  const of = (kind: Kind) => accounts.filter((account) => account.kind === kind)
  const [dedicated, wallets] = [of('dedicated'), of('wallet')]
  const credits = of('one_off').flatMap(({ number }) =>
    random.pick(SCRIPTS).map((what) => oneOffCredit(number, what, random, now)),
  )
  while (credits.length < SESSIONS) {
    const share = random.between(1, 100)
    const number =
      share <= 6 ? unknownNumber(random) : random.pick(share <= 16 ? wallets : dedicated).number
    const daysAgo = random.chance(10) ? random.between(1, 9) : 0
    credits.push(creditOf(number, random.between(1, 5_000_000), later(now, -daysAgo * DAY), random))
  }
  return credits.map((credit, i) => ({ ...credit, sessionId: sessionIdOf(i) }))
}

function oneOffCredit(
  number: string,
  what: (typeof SCRIPTS)[number][number],
  random: Random,
  now: Date,
): BankCredit {
  switch (what) {
    case 'right':
      return creditOf(number, ASKED, now, random)
    case 'wrong':
      return creditOf(number, random.pick([1, ASKED - 1, ASKED + 1, 2 * ASKED]), now, random)
    case 'late':
      return { ...creditOf(number, ASKED, later(now, 40 * MINUTE), random), narration: LATE }
  }
}

function creditOf(accountNumber: string, amount: number, occurredAt: Date, random: Random) {
  return {
    sessionId: '',
    accountNumber,
    amount: kobo(amount),
    senderName: random.pick(['Ngozi Sample', 'Ada "A" Example', 'Ọláwálé Ṣample', '']),
    senderBankCode: random.pick(['001', '044', '058']),
    senderAccountNumber: String(random.between(1_000_000_000, 1_999_999_999)),
    narration: random.pick(['', 'For shoes', '100 % \\ "transaction_uuid":"x"', '👟']),
    occurredAt,
  }
}

/**
 * Most in NIP's format; some longer than a reference may be, with characters it may not contain.
 */
function sessionIdOf(i: number): string {
  const serial = String(i).padStart(12, '0')
  return i % 50 === 0 ? `odd session/${serial}` : `999999261121100000${serial}`
}

function unknownNumber(random: Random): string {
  return `nobody ${random.between(1, 40)}`
}

/** Changes one field, chosen in turn by the credit's number. */
function altered(credit: BankCredit, i: number, accounts: Account[], random: Random): BankCredit {
  const changes: (() => Partial<BankCredit>)[] = [
    () => ({ amount: kobo(credit.amount + 1n) }),
    () => ({ accountNumber: random.pick(accounts).number }),
    () => ({ accountNumber: unknownNumber(random) }),
    () => ({ senderName: `${credit.senderName}.` }),
    () => ({ senderBankCode: '011' }),
    () => ({ senderAccountNumber: '2000000000' }),
    () => ({ narration: `${credit.narration}.` }),
    () => ({ occurredAt: later(credit.occurredAt, -1 * MINUTE) }),
  ]
  return { ...credit, ...changes[i % changes.length]!() }
}

function bodyOf(credit: BankCredit): string {
  return JSON.stringify({
    event: 'credit',
    data: {
      session_id: credit.sessionId,
      account_number: credit.accountNumber,
      amount: Number(credit.amount),
      sender_name: credit.senderName,
      sender_bank_code: credit.senderBankCode,
      sender_account_number: credit.senderAccountNumber,
      narration: credit.narration,
      occurred_at: credit.occurredAt.toISOString(),
    },
  })
}
