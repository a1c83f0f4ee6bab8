import { existsSync, readFileSync, writeFileSync } from 'node:fs'

// test/flaky.json: files that failed once and passed on the second try, by date. `npm run check`
// fails for a file that is there twice in thirty days, until its cause is removed.

export type Flake = { file: string; date: string; failure: string }

const PATH = 'test/flaky.json'
const DAYS = 30
const DAY_MS = 86_400_000
/** Enough of a failure to recognize it. */
const FAILURE_LENGTH_MAX = 500

export function readFlakes(path = PATH): Flake[] {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
}

export function noteFlakes(flakes: Flake[], path = PATH): void {
  if (flakes.length === 0) return
  const short = flakes.map((flake) => ({
    ...flake,
    failure: flake.failure.slice(0, FAILURE_LENGTH_MAX),
  }))
  writeFileSync(path, `${JSON.stringify([...readFlakes(path), ...short], null, 2)}\n`)
}

/** Files noted twice within thirty days, up to `today` (yyyy-mm-dd). */
export function repeatedFlakes(flakes: Flake[], today: string): string[] {
  const since = Date.parse(today) - DAYS * DAY_MS
  const recent = flakes.filter(({ date }) => Date.parse(date) >= since).map(({ file }) => file)
  return [...new Set(recent.filter((file, at) => recent.indexOf(file) !== at))].toSorted()
}
