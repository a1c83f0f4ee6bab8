import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

// A project that installs the Node client: its own types, checked strictly, and its own Node, in
// both kinds of modules.

const run = promisify(execFile)

const USE = `
async function shop(cowrie: Cowrie): Promise<string> {
  const { authorization_url } = await cowrie.transactions.initialize({
    amount: 500_000, email: 'ada@example.com', name: 'Ada Example', channels: ['card'],
  })
  for await (const payment of cowrie.transactions.list({ status: 'success', perPage: 100 })) {
    const fee: number | null = payment.fees
    void fee
  }
  const first: Transaction | undefined = (await cowrie.transactions.list()).data[0]
  const later: Transaction['status'] = 'in_review'
  if (first?.status === 'success' || first?.status === later) void first
  // @ts-expect-error: an amount is a number of kobo.
  void cowrie.transactions.initialize({ amount: '5000', email: 'a@example.com', name: 'Ada' })
  // @ts-expect-error: there is no such status.
  void cowrie.transactions.list({ status: 'paid' })
  // @ts-expect-error: it has a name.
  void cowrie.transactions.verify()
  return authorization_url + first?.reference
}
export const POST = webhooks.handle({ secret: ['whsec_a', 'whsec_b'] }, (event) => {
  switch (event.event) {
    case 'transaction.success':
      return event.data.reference.toUpperCase()
    case 'refund.failed':
      return event.data.transaction_id
    // @ts-expect-error: there is no such event.
    case 'charge.success':
      return
  }
})
export async function failed(error: unknown): Promise<string[]> {
  if (error instanceof ApiError) return error.fields.map(({ field, code }) => field + code)
  if (error instanceof ConnectionError) return [error.idempotencyKey ?? '']
  return []
}
export const server = createServer((request, response) => void POST(request, response))
export const answered: Promise<Response> = POST(new Request('https://shop.example'))
void shop
`
const NAMES = 'ApiError, ConnectionError, Cowrie, webhooks'
const FILES = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022'],
      module: 'nodenext',
      types: ['node'],
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: false,
    },
    files: ['esm.mts', 'cjs.cts'],
  }),
  'esm.mts': `import { ${NAMES}, type Transaction } from '@cowrie-pay/node'
import { createServer } from 'node:http'
${USE}`,
  'cjs.cts': `import { ${NAMES}, type Transaction } from '@cowrie-pay/node'
import { createServer } from 'node:http'
${USE}`,
  'run.mjs': `import { ${NAMES} } from '@cowrie-pay/node'
import { createRequire } from 'node:module'
const other = createRequire(import.meta.url)('@cowrie-pay/node')
const cowrie = new Cowrie({ secretKey: 'sk_test_x', baseUrl: 'http://127.0.0.1:1' })
const kinds = [typeof cowrie.transactions.initialize, typeof webhooks.verify, ApiError.name]
console.log(kinds.join(' '), other.Cowrie === Cowrie, typeof ConnectionError)
`,
}

test('a strict project compiles with it as ESM and as CommonJS, and runs it as both', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'cowrie-consumer-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '@types'), { recursive: true })
  for (const part of ['package.json', 'dist']) {
    const to = join(modules, '@cowrie-pay/node', part)
    await cp(resolve('clients/node', part), to, { recursive: true })
  }
  for (const name of ['@types/node', 'undici-types']) {
    await symlink(resolve('node_modules', name), join(modules, name))
  }
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)

  const options = { cwd: folder }
  const checked = await run(resolve('node_modules/.bin/tsc'), ['-p', folder], options).catch(
    ({ stdout }) => assert.fail(String(stdout)),
  )
  assert.equal(checked.stdout, '')
  const { stdout } = await run(process.execPath, ['run.mjs'], options)
  assert.equal(stdout, 'function function ApiError true function\n')
})
