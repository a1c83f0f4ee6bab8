import type { TestEvent } from 'node:test/reporters'

// What took longest, at the end of `npm test`: where to look when the suite gets slow again. There,
// each file is a suite. A file that was not run to its end fails the whole.

const SHOWN = 10

export default async function* slowest(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const began = performance.now()
  const took = new Map<string, number>()
  for await (const { type, data } of events) {
    if (type !== 'test:complete' || data.details.type !== 'suite' || data.nesting > 0) continue
    took.set(data.name, data.details.duration_ms)
  }
  const lines = [...took]
    .sort(([, one], [, other]) => other - one)
    .slice(0, SHOWN)
    .map(([name, ms]) => `${seconds(ms).padStart(7)}  ${name}\n`)
  const whole = seconds(performance.now() - began)
  yield `\nAll of it took ${whole}. The slowest files:\n${lines.join('')}`
  const chosen = process.env['COWRIE_TEST_FILES']?.split('\n') ?? []
  const missing = chosen.filter((name) => name !== '' && !took.has(name))
  if (missing.length === 0) return
  process.exitCode = 1
  yield `\nNOT RUN to the end:\n${missing.join('\n')}\n`
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
