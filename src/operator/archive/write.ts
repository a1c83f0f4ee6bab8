import type { ArchivedFile } from './archive.sql.ts'
import * as rows from './archive.sql.ts'
import { manifestOf, sealedDays, sha256 } from './manifest.ts'
import { RowsDigest, toParquet } from './parquet.ts'
import { type Key, rowsAfter } from './rows.ts'
import { type Column, columnsOf, TABLES, type Table, type TextRow } from './tables.ts'
import { ArchiveError, leaseLost, move, type Work } from './work.ts'

/** Writes the files that are missing, then the manifest. */
export async function writeMonth(work: Work): Promise<void> {
  const files = await rows.listFiles(work.sql, work.month.day)
  for (const table of TABLES) {
    const before = files.filter(({ tableName }) => tableName === table.name).at(-1)
    await writeTable(work, table, before)
  }
  await writeManifest(work)
}

async function writeTable(work: Work, table: Table, before?: ArchivedFile): Promise<void> {
  const { sql, month, fileTextMax } = work
  const columns = await columnsOf(sql, table)
  let number = before?.number ?? 0
  let file = new NewFile()
  const from = before === undefined ? null : (JSON.parse(before.lastKey) as Key)
  for await (const { row, key } of rowsAfter(sql, table, columns, month.part, from)) {
    file.add(row, key)
    if (file.textLength < fileTextMax) continue
    await putFile(work, table, columns, ++number, file)
    file = new NewFile()
  }
  if (file.rows.length > 0) await putFile(work, table, columns, ++number, file)
}

class NewFile {
  readonly rows: TextRow[] = []
  readonly digest = new RowsDigest()
  textLength = 0
  lastKey: Key = []

  add(row: TextRow, key: Key): void {
    this.rows.push(row)
    this.textLength += this.digest.add(row)
    this.lastKey = key
  }
}

/** The name has the digest of the file, so no file ever takes the place of a different one. */
async function putFile(
  { sql, now, store, month, lease, tell }: Work,
  { name }: Table,
  columns: Column[],
  number: number,
  file: NewFile,
): Promise<void> {
  const bytes = toParquet(columns, file.rows)
  const digest = sha256(bytes)
  const mark = digest.toString('hex').slice(0, 12)
  const path = `${month.name}/${name}-${String(number).padStart(4, '0')}-${mark}.parquet`
  await store.put(path, bytes)
  const row: ArchivedFile = {
    tableName: name,
    number,
    path,
    rowCount: BigInt(file.rows.length),
    bytes: BigInt(bytes.length),
    digest,
    rowsDigest: file.digest.digest(),
    columns: JSON.stringify(columns),
    lastKey: JSON.stringify(file.lastKey),
  }
  const claim = { token: lease.token, until: lease.until(), now: now() }
  if (!(await rows.insertFile(sql, month.day, row, claim))) throw leaseLost(month)
  tell(`${path}: ${file.rows.length} rows, ${bytes.length} bytes`)
}

async function writeManifest(work: Work): Promise<void> {
  const { sql, now, store, month } = work
  const lastEntryAt = await rows.findLastEntry(sql, month)
  const days = sealedDays(month, lastEntryAt)
  const sealed = await rows.findSealedDay(sql)
  if (sealed === null || sealed < days.to) {
    throw new ArchiveError(
      `${month.name} has entries of ${days.to}, and the ledger is sealed until ` +
        `${sealed ?? 'no day'}. Run the command again once that day is sealed.`,
    )
  }
  const manifest = manifestOf(month, {
    files: await rows.listFiles(sql, month.day),
    sums: await rows.sumEntries(sql, month),
    seals: await rows.listSeals(sql, days.from, days.to),
    schemaLevel: await rows.readSchemaLevel(sql),
    now: now(),
  })
  const path = `${month.name}/manifest.json`
  await store.put(path, manifest)
  await move(work, 'writing', 'written', { path, digest: sha256(manifest), store: store.name })
}
