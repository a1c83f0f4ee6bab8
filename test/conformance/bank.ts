import assert from 'node:assert/strict'
import { kobo } from '../../src/platform/money.ts'
import type { BankRail } from '../../src/providers/rails.ts'
import {
  AMOUNT,
  assertPaid,
  bankOf,
  type Case,
  casesOf,
  creditOf,
  type End,
  handleIn,
  holder,
  NotOffered,
  oneOff,
  orderFor,
  type RailWorld,
  readIn,
  settled,
} from './world.ts'

// Conformance cases for a bank.

const NONSENSE = ['', ' ', '\u0000', '\ud83d', 'é'.repeat(1_000), '__proto__', '../..', '{"a":1}']
const has = (call: keyof BankRail) => (provider: { bank?: object }) =>
  provider.bank !== undefined && call in provider.bank

const accounts = [
  ...casesOf('one-off accounts', has('issueOneOffAccount'), {
    'a key is a number, and another attempt another': async (world) => {
      const key = world.newKey()
      const numbers = [await oneOff(world, key), await oneOff(world, key, 2), await oneOff(world)]
      assert.equal(new Set(numbers.map(({ accountNumber }) => accountNumber)).size, 3)
    },
    'asked again, whoever answers answers with an account': async (world) => {
      const key = world.newKey()
      await oneOff(world, key)
      await oneOff({ ...world, provider: world.another() }, key)
    },
  }),
  ...casesOf('permanent accounts', has('issueAccount'), {
    'one is issued under its key, once, or an identity is asked for': async (world) => {
      const asked = {
        key: world.newKey(),
        attempt: 0,
        accountName: 'ADA SAMPLE',
        bvn: null,
        holder,
      }
      const issued = await bankOf(world).issueAccount(asked)
      if (issued.kind === 'identity_required') return
      assert(issued.kind === 'issued')
      const again = await (world.another().bank as BankRail).issueAccount(asked)
      assert(again.kind === 'issued')
      assert.equal(again.accountNumber, issued.accountNumber)
    },
    'one is issued to who was verified by a code': async (world) => {
      const { person } = world
      const { identity } = world.provider
      if (person === undefined || identity === undefined) throw new NotOffered()
      const { type, number, right: code } = person
      const sent = await identity.sendCode({ key: world.newKey(), onBehalfOf: 'b', type, number })
      assert(sent.kind === 'sent')
      const known = { type, number, session: sent.session, code }
      await identity.submitCode(known)
      const asked = {
        key: world.newKey(),
        attempt: 0,
        accountName: 'ADA SAMPLE',
        bvn: null,
        holder,
      }
      const issued = await bankOf(world).issueAccount({ ...asked, identity: known })
      assert(issued.kind === 'issued')
    },
  }),
  ...casesOf('closing an account', has('closeAccount'), {
    'of one that nobody has, nothing is closed': async (world) => {
      const closed = { key: world.newKey(), accountNumber: '0123456789' }
      assert.deepEqual(await bankOf(world).closeAccount!(closed), { kind: 'not_found' })
    },
  }),
]

const credits = casesOf('credits', has('readNotification'), {
  'what is paid in is read to the kobo, with whoever paid': async (world) => {
    const credit = await creditOf(world)
    assert.equal(credit.amount, AMOUNT)
    assert.equal(credit.senderAccountNumber, world.toldAs?.(world.somebodys) ?? world.somebodys)
    assert(credit.sessionId !== '' && credit.sessionId.length <= 64)
  },
  'told twice, it is one': async (world) => {
    const { accountNumber } = await oneOff(world)
    const told = world.credited(accountNumber, AMOUNT, world.somebodys)
    assert.deepEqual(await readIn(world, told), await readIn(world, told))
  },
  "what is not the provider's is forged, and what is no news never thrown at": async (world) => {
    const rail = bankOf(world)
    for (const text of [...NONSENSE, 'null', '[]', '{', '[[[', '{"type":"transfer","data":{}}']) {
      const { kind } = rail.readNotification({ headers: {}, body: Buffer.from(text) })
      assert.equal(kind, 'forged', text)
    }
  },
  'of a credit that is none, nothing is confirmed': async (world) => {
    const rail = bankOf(world)
    if (rail.confirmCredit === undefined) throw new NotOffered()
    for (const reference of [...NONSENSE, 'va:000013260315120000000000000001', 'MNFY|1|2|3']) {
      assert.deepEqual(await rail.confirmCredit({ reference }), { kind: 'not_found' }, reference)
    }
  },
})

