import { banks } from '../../src/accounts/banks/banks.ts'
import { DAY, HOUR, later } from '../../src/platform/clock.ts'
import { newId } from '../../src/platform/ids.ts'
import { kobo, naira } from '../../src/platform/money.ts'
import type { BankCredit, RailRequest } from '../../src/providers/outcomes.ts'
import type { Provider, RailSet } from '../../src/providers/rails.ts'
import { holderOf, NOBODYS_ACCOUNT } from '../../src/providers/sandbox/names.ts'
import {
  memoryOf,
  SANDBOX_OTP,
  type SandboxMessage,
  sandboxRails,
  UNKNOWN_NUMBER,
} from '../../src/providers/sandbox/sandbox.ts'
import { secondsOf, signed } from '../notifications.ts'
import {
  ACCEPTING_ACCOUNT,
  FAILING_ACCOUNT as FAILING,
  LATE_ACCOUNT as LATE,
  REVERSING_ACCOUNT,
} from '../payouts.ts'
import { masked as maskedByFlutterwave } from '../providers/flutterwave/accounts.ts'
import {
  FAILING_ACCOUNT as FAILING_AT_FLUTTERWAVE,
  LATE_ACCOUNT as LATE_AT_FLUTTERWAVE,
  RETURNING_ACCOUNT as RETURNING_AT_FLUTTERWAVE,
} from '../providers/flutterwave/transfers.ts'
import { flutterwaveWorld } from '../providers/flutterwave/world.ts'
import {
  LATE_ACCOUNT as LATE_AT_MONNIFY,
  NOBODYS_ACCOUNT as NOBODYS_AT_MONNIFY,
} from '../providers/monnify/books.ts'
import { monnifyWorld } from '../providers/monnify/world.ts'
import * as monos from '../providers/mono.ts'
import { masked } from '../providers/paystack/accounts.ts'
import {
  FAILING_ACCOUNT as FAILING_AT_PAYSTACK,
  LATE_ACCOUNT as LATE_AT_PAYSTACK,
  RETURNING_ACCOUNT as RETURNING_AT_PAYSTACK,
} from '../providers/paystack/transfers.ts'
import { paystackWorld } from '../providers/paystack/world.ts'
import { CODE, NOBODYS_NUMBER } from '../providers/safehaven/identities.ts'
import { PERSON, safehavenWorld } from '../providers/safehaven/world.ts'
import { RAIL_SECRET } from '../support.ts'
import {
  keptAtFlutterwave,
  keptAtPaystack,
  keptInSandbox,
  mandatesAtPaystack,
  mandatesInSandbox,
} from './kept.ts'
import { AMOUNT, type End, NotOffered, type RailWorld } from './world.ts'

// The world of each provider: the sandbox by itself, the others with their stand-ins.

export type ProviderName = 'sandbox' | 'monnify' | 'safehaven' | 'paystack' | 'flutterwave' | 'mono'

const BANK = banks.find(({ code }) => code === '058')!
const SOMEBODYS = '0123456789'
/** A stand-in account for each outcome. */
const PAYEES: Record<Exclude<End, 'late'>, string> = {
  sent: '0200000001',
  failed: '0200000002',
  accepted: '0200000003',
  reversed: '0200000004',
}
const MONNIFYS = {
  sent: 'sent',
  failed: 'failed',
  accepted: 'accepted',
  reversed: 'reversed',
} as const
const SAFEHAVENS = {
  sent: 'completed',
  failed: 'failed',
  accepted: 'processing',
  reversed: 'reversed_later',
} as const

export const worlds: Record<ProviderName, () => Promise<RailWorld>> = {
  sandbox: async () => sandbox(),
  monnify,
  safehaven,
  paystack,
  flutterwave,
  mono,
}

