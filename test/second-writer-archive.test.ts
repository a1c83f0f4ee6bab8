import {
  type ArchivedFile,
  claimMonth,
  endLease,
  insertFile,
  markChanged,
  moveMonth,
  renewLease,
} from '../src/operator/archive/archive.sql.ts'
import type { Sql } from '../src/platform/db.ts'
import { type Race, testRaces } from './second-writers.ts'
import { useContext } from './support.ts'

// Months of the archive: second-writers.ts. The second archiver comes when the lease is over.

const context = useContext()

const DAY = '2027-03-01'
const FIRST = '01900000-0000-7000-8000-000000000001'
const SECOND = '01900000-0000-7000-8000-000000000002'
const at = (hour: number) => new Date(`2027-04-01T0${hour}:00:00+01:00`)
const claim = (sql: Sql, token: string, hour: number) =>
  claimMonth(sql, {
    day: DAY,
    store: 'memory',
    isMoved: false,
    token,
    until: at(hour + 1),
    now: at(hour),
  })
const MANIFEST = { path: 'manifest.json', digest: Buffer.alloc(32, 1), store: 'memory' }
const toWritten = { from: 'writing', to: 'written', now: at(2) } as const
const FILE: ArchivedFile = {
  tableName: 'deposit',
  number: 1,
  path: 'deposit.parquet',
  rowCount: 1n,
  bytes: 1n,
  digest: Buffer.alloc(32, 1),
  rowsDigest: Buffer.alloc(32, 2),
  columns: '[]',
  lastKey: '[]',
}

const given = () => claim(context.sql, FIRST, 1)
const by = () => ({ month: DAY })
const taken = (sql: Sql) => claim(sql, SECOND, 3)
const month = { table: 'archived_month', given, by }

const RACES: Record<string, Race> = {
  'a lease that is over is taken, and not renewed': {
    ...month,
    first: taken,
    second: (sql) => renewLease(sql, DAY, FIRST, at(9)),
  },
  'a lease that another has is not ended': {
    ...month,
    first: taken,
    second: (sql) => endLease(sql, DAY, FIRST),
  },
  'a lease that another has is not taken': {
    ...month,
    first: taken,
    second: (sql) => claim(sql, FIRST, 3),
  },
  'a file is of the archiver that has the lease': {
    ...month,
    first: taken,
    second: (sql) => insertFile(sql, DAY, FILE, { token: FIRST, until: at(9), now: at(3) }),
  },
  'a month is written once': {
    ...month,
    first: (sql) => moveMonth(sql, DAY, FIRST, toWritten, MANIFEST),
    second: (sql) => moveMonth(sql, DAY, FIRST, toWritten, MANIFEST),
  },
  'a month that is being written is not marked: its rows are compared at the end': {
    ...month,
    first: (sql) => renewLease(sql, DAY, FIRST, at(4)),
    second: (sql) => markChanged(sql, [DAY], at(4)),
  },
}
testRaces(context, () => ({ businessId: FIRST, mode: 'test' }) as never, RACES)
