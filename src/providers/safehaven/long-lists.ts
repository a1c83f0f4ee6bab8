import { LRUCache } from 'lru-cache'
import { DAY } from '../../platform/clock.ts'
import { singleFlight } from '../../platform/keyed-calls.ts'
import { type Fields, wordOf } from '../values.ts'
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

// The lists that enquiries search. Concurrent enquiries about the same days, as after an outage,
// share one reading. If a list is too long for one enquiry, the next continues where it stopped;
// otherwise a list of many days would never be complete.

/** Incomplete readings that are kept. Beyond these, a list is read from its start each time. */
const READINGS_MAX = 20
const READING_KEPT_MS = 1 * DAY

/** `begunAt`: when its first page was read. Later rows may be missing. */
type Read = { begunAt: Date; listed: Listed }

type LongLists = {
  /** Outgoing transfers. */
  transfers(period: Period, endMs: number): Promise<Read>
  /** Debits of the statement. */
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
      // A new reading never replaces one that has begun.
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
  return wordOf(row['type']) === 'debit'
}