function sandbox(): RailWorld {
  const map = new Map<string, string>()
  const messages = new Map<string, SandboxMessage>()
  let at = new Date('2026-03-15T12:00:00Z')
  const now = () => at
  const keys = new Map<string, string>()
  const make = () => {
    const rails = sandboxRails({
      memory: memoryOf(map),
      messages: {
        async send(message) {
          if (!messages.has(message.key)) messages.set(message.key, message)
        },
        wasSent: async ({ key }) => messages.has(key),
      },
      baseUrl: () => 'https://pay.example',
      now,
      notificationSecrets: [RAIL_SECRET],
    })
    const { issueOneOffAccount } = rails.bank
    rails.bank.issueOneOffAccount = async (request) => {
      const issued = await issueOneOffAccount(request)
      if (issued.kind === 'issued') keys.set(issued.accountNumber, request.key)
      return issued
    }
    return rails
  }
  const { bank } = make()
  const payees: Record<End, string> = {
    sent: '0000000018',
    failed: FAILING,
    accepted: ACCEPTING_ACCOUNT,
    reversed: REVERSING_ACCOUNT,
    late: LATE,
  }
  return {
    provider: make(),
    another: make,
    now,
    newKey: () => newId(at) as string,
    later: () => {
      at = later(at, 1 * HOUR)
    },
    bank: BANK,
    somebodys: '0000000018',
    nobodys: NOBODYS_ACCOUNT,
    payee: (end) => payees[end],
    charged: '4444444444',
    lose: () => false,
    paidTo: () => null,
    credited(accountNumber, amount, sender) {
      const told = toldBySandbox({ accountNumber, amount, senderAccountNumber: sender }, at)
      const news = bank.readNotification(told)
      const key = keys.get(accountNumber)
      if (news.kind === 'credit' && key) void bank.simulated.keep(key, news.credit)
      return told
    },
    person: { type: 'BVN', number: '22298765431', nobodys: UNKNOWN_NUMBER, ...CODES },
    kept: keptInSandbox(make().card as RailSet['card'], () => newId(at)),
    mandates: mandatesInSandbox(() => {
      at = later(at, 3 * HOUR)
    }),
    logged: () => '',
    close() {},
  }
}

const CODES = { right: SANDBOX_OTP, wrong: '654321' }

type Sent = Pick<BankCredit, 'accountNumber' | 'amount' | 'senderAccountNumber'>

function toldBySandbox(
  { accountNumber, amount, senderAccountNumber }: Sent,
  at: Date,
): RailRequest {
  const data = {
    session_id: `999999${newId(at)}`,
    account_number: accountNumber,
    amount: Number(amount),
    sender_name: 'Ada Obi',
    sender_bank_code: '058',
    sender_account_number: senderAccountNumber,
    narration: 'rent',
    occurred_at: at.toISOString(),
  }
  const body = Buffer.from(JSON.stringify({ event: 'credit', data }))
  return { headers: signed(body, secondsOf(at)), body }
}

async function monnify(): Promise<RailWorld> {
  const world = await monnifyWorld({ balance: naira(100_000) })
  const { books, controls, logged, now } = world
  // Cases pay the same amount to the same account at the same time.
  books.sameTransferMs = 0
  for (const end of Object.keys(PAYEES) as (keyof typeof PAYEES)[])
    books.fates.set(PAYEES[end], MONNIFYS[end])
  return {
    provider: world.rails,
    another: world.another,
    now,
    newKey: () => newId(now()) as string,
    later: () => world.advance(4 * DAY),
    bank: BANK,
    somebodys: SOMEBODYS,
    nobodys: NOBODYS_AT_MONNIFY,
    payee: (end) => (end === 'late' ? LATE_AT_MONNIFY : PAYEES[end]),
    lose(what) {
      const fault = what === 'request' ? 'before' : 'after'
      for (const call of ['transfer', 'refund']) controls.fail(fault, call)
      return true
    },
    paidTo: (accountNumber) => books.paidTo(accountNumber),
    credited(accountNumber, amount, sender) {
      const source = { accountName: 'Ada Obi', accountNumber: sender, bankCode: '058' }
      controls.pay(accountNumber, amount, source)
      return controls.told.at(-1)!
    },
    page: {
      pays: (key) => void controls.pay(key, AMOUNT),
      isDeclined: (key) => controls.endPayment(key, 'FAILED'),
      isOver: () => world.advance(2 * DAY),
      nextRefundFails() {},
      goneBack: () => kobo(0),
      isFree: true,
    },
    logged: () => logged.join('\n'),
    close: () => world.close(),
  }
}

async function safehaven(): Promise<RailWorld> {
  const closing: (() => unknown)[] = []
  const world = await safehavenWorld({
    after: (close) => void closing.push(close as () => unknown),
  })
  const { controls, books, now } = world
  for (const end of Object.keys(PAYEES) as (keyof typeof PAYEES)[])
    controls.fates.set(PAYEES[end], SAFEHAVENS[end])
  const both = (rails: ReturnType<typeof world.another>): Provider => rails
  return {
    provider: { bank: world.bank, identity: world.identity },
    another: () => both(world.another()),
    now,
    newKey: world.newKey,
    later: () => world.advance(25 * HOUR),
    bank: BANK,
    somebodys: SOMEBODYS,
    nobodys: NOBODYS_ACCOUNT,
    payee(end) {
      if (end !== 'late') return PAYEES[end]
      controls.fates.set('0200000005', 'vanishing')
      return '0200000005'
    },
    lose(what) {
      controls.fail({ call: 'POST /transfers', how: what === 'request' ? 'before' : 'after' })
      return true
    },
    paidTo: (accountNumber) => books.paidTo(accountNumber),
    credited(accountNumber, amount, sender) {
      const bank = BANK.nipCode!
      const from = { bank, accountNumber: sender, accountName: holderOf(sender, bank) }
      controls.pay({ accountNumber, amount, from })
      return world.lastNews()
    },
    person: { type: 'BVN', number: PERSON, nobodys: NOBODYS_NUMBER, right: CODE, wrong: '654321' },
    logged: () => JSON.stringify(world.logged),
    async close() {
      for (const close of closing) await close()
    },
  }
}

