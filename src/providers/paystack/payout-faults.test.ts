import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasty } from '../../../test/providers/hasty.ts'
import { SAMPLED, someMutantsOf } from '../../../test/providers/mutants.ts'
import type { Call } from '../../../test/providers/paystack/api.ts'
import {
  type PaystackBank,
  type PaystackWorld,
  paystackWorld,
} from '../../../test/providers/paystack/world.ts'
import type { Fault } from '../../../test/providers/paystack.ts'
import { stopClock } from '../../../test/stopped-clock.ts'
import { naira } from '../../platform/money.ts'
import type { TransferOutcome } from '../rails.ts'

// Faults between Paystack and us in the calls of a payout.

const GTB = { code: '058', nipCode: '000013' }
const NUMBER = '0123456789'
const KEY = '019a0000-0000-7000-8000-000000000001'
const SENT = '019a0000-0000-7000-8000-000000000002'
const ORDER = {
  enquiry: `058/${NUMBER}`,
  bank: GTB,
  accountNumber: NUMBER,
  accountName: 'OBI ADA',
  amount: naira(5_000),
  narration: 'Rent',
}

type Asked = { call: Call; ask(bank: PaystackBank): Promise<{ kind: string }> }
const CALLS: Record<string, Asked> = {
  resolveAccount: {
    call: 'resolve',
    ask: (bank) => bank.resolveAccount({ bank: GTB, accountNumber: NUMBER }),
  },
  enquireBeneficiary: {
    call: 'resolve',
    ask: (bank) => bank.enquireBeneficiary({ bank: GTB, accountNumber: NUMBER }),
  },
  'transfer, its recipient': {
    call: 'recipient',
    ask: (bank) => bank.transfer({ ...ORDER, key: KEY }),
  },
  transfer: { call: 'create_transfer', ask: (bank) => bank.transfer({ ...ORDER, key: KEY }) },
  enquireTransfer: { call: 'verify_transfer', ask: (bank) => bank.enquireTransfer({ key: SENT }) },
  listBanks: { call: 'banks', ask: (bank) => bank.listBanks!() },
}

let pass: (ms: number) => void

const FAULTS: Record<string, Fault> = {
  'lost before': 'before',
  'lost after': 'after',
  'a text with 502': '502',
  'done, and a text with 502': '502_after',
  'a failure inside of 200': 'failure_inside',
  'not let in': 'unauthorized',
  'too many': 'rate_limited',
  slow: { meanwhile: () => pass(600) },
}

async function given(): Promise<PaystackWorld> {
  const world = await paystackWorld()
  assert.equal((await world.bank.transfer({ ...ORDER, key: SENT })).kind, 'sent')
  return world
}

function paid({ standIn }: PaystackWorld): bigint {
  return standIn.books.transfers.paidTo(NUMBER)
}

for (const [name, { call, ask }] of Object.entries(CALLS)) {
  test(`${name}: whatever goes wrong, nobody is told more than is known`, async (t) => {
    pass = stopClock(t)
    for (const [what, fault] of Object.entries(FAULTS)) {
      const world = await given()
      const before = paid(world)
      const bank = what === 'slow' ? world.bankWith({ send: hasty(600) }) : world.bank
      // Reads are retried on a new connection.
      const isOnce = call === 'create_transfer' || call === 'recipient'
      for (let i = 0; i < (isOnce ? 1 : 3); i++) world.standIn.controls.fail(fault, call)

      const { kind } = await ask(bank)

      assert(['unknown', 'unavailable'].includes(kind), `${what}: ${kind}`)
      const hasHappened = call === 'create_transfer' && /after|slow|done/.test(what)
      assert.equal(paid(world) - before, hasHappened ? ORDER.amount : 0n, what)
      if (kind === 'unavailable') assert(!hasHappened, what)
      assert(!JSON.stringify(world.logged).includes(NUMBER))
      await world.close()
    }
  })
}

test('after any fault, the same key pays once', async () => {
  for (const call of ['recipient', 'create_transfer', 'verify_transfer'] as const) {
    for (const fault of ['before', 'after', '502', '502_after', 'failure_inside'] as const) {
      const world = await given()
      const before = paid(world)
      world.standIn.controls.fail(fault, call)

      await world.bank.transfer({ ...ORDER, key: KEY })
      const again = await world.anotherBank().transfer({ ...ORDER, key: KEY })

      assert.equal(again.kind, 'sent', `${call} ${fault}`)
      assert.equal(paid(world) - before, ORDER.amount, `${call} ${fault}`)
      await world.close()
    }
  }
})

type Content = { status?: unknown; message?: unknown; data?: Record<string, unknown> }

/** Which outcome an altered answer may have besides `unknown` and `unavailable`. */
const FUZZED: Record<string, (content: Content) => string[]> = {
  'transfer, its recipient': () => ['sent'],
  transfer: () => ['sent', 'accepted'],
  enquireTransfer: ({ status, data }) => {
    const isOurs = data?.['reference'] === SENT && data['domain'] === 'live'
    return status === true && isOurs && data['status'] === 'success' ? ['sent'] : []
  },
}

for (const [name, mayBe] of Object.entries(FUZZED)) {
  const { call, ask } = CALLS[name]!
  test(`${name}: no answer, however strange, makes it throw or say more than there is`, async () => {
    const world = await given()
    const { controls, books } = world.standIn
    let usual = ''
    const answer = (text: string) => {
      usual = text
      return { body: text }
    }
    controls.fail({ answer }, call)
    await ask(world.bank)
    const counts: Record<string, number> = {}

    for (const { name: mutant, body } of someMutantsOf(usual)) {
      controls.fail({ answer: () => ({ body }) }, call)
      const transfers = books.transfers.all.length
      const outcome = (await ask(world.bankWith({}))) as TransferOutcome

      const allowed = [...mayBe(contentOf(body)), 'unknown', 'unavailable']
      // The key of `transfer` has a transfer by now, so that no other can be made.
      assert(allowed.includes(outcome.kind), `${mutant}: ${outcome.kind}`)
      assert.equal(books.transfers.all.length, transfers)
      counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1
    }
    const answers = Object.values(counts).reduce((sum, one) => sum + one)
    assert(answers > 50 / SAMPLED, JSON.stringify(counts))
    await world.close()
  })
}

function contentOf(body: Buffer): Content {
  try {
    const content: unknown = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''))
    return typeof content === 'object' && content !== null ? (content as Content) : {}
  } catch {
    return {}
  }
}
