import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AWAY, useContext } from '../../../test/support.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import { type RailHealth, railHealth, WINDOW_MS, watched } from '../../providers/health.ts'
import type { MailOutcome } from '../../providers/rails.ts'
import { railsSeen, reportHealth, startReporting } from './health.ts'
import { forgetOperation, processName } from './operation.ts'

const context = useContext()

/** Mail of a mode with this outcome, this many times, in a process of its own. */
async function answered(health: RailHealth, kind: string, times: number, tookMs = 10, agoMs = 0) {
  let nowMs = context.now().getTime() - agoMs
  const sendMail = async () => {
    nowMs += tookMs
    return { kind } as MailOutcome
  }
  const set = { ...context.rails.test, message: { name: 'told', sendMail } }
  const rails = watched({ test: context.rails.test, live: [set] }, health, () => nowMs)
  for (let time = 0; time < times; time++) await rails.live[0]!.message!.sendMail({} as never)
}

async function mailSeen() {
  const message = { name: 'told', sendMail: async () => ({ kind: 'sent' as const }) }
  const rails = { ...context.rails, live: [{ message }] }
  const seen = await railsSeen({ ...context, rails })
  return seen.find(({ mode, rail }) => mode === 'live' && rail === 'message')!
}

const forgetAll = () => context.sql`delete from rail_health`

test('what several processes have counted is seen as one', async () => {
  await forgetAll()
  const [one, two] = [railHealth(), railHealth()]
  await answered(one, 'sent', 8)
  await answered(two, 'unavailable', 2, 100)
  await reportHealth(context, processName(), one)
  await reportHealth(context, processName(), two)

  const { lastHour, state, lastFailure, windows } = await mailSeen()
  const { calls, down, unknown, threw, unanswered, p50Ms, p95Ms } = lastHour
  assert.deepEqual([calls, down, unknown, threw, unanswered], [10, 2, 0, 0, 0])
  assert(p50Ms! >= 10 && p50Ms! <= 13, String(p50Ms))
  assert(p95Ms! >= 100 && p95Ms! <= 128, String(p95Ms))
  assert.deepEqual([state, lastFailure, windows.length], ['failing', 'down', 12])
  assert.equal(windows.at(-1)!.calls + windows.at(-2)!.calls, 10)
})

test('two providers of the same are told apart', async () => {
  await forgetAll()
  const health = railHealth()
  const { bank } = context.rails.test
  const down = { ...bank, resolveAccount: async () => ({ kind: 'unavailable' as const }) }
  const live = [{ bank: { ...down, name: 'one' } }, { bank: { ...bank, name: 'two' } }]
  const clock = () => context.now().getTime()
  const rails = watched({ test: context.rails.test, live }, health, clock)
  for (const { bank } of rails.live) {
    const of = { bank: { code: '058', nipCode: null }, accountNumber: '0000000018' }
    await bank?.resolveAccount?.(of)
  }
  await reportHealth(context, processName(), health)

  const seen = await railsSeen({ ...context, rails })
  assert.deepEqual(
    seen.filter(({ mode }) => mode === 'live').map(({ name, state }) => `${name} ${state}`),
    ['one down', 'two up'],
  )
})

test('written down twice, or from two timers at once, it is the same', async () => {
  await forgetAll()
  const health = railHealth()
  const own = processName()
  await answered(health, 'sent', 3)
  await Promise.all([1, 2, 3].map(() => reportHealth(context, own, health)))
  await answered(health, 'sent', 2)
  await reportHealth(context, own, health)
  assert.equal((await mailSeen()).lastHour.calls, 5)
})

test('what could not be written down is written the next time, and at the end', async () => {
  await forgetAll()
  const health = railHealth()
  await answered(health, 'sent', 4)
  await assert.rejects(reportHealth({ ...context, sql: AWAY }, processName(), health), /away/)
  const reporting = startReporting(context, processName(), health)
  await reporting.stop()
  assert.equal((await mailSeen()).lastHour.calls, 4)
})

test('a rail is judged by its last minutes, and remembered for what it said before', async () => {
  const states: [kind: string, good: number, bad: number, agoMs: number, state: string][] = [
    ['unavailable', 100, 0, 0, 'up'],
    ['unavailable', 96, 4, 0, 'up'],
    ['unknown', 95, 5, 0, 'failing'],
    ['unknown', 51, 49, 0, 'failing'],
    ['unavailable', 5, 5, 0, 'down'],
    ['unavailable', 0, 1, 0, 'down'],
    ['unavailable', 0, 9, 2 * WINDOW_MS, 'quiet'],
    ['unavailable', 0, 0, 0, 'quiet'],
  ]
  for (const [kind, good, bad, agoMs, state] of states) {
    await forgetAll()
    const health = railHealth()
    await answered(health, 'sent', good, 1, agoMs)
    await answered(health, kind, bad, 1, agoMs)
    await reportHealth(context, processName(), health)
    const seen = await mailSeen()
    assert.equal(seen.state, state, `${good} good and ${bad} ${kind}`)
    assert.equal(seen.lastFailureAt !== null, bad > 0)
    assert.equal(seen.lastHour.calls, good + bad)
  }
})

test('calls that nobody has answered yet make a rail neither better nor worse', async () => {
  for (const [good, bad, hanging, state] of [
    [9, 1, 100, 'failing'],
    [5, 5, 100, 'down'],
    [96, 4, 100, 'up'],
    [0, 0, 100, 'quiet'],
  ] as const) {
    await forgetAll()
    const health = railHealth()
    await answered(health, 'sent', good)
    await answered(health, 'unavailable', bad)
    const { promise: end, resolve } = Promise.withResolvers<MailOutcome>()
    const message = { name: 'told', sendMail: () => end }
    const rails = watched({ test: context.rails.test, live: [{ message }] }, health, () =>
      context.now().getTime(),
    )
    const waiting = Array.from({ length: hanging }, () =>
      rails.live[0]!.message!.sendMail({} as never),
    )

    await reportHealth(context, processName(), health)

    const seen = await mailSeen()
    assert.deepEqual([seen.state, seen.lastHour.unanswered], [state, hanging])
    resolve({ kind: 'sent' })
    await Promise.all(waiting)
  }
})

test('what is older than an hour is not counted, and what is older than seven days is gone', async () => {
  await forgetAll()
  for (const agoMs of [0, 50 * MINUTE, 61 * MINUTE, 6 * DAY, 7 * DAY + HOUR]) {
    const health = railHealth()
    await answered(health, 'sent', 1, 1, agoMs)
    await reportHealth(context, processName(), health)
  }
  assert.equal((await mailSeen()).lastHour.calls, 2)
  assert.equal(await forgetOperation(context), 1)
  const rows = await context.sql<{ windowStart: Date }[]>`select window_start from rail_health`
  assert.equal(rows.length, 4)
  assert(rows.every(({ windowStart }) => windowStart > later(context.now(), -7 * DAY)))
})
