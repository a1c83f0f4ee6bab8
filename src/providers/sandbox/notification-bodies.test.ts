import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { creditBody, creditBodyWith, leftBy, NOTHING } from '../../../test/notifications.ts'
import { givenDedicated, listDeposits, notifyRaw } from '../../../test/payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { listQuarantine } from '../../payments/deposits/quarantine.ts'
import { DAY } from '../../platform/clock.ts'

// Every body that the bank may send. All are acknowledged: credited after cleaning, or stored for a
// person, because a rejected one would be money that nobody knows of.

const BODY_BYTES_MAX = 100 * 1024

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let accountNumber: string
const told: { fields: object; message: string }[] = []

before(async () => {
  await context.opened
  const tell = (fields: object, message: string) => void told.push({ fields, message })
  context.log = { info: () => {}, warn: tell, error: tell }
})
beforeEach(async () => {
  business = await givenBusiness(context)
  accountNumber = (await givenDedicated(api, business)).account_number
  told.length = 0
})
afterEach(() => assertBooksTie(context))

const bodyOf = (change: object = {}) => creditBody(accountNumber, context.now(), change)
const left = (run: () => Promise<void>) => leftBy(context, business, run)
const bodyWith = (name: string, text: string) =>
  creditBodyWith(accountNumber, context.now(), [name, text])
const send = (body: string | Buffer) => notifyRaw(api, body, context.now())

const UNREADABLE: [what: string, body: () => string | Buffer][] = [
  ['nothing', () => ''],
  ['no JSON', () => 'event=credit'],
  ['null', () => 'null'],
  ['a list', () => '[]'],
  ['a list of what would be one', () => `[${bodyOf()}]`],
  ['a text', () => '"x"'],
  ['a number', () => '1'],
  ['a text that is cut short', () => bodyOf().slice(0, -9)],
  ['a byte order mark', () => `\ufeff${bodyOf()}`],
  ['UTF-16', () => Buffer.from(bodyOf(), 'utf16le')],
  ['bytes that are not UTF-8', () => Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])],
  ['only U+0000', () => Buffer.alloc(1_000)],
  ['a trailing comma', () => bodyOf().replace('}}', '},}')],
  ['100,000 lists in each other', () => '['.repeat(100_000)],
  ['as much as is read', () => `"${'x'.repeat(BODY_BYTES_MAX - 2)}"`],
  ['emoji where the kept part ends', () => `"${'x'.repeat(16_382)}${'😀'.repeat(9)}"`],
  ['a compressed body', () => gzipSync(bodyOf())],
  ['no event', () => bodyOf().replace('"event"', '"evening"')],
  ['another event', () => bodyOf().replace('"credit"', '"debit"')],
  ['no data', () => '{"event":"credit"}'],
  ['data that are a list', () => '{"event":"credit","data":[]}'],
  ['data only by inheritance', () => '{"event":"credit","__proto__":{"data":{"amount":1}}}'],
  ...[
    '0',
    '-1',
    '1.5',
    '"100"',
    '10000000000001',
    '9007199254740992',
    '9007199254740993',
    '1e400',
    'null',
  ].map((amount): [string, () => string] => [
    `an amount of ${amount}`,
    () => bodyWith('amount', amount),
  ]),
  ...['true', '[100]', '{}', '-1e400', '1e20', '""'].map((amount): [string, () => string] => [
    `an amount of ${amount}`,
    () => bodyWith('amount', amount),
  ]),
  ['no amount', () => bodyOf({ amount: undefined })],
  ...['null', '""', '12345', '["s"]', '{}', '"a\\u0000b"', '"\\ud83d"', '"a\\nb"', '"é"'].map(
    (text): [string, () => string] => [
      `a session id of ${text}`,
      () => bodyWith('session_id', text),
    ],
  ),
  ['no session id', () => bodyOf({ session_id: undefined })],
  ['a session id of 65 characters', () => bodyOf({ session_id: 'x'.repeat(65) })],
  ['no account', () => bodyOf({ account_number: undefined })],
  ['an account as a number', () => bodyWith('account_number', '1234567890')],
  ['an empty account', () => bodyOf({ account_number: '' })],
]
for (const [what, body] of UNREADABLE) {
  test(`${what}: acknowledged, kept once for a person, and nothing booked`, async () => {
    const sent = body()
    const changed = await left(async () => {
      for (const _ of ['once', 'again']) {
        const { status, body: answer } = await send(sent)
        assert.deepEqual([status, answer.message], [200, 'Quarantined for review'])
      }
    })
    assert.deepEqual(changed, { ...NOTHING, quarantined: 1 })
    const kept = (await listQuarantine(context, 'test')).at(-1)!
    const text = Buffer.from(sent).toString('utf8').replaceAll('\0', '\ufffd')
    assert.equal(kept.content.slice(0, 16_000), text.slice(0, 16_000))
    assert(kept.content.length <= 16_384)
    assert.deepEqual([kept.reason, kept.rail, kept.sessionId], ['unreadable', 'sandbox', null])
    assert.deepEqual(
      told.map(({ message }) => message),
      ['a notification was quarantined'],
      'said loudly, once',
    )
    assert(!JSON.stringify(told).includes('Ngozi'), 'and nothing of a person')
  })
}

