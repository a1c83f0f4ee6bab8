import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline, Readable, Transform } from 'node:stream'
import { pipeline as run } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'

// A file of a backup: compressed with zstd, then encrypted with age. `age -d -i KEY FILE | zstd -d`
// opens it without Cowrie.

/** One sentence for the operator. */
export class BackupError extends Error {}

export type Sealed = { bytes: number; sha256: string; plainBytes: number; plainSha256: string }

export const SEALED = '.zst.age'

/** Creates a file. Returns when it is on the disk. */
export async function seal(
  file: string,
  source: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): Promise<Sealed> {
  const [plain, encrypted] = [new Measure(), new Measure()]
  let failure: unknown = null
  const compressed = pipeline(Readable.from(source), plain, createZstdCompress(), (error) => {
    failure ??= error
  })
  try {
    const stream = await encrypterFor(recipients).encrypt(toWeb(compressed))
    // Flushed: a manifest may name only what is on the disk.
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
    await run(fromWeb(stream), encrypted, target)
  } catch (error) {
    compressed.destroy()
    throw failure ?? error
  }
  const { bytes: plainBytes, sha256: plainSha256 } = plain.result()
  return { ...encrypted.result(), plainBytes, plainSha256 }
}

/** The plain bytes. Fails at the end if the file is not as `expected`. */
export async function* unseal(
  file: string,
  expected: Pick<Sealed, 'sha256'>,
  identities: readonly string[],
): AsyncGenerator<Buffer> {
  const encrypted = new Measure()
  let failure: NodeJS.ErrnoException | null = null
  const source = pipeline(createReadStream(file), encrypted, (error) => {
    failure ??= error ?? null
  })
  try {
    const decrypter = new Decrypter()
    for (const identity of identities) decrypter.addIdentity(identity)
    const plain = fromWeb(await decrypter.decrypt(toWeb(source)))
    yield* pipeline(plain, createZstdDecompress(), () => {}) as AsyncIterable<Buffer>
    if (encrypted.result().sha256 !== expected.sha256) throw new Error('its checksum differs')
  } catch (error) {
    source.destroy()
    const cause = failure ?? (error as Error)
    if ('code' in cause && cause.code === 'ENOENT') {
      throw new BackupError(`${file} is missing from the backup.`)
    }
    if (/no identity matched/.test(cause.message)) {
      throw new BackupError(
        `The identity does not decrypt ${file}: pass the --identity file of one of its recipients.`,
      )
    }
    const remedy = `fetch ${basename(file)} from another copy of the backup`
    throw new BackupError(`${file} is damaged (${cause.message}): ${remedy}.`)
  }
}

export function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new BackupError(`--recipient ${recipient} is not an age recipient such as age1….`)
    }
  }
  return encrypter
}

/** Counts bytes and computes their checksum. */
class Measure extends Transform {
  readonly #hash: Hash = createHash('sha256')
  #bytes = 0
  #sha256: string | null = null

  override _transform(chunk: Buffer, _encoding: string, done: (e: null, chunk: Buffer) => void) {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    done(null, chunk)
  }

  result(): { bytes: number; sha256: string } {
    this.#sha256 ??= this.#hash.digest('hex')
    return { bytes: this.#bytes, sha256: this.#sha256 }
  }
}

// Node's web streams and those of the browser have different types, but are the same.
const toWeb = (stream: Readable | Transform) =>
  Readable.toWeb(stream as Readable) as unknown as ReadableStream<Uint8Array>
const fromWeb = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as NodeStream)
