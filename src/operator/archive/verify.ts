import type { ArchivedFile } from './archive.sql.ts'
import * as rows from './archive.sql.ts'
import { dropFrom, firstChanged, isLeft } from './changed.ts'
import {
  MANIFEST_BYTES_MAX,
  type Manifest,
  sealedDays,
  sha256,
  textOfSeals,
  textOfSums,
} from './manifest.ts'
import { fromParquet, RowsDigest } from './parquet.ts'
import { EntrySums } from './sums.ts'
import { type Column, isOfEntries, TABLES, type Table, type TextRow } from './tables.ts'
import { ArchiveError, move, type Work } from './work.ts'

// Reads a month back from the store, and compares it with what was written and with the database.

/** Throws an ArchiveError if anything differs. The next run then writes it anew. */
export async function verifyMonth(work: Work): Promise<void> {
  const { sql, month, tell } = work
  const ledger = await verifyManifest(work)
  const files = await rows.listFiles(sql, month.day)
  const sums = new EntrySums()
  for (const table of TABLES) {
    const own = files.filter(({ tableName }) => tableName === table.name)
    for (const file of own) await verifyFile(work, table, own, file, sums)
    const changed = await firstChanged(work, table, own)
    if (changed !== null) await refuseChanged(work, `rows of ${table.name}`)
  }
  if (textOfSums(sums.all()) !== ledger) await refuseChanged(work, 'ledger entries')
  tell(`${month.name}: ${files.length} files are read back, and equal to the database.`)
}

/** Returns what the entries moved, as the ledger says. */
async function verifyManifest(work: Work): Promise<string> {
  const { sql, store, month } = work
  const { manifest, manifestDigest } = (await rows.findMonth(sql, month.day))!
  const bytes = await store.get(manifest!, MANIFEST_BYTES_MAX)
  if (bytes === null || !sha256(bytes).equals(manifestDigest!)) {
    await move(work, 'written', 'writing')
    throw new ArchiveError(
      `${manifest}: the store has ${bytes === null ? 'none' : 'another one'}. Run the command ` +
        'again: it writes it anew.',
    )
  }
  const { accounts, seals } = JSON.parse(bytes.toString()) as Manifest
  const days = sealedDays(month, await rows.findLastEntry(sql, month))
  const ledger = textOfSums(await rows.sumEntries(sql, month))
  const sealed = await rows.listSeals(sql, days.from, days.to)
  if (JSON.stringify(seals) !== textOfSeals(sealed)) await refuseChanged(work, 'seals')
  if (JSON.stringify(accounts) !== ledger) await refuseChanged(work, 'ledger entries')
  return ledger
}

async function verifyFile(
  work: Work,
  table: Table,
  own: readonly ArchivedFile[],
  file: ArchivedFile,
  sums: EntrySums,
): Promise<void> {
  const { store, lease } = work
  await lease.renew()
  const bytes = await store.get(file.path, Number(file.bytes))
  const read = bytes === null ? 'no such file' : await whyWrong(file, bytes, sums)
  if (read === null) return
  if (isLeft(work, table)) {
    throw new ArchiveError(
      `${file.path}: the store has ${read}. Its rows have left the database: put back the file ` +
        `with the SHA-256 ${file.digest.toString('hex')} from a copy of the store.`,
    )
  }
  await dropFrom(work, own, file.number)
  await move(work, 'written', 'writing')
  throw new ArchiveError(
    `${file.path}: the store has ${read}. Run the command again: it writes the file anew.`,
  )
}

/** Null if it is what was written. */
async function whyWrong(
  file: ArchivedFile,
  bytes: Buffer,
  sums: EntrySums,
): Promise<string | null> {
  if (bytes.length !== Number(file.bytes)) return `${bytes.length} bytes instead of ${file.bytes}`
  if (!sha256(bytes).equals(file.digest)) return 'other bytes than were written'
  const columns = JSON.parse(file.columns) as Column[]
  const read = await readRows(columns, bytes)
  if (typeof read === 'string') return `a file that cannot be read (${read})`
  if (BigInt(read.length) !== file.rowCount)
    return `${read.length} rows instead of ${file.rowCount}`
  const digest = new RowsDigest()
  for (const row of read) {
    digest.add(row)
    if (isOfEntries(file.tableName)) sums.add(columns, row)
  }
  return digest.digest().equals(file.rowsDigest) ? null : 'other rows than were written'
}

/** The words of the error if it is no such Parquet file. */
async function readRows(columns: Column[], bytes: Buffer): Promise<TextRow[] | string> {
  try {
    return await fromParquet(columns, bytes)
  } catch (error) {
    if (error instanceof Error) return error.message
    throw error
  }
}

async function refuseChanged(work: Work, what: string): Promise<never> {
  await move(work, 'written', 'changed')
  throw new ArchiveError(
    `${work.month.name}: ${what} have changed in the database since they were archived. Run the ` +
      'command again: it writes them anew.',
  )
}
