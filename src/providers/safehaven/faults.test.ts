import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Alteration, alterationsOf } from '../../../test/providers/mutants.ts'
import {
  BANK,
  PAYEE,
  PERSON,
  type SafehavenWorld,
  safehavenWorld,
} from '../../../test/providers/safehaven/world.ts'
import type { Fault } from '../../../test/providers/safehaven.ts'
import { isWhole } from '../../../test/scale.ts'
import { stopClock } from '../../../test/stopped-clock.ts'
import { later, MINUTE, SECOND } from '../../platform/clock.ts'
import { kobo, naira } from '../../platform/money.ts'

// Every call of the adapter with every fault, and with every alteration of its answer. Nothing
// throws, every outcome agrees with the stand-in's data, and a transfer that moved money is never
// called failed.

const RICH = { balance: 1_000_000_000_000n }
const PER_WORLD = 20
/** `npm test` runs every eleventh alteration of an answer, which covers every field. */
const EVERY = isWhole ? 1 : 11

type Outcome = { kind: string }
type Call = {
  /** The call to Safe Haven that has the fault. */
  door: string
  /** Outcomes allowed with a fault. */
  kinds: string[]
  /** The outcome without one. */
  good: string
  prepare?: (world: SafehavenWorld) => Promise<unknown>
  run: (world: SafehavenWorld, prepared: never) => Promise<Outcome>
}

const silent = ['unknown', 'unavailable']
const order = (world: SafehavenWorld) => world.payment(world.newKey())
const sentOrder = async (world: SafehavenWorld) => {
  const one = await order(world)
  const sent = await world.bank.transfer(one)
  assert(sent.kind === 'sent')
  world.advance(2 * MINUTE)
  return { ...one, handle: sent.handle!, askedAt: world.now() }
}
const paidOneOff = async (world: SafehavenWorld) => {
  const issued = await world.bank.issueOneOffAccount(oneOff(world))
  assert(issued.kind === 'issued')
  const from = { bank: '000013', accountNumber: PAYEE, accountName: 'OBI ADA' }
  const { accountNumber } = issued
  const paid = world.controls.pay({ accountNumber, amount: 500_000n, from })!
  return { reference: `va:${paid.sessionId}` }
}
const oneOff = (world: SafehavenWorld) => ({
  key: world.newKey(),
  attempt: 0,
  accountName: 'Ada Stores',
  amount: naira(5_000),
  expiresAt: later(world.now(), 30 * MINUTE),
})
const bvn = { key: 'i', onBehalfOf: 'b', type: 'BVN', number: PERSON } as const
const begun = async ({ identity }: SafehavenWorld) => {
  const sent = await identity.sendCode(bvn)
  assert(sent.kind === 'sent')
  return { type: 'BVN', number: PERSON, session: sent.session, code: '123456' } as const
}
const credit = async (world: SafehavenWorld) => {
  const owner = await world.bank.resolveAccount({ bank: BANK, accountNumber: PAYEE })
  assert(owner.kind === 'found')
  return {
    sessionId: '000013260315120000000000000077',
    accountNumber: '8000000010',
    amount: naira(5_000),
    senderName: owner.accountName,
    senderBankCode: '058',
    senderAccountNumber: PAYEE,
    narration: '',
    occurredAt: world.now(),
  }
}
const call = <Prepared>(one: {
  door: string
  kinds: string[]
  good: string
  prepare?: (world: SafehavenWorld) => Promise<Prepared>
  run: (world: SafehavenWorld, prepared: Prepared) => Promise<Outcome>
}): Call => one as Call

