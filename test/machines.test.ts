import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { MINUTE, SECOND } from '../src/platform/clock.ts'
import { machinesOn } from '../src/platform/machines.ts'
import { type Api, openApi } from './api.ts'
import { contextOn, type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Several machines on one database: a limit counts once over all of them.

const RATE = 20
const BURST = 20
const SECONDS = 20
const ASKED_PER_SECOND = 3 * RATE
const ALLOWED = BURST + RATE * SECONDS

const context = useContext()
let nowMs = Date.parse('2026-03-01T12:00:00Z')

/** A service of its own on the database of the context, by the clock of this file or beside it. */
async function givenMachine(machine: string = randomUUID(), burst = BURST, aheadMs = 0) {
  const now = () => new Date(nowMs + aheadMs)
  const own = contextOn(context.database)
  const machines = machinesOn(own.sql, machine)
  machines.stop() // Its exchange is called by the test.
  const limits = { ...own.config.limits, perSecond: RATE, burst }
  const api = await openApi({
    ...own,
    now,
    monotonicMs: () => nowMs,
    machines,
    config: { ...own.config, limits },
  })
  return { api, machines, exchange: () => machines.exchange() }
}

async function passes(api: Api, { keys }: GivenBusiness): Promise<boolean> {
  const { status } = await api.get('/api/v1/transactions/verify/unknown', { key: keys.secretKey })
  assert([404, 429].includes(status), `it answered ${status}`)
  return status === 404
}

for (const aheadMs of [0, MINUTE, -MINUTE]) {
  test(`two machines, one ${aheadMs / SECOND} s ahead, together let a key through as one would`, async () => {
    const business = await givenBusiness(context)
    const machines = [await givenMachine(), await givenMachine(randomUUID(), BURST, aheadMs)]
    const passedAt = [0, 0]
    for (let i = 0; i < SECONDS * ASKED_PER_SECOND; i++) {
      nowMs += SECOND / ASKED_PER_SECOND
      // Each machine once a second, not at the same moment.
      if (i % ASKED_PER_SECOND === 0) await machines[0]!.exchange()
      if (i % ASKED_PER_SECOND === 25) await machines[1]!.exchange()
      if (await passes(machines[i % 2]!.api, business)) passedAt[i % 2]! += 1
    }
    await Promise.all(machines.map(({ api }) => api.app.close()))

    const passed = passedAt[0]! + passedAt[1]!
    assert(Math.abs(passed - ALLOWED) <= ALLOWED / 10, `${passed} passed, ${ALLOWED} may`)
    assert(Math.min(...passedAt) >= ALLOWED / 3, `${passedAt.join(' and ')}: each its part`)
  })
}

test('what hardly uses a limit is not told; one machine counts once, whatever its clock', async () => {
  await context.sql`delete from rate_tick`
  const business = await givenBusiness(context)
  const machine = randomUUID()
  const one = await givenMachine(machine, 10 * BURST)
  const sibling = await givenMachine(machine, 10 * BURST)
  const other = await givenMachine(randomUUID(), 10 * BURST, MINUTE)
  const all = [one, sibling, other]
  for (const { exchange } of all) await exchange()
  const told = async () =>
    (await context.sql`select from rate_tick where taken like ${`%${BURST / 2}]%`}`).length

  for (let i = 1; i < BURST / 2; i++) await passes(one.api, business)
  await one.exchange()
  assert.equal(await told(), 0, 'nine of two hundred')
  await passes(one.api, business)
  for (const { exchange } of [...all, ...all]) await exchange()
  assert.equal(await told(), 1, 'a twentieth of the burst')

  const left = await Promise.all(
    [sibling, other].map(async ({ api }) => {
      let passed = 0
      while (await passes(api, business)) passed += 1
      return passed
    }),
  )
  await Promise.all(all.map(({ api }) => api.app.close()))
  assert.deepEqual(left, [10 * BURST, 10 * BURST - BURST / 2], 'heard twice, and owed once')
})
