import assert from 'node:assert/strict'
import { isUuid } from '../../src/platform/ids.ts'
import type { MandateOutcome, MandateRail } from '../../src/providers/rails.ts'
import { AMOUNT, type Case, casesOf, handleIn, NotOffered, type RailWorld } from './world.ts'

// Conformance cases for direct debit mandates.

const rail = ({ provider }: Pick<RailWorld, 'provider'>) => provider.card as MandateRail
const NONSENSE = ['', '../..', '\u0000', '{"a":1}', 'é'.repeat(200)]

const asked = (world: RailWorld, key: string, accountNumber = world.mandates!.slow) => ({
  key,
  bank: { code: '058', nipCode: null },
  accountNumber,
  email: 'ada@example.com',
  returnUrl: 'https://shop.example/thanks',
})

async function opened(world: RailWorld, accountNumber?: string) {
  const key = world.newKey()
  assert(isUuid(key))
  const outcome = await rail(world).openMandate(asked(world, key, accountNumber))
  const enquiry = { key, ...handleIn(outcome) }
  const enquire = (of: Pick<RailWorld, 'provider'> = world) => rail(of).enquireMandate(enquiry)
  return { key, outcome, enquiry, enquire }
}

function tokenIn(outcome: MandateOutcome): string {
  assert(outcome.kind === 'active', outcome.kind)
  assert(outcome.token.length > 0 && outcome.token.length <= 1_000)
  return outcome.token
}

async function givenActive(world: RailWorld) {
  const { enquiry, enquire } = await opened(world)
  await world.mandates!.activate(enquiry)
  return tokenIn(await enquire())
}

const isOffered: Case['offered'] = ({ card }) => card?.openMandate !== undefined

export const mandateCases: Case[] = casesOf('mandates', isOffered, {
  'a mandate has a page for the customer, and is not active before its bank says so': async (
    world,
  ) => {
    const { outcome, enquiry, enquire } = await opened(world)
    assert(outcome.kind === 'accepted', outcome.kind)
    assert.match(outcome.url ?? '', /^https?:\/\//)
    assert.equal((await enquire()).kind, 'accepted')
    await world.mandates!.approve(enquiry)
    assert.equal((await enquire()).kind, 'accepted')
    await world.mandates!.activate(enquiry)
    const token = tokenIn(await enquire())
    assert.equal(tokenIn(await enquire({ provider: world.another() })), token)
  },
  'an active mandate is debited once for one key': async (world) => {
    const token = await givenActive(world)
    const key = world.newKey()
    const charge = { ...asked(world, key), token, amount: AMOUNT }
    const first = await rail(world).chargeToken(charge)
    assert(['pending', 'unknown', 'approved'].includes(first.kind), first.kind)
    await world.mandates!.debit(key)
    const again = await rail({ provider: world.another() }).chargeToken(charge)
    assert(['pending', 'unknown', 'approved'].includes(again.kind), again.kind)
    const ended = await rail(world).enquire({ key, amount: AMOUNT, isOnce: true })
    assert.equal(ended.kind, 'approved')
    const taken = world.mandates!.taken(key)
    if (taken !== null) assert.equal(taken, AMOUNT)
  },
  'a mandate that is revoked declines its debits': async (world) => {
    const token = await givenActive(world)
    await rail(world).forgetToken!({ token })
    const charge = { ...asked(world, world.newKey()), token, amount: AMOUNT }
    const outcome = await rail(world).chargeToken(charge)
    assert(outcome.kind === 'declined', outcome.kind)
    assert.equal(outcome.reason, 'authorization_unknown')
  },
  'a request whose answer is lost is unknown, and then said by an enquiry or not at all': async (
    world,
  ) => {
    if (!world.mandates!.lose()) throw new NotOffered()
    const { outcome, enquire } = await opened(world)
    assert.deepEqual(outcome, { kind: 'unknown' })
    assert(['accepted', 'not_found'].includes((await enquire()).kind))
  },
  'an account that is none is rejected': async (world) => {
    const { outcome } = await opened(world, '12')
    assert.equal(outcome.kind, 'rejected')
  },
  'what makes no sense is answered, and never active': async (world) => {
    for (const text of NONSENSE) {
      const request = { ...asked(world, text, text), email: text, returnUrl: text }
      assert.notEqual((await rail(world).openMandate(request)).kind, 'active', text)
      const { kind } = await rail(world).enquireMandate({ key: text, handle: text })
      assert.notEqual(kind, 'active', text)
    }
  },
  'neither the token nor the account number is in a line of the log': async (world) => {
    const token = await givenActive(world)
    world.mandates!.lose()
    await opened(world)
    assert(!world.logged().includes(token))
    assert(!world.logged().includes(world.mandates!.slow))
  },
})
