import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const pem = (kind: 'rsa' | 'ec') => {
  const form = { type: 'pkcs8', format: 'pem' } as const
  const made =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return made.privateKey.export(form).toString().trim()
}
const KEY = pem('rsa')
const TOKEN = 'abcdefghijklmnopqrstuvwxyz012345'
const GIVEN = {
  BASE_URL: 'https://pay.example.com',
  COWRIE_SAFEHAVEN_CLIENT_ID: 'c1',
  COWRIE_SAFEHAVEN_COMPANY_URL: 'https://example.com',
  COWRIE_SAFEHAVEN_PRIVATE_KEY: KEY,
  COWRIE_SAFEHAVEN_ACCOUNT: '0110000017',
  COWRIE_SAFEHAVEN_CALLBACK_TOKEN: TOKEN,
}
const read = (more: object = {}) => readConfig({ ...GIVEN, ...more }).providers.safehaven

test('a provider is configured by its first setting, and without it by none', () => {
  assert.equal(readConfig({}).providers.safehaven, null)
  assert.deepEqual(read(), {
    baseUrl: 'https://api.safehavenmfb.com',
    companyUrl: 'https://example.com',
    clientId: 'c1',
    privateKey: KEY,
    accountNumber: '0110000017',
    bankCode: '090286',
    callbackUrl: 'https://pay.example.com/api/v1/rails/safehaven/notifications',
    callbackToken: TOKEN,
  })
})

test('in another cell than the first, Safe Haven notifies a path of this cell', () => {
  const [first, second] = [read(), read({ COWRIE_CELL: '2' })]
  assert.match(first!.callbackUrl, /\/api\/v1\/rails\/safehaven\/notifications$/)
  assert.match(second!.callbackUrl, /\/api\/v1\/cells\/2\/rails\/safehaven\/notifications$/)
  for (const wrong of ['0', 'A', '10'])
    assert.throws(() => read({ COWRIE_CELL: wrong }), /COWRIE_CELL/)
})

test('in its sandbox Safe Haven has another bank code, and may be told another address', () => {
  const sandbox = { COWRIE_SAFEHAVEN_URL: 'https://api.sandbox.safehavenmfb.com/' }
  assert.equal(read(sandbox)?.bankCode, '999240')
  assert.equal(read(sandbox)?.baseUrl, 'https://api.sandbox.safehavenmfb.com')
  const more = {
    COWRIE_SAFEHAVEN_URL: 'http://127.0.0.1:4010',
    COWRIE_SAFEHAVEN_BANK_CODE: '999241',
    COWRIE_SAFEHAVEN_CALLBACK_URL: 'https://news.example.com/',
  }
  assert.partialDeepStrictEqual(read(more), {
    bankCode: '999241',
    callbackUrl: 'https://news.example.com',
  })
})

const WRONG: Record<string, (string | undefined)[]> = {
  COWRIE_SAFEHAVEN_URL: [
    'api.bank',
    'http://api.bank',
    'https://a@api.bank',
    'https://api.bank/?x',
  ],
  COWRIE_SAFEHAVEN_COMPANY_URL: [undefined, 'shop'],
  COWRIE_SAFEHAVEN_PRIVATE_KEY: [undefined, 'secret', pem('ec'), KEY.slice(0, 300)],
  COWRIE_SAFEHAVEN_ACCOUNT: [undefined, '011000001', '01100000171', 'x110000017'],
  COWRIE_SAFEHAVEN_BANK_CODE: ['90286', 'SHMFB'],
  COWRIE_SAFEHAVEN_CALLBACK_TOKEN: [undefined, 'short', `${TOKEN}/`, `${TOKEN} x`],
  COWRIE_SAFEHAVEN_CALLBACK_URL: ['http://shop.bank/x', 'shop.bank'],
}
for (const [name, values] of Object.entries(WRONG)) {
  test(`a missing or wrong ${name} is told by its name, and its value is not`, () => {
    for (const value of values) {
      assert.throws(
        () => read({ [name]: value }),
        (error) =>
          error instanceof ConfigError &&
          error.message.startsWith(`${name} must be`) &&
          (value === undefined || !error.message.includes(value)),
        value,
      )
    }
  })
}

test('an address that is told needs https: so does ours, where it is the default', () => {
  assert.throws(() => read({ BASE_URL: 'http://127.0.0.1:4000' }), /CALLBACK_URL must be/)
})

