import { existsSync, globSync, readFileSync } from 'node:fs'

// The test files of each command, by name: `x.full.test.ts` runs in `npm run test:full`, every
// other `x.test.ts` in `npm test`. A file belongs to the full tier if it starts a service, a
// database server, a browser or a client in another language, or takes many seconds
// (docs/hacking.md).

export type Tier = 'quick' | 'full'

const TEST_FILES = ['{src,packages}/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts']
/** Seconds per file on a quiet machine, written by `--record`. They decide the order only. */
const TIMES = 'test/times.json'
/** New files may be slow. */
const UNKNOWN_SECONDS = 30

/** These measure their own process, or leave suites with which no other file can run. */
export const ALONE: ReadonlySet<string> = new Set([
  'src/http/load.test.ts',
  'src/platform/embedded-postgres.full.test.ts',
  'src/platform/embedded-postgres-refusals.full.test.ts',
  'src/core/events/hostile-floods.test.ts',
])

export function tierOf(file: string): Tier {
  return file.endsWith('.full.test.ts') ? 'full' : 'quick'
}

export function testFiles(cwd?: string): string[] {
  return globSync(TEST_FILES, cwd === undefined ? {} : { cwd }).toSorted()
}

/** Longest first, so that no processor is idle at the end. */
export function longestFirst(files: string[]): string[] {
  const times = recordedTimes()
  const secondsOf = (file: string) => times[file] ?? UNKNOWN_SECONDS
  return files.toSorted((one, other) => secondsOf(other) - secondsOf(one))
}

export function recordedTimes(): Record<string, number> {
  return existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : {}
}

export { TIMES }
