import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AMOUNT,
  account,
  assertOnce,
  type BankScript,
  bankConformance,
  CREDIT,
  payment,
  permanent,
  type World,
} from '../../test/bank-conformance.ts'
import { type IdentityWorld, identityConformance } from '../../test/identity-conformance.ts'
import { secondsOf, signed } from '../../test/notifications.ts'
import { refundConformance } from '../../test/refund-conformance.ts'
import { RAIL_SECRET } from '../../test/support.ts'
import type { BankCredit, RailRequest } from './outcomes.ts'
import type { Card, CardOutcome } from './rails.ts'
import {
  DOWN_NUMBER,
  LATE_NUMBER,
  LOST_NUMBER,
  memoryOf,
  SANDBOX_OTP,
  type SandboxMessage,
  sandboxRails,
  testCards,
  UNKNOWN_NUMBER,
  UNSENT_NUMBER,
} from './sandbox/sandbox.ts'

// The promises of a provider with cards on our page (rails.ts), as one suite. A provider has a
// world, and a script with a card for each case, or null if it has none.

type Script = BankScript & {
  approved: Card
  declined: Card
  /** Approved after PIN and OTP, whose digits are not part of what may be stored. */
  guarded: { card: Card; pin: string; otp: string }
  redirected: Card
  /** `charge` answers `unknown`; the real outcome is as named. */
  late: { approved: Card; declined: Card }
  down: Card
  refundRefused: Card | null
}

const charge = (key: string, card: Card) => ({
  key,
  amount: AMOUNT,
  email: 'ada@example.com',
  card,
  returnUrl: 'https://pay.example/checkout/abc',
})

function conformance(name: string, makeWorld: () => World, script: Script) {
  bankConformance(name, makeWorld, script)
  chargeOnce(name, makeWorld, script)
  reverseOnce(name, makeWorld, script)
  refundConformance(name, makeWorld, script, charge)
  unavailableAndUnknown(name, makeWorld, script)
  secrecyAndNonsense(name, makeWorld, script)
}

// (1) The same key is the same operation.

function chargeOnce(name: string, makeWorld: () => World, script: Script) {
  const cards: [card: Card, kind: CardOutcome['kind']][] = [
    [script.approved, 'approved'],
    [script.declined, 'declined'],
    [script.guarded.card, 'pin_required'],
    [script.redirected, 'redirect_required'],
    [script.late.approved, 'unknown'],
    [script.down, 'unavailable'],
  ]
  for (const [card, kind] of cards) {
    test(`${name}: charges with one key are one charge, and each answers ${kind}`, async () => {
      const outcome = await assertOnce(makeWorld(), ({ card: rail }) =>
        rail.charge(charge('k', card)),
      )

      assert.equal(outcome.kind, kind)
    })
  }

  test(`${name}: a charge asked again answers as at first, and does not begin again`, async () => {
    const { rails } = makeWorld()
    const { card, pin, otp } = script.guarded

    const first = await rails.card.charge(charge('k', card))
    await rails.card.submitPin({ key: 'k', pin })
    const ended = await rails.card.submitOtp({ key: 'k', otp })

    assert.equal(ended.kind, 'approved')
    assert.deepEqual(await rails.card.charge(charge('k', card)), first)
    assert.deepEqual(await rails.card.charge(charge('k', script.declined)), first)
    assert.deepEqual(await rails.card.enquire({ key: 'k' }), ended)
  })

  test(`${name}: a PIN and an OTP sent twice count once`, async () => {
    const world = makeWorld()
    const { card, pin, otp } = script.guarded
    await world.rails.card.charge(charge('k', card))

    const afterPin = await assertOnce(world, (rails) => rails.card.submitPin({ key: 'k', pin }))
    const afterOtp = await assertOnce(world, (rails) => rails.card.submitOtp({ key: 'k', otp }))

    assert.equal(afterPin.kind, 'otp_required')
    assert.equal(afterOtp.kind, 'approved')
  })
}

