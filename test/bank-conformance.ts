import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE } from '../src/platform/clock.ts'
import { kobo, naira } from '../src/platform/money.ts'
import type { BankCredit, RailRequest } from '../src/providers/outcomes.ts'
import type { BankRail, RailSet } from '../src/providers/rails.ts'

// What a bank rail promises if it recognises every key again, from any process. For what every rail
// promises, see rails-conformance.test.ts.

export type World = {
  rails: RailSet
  /** The same rail in another process, an hour later. */
  another: () => RailSet
  /** Everything the rail has stored so far, as text. */
  kept: () => string
  /** The bank's notification of a credit this old; `spoil` edits the text before it is signed. */
  tell: (credit: BankCredit, ageMs?: number, spoil?: (text: string) => string) => RailRequest
}

type ScriptBank = { code: string; nipCode: string | null }
export type BankScript = {
  /** The bank's credit, where its references differ from those of `CREDIT`. */
  credit?: BankCredit
  /** The bank accepts the first for a Tier 3 account and refuses the second. */
  bvn: { taken: string; refused: string | null }
  holders: { bank: ScriptBank; somebodys: string; nobodys: string }
  /** Accounts by the outcome of a transfer to them; `late`: unknown at first, then sent. */
  beneficiaries: {
    bank: ScriptBank
    sent: string
    late: string
    failed: string
    /** Null if the rail's world has no account that belongs to nobody. */
    nobodys: string | null
  }
}

export const AMOUNT = naira(5_000)
export const CREDIT: BankCredit = {
  sessionId: '999999260315120000123456789012',
  accountNumber: '0000000014',
  amount: AMOUNT,
  senderName: 'Ada Obi',
  senderBankCode: '058',
  senderAccountNumber: '0000000018',
  narration: 'rent',
  occurredAt: new Date('2026-03-15T12:00:00Z'),
}

export const payment = (key: string, accountNumber: string) => ({
  key,
  enquiry: '',
  bank: { code: '058', nipCode: '000013' } as ScriptBank,
  accountNumber,
  accountName: 'OBI ADA',
  amount: AMOUNT,
  narration: 'rent',
})

const holder = { email: 'ada@example.com', phone: '+2348030000000' }

export const permanent = (key: string, attempt = 1, bvn: string | null = null) => ({
  key,
  attempt,
  accountName: 'ADA STORES/NGOZI SAMPLE',
  bvn,
  holder,
})

export const account = (key: string, attempt = 1) => ({
  key,
  attempt,
  accountName: 'Ada Stores',
  amount: AMOUNT,
  expiresAt: new Date('2026-03-15T12:30:00Z'),
  holder,
})

/** Asks here and in another process, twice each at once and once after; all answers agree. */
export async function assertOnce<Outcome>(world: World, ask: (rails: RailSet) => Promise<Outcome>) {
  const another = world.another()
  const rails = [world.rails, another, world.rails, another]
  const together = await Promise.all(rails.map(ask))
  const outcomes = [...together, await ask(world.rails), await ask(another)]
  for (const outcome of outcomes) assert.deepEqual(outcome, outcomes[0])
  return outcomes[0]!
}

/** Promises that a rail does not make; its own tests cover what it does instead. */
type Apart =
  /** Returns are accepted and done later. */
  | 'returns'
  /** Its signature covers no timestamp. */
  | 'stale notifications'

export function bankConformance(
  name: string,
  makeWorld: () => World | Promise<World>,
  script: BankScript,
  apart: readonly Apart[] = [],
): void {
  bankOnce(name, makeWorld)
  if (!apart.includes('returns')) returnsOnce(name, makeWorld)
  accountsForEver(name, makeWorld, script)
  holders(name, makeWorld, script)
  beneficiaries(name, makeWorld, script)
  transfers(name, makeWorld, script)
  notifications(name, makeWorld, script.credit ?? CREDIT)
  if (!apart.includes('stale notifications')) staleness(name, makeWorld)
}

type MakeWorld = () => World | Promise<World>

