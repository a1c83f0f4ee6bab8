import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BANK, PAYEE, safehavenWorld } from '../../../test/providers/safehaven/world.ts'
import { DAY, HOUR, later } from '../../platform/clock.ts'

// An enquiry without a session id reads lists. If a list is too long for one enquiry, the next
// continues where it stopped.

const LISTS = ['GET /transfers', 'GET /accounts/:id/statement'] as const
/** Pages of the transfers, each of which has three lines in the statement. */
const PAGES = { 'GET /transfers': 4, 'GET /accounts/:id/statement': 11 }

type World = Awaited<ReturnType<typeof safehavenWorld>>

function givenTransfers({ books, config }: World, key?: { first?: string; last?: string }) {
  const account = books.find(config.accountNumber)!
  const to = { bank: BANK.nipCode!, accountNumber: PAYEE, accountName: 'ADA SAMPLE' }
  const others = Array.from({ length: 350 }, (_, i) => `other-${i}`)
  for (const reference of [key?.last, ...others, key?.first]) {
    if (reference === undefined) continue
    books.send(account, to, { amount: 100n, narration: '', reference, enquiry: '' }, 'completed')
  }
}

/** Each enquiry gets one page, and loses the next one three times. */
function givenLosses({ controls }: World, list: (typeof LISTS)[number]) {
  let answers = 0
  controls.alter = (name, text) => (name === list && answers++ % 4 > 0 ? '' : text)
}

async function kindsUntil(ended: string, enquire: () => Promise<{ kind: string }>) {
  const kinds: string[] = []
  while (kinds.at(-1) !== ended && kinds.length < 20) kinds.push((await enquire()).kind)
  return kinds
}

for (const list of LISTS) {
  test(`a list that is too long for one enquiry is read on by the next: ${list}`, async (t) => {
    const world = await safehavenWorld(t)
    const asked = { key: world.newKey(), askedAt: world.now() }
    givenTransfers(world)
    world.advance(3 * HOUR)
    givenLosses(world, list)
    const kinds = await kindsUntil('not_found', () => world.bank.enquireTransfer(asked))
    assert.deepEqual(kinds, [...Array(PAGES[list] - 1).fill('unknown'), 'not_found'])
  })

  test(`what was begun before the two hours were over does not say "not found": ${list}`, async (t) => {
    const world = await safehavenWorld(t)
    const asked = { key: world.newKey(), askedAt: world.now() }
    const older = { key: world.newKey(), askedAt: new Date(world.now().getTime() - 1) }
    givenTransfers(world)
    world.advance(2 * HOUR - 1)
    givenLosses(world, list)
    assert.equal((await world.bank.enquireTransfer(older)).kind, 'unknown')
    world.advance(1)
    world.controls.alter = null
    assert.equal((await world.bank.enquireTransfer(asked)).kind, 'unknown')
    assert.equal((await world.bank.enquireTransfer(asked)).kind, 'not_found')
  })

  test(`a list that does not fit together is read anew: ${list}`, async (t) => {
    const world = await safehavenWorld(t)
    const asked = { key: world.newKey(), askedAt: world.now() }
    givenTransfers(world)
    world.advance(3 * HOUR)
    const calls = () => world.controls.calls.filter((call) => call === list).length
    world.controls.alter = (name, text) =>
      name === list ? text.replace(/"total":\d+/, '"total":5000') : text
    assert.equal((await world.bank.enquireTransfer(asked)).kind, 'unknown')
    world.controls.alter = null
    assert.equal((await world.bank.enquireTransfer(asked)).kind, 'not_found')
    assert.equal(calls(), 2 * PAGES[list])
  })
}

