import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasty } from '../../../test/providers/hasty.ts'
import { holderOf } from '../../../test/providers/monnify/books.ts'
import {
  type MonnifyWorld,
  monnifyWorld,
  type Rails,
} from '../../../test/providers/monnify/world.ts'
import type { Fault } from '../../../test/providers/monnify.ts'
import { mutantsOf } from '../../../test/providers/mutants.ts'
import { isWhole } from '../../../test/scale.ts'
import { stopClock } from '../../../test/stopped-clock.ts'
import { DAY } from '../../platform/clock.ts'
import { naira } from '../../platform/money.ts'
import type { BankCredit } from '../outcomes.ts'

// Every call of the adapter, with every fault.

const AMOUNT = naira(5_000)
const GTB = { code: '058', nipCode: '000013' }
const holder = { email: 'ada@example.com', phone: null }
const OCCURRED = new Date('2026-11-23T09:00:00Z')
const CREDIT: BankCredit = {
  sessionId: '',
  accountNumber: '5000000001',
  amount: AMOUNT,
  senderName: '',
  senderBankCode: '',
  senderAccountNumber: '',
  narration: '',
  occurredAt: OCCURRED,
}

type Play = {
  /** The stand-in's name of the call, and its outcome without a fault. */
  call: string
  well: string
  /** The outcome of the repeated call, after a failure without an answer. */
  again: string
  ask(rails: Rails, world: MonnifyWorld): Promise<{ kind: string }>
  given?(world: MonnifyWorld): Promise<unknown>
}

const given = {
  account: ({ rails }: MonnifyWorld) =>
    rails.bank.issueAccount({ key: 'a', attempt: 0, accountName: 'ADA', bvn: null, holder }),
  transfer: ({ rails }: MonnifyWorld) => rails.bank.transfer(transfer),
  credit: async (world: MonnifyWorld) => {
    const issued = await given.account(world)
    assert(issued.kind === 'issued')
    world.controls.pay(issued.accountNumber, AMOUNT)
  },
  refund: async (world: MonnifyWorld) => {
    await given.credit(world)
    await giveBack(world.rails, world)
  },
  page: ({ rails }: MonnifyWorld) => rails.card.openPage(opened),
}
const transfer = {
  key: 'p',
  enquiry: '058/0123456789',
  bank: GTB,
  accountNumber: '0123456789',
  accountName: holderOf('0123456789'),
  amount: AMOUNT,
  narration: 'rent',
}
const opened = {
  key: 'c',
  amount: AMOUNT,
  email: 'ada@example.com',
  returnUrl: 'https://pay.example/back',
}
const paidReference = ({ books }: MonnifyWorld) =>
  [...books.payments.values()].find(({ paidOn }) => paidOn !== null)?.transactionReference ?? ''
const giveBack = (rails: Rails, world: MonnifyWorld) => {
  const credit = { ...CREDIT, sessionId: paidReference(world) }
  return rails.bank.returnCredit({ key: 'r', credit, amount: AMOUNT })
}
const oneOff = (rails: Rails) =>
  rails.bank.issueOneOffAccount({
    ...{ key: 'o', attempt: 0, accountName: 'ADA', amount: AMOUNT, expiresAt: OCCURRED, holder },
  })

const PLAYS: Play[] = [
  { call: 'banks', well: 'listed', again: 'listed', ask: ({ bank }) => bank.listBanks() },
  { call: 'balance', well: 'known', again: 'known', ask: ({ bank }) => bank.balances() },
  { call: 'init', well: 'issued', again: 'issued', ask: oneOff },
  { call: 'init transfer', well: 'issued', again: 'issued', ask: oneOff },
  {
    ...{ call: 'reserve', well: 'issued', again: 'issued' },
    ask: (rails, world) => given.account({ ...world, rails }),
  },
  {
    ...{ call: 'kyc', well: 'raised', again: 'raised', given: given.account },
    ask: ({ bank }) =>
      bank.raiseTier({ key: 'a', accountNumber: '5000000001', bvn: '22222222222', handle: 'a-0' }),
  },
  {
    ...{ call: 'close', well: 'closed', again: 'not_found', given: given.account },
    ask: ({ bank }) => bank.closeAccount({ key: 'a', accountNumber: '5000000001', handle: 'a-0' }),
  },
  {
    ...{ call: 'validate', well: 'found', again: 'found' },
    ask: ({ bank }) => bank.enquireBeneficiary({ bank: GTB, accountNumber: '0123456789' }),
  },
  {
    ...{ call: 'transfer', well: 'sent', again: 'sent' },
    ask: ({ bank }) => bank.transfer(transfer),
  },
  {
    ...{ call: 'summary', well: 'sent', again: 'sent', given: given.transfer },
    ask: ({ bank }) => bank.enquireTransfer({ key: 'p' }),
  },
  { call: 'refund', well: 'accepted', again: 'accepted', given: given.credit, ask: giveBack },
  {
    ...{ call: 'refund state', well: 'accepted', again: 'accepted', given: given.refund },
    ask: ({ bank }) => bank.enquireReturn({ key: 'r' }),
  },
  {
    ...{ call: 'query', well: 'credit', again: 'credit', given: given.credit },
    ask: ({ bank }, world) => bank.confirmCredit({ reference: paidReference(world) }),
  },
  {
    ...{ call: 'search', well: 'fetched', again: 'fetched', given: given.credit },
    ask: ({ bank }, { now }) => bank.fetchStatement({ from: new Date(0), to: now() }),
  },
  {
    // Monnify returns the page's URL once.
    ...{ call: 'init', well: 'redirect_required', again: 'unknown' },
    ask: ({ card }) => card.openPage(opened),
  },
  {
    ...{ call: 'query', well: 'pending', again: 'pending', given: given.page },
    ask: ({ card }) => card.enquire({ key: 'c', amount: AMOUNT }),
  },
]