function bankOnce(name: string, makeWorld: MakeWorld) {
  test(`${name}: one key and attempt is one account number, another is another`, async () => {
    const world = await makeWorld()

    const first = await assertOnce(world, ({ bank }) => bank.issueOneOffAccount(account('k1')))
    const second = await assertOnce(world, ({ bank }) => bank.issueOneOffAccount(account('k1', 2)))
    const third = await assertOnce(world, ({ bank }) => bank.issueOneOffAccount(account('k2')))

    const numbers = [first, second, third].map((outcome) => {
      assert(outcome.kind === 'issued')
      assert.match(outcome.accountNumber, /^\d{10}$/)
      return outcome.accountNumber
    })
    assert.equal(new Set(numbers).size, 3)
  })
}

function returnsOnce(name: string, makeWorld: MakeWorld) {
  test(`${name}: a credit is returned once, under one session id`, async () => {
    const world = await makeWorld()
    const returned = (key: string) =>
      assertOnce(world, ({ bank }) => bank.returnCredit({ key, credit: CREDIT, amount: AMOUNT }))

    const first = await returned('k1')
    const second = await returned('k2')

    assert(first.kind === 'returned' && second.kind === 'returned')
    assert.notEqual(first.sessionId, second.sessionId)
    assert(first.sessionId.length <= 64)
  })

  test(`${name}: of a credit a part is returned, under a key of its own, and never more than it`, async () => {
    const world = await makeWorld()
    const returned = (key: string, amount: bigint) =>
      assertOnce(world, ({ bank }) =>
        bank.returnCredit({ key, credit: CREDIT, amount: kobo(amount) }),
      )

    const first = await returned('k1', 1n)
    const second = await returned('k2', AMOUNT - 1n)
    const whole = await returned('k3', AMOUNT)

    const sessions = [first, second, whole].map((outcome) => {
      assert(outcome.kind === 'returned')
      return outcome.sessionId
    })
    assert.equal(new Set(sessions).size, 3)
    assert.equal((await returned('k4', AMOUNT + 1n)).kind, 'refused')
    assert.equal((await returned('k5', 0n)).kind, 'refused')
    assert.equal((await returned('k1', 2n)).kind, 'refused', 'the key is that of another amount')
    assert.deepEqual(await returned('k1', 1n), first)
  })
}

function accountsForEver(name: string, makeWorld: MakeWorld, { bvn }: BankScript) {
  test(`${name}: one key and attempt is one account for ever, and a one-off is none of them`, async () => {
    const world = await makeWorld()
    const issued = async (key: string, attempt: number, bvn: string | null = null) => {
      const outcome = await assertOnce(world, (rails) =>
        rails.bank.issueAccount(permanent(key, attempt, bvn)),
      )
      assert(outcome.kind === 'issued')
      assert.match(outcome.accountNumber, /^\d{10}$/)
      return outcome.accountNumber
    }

    const numbers = [
      await issued('k1', 0),
      await issued('k1', 1),
      await issued('k2', 0),
      await issued('k3', 0, bvn.taken),
    ]
    const oneOff = await world.rails.bank.issueOneOffAccount(account('k1', 0))

    assert(oneOff.kind === 'issued')
    assert.equal(new Set([...numbers, oneOff.accountNumber]).size, 5)
  })

  test(`${name}: an account is lifted to Tier 3 once, and as often as it is asked`, async () => {
    const world = await makeWorld()
    const outcome = await world.rails.bank.issueAccount(permanent('k'))
    assert(outcome.kind === 'issued')
    const issued = issuedAs(outcome)

    const raised = await assertOnce(world, ({ bank }) =>
      bank.raiseTier({ key: 'k', ...issued, bvn: bvn.taken }),
    )

    assert.deepEqual(raised, { kind: 'raised' })
    assert(!world.kept().includes(bvn.taken), 'the number is not kept in clear')
  })

  const { refused } = bvn
  // Some rails' worlds have no BVN that is refused.
  if (refused === null) return
  test(`${name}: a BVN that is refused issues and lifts nothing, and the key is free`, async () => {
    const world = await makeWorld()

    const issue = await assertOnce(world, ({ bank }) =>
      bank.issueAccount(permanent('k', 0, refused)),
    )
    const issued = await world.rails.bank.issueAccount(permanent('k', 0))
    assert(issued.kind === 'issued')
    const asIssued = issuedAs(issued)
    const raise = await assertOnce(world, ({ bank }) =>
      bank.raiseTier({ key: 'k', ...asIssued, bvn: refused }),
    )

    for (const one of [issue, raise]) assert.deepEqual(one, { kind: 'refused', number: 'bvn' })
    const raised = await world.rails.bank.raiseTier({ key: 'k', ...asIssued, bvn: bvn.taken })
    assert.deepEqual(raised, { kind: 'raised' })
  })
}

