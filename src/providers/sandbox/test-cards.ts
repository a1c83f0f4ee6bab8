import assert from 'node:assert/strict'
import { HOUR, MINUTE } from '../../platform/clock.ts'
import { type Kobo, naira } from '../../platform/money.ts'
import type { DeclineReason } from '../failures.ts'
import type { Card } from '../rails.ts'

// The test cards, the banks that answer USSD codes, and the pages of a bank and of OPay. No other
// card is approved: a real card must not succeed in test mode. Most numbers and codes are those of
// Paystack's test mode, which developers know; the last are ours.

export const SANDBOX_OTP = '123456'
const OTP_TRIES = 3

export const DECISIONS = ['approve', 'decline', 'cancel', 'late'] as const
export type Decision = (typeof DECISIONS)[number]
export type Ending = 'approved' | DeclineReason

/** What the bank asks the customer for. */
export type Ask = {
  kind: 'pin' | 'otp' | 'page' | 'dial'
  expects: string
  tries: number
  /** The outcome after the last wrong try. */
  failure: DeclineReason
  /** The buttons of a page. For `dial`: whether the bank answers the code. */
  offers: Decision[]
}

/** Payments that are not by card end by themselves when the customer does nothing. */
export const EXPIRES_MS = 15 * MINUTE
/** What is paid late is paid this long after it was requested. */
export const LATE_MS = 5 * MINUTE

export type Scenario = {
  asks: Ask[]
  ends: Ending
  /** What a charge of the kept card follows: the name of its scenario. */
  again?: string
  /** What a kept card has, when it is charged again. */
  holds?: Kobo
  reusable?: true
  /** Of the card, unless it is Nigeria. */
  country?: string
  /** The answer of `charge` instead. After `unknown`, `enquire` has the real outcome. */
  charge?: 'unknown' | 'unavailable'
  /**
   * The answer of `refund` and `reverse` instead. After `accepted`, the second enquiry says that it
   * is done; after `accepted_refused`, that it was refused.
   */
  reverse?: 'refused' | 'unknown' | 'accepted' | 'accepted_refused'
  /** The processor charges a fee. */
  fee?: true
  /** Not by card: it expires. */
  expires?: true
  /** The bank takes this long. */
  takesMs?: number
}

export type TestCard = Scenario & { name: string; number: string; cvv: string }

const pin = (expects: string): Ask => ({
  kind: 'pin',
  expects,
  tries: 1,
  failure: 'incorrect_pin',
  offers: [],
})

const otp: Ask = {
  kind: 'otp',
  expects: SANDBOX_OTP,
  tries: OTP_TRIES,
  failure: 'incorrect_otp',
  offers: [],
}

const page: Ask = {
  kind: 'page',
  expects: 'approve',
  tries: 1,
  failure: 'authentication_failed',
  offers: ['approve', 'decline'],
}
const pageThatDeclines: Ask = { ...page, offers: ['decline'] }
const pageWithoutButtons: Ask = { ...page, offers: [] }

const dial: Ask = { ...page, kind: 'dial', failure: 'insufficient_funds', offers: ['approve'] }
const menu: Ask = { ...page, failure: 'insufficient_funds', offers: [...DECISIONS] }

type Row = [
  name: string,
  number: string,
  cvv: string,
  asks: Ask[],
  ends: Ending,
  more?: Pick<Scenario, 'reusable' | 'again' | 'holds' | 'charge' | 'reverse' | 'fee' | 'country'>,
]

const LATE_REFUSAL = { reverse: 'accepted_refused' } as const

/** Approved, and once kept, ending like this when it is charged again. */
const keptFor = (again: string) => ({ reusable: true, again }) as const

/** Has less than most charges when it is charged again. */
const HOLDS_LITTLE = { reusable: true, holds: naira(1_000) } as const

/** A card of a bank in the United Kingdom. */
const FOREIGN = { reusable: true, country: 'GB' } as const

// biome-ignore format: a table reads in columns
const rows: Row[] = [
  ['success',          '4084084084084081',    '408', [], 'approved', { reusable: true }],
  ['pin',              '507850785078507812',  '081', [pin('1111')], 'approved'],
  ['pin_otp',          '5060666666666666666', '123', [pin('1234'), otp], 'approved'],
  ['pin_otp_zeros',    '507850785078507804',  '884', [pin('0000'), otp], 'approved'],
  ['page',             '5192602720584796',    '123', [page], 'approved', { reusable: true }],
  ['declined',         '4084080000005408',    '001', [], 'declined'],
  ['pin_otp_not_sent', '507850785078507853',  '082', [pin('0000')], 'otp_not_sent'],
  ['no_funds',         '4084080000670037',    '787', [], 'insufficient_funds'],
  ['refund_refused',   '4084080000671803',    '180', [], 'approved', { reverse: 'refused' }],
  ['refund_unknown',   '4084080000671902',    '190', [], 'approved', { reverse: 'unknown' }],
  ['refund_accepted',  '4084080000672009',    '200', [], 'approved', { reverse: 'accepted' }],
  ['refund_fails_late', '4084080000672108',  '210', [], 'approved', LATE_REFUSAL],
  ['fee',              '4084080000672207',    '220', [], 'approved', { fee: true }],
  ['late_success',     '4084080000000912',    '912', [], 'approved', { charge: 'unknown' }],
  ['late_decline',     '4084080000000920',    '920', [], 'declined', { charge: 'unknown' }],
  ['down',             '4084080000000938',    '938', [], 'declined', { charge: 'unavailable' }],
  ['page_declines',    '5192600000000319',    '319', [pageThatDeclines], 'approved'],
  ['page_abandoned',   '5192600000000327',    '327', [pageWithoutButtons], 'approved'],
  ['kept_no_funds',    '4084080000680010',    '801', [], 'approved', keptFor('no_funds')],
  ['kept_expires',     '4084080000680028',    '802', [], 'approved', keptFor('expired_since')],
  ['kept_stolen',      '4084080000680036',    '803', [], 'approved', keptFor('stolen')],
  ['kept_asks',        '4084080000680044',    '804', [], 'approved', keptFor('page')],
  ['kept_late',        '4084080000680051',    '805', [], 'approved', keptFor('late_success')],
  ['kept_late_decline', '4084080000680069',   '806', [], 'approved', keptFor('late_decline')],
  ['kept_short',       '4084080000680077',    '807', [], 'approved', HOLDS_LITTLE],
  ['foreign',          '4084080000690019',    '809', [], 'approved', FOREIGN],
]