const unnotified = casesOf('lost notifications', has('enquireCredit'), {
  'an enquiry finds what was paid to a one-off account, as the notification says it': async (
    world,
  ) => {
    const key = world.newKey()
    const { accountNumber, ...issued } = await oneOff(world, key)
    const asked = { key, accountNumber, ...handleIn(issued) }
    const enquire = () => (world.another().bank as BankRail).enquireCredit!(asked)
    assert.deepEqual(await enquire(), { kind: 'not_found' })
    const told = world.credited(accountNumber, AMOUNT, world.somebodys)
    const found = await enquire()
    assert(found.kind === 'credit')
    assert.deepEqual(found.credit, await readIn(world, told))
  },
})

const names = casesOf('name enquiry', has('resolveAccount'), {
  'an account has one owner, whoever asks': async (world) => {
    const { bank, somebodys: accountNumber } = world
    const found = await bankOf(world).resolveAccount({ bank, accountNumber })
    assert(found.kind === 'found' && found.accountName.trim() !== '')
    const another = world.another().bank as BankRail
    assert.deepEqual(await another.resolveAccount({ bank, accountNumber }), found)
  },
  'or none': async (world) => {
    const { bank, nobodys: accountNumber } = world
    const found = await bankOf(world).resolveAccount({ bank, accountNumber })
    assert.deepEqual(found, { kind: 'not_found' })
  },
})

/** Requests a transfer with this outcome, and enquires about it. */
async function transferred(world: RailWorld, end: End) {
  const accountNumber = world.payee(end)
  if (accountNumber === null) return null
  const key = world.newKey()
  const order = { ...(await orderFor(world, accountNumber)), key }
  const askedAt = world.now()
  const first = await bankOf(world).transfer(order)
  const asked = { key, askedAt, ...handleIn(first) }
  const enquire = () => bankOf(world).enquireTransfer(asked)
  return { order, first, enquire, accountNumber }
}

const payouts = casesOf('payouts', has('transfer'), {
  sent: async (world) => {
    const made = await transferred(world, 'sent')
    assert(made?.first.kind === 'sent')
    assert(made.first.sessionId !== '' && made.first.sessionId.length <= 64)
    assertPaid(world, made.accountNumber, AMOUNT)
  },
  'refused for good, with a word': async (world) => {
    const made = await transferred(world, 'failed')
    assert(made?.first.kind === 'failed')
    assert.match(made.first.reason, /^[a-z_]+$/)
    assertPaid(world, made.accountNumber, 0n)
  },
  'accepted, and sent later': async (world) => {
    const made = await transferred(world, 'accepted')
    assert.equal(made?.first.kind, 'accepted')
    assert.equal((await settled(world, made!.enquire)).kind, 'sent')
    assertPaid(world, made!.accountNumber, AMOUNT)
  },
  'late: unknown or in hand, and sent in the end': async (world) => {
    const made = await transferred(world, 'late')
    if (made === null) throw new NotOffered()
    assert.match(made.first.kind, /^(unknown|accepted)$/)
    assert.equal((await settled(world, made.enquire)).kind, 'sent')
    assertPaid(world, made.accountNumber, AMOUNT)
  },
  'back after it was sent': async (world) => {
    const made = await transferred(world, 'reversed')
    assert.equal(made?.first.kind, 'sent')
    await world.later()
    await made!.enquire()
    assert.equal((await made!.enquire()).kind, 'reversed')
    assertPaid(world, made!.accountNumber, 0n)
  },
  'a doubled key is one payout': async (world) => {
    const made = await transferred(world, 'sent')
    await bankOf(world).transfer(made!.order)
    await world.later()
    assert.equal((await (world.another().bank as BankRail).transfer(made!.order)).kind, 'sent')
    assertPaid(world, made!.accountNumber, AMOUNT)
  },
  'under a key that is taken no other is made': async (world) => {
    const made = await transferred(world, 'sent')
    const amount = kobo(AMOUNT + 1n)
    const { kind } = await bankOf(world).transfer({ ...made!.order, amount })
    assert(kind === 'failed' || kind === 'unknown', kind)
    assertPaid(world, made!.accountNumber, AMOUNT)
  },
  'a request that is lost is unknown, then not found, then made once': async (world) => {
    if (!world.lose('request')) throw new NotOffered()
    const made = await transferred(world, 'sent')
    assert.equal(made?.first.kind, 'unknown')
    await world.later()
    assert.deepEqual(await made!.enquire(), { kind: 'not_found' })
    const again = { ...(await orderFor(world, made!.accountNumber)), key: made!.order.key }
    assert.equal((await bankOf(world).transfer(again)).kind, 'sent')
    assertPaid(world, made!.accountNumber, AMOUNT)
  },
  'an answer that is lost is unknown, then sent, once': async (world) => {
    if (!world.lose('answer')) throw new NotOffered()
    const made = await transferred(world, 'sent')
    assert.equal(made?.first.kind, 'unknown')
    await world.later()
    assert.equal((await made!.enquire()).kind, 'sent')
    await bankOf(world).transfer(made!.order)
    assertPaid(world, made!.accountNumber, AMOUNT)
  },
  'what makes no sense is answered, and moves nothing': async (world) => {
    const accountNumber = world.payee('sent')!
    const order = await orderFor(world, accountNumber)
    for (const text of NONSENSE) {
      const bank = { code: text, nipCode: text }
      await bankOf(world).enquireBeneficiary({ bank, accountNumber: text })
      await bankOf(world).transfer({ ...order, key: text, bank, enquiry: text })
      await bankOf(world).enquireTransfer({ key: text, handle: text })
    }
    assertPaid(world, accountNumber, 0n)
  },
})