function issuedAs({ accountNumber, handle }: { accountNumber: string; handle?: string }) {
  return { accountNumber, ...(handle !== undefined && { handle }) }
}

function holders(name: string, makeWorld: MakeWorld, { holders }: BankScript) {
  test(`${name}: an account has one holder, whoever asks and however often`, async () => {
    const world = await makeWorld()
    const { bank, somebodys, nobodys } = holders
    const asked = (accountNumber: string) =>
      assertOnce(world, (rails) => rails.bank.resolveAccount({ bank, accountNumber }))

    const found = await asked(somebodys)
    assert(found.kind === 'found')
    assert(found.accountName.trim() !== '')
    assert.deepEqual(await asked(nobodys), { kind: 'not_found' })
  })
}

function beneficiaries(name: string, makeWorld: MakeWorld, { beneficiaries }: BankScript) {
  const { bank, nobodys, ...known } = beneficiaries
  const asked = (world: World, accountNumber: string) =>
    assertOnce(world, (rails) => rails.bank.enquireBeneficiary({ bank, accountNumber }))

  test(`${name}: whoever is to be paid has a name, whatever becomes of the transfer`, async () => {
    const world = await makeWorld()
    for (const accountNumber of Object.values(known)) {
      const found = await asked(world, accountNumber)
      assert(found.kind === 'found')
      assert(found.accountName.trim() !== '' && found.enquiry !== '')
    }
  })

  // Some rails' worlds have no account that belongs to nobody.
  if (nobodys === null) return
  test(`${name}: nobody is paid at an account that is nobody's`, async () => {
    assert.deepEqual(await asked(await makeWorld(), nobodys), { kind: 'not_found' })
  })
}

const ENQUIRIES_MAX = 5

function transfers(name: string, makeWorld: MakeWorld, { beneficiaries }: BankScript) {
  const { bank, sent, late, failed } = beneficiaries
  /** A request made after the name enquiry. */
  const requested = async (world: World, key: string, accountNumber: string) => {
    const found = await world.rails.bank.enquireBeneficiary({ bank, accountNumber })
    assert(found.kind === 'found')
    const { accountName, enquiry } = found
    return { ...payment(key, accountNumber), bank, accountName, enquiry }
  }
  const transferred = (world: World, request: Parameters<BankRail['transfer']>[0]) =>
    assertOnce(world, (rails) => rails.bank.transfer(request))
  const enquired = (world: World, key: string) =>
    assertOnce(world, (rails) => rails.bank.enquireTransfer({ key }))

  test(`${name}: transfers with one key are one transfer, and an enquiry says what they said`, async () => {
    const world = await makeWorld()
    const outcomes = []
    for (const [key, accountNumber] of [
      ['k1', sent],
      ['k2', sent],
      ['k3', failed],
    ] as const) {
      const outcome = await transferred(world, await requested(world, key, accountNumber))
      assert.deepEqual(await enquired(world, key), outcome)
      outcomes.push(outcome)
    }

    const [first, second, third] = outcomes
    assert(first?.kind === 'sent' && second?.kind === 'sent' && third?.kind === 'failed')
    assert.notEqual(first.sessionId, second.sessionId)
    assert(first.sessionId.length <= 64)
    assert.match(third.reason, /^[a-z_]+$/)
  })

  test(`${name}: a transfer that is not answered is sent once, and in the end known`, async () => {
    const world = await makeWorld()
    const request = await requested(world, 'k', late)
    assert.deepEqual(await transferred(world, request), { kind: 'unknown' })

    const { bank: rail } = world.rails
    let outcome = await rail.enquireTransfer({ key: 'k' })
    assert.deepEqual(outcome, { kind: 'unknown' })
    for (let asked = 0; outcome.kind === 'unknown' && asked < ENQUIRIES_MAX; asked++) {
      outcome = await rail.enquireTransfer({ key: 'k' })
    }
    assert.equal(outcome.kind, 'sent')
    assert.deepEqual(await enquired(world, 'k'), outcome)
  })

  test(`${name}: another transfer under a known key is not made, and does not end the first`, async () => {
    const world = await makeWorld()
    const request = await requested(world, 'k', sent)
    const first = await transferred(world, request)

    const more = { ...request, amount: kobo(AMOUNT + 1n) }
    for (const other of [more, await requested(world, 'k', failed)]) {
      assert.deepEqual(await transferred(world, other), { kind: 'failed', reason: 'duplicate' })
    }
    assert.deepEqual(await enquired(world, 'k'), first)
    assert.deepEqual(await transferred(world, request), first)
  })

  test(`${name}: a transfer that never arrived is not found, and its key is free`, async () => {
    const world = await makeWorld()
    assert.deepEqual(await enquired(world, 'k'), { kind: 'not_found' })
    assert.equal((await transferred(world, await requested(world, 'k', sent))).kind, 'sent')
  })

  test(`${name}: nothing is transferred under an enquiry about another account`, async () => {
    const world = await makeWorld()
    const { enquiry } = await requested(world, 'k', failed)
    const request = await requested(world, 'k', sent)

    assert.equal((await transferred(world, { ...request, enquiry })).kind, 'failed')
    assert.equal((await transferred(world, request)).kind, 'sent', 'the key is free')
  })
}

