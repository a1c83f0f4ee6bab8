import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasty } from '../../../test/providers/hasty.ts'
import { mutantsOf } from '../../../test/providers/mutants.ts'
import type { Call } from '../../../test/providers/paystack/api.ts'
import { type PaystackWorld, paystackWorld } from '../../../test/providers/paystack/world.ts'
import type { Fault } from '../../../test/providers/paystack.ts'
import { stopClock } from '../../../test/stopped-clock.ts'
import { naira } from '../../platform/money.ts'
import { type Send, send } from '../../platform/outbound.ts'
import type { HostedRail, TokenRail } from '../rails.ts'

// Faults between Paystack and us, for each call.

const AMOUNT = naira(5_000)
const PART = naira(1_000)
const OPEN = {
  key: 'k',
  amount: AMOUNT,
  email: 'ada@example.com',
  returnUrl: 'https://pay.example/checkout/abc',
}
const REFUND = { key: 'r', charge: 'k', amount: PART }
/** Of the first charge. */
const TOKEN = 'AUTH_standin4000000001'
/** Calls that are not repeated. */
const ONCE: Call[] = ['initialize', 'create_refund', 'charge_token']
const SPAN = { from: new Date('2026-11-23T00:00:00Z'), to: new Date('2026-11-30T00:00:00Z') }

type Rail = HostedRail & Partial<TokenRail>
type Asked = { call: Call; ask(rail: Rail, handle: string): Promise<{ kind: string }> }
const CALLS: Record<string, Asked> = {
  openPage: { call: 'initialize', ask: (rail) => rail.openPage({ ...OPEN, key: 'new' }) },
  chargeToken: {
    call: 'charge_token',
    ask: (rail) => rail.chargeToken!({ ...OPEN, key: 'new', token: TOKEN }),
  },
  enquire: { call: 'verify', ask: (rail) => rail.enquire({ key: 'k', handle: '500000' }) },
  'refund, that looks at the charge': { call: 'verify', ask: (rail) => rail.refund(REFUND) },
  'refund, that looks at the refunds': { call: 'refunds', ask: (rail) => rail.refund(REFUND) },
  refund: { call: 'create_refund', ask: (rail) => rail.refund(REFUND) },
  reverse: { call: 'create_refund', ask: (rail) => rail.reverse({ key: 'k', amount: AMOUNT }) },
  'enquireRefund by its key': {
    call: 'refunds',
    ask: (rail) => rail.enquireRefund({ key: 'q', charge: 'q' }),
  },
  'enquireRefund by its number': {
    call: 'refund',
    ask: (rail, handle) => rail.enquireRefund({ key: 'q', charge: 'q', handle }),
  },
  'fetchStatement, its charges': { call: 'transactions', ask: (rail) => statement(rail) },
  'fetchStatement, its refunds': { call: 'refunds', ask: (rail) => statement(rail) },
  'fetchStatement, its transfers': { call: 'transfers', ask: (rail) => statement(rail) },
  'fetchStatement, its settlements': { call: 'settlements', ask: (rail) => statement(rail) },
}

/** Two paid charges, a pending partial refund of one, and a settlement. */
async function given(): Promise<{ world: PaystackWorld; handle: string }> {
  const world = await paystackWorld()
  for (const key of ['k', 'q']) {
    await world.rail.openPage({ ...OPEN, key })
    await world.customer.pays(key)
  }
  const accepted = await world.rail.refund({ key: 'q', charge: 'q', amount: PART })
  assert(accepted.kind === 'accepted')
  world.standIn.controls.settle()
  return { world, handle: accepted.handle ?? '' }
}

function statement(rail: HostedRail) {
  return rail.fetchStatement!(SPAN)
}

let pass: (ms: number) => void

const FAULTS: Record<string, { fault: Fault; kinds: string[] }> = {
  'lost before': { fault: 'before', kinds: ['unknown'] },
  'lost after': { fault: 'after', kinds: ['unknown'] },
  'a text with 502': { fault: '502', kinds: ['unknown'] },
  'done, and a text with 502': { fault: '502_after', kinds: ['unknown'] },
  'a failure inside of 200': { fault: 'failure_inside', kinds: ['unknown'] },
  'not let in': { fault: 'unauthorized', kinds: ['unavailable', 'unknown'] },
  'too many': { fault: 'rate_limited', kinds: ['unavailable', 'unknown'] },
  slow: { fault: { meanwhile: () => pass(600) }, kinds: ['unknown'] },
}

