import type { Context } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { readPicture } from '../../platform/pictures.ts'
import { refuseFields } from '../../platform/refusal.ts'
import type { SealedColumn } from '../../platform/secrets.ts'
import type { EvidenceFile } from '../../providers/dispute-rail.ts'
import type { Dispute, DisputeKey } from './disputes.sql.ts'
import { type DisputeFile, findFile, insertFiles, listFiles } from './files.sql.ts'

export { eraseFiles, listFiles } from './files.sql.ts'

// The files of an answer. Strangers read them: a bank, an operator. So the type of a file is read
// from its content, it is never shown in a page, and its name is not kept. Files are stored sealed,
// and erased with the evidence.

export const FILES_MAX = 5
/** Of all files of an answer. */
export const FILES_BYTES_MAX = 5 * 1024 * 1024
/** A small file can contain a picture that fills the memory of its viewer. */
const PIXELS_MAX = 100_000_000
/** A reader looks for the end of a PDF there. */
const PDF_TAIL_BYTES = 1_024
/** Those that are sealed again at a time, with a new key. */
const SEALED_ROWS_MAX = 2

type FileKey = Pick<DisputeFile, keyof DisputeKey | 'number'>

const fileBinding = ({ businessId, mode, disputeId, number }: Record<keyof FileKey, string>) =>
  `dispute_file.content ${businessId} ${mode} ${disputeId} ${number}`

export const sealedFiles: SealedColumn<keyof FileKey> = {
  table: 'dispute_file',
  column: 'content',
  key: ['businessId', 'mode', 'disputeId', 'number'],
  rowsMax: SEALED_ROWS_MAX,
  boundTo: fileBinding,
}

/** Reads what was sent in base64. Refuses what is no file, and too much of it. */
export function readFiles(sent: readonly { content: string }[]): EvidenceFile[] {
  const read = sent.map(({ content }) => readFile(content))
  const errors = read.flatMap((one, i): FieldError[] => {
    if (typeof one !== 'string') return []
    const field = `files.${i}.content`
    return [{ field, code: 'invalid_format', message: `${field} ${one}.` }]
  })
  const files = read.filter((one) => typeof one !== 'string')
  const bytes = files.reduce((sum, one) => sum + one.bytes.length, 0)
  if (bytes > FILES_BYTES_MAX) {
    const message = `files must be at most 5 MB together; these have ${bytes} bytes.`
    errors.push({ field: 'files', code: 'out_of_range', message })
  }
  return errors.length > 0 ? refuseFields(errors) : files
}

function readFile(content: string): EvidenceFile | string {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.toString('base64') !== content) return 'must be base64'
  const type = typeOf(bytes)
  return type === null ? 'must be a complete PDF, PNG or JPEG' : { type, bytes }
}

function typeOf(bytes: Buffer): EvidenceFile['type'] | null {
  const picture = readPicture(bytes)
  if (picture === null) return isPdf(bytes) ? 'pdf' : null
  const { type, width, height } = picture
  return type !== 'webp' && width * height >= 1 && width * height <= PIXELS_MAX ? type : null
}

/** It begins with its version, and ends with where its table of contents is. */
function isPdf(bytes: Buffer): boolean {
  const tail = bytes.toString('latin1', Math.max(bytes.length - PDF_TAIL_BYTES, 0))
  return (
    /^%PDF-[12]\.\d[\r\n]/.test(bytes.toString('latin1', 0, 9)) &&
    /startxref\s+\d+\s+%%EOF\s*$/.test(tail)
  )
}

/** In the database transaction of the answer. */
export async function keepFiles(
  { keys, now }: Context,
  sql: Sql,
  { businessId, mode, disputeId }: DisputeKey,
  files: EvidenceFile[],
): Promise<void> {
  const rows = files.map(({ type, bytes }, i): DisputeFile => {
    const key = { businessId, mode, disputeId, number: i + 1 }
    return {
      ...key,
      type,
      size: bytes.length,
      digest: keys.fingerprint(bytes),
      content: keys.seal(bytes.toString('base64'), fileBinding({ ...key, number: `${i + 1}` })),
      createdAt: now(),
    }
  })
  await insertFiles(sql, rows)
}

/** Whether an answer has these files, in this order. */
export async function hasFiles(
  { keys, sql }: Context,
  dispute: DisputeKey,
  files: EvidenceFile[],
): Promise<boolean> {
  const kept = await listFiles(sql, dispute)
  return (
    kept.length === files.length &&
    kept.every(({ digest }, i) => digest.equals(keys.fingerprint(files[i]!.bytes)))
  )
}

/** Null: the dispute has no file with this number. */
export async function fileOf(
  context: Context,
  dispute: DisputeKey,
  number: number,
): Promise<EvidenceFile | null> {
  const file = await findFile(context.sql, dispute, number)
  return file && opened(context, file)
}

/** All of them, for the provider. */
export async function filesOf(context: Context, dispute: Dispute): Promise<EvidenceFile[]> {
  const files: EvidenceFile[] = []
  for (const { number } of await listFiles(context.sql, dispute)) {
    const file = await fileOf(context, dispute, number)
    if (file !== null) files.push(file)
  }
  return files
}

function opened({ keys }: Context, file: DisputeFile): EvidenceFile {
  const text = keys.open(file.content, fileBinding({ ...file, number: `${file.number}` }))
  return { type: file.type, bytes: Buffer.from(text, 'base64') }
}
