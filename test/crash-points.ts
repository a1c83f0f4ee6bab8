import assert from 'node:assert/strict'
import { after, before, type TestContext as Case, test } from 'node:test'
import { DAY } from '../src/platform/clock.ts'
import { type Api, openApi } from './api.ts'
import { assertSettled } from './books.ts'
import { type Breakable, breakable, type Fault, nthOf } from './faults.ts'
import { runJobs } from './payments.ts'
import { isWhole } from './scale.ts'
import type { TestContext } from './support.ts'

// Stops each flow of money at each of its calls to the database and to a rail: before and after the
// call, by a failing call and by a dying process. Then the client retries, the jobs run, and
// everything must agree: one effect, nothing stuck, and an event exactly if it is true.
//
// `npm run test:long` stops each flow at every point in all four ways. `npm test` stops it at its
// named points [passes] and at every third of the others, in one way each. The way rotates from
// point to point and from flow to flow; so does which third.

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
   * Points that the flow must pass; always stopped at, so that the sweep cannot miss the calls it
   * is meant for.
   */
  passes: string[]
  given: () => Promise<Given>
  /** The operation that is stopped. It may throw or return anything. */
  run: (given: Given) => Promise<unknown>
  /** What the client does next, with a working process. */
  again: (given: Given) => Promise<void>
  /** Runs after the jobs. */
  check: (given: Given) => Promise<void>
  /** The points to stop at; by default, all. */
  at?: RegExp
}

/** A process that can be stopped, its API, and a test that stops a flow at every point. */
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
      // A flow with few points is stopped at all of them.
      const isNamed = flow.at !== undefined || flow.passes.some((one) => name.startsWith(one))
      if (!isWhole && !isNamed && (point + place) % SAMPLED !== 0) continue
      const one = WAYS[(point + place) % WAYS.length]!
      for (const way of isWhole ? WAYS : [one]) {
        const nth = nthOf(names.slice(0, point + 1))
        await stopOnce(context, process, flow, { point: nth, name, ...way })
        cases += 1
      }
    }
    // Long enough for a checkout abandoned on a bank's page to expire.
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
): Promise<void> {
  const given = await flow.given()
  process.arm(fault)
  await flow.run(given).catch(() => {})
  const passed = process.disarm()
  const { name, point } = fault
  const at = `${fault.does} ${fault.when} ${name} (${point})`
  // By name: another run may have more in its caches, or do what is concurrent in another order.
  assert(passed.filter((one) => one === name).length >= point, `${at} was reached`)
  try {
    await flow.again(given)
    await runJobs(context)
    await flow.check(given)
  } catch (error) {
    throw new Error(`${flow.name}: ${at}`, { cause: error })
  }
}

/** The points of an uninterrupted run. */
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