const CALLS: Record<string, Call> = {
  resolveAccount: call({
    door: 'POST /transfers/name-enquiry',
    kinds: silent,
    good: 'found',
    run: ({ bank }) => bank.resolveAccount({ bank: BANK, accountNumber: PAYEE }),
  }),
  enquireBeneficiary: call({
    door: 'POST /transfers/name-enquiry',
    kinds: silent,
    good: 'found',
    run: ({ bank }) => bank.enquireBeneficiary({ bank: BANK, accountNumber: PAYEE }),
  }),
  transfer: call({
    door: 'POST /transfers',
    kinds: silent,
    good: 'sent',
    prepare: order,
    run: ({ bank }, prepared) => bank.transfer(prepared),
  }),
  'transfer, again': call({
    door: 'GET /transfers',
    kinds: silent,
    good: 'sent',
    prepare: sentOrder,
    run: ({ bank }, prepared) => bank.transfer(prepared),
  }),
  'enquireTransfer by its handle': call({
    door: 'POST /transfers/status',
    kinds: [...silent, 'sent'],
    good: 'sent',
    prepare: sentOrder,
    run: ({ bank }, { key, handle }) => bank.enquireTransfer({ key, handle }),
  }),
  'enquireTransfer by its key': call({
    door: 'GET /transfers',
    kinds: silent,
    good: 'sent',
    prepare: sentOrder,
    run: ({ bank }, { key, askedAt }) => bank.enquireTransfer({ key, askedAt }),
  }),
  returnCredit: call({
    door: 'POST /transfers',
    kinds: silent,
    good: 'returned',
    prepare: credit,
    run: (world, prepared) =>
      world.bank.returnCredit({ key: world.newKey(), credit: prepared, amount: kobo(100n) }),
  }),
  confirmCredit: call({
    door: 'POST /virtual-accounts/status',
    kinds: silent,
    good: 'credit',
    prepare: paidOneOff,
    run: ({ bank }, prepared) => bank.confirmCredit(prepared),
  }),
  issueOneOffAccount: call({
    door: 'POST /virtual-accounts',
    kinds: silent,
    good: 'issued',
    run: (world) => world.bank.issueOneOffAccount(oneOff(world)),
  }),
  issueAccount: call({
    door: 'POST /accounts/v2/subaccount',
    kinds: silent,
    good: 'issued',
    prepare: begun,
    run: (world, identity) =>
      world.bank.issueAccount({
        key: world.newKey(),
        attempt: 0,
        accountName: 'Ada Stores',
        bvn: null,
        holder: { email: 'ada@example.com', phone: '08031234567' },
        identity,
      }),
  }),
  closeAccount: call({
    door: 'DELETE /virtual-accounts/:id',
    kinds: silent,
    good: 'closed',
    prepare: (world) => world.bank.issueOneOffAccount(oneOff(world)),
    run: ({ bank }, issued) => {
      assert(issued.kind === 'issued')
      const { accountNumber } = issued
      return bank.closeAccount!({ key: 'k', accountNumber, handle: issued.handle! })
    },
  }),
  listBanks: call({
    door: 'GET /transfers/banks',
    kinds: silent,
    good: 'listed',
    run: ({ bank }) => bank.listBanks!(),
  }),
  balances: call({
    door: 'GET /accounts',
    kinds: silent,
    good: 'known',
    run: ({ bank }) => bank.balances!(),
  }),
  fetchStatement: call({
    door: 'GET /accounts/:id/statement',
    kinds: silent,
    good: 'fetched',
    prepare: sentOrder,
    run: (world) =>
      world.bank.fetchStatement!({ from: later(world.now(), -SECOND), to: world.now() }),
  }),
  sendCode: call({
    door: 'POST /identity/v2',
    kinds: silent,
    good: 'sent',
    run: ({ identity }) => identity.sendCode(bvn),
  }),
  submitCode: call({
    door: 'POST /identity/v2/validate',
    kinds: silent,
    good: 'verified',
    prepare: begun,
    run: ({ identity }, prepared) => identity.submitCode(prepared),
  }),
}

const HOWS: Fault['how'][] = [
  'before',
  'after',
  'text_502',
  'text_502_after',
  'hidden_500',
  'throttled',
]