async function paystack(): Promise<RailWorld> {
  const world = await paystackWorld()
  const { controls, books } = world.standIn
  const payees: Record<End, string> = {
    sent: '0200000001',
    failed: FAILING_AT_PAYSTACK,
    accepted: LATE_AT_PAYSTACK,
    late: LATE_AT_PAYSTACK,
    reversed: RETURNING_AT_PAYSTACK,
  }
  return {
    provider: { card: world.rail, bank: world.bank },
    another: () => ({ card: world.another(), bank: world.anotherBank() }),
    now: world.now,
    newKey: () => newId(world.now()) as string,
    later: world.later,
    bank: BANK,
    somebodys: SOMEBODYS,
    nobodys: NOBODYS_ACCOUNT,
    payee: (end) => payees[end],
    lose(what) {
      const fault = what === 'request' ? 'before' : 'after'
      for (const call of ['create_transfer', 'create_refund'] as const) controls.fail(fault, call)
      return true
    },
    paidTo: (accountNumber) =>
      books.transfers.paidTo(accountNumber) + books.returnedTo(accountNumber),
    credited(accountNumber, amount, sender) {
      const by = { name: 'Ada Obi', bank: 'Guaranty Trust Bank', accountNumber: sender }
      books.accounts.pay(accountNumber, amount, by)
      return controls.notices.made.at(-1)!
    },
    toldAs: masked,
    page: {
      pays: (key) => world.customer.pays(key),
      isDeclined: (key) => world.customer.isDeclined(key),
      isOver: world.pageIsOver,
      nextRefundFails: world.nextRefundFails,
      goneBack: world.goneBack,
      isFree: false,
    },
    kept: keptAtPaystack(world),
    mandates: mandatesAtPaystack(world),
    logged: () => JSON.stringify(world.logged),
    close: () => world.close(),
  }
}

async function flutterwave(): Promise<RailWorld> {
  const world = await flutterwaveWorld()
  const { controls, books } = world.standIn
  const payees: Record<End, string> = {
    sent: '0200000001',
    failed: FAILING_AT_FLUTTERWAVE,
    accepted: LATE_AT_FLUTTERWAVE,
    late: LATE_AT_FLUTTERWAVE,
    reversed: RETURNING_AT_FLUTTERWAVE,
  }
  return {
    provider: { card: world.rail, bank: world.bank },
    another: world.another,
    now: world.now,
    newKey: () => newId(world.now()) as string,
    later: world.later,
    bank: BANK,
    somebodys: SOMEBODYS,
    nobodys: NOBODYS_ACCOUNT,
    payee: (end) => payees[end],
    lose(what) {
      const fault = what === 'request' ? 'before' : 'after'
      for (const call of ['create_transfer', 'create_refund'] as const) controls.fail(fault, call)
      return true
    },
    paidTo: (accountNumber) =>
      books.transfers.paidTo(accountNumber) + books.returnedTo(accountNumber),
    credited(accountNumber, amount, sender) {
      const by = { name: 'Ada Obi', bank: 'Guaranty Trust Bank', accountNumber: sender }
      books.accounts.pay(accountNumber, amount, by)
      return world.standIn.notices.made.at(-1)!
    },
    toldAs: maskedByFlutterwave,
    page: {
      pays: world.customer.pays,
      isDeclined: world.customer.isDeclined,
      isOver: world.pageIsOver,
      nextRefundFails: world.nextRefundFails,
      goneBack: world.goneBack,
      isFree: false,
    },
    kept: keptAtFlutterwave(world),
    logged: () => JSON.stringify(world.logged),
    close: () => world.close(),
  }
}

/** Verifies people only, so nothing here is about money. */
async function mono(): Promise<RailWorld> {
  const world = await monos.monoWorld()
  const { PERSON: number, NOBODYS_NUMBER: nobodys, CODE: right } = monos
  return {
    provider: { identity: world.identity },
    another: () => world.another(),
    now: world.now,
    newKey: () => newId(world.now()) as string,
    later: () => world.advance(1 * HOUR),
    bank: BANK,
    somebodys: SOMEBODYS,
    nobodys: NOBODYS_ACCOUNT,
    payee: () => null,
    lose: () => false,
    paidTo: () => null,
    credited: () => {
      throw new NotOffered()
    },
    person: { type: 'BVN', number, nobodys, right, wrong: '654321' },
    logged: () => JSON.stringify(world.logged),
    close: () => world.close(),
  }
}
