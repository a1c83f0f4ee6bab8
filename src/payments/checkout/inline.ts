import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// inline.js, built by `npm run generate` from web/inline, and its earlier releases.
//
// (1) A URL with a hash always returns the same bytes, because the hash is theirs.
// (2) A page may pin that hash, so a published URL keeps working: web/inline/releases/ keeps each
//     release.

const FOLDER = join(import.meta.dirname, '../../../web/inline')
const HASH_LETTERS = 12

type InlineFile = { version: string; path: string; integrity: string; body: Buffer }
type Inline = {
  newest: InlineFile
  releases: InlineFile[]
  types: Buffer
  /** Paystack's pop-up over it. */
  popup: { script: Buffer; module: Buffer }
}

export function loadInline(folder = FOLDER): Inline {
  const newest = file(readFileSync(join(folder, 'dist/inline.js')))
  const kept = join(folder, 'releases')
  const releases = (existsSync(kept) ? readdirSync(kept).sort() : [])
    .map((name) => file(readFileSync(join(kept, name))))
    .filter(({ path }) => path !== newest.path)
  const read = (name: string) => readFileSync(join(folder, name))
  const popup = { script: read('dist/paystack.js'), module: read('dist/paystack.mjs') }
  return { newest, releases, types: read('inline.d.ts'), popup }
}

/** The URLs of all releases, for programs that write the script tag. */
export function inlineManifest(baseUrl: string, { newest, releases }: Inline) {
  const described = ({ version, path, integrity }: InlineFile) => ({
    version,
    url: `${baseUrl}${path}`,
    integrity,
  })
  return {
    ...described(newest),
    types: `${baseUrl}/v1/inline.d.ts`,
    releases: releases.map(described),
  }
}

function file(body: Buffer): InlineFile {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, HASH_LETTERS)
  return {
    version: /"(\d+\.\d+\.\d+)"/.exec(body.toString())?.[1] ?? '',
    path: `/v1/inline/${hash}/inline.js`,
    integrity: `sha384-${createHash('sha384').update(body).digest('base64')}`,
    body,
  }
}