export const testCards: TestCard[] = rows.map(([name, number, cvv, asks, ends, more]) => ({
  name,
  number,
  cvv,
  asks,
  ends,
  ...more,
}))

type TestUssdBank = Scenario & { name: string; code: string; bank: string; prefix: string }
type UssdRow = [
  name: string,
  code: string,
  bank: string,
  prefix: string,
  asks: Ask[],
  more?: object,
]

// biome-ignore format: a table reads in columns
const ussdRows: UssdRow[] = [
  ['ussd_success',  '058', 'Guaranty Trust Bank',    '737', [dial]],
  ['ussd_no_funds', '057', 'Zenith Bank',            '966', [{ ...dial, offers: ['decline'] }]],
  ['ussd_expires',  '033', 'United Bank For Africa', '919', [{ ...dial, offers: [] }]],
  ['ussd_late',     '044', 'Access Bank',            '901', [{ ...dial, offers: ['late'] }]],
  ['ussd_silent',   '011', 'First Bank of Nigeria',  '894', [dial], { charge: 'unknown' }],
  ['ussd_down',     '070', 'Fidelity Bank',          '770', [dial], { charge: 'unavailable' }],
]

export const testUssdBanks: TestUssdBank[] = ussdRows.map(
  ([name, code, bank, prefix, asks, more]) => {
    return { name, code, bank, prefix, asks, ends: 'approved', expires: true, ...more }
  },
)

/** How long the slow bank takes to activate a mandate, and to debit. */
const BANK_MS = 3 * HOUR

type TestAccount = Scenario & { name: string; accountNumber: string }
type AccountRow = [name: string, accountNumber: string, ends: Ending, more?: Partial<Scenario>]

/** A mandate, and how its debits end. */
const debiting = (again: string) => ({ reusable: true, again }) as const

// biome-ignore format: a table reads in columns
const accountRows: AccountRow[] = [
  ['mandate_active',   '3100000001', 'approved', debiting('debit')],
  ['mandate_slow',     '3100000002', 'approved', { ...debiting('debit_slow'), takesMs: BANK_MS }],
  ['mandate_rejected', '3100000003', 'declined'],
  ['mandate_no_funds', '3100000004', 'approved', debiting('no_funds')],
  ['mandate_revoked',  '3100000005', 'approved', debiting('not_kept')],
  ['mandate_lost',     '3100000006', 'approved', { ...debiting('debit'), charge: 'unknown' }],
  ['mandate_down',     '3100000007', 'declined', { charge: 'unavailable' }],
]

/** Accounts that can have a mandate. */
export const testAccounts: TestAccount[] = accountRows.map(([name, accountNumber, ends, more]) => {
  return { name, accountNumber, asks: [], ends, ...more }
})

const scenarios = new Map<string, Scenario>([
  ...testAccounts.map((one): [string, Scenario] => [one.name, one]),
  ['debit', { asks: [], ends: 'approved' }],
  ['debit_slow', { asks: [], ends: 'approved', takesMs: BANK_MS }],
  ...testUssdBanks.map((one): [string, Scenario] => [one.name, one]),
  ['menu', { asks: [menu], ends: 'approved', expires: true }],
  ...testCards.map((card): [string, Scenario] => [card.name, card]),
  ['expired_since', { asks: [], ends: 'card_expired' }],
  ['stolen', { asks: [], ends: 'card_stolen' }],
  ['not_kept', { asks: [], ends: 'authorization_unknown' }],
  ['other_cvv', { asks: [], ends: 'incorrect_cvv' }],
  ['other_card', { asks: [], ends: 'not_a_test_card' }],
])

export function testCardOf(number: Buffer): TestCard | undefined {
  return testCards.find((card) => number.equals(Buffer.from(card.number)))
}

/** The name of the scenario. It may be stored; the card may not. */
export function scenarioNameOf({ number, cvv }: Card): string {
  const card = testCardOf(number)
  if (card === undefined) return 'other_card'
  return cvv.equals(Buffer.from(card.cvv)) ? card.name : 'other_cvv'
}

export function scenarioOf(name: string): Scenario {
  const scenario = scenarios.get(name)
  assert(scenario !== undefined, `unknown sandbox scenario ${name}`)
  return scenario
}
