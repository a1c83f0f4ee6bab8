import { createHash } from 'node:crypto'
import { chmodSync, chownSync, createWriteStream, mkdirSync, readdirSync } from 'node:fs'
import { type FileHandle, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Account } from '../../src/platform/embedded-postgres-prepare.ts'
import type { Archive } from './archive.ts'
import { isDataFile, isDataFolder } from './paths.ts'
import type { Plan } from './plan.ts'
import { BackupError, unseal } from './sealed.ts'

// Writes a base backup and its WAL as the folder of a PostgreSQL that must still recover. Only data
// is written (paths.ts): old backups contain configuration too.

export async function extract(
  archive: Archive,
  { base, wal }: Plan,
  identities: readonly string[],
  folder: string,
): Promise<void> {
  chmodSync(folder, 0o700)
  for (const path of base.directories.filter(isDataFolder)) {
    mkdirSync(join(folder, path), { recursive: true, mode: 0o700 })
  }
  const source = new Reader(unseal(archive.dataOf(base), base.data, identities))
  for (const { path, bytes, sha256 } of base.files) {
    const target = isDataFile(path) ? join(folder, path) : '/dev/null'
    if (isDataFile(path)) mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    const file = await open(target, isDataFile(path) ? 'wx' : 'w', 0o600)
    const found = await source.copy(file, bytes).finally(() => file.close())
    if (found !== sha256) {
      throw new BackupError(
        `${archive.dataOf(base)} is damaged: the checksum of ${path} in it differs.`,
      )
    }
  }
  await source.end()
  for (const file of wal) {
    const target = createWriteStream(join(folder, 'pg_wal', file.name), {
      flags: 'wx',
      mode: 0o600,
    })
    await pipeline(unseal(archive.walPath(file.name), file, identities), target)
  }
  await writeFile(join(folder, 'recovery.signal'), '', { mode: 0o600 })
}

/** The default configuration: only logins on its socket. */
export async function configure(folder: string, authentication: 'trust' | 'peer'): Promise<void> {
  const files = {
    'postgresql.conf': '# The restore left out the configuration of the backup.\n',
    'pg_hba.conf': `local all all ${authentication}\n`,
    'pg_ident.conf': '',
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { flag: 'wx', mode: 0o600 })
  }
}

/** As root, the server runs as another user. */
export function giveTo(account: NonNullable<Account>, folder: string): void {
  chownSync(folder, account.uid, account.gid)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chownSync(join(entry.parentPath, entry.name), account.uid, account.gid)
  }
}

/** Splits a stream into files. */
class Reader {
  readonly #source: AsyncGenerator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncGenerator<Buffer>) {
    this.#source = source
  }

  /** Returns the checksum of what it wrote. */
  async copy(file: FileHandle, bytes: number): Promise<string> {
    const hash = createHash('sha256')
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#source.next()
        if (done) break
        this.#rest = value
      }
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      hash.update(part)
      await file.writeFile(part)
    }
    return hash.digest('hex')
  }

  /** Reads to the end, which verifies all checksums. */
  async end(): Promise<void> {
    while (!(await this.#source.next()).done) this.#rest = Buffer.alloc(0)
  }
}
