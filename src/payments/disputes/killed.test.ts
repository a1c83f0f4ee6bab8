import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import {
  balances,
  disputed,
  disputesOf,
  entriesOfDispute,
  givenOpening,
} from '../../../test/disputes.ts'
import { pdf } from '../../../test/evidence.ts'
import { type Breakable, breakable } from '../../../test/faults.ts'
import { jpeg } from '../../../test/logos.ts'
import { AMOUNT, givenPaid, NET, type Paid, PLAY_MONEY, type Way } from '../../../test/refunds.ts'
import { scaled } from '../../../test/scale.ts'
import {
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import { MINUTE } from '../../platform/clock.ts'
import type { EvidenceFile } from '../../providers/dispute-rail.ts'
import { accept, contest } from './answer.ts'
import { callDue } from './call.ts'
import { closeDispute } from './close.ts'
import type { Dispute } from './disputes.sql.ts'
import { listFiles } from './files.ts'
import { openDispute } from './open.ts'
import { pollDisputes } from './receive.ts'

// A process that is killed before and after each of its statements and calls.

const NET_LEFT = NET.checkout + PLAY_MONEY
const TEXT = 'Delivered on 3 November.'
const FILES: EvidenceFile[] = [
  { type: 'pdf', bytes: pdf() },
  { type: 'jpeg', bytes: jpeg() },
]

const context = useContext()
const api = useApi(context)
let broken: Breakable
before(async () => {
  await context.opened
  broken = breakable(context)
})
afterEach(() => assertBooksTie(context))

type Given = { business: GivenBusiness; paid: Paid; dispute: Dispute }

async function givenDispute(way: Way, isOfProvider: boolean): Promise<Given> {
  const business = await givenBusiness(context)
  const paid = await givenPaid(api, business, way)
  if (isOfProvider) {
    const body = { reference: paid.reference, outcome: 'won' }
    const { status, text } = await api.post('/api/v1/sandbox/disputes', {
      key: business.keys.secretKey,
      body,
    })
    assert.equal(status, 201, text)
  } else {
    await disputed(context, business, paid, {
      category: way === 'card' ? 'chargeback' : 'recall',
    })
  }
  const [dispute] = await disputesOf(context, business, paid)
  return { business, paid, dispute: dispute! }
}

/** What the only dispute of the payment is, what it has booked, and its events. */
async function outcomeOf({ business, paid }: Omit<Given, 'dispute'>) {
  const [dispute, ...others] = await disputesOf(context, business, paid)
  assert(dispute && others.length === 0, 'there is one dispute')
  const events = await context.sql<{ type: string }[]>`
    select type from event where transaction_id = ${paid.id} and type ^@ 'dispute.'
    order by event_id
  `
  return {
    state: [dispute.status, dispute.call, dispute.callState],
    entries: await entriesOfDispute(context, dispute),
    events: events.map(({ type }) => type.replace('dispute.', '')).join(' '),
    sums: (await balances(context, business)).filter((one) => !/clearing/.test(one)),
  }
}

type Story<One> = {
  given: () => Promise<One>
  /** In the process that is killed. */
  run: (process: TestContext, one: One) => Promise<unknown>
  /** What the caller and the jobs do afterwards. */
  again: (one: One) => Promise<unknown>
  outcome: (one: One) => Promise<unknown>
  pointsMin: number
}

/** A story ends as if nobody had been killed, wherever the process was. */
async function killedEverywhere<One>(story: Story<One>): Promise<void> {
  const whole = async (one: One) => {
    await story.again(one)
    await story.again(one)
    return story.outcome(one)
  }
  const first = await story.given()
  broken.arm(null)
  await story.run(broken.context, first)
  const points = broken.disarm()
  const expected = await whole(first)
  assert(points.length >= story.pointsMin, points.join('\n'))
  const size = scaled(points.length, 10)
  for (const [i, name] of points.entries()) {
    if ((i * size) % points.length >= size) continue
    for (const when of ['before', 'after'] as const) {
      const one = await story.given()
      broken.arm({ point: i + 1, when, does: 'dies' })
      await story.run(broken.context, one).catch(() => null)
      broken.disarm()
      assert.deepEqual(await whole(one), expected, `${when} ${name}`)
    }
  }
}

test('a process killed while it opens a dispute takes the money once', async () => {
  const opening = givenOpening()
  const open = (process: TestContext, { business, paid }: Omit<Given, 'dispute'>) =>
    openDispute(process, { ...business, id: paid.id }, opening)
  await killedEverywhere({
    async given() {
      const business = await givenBusiness(context)
      return { business, paid: await givenPaid(api, business) }
    },
    run: open,
    again: (one) => open(context, one),
    async outcome(one) {
      const found = await outcomeOf(one)
      assert.deepEqual(found.entries, [`post available disputed ${AMOUNT}`])
      assert.deepEqual(found.sums, [`available ${NET_LEFT - AMOUNT}`, `disputed ${AMOUNT}`])
      assert.equal(found.events, 'created')
      return found
    },
    pointsMin: 10,
  })
})

for (const [what, answer, events, files, left] of [
  ['accepts', accept, 'created closed', 0, NET_LEFT - AMOUNT],
  ['contests', contest, 'created updated closed', 2, NET_LEFT],
] as const) {
  test(`a process killed while a business ${what} a dispute passes on one answer`, async () => {
    const said = (process: TestContext, { dispute }: Given) => answer(process, dispute, TEXT, FILES)
    await killedEverywhere({
      given: () => givenDispute('card', true),
      run: said,
      async again(one) {
        const { status } = await said(context, one)
        assert.notEqual(status, 'needs_response')
        context.advance(3 * MINUTE)
        await callDue(context)
        await pollDisputes(context)
      },
      async outcome(one) {
        const found = await outcomeOf(one)
        assert.deepEqual(found.state.slice(2), ['done'])
        assert.deepEqual([found.events, found.sums], [events, [`available ${left}`]])
        assert.equal(found.entries.length, 2)
        assert.equal((await listFiles(context.sql, one.dispute)).length, files)
        return found
      },
      pointsMin: 8,
    })
  })
}

for (const status of ['won', 'lost'] as const) {
  test(`a process killed while it closes a dispute as ${status} moves the money once`, async () => {
    const close = (process: TestContext, { dispute }: Given) =>
      closeDispute(process, dispute, { status, by: 'operator' })
    await killedEverywhere({
      given: () => givenDispute('card', false),
      run: close,
      again: (one) => close(context, one),
      async outcome(one) {
        const found = await outcomeOf(one)
        assert.equal(found.state[0], status)
        assert.equal(found.entries.length, 2)
        const left = status === 'won' ? NET_LEFT : NET_LEFT - AMOUNT
        assert.deepEqual([found.events, found.sums], ['created closed', [`available ${left}`]])
        return found
      },
      pointsMin: 6,
    })
  })
}

test('a process killed while it returns the money of a lost recall sends it once', async () => {
  await killedEverywhere({
    async given() {
      const one = await givenDispute('bank_transfer', false)
      await closeDispute(context, one.dispute, { status: 'lost', by: 'operator' })
      context.advance(1 * MINUTE)
      return one
    },
    run: (process) => callDue(process),
    async again() {
      context.advance(3 * MINUTE)
      await callDue(context)
    },
    async outcome(one) {
      const found = await outcomeOf(one)
      assert.deepEqual(found.state, ['lost', 'return', 'done'])
      assert.deepEqual(found.entries, [
        `post available disputed ${AMOUNT}`,
        `hold disputed bank_clearing ${AMOUNT}`,
        `post_hold disputed bank_clearing ${AMOUNT}`,
      ])
      assert.deepEqual(found.sums, [`available ${NET_LEFT - AMOUNT}`])
      return found
    },
    pointsMin: 6,
  })
})
