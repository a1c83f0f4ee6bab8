import assert from 'node:assert/strict'
import { after, before, type TestContext as Case, test } from 'node:test'
import { DAY } from '../src/platform/clock.ts'
import { type Api, openApi } from './api.ts'
import { assertSettled } from './books.ts'
import { type Breakable, breakable, type Fault } from './faults.ts'
import { runJobs } from './payments.ts'
import { isWhole } from './scale.ts'
import type { TestContext } from './support.ts'

// Each flow of money is stopped at each of its calls to the database and to a rail: before the call
// and after it, by a call that fails and by a process that dies. Then whoever asked asks again, the
// jobs run, and everything must agree: one effect, nothing stuck, an event exactly if it is true.
//
// `npm run test:long` stops each flow in all four ways at each point. `npm test` stops it at the
// points that it is for [passes] and at every third of the others, at each in one of the ways: the
// next one at the next point, and in another one in the next flow, which begins at another third.

const POINTS_MAX = 60
const SAMPLED = 3
const WAYS = [
  { when: 'before', does: 'fails' },
  { when: 'after', does: 'dies' },
  { when: 'before', does: 'dies' },
  { when: 'after', does: 'fails' },
] as const

export type Flow<Given> = {
  name: string
  /**
   * Points that must be among those passed, and are always stopped at: so that the sweep cannot
   * miss the calls it is for.
   */
  passes: string[]
  given: () => Promise<Given>
  /** What is stopped. It may throw or answer whatever it likes. */
  run: (given: Given) => Promise<unknown>
  /** What the one who asked does next, with a process that works. */
  again: (given: Given) => Promise<void>
  /** When the jobs have run. */
  check: (given: Given) => Promise<void>
  /** Where it is stopped; everywhere, unless said. */
  at?: RegExp
}

/** A process that can be stopped, its API, and a test of a flow that stops it everywhere. */
export function useSweep(context: TestContext, live?: Parameters<typeof breakable>[1]) {
  const process = {} as Breakable
  const broken = {} as Api
  before(async () => {
    await context.opened
    Object.assign(process, breakable(context, live))
    Object.assign(broken, await openApi(process.context))
  })
  after(() => broken.app.close())
  return {
    process,
    broken,
    sweep: <Given>(flow: Flow<Given>) => sweep(context, process, flow),
  }
}

let flows = 0

function sweep<Given>(context: TestContext, process: Breakable, flow: Flow<Given>): void {
  const place = flows++
  test(`${flow.name}: stopped at any point, it comes to one end`, async (t) => {
    const names = await passedBy(context, process, flow)
    for (const needed of flow.passes) {
      assert(
        names.some((name) => name.startsWith(needed)),
        `${needed} in ${names.join(', ')}`,
      )
    }
    let cases = 0
    const { at = /^/ } = flow
    for (const [point, name] of names.entries()) {
      if (!at.test(name)) continue
      // What is stopped at few points anyway is stopped at all of them.
      const isNamed = flow.at !== undefined || flow.passes.some((one) => name.startsWith(one))
      if (!isWhole && !isNamed && (point + place) % SAMPLED !== 0) continue
      const one = WAYS[(point + place) % WAYS.length]!
      for (const way of isWhole ? WAYS : [one]) {
        await stopOnce(context, process, flow, { point: point + 1, ...way }, name)
        cases += 1
      }
    }
    // Also what a customer has left behind at a bank is given up in the end.
    context.advance(9 * DAY)
    await runJobs(context)
    await assertSettled(context)
    const within = names.filter((name) => at.test(name))
    report(t, flow.name, within, cases)
  })
}

async function stopOnce<Given>(
  context: TestContext,
  process: Breakable,
  flow: Flow<Given>,
  fault: Fault,
  name: string,
): Promise<void> {
  const given = await flow.given()
  process.arm(fault)
  await flow.run(given).catch(() => {})
  const passed = process.disarm()
  const at = `${fault.does} ${fault.when} ${fault.point}, ${name}`
  assert(passed.length >= fault.point, `${at} was reached`)
  try {
    await flow.again(given)
    await runJobs(context)
    await flow.check(given)
  } catch (error) {
    throw new Error(`${flow.name}: ${at}`, { cause: error })
  }
}

/** The points of a run that nothing stops. */
async function passedBy<Given>(
  context: TestContext,
  process: Breakable,
  flow: Flow<Given>,
): Promise<string[]> {
  const given = await flow.given()
  process.arm(null)
  await flow.run(given)
  const names = process.disarm()
  assert(names.length > 0 && names.length < POINTS_MAX, `${names.length} points`)
  await flow.again(given)
  await runJobs(context)
  await flow.check(given)
  return names
}

function report(t: Case, flow: string, names: string[], cases: number): void {
  t.diagnostic(`${flow}: ${names.length} points, ${cases} cases`)
  for (const [i, name] of names.entries()) t.diagnostic(`  ${i + 1} ${name}`)
}
