import { resolve } from 'node:path'
import { isLoopback } from './networks.ts'

// `COWRIE_ARCHIVE`: a folder, or a bucket of a store with the API of S3.

export type ArchiveAddress =
  | { kind: 'folder'; folder: string }
  | {
      kind: 'bucket'
      /** With the bucket, without a slash at the end. */
      url: string
      /** Empty, or ends with a slash. */
      prefix: string
      keyId: string
      secret: string
      region: string
    }

const REGION = 'us-east-1' // What stores without regions expect.

/** Undefined if it is neither. */
export function readArchiveAddress(text: string): ArchiveAddress | undefined {
  if (!/^[a-z0-9]+:/i.test(text)) return { kind: 'folder', folder: resolve(text) }
  const url = URL.parse(text)
  if (url === null || url.hash !== '' || url.username === '' || url.password === '') return
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return
  const [bucket = '', ...prefix] = url.pathname.split('/').filter(Boolean)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return
  if (!prefix.every((part) => /^[A-Za-z0-9_.-]+$/.test(part) && !/^\.+$/.test(part))) return
  if ([...url.searchParams.keys()].some((name) => name !== 'region')) return
  const decoded = [url.username, url.password].map(plainOf)
  if (decoded.includes(undefined)) return
  return {
    kind: 'bucket',
    url: `${url.origin}/${bucket}`,
    prefix: prefix.map((part) => `${part}/`).join(''),
    keyId: decoded[0]!,
    secret: decoded[1]!,
    region: url.searchParams.get('region') || REGION,
  }
}

/** Undefined if a percent sign is not written as %25. */
function plainOf(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
