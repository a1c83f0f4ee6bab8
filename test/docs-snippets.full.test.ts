import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { useApi } from './api.ts'
import { givenBusiness, useContext } from './support.ts'

// What the documentation shows is run as it stands there, by a business of its own, in the order of
// the page. Blocks of other names than `sh` and `js` are not commands to run against a service.

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
const PAGES = [
  'README.md',
  'docs/quickstart.md',
  'docs/payments.md',
  'docs/permanent-accounts.md',
  'docs/kept-cards.md',
  'docs/subscriptions.md',
  'docs/money.md',
  'docs/payment-links.md',
  'docs/editing.md',
  'docs/idempotency.md',
  'docs/lists.md',
  'docs/testing.md',
]
/** They start servers, which the test has done, or wait for ever. */
const STARTS = /^(npm |npx |node -e |export DATABASE_URL)/
const SANDBOX = ['settlement', 'rails', 'card-limits']
const BEFORE = 'set -euo pipefail\n'

const context = useContext()
const api = useApi(context)
const folder = mkdtempSync(join(tmpdir(), 'cowrie-docs-'))
let base: string
before(async () => {
  base = await api.app.listen({ port: 0, host: '127.0.0.1' })
  context.baseUrl = () => base
})
after(() => rmSync(folder, { recursive: true, force: true }))

function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
  return [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)]
    .filter(([, name, code]) => name === language && !STARTS.test(code!))
    .map(([, , code]) => code!)
}

async function givenShop() {
  const { keys } = await givenBusiness(context)
  const cwd = mkdtempSync(join(folder, 'shop-'))
  mkdirSync(join(cwd, '.cowrie'))
  const demo = { base_url: base, test: { secret_key: keys.secretKey } }
  writeFileSync(join(cwd, '.cowrie/demo.json'), JSON.stringify(demo))
  return { cwd, env: { ...process.env, URL: base, KEY: keys.secretKey, ORDER: 'order-1' } }
}

/** What a page can change, and another page builds on. */
async function settingsOf({ env: { KEY: key } }: Awaited<ReturnType<typeof givenShop>>) {
  const paths = ['webhooks', 'settings/checkout', ...SANDBOX.map((path) => `sandbox/${path}`)]
  const answers = paths.map((path) => api.get(`/api/v1/${path}`, { key }))
  return (await Promise.all(answers)).map(({ status, body }) => [status, body.data])
}

for (const page of PAGES) {
  test(`every command of ${page} works, in their order`, async () => {
    const blocks = blocksOf(page, 'sh')
    assert(blocks.length > 0, 'there are commands')
    const shop = await givenShop()
    const before = await settingsOf(shop)
    // Whoever comes back to the page finds what they found the first time.
    for (const ORDER of ['order-1', 'order-2']) {
      const env = { ...shop.env, ORDER }
      const { stdout } = await run('bash', ['-c', BEFORE + blocks.join('\n')], { ...shop, env })
      assert.doesNotMatch(stdout, /"status": ?"error"/)
      assert.match(stdout, /"status": ?"success"|order-|test-/)
      assert.deepEqual(await settingsOf(shop), before, 'the page restores what it changes')
    }
  })
}

test('the quickstart in Node pays and delivers', async () => {
  const shop = await givenShop()
  const [initialize, verify, ...more] = blocksOf('docs/quickstart.md', 'js')
  assert(initialize && verify && more.length === 0)
  const script = (code: string) =>
    run(process.execPath, ['--input-type=module', '-e', code], shop).then(({ stdout }) =>
      stdout.trim(),
    )
  const [, pay] = blocksOf('docs/quickstart.md', 'sh')

  assert.match(await script(initialize), /^http:.*\/checkout\//)
  assert.equal(await script(verify), 'wait')
  await run('bash', ['-c', pay!], shop)
  assert.equal(await script(verify), 'deliver')
})

for (const page of ['README.md', 'docs/quickstart.md']) {
  test(`${page} delivers to a customer who bears the fee, and not for another price`, async () => {
    const shop = await givenShop()
    const { KEY: key } = shop.env
    const code = blocksOf(page, 'js').find((block) => block.includes('requested_amount'))
    assert(code)
    const isDelivered = async (ORDER: string) => {
      const own = `const order = { reference: '${ORDER}', amount: 500000 }
        const { URL, KEY } = process.env
        const give = () => console.log('deliver')\n`
      const text = page === 'README.md' ? own + code : code
      const env = { ...shop.env, ORDER }
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', text], {
        ...shop,
        env,
      })
      return stdout.includes('deliver')
    }
    for (const [reference, amount, fee_bearer] of [
      ['fee-of-customer', 500_000, 'customer'],
      ['fee-of-business', 500_000, 'business'],
      ['another-price', 492_500, 'customer'],
    ] as const) {
      const body = { amount, fee_bearer, reference, email: 'ada@example.com', name: 'Ada Example' }
      await api.post('/api/v1/transactions/initialize', { key, body })
      assert.equal(await isDelivered(reference), false, 'it is not paid yet')
      const paid = await api.post(`/api/v1/sandbox/transactions/${reference}/pay`, {
        key,
        body: { channel: 'card' },
      })
      assert.equal(paid.status, 200, paid.text)
    }

    assert.equal(await isDelivered('fee-of-customer'), true)
    assert.equal(await isDelivered('fee-of-business'), true)
    assert.equal(await isDelivered('another-price'), false)
  })
}
