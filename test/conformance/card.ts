import assert from 'node:assert/strict'
import { type Kobo, kobo, naira } from '../../src/platform/money.ts'
import { isDirect, offeredBy } from '../../src/providers/capabilities.ts'
import type {
  CardOutcome,
  CardRail,
  DirectCardRail,
  Provider,
  TokenRail,
} from '../../src/providers/rails.ts'
import { testCard } from '../payments.ts'
import {
  AMOUNT,
  type Case,
  casesOf,
  handleIn,
  type KeptEnd,
  NotOffered,
  pageOf,
  type RailWorld,
  settled,
} from './world.ts'

// Conformance cases for a card processor, with cards entered on our page and on the provider's.

const THIRD = kobo(AMOUNT / 3n)
const RETURN_URL = 'https://pay.example/checkout/abc'
const NONSENSE = ['', ' ', '\u0000', 'é'.repeat(1_000), '__proto__', '../..', '{"a":1}']

const isHosted = (provider: Provider) => offeredBy(provider, 'hosted_card') !== null
const asked = (key: string) => ({
  key,
  amount: AMOUNT,
  email: 'ada@example.com',
  returnUrl: RETURN_URL,
})

async function opened(world: RailWorld) {
  const key = world.newKey()
  const outcome = await pageOf(world).openPage(asked(key))
  assert(outcome.kind === 'redirect_required', outcome.kind)
  const enquiry = { key, amount: AMOUNT, ...handleIn(outcome) }
  return { key, outcome, enquiry, enquire: () => pageOf(world).enquire(enquiry) }
}

