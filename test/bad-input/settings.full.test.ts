import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ConfigError, readConfig } from '../../src/platform/config.ts'
import { unknownSettings } from '../../src/platform/environment.ts'
import { refuseLaptopSettings } from '../../src/platform/production.ts'
import { settings } from '../../src/platform/settings.ts'
import { failToStart, newFolder, removeFolder } from '../process.ts'

// Each setting wrong, missing, contradictory, in a file or misspelt: one line that names it, and
// nothing has been touched. The cases follow from the table of settings.

const folder = newFolder()
after(() => removeFolder(folder))

const names = Object.keys(settings)
const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
/** All that is not a default: every provider, production, everything that another setting needs. */
const FULL: Record<string, string> = {
  BASE_URL: 'https://pay.example.com',
  DATABASE_URL: 'postgres://cowrie:hush-hush@db.example/cowrie',
  COWRIE_ENV: 'production',
  COWRIE_DOCS: '0',
  COWRIE_DATA: join(folder, 'data'),
  COWRIE_MASTER_KEY: 'ab'.repeat(32),
  COWRIE_SANDBOX_RAIL_SECRET: 'hush-hush of the sandbox',
  COWRIE_MAIL_FROM: 'pay@example.com',
  COWRIE_SMTP_URL: 'smtps://ada:hush-hush@mail.example.com',
  COWRIE_TEST_SMTP_URL: 'smtps://ada:hush-hush@mail.example.com',
  COWRIE_SAFEHAVEN_CLIENT_ID: 'c1',
  COWRIE_SAFEHAVEN_COMPANY_URL: 'https://example.com',
  COWRIE_SAFEHAVEN_PRIVATE_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  COWRIE_SAFEHAVEN_ACCOUNT: '0110000017',
  COWRIE_SAFEHAVEN_CALLBACK_TOKEN: 'hush-hush'.padEnd(32, 'x'),
  COWRIE_PAYSTACK_SECRET_KEY: `sk_live_${'a1'.repeat(20)}`,
  COWRIE_FLUTTERWAVE_SECRET_KEY: `FLWSECK-${'a1'.repeat(20)}-X`,
  COWRIE_FLUTTERWAVE_HASH: 'a-hash-of-sixteen-or-more',
  COWRIE_MONO_SECRET_KEY: `live_sk_${'a1'.repeat(10)}`,
  COWRIE_MONNIFY_API_KEY: 'MK_PROD_1234567890',
  COWRIE_MONNIFY_SECRET_KEY: 'hush-hush'.padEnd(32, 'x'),
  COWRIE_MONNIFY_CONTRACT_CODE: '1234567890',
  COWRIE_MONNIFY_WALLET_ACCOUNT: '0110000017',
}
/** No setting takes all of these. */
const WRONG = ['wrong wrong!', '-1', '999999999999999999', 'ftp://wrong.example', '/dev/null', '<']

/** What is said of an environment; null where it is accepted. */
function refusal(environment: Record<string, string>): string | null {
  try {
    refuseLaptopSettings(readConfig(environment), { hasDemoLogin: false, dumpsCore: false })
    return null
  } catch (error) {
    assert(error instanceof ConfigError, String(error))
    return error.message
  }
}

function assertSays(said: string | null, name: string): void {
  assert(said !== null, `${name} is accepted`)
  assert(said.includes(name), `${name}: ${said}`)
  assert.match(said, /^[^\n]{10,300}[.?]$/, said)
  assert(!said.includes('hush'), said)
}

function assertRefused(environment: Record<string, string>, name: string): void {
  assertSays(refusal(environment), name)
}

test('what the cases change is accepted as it is', () => {
  assert.equal(refusal(FULL), null)
})

for (const name of names) {
  test(`a wrong ${name} is refused in a line that names it and not its value`, () => {
    const said = WRONG.map((value) => refusal({ ...FULL, [name]: value }))
    const refused = said.filter((sentence) => sentence !== null)
    assert(refused.length > 0, `${name} takes anything`)
    for (const sentence of refused) assertSays(sentence, name)
    assert(refused.every((sentence) => !sentence.includes('wrong')))
  })
}

test('what is missing beside the rest is named, or has a default', () => {
  // In production these have no default, and are told in a list.
  const listed = {
    COWRIE_MASTER_KEY: 'key-beside-data',
    COWRIE_DOCS: 'docs',
    COWRIE_TEST_SMTP_URL: 'messages',
    DATABASE_URL: 'demo-store',
  }
  for (const [name, thing] of Object.entries(listed)) {
    assert.match(refusal({ ...FULL, [name]: '' }) ?? '', new RegExp(`^- ${thing}: `, 'm'))
  }
  for (const name of Object.keys(FULL).filter((name) => !(name in listed))) {
    const said = refusal({ ...FULL, [name]: '' })
    if (said !== null) assertSays(said, name)
  }
})

test('what contradicts is named', () => {
  const cases: [name: string, environment: Record<string, string>][] = [
    ['COWRIE_MAIL_FROM', { COWRIE_SMTP_URL: FULL['COWRIE_SMTP_URL']! }],
    ['COWRIE_PROCESSES', { COWRIE_PROCESSES: '9' }],
    ['COWRIE_LIVE_RAILS', { COWRIE_LIVE_RAILS: 'paystack' }],
    ['COWRIE_SAFEHAVEN_CLIENT_ID', { COWRIE_SAFEHAVEN_ACCOUNT: '0110000017' }],
    ['COWRIE_MONNIFY_API_KEY', { COWRIE_MONNIFY_SECRET_KEY: 'hush-hush' }],
    ['COWRIE_PAYSTACK_SECRET_KEY', { COWRIE_PAYSTACK_PAGE_HOURS: '2' }],
  ]
  for (const [name, environment] of cases) assertRefused(environment, name)
})

