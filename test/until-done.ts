import assert from 'node:assert/strict'

const ROUNDS_MAX = 2_000

/**
 * Runs jobs until nothing is due, and returns how much was. A job that never finishes fails its
 * test within seconds.
 */
export async function untilDone<Context>(
  context: Context,
  ...jobs: ((context: Context) => Promise<number>)[]
): Promise<number> {
  let all = 0
  for (let round = 0; round < ROUNDS_MAX; round++) {
    let handled = 0
    for (const job of jobs) handled += await job(context)
    if (handled === 0) return all
    all += handled
  }
  assert.fail(`there is more to do after ${ROUNDS_MAX} rounds`)
}
