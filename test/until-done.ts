import assert from 'node:assert/strict'

const ROUNDS_MAX = 2_000

/** Runs jobs until nothing is due. A job that never finishes fails its test within seconds. */
export async function untilDone<Context>(
  context: Context,
  ...jobs: ((context: Context) => Promise<number>)[]
): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    let handled = 0
    for (const job of jobs) handled += await job(context)
    if (handled === 0) return
  }
  assert.fail(`there is more to do after ${ROUNDS_MAX} rounds`)
}
