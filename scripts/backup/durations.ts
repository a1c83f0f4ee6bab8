import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { BackupError } from './sealed.ts'

const UNITS: Record<string, number> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY }

export function durationOf(name: string, text: string): number {
  const [, count, unit] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? []
  if (!unit) throw new BackupError(`${name} ${text} is not a duration such as 30s, 12h or 14d.`)
  return Number(count) * UNITS[unit]!
}