function reverseOnce(name: string, makeWorld: () => World, script: Script) {
  test(`${name}: a reversal is made once, and only of what was approved`, async () => {
    const world = makeWorld()
    const { card } = world.rails
    await card.charge(charge('paid', script.approved))
    await card.charge(charge('declined', script.declined))
    await card.charge(charge('open', script.guarded.card))

    const outcome = await assertOnce(world, (rails) =>
      rails.card.reverse({ key: 'paid', amount: AMOUNT }),
    )

    assert.equal(outcome.kind, 'returned')
    for (const key of ['declined', 'open', 'never seen'])
      assert.equal((await card.reverse({ key, amount: AMOUNT })).kind, 'refused')
  })

  const { refundRefused } = script
  // Not every provider has a card whose refund is refused.
  if (refundRefused === null) return
  test(`${name}: a refused reversal stays refused`, async () => {
    const world = makeWorld()
    await world.rails.card.charge(charge('k', refundRefused))

    const outcome = await assertOnce(world, (rails) =>
      rails.card.reverse({ key: 'k', amount: AMOUNT }),
    )

    assert.equal(outcome.kind, 'refused')
  })
}

// (2) `unavailable` did nothing; `unknown` is open.

function unavailableAndUnknown(name: string, makeWorld: () => World, script: Script) {
  test(`${name}: after unavailable nothing has happened, and the key is free`, async () => {
    const { rails, kept } = makeWorld()
    const before = kept()

    const outcome = await rails.card.charge(charge('k', script.down))

    assert.deepEqual(outcome, { kind: 'unavailable' })
    assert.equal(kept(), before)
    assert.deepEqual(await rails.card.enquire({ key: 'k' }), { kind: 'not_found' })
    assert.equal((await rails.card.charge(charge('k', script.approved))).kind, 'approved')
  })

  for (const kind of ['approved', 'declined'] as const) {
    test(`${name}: unknown is settled by an enquiry, here as ${kind}`, async () => {
      const world = makeWorld()
      await world.rails.card.charge(charge('k', script.late[kind]))

      const outcome = await assertOnce(world, (rails) => rails.card.enquire({ key: 'k' }))

      assert.equal(outcome.kind, kind)
    })
  }

  test(`${name}: a charge that never arrived is not found`, async () => {
    const { rails } = makeWorld()

    assert.deepEqual(await rails.card.enquire({ key: 'k' }), { kind: 'not_found' })
  })
}

// (3) Cards are not stored. (4) Bad input does not throw.

function secrecyAndNonsense(name: string, makeWorld: () => World, script: Script) {
  test(`${name}: nothing of a card is kept or told but its first six and last four`, async () => {
    const { rails, kept } = makeWorld()
    const { card, pin, otp } = script.guarded
    const wrong = { cvv: '987', pin: '9753', otp: '864209' }

    const told = [
      await rails.card.charge(charge('one', card)),
      await rails.card.submitPin({ key: 'one', pin }),
      await rails.card.submitOtp({ key: 'one', otp: wrong.otp }),
      await rails.card.submitOtp({ key: 'one', otp }),
      await rails.card.charge(charge('two', { ...card, cvv: Buffer.from(wrong.cvv) })),
      await rails.card.charge(charge('three', card)),
      await rails.card.submitPin({ key: 'three', pin: wrong.pin }),
      await rails.card.charge(charge('four', script.redirected)),
    ]

    const text = JSON.stringify(told) + kept()
    const number = card.number.toString()
    const middles = [number, script.redirected.number.toString()].map((one) => one.slice(4, -4))
    const secrets = [...middles, card.cvv.toString(), pin, otp, ...Object.values(wrong)]
    for (const secret of secrets) {
      assert(!text.includes(secret), `${secret} was kept or told`)
      assert(!text.includes([...Buffer.from(secret)].join(',')), `${secret} was kept as bytes`)
    }
    assert(text.includes(number.slice(0, 6)) && text.includes(number.slice(-4)))
  })

  test(`${name}: input that makes no sense is answered, and never thrown at`, async () => {
    const { rails } = makeWorld()
    const nonsense = ['', ' ', '0', '\u0000', 'é'.repeat(1_000), '__proto__', '../..', '{"a":1}']

    for (const text of nonsense) {
      const bytes = Buffer.from(text)
      const card = { number: bytes, expMonth: 0, expYear: -1, cvv: bytes }
      assert.equal((await rails.card.charge(charge(text, card))).kind, 'declined')
      await rails.card.charge(charge(`guarded ${text}`, script.guarded.card))
      await rails.card.submitOtp({ key: `guarded ${text}`, otp: text })
      await rails.card.submitPin({ key: `guarded ${text}`, pin: text })
      await rails.card.submitOtp({ key: text, otp: text })
      await rails.card.enquire({ key: `${text}?` })
      await rails.card.reverse({ key: text, amount: AMOUNT })
      await rails.card.refund({ key: text, charge: text, amount: AMOUNT })
      const credit = { ...CREDIT, senderAccountNumber: text, narration: text }
      await rails.bank.returnCredit({ key: text, credit, amount: AMOUNT })
      await rails.bank.issueOneOffAccount({ ...account(text), accountName: text })
      await rails.bank.issueAccount({ ...permanent(text, 0, text), accountName: text })
      await rails.bank.raiseTier({ key: text, accountNumber: text, bvn: text })
      const bank = { code: text, nipCode: text }
      await rails.bank.resolveAccount({ bank, accountNumber: text })
      await rails.bank.enquireBeneficiary({ bank, accountNumber: text })
      await rails.bank.transfer({ ...payment(text, text), bank, enquiry: text, narration: text })
      await rails.bank.enquireTransfer({ key: text })
    }
  })
}

