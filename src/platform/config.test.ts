import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

test('nothing set is a service for this machine on its own database', () => {
  const config = readConfig({})
  assert.equal(config.port, 4_000)
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.baseUrl, '')
  assert.equal(config.databaseUrl, null)
  assert.deepEqual(config.masterKeys, [])
  assert.deepEqual(config.limits, {
    perSecond: 100,
    burst: 200,
    resolvePerSecond: 10,
    publicPerMinute: 30,
    checkoutPerSecond: 10,
    identityPerMinute: 60,
    identityPerNumber: 5,
    cardTriesPerAddress: 30,
  })
  assert.deepEqual(config.trustProxy, [])
})

test('what is set is read, blanks around it aside; empty is not set', () => {
  const config = readConfig({
    PORT: ' 0 ',
    HOST: '',
    BASE_URL: 'https://pay.example.com//',
    DATABASE_URL: 'postgres://db.example/cowrie',
    COWRIE_TRUST_PROXY: '10.0.0.1, 10.0.0.2,',
    COWRIE_MASTER_KEY: 'ab'.repeat(32),
    COWRIE_RATE_LIMIT_BURST: '7',
  })
  assert.equal(config.port, 0)
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.baseUrl, 'https://pay.example.com')
  assert.equal(config.databaseUrl, 'postgres://db.example/cowrie')
  assert.deepEqual(config.trustProxy, ['10.0.0.1', '10.0.0.2'])
  assert.deepEqual(config.masterKeys, [Buffer.alloc(32, 0xab)])
  assert.equal(config.limits.burst, 7)
})

const WRONG: Record<string, string[]> = {
  PORT: ['65536', '-1', '80.5', 'http', '4000 4001'],
  COWRIE_PROCESSES: ['abc', '0', '-2', '1.5', '65', '9'],
  COWRIE_ROLES: ['web', 'api,web', 'api worker', ','],
  BASE_URL: ['pay.example.com', 'ftp://pay.example.com', 'javascript:alert(1)', 'https://'],
  COWRIE_MASTER_KEY: [
    'short',
    'ab'.repeat(31),
    `${'ab'.repeat(32)},${'cd'.repeat(31)}`,
    'a passphrase of many words is not a key at all, sorry',
  ],
  COWRIE_MAIL_FROM: [
    'ada',
    'Ada <ada@pay.example>',
    'a@b',
    'a@pay.example, b@pay.example',
    'a@x.y\nb',
  ],
  COWRIE_SMTP_URL: [
    'mail.example',
    'https://mail.example',
    'smtp://',
    'smtps://a:%zz@mail.example',
  ],
  COWRIE_TEST_SMTP_URL: ['localhost:1025', 'smtp://mail.example/path', 'smtp://localhost:1025?x=1'],
  COWRIE_ENV: ['prod', 'development', '1'],
  // Without the setting that it needs.
  COWRIE_MIGRATE_URL: ['postgres://owner@db.example/cowrie'],
  COWRIE_READ_URL: ['postgres://reader@db.example/cowrie', 'standby.example'],
  COWRIE_ACCEPT: ['everything', 'docs,docz', '1'],
  COWRIE_DEMO: ['yes', 'true', '2'],
  COWRIE_DOCS: ['no', 'off'],
  COWRIE_PAYSTACK_API: ['1', 'yes'],
  COWRIE_ALLOW_PRIVATE_WEBHOOKS: ['yes', 'loopback'],
  COWRIE_RATE_LIMIT_PER_SECOND: ['0', '-5', 'many'],
  COWRIE_RATE_LIMIT_BURST: ['0', '1.5'],
  COWRIE_PUBLIC_RATE_LIMIT_PER_MINUTE: ['0', ' x '],
}
for (const [name, values] of Object.entries(WRONG)) {
  test(`a wrong ${name} is told by its name, before anything starts`, () => {
    for (const value of values) {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) => error instanceof ConfigError && error.message.startsWith(name),
        value,
      )
    }
  })
}

test('more processes than the embedded database has room for need one of your own', () => {
  const own = { DATABASE_URL: 'postgres://db.example/cowrie' }
  assert.equal(readConfig({}).processes, 1)
  assert.equal(readConfig({ COWRIE_PROCESSES: '8' }).processes, 8)
  assert.equal(readConfig({ COWRIE_PROCESSES: '64', ...own }).processes, 64)
})

const masterKeysOf = (text: string) => readConfig({ COWRIE_MASTER_KEY: text }).masterKeys

test('a master key may be hexadecimal or base64 of either alphabet', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, i) => 255 - i))
  assert.deepEqual(masterKeysOf(key.toString('hex')), [key])
  assert.deepEqual(masterKeysOf(key.toString('hex').toUpperCase()), [key])
  assert.deepEqual(masterKeysOf(key.toString('base64')), [key])
  assert.deepEqual(masterKeysOf(key.toString('base64url')), [key])
})

test('several master keys stand with commas or one a line, the newest first', () => {
  const [newer, older] = [Buffer.alloc(32, 2), Buffer.alloc(32, 1)]
  const texts = [newer.toString('base64'), older.toString('hex')]
  for (const between of [',', ', ', '\n', '\r\n', ',\n']) {
    assert.deepEqual(masterKeysOf(texts.join(between)), [newer, older])
  }
  assert.deepEqual(masterKeysOf(`${texts[0]},`), [newer])
  assert.deepEqual(masterKeysOf(''), [])
})

test('mail is sent from one address by a server for each mode, and a password is not told', () => {
  const config = readConfig({
    COWRIE_MAIL_FROM: 'receipts@pay.example',
    COWRIE_SMTP_URL: 'smtps://ada:secret@mail.example',
    COWRIE_TEST_SMTP_URL: 'smtp://localhost:1025',
  })
  assert.deepEqual(config.mail, {
    from: 'receipts@pay.example',
    url: 'smtps://ada:secret@mail.example',
    testUrl: 'smtp://localhost:1025',
  })
  assert.deepEqual(readConfig({}).mail, { from: null, url: null, testUrl: null })
  for (const url of [
    'smtp://ada:secret@',
    'smtps://ada:secret@mail.example/x',
    'x://ada:secret@m',
  ]) {
    assert.throws(
      () => readConfig({ COWRIE_MAIL_FROM: 'receipts@pay.example', COWRIE_SMTP_URL: url }),
      (error: Error) => error instanceof ConfigError && !error.message.includes('secret'),
    )
  }
})

test('metrics are served where nobody outside can read them, or nowhere', () => {
  assert.equal(readConfig({}).metrics, null)
  for (const [text, host, port] of [
    ['127.0.0.1:9464', '127.0.0.1', 9_464],
    ['10.1.2.3:80', '10.1.2.3', 80],
    ['[::1]:9464', '::1', 9_464],
    ['[fd00::5]:9464', 'fd00::5', 9_464],
    ['localhost:9464', 'localhost', 9_464],
  ] as const) {
    assert.deepEqual(readConfig({ COWRIE_METRICS: text }).metrics, { host, port }, text)
  }
  const wrong = ['0.0.0.0:9464', '8.8.8.8:9464', '[2001:4860::1]:9464', '9464', '127.0.0.1', 'on']
  for (const text of [...wrong, '127.0.0.1:70000', '[::]:9464', 'metrics.example.com:9464']) {
    assert.throws(() => readConfig({ COWRIE_METRICS: text }), /COWRIE_METRICS must be a loopback/)
  }
})