function notifications(name: string, makeWorld: MakeWorld, credit: BankCredit) {
  test(`${name}: what the bank tells of a credit is read to the letter`, async () => {
    const world = await makeWorld()
    assert.deepEqual(readIn(world, world.tell(credit)), { kind: 'credit', credit })
  })

  test(`${name}: what is not signed, and what is signed for other bytes, is forged`, async () => {
    const world = await makeWorld()
    const read = (request: RailRequest) => readIn(world, request)
    const { headers, body } = world.tell(credit)
    const altered = Buffer.from(body.toString().replace('rent', 'Rent'))
    assert.deepEqual(read({ headers: {}, body }), { kind: 'forged' })
    assert.deepEqual(read({ headers, body: altered }), { kind: 'forged' })
    assert.deepEqual(read({ headers, body: Buffer.alloc(0) }), { kind: 'forged' })
  })

  test(`${name}: what is signed and is no credit is unreadable, and never thrown at`, async () => {
    const world = await makeWorld()
    for (const text of ['', 'null', '[]', '{', '\u0000', '[[[', '{"__proto__":1}']) {
      const request = world.tell(credit, 0, () => text)
      assert.deepEqual(readIn(world, request), { kind: 'unreadable' }, text)
    }
  })

  test(`${name}: an odd text loses no credit: it is cleaned`, async () => {
    const world = await makeWorld()
    // Truncating a long name must not split a surrogate pair.
    const long = ['x'.repeat(10_000), '😀'.repeat(500), `x${'😀'.repeat(500)}`]
    for (const odd of ['a\u0000b', 'a\ud83d', '\u0007', 'a\r\nb', ...long]) {
      const told = { ...credit, senderName: odd, narration: odd }
      const notification = readIn(world, world.tell(told))
      assert(notification.kind === 'credit')
      const { senderName, narration, ...rest } = notification.credit
      assert.partialDeepStrictEqual(credit, rest)
      for (const text of [senderName, narration]) {
        assert(text.isWellFormed() && !/\p{Cc}/u.test(text) && text.length <= 200, odd)
      }
    }
  })
}

function staleness(name: string, makeWorld: MakeWorld) {
  test(`${name}: what was signed an hour ago, or for in an hour, is stale`, async () => {
    const world = await makeWorld()
    for (const ageMs of [-60 * MINUTE, 60 * MINUTE]) {
      assert.deepEqual(readIn(world, world.tell(CREDIT, ageMs)), { kind: 'stale' })
    }
  })
}

function readIn({ rails }: World, request: RailRequest) {
  return rails.bank.readNotification(request)
}
