// How much of the large tests to run: stories, kills, crash points. `npm run test:long` runs all of
// it, `npm test` a sample, and `COWRIE_TEST_SCALE=0.5` half.

const SAMPLE = 0.1

export const SCALE = Number(process.env['COWRIE_TEST_SCALE'] ?? SAMPLE)
export const isWhole = SCALE >= 1

/** The scaled part of `whole`, but at least `least`. */
export function scaled(whole: number, least: number): number {
  return Math.max(least, Math.ceil(whole * Math.min(SCALE, 1)))
}