for (const [name, { call, ask }] of Object.entries(CALLS)) {
  test(`${name}: whatever goes wrong, nobody is told more than is known`, async (t) => {
    pass = stopClock(t)
    for (const [what, { fault, kinds }] of Object.entries(FAULTS)) {
      const { world, handle } = await given()
      const before = world.goneBack('k')
      const rail = what === 'slow' ? world.railWith({ send: hasty(600) }) : world.rail
      // Reads are retried on a new connection.
      const times = ONCE.includes(call) ? 1 : 3
      for (let i = 0; i < times; i++) world.standIn.controls.fail(fault, call)

      const outcome = await ask(rail, handle)

      assert(kinds.includes(outcome.kind), `${what}: ${outcome.kind}`)
      const happened = world.goneBack('k') - before
      const asked = name === 'reverse' ? AMOUNT : PART
      const mayHappen = call === 'create_refund' && /after|slow|done/.test(what)
      assert.equal(happened, mayHappen ? asked : 0n, what)
      assert(!JSON.stringify(world.logged).includes('ada@example.com'))
      await world.close()
    }
  })
}

test('what was asked is asked once, and unavailable means that nothing happened', async () => {
  for (const fault of ['unauthorized', 'rate_limited'] as const) {
    const { world } = await given()
    const asked = () => world.standIn.controls.calls()['create_refund']
    const before = asked() ?? 0
    world.standIn.controls.fail(fault, 'create_refund')

    const outcome = await world.rail.refund(REFUND)

    assert.deepEqual(outcome, { kind: 'unavailable' }, fault)
    assert.equal(asked(), before + 1)
    assert.equal(world.goneBack('k'), 0n)
    assert.equal((await world.rail.refund(REFUND)).kind, 'accepted', 'and later it is made')
    await world.close()
  }
})

test('a page whose first answer was lost is waited for, and is not opened a second time', async () => {
  const { world } = await given()
  world.standIn.controls.fail('after', 'initialize')
  assert.equal((await world.rail.openPage({ ...OPEN, key: 'new' })).kind, 'unknown')

  assert.equal((await world.rail.openPage({ ...OPEN, key: 'new' })).kind, 'unknown')
  assert.equal((await world.rail.enquire({ key: 'new' })).kind, 'pending')
  await world.close()
})

test('who does not answer is down for a while, and is not asked', async () => {
  const world = await paystackWorld()
  const { rail, standIn } = world
  for (let i = 0; i < 5; i++) {
    standIn.controls.fail('502')
    await rail.enquire({ key: 'k' })
  }
  const before = standIn.controls.calls()['verify']

  assert.equal(rail.isDown?.(), true)
  assert.deepEqual(await rail.openPage(OPEN), { kind: 'unavailable' })
  assert.equal(standIn.controls.calls()['initialize'], undefined)
  assert.equal(standIn.controls.calls()['verify'], before)
  await world.close()
})

test('the customer is sent to no page but Paystack’s', async () => {
  const elsewhere = ['https://evil.example/abc', 'javascript:alert(1)', '//evil.example', 'x']
  for (const url of elsewhere) {
    const world = await paystackWorld()
    const answer = (usual: string) => {
      const content = JSON.parse(usual) as { data: { authorization_url: string } }
      content.data.authorization_url = url
      return { body: JSON.stringify(content) }
    }
    world.standIn.controls.fail({ answer }, 'initialize')

    const outcome = await world.rail.openPage(OPEN)

    assert.equal(outcome.kind, 'unknown', url)
    await world.close()
  }
})

// Each place of each answer, with every wrong value.

const isPaid = (data: Content['data'], reference: string) =>
  data?.['status'] === 'success' &&
  data['reference'] === reference &&
  data['currency'] === 'NGN' &&
  data['domain'] === 'live' &&
  data['amount'] === 500_000