test('a database has an address of PostgreSQL, with one host or several', () => {
  for (const url of [
    ...['postgres://db.example/cowrie', 'postgresql://a:b@db.example:5432/cowrie?sslmode=require'],
    ...['postgres://a:b,c@one:5432,[::1]:5433/cowrie', 'postgres://a@localhost:1/c?host=/tmp/x'],
    'postgres:///cowrie?host=/tmp/x',
  ]) {
    assert.equal(refusal({ ...FULL, DATABASE_URL: url }), null, url)
  }
  for (const url of [
    ...['mysql://a:hush@db.example/cowrie', 'db.example/cowrie', 'postgres://', 'postgres:///c'],
    ...['postgres://a:hush@db:99999/c', 'postgres://a:hush@one,/c', 'postgres://a:hush#x@db/c'],
  ]) {
    assertRefused({ ...FULL, DATABASE_URL: url }, 'DATABASE_URL')
  }
})

test('each setting may stand in a file, and what is wrong with the file is told', () => {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const given = Object.keys(FULL).filter((name) => /^(COWRIE_|DATABASE_URL)/.test(name))
  const inFiles = Object.fromEntries(
    given.map((name) => [`${name}_FILE`, file(name, `${FULL[name]}\n`)]),
  )
  const { BASE_URL } = FULL
  const { masterKeys, databaseUrl, mail, providers } = readConfig({
    BASE_URL: BASE_URL!,
    ...inFiles,
  })
  const plain = readConfig(FULL)
  assert.deepEqual(
    { masterKeys, databaseUrl, mail, providers },
    {
      ...{ masterKeys: plain.masterKeys, databaseUrl: plain.databaseUrl },
      ...{ mail: plain.mail, providers: plain.providers },
    },
  )

  mkdirSync(join(folder, 'folder'))
  const wrong = {
    'does not exist': join(folder, 'none'),
    'is a folder': join(folder, 'folder'),
    'is empty': file('empty', ' \n'),
    'is larger than 64 KB': file('large', 'hush '.repeat(20_000)),
  }
  for (const name of given) {
    assertRefused({ ...FULL, [`${name}_FILE`]: join(folder, name) }, `${name} or ${name}_FILE`)
    const { [name]: _left, ...rest } = FULL
    for (const [why, path] of Object.entries(wrong)) {
      assertRefused({ ...rest, [`${name}_FILE`]: path }, `${path} ${why}`)
    }
  }
  assertRefused({ DATABASE_URL_FILE: '/dev/zero' }, 'is larger than 64 KB')
})

test('a misspelt setting is refused in production and told elsewhere', () => {
  const wrong = { COWRIE_RATE_LIMIT_PER_SECONDS: '5' }
  const sentence =
    'COWRIE_RATE_LIMIT_PER_SECONDS is not a setting of Cowrie: ' +
    'did you mean COWRIE_RATE_LIMIT_PER_SECOND?'
  assert.equal(refusal({ ...FULL, ...wrong }), sentence)
  assert.deepEqual(readConfig(wrong).unknown, [sentence])
  assertRefused({ ...FULL, COWRIE_MASTER_KEYS_FILE: '/x' }, 'did you mean COWRIE_MASTER_KEY')

  const links = {
    COWRIE_PORT: 'tcp://10.0.0.1:80',
    COWRIE_SERVICE_HOST: '10.0.0.1',
    COWRIE_SERVICE_PORT_HTTP: '80',
    COWRIE_PORT_80_TCP_ADDR: '10.0.0.1',
  }
  assert.equal(refusal({ ...FULL, ...links }), null, 'what Kubernetes sets is no mistake')
  assertRefused({ ...FULL, COWRIE_PORT: '4000' }, 'COWRIE_PORT')
})

test('every setting that our programs read is known', () => {
  const files = globSync(['{src,packages,scripts,bench,test}/**/*.{ts,mjs}'], {
    exclude: ['**/node_modules/**'],
  })
  const read = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/process\.env(?:\.|\[')(COWRIE_\w+)/g)].map(
      ([, name]) => name!,
    ),
  )
  assert(read.length > 5)
  assert.deepEqual(unknownSettings(Object.fromEntries(read.map((name) => [name, '1']))), [])
})

test('a start that is refused has one line, exit code 1, no connection and no folder', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const data = join(folder, 'untouched')
  const good = { ...FULL, DATABASE_URL: `postgres://cowrie@127.0.0.1:${port}/cowrie` }
  const misspelt = await failToStart(data, { ...good, COWRIE_SOKETS: '1', COWRIE_DATA: data })
  assert.equal(misspelt.code, 1)
  assertSays(misspelt.text.trimEnd(), 'COWRIE_SOKETS')
  const bare = await failToStart(data, { ...good, COWRIE_MASTER_KEY: '', COWRIE_DATA: data })
  assert.equal(bare.code, 1)
  assert.match(bare.text, /^- key-beside-data: /m)
  server.close()

  assert.equal(connections, 0)
  assert(!existsSync(data))
})