const cleaned: [what: string, text: string, kept: string][] = [
  ['control characters', '"a\\u0001\\u001f\\u007fb\\tc"', 'a b c'],
  ['line breaks', '" one\\r\\ntwo\\u0085three "', 'one two three'],
  ['U+0000', '"a\\u0000b\\u0000"', 'a b'],
  ['half a pair', '"a\\ud83db\\ude00"', 'a\ufffdb\ufffd'],
  ['an emoji', '"Shoes 😀"', 'Shoes 😀'],
  ['marks that turn the direction', '"\\u202eabc\\u200f"', '\u202eabc\u200f'],
  ['HTML', '"<script>alert(1)</script>"', '<script>alert(1)</script>'],
  ['a formula', '"=1+1\\"\'; drop table deposit --"', '=1+1"\'; drop table deposit --'],
  ['ten kilobytes', `"${'x'.repeat(10_240)}"`, 'x'.repeat(200)],
  ['an emoji at the cut', `"${'x'.repeat(199)}😀"`, `${'x'.repeat(199)}\ufffd`],
  ['a number', '12', ''],
  ['null', 'null', ''],
  ['a list', '["a"]', ''],
]
for (const field of ['narration', 'sender_name', 'sender_bank_code'] as const) {
  for (const [what, text, kept] of cleaned) {
    test(`${what} in ${field} stands in nobody's way: it is cleaned, and the money credited`, async () => {
      const { body } = await send(bodyWith(field, text))
      assert.equal(body.message, 'Credited')
      const [deposit] = await listDeposits(api, business)
      assert.equal(deposit[field], kept)
    })
  }
}

test('an account of the sender that is odd is cleaned, and only its end shown', async () => {
  for (const [text, kept] of [
    ['"12\\u000034567890"', '******7890'],
    ['"1"', '******1'],
    [`"${'9'.repeat(500)}"`, '******9999'],
    ['null', '******'],
  ] as const) {
    assert.equal((await send(bodyWith('sender_account_number', text))).body.message, 'Credited')
    const [deposit] = await listDeposits(api, business)
    assert.equal(deposit.sender_account_number, kept)
  }
})

test('bytes that are not UTF-8 within a text are replaced, and the money credited', async () => {
  const [start = '', end = ''] = bodyOf({ narration: 'cut' }).split('cut')
  const bytes = Buffer.concat([Buffer.from(start), Buffer.from([0xff, 0xc3]), Buffer.from(end)])
  assert.equal((await send(bytes)).body.message, 'Credited')
  const [deposit] = await listDeposits(api, business)
  assert.equal(deposit.narration, '\ufffd\ufffd')
})

test('a key twice, and keys of all objects, are no reason to lose money', async () => {
  for (const body of [
    bodyOf().replace('{"event"', '{"event":"debit","event"'),
    bodyOf().replace('"data":{', '"data":{"__proto__":{"amount":1},'),
    bodyOf().replace('{"event"', '{"constructor":1,"toString":null,"event"'),
    bodyOf({ status: 'failed', business_id: 'x', amount_paid: 1, isDeleted: true }),
  ]) {
    assert.equal((await send(body)).body.message, 'Credited', body)
    const [deposit] = await listDeposits(api, business)
    assert.equal(deposit.amount, 5_000)
  }
})

for (const [text, amount] of [
  ['1', 1],
  ['100.0', 100],
  ['1e2', 100],
  ['10000000000000', 10_000_000_000_000],
] as const) {
  test(`an amount of ${text} is ${amount} kobo`, async () => {
    const other = await givenBusiness(context)
    const { account_number } = await givenDedicated(api, other)
    const body = bodyWith('amount', text).replace(accountNumber, account_number)
    assert.equal((await send(body)).body.message, 'Credited')
    const [deposit] = await listDeposits(api, other)
    assert.equal(deposit.amount, amount)
  })
}

test('a session id is whatever the bank says, of any length to 64, and kept as it is', async () => {
  const ids = ['1', ' ', '  two  spaces ', '~!"#$%&\\', 'x'.repeat(64), '9'.repeat(30), '0', 'null']
  for (const id of ids) {
    assert.equal((await send(bodyOf({ session_id: id }))).body.message, 'Credited', id)
    const [deposit] = await listDeposits(api, business)
    assert.equal(deposit.session_id, id)
  }
})

test('what is no moment of ours counts as now, and what is one is kept', async () => {
  const now = context.now().getTime()
  const moments: [text: unknown, at: number | null][] = [
    [new Date(now - 30 * DAY).toISOString(), now - 30 * DAY],
    ['2000-01-01T00:00:00.000Z', Date.UTC(2000, 0, 1)],
    [new Date(now + DAY / 2).toISOString(), now + DAY / 2],
    [new Date(now + 2 * DAY).toISOString(), null],
    ['1999-12-31T23:59:59.999Z', null],
    ['1900-01-01T00:00:00Z', null],
    ['9999-12-31T23:59:59Z', null],
    ['+275760-09-13T00:00:00.000Z', null],
    ['-271821-04-20T00:00:00.000Z', null],
    ['2026-13-45T99:99:99Z', null],
    ['yesterday', null],
    ['', null],
    [1_700_000_000, null],
    [null, null],
    [{}, null],
  ]
  for (const [text, at] of moments) {
    const { body } = await send(bodyOf({ occurred_at: text }))
    assert.equal(body.message, 'Credited', String(text))
    const [deposit] = (await listDeposits(api, business)) as [{ received_at: string }]
    const received = Date.parse(deposit.received_at)
    if (at === null) assert(received >= now && received <= context.now().getTime(), String(text))
    else assert.equal(received, at, String(text))
  }
})