test('after a restore "not found" needs all days on which it may have been sent', async (t) => {
  const world = await safehavenWorld(t)
  const askedAt = world.now()
  const asked = { key: world.newKey(), askedAt, askedUntil: later(askedAt, 5 * DAY) }
  givenTransfers(world)
  world.advance(5 * DAY)
  givenTransfers(world)
  world.advance(2 * HOUR - 1)
  assert.equal((await world.bank.enquireTransfer(asked)).kind, 'unknown', 'it may still be listed')
  world.advance(1)
  givenLosses(world, 'GET /transfers')
  const kinds = await kindsUntil('not_found', () => world.bank.enquireTransfer(asked))
  // 700 transfers, of which each enquiry but the last reads one page of 100.
  assert.deepEqual(kinds, [...Array(6).fill('unknown'), 'not_found'])
})

for (const [on, days] of [
  ['the day it was first asked for', 0],
  ['a day between', 3],
  ['the day of the restore', 5],
] as const) {
  test(`after a restore a transfer is found on ${on}`, async (t) => {
    const world = await safehavenWorld(t)
    world.advance(11.5 * HOUR)
    const askedAt = world.now()
    const asked = { key: world.newKey(), askedAt, askedUntil: later(askedAt, 5 * DAY) }
    world.advance(days * DAY)
    givenTransfers(world, { last: `R-${asked.key}` })
    world.advance(9 * DAY)
    const kinds = await kindsUntil('returned', () => world.bank.enquireReturn(asked))
    assert.equal(kinds.at(-1), 'returned')
  })
}

for (const place of ['first', 'last'] as const) {
  test(`in a list that is read by several enquiries the ${place} transfer is found`, async (t) => {
    const world = await safehavenWorld(t)
    const asked = { key: world.newKey(), askedAt: world.now() }
    givenTransfers(world, { [place]: `T-${asked.key}` })
    world.advance(3 * HOUR)
    givenLosses(world, 'GET /transfers')
    const kinds = await kindsUntil('sent', () => world.bank.enquireTransfer(asked))
    assert.deepEqual(kinds, ['unknown', 'unknown', 'unknown', 'sent'])
  })

  test(`in a statement that is read by several enquiries the ${place} line is seen`, async (t) => {
    const world = await safehavenWorld(t)
    const asked = { key: world.newKey(), askedAt: world.now() }
    const account = world.books.find(world.config.accountNumber)!
    const line = () =>
      world.books.move(account, -1n, { reference: `T-${asked.key}`, narration: '' })
    if (place === 'last') line()
    givenTransfers(world)
    if (place === 'first') line()
    world.advance(3 * HOUR)
    givenLosses(world, 'GET /accounts/:id/statement')
    for (let turn = 0; turn < PAGES['GET /accounts/:id/statement']; turn += 1) {
      assert.equal((await world.bank.enquireTransfer(asked)).kind, 'unknown')
    }
    world.controls.alter = null
    const other = { ...asked, key: world.newKey() }
    assert.equal((await world.bank.enquireTransfer(other)).kind, 'not_found', 'it is whole')
  })
}

test('of more lists than are kept, those that were begun first are read to their end', async (t) => {
  const world = await safehavenWorld(t)
  const first = { key: world.newKey(), askedAt: world.now() }
  givenTransfers(world)
  world.advance(3 * HOUR)
  givenLosses(world, 'GET /transfers')
  assert.equal((await world.bank.enquireTransfer(first)).kind, 'unknown')
  world.controls.alter = (name, text) => (name === 'GET /transfers' ? '' : text)
  for (let day = 0; day < 25; day += 1) {
    world.advance(1 * DAY)
    const other = { key: world.newKey(), askedAt: new Date(world.now().getTime() - 3 * HOUR) }
    assert.equal((await world.bank.enquireTransfer(other)).kind, 'unknown')
  }
  world.controls.alter = null
  world.controls.calls.length = 0
  assert.equal((await world.bank.enquireTransfer(first)).kind, 'not_found')
  const read = world.controls.calls.filter((call) => call === 'GET /transfers')
  assert.equal(read.length, PAGES['GET /transfers'] - 1)
})
