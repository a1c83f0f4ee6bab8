import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kobo, kobo, naira } from '../src/lib/money.ts'
import type { CardOutcome, HostedCardRail, ReturnOutcome } from '../src/rails/rails.ts'

// What every rail with a page of its own promises (rails.ts). Its test file brings a world to play
// in: a provider, and a customer on its page.

export type HostedWorld = {
  rail: HostedCardRail
  /** The same provider, as another process knows it. */
  another(): HostedCardRail
  customer: {
    pays(key: string): void | Promise<void>
    isDeclined(key: string): void | Promise<void>
  }
  /** Time goes by: all that is under way at the provider comes to its end. */
  later(): void | Promise<void>
  /** The page can be paid on no more. */
  pageIsOver(): void | Promise<void>
  /** What the next refund comes to in the end. */
  nextRefundFails(): void
  /** All that has gone back to the customer of this charge, or is on its way to. */
  goneBack(key: string): Kobo
  close(): Promise<void>
}

const AMOUNT = naira(5_000)
const THIRD = kobo(AMOUNT / 3n)
const asked = (key: string) => ({
  key,
  amount: AMOUNT,
  email: 'ada@example.com',
  returnUrl: 'https://pay.example/checkout/abc',
})

type Play = (world: HostedWorld) => Promise<void>

export function hostedConformance(name: string, makeWorld: () => Promise<HostedWorld>): void {
  const plays = (sentence: string, play: Play) =>
    test(`${name}: ${sentence}`, async () => {
      const world = await makeWorld()
      try {
        await play(world)
      } finally {
        await world.close()
      }
    })
  charges(plays)
  refunds(plays)
  reversals(plays)
  nonsense(plays)
}

type Plays = (sentence: string, play: Play) => void

