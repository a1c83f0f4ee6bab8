import { createHash, type Hash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { parquetRead, type SchemaElement } from 'hyparquet'
import { ByteWriter, parquetWrite } from 'hyparquet-writer'
import { bytesOf, uuidOf } from '../../platform/ids.ts'
import type { Column, ColumnType, TextRow } from './tables.ts'

// Rows as Parquet and back. Amounts are 64-bit integers, times are microseconds in UTC, ids are
// UUIDs. Everything else is text, so what is encrypted stays as it is.

const ROW_GROUP_ROWS = 100_000

export function toParquet(columns: readonly Column[], rows: readonly TextRow[]): Buffer {
  const writer = new ByteWriter()
  parquetWrite({
    writer,
    columnData: columns.map(({ name, type }, at) => ({
      name,
      data: rows.map((row) => parquetValue(type, row[at]!)),
    })),
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map((column) => elementOf(column)),
    ],
    codec: 'ZSTD',
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
    rowGroupSize: ROW_GROUP_ROWS,
    createdBy: 'Cowrie',
  })
  return Buffer.from(writer.getBuffer())
}

/** Throws if it is no Parquet with these columns. */
export async function fromParquet(columns: readonly Column[], bytes: Buffer): Promise<TextRow[]> {
  const file = new Uint8Array(bytes).buffer
  let rows: unknown[][] = []
  await parquetRead({
    file,
    columns: columns.map(({ name }) => name),
    compressors: { ZSTD: (input) => new Uint8Array(zstdDecompressSync(input)) },
    parsers: {
      timestampFromMicroseconds: (micros) => micros as unknown as Date,
      uuidFromBytes: (id) => (id === undefined ? undefined : uuidOf(Buffer.from(id))),
    },
    onComplete: (found) => {
      rows = found
    },
  })
  return rows.map((row) => columns.map((_, at) => readValue(row[at])))
}

/** A digest of rows in their order. */
export class RowsDigest {
  readonly #hash: Hash = createHash('sha256')

  /** Returns how many characters were added. */
  add(row: TextRow): number {
    const line = `${JSON.stringify(row)}\n`
    this.#hash.update(line)
    return line.length
  }

  digest(): Buffer {
    return this.#hash.digest()
  }
}

function elementOf({ name, type }: Column): SchemaElement {
  const element = { name, repetition_type: 'OPTIONAL' } as const
  switch (type) {
    case 'uuid':
      return {
        ...element,
        type: 'FIXED_LEN_BYTE_ARRAY',
        type_length: 16,
        logical_type: { type: 'UUID' },
      }
    case 'int':
      return { ...element, type: 'INT32' }
    case 'bigint':
      return { ...element, type: 'INT64' }
    case 'bool':
      return { ...element, type: 'BOOLEAN' }
    case 'time':
      return {
        ...element,
        type: 'INT64',
        converted_type: 'TIMESTAMP_MICROS',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
      }
    case 'text':
      return { ...element, type: 'BYTE_ARRAY', converted_type: 'UTF8' }
  }
}

function parquetValue(type: ColumnType, text: string | null) {
  if (text === null) return null
  switch (type) {
    case 'uuid':
      return new Uint8Array(bytesOf(text))
    case 'int':
      return Number(text)
    case 'bigint':
    case 'time':
      return BigInt(text)
    case 'bool':
      return text === 'true'
    case 'text':
      return text
  }
}

function readValue(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}