/** Whether the call took effect, and the outcome then. */
const FAULTS: { fault: Fault; kinds: string[]; wasDone: boolean }[] = [
  { fault: 'before', kinds: ['unknown'], wasDone: false },
  { fault: 'after', kinds: ['unknown'], wasDone: true },
  { fault: '502', kinds: ['unknown'], wasDone: false },
  { fault: '502_after', kinds: ['unknown'], wasDone: true },
  // After a refusal, the adapter enquires if it can.
  { fault: 'failure_inside', kinds: ['unknown', 'unavailable'], wasDone: false },
  { fault: 'forbidden', kinds: ['unavailable'], wasDone: false },
  { fault: 'rate_limited', kinds: ['unavailable'], wasDone: false },
]

for (const { call, well, again, ask, given } of PLAYS) {
  test(`${well} by ${call}, where all is well and where the pass has ended`, async () => {
    const world = await monnifyWorld()
    await given?.(world)
    world.controls.expireTokens()

    assert.equal((await ask(world.rails, world)).kind, well)
  })

  for (const { fault, kinds, wasDone } of FAULTS) {
    test(`${well} by ${call}, but ${fault}`, async () => {
      const world = await monnifyWorld()
      await given?.(world)
      world.controls.fail(fault as Fault, call)

      // On a new connection: a stale one would be retried automatically.
      const outcome = await ask(world.another(), world)
      // A bank that refuses is followed by the next one.
      const isNext = call === 'reserve' && fault === 'failure_inside'
      assert((isNext ? [well] : kinds).includes(outcome.kind), outcome.kind)
      const afterwards = await ask(world.another(), world)

      assert.equal(afterwards.kind, wasDone ? again : well)
      const once = world.books.transfers.size + world.books.refunds.size
      assert(once <= 1 && world.books.payments.size <= 2 && world.books.reserved.size <= 1)
      assert.equal(
        world.books.movements.filter(({ kind }) => kind === 'transfer').length <= 1,
        true,
      )
    })
  }

  test(`${well} by ${call}, but slow: nobody can say`, async (t) => {
    const world = await monnifyWorld()
    await given?.(world)
    const rails = world.railsWith(hasty(600))
    const pass = stopClock(t)
    world.controls.fail({ meanwhile: () => pass(600) }, call)

    assert.equal((await ask(rails, world)).kind, 'unknown')
  })

  test(`${well} by ${call}, but logged out twice: it is unavailable`, async () => {
    const world = await monnifyWorld()
    await given?.(world)
    const rails = world.another()
    world.controls.fail('unauthorized', call)
    world.controls.fail('unauthorized', call)

    assert.equal((await ask(rails, world)).kind, 'unavailable')
  })

  test(`${well} by ${call}: no answer that is spoiled makes it throw, or money`, async () => {
    const world = await monnifyWorld()
    await given?.(world)
    let usual = ''
    const keep = (text: string) => {
      usual = text
      return { body: text }
    }
    world.controls.fail({ answer: keep }, call)
    await ask(world.rails, world)
    // Made before, so that each altered answer is about the same thing.
    const mutants = mutantsOf(usual).filter((_, at, all) => at % sampleOf(all) === 0)
    for (const { name, body } of mutants) {
      world.controls.fail({ answer: () => ({ status: 200, body }) }, call)
      world.advance(DAY / 24)
      const outcome = await ask(world.rails, world)
      assert.equal(typeof outcome.kind, 'string', name)
      assertNoMoney(outcome, name)
    }
    assert(world.books.transfers.size <= 1 && world.books.refunds.size <= 1)
  })
}

/** In the small run, about 20 of each. */
function sampleOf(all: readonly unknown[]): number {
  return isWhole ? 1 : Math.max(1, Math.floor(all.length / 20))
}

/** Amounts are unchanged, or missing. */
function assertNoMoney(outcome: { kind: string }, name: string): void {
  const { credit, fee } = outcome as { credit?: BankCredit; fee?: bigint }
  if (credit) {
    assert.match(credit.accountNumber, /^\d{10}$/, name)
    assert(credit.amount > 0n && credit.sessionId !== '', name)
    for (const text of [credit.senderName, credit.narration, credit.senderAccountNumber]) {
      assert(text.isWellFormed() && !text.includes('\0') && text.length <= 200, name)
    }
  }
  assert(fee === undefined || fee >= 0n, name)
}

test('what is notified and spoiled is never thrown at, and never another credit', async () => {
  const world = await monnifyWorld()
  await given.credit(world)
  const usual = world.controls.told[0]!.body.toString()
  const right = world.rails.bank.readNotification(world.controls.told[0]!)
  assert(right.kind === 'credit')
  for (const { name, body } of mutantsOf(usual)) {
    const read = world.rails.bank.readNotification(world.controls.signText(body.toString('latin1')))
    assert(['credit', 'unreadable', 'about', 'ignored'].includes(read.kind), name)
    if (read.kind !== 'credit') continue
    assertNoMoney(read, name)
    assert.equal(world.rails.bank.readNotification({ headers: {}, body }).kind, 'forged')
  }
})