test('a secret may stand in a file, in several lines or with \\n, and not in both places', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cowrie-settings-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'key.pem')
  writeFileSync(file, `${KEY}\n`)
  const fromFile = {
    COWRIE_SAFEHAVEN_PRIVATE_KEY: undefined,
    COWRIE_SAFEHAVEN_PRIVATE_KEY_FILE: file,
  }
  assert.equal(read(fromFile)?.privateKey, KEY)
  const onOneLine = { COWRIE_SAFEHAVEN_PRIVATE_KEY: KEY.replaceAll('\n', '\\n') }
  assert.equal(read(onOneLine)?.privateKey, KEY)
  assert.throws(() => read({ COWRIE_SAFEHAVEN_PRIVATE_KEY_FILE: file }), /not both/)
  const gone = { ...fromFile, COWRIE_SAFEHAVEN_PRIVATE_KEY_FILE: join(folder, 'none') }
  assert.throws(
    () => read(gone),
    /KEY_FILE must be the path of a readable file, but .*none does not exist/,
  )
})

const SECRET_KEY = `sk_live_${'a1'.repeat(20)}`

test('Paystack is configured by its live secret key, and by no test key', () => {
  const paystackOf = (more: object) =>
    readConfig({ COWRIE_PAYSTACK_SECRET_KEY: SECRET_KEY, ...more }).providers.paystack
  assert.equal(readConfig({}).providers.paystack, null)
  const usual = {
    secretKey: SECRET_KEY,
    baseUrl: 'https://api.paystack.co',
    pageMs: 86_400_000,
    offers: ['cards'],
    issuers: ['titan-paystack', 'wema-bank'],
  }
  assert.deepEqual(paystackOf({}), usual)
  const here = paystackOf({ COWRIE_PAYSTACK_URL: 'http://127.0.0.1:1/' })
  assert.equal(here?.baseUrl, 'http://127.0.0.1:1')
  assert.equal(paystackOf({ COWRIE_PAYSTACK_PAGE_HOURS: '2' })?.pageMs, 7_200_000)
  const all = paystackOf({ COWRIE_PAYSTACK_OFFERS: 'payouts, cards' })
  assert.deepEqual(all?.offers, ['payouts', 'cards'])

  const wrong: [name: string, value: string][] = [
    ['COWRIE_PAYSTACK_SECRET_KEY', SECRET_KEY.replace('live', 'test')],
    ['COWRIE_PAYSTACK_SECRET_KEY', 'sk_live_short'],
    ['COWRIE_PAYSTACK_URL', 'http://api.paystack.co'],
    ['COWRIE_PAYSTACK_PAGE_HOURS', '0'],
    ['COWRIE_PAYSTACK_PAGE_HOURS', '1.5'],
    ['COWRIE_PAYSTACK_PAGE_HOURS', '169'],
    ['COWRIE_PAYSTACK_OFFERS', 'loans'],
  ]
  for (const [name, value] of wrong) {
    assert.throws(
      () => paystackOf({ [name]: value }),
      (error) =>
        error instanceof ConfigError &&
        error.message.startsWith(`${name} must be`) &&
        !error.message.includes(value),
      value,
    )
  }
})

const MONNIFY = {
  COWRIE_MONNIFY_API_KEY: 'MK_PROD_SAMPLE',
  COWRIE_MONNIFY_SECRET_KEY: 'abcdefghijklmnop',
  COWRIE_MONNIFY_CONTRACT_CODE: '1234567890',
  COWRIE_MONNIFY_WALLET_ACCOUNT: '3934178936',
}
const monnify = (more: object = {}) => readConfig({ ...MONNIFY, ...more }).providers.monnify

test('Monnify is configured by its API key', () => {
  assert.equal(readConfig({}).providers.monnify, null)
  assert.deepEqual(monnify({ COWRIE_MONNIFY_ISSUERS: '50515, 035' }), {
    apiKey: 'MK_PROD_SAMPLE',
    secretKey: 'abcdefghijklmnop',
    contractCode: '1234567890',
    walletAccount: '3934178936',
    issuers: ['50515', '035'],
    baseUrl: 'https://api.monnify.com',
  })
})

