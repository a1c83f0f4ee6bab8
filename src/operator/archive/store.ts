import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ArchiveAddress } from '../../platform/archive-address.ts'
import { SECOND } from '../../platform/clock.ts'
import { sendToStore } from '../../platform/outbound-store.ts'

// Where files of the archive are: a folder, or a bucket with the API of S3.

export type Store = {
  /** Without a secret. */
  name: string
  /** Replaces what was there. When it returns, the store has confirmed the whole file. */
  put(path: string, bytes: Buffer): Promise<void>
  /** Null if there is none. One byte more than `bytesMax` if it is longer than that. */
  get(path: string, bytesMax: number): Promise<Buffer | null>
  /** Does nothing if there is none. */
  remove(path: string): Promise<void>
}

/** The store did not do what was asked. Nothing is known to be wrong with its files. */
export class StoreError extends Error {}

const TRIES = 4
const PAUSE_MS = SECOND

export function openStore(address: ArchiveAddress, pauseMs = PAUSE_MS): Store {
  return address.kind === 'folder' ? folderStore(address.folder) : bucketStore(address, pauseMs)
}

function folderStore(folder: string): Store {
  return {
    name: folder,
    async put(path, bytes) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true })
      const handle = await open(`${file}.part`, 'w')
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(`${file}.part`, file)
      await syncFolder(dirname(file))
    },
    async get(path, bytesMax) {
      try {
        const file = join(folder, path)
        const { size } = await stat(file)
        // So that a file that has grown cannot fill the memory.
        return size > bytesMax ? Buffer.alloc(bytesMax + 1) : await readFile(file)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw new StoreError(`${path} cannot be read: ${(error as Error).message}`)
      }
    },
    remove: (path) => rm(join(folder, path), { force: true }),
  }
}

/** Otherwise a crash of the machine could lose the name of the file. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function bucketStore(
  { prefix, ...address }: Extract<ArchiveAddress, { kind: 'bucket' }>,
  pauseMs: number,
): Store {
  const ask = async (
    method: 'GET' | 'PUT' | 'DELETE',
    path: string,
    { body, bytesMax = 0 }: { body?: Buffer; bytesMax?: number } = {},
  ): Promise<Buffer | null> => {
    const request = { method, path: `${prefix}${path}`, responseBytesMax: bytesMax + 1 }
    for (let tries = 1; ; tries++) {
      const answer = await sendToStore(address, { ...request, ...(body && { body }) })
      if (answer.kind === 'answered') {
        if (answer.status >= 200 && answer.status < 300) return answer.body
        if (answer.status === 404 && method !== 'PUT') return null
      }
      const said = answer.kind === 'failed' ? answer.reason : `${answer.status}`
      const isPassing = answer.kind === 'failed' || answer.status >= 500 || answer.status === 429
      if (!isPassing || tries === TRIES) {
        throw new StoreError(`The store answered ${said} to ${method} ${path}.`)
      }
      await pause(pauseMs * 2 ** (tries - 1))
    }
  }
  return {
    name: `${address.url}/${prefix}`,
    async put(path, body) {
      await ask('PUT', path, { body })
    },
    get: (path, bytesMax) => ask('GET', path, { bytesMax }),
    async remove(path) {
      await ask('DELETE', path)
    },
  }
}
