import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildInline, withInlineAddress } from '../../../scripts/build-inline.ts'
import { useApi } from '../../../test/api.ts'
import { useContext } from '../../../test/support.ts'
import { loadInline } from './inline.ts'

const COMPRESSED_BYTES_MAX = 5000

const context = useContext()
const api = useApi(context)
const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('inline.js is at most 5 kB compressed, and loads nothing from elsewhere', () => {
  const { body } = loadInline().newest

  assert(gzipSync(body, { level: 9 }).length <= COMPRESSED_BYTES_MAX)
  assert.doesNotMatch(body.toString(), /https?:\/\/|import\(|require\(/)
})

test('the served file and the documentation match the source', async () => {
  const built = await buildInline()

  assert.equal(read('web/inline/dist/inline.js'), built, 'npm run generate')
  assert.equal(read('docs/inline.md'), withInlineAddress(read('docs/inline.md'), built))
  assert.equal(read('helpers/inline.d.ts'), read('web/inline/inline.d.ts'))
  const { path, integrity } = loadInline().newest
  assert(read('docs/inline.md').includes(path), 'the address')
  assert(read('docs/inline.md').includes(integrity), 'the hash')
})

test('any page may load the newest release, cache it for minutes, and revalidate it', async () => {
  const { status, headers, text } = await api.get('/v1/inline.js')

  assert.equal(status, 200)
  assert.equal(text, loadInline().newest.body.toString())
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  assert.equal(headers['cache-control'], 'public, max-age=300')
  const again = await api.get('/v1/inline.js', {
    headers: { 'if-none-match': `${headers['etag']}` },
  })
  assert.equal(again.status, 304)
})

test('the URL with the hash always returns the same bytes, and the manifest names it', async () => {
  const { body } = await api.get('/v1/inline.json')
  assert.equal(body.version, '1.0.0')

  const { status, headers, text } = await api.get(new URL(body.url).pathname)

  assert.equal(status, 200)
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  const hash = createHash('sha384').update(text).digest('base64')
  assert.equal(body.integrity, `sha384-${hash}`)
  assert.equal((await api.get('/v1/inline/000000000000/inline.js')).status, 404)
})

test('the types are served beside it', async () => {
  const { status, text } = await api.get('/v1/inline.d.ts')
  assert.equal(status, 200)
  assert.match(text, /checkout\(options: CowrieOptions\): Promise<CowrieOutcome>/)
})

test('a release that was published is served although there is a newer one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cowrie-inline-'))
  try {
    cpSync(join(root, 'web/inline'), folder, { recursive: true })
    mkdirSync(join(folder, 'releases'), { recursive: true })
    writeFileSync(join(folder, 'releases/0.9.0.js'), '({version:"0.9.0"})')

    const { newest, releases } = loadInline(folder)

    assert.deepEqual(
      releases.map(({ version }) => version).filter((version) => version === '0.9.0'),
      ['0.9.0'],
    )
    assert(releases.every(({ path }) => path !== newest.path))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
