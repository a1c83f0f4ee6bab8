import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { givenVisitors } from '../../test/visitors.ts'
import { beginStream, type Listener } from './streaming.ts'

// Long responses while the check of their credential fails.

const NO_PLACE_TO_COUNT = () => () => {}

for (const [what, stillGood] of [
  ['fails', async () => assert.fail('away')],
  ['does not answer', () => new Promise<boolean>(() => {})],
] as [string, Listener['stillGood']][]) {
  test(`where the look at a credential ${what}, it is cut after ten seconds and not before`, async (t) => {
    const [visitor] = await givenVisitors(t, 1)
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { listener, response } = visitor!
    assert(beginStream({ ...listener('192.0.2.1'), stillGood }, NO_PLACE_TO_COUNT))

    for (let i = 0; i < 40; i += 1) {
      t.mock.timers.tick(250)
      await nextTurn()
    }
    assert.equal(response.destroyed, false)
    t.mock.timers.tick(250)
    assert.equal(response.destroyed, true)
    await end(response)
  })
}

test('a database that was away for a moment cuts nobody', async (t) => {
  const [visitor] = await givenVisitors(t, 1)
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { listener, response } = visitor!
  let looks = 0
  const stillGood = async () => {
    looks += 1
    return looks % 30 === 0 || assert.fail('away')
  }
  assert(beginStream({ ...listener('192.0.2.1'), stillGood }, NO_PLACE_TO_COUNT))

  for (let i = 0; i < 200; i += 1) {
    t.mock.timers.tick(250)
    await nextTurn()
  }

  assert.equal(looks, 200)
  assert.equal(response.destroyed, false)
  await end(response)
})

/**
 * Ends it while the timers are mocked: a timer cleared later would cancel a timer of the next test
 * that mocks them.
 */
async function end(response: ServerResponse): Promise<void> {
  response.destroy()
  await nextTurn()
}