const hosted = casesOf('cards on their page', isHosted, {
  'a page is opened, and nothing is known of the card': async (world) => {
    const { outcome } = await opened(world)
    assert.equal(outcome.authorization, null)
    assert.match(outcome.url, /^https?:\/\//)
  },
  'a doubled key is one charge': async (world) => {
    const { key, outcome } = await opened(world)
    const others = [await pageOf(world).openPage(asked(key))]
    others.push(await pageOf({ provider: world.another() }).openPage(asked(key)))
    for (const other of others) {
      const isSame = other.kind === 'redirect_required' && other.url === outcome.url
      assert(isSame || other.kind === 'unknown', other.kind)
    }
  },
  'who has not paid is waited for, who has paid is approved': async (world) => {
    const { key, enquiry, enquire } = await opened(world)
    assert.deepEqual(await enquire(), { kind: 'pending' })
    world.page!.pays(key)
    const paid = await enquire()
    assert.equal(paid.kind, 'approved')
    assert.deepEqual(await pageOf({ provider: world.another() }).enquire(enquiry), paid)
    assert.deepEqual(await pageOf(world).enquire({ key }), paid, 'without the handle too')
  },
  'less than was asked has not paid': async (world) => {
    const { key, enquiry } = await opened(world)
    world.page!.pays(key)
    const more = { ...enquiry, amount: kobo(AMOUNT + 1n) }
    assert.equal((await pageOf(world).enquire(more)).kind, 'unknown')
  },
  'after a decline the page may still be paid on': async (world) => {
    const { key, enquire } = await opened(world)
    world.page!.isDeclined(key)
    assert.equal((await enquire()).kind, 'pending')
    world.page!.pays(key)
    assert.equal((await enquire()).kind, 'approved')
  },
  'what was declined is over with its page': async (world) => {
    const { key, enquire } = await opened(world)
    world.page!.isDeclined(key)
    world.page!.isOver()
    assert.equal((await enquire()).kind, 'declined')
  },
  'what never arrived is not found': async (world) => {
    assert.deepEqual(await pageOf(world).enquire({ key: world.newKey() }), { kind: 'not_found' })
  },
  'what makes no sense is answered, and never approved': async (world) => {
    for (const text of NONSENSE) {
      const page = await pageOf(world).openPage({ ...asked(text), email: text, returnUrl: text })
      assert.notEqual(page.kind, 'redirect_required', text)
      const { kind } = await pageOf(world).enquire({ key: text, handle: text })
      assert.notEqual(kind, 'approved', text)
      const refund = { key: text, charge: text, amount: THIRD, handle: text }
      const { card } = world.provider
      const all = [card!.refund(refund), card!.reverse(refund), card!.enquireRefund(refund)]
      for (const said of await Promise.all(all))
        assert(!['accepted', 'returned'].includes(said.kind), text)
    }
  },
})

const charge = ({ provider }: Pick<RailWorld, 'provider'>, key: string, name: string) =>
  (provider.card as DirectCardRail).charge({ ...asked(key), card: testCard(name) })

const ENDS = [
  ['success', 'approved'],
  ['declined', 'declined'],
  ['pin_otp', 'pin_required'],
  ['page', 'redirect_required'],
  ['late_success', 'unknown'],
  ['down', 'unavailable'],
] as const

const direct = casesOf('cards on our page', ({ card }) => card !== undefined && isDirect(card), {
  'each answer comes, and a doubled key is answered alike': async (world) => {
    for (const [name, kind] of ENDS) {
      const key = world.newKey()
      const first: CardOutcome = await charge(world, key, name)
      assert.equal(first.kind, kind)
      assert.deepEqual(await charge({ provider: world.another() }, key, name), first)
    }
  },
  'PIN and OTP lead to approval': async (world) => {
    const key = world.newKey()
    const card = world.provider.card as DirectCardRail
    await charge(world, key, 'pin_otp')
    assert.equal((await card.submitPin({ key, pin: '1234' })).kind, 'otp_required')
    assert.equal((await card.submitOtp({ key, otp: '000000' })).kind, 'otp_incorrect')
    assert.equal((await card.submitOtp({ key, otp: '123456' })).kind, 'approved')
  },
  'what is unknown is said by an enquiry, what never arrived is not found': async (world) => {
    const card = world.provider.card as DirectCardRail
    const key = world.newKey()
    await charge(world, key, 'late_success')
    assert.equal((await card.enquire({ key })).kind, 'approved')
    assert.deepEqual(await card.enquire({ key: world.newKey() }), { kind: 'not_found' })
  },
})

/** A paid charge, and the request that refunds it. */
async function paid(world: RailWorld) {
  const card = world.provider.card as CardRail
  const key = world.newKey()
  if (isDirect(card)) await charge(world, key, 'success')
  else {
    await pageOf(world).openPage(asked(key))
    world.page!.pays(key)
  }
  const refund = { key: world.newKey(), charge: key, amount: THIRD }
  const given = await card.refund(refund)
  if (given.kind === 'refused' && given.reason === 'card_not_refundable') throw new NotOffered()
  const enquiry = { ...refund, askedAt: world.now(), ...handleIn(given) }
  const enquire = () => settled(world, () => card.enquireRefund(enquiry))
  return { card, key, refund, given, enquire }
}

function assertBack(world: RailWorld, key: string, amount: bigint): void {
  if (world.page) assert.equal(world.page.goneBack(key), amount)
}

const refunds = casesOf('refunds to cards', ({ card }) => card !== undefined, {
  'one is accepted or made, and is back in the end': async (world) => {
    const { key, given, enquire } = await paid(world)
    assert(given.kind === 'accepted' || given.kind === 'returned', given.kind)
    assert.equal((await enquire()).kind, 'returned')
    assertBack(world, key, THIRD)
  },
  'a doubled key is one refund': async (world) => {
    const { card, key, refund } = await paid(world)
    await Promise.all([card.refund(refund), card.refund(refund)])
    await (world.another().card as CardRail).refund(refund)
    assertBack(world, key, THIRD)
  },
  'parts never sum to more than the charge': async (world) => {
    const { card, key } = await paid(world)
    const parts = [THIRD, THIRD, THIRD].map((amount) =>
      card.refund({ key: world.newKey(), charge: key, amount }),
    )
    const kinds = (await Promise.all(parts)).map(({ kind }) => kind)
    assert.equal(kinds.filter((kind) => kind === 'refused').length, 1, `${kinds}`)
    assertBack(world, key, 3n * THIRD)
  },
  'one that was accepted can fail days later': async (world) => {
    if (!world.page) throw new NotOffered()
    world.page.nextRefundFails()
    const { key, enquire } = await paid(world)
    assert.equal((await enquire()).kind, 'refused')
    assertBack(world, key, 0n)
  },
  'of what was not paid nothing goes back': async (world) => {
    const { card } = await paid(world)
    const refund = { key: world.newKey(), charge: world.newKey(), amount: THIRD }
    assert.equal((await card.refund(refund)).kind, 'refused')
    assert.equal((await card.reverse({ key: world.newKey(), amount: AMOUNT })).kind, 'refused')
  },
  'what never arrived is not found': async (world) => {
    const { card, key: of } = await paid(world)
    const outcome = await card.enquireRefund({ key: world.newKey(), charge: of })
    assert.deepEqual(outcome, { kind: 'not_found' })
  },
  'a whole charge is reversed once, and not after a part': async (world) => {
    const { card, key: touched } = await paid(world)
    assert.equal((await card.reverse({ key: touched, amount: AMOUNT })).kind, 'refused')
    const key = world.newKey()
    if (isDirect(card)) await charge(world, key, 'success')
    else {
      await pageOf(world).openPage(asked(key))
      world.page!.pays(key)
    }
    const first = await card.reverse({ key, amount: AMOUNT })
    assert(first.kind === 'accepted' || first.kind === 'returned', first.kind)
    assert.deepEqual(await card.reverse({ key, amount: AMOUNT }), first)
    const more = { key: world.newKey(), charge: key, amount: THIRD }
    assert.equal((await card.refund(more)).kind, 'refused')
    assertBack(world, key, AMOUNT)
  },
})

/** The token of a card that has paid. */
async function givenToken(world: RailWorld) {
  if (isDirect(world.provider.card!)) return tokenIn(await charge(world, world.newKey(), 'success'))
  const { key, enquire } = await opened(world)
  world.page!.pays(key)
  return tokenIn(await enquire())
}

function tokenIn(outcome: CardOutcome): string {
  assert(outcome.kind === 'approved', outcome.kind)
  assert(outcome.token, 'a card that can be charged again has a token')
  return outcome.token.secret
}

const tokens = ({ provider }: Pick<RailWorld, 'provider'>) => provider.card as TokenRail

async function chargedAgain(world: RailWorld, end: KeptEnd, atLeast?: Kobo) {
  const token = await world.kept!.token(end)
  const key = world.newKey()
  const least = atLeast === undefined ? {} : { atLeast }
  const outcome = await tokens(world).chargeToken({ ...asked(key), token, ...least })
  return { key, outcome, enquiry: { key, amount: AMOUNT, isOnce: true, ...least } }
}

function assertTaken(world: RailWorld, key: string, amount: bigint): void {
  const taken = world.kept!.taken(key)
  if (taken !== null) assert.equal(taken, amount, 'what was taken')
}

const kept = casesOf('kept cards', ({ card }) => card?.chargeToken !== undefined, {
  'a kept card is charged again, and a doubled key is one charge': async (world) => {
    const token = await givenToken(world)
    const key = world.newKey()
    const again = await tokens(world).chargeToken({ ...asked(key), token })
    assert.equal(again.kind, 'approved')
    const other = await tokens({ provider: world.another() }).chargeToken({ ...asked(key), token })
    assert(['approved', 'unknown'].includes(other.kind), other.kind)
    const enquiry = { key, amount: AMOUNT, ...handleIn(again) }
    const known = await tokens({ provider: world.another() }).enquire(enquiry)
    assert.equal(known.kind, 'approved')
  },
  'a decline is an answer with its reason, and final': async (world) => {
    const { key, enquiry, outcome } = await chargedAgain(world, 'no_funds')
    assert(outcome.kind === 'declined', outcome.kind)
    assert.equal(outcome.reason, 'insufficient_funds')
    assert.equal((await tokens(world).enquire(enquiry)).kind, 'declined')
    assertTaken(world, key, 0n)
  },
  'a check by the bank has an address, and pays when it is passed': async (world) => {
    const { key, enquiry, outcome } = await chargedAgain(world, 'asks')
    assert(outcome.kind === 'redirect_required', outcome.kind)
    assert.match(outcome.url, /^https?:\/\//)
    const asked = { ...enquiry, isOnce: false, ...handleIn(outcome) }
    assert.notEqual((await tokens(world).enquire(asked)).kind, 'approved')
    await world.kept!.approve(key, outcome.url)
    assert.equal((await tokens(world).enquire(asked)).kind, 'approved')
    assertTaken(world, key, AMOUNT)
  },
  'what the bank works on is not over, and ends by itself': async (world) => {
    const { key, enquiry, outcome } = await chargedAgain(world, 'processing')
    assert(['pending', 'unknown'].includes(outcome.kind), outcome.kind)
    await world.kept!.approve(key, null)
    assert.equal((await tokens(world).enquire(enquiry)).kind, 'approved')
  },
  'a charge whose answer is lost is told by its key, and made once': async (world) => {
    const token = await world.kept!.token('approved')
    if (!world.kept!.lose('answer')) throw new NotOffered()
    const key = world.newKey()
    const lost = await tokens(world).chargeToken({ ...asked(key), token })
    assert.deepEqual(lost, { kind: 'unknown' })
    const again = await tokens(world).chargeToken({ ...asked(key), token })
    assert(['approved', 'unknown'].includes(again.kind), again.kind)
    const known = await tokens(world).enquire({ key, amount: AMOUNT, isOnce: true })
    assert.equal(known.kind, 'approved')
    assertTaken(world, key, AMOUNT)
  },
  'a charge that never arrived is not found': async (world) => {
    const token = await world.kept!.token('approved')
    if (!world.kept!.lose('request')) throw new NotOffered()
    const key = world.newKey()
    const lost = await tokens(world).chargeToken({ ...asked(key), token })
    assert.deepEqual(lost, { kind: 'unknown' })
    const known = await tokens(world).enquire({ key, amount: AMOUNT, isOnce: true })
    assert.deepEqual(known, { kind: 'not_found' })
  },
  'less than the amount is taken only where it is allowed, and is told': async (world) => {
    const whole = await chargedAgain(world, 'short')
    assert.equal(whole.outcome.kind, 'declined')
    const tooMuch = await chargedAgain(world, 'short', kobo(naira(1_000) + 1n))
    assert.equal(tooMuch.outcome.kind, 'declined')
    const { key, enquiry, outcome } = await chargedAgain(world, 'short', naira(1_000))
    if (!world.kept!.takesParts) return assert.equal(outcome.kind, 'declined')
    assert(outcome.kind === 'approved', outcome.kind)
    assert.equal(outcome.charged, naira(1_000))
    assertTaken(world, key, naira(1_000))
    const known = await tokens(world).enquire(enquiry)
    assert(known.kind === 'approved', known.kind)
    assert.equal(known.charged, naira(1_000))
    const { atLeast, ...unaware } = enquiry
    if (world.kept!.lose('answer')) {
      assert.equal((await tokens(world).enquire(unaware)).kind, 'unknown')
    }
  },
  'a card that is forgotten is of no use any more': async (world) => {
    const card = tokens(world)
    if (card.forgetToken === undefined) throw new NotOffered()
    const token = await world.kept!.token('approved')
    assert.deepEqual(await card.forgetToken({ token }), { kind: 'forgotten' })
    assert.notEqual((await card.forgetToken({ token })).kind, 'unknown')
    const outcome = await card.chargeToken({ ...asked(world.newKey()), token })
    assert.equal(outcome.kind, 'declined')
  },
  'the token is in no line of the log': async (world) => {
    const token = await world.kept!.token('approved')
    for (const what of ['answer', 'request'] as const) {
      world.kept!.lose(what)
      await tokens(world).chargeToken({ ...asked(world.newKey()), token })
      await tokens(world).forgetToken?.({ token })
    }
    assert(!world.logged().includes(token))
  },
  'a token that nobody was given is never approved': async (world) => {
    for (const token of ['AUTH_nobodys', ...NONSENSE]) {
      const outcome = await tokens(world).chargeToken({ ...asked(world.newKey()), token })
      assert(['declined', 'unavailable'].includes(outcome.kind), `${token} ${outcome.kind}`)
    }
  },
})

export const cardCases: Case[] = [...direct, ...hosted, ...refunds, ...kept]
