import assert from 'node:assert/strict'
import { test } from 'node:test'
import { naira } from '../../src/platform/money.ts'
import { type Send, send } from '../../src/platform/outbound.ts'
import type { HostedRail, MandateRail } from '../../src/providers/rails.ts'
import { stopClock } from '../stopped-clock.ts'
import { hasty } from './hasty.ts'
import { SAMPLED, someMutantsOf } from './mutants.ts'

// Faults between us and a provider that takes cards on its own page: each call is lost, refused and
// slow, and each place of each answer has every wrong value. `Bad` is the status that the provider
// answers with when it is overloaded, as text.

export const AMOUNT = naira(5_000)
export const PART = naira(1_000)
export const OPEN = {
  key: 'k',
  amount: AMOUNT,
  email: 'ada@example.com',
  returnUrl: 'https://pay.example/checkout/abc',
}
const REFUND = { key: 'r', charge: 'k', amount: PART }
const SPAN = { from: new Date('2026-11-23T00:00:00Z'), to: new Date('2026-11-30T00:00:00Z') }
const READ_TRIES = 3

type Outcome = Promise<{ kind: string }>
type Rail = HostedRail & Partial<MandateRail>
type Ask = (rail: Rail, handle: string) => Outcome

export const asks = {
  openPage: (rail) => rail.openPage({ ...OPEN, key: 'new' }),
  refund: (rail) => rail.refund(REFUND),
  reverse: (rail) => rail.reverse({ key: 'k', amount: AMOUNT }),
  refundByKey: (rail) => rail.enquireRefund({ key: 'q', charge: 'q' }),
  refundByNumber: (rail, handle) => rail.enquireRefund({ key: 'q', charge: 'q', handle }),
  statement: (rail) => rail.fetchStatement!(SPAN),
} satisfies Record<string, Ask>

/** `token`: of the first charge. */
export const chargeToken =
  (token: string): Ask =>
  (rail) =>
    rail.chargeToken!({ ...OPEN, key: 'new', token })

export const openMandate: Ask = (rail) =>
  rail.openMandate!({
    key: 'new',
    bank: { code: '058', nipCode: null },
    accountNumber: '0123456789',
    email: 'ada@example.com',
    returnUrl: 'https://shop.example/thanks',
  })

export type Content = { status?: unknown; data?: Record<string, unknown> }
type Fault<Bad extends string> =
  | ('before' | 'after' | 'failure_inside' | 'unauthorized' | 'rate_limited')
  | (Bad | `${Bad}_after`)
  | { meanwhile: () => unknown }
  | { answer: (usual: string) => { status?: number; body: string | Buffer } }

type World<Call extends string, Bad extends string> = {
  rail: Rail
  railWith(options: { send: Send }): Rail
  goneBack(key: string): bigint
  logged: object[]
  standIn: {
    controls: {
      fail(fault: Fault<Bad>, call?: Call): void
      calls(): Record<string, number>
    }
  }
  close(): Promise<void>
}

export type HostedFaults<Call extends string, Bad extends string> = {
  provider: string
  bad: Bad
  /** The names of four calls. */
  opening: Call
  verifying: Call
  refunding: Call
  charging: Call
  calls: Record<string, { call: Call; ask: Ask }>
  /** Which outcomes but `unknown` and `unavailable` a wrong answer to a call may have. */
  fuzzed: Record<string, (content: Content) => string[]>
  /** How many wrong answers to each call are `unknown`, at least. */
  unknownLeast: number
  paths: Partial<Record<Call, RegExp>>
  world(): Promise<World<Call, Bad>>
  /** Charges `k` and `q` are paid; `handle` is of a pending refund of `PART` of `q`. */
  given(): Promise<{ world: World<Call, Bad>; handle: string }>
  withPage(content: Content, url: string): void
  /** What is known of a page whose answer was lost. */
  lostPage: 'pending' | 'not_found'
}

export function testHostedFaults<Call extends string, Bad extends string>(
  spec: HostedFaults<Call, Bad>,
): void {
  for (const name of Object.keys(spec.calls)) testLosses(spec, name)
  testAskedOnce(spec)
  testPages(spec)
  testDown(spec)
  for (const name of Object.keys(spec.fuzzed)) testWrongAnswers(spec, name)
}

function faultsOf<Bad extends string>(bad: Bad, pass: (ms: number) => void) {
  const unknown = ['unknown']
  const either = ['unavailable', 'unknown']
  const faults: Record<string, { fault: Fault<Bad>; kinds: string[] }> = {
    'lost before': { fault: 'before', kinds: unknown },
    'lost after': { fault: 'after', kinds: unknown },
    [`a text with ${bad}`]: { fault: bad, kinds: unknown },
    [`done, and a text with ${bad}`]: { fault: `${bad}_after`, kinds: unknown },
    'a failure inside of 200': { fault: 'failure_inside', kinds: unknown },
    'not let in': { fault: 'unauthorized', kinds: either },
    'too many': { fault: 'rate_limited', kinds: either },
    slow: { fault: { meanwhile: () => pass(600) }, kinds: unknown },
  }
  return faults
}

