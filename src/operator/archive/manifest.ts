import { createHash } from 'node:crypto'
import { MINUTE } from '../../platform/clock.ts'
import { type Day, dayOf } from '../../platform/lagos.ts'
import type { ArchivedFile, Seal } from './archive.sql.ts'
import type { Month } from './month.ts'
import type { AccountSums } from './sums.ts'
import type { Column } from './tables.ts'

// The manifest of a month: what a reader without the database needs to check and read the files.
// Amounts and counts are texts, because JSON has no whole numbers of this size.

export type Manifest = {
  format: 1
  month: string
  from: string
  until: string
  first_id: string
  end_id: string
  schema_level: number
  written_at: string
  tables: Record<string, { rows: string; files: ManifestFile[] }>
  accounts: Record<string, string>[]
  seals: { day: Day; slice: string; entries: string; digest: string }[]
}

type ManifestFile = {
  path: string
  rows: string
  bytes: number
  sha256: string
  rows_sha256: string
  columns: Column[]
}

export const MANIFEST_BYTES_MAX = 256 * 1024 * 1024

export function manifestOf(
  month: Month,
  found: {
    files: readonly ArchivedFile[]
    sums: readonly AccountSums[]
    seals: readonly Seal[]
    schemaLevel: number
    now: Date
  },
): Buffer {
  const tables: Manifest['tables'] = {}
  for (const file of found.files) {
    tables[file.tableName] ??= { rows: '0', files: [] }
    const table = tables[file.tableName]!
    table.rows = String(BigInt(table.rows) + file.rowCount)
    table.files.push({
      path: file.path,
      rows: String(file.rowCount),
      bytes: Number(file.bytes),
      sha256: file.digest.toString('hex'),
      rows_sha256: file.rowsDigest.toString('hex'),
      columns: JSON.parse(file.columns) as Column[],
    })
  }
  const manifest: Manifest = {
    format: 1,
    month: month.name,
    from: (month.part.from as Date).toISOString(),
    until: month.until.toISOString(),
    first_id: month.part.firstId,
    end_id: month.part.endId,
    schema_level: found.schemaLevel,
    written_at: found.now.toISOString(),
    tables,
    accounts: found.sums.map(plainSums).sort(byAccount),
    seals: found.seals.map(plainSeal),
  }
  return Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
}

/** Equal sums have equal texts. */
export function textOfSums(sums: readonly AccountSums[]): string {
  return JSON.stringify(sums.map(plainSums).sort(byAccount))
}

export function textOfSeals(seals: readonly Seal[]): string {
  return JSON.stringify(seals.map(plainSeal))
}

function byAccount(one: Record<string, string>, other: Record<string, string>): number {
  const of = (sums: Record<string, string>) => JSON.stringify(Object.values(sums).slice(0, 3))
  return of(one) < of(other) ? -1 : 1
}

function plainSums(sums: AccountSums): Record<string, string> {
  return {
    business_id: sums.businessId,
    mode: sums.mode,
    account: sums.name,
    debits_pending: String(sums.debitsPending),
    debits_posted: String(sums.debitsPosted),
    credits_pending: String(sums.creditsPending),
    credits_posted: String(sums.creditsPosted),
  }
}

function plainSeal({ day, slice, entries, digest }: Seal): Manifest['seals'][number] {
  return { day, slice: String(slice), entries: String(entries), digest: digest.toString('hex') }
}

export function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** The seals that an archive of the month has: from its first day to that of its last entry. */
export function sealedDays(
  { day, until }: Month,
  lastEntryAt: Date | null,
): { from: Day; to: Day } {
  const end = new Date(until.getTime() - MINUTE)
  return { from: day, to: dayOf(lastEntryAt !== null && lastEntryAt > end ? lastEntryAt : end) }
}
