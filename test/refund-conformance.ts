import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kobo } from '../src/platform/money.ts'
import type { ReturnOutcome } from '../src/providers/outcomes.ts'
import type { Card, RailSet } from '../src/providers/rails.ts'
import { AMOUNT, assertOnce, type World } from './bank-conformance.ts'

// What every card rail promises of refunds (rails.ts). rails.test.ts runs it on each rail.

export type RefundScript = {
  approved: Card
  declined: Card
  /** Asks for its customer's PIN. */
  guarded: { card: Card }
  /** Its refunds always fail; null if the rail has no such card. */
  refundRefused: Card | null
}

const THIRD = kobo(AMOUNT / 3n)
/** Concurrent partial refunds of a tenth each. */
const PARTS = 25
const TENTH = kobo(AMOUNT / 10n)

export function refundConformance(
  name: string,
  makeWorld: () => World,
  script: RefundScript,
  charge: (key: string, card: Card) => Parameters<RailSet['card']['charge']>[0],
): void {
  const given = async (card = script.approved) => {
    const world = makeWorld()
    await world.rails.card.charge(charge('paid', card))
    const refund = (key: string, amount = THIRD, rails = world.rails) =>
      rails.card.refund({ key, charge: 'paid', amount })
    return { world, refund }
  }

  test(`${name}: a part of a charge goes back once for each key, under a session id of its own`, async () => {
    const { world, refund } = await given()
    const returned = (key: string) => assertOnce(world, (rails) => refund(key, THIRD, rails))

    const outcomes = [await returned('k1'), await returned('k2'), await returned('k1')]

    const [first, second, again] = outcomes.map(sessionOf)
    assert.notEqual(first, second)
    assert.equal(again, first)
    assert(first!.length <= 64)
  })

  test(`${name}: the parts of a charge never sum to more than the charge`, async () => {
    const { refund } = await given()
    assert.equal((await refund('k1', kobo(AMOUNT - 1n))).kind, 'returned')

    assert.equal((await refund('k2', kobo(2))).kind, 'refused')
    assert.equal((await refund('k3', kobo(1))).kind, 'returned')
    assert.equal((await refund('k4', kobo(1))).kind, 'refused')
    assert.equal((await refund('k2', kobo(2))).kind, 'refused', 'refused stays refused')
    const { refund: other } = await given()
    assert.equal((await other('k1', kobo(AMOUNT + 1n))).kind, 'refused')
    assert.equal((await other('k2', AMOUNT)).kind, 'returned')
  })

  test(`${name}: of many parts at once, here and in another process, so many go back as it holds`, async () => {
    const { world, refund } = await given()
    const rails = [world.rails, world.another()]

    const outcomes = await Promise.all(
      Array.from({ length: PARTS }, (_, i) => refund(`k${i}`, TENTH, rails[i % 2]!)),
    )

    const sessions = outcomes.filter(({ kind }) => kind === 'returned').map(sessionOf)
    assert.equal(new Set(sessions).size, 10)
    assert.equal(sessions.length, 10)
    assert.equal(outcomes.filter(({ kind }) => kind === 'refused').length, PARTS - 10)
  })

  test(`${name}: only of what was approved anything goes back`, async () => {
    const { card } = makeWorld().rails
    await card.charge(charge('declined', script.declined))
    await card.charge(charge('open', script.guarded.card))

    for (const key of ['declined', 'open', 'never seen']) {
      const outcome = await card.refund({ key: `of ${key}`, charge: key, amount: THIRD })
      assert.equal(outcome.kind, 'refused', key)
    }
  })

  test(`${name}: after a reversal nothing is refunded, and after a refund nothing is reversed`, async () => {
    const { world, refund } = await given()
    const reverse = (rails = world.rails) => rails.card.reverse({ key: 'paid', amount: AMOUNT })
    assert.equal((await reverse()).kind, 'returned')
    assert.equal((await refund('k')).kind, 'refused')
    assert.equal((await reverse()).kind, 'returned', 'and is still the same reversal')

    const other = await given()
    assert.equal((await other.refund('k')).kind, 'returned')
    const { card } = other.world.rails
    assert.equal((await card.reverse({ key: 'paid', amount: AMOUNT })).kind, 'refused')
    assert.equal((await other.refund('k')).kind, 'returned')
  })

  test(`${name}: of a reversal and a refund of all at the same moment, one is made`, async () => {
    const { world, refund } = await given()
    const another = world.another()

    const outcomes = await Promise.all([
      refund('k', AMOUNT),
      another.card.reverse({ key: 'paid', amount: AMOUNT }),
    ])

    assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['refused', 'returned'])
  })

  const { refundRefused } = script
  // Some rails have no card whose refunds fail.
  if (refundRefused === null) return
  test(`${name}: a refused refund stays refused`, async () => {
    const { world, refund } = await given(refundRefused)

    const outcome = await assertOnce(world, (rails) => refund('k', THIRD, rails))

    assert.equal(outcome.kind, 'refused')
  })
}

function sessionOf(outcome: ReturnOutcome): string {
  assert(outcome.kind === 'returned')
  return outcome.sessionId
}