function testLosses<Call extends string, Bad extends string>(
  { calls, given, bad, opening, refunding, charging }: HostedFaults<Call, Bad>,
  name: string,
): void {
  const { call, ask } = calls[name]!
  test(`${name}: whatever goes wrong, nobody is told more than is known`, async (t) => {
    const pass = stopClock(t)
    for (const [what, { fault, kinds }] of Object.entries(faultsOf(bad, pass))) {
      const { world, handle } = await given()
      const before = world.goneBack('k')
      const rail = what === 'slow' ? world.railWith({ send: hasty(600) }) : world.rail
      // Reads are retried on a new connection.
      const times = [opening, refunding, charging].includes(call) ? 1 : READ_TRIES
      for (let i = 0; i < times; i++) world.standIn.controls.fail(fault, call)

      const outcome = await ask(rail, handle)

      assert(kinds.includes(outcome.kind), `${what}: ${outcome.kind}`)
      const happened = world.goneBack('k') - before
      const asked = name === 'reverse' ? AMOUNT : PART
      const mayHappen = call === refunding && /after|slow|done/.test(what)
      assert.equal(happened, mayHappen ? asked : 0n, what)
      assert(!JSON.stringify(world.logged).includes(OPEN.email))
      await world.close()
    }
  })
}

function testAskedOnce<Call extends string, Bad extends string>({
  given,
  refunding,
}: HostedFaults<Call, Bad>): void {
  test('what was asked is asked once, and unavailable means that nothing happened', async () => {
    for (const fault of ['unauthorized', 'rate_limited'] as const) {
      const { world } = await given()
      const asked = () => world.standIn.controls.calls()[refunding]
      const before = asked() ?? 0
      world.standIn.controls.fail(fault, refunding)

      const outcome = await asks.refund(world.rail)

      assert.deepEqual(outcome, { kind: 'unavailable' }, fault)
      assert.equal(asked(), before + 1)
      assert.equal(world.goneBack('k'), 0n)
      assert.equal((await asks.refund(world.rail)).kind, 'accepted', 'and later it is made')
      await world.close()
    }
  })
}

function testPages<Call extends string, Bad extends string>(spec: HostedFaults<Call, Bad>): void {
  const { provider, opening, lostPage } = spec

  test(`a page whose first answer was lost is not opened a second time, and is ${lostPage}`, async () => {
    const { world } = await spec.given()
    world.standIn.controls.fail('after', opening)
    assert.equal((await asks.openPage(world.rail)).kind, 'unknown')

    assert.equal((await asks.openPage(world.rail)).kind, 'unknown')
    assert.equal((await world.rail.enquire({ key: 'new' })).kind, lostPage)
    await world.close()
  })

  test(`the customer is sent to no page but ${provider}’s`, async () => {
    const elsewhere = ['https://evil.example/abc', 'javascript:alert(1)', '//evil.example', 'x']
    for (const url of elsewhere) {
      const world = await spec.world()
      const answer = (usual: string) => {
        const content = JSON.parse(usual) as Content
        spec.withPage(content, url)
        return { body: JSON.stringify(content) }
      }
      world.standIn.controls.fail({ answer }, opening)

      const outcome = await world.rail.openPage(OPEN)

      assert.equal(outcome.kind, 'unknown', url)
      await world.close()
    }
  })
}

function testDown<Call extends string, Bad extends string>(spec: HostedFaults<Call, Bad>): void {
  test('who does not answer is down for a while, and is not asked', async () => {
    const world = await spec.world()
    const { rail, standIn } = world
    for (let i = 0; i < 5; i++) {
      standIn.controls.fail(spec.bad)
      await rail.enquire({ key: 'k' })
    }
    const before = standIn.controls.calls()[spec.verifying]

    assert.equal(rail.isDown?.(), true)
    assert.deepEqual(await rail.openPage(OPEN), { kind: 'unavailable' })
    assert.equal(standIn.controls.calls()[spec.opening], undefined)
    assert.equal(standIn.controls.calls()[spec.verifying], before)
    await world.close()
  })
}

function testWrongAnswers<Call extends string, Bad extends string>(
  { calls, fuzzed, given, paths, unknownLeast }: HostedFaults<Call, Bad>,
  name: string,
): void {
  const { call, ask } = calls[name]!
  const patterns = Object.values(paths) as RegExp[]
  const pathOf = (url: string) => patterns.find((pattern) => pattern.test(url))
  test(`${name}: no answer, however strange, makes it throw or say more than there is`, async () => {
    const { world, handle } = await given()
    const usual: Record<string, string> = {}
    const recording: Send = async (request) => {
      const outcome = await send(request)
      const path = pathOf(request.url)
      if (outcome.kind === 'answered' && path) usual[path.source] = outcome.body
      return outcome
    }
    await ask(world.railWith({ send: recording }), handle)
    const playing =
      (body: Buffer): Send =>
      async ({ url }) => {
        const path = pathOf(url)!
        const text = path === paths[call] ? body.toString('utf8') : (usual[path.source] ?? '')
        const answer = { status: 200, retryAfterSeconds: null, saidAt: null, isWhole: true }
        return { kind: 'answered', ...answer, body: text, latencyMs: 1 }
      }
    let unknown = 0

    for (const { name: mutant, body } of someMutantsOf(usual[paths[call]!.source]!)) {
      const outcome = await ask(world.railWith({ send: playing(body) }), handle)

      const allowed = [...fuzzed[name]!(contentOf(body)), 'unknown', 'unavailable']
      assert(allowed.includes(outcome.kind), `${mutant}: ${outcome.kind}`)
      if (outcome.kind === 'unknown') unknown += 1
    }
    assert(unknown > unknownLeast / SAMPLED, `${unknown}`)
    await world.close()
  })
}

function contentOf(body: Buffer): Content {
  try {
    const content: unknown = JSON.parse(body.toString('utf8'))
    return typeof content === 'object' && content !== null ? (content as Content) : {}
  } catch {
    return {}
  }
}
