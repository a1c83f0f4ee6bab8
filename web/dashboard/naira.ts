import { readNaira } from '../../src/platform/naira.ts'

export { notNaira } from '../../src/platform/naira.ts'

// Formats and parses amounts. Kobo are whole numbers: no amount is ever a fraction.

const GROUPS = /\B(?=(\d{3})+$)/g
const POINTS = /^\d{1,3}(\.\d{0,2})?$/

/** 1234550 -> ₦12,345.50. */
export function naira(kobo: number | bigint): string {
  const value = BigInt(kobo)
  const amount = value < 0n ? -value : value
  const whole = String(amount / 100n).replace(GROUPS, ',')
  const rest = String(amount % 100n).padStart(2, '0')
  return `${value < 0n ? '−' : ''}₦${whole}.${rest}`
}

/** Rounded down, for axes: ₦1.2m. Never where money is decided. */
export function nairaShort(kobo: number): string {
  const whole = Math.floor(Math.abs(kobo) / 100)
  const sign = kobo < 0 ? '−' : ''
  for (const [size, letter] of [
    [1_000_000_000, 'bn'],
    [1_000_000, 'm'],
    [1_000, 'k'],
  ] as const) {
    if (whole >= size) return `${sign}₦${Math.floor((whole * 10) / size) / 10}${letter}`
  }
  return `${sign}₦${whole}`
}

/** Parses typed naira to kobo; null if it is not an amount. */
export function koboOf(text: string): number | null {
  const kobo = readNaira(text)
  return kobo === null || kobo > Number.MAX_SAFE_INTEGER ? null : Number(kobo)
}

/** The initial text of an amount field: 1234550 -> 12345.50. */
export function nairaToType(kobo: number): string {
  const rest = kobo % 100
  const whole = String((kobo - rest) / 100)
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(2, '0')}`
}

export function count(value: number): string {
  return String(value).replace(GROUPS, ',')
}

/** Basis points as percent: 9876 -> 98.76 %, 150 -> 1.5 %. */
export function percent(basisPoints: number | null): string {
  return basisPoints === null ? '–' : `${basisPoints / 100} %`
}

/** Parses a typed percentage to basis points: 1.5 -> 150; null if it is not one. */
export function basisPointsOf(text: string): number | null {
  const plain = text.replace('%', '').trim()
  if (!POINTS.test(plain)) return null
  const [whole = '', rest = ''] = plain.split('.')
  const points = Number(whole) * 100 + Number(rest.padEnd(2, '0'))
  return points <= 10_000 ? points : null
}
