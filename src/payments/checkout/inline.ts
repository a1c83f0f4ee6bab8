import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// inline.js, as `npm run generate` has made it of web/inline, and every release of it before.
//
// (1) An address with a hash in it always leads to the same bytes: it is made of them.
// (2) A page may name the hash of what it loads, so an address that was ever published goes on
//     working: a release is kept in web/inline/releases/<version>.js and served for ever.

const FOLDER = join(import.meta.dirname, '../../../web/inline')
const HASH_LETTERS = 12

type InlineFile = { version: string; path: string; integrity: string; body: Buffer }
type Inline = { newest: InlineFile; releases: InlineFile[]; types: Buffer }

export function loadInline(folder = FOLDER): Inline {
  const newest = file(readFileSync(join(folder, 'dist/inline.js')))
  const kept = join(folder, 'releases')
  const releases = (existsSync(kept) ? readdirSync(kept).sort() : [])
    .map((name) => file(readFileSync(join(kept, name))))
    .filter(({ path }) => path !== newest.path)
  return { newest, releases, types: readFileSync(join(folder, 'inline.d.ts')) }
}

/** Which addresses there are, for whoever writes the script tag by a program. */
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