for (const [name, one] of Object.entries(CALLS)) {
  test(`${name} under each fault says that nobody can say, or that nothing was done`, async (t) => {
    for (const how of HOWS) {
      const world = await safehavenWorld(t)
      const prepared = (await one.prepare?.(world)) as never
      // A read may be retried on another connection.
      world.controls.fail({ call: one.door, how, times: one.door.startsWith('GET') ? 9 : 1 })
      const { kind } = await one.run(world, prepared)
      assert(one.kinds.includes(kind), `${how}: ${kind}`)
      if (how === 'throttled') assert.notEqual(kind, 'unknown')
      world.controls.heal()
    }
  })

  test(`${name} is done where the token has run out, and where the answer takes its time`, async (t) => {
    const pass = stopClock(t)
    for (const how of ['expired_token', 'slow'] as const) {
      const world = await safehavenWorld(t)
      const prepared = (await one.prepare?.(world)) as never
      world.controls.fail({ call: one.door, how, meanwhile: () => pass(SECOND) })
      assert.equal((await one.run(world, prepared)).kind, one.good, how)
    }
  })

  test(`${name} says nothing that is not so, however its answer is altered`, async (t) => {
    let world = await safehavenWorld(t, RICH)
    const all = alterationsOf(await sampleOf(world, one)).filter((one) => !isLie(one))
    for (const [index, alter] of all.filter((_, at) => at % EVERY === 0).entries()) {
      // Keeps the lists short.
      if (index % PER_WORLD === 0) world = await safehavenWorld(t, RICH)
      const prepared = (await one.prepare?.(world)) as never
      const paid = world.books.paidTo(PAYEE)
      world.controls.alter = (door, text) => (door === one.door ? alter.of(text) : text)
      const outcome = await one.run(world, prepared)
      world.controls.alter = null
      checkSaid(outcome, world, one, { paid, alter: alter.name })
      world.advance(MINUTE)
    }
  })
}

async function sampleOf(world: SafehavenWorld, one: Call): Promise<unknown> {
  const prepared = (await one.prepare?.(world)) as never
  let sample: unknown
  world.controls.alter = (door, text) => {
    if (door === one.door) sample = JSON.parse(text)
    return text
  }
  const { kind } = await one.run(world, prepared)
  world.controls.alter = null
  assert.equal(kind, one.good)
  return sample
}

function checkSaid(
  outcome: Outcome,
  { books }: SafehavenWorld,
  { good, door, kinds }: Call,
  { paid, alter }: { paid: bigint; alter: string },
) {
  const { kind } = outcome
  const expected = [...kinds, good, 'not_sent', 'identity_required', 'accepted', 'returned']
  assert(expected.includes(kind), `${alter}: ${kind}`)
  const moved = books.paidTo(PAYEE) - paid
  if (door === 'GET /transfers') assert.equal(moved, 0n, `${alter}: paid again`)
  if (kind === 'sent' && 'sessionId' in outcome) {
    const known = books.transfers.map(({ sessionId }) => sessionId)
    assert(known.includes(outcome.sessionId as string), alter)
  }
  if (kind === 'unavailable') assert.equal(moved, 0n, `${alter}: it was paid`)
  if (kind === 'credit') {
    const { credit } = outcome as unknown as { credit: { amount: bigint; accountNumber: string } }
    assert.equal(credit.amount, 500_000n, alter)
    const own = books.virtualAccounts.map(({ accountNumber }) => accountNumber)
    assert(own.includes(credit.accountNumber), alter)
  }
  if (kind === 'known') {
    const { balances } = outcome as unknown as { balances: { available: bigint }[] }
    assert.equal(balances[0]?.available, books.accounts[0]?.balance, alter)
  }
}

/** Alterations that look like a real answer, which nobody can detect. */
function isLie({ name, value = '', stood }: Alteration): boolean {
  // This number, read as text, is a valid session id.
  if (/sessionId = \d{26}$/.test(name)) return true
  const plausible = ['true', '0', '0.5', '"9007199254740993"']
  return plausible.includes(value) && typeof stood === typeof JSON.parse(value)
}
