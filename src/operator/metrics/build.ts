import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Build } from './meters.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The commit is known only in a checkout. */
export function buildOf(): Build {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return { version, commit: commitIn() ?? 'unknown' }
}

function commitIn(): string | null {
  const read = (path: string) => {
    try {
      return readFileSync(join(ROOT, '.git', path), 'utf8').trim()
    } catch {
      return null // An installed copy, or a packed ref.
    }
  }
  const head = read('HEAD')
  const found = head?.startsWith('ref: ') ? read(head.slice('ref: '.length)) : head
  return found != null && /^[0-9a-f]{40,64}$/.test(found) ? found : null
}
