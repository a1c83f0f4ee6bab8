import { LRUCache } from 'lru-cache'
import { DAY } from '../../platform/clock.ts'
import { singleFlight } from '../../platform/keyed-calls.ts'
import { type Fields, textOf } from '../values.ts'
import type { Api } from './client.ts'
import {
  datesOf,
  type Listed,
  listStatement,
  listTransfers,
  newReading,
  type Period,
  type Reading,
} from './listed.ts'

// The lists that enquiries search. After an outage many ask for the same days at once: they read
// one list together. And a list that is too long for the time of one enquiry is read on by the next
// where it stopped, or none of many days would ever be whole.

/** Lists that were begun. One more is read from its beginning each time. */
const READINGS_MAX = 20
const READING_KEPT_MS = 1 * DAY

/** `begunAt`: when its first page was read. What came later may be missing. */
type Read = { begunAt: Date; listed: Listed }

type LongLists = {
  /** Those that went out. */
  transfers(period: Period, endMs: number): Promise<Read>
  /** The lines of the statement by which money left. */
  debits(period: Period, endMs: number): Promise<Read>
}

export function longLists(api: Api): LongLists {
  const flight = singleFlight<Read>()
  const readings = new LRUCache<string, Reading>({ ttl: READING_KEPT_MS, max: READINGS_MAX })

  const read = (name: string, begin: () => Reading, list: (on: Reading) => Promise<Listed>) =>
    flight(name, async () => {
      const reading = readings.get(name) ?? begin()
      const listed = await list(reading)
      readings.delete(name)
      readings.purgeStale()
      // Those that were begun before are read to their end: a new one never takes their place.
      if (listed.kind !== 'listed' && readings.size < READINGS_MAX) readings.set(name, reading)
      return { begunAt: reading.begunAt, listed }
    })

  return {
    transfers: (period, endMs) =>
      read(
        nameOf('transfers', period),
        () => newReading(api),
        (reading) => listTransfers(api, period, 'Outwards', endMs, reading),
      ),
    debits: (period, endMs) =>
      read(
        nameOf('debits', period),
        () => newReading(api, isDebit),
        (reading) => listStatement(api, period, endMs, reading),
      ),
  }
}

function nameOf(what: string, period: Period): string {
  const { fromDate, toDate } = datesOf(period)
  return `${what} ${fromDate} ${toDate}`
}

function isDebit(row: Fields): boolean {
  return textOf(row['type']) === 'Debit'
}