function charges(plays: Plays): void {
  plays('a page is opened, and nothing is known of the card', async ({ rail }) => {
    const outcome = await rail.openPage(asked('k'))

    assert.equal(outcome.kind, 'redirect_required')
    assert.equal(redirect(outcome).authorization, null)
    assert.match(redirect(outcome).url, /^https?:\/\//)
  })

  plays('a page that was opened twice under one key is one charge', async (world) => {
    const outcomes = [
      await world.rail.openPage(asked('k')),
      await world.rail.openPage(asked('k')),
      await world.another().openPage(asked('k')),
    ]

    const urls = outcomes.flatMap((one) => (one.kind === 'redirect_required' ? [one.url] : []))
    const others = outcomes.filter(({ kind }) => kind !== 'redirect_required')
    assert.equal(new Set(urls).size, 1)
    for (const other of others) assert.equal(other.kind, 'unknown')
  })

  plays('who has not paid is waited for, who has paid is approved', async (world) => {
    const { handle } = redirect(await world.rail.openPage(asked('k')))
    const enquiry = { key: 'k', amount: AMOUNT, ...(handle && { handle }) }
    const enquire = (rail = world.rail) => rail.enquire(enquiry)
    assert.deepEqual(await enquire(), { kind: 'pending' })

    await world.customer.pays('k')

    const outcome = await enquire()
    assert.equal(outcome.kind, 'approved')
    assert.deepEqual(await enquire(world.another()), outcome)
    assert.deepEqual(await world.rail.enquire({ key: 'k' }), outcome, 'without the handle too')
  })

  plays('a charge of another amount than was asked is not approved', async (world) => {
    const { handle } = redirect(await world.rail.openPage(asked('k')))
    await world.customer.pays('k')

    const amount = kobo(AMOUNT + 1n)
    const outcome = await world.rail.enquire({ key: 'k', amount, ...(handle && { handle }) })

    assert.equal(outcome.kind, 'unknown')
  })

  plays('after a decline the customer may still pay on the page', async (world) => {
    await world.rail.openPage(asked('k'))
    await world.customer.isDeclined('k')
    assert.equal((await world.rail.enquire({ key: 'k' })).kind, 'pending')

    await world.customer.pays('k')

    assert.equal((await world.rail.enquire({ key: 'k' })).kind, 'approved')
  })

  plays('a page that is over and was not paid on is declined', async (world) => {
    await world.rail.openPage(asked('tried'))
    await world.rail.openPage(asked('left'))
    await world.customer.isDeclined('tried')

    await world.pageIsOver()

    for (const key of ['tried', 'left']) {
      assert.equal((await world.rail.enquire({ key })).kind, 'declined', key)
    }
  })

  plays('a charge that never arrived is not found', async ({ rail }) => {
    assert.deepEqual(await rail.enquire({ key: 'k' }), { kind: 'not_found' })
  })
}

function refunds(plays: Plays): void {
  plays('a refund is accepted, and has gone back in the end', async (world) => {
    await paid(world, 'paid')
    const refund = { key: 'r', charge: 'paid', amount: THIRD }

    const accepted = await world.rail.refund(refund)
    assert.equal(accepted.kind, 'accepted')
    const enquiry = { key: 'r', charge: 'paid', ...handleOf(accepted) }
    assert.equal((await world.rail.enquireRefund(enquiry)).kind, 'accepted')
    await world.later()

    const returned = await world.rail.enquireRefund(enquiry)
    assert.equal(returned.kind, 'returned')
    assert.deepEqual(await world.rail.enquireRefund({ key: 'r', charge: 'paid' }), returned)
    assert.deepEqual(await world.another().refund(refund), returned, 'and asked again is the same')
    assert.equal(world.goneBack('paid'), THIRD)
  })

  plays('a refund that was accepted can fail days later', async (world) => {
    await paid(world, 'paid')
    world.nextRefundFails()
    const accepted = await world.rail.refund({ key: 'r', charge: 'paid', amount: THIRD })
    assert.equal(accepted.kind, 'accepted')

    await world.later()

    const enquiry = { key: 'r', charge: 'paid', ...handleOf(accepted) }
    assert.equal((await world.rail.enquireRefund(enquiry)).kind, 'refused')
    assert.equal(world.goneBack('paid'), 0n)
    const again = await world.rail.refund({ key: 'r', charge: 'paid', amount: THIRD })
    assert.equal(again.kind, 'refused', 'and is not made anew')
    assert.equal(world.goneBack('paid'), 0n)
  })

  plays('refunds with one key at once are one refund', async (world) => {
    await paid(world, 'paid')
    const refund = { key: 'r', charge: 'paid', amount: THIRD }

    await Promise.all(Array.from({ length: 5 }, () => world.rail.refund(refund)))

    assert.equal(world.goneBack('paid'), THIRD)
  })

  plays('parts with keys of their own never sum to more than the charge', async (world) => {
    await paid(world, 'paid')
    const rails = [world.rail, world.another()]
    const tenth = kobo(AMOUNT / 10n)

    const outcomes = await Promise.all(
      Array.from({ length: 15 }, (_, i) =>
        rails[i % 2]!.refund({ key: `r${i}`, charge: 'paid', amount: tenth }),
      ),
    )

    const accepted = outcomes.filter(({ kind }) => kind === 'accepted')
    assert.equal(accepted.length, 10)
    assert.equal(outcomes.filter(({ kind }) => kind === 'refused').length, 5)
    assert.equal(world.goneBack('paid'), AMOUNT)
  })

  plays('only of what was paid anything goes back', async (world) => {
    await world.rail.openPage(asked('open'))

    for (const key of ['open', 'never-seen']) {
      const outcome = await world.rail.refund({ key: `of-${key}`, charge: key, amount: THIRD })
      assert.equal(outcome.kind, 'refused', key)
      assert.equal((await world.rail.reverse({ key, amount: AMOUNT })).kind, 'refused', key)
    }
    assert.equal(world.goneBack('open'), 0n)
  })

  plays('a refund that never arrived is not found', async (world) => {
    await paid(world, 'paid')

    const outcome = await world.rail.enquireRefund({ key: 'r', charge: 'paid' })

    assert.deepEqual(outcome, { kind: 'not_found' })
  })
}

function reversals(plays: Plays): void {
  plays('a reversal is made once, and is enquired about as a refund', async (world) => {
    await paid(world, 'paid')

    const first = await world.rail.reverse({ key: 'paid', amount: AMOUNT })
    const again = await world.another().reverse({ key: 'paid', amount: AMOUNT })

    assert.equal(first.kind, 'accepted')
    assert.deepEqual(again, first)
    await world.later()
    const enquiry = { key: 'paid', charge: 'paid', ...handleOf(first) }
    assert.equal((await world.rail.enquireRefund(enquiry)).kind, 'returned')
    assert.equal((await world.rail.reverse({ key: 'paid', amount: AMOUNT })).kind, 'returned')
    assert.equal(world.goneBack('paid'), AMOUNT)
  })

  plays('after a reversal nothing is refunded, nor after a refund reversed', async (world) => {
    await paid(world, 'reversed')
    await paid(world, 'refunded')
    await world.rail.reverse({ key: 'reversed', amount: AMOUNT })
    await world.rail.refund({ key: 'r1', charge: 'refunded', amount: THIRD })

    const refund = await world.rail.refund({ key: 'r2', charge: 'reversed', amount: THIRD })
    const reversal = await world.rail.reverse({ key: 'refunded', amount: AMOUNT })

    assert.equal(refund.kind, 'refused')
    assert.equal(reversal.kind, 'refused')
    assert.equal(world.goneBack('reversed'), AMOUNT)
    assert.equal(world.goneBack('refunded'), THIRD)
  })
}

function nonsense(plays: Plays): void {
  plays('input that makes no sense is answered, and never thrown at', async ({ rail }) => {
    for (const text of ['', ' ', '\u0000', 'é'.repeat(1_000), '__proto__', '../..', '{"a":1}']) {
      const opened = await rail.openPage({ ...asked(text), email: text, returnUrl: text })
      assert.notEqual(opened.kind, 'redirect_required', text)
      assert.notEqual((await rail.enquire({ key: text, handle: text })).kind, 'approved', text)
      const refund = { key: text, charge: text, amount: THIRD, handle: text }
      assert(!['accepted', 'returned'].includes((await rail.refund(refund)).kind), text)
      assert(!['accepted', 'returned'].includes((await rail.reverse(refund)).kind), text)
      assert(!['accepted', 'returned'].includes((await rail.enquireRefund(refund)).kind), text)
      const told = { headers: { [text || 'x']: text }, body: Buffer.from(text) }
      assert.equal(rail.readNotification?.(told).kind, 'forged', text)
    }
  })
}

async function paid(world: HostedWorld, key: string): Promise<void> {
  await world.rail.openPage(asked(key))
  await world.customer.pays(key)
}

function redirect(outcome: CardOutcome) {
  assert(outcome.kind === 'redirect_required', outcome.kind)
  return outcome
}

function handleOf(outcome: ReturnOutcome): { handle?: string } {
  return 'handle' in outcome && outcome.handle !== undefined ? { handle: outcome.handle } : {}
}