function sandboxWorld(): IdentityWorld {
  const map = new Map<string, string>()
  const messages = new Map<string, SandboxMessage>()
  const railsAt = (time: string) =>
    sandboxRails({
      // Like a database, it answers asynchronously, so that concurrent calls interleave.
      memory: slowly(memoryOf(map)),
      // Like a table: the same key again is the same message.
      messages: {
        async send(message) {
          if (!messages.has(message.key)) messages.set(message.key, message)
        },
        wasSent: async ({ key }) => messages.has(key),
      },
      baseUrl: () => 'https://pay.example',
      now: () => new Date(time),
      notificationSecrets: [RAIL_SECRET],
    })
  return {
    rails: railsAt('2026-03-15T12:00:00Z'),
    tell: toldBySandbox,
    another: () => railsAt('2026-03-15T13:00:00Z'),
    kept: () => JSON.stringify([...map, ...messages]),
    codesSent: () => messages.size,
  }
}

function toldBySandbox(credit: BankCredit, ageMs = 0, spoil = (text: string) => text): RailRequest {
  const data = {
    session_id: credit.sessionId,
    account_number: credit.accountNumber,
    amount: Number(credit.amount),
    sender_name: credit.senderName,
    sender_bank_code: credit.senderBankCode,
    sender_account_number: credit.senderAccountNumber,
    narration: credit.narration,
    occurred_at: credit.occurredAt.toISOString(),
  }
  const body = Buffer.from(spoil(JSON.stringify({ event: 'credit', data })))
  const at = new Date(Date.parse('2026-03-15T12:00:00Z') - ageMs)
  return { headers: signed(body, secondsOf(at)), body }
}

function slowly(memory: ReturnType<typeof memoryOf>): typeof memory {
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    recall: (key) => turn().then(() => memory.recall(key)),
    remember: (key, text) => turn().then(() => memory.remember(key, text)),
  }
}

function testCard(name: string): Card {
  const card = testCards.find((candidate) => candidate.name === name)
  assert(card !== undefined, `there is no test card ${name}`)
  const typed = { number: Buffer.from(card.number), cvv: Buffer.from(card.cvv) }
  return { ...typed, expMonth: 9, expYear: 2030 }
}

conformance('sandbox', sandboxWorld, {
  approved: testCard('success'),
  declined: testCard('declined'),
  guarded: { card: testCard('pin_otp'), pin: '1234', otp: SANDBOX_OTP },
  redirected: testCard('page'),
  late: { approved: testCard('late_success'), declined: testCard('late_decline') },
  down: testCard('down'),
  refundRefused: testCard('refund_refused'),
  bvn: { taken: '22298765431', refused: '00000000000' },
  holders: {
    bank: { code: '058', nipCode: '000013' },
    somebodys: '0000000018',
    nobodys: '0000000000',
  },
  beneficiaries: {
    bank: { code: '058', nipCode: '000013' },
    sent: '0000000018',
    late: '8888888888',
    failed: '9999999999',
    nobodys: null,
  },
})

identityConformance('sandbox', sandboxWorld, {
  somebody: {
    type: 'BVN',
    number: '22298765431',
    code: { right: SANDBOX_OTP, wrong: '654321' },
  },
  nobody: { type: 'NIN', number: UNKNOWN_NUMBER },
  unsent: { type: 'BVN', number: UNSENT_NUMBER },
  down: { type: 'NIN', number: DOWN_NUMBER },
  late: {
    sent: { type: 'NIN', number: LATE_NUMBER, code: { right: SANDBOX_OTP } },
    lost: { type: 'BVN', number: LOST_NUMBER },
  },
})
