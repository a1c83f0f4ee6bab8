import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type FlutterwaveWorld,
  flutterwaveWorld,
} from '../../../test/providers/flutterwave/world.ts'
import { DAY, HOUR, later } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'

// Chargebacks as Flutterwave lists them, and our answers.

const AMOUNT = kobo(500_050n)

async function given() {
  const world = await flutterwaveWorld()
  const page = { key: 'k', amount: AMOUNT, email: 'ada@example.com' }
  await world.rail.openPage({ ...page, returnUrl: 'https://pay.example/x' })
  world.customer.pays('k')
  const { chargebacks, charges } = world.standIn.books
  const made = chargebacks.open(charges[0]!)
  const dispute = `${made.id}@2026-11-23`
  return { world, made, dispute, chargebacks }
}

async function listed({ disputes, now }: FlutterwaveWorld) {
  const said = await disputes.listDisputes({ from: later(now(), -DAY), to: later(now(), DAY) })
  assert(said.kind === 'fetched')
  return said.disputes
}

function asked(dispute: string, kind: 'accept' | 'contest' = 'contest') {
  const answer = kind === 'accept' ? { kind } : { kind, text: 'It was delivered.', files: [] }
  return { key: 'd', dispute, amount: AMOUNT, answer, email: 'ada@example.com' }
}

test('a chargeback is told with its charge, in kobo, with the time by which to answer', async () => {
  const { world, dispute } = await given()

  assert.deepEqual(await listed(world), [
    {
      id: dispute,
      of: { charge: 'k' },
      status: 'needs_response',
      category: 'chargeback',
      reason: 'Product/service not received',
      amount: AMOUNT,
      dueAt: later(world.now(), 10 * HOUR),
    },
  ])
  await world.close()
})

test('each state that they list has a meaning, and one that nobody answered is given up', async () => {
  const { world, made, chargebacks } = await given()
  const lines = [
    ['initiated', 'needs_response'],
    ['pending', 'needs_response'],
    ['declined', 'under_review'],
    ['accepted', 'accepted'],
    ['won', 'won'],
    ['reversed', 'won'],
    ['lost', 'lost'],
  ] as const
  for (const [theirs, status] of lines) {
    chargebacks.end(made, theirs)
    assert.equal((await listed(world))[0]?.status, status, theirs)
  }

  chargebacks.end(made, 'lost', 'No merchant response')

  assert.equal((await listed(world))[0]?.status, 'accepted')
  await world.close()
})

test('one about a transfer names the transfer, one of another program is left out', async () => {
  const { world, chargebacks } = await given()
  const { charges } = world.standIn.books
  const reference = '019a0000-0000-7000-8000-000000000009.1.1'
  chargebacks.open({ ...charges[0]!, id: 77, txRef: reference })
  chargebacks.open({ ...charges[0]!, txRef: 'shop_77' })

  const found = await listed(world)

  assert.deepEqual(
    found.map(({ of }) => of),
    [{ sessionId: '77' }, { charge: 'k' }],
  )
  await world.close()
})

test('the list goes on after its first page, and keeps to the time', async () => {
  const { world, chargebacks } = await given()
  const { charges } = world.standIn.books
  for (let i = 0; i < 20; i++) chargebacks.open(charges[0]!)
  const span = { from: world.now(), to: later(world.now(), 1) }

  const first = await world.disputes.listDisputes(span)
  const second = await world.disputes.listDisputes({ ...span, page: '2' })
  const none = await world.disputes.listDisputes({ from: later(span.to, 1), to: later(span.to, 9) })

  assert(first.kind === 'fetched' && second.kind === 'fetched' && none.kind === 'fetched')
  assert.deepEqual([first.disputes.length, first.next], [20, '2'])
  assert.deepEqual([second.disputes.length, second.next], [1, undefined])
  assert.deepEqual(none.disputes, [])
  await world.close()
})

test('an answer is given once, and the same again is that answer', async () => {
  for (const kind of ['accept', 'contest'] as const) {
    const { world, made, dispute } = await given()
    const answer = () => world.disputes.answerDispute(asked(dispute, kind))
    assert.deepEqual(await world.disputes.enquireAnswer({ key: 'd', dispute }), {
      kind: 'not_found',
    })

    assert.deepEqual(await answer(), { kind: 'answered' })
    assert.deepEqual(await answer(), { kind: 'answered' })

    assert.equal(made.status, kind === 'accept' ? 'accepted' : 'declined')
    assert.equal(world.standIn.controls.calls()['answer_chargeback'], 1)
    const other = kind === 'accept' ? 'contest' : 'accept'
    const outcome = await world.disputes.answerDispute(asked(dispute, other))
    assert.equal(outcome.kind, 'refused')
    await world.close()
  }
})

test('an answer that was lost is unknown, and is found in the state', async () => {
  for (const fault of ['after', '503_after'] as const) {
    const { world, dispute } = await given()
    world.standIn.controls.fail(fault, 'answer_chargeback')

    assert.deepEqual(await world.disputes.answerDispute(asked(dispute)), { kind: 'unknown' })
    const found = await world.disputes.enquireAnswer({ key: 'd', dispute })

    assert.deepEqual(found, { kind: 'answered' })
    await world.close()
  }
})

test('while the state is not known, no answer is sent', async () => {
  for (const fault of ['before', '503', 'unauthorized', 'failure_inside'] as const) {
    const { world, made, dispute } = await given()
    for (let i = 0; i < 3; i++) world.standIn.controls.fail(fault, 'chargebacks')

    assert.deepEqual(await world.disputes.answerDispute(asked(dispute)), { kind: 'unavailable' })
    assert.equal(made.status, 'initiated')
    await world.close()
  }
})

test('too late is too late, and what is no chargeback of theirs is unknown', async () => {
  const { world, made, dispute, chargebacks } = await given()
  chargebacks.end(made, 'lost', 'No merchant response')

  const late = await world.disputes.answerDispute(asked(dispute))
  assert.deepEqual(late, { kind: 'refused', said: 'too late' })
  assert.equal((await world.disputes.enquireAnswer({ key: 'd', dispute })).kind, 'refused')
  for (const id of ['', '7', '9@2026-11-23', '../x', `${made.id}@2026-11-01`]) {
    assert.deepEqual(await world.disputes.enquireAnswer({ key: 'd', dispute: id }), {
      kind: 'unknown',
    })
  }
  await world.close()
})
