import assert from 'node:assert/strict'
import type { BankRail, CardRail, IdentityRail, Provider } from '../../src/providers/rails.ts'
import {
  AMOUNT,
  type Case,
  casesOf,
  creditOf,
  handleIn,
  NotOffered,
  orderFor,
  pageOf,
  type RailWorld,
} from './world.ts'

// Conformance cases for identities, statements, fees and handles.

const hasIdentity = ({ identity }: Provider) => identity !== undefined

async function begun(world: RailWorld, number = world.person!.number) {
  const { type } = world.person!
  const identity = world.provider.identity as IdentityRail
  const sent = await identity.sendCode({ key: world.newKey(), onBehalfOf: 'b', type, number })
  const submit = (code: string) => {
    assert(sent.kind === 'sent')
    return identity.submitCode({ session: sent.session, type, number, code })
  }
  return { sent, submit }
}

const identities = casesOf('identity', hasIdentity, {
  'a code is sent, and the right one opens the details': async (world) => {
    const { submit } = await begun(world)
    const verified = await submit(world.person!.right)
    assert(verified.kind === 'verified')
    const { registrationDate, ...texts } = verified.details
    assert(registrationDate === null || typeof registrationDate === 'string')
    for (const [field, text] of Object.entries(texts)) assert.equal(typeof text, 'string', field)
    const { type, number } = world.person!
    assert.equal(type === 'BVN' ? texts.bvn : texts.nin, number)
    assert.match(texts.dateOfBirth, /^\d{2}-\d{2}-\d{4}$/)
  },
  'a wrong one opens nothing, and the right one still does': async (world) => {
    const { submit } = await begun(world)
    assert.deepEqual(await submit(world.person!.wrong), { kind: 'wrong_code' })
    assert.equal((await submit(world.person!.right)).kind, 'verified')
  },
  "to nobody's number no code is sent": async (world) => {
    const { sent } = await begun(world, world.person!.nobodys)
    assert.deepEqual(sent, { kind: 'unknown_number' })
  },
  'nothing of a person is logged': async (world) => {
    const { submit, sent } = await begun(world)
    const verified = await submit(world.person!.right)
    assert(verified.kind === 'verified' && sent.kind === 'sent')
    const { lastName, phoneNumber1 } = verified.details
    const log = world.logged()
    for (const secret of [world.person!.number, lastName, phoneNumber1, sent.session]) {
      assert(secret !== '' && !log.includes(secret))
    }
  },
})

const statements = [
  ...casesOf('statement', ({ bank }) => bank?.fetchStatement !== undefined, {
    'what came in is a line of it, by its session': async (world) => {
      const from = world.now()
      const { sessionId } = await creditOf(world)
      await world.later()
      const said = await (world.provider.bank as BankRail).fetchStatement!({
        from,
        to: world.now(),
      })
      assert(said.kind === 'fetched')
      const own = said.lines.filter((line) => line.sessionId === sessionId)
      assert.deepEqual(
        own.map(({ direction, amount }) => ({ direction, amount })),
        [{ direction: 'credit', amount: AMOUNT }],
      )
    },
    'what was sent is one too': async (world) => {
      const from = world.now()
      const accountNumber = world.payee('sent')!
      const order = { ...(await orderFor(world, accountNumber)), key: world.newKey() }
      const bank = world.provider.bank as BankRail
      assert.equal((await bank.transfer(order)).kind, 'sent')
      await world.later()
      const said = await bank.fetchStatement!({ from, to: world.now() })
      assert(said.kind === 'fetched')
      const own = said.lines.filter((line) => line.direction === 'debit' && line.amount === AMOUNT)
      assert.equal(own.length, 1)
    },
  }),
  ...casesOf('statement of cards', ({ card }) => card?.fetchStatement !== undefined, {
    'of a time in which nothing was settled it is empty': async (world) => {
      const card = world.provider.card as CardRail
      const said = await card.fetchStatement!({ from: world.now(), to: world.now() })
      assert.deepEqual(said, { kind: 'fetched', lines: [] })
    },
  }),
]

const fees = casesOf('fees', ({ bank, card }) => bank !== undefined || card !== undefined, {
  'a payout says what the provider takes': async (world) => {
    const { bank } = world.provider
    if (bank?.transfer === undefined) throw new NotOffered()
    const order = { ...(await orderFor(world, world.charged ?? world.payee('sent')!)) }
    const sent = await (bank as BankRail).transfer({ ...order, key: world.newKey() })
    assert(sent.kind === 'sent')
    assert(sent.fee !== undefined && sent.fee > 0n)
  },
  'a charge says what the provider takes': async (world) => {
    if (!world.page || world.page.isFree) throw new NotOffered()
    const key = world.newKey()
    const asked = { key, amount: AMOUNT, email: 'a@example.com', returnUrl: 'https://a.example' }
    await pageOf(world).openPage(asked)
    world.page.pays(key)
    const paid = await pageOf(world).enquire({ key, amount: AMOUNT })
    assert(paid.kind === 'approved' && paid.fee !== undefined && paid.fee > 0n)
  },
})

const handles = casesOf('handles', ({ bank, card }) => bank !== undefined || card !== undefined, {
  'a payout is enquired about by its handle, in another process': async (world) => {
    const { bank } = world.provider
    if (bank?.transfer === undefined) throw new NotOffered()
    const key = world.newKey()
    const order = { ...(await orderFor(world, world.payee('accepted')!)), key }
    const first = await (bank as BankRail).transfer(order)
    if (handleIn(first).handle === undefined) throw new NotOffered()
    const asked = { key, askedAt: world.now(), ...handleIn(first) }
    await world.later()
    const another = world.another().bank as BankRail
    await another.enquireTransfer(asked)
    assert.equal((await another.enquireTransfer(asked)).kind, 'sent')
  },
  "another's handle says nothing of a payout": async (world) => {
    const { bank } = world.provider
    if (bank?.transfer === undefined) throw new NotOffered()
    const made = []
    for (const key of [world.newKey(), world.newKey()]) {
      const order = { ...(await orderFor(world, world.payee('accepted')!)), key }
      made.push({ key, ...handleIn(await (bank as BankRail).transfer(order)) })
    }
    const [first, second] = made
    if (second?.handle === undefined) throw new NotOffered()
    const asked = { key: first!.key, handle: second.handle, askedAt: world.now() }
    const { kind } = await (bank as BankRail).enquireTransfer(asked)
    assert(kind === 'unknown' || kind === 'accepted', kind)
  },
  'a handle is short enough to be kept': async (world) => {
    const { card } = world.provider
    if (!world.page || card === undefined) throw new NotOffered()
    const asked = { amount: AMOUNT, email: 'a@example.com', returnUrl: 'https://a.example' }
    const page = await pageOf(world).openPage({ ...asked, key: world.newKey() })
    const { handle = '' } = handleIn(page)
    assert(handle !== '' && handle.length <= 1_000)
  },
})

export const otherCases: Case[] = [...identities, ...statements, ...fees, ...handles]