test('a missing or wrong setting of Monnify is told by its name', () => {
  for (const [name, value] of [
    ['API_KEY', 'a:b'],
    ['SECRET_KEY', undefined],
    ['SECRET_KEY', 'short'],
    ['CONTRACT_CODE', 'x'],
    ['WALLET_ACCOUNT', '123'],
    ['ISSUERS', '035;232'],
    ['URL', 'http://api.monnify.com'],
  ]) {
    const wrong = { [`COWRIE_MONNIFY_${name}`]: value }
    assert.throws(
      () => monnify(wrong),
      new RegExp(
        `^ConfigError: COWRIE_MONNIFY_${name} must be|^Error: COWRIE_MONNIFY_${name} must be`,
      ),
    )
  }
})

const FLW_KEY = `FLWSECK-${'a1'.repeat(16)}-X`
const FLW_HASH = 'a-hash-of-sixteen-or-more'

test('Flutterwave is configured by its live secret key and its hash, and by no test key', () => {
  const needed = { COWRIE_FLUTTERWAVE_SECRET_KEY: FLW_KEY, COWRIE_FLUTTERWAVE_HASH: FLW_HASH }
  const of = (more: object) => readConfig({ ...needed, ...more }).providers.flutterwave
  assert.equal(readConfig({}).providers.flutterwave, null)
  const usual = {
    secretKey: FLW_KEY,
    hash: FLW_HASH,
    baseUrl: 'https://api.flutterwave.com/v3',
    pageOrigin: 'https://checkout.flutterwave.com',
    pageMs: 86_400_000,
    offers: ['cards'],
  }
  assert.deepEqual(of({}), usual)
  assert.equal(of({ COWRIE_FLUTTERWAVE_PAGE_HOURS: '2' })?.pageMs, 7_200_000)
  const offers = of({ COWRIE_FLUTTERWAVE_OFFERS: 'payouts, cards' })?.offers
  assert.deepEqual(offers, ['payouts', 'cards'])
  assert.deepEqual(readConfig(needed).providers.order, ['flutterwave'])

  const wrong: [name: string, value: string][] = [
    ['COWRIE_FLUTTERWAVE_SECRET_KEY', FLW_KEY.replace('SECK', 'SECK_TEST')],
    ['COWRIE_FLUTTERWAVE_SECRET_KEY', 'FLWSECK-short'],
    ['COWRIE_FLUTTERWAVE_HASH', ''],
    ['COWRIE_FLUTTERWAVE_HASH', 'short'],
    ['COWRIE_FLUTTERWAVE_URL', 'http://api.flutterwave.com'],
    ['COWRIE_FLUTTERWAVE_PAGE_ORIGIN', 'http://checkout.flutterwave.com'],
    ['COWRIE_FLUTTERWAVE_PAGE_HOURS', '25'],
    ['COWRIE_FLUTTERWAVE_OFFERS', 'loans'],
  ]
  for (const [name, value] of wrong) {
    const said = (error: Error) =>
      error.message.startsWith(`${name} must be`) &&
      (value === '' || !error.message.includes(value))
    assert.throws(() => of({ [name]: value }), said, name)
  }
  assert.throws(() => readConfig({ COWRIE_FLUTTERWAVE_HASH: FLW_HASH }), /SECRET_KEY, which is not/)
})

test('Mono is configured by its live secret key, and by no test key', () => {
  const monoOf = (more: object) => readConfig(more).providers.mono
  const COWRIE_MONO_SECRET_KEY = `live_sk_${'a1'.repeat(10)}`
  const usual = { secretKey: COWRIE_MONO_SECRET_KEY, baseUrl: 'https://api.withmono.com' }

  assert.equal(monoOf({}), null)
  assert.deepEqual(monoOf({ COWRIE_MONO_SECRET_KEY }), usual)
  for (const wrong of [`test_sk_${'a1'.repeat(10)}`, 'live_sk_', `live_pk_${'a1'.repeat(10)}`]) {
    assert.throws(
      () => monoOf({ COWRIE_MONO_SECRET_KEY: wrong }),
      /^Error: COWRIE_MONO_SECRET_KEY must be a live secret key beginning with live_sk_/,
    )
  }
  const { order } = readConfig({ COWRIE_MONO_SECRET_KEY, COWRIE_LIVE_RAILS: 'mono' }).providers
  assert.deepEqual(order, ['mono'])
})