const FUZZED: Record<string, Asked & { mayBe: (content: Content) => string[] }> = {
  openPage: {
    ...CALLS['openPage']!,
    mayBe: ({ status, data }) =>
      status === true && data?.['reference'] === 'new' ? ['redirect_required'] : [],
  },
  chargeToken: {
    ...CALLS['chargeToken']!,
    mayBe: ({ status, data }) => (status === true && isPaid(data, 'new') ? ['approved'] : []),
  },
  enquire: {
    ...CALLS['enquire']!,
    mayBe: ({ status, data }) =>
      status === true && isPaid(data, 'k') ? ['approved'] : ['pending'],
  },
  refund: { ...CALLS['refund']!, mayBe: () => ['accepted'] },
  'refund, that looks at the charge': {
    ...CALLS['refund, that looks at the charge']!,
    mayBe: ({ data }) => (data?.['status'] === 'success' ? ['accepted', 'refused'] : ['refused']),
  },
  'enquireRefund by its number': {
    ...CALLS['enquireRefund by its number']!,
    mayBe: ({ data }) => (data?.['status'] === 'pending' ? ['accepted'] : []),
  },
  'enquireRefund by its key': {
    ...CALLS['enquireRefund by its key']!,
    mayBe: () => ['accepted', 'not_found'],
  },
  'fetchStatement, its charges': {
    ...CALLS['fetchStatement, its charges']!,
    mayBe: () => ['fetched'],
  },
  'fetchStatement, its transfers': {
    ...CALLS['fetchStatement, its transfers']!,
    mayBe: () => ['fetched'],
  },
  'fetchStatement, its settlements': {
    ...CALLS['fetchStatement, its settlements']!,
    mayBe: () => ['fetched'],
  },
}
type Content = { status?: unknown; data?: Record<string, unknown> }

const PATHS: Partial<Record<Call, RegExp>> = {
  initialize: /\/transaction\/initialize$/,
  charge_token: /\/transaction\/charge_authorization$/,
  verify: /\/transaction\/verify\//,
  transactions: /\/transaction\?/,
  create_refund: /\/refund$/,
  refunds: /\/refund\?/,
  refund: /\/refund\/\d/,
  settlements: /\/settlement\?/,
  transfers: /\/transfer\?/,
}

for (const [name, { call, ask, mayBe }] of Object.entries(FUZZED)) {
  test(`${name}: no answer, however strange, makes it throw or say more than there is`, async () => {
    const { world, handle } = await given()
    const usual = await recorded(world, handle, { call, ask })
    const counts: Record<string, number> = {}

    for (const { name: mutant, body } of mutantsOf(usual[PATHS[call]!.source]!)) {
      const rail = world.railWith({ send: playing(usual, PATHS[call]!, body) })
      const outcome = await ask(rail, handle)

      const allowed = [...mayBe(contentOf(body)), 'unknown', 'unavailable']
      assert(allowed.includes(outcome.kind), `${mutant}: ${outcome.kind}`)
      counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1
    }
    assert((counts['unknown'] ?? 0) > 20, JSON.stringify(counts))
    await world.close()
  })
}

/** The usual answers of one call, by path. */
async function recorded(world: PaystackWorld, handle: string, { ask }: Asked) {
  const answers: Record<string, string> = {}
  const recording: Send = async (request) => {
    const outcome = await send(request)
    const path = Object.values(PATHS).find((pattern) => pattern.test(request.url))
    if (outcome.kind === 'answered' && path) answers[path.source] = outcome.body
    return outcome
  }
  await ask(world.railWith({ send: recording }), handle)
  return answers
}

function playing(usual: Record<string, string>, mutated: RegExp, body: Buffer): Send {
  return async ({ url, method }) => {
    const pattern = Object.values(PATHS).find((one) => one.test(url))!
    // Reading and creating share a path; the rest of it differs.
    assert(method === 'POST' || !/initialize$/.test(url))
    const text = pattern === mutated ? body.toString('utf8') : (usual[pattern.source] ?? '')
    const answer = { kind: 'answered' as const, status: 200, retryAfterSeconds: null, saidAt: null }
    return { ...answer, body: text, isWhole: true, latencyMs: 1 }
  }
}

function contentOf(body: Buffer): Content {
  try {
    const content: unknown = JSON.parse(body.toString('utf8'))
    return typeof content === 'object' && content !== null ? (content as Content) : {}
  } catch {
    return {}
  }
}
