// How much of what is large is played: stories, kills, points at which something is stopped. All of
// it by `npm run test:long`, a sample by `npm test`, and `COWRIE_TEST_SCALE=0.5` half of it.

const SAMPLE = 0.1

export const SCALE = Number(process.env['COWRIE_TEST_SCALE'] ?? SAMPLE)
export const isWhole = SCALE >= 1

/** So many of `whole`, and `least` at any rate. */
export function scaled(whole: number, least: number): number {
  return Math.max(least, Math.ceil(whole * Math.min(SCALE, 1)))
}
