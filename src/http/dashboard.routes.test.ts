import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { useApi } from '../../test/api.ts'
import { useContext } from '../../test/support.ts'
import { FONT, hashOf } from './dashboard-page.ts'

const FIRST_PAGE_BYTES_MAX = 85_000

const context = useContext()
const api = useApi(context)
const folder = join(import.meta.dirname, '../../web/dashboard/dist')
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
  script: string
  style: string
  early: string
  preload: string[]
}
const early = readFileSync(join(folder, manifest.early), 'utf8')

test('every path of the dashboard is the same page, which finds its way by itself', async () => {
  const paths = ['', '/', '/test', '/test/transactions/01a1', '/reset', '/test/apiary?tab=a.b']

  for (const path of paths) {
    const { status, headers, text } = await api.get(`/dashboard${path}`)

    assert.equal(status, 200, path)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['cache-control'], 'no-store')
    assert(text.includes(`src="/dashboard/assets/${manifest.script}"`))
    assert(text.includes(`href="/dashboard/assets/${manifest.style}"`))
  }
})

test('the frame of the mode is there before any script, and none before the sign-in', async () => {
  const has = async (path: string) => {
    const { text } = await api.get(`/dashboard${path}`)
    return [text.includes('class="test-band"'), text.includes('class="sidebar"')]
  }

  assert.deepEqual(await has('/test/transactions/01a1'), [true, true])
  assert.deepEqual(await has('/live'), [false, true])
  assert.deepEqual(await has(''), [true, true])
  for (const path of ['/sign-in', '/test/sign-in', '/live/reset', '/invitation']) {
    assert.deepEqual(await has(path), [false, false], path)
  }
})

test('the letters are sent as they are, and kept for good', async () => {
  const answer = await api.app.inject({
    url: `/dashboard/assets/${FONT}`,
    headers: { 'accept-encoding': 'gzip, br' },
  })

  assert.equal(answer.headers['content-type'], 'font/woff2')
  assert.equal(answer.headers['content-encoding'], undefined)
  assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(answer.rawPayload.subarray(0, 4).toString(), 'wOF2')
})

test('what is no page of the dashboard is not found, in the form of the API', async () => {
  const { script } = manifest
  const paths = [
    '/dashboard/favicon.ico',
    '/dashboard/test/main.js',
    '/dashboard/assets',
    '/dashboard/assets/manifest.json',
    '/dashboard/assets/nothing-here.js',
    `/dashboard/assets/${script}.map`,
    '/dashboard/assets/..%2f..%2fmain.tsx',
    '/dashboard/assets/..%2fdist%2fmanifest.json',
    `/dashboard/assets/a/${script}`,
  ]

  for (const path of paths) {
    const { status, body, headers } = await api.get(path)

    assert.equal(status, 404, path)
    assert.equal(body.code, 'not_found', path)
    assert.equal(headers['cache-control'], 'no-store', path)
  }
  assert.notEqual((await api.get('/dashboard/api/nothing')).status, 200)
})

test('the page may run its own scripts only, and stand in no frame', async () => {
  const { headers, text } = await api.get('/dashboard')

  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
  )
  assert.deepEqual(policy, {
    'default-src': "'none'",
    'script-src': `'self' ${hashOf(early)}`,
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'mail',
  })
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  const inline = [...text.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)]
  assert.deepEqual(
    inline.map(([, script]) => script),
    [early],
  )
  assert.doesNotMatch(text.replace(early, ''), /<style| on\w+=|style="/)
})

test('a file is kept by browsers for good, and is sent as they can read it', async () => {
  const names = [manifest.script, manifest.style, ...manifest.preload]

  for (const name of names) {
    const bytes = readFileSync(join(folder, name))
    const ask = (accepted: string) =>
      api.app.inject({
        url: `/dashboard/assets/${name}`,
        headers: { 'accept-encoding': accepted },
      })

    const plain = await ask('identity')
    const zipped = await ask('gzip, deflate')
    const brotli = await ask('gzip, deflate, br')
    const refused = await ask('br;q=0, gzip;q=0.0')

    assert.match(name, /-[A-Z0-9]{8}\.(js|css)$/)
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(plain.headers['vary'], 'accept-encoding')
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
    assert.equal(plain.headers['content-type'], `${type}; charset=utf-8`)
    assert.equal(plain.headers['content-encoding'], undefined)
    assert(plain.rawPayload.equals(bytes))
    assert.equal(zipped.headers['content-encoding'], 'gzip')
    assert(gunzipSync(zipped.rawPayload).equals(bytes))
    assert.equal(brotli.headers['content-encoding'], 'br')
    assert(brotliDecompressSync(brotli.rawPayload).equals(bytes))
    assert.equal(refused.headers['content-encoding'], undefined)
  }
})

test('all scripts of the home page are at most 85 kB compressed', async () => {
  const [home, ...others] = globSync('home-*.js', { cwd: folder })
  assert(home !== undefined && others.length === 0, 'the home page is a file of its own')
  let sum = 0

  for (const name of neededBy([manifest.script, ...manifest.preload, home])) {
    const url = `/dashboard/assets/${name}`
    const answer = await api.app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    assert.equal(answer.headers['content-encoding'], 'gzip')
    sum += answer.rawPayload.length
  }

  assert(sum > FIRST_PAGE_BYTES_MAX / 2, 'Preact and its kind are counted')
  assert(sum <= FIRST_PAGE_BYTES_MAX, `${sum} bytes`)
})

/** With what they import at once. What else they name is loaded when it is opened. */
function neededBy(names: string[]): Set<string> {
  const needed = new Set<string>()
  const add = (name: string) => {
    if (needed.has(name)) return
    needed.add(name)
    const text = readFileSync(join(folder, name), 'utf8')
    const imports = /(?:from|import)\s*["']\.\/([\w-]+\.js)["']/g
    for (const [, imported] of text.matchAll(imports)) add(imported!)
  }
  names.forEach(add)
  return needed
}

test('no file of the dashboard makes code of texts, or tells what it was made of', () => {
  const scripts = globSync('*', { cwd: folder }).filter((name) => name.endsWith('.js'))

  assert(scripts.length > 10, 'they are found at all')
  for (const name of scripts) {
    const text = readFileSync(join(folder, name), 'utf8')
    assert.doesNotMatch(text, /\beval\(|new Function\(|sourceMappingURL/, name)
  }
})