const enquiries = casesOf('payout enquiries', has('enquireTransfer'), {
  'what was sent is said with its session': async (world) => {
    const made = await transferred(world, 'sent')
    assert(made?.first.kind === 'sent')
    await world.later()
    const { sessionId } = made.first
    assert.partialDeepStrictEqual(await made.enquire(), { kind: 'sent', sessionId })
  },
  'what never arrived is not found, or not known': async (world) => {
    const asked = { key: world.newKey(), askedAt: world.now() }
    await world.later()
    assert.deepEqual(await bankOf(world).enquireTransfer(asked), { kind: 'not_found' })
  },
})

const returns = casesOf('returns', has('returnCredit'), {
  'a credit goes back whole, once': async (world) => {
    const credit = await creditOf(world)
    const key = world.newKey()
    const askedAt = world.now()
    const give = () => bankOf(world).returnCredit({ key, credit, amount: AMOUNT })
    const first = await give()
    assert(first.kind === 'returned' || first.kind === 'accepted', first.kind)
    const asked = { key, askedAt, ...handleIn(first) }
    const said = await settled(world, () => bankOf(world).enquireReturn(asked))
    assert.equal(said.kind, 'returned')
    await give()
    assertPaid(world, world.somebodys, AMOUNT)
  },
  'and in parts, never more than it': async (world) => {
    const credit = await creditOf(world)
    for (const amount of [200_000n, 300_000n]) {
      const part = { key: world.newKey(), credit, amount: kobo(amount) }
      const { kind } = await bankOf(world).returnCredit(part)
      assert(kind === 'returned' || kind === 'accepted', kind)
      await world.later()
    }
    for (const amount of [500_001n, 0n]) {
      const part = { key: world.newKey(), credit, amount: kobo(amount) }
      assert.equal((await bankOf(world).returnCredit(part)).kind, 'refused')
    }
    assertPaid(world, world.somebodys, AMOUNT)
  },
  'an answer that is lost is unknown, and it is made once': async (world) => {
    const credit = await creditOf(world)
    if (!world.lose('answer')) throw new NotOffered()
    const key = world.newKey()
    const askedAt = world.now()
    const give = () => bankOf(world).returnCredit({ key, credit, amount: AMOUNT })
    assert.equal((await give()).kind, 'unknown')
    await world.later()
    assert.equal((await bankOf(world).enquireReturn({ key, askedAt })).kind, 'returned')
    await give()
    assertPaid(world, world.somebodys, AMOUNT)
  },
  'what never arrived is not found': async (world) => {
    const asked = { key: world.newKey(), askedAt: world.now() }
    await world.later()
    assert.deepEqual(await bankOf(world).enquireReturn(asked), { kind: 'not_found' })
  },
})

const books = [
  ...casesOf('balances', has('balances'), {
    'what may be paid out is known, by account': async (world) => {
      const said = await bankOf(world).balances!()
      assert(said.kind === 'known')
      assert(said.balances.every(({ account, available }) => account !== '' && available >= 0n))
    },
  }),
  ...casesOf('banks', has('listBanks'), {
    'they are listed, each code once': async (world) => {
      const said = await bankOf(world).listBanks!()
      assert(said.kind === 'listed' && said.banks.length > 0)
      const codes = said.banks.map(({ code }) => code)
      assert.equal(new Set(codes).size, codes.length)
    },
  }),
]

export const bankCases: Case[] = [
  ...accounts,
  ...credits,
  ...unnotified,
  ...names,
  ...payouts,
  ...enquiries,
  ...returns,
  ...books,
]
