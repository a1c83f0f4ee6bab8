import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type Answer, givenPayment, useApi } from '../api.ts'
import { contentsOf, countRows } from '../calls.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// The sandbox and the customer's card: each field as every type, and the shapes people type.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let accessCode: string
beforeEach(async () => {
  business = await givenBusiness(context)
  ;({ access_code: accessCode } = await givenPayment(api, business))
})

const NO_TEXT = [5, true, [], ['1'], {}, { $gt: '' }]
const CARD = { number: '4084084084084081', exp_month: '12', exp_year: '49', cvv: '408' }

type Fields = Record<string, unknown[]>

async function assertEachRefused(
  send: (body: object) => Promise<Answer>,
  good: object,
  wrong: Fields,
): Promise<void> {
  const before = await contentsOf(context)
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const { status, body, text } = await send({ ...good, [field]: value })
      const says = `${field}: ${JSON.stringify(value)?.slice(0, 60)}: ${text}`
      assert.deepEqual([status, body.code], [400, 'invalid_request'], says)
      assert.deepEqual(
        body.errors.map((one: Record<string, string>) => one['field']),
        [field],
        says,
      )
    }
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
}

const checkout = (path: string, body: object) =>
  api.post(`/checkout/${accessCode}/${path}`, { body })
const sandbox = (path: string, body: object) =>
  api.post(`/api/v1/sandbox/${path}`, { key: business.keys.secretKey, body })

test('a card is refused field by field, and no answer repeats it', async () => {
  const wrong: Fields = {
    number: [
      undefined,
      ...NO_TEXT,
      '',
      ' ',
      '4084084084084082',
      '408408408408',
      '40840840840840840840',
      '4084x84084084081',
      '４０８４０８４０８４０８４０８１',
      '4'.repeat(41),
    ],
    exp_month: [undefined, true, [], {}, '', '0', '13', 0, 13, -1, '1x'],
    exp_year: [undefined, true, [], {}, '', '20', 2020, '999', 'abcd'],
    cvv: [undefined, null, ...NO_TEXT, '', '12', '12345', '12a', '４０８'],
  }
  await assertEachRefused((body) => checkout('card', body), CARD, wrong)

  const { text } = await checkout('card', { ...CARD, cvv: '98765', exp_month: '13' })
  assert(!text.includes('4084084084084081') && !text.includes('98765'))
})

test('a card is taken with the spaces, dashes and line breaks that people paste', async () => {
  for (const number of ['4084 0840 8408 4081', '4084-0840-8408-4081', ' 4084084084084081\n']) {
    ;({ access_code: accessCode } = await givenPayment(api, business))
    const { status, body } = await checkout('card', { ...CARD, number })
    assert.deepEqual([status, body.data?.status], [200, 'success'], number)
  }
})

test('a PIN is four digits and a code six, as texts', async () => {
  const digits = (right: string) => [
    undefined,
    ...NO_TEXT,
    Number(right),
    '',
    right.slice(1),
    `${right}0`,
    ` ${right}`,
    `${right}\n`,
    right.replaceAll(/\d/g, '٣'),
    'x'.repeat(right.length),
    '1'.repeat(10_000),
  ]
  await assertEachRefused((body) => checkout('card/pin', body), {}, { pin: digits('1111') })
  await assertEachRefused((body) => checkout('card/otp', body), {}, { otp: digits('123456') })
})

test('a step that no card asks for is refused, and changes nothing', async () => {
  const before = await contentsOf(context)
  for (const [path, body] of [
    ['card/pin', { pin: '1111' }],
    ['card/otp', { otp: '123456' }],
  ] as const) {
    const answer = await checkout(path, body)
    assert.deepEqual([answer.status, answer.body.code], [422, 'step_not_expected'])
  }
  assert.deepEqual(await contentsOf(context), before)
})

test('a transfer into the sandbox is refused field by field', async () => {
  const { body } = await checkout('bank-transfer', {})
  const good = { account_number: body.data.account_number, amount: 500_000 }
  const lines = ['', 'a\nb', 'a\u0007', 'x'.repeat(101)]
  await assertEachRefused((body) => sandbox('transfers', body), good, {
    account_number: [
      undefined,
      null,
      ...NO_TEXT,
      '',
      '123456789',
      '12345678901',
      '１２３４５６７８９０',
    ],
    amount: [undefined, '100', true, null, [1], 0, -1, 0.5, 1_000_000_000_001, 1e300],
    sender_name: [...NO_TEXT, ...lines],
    sender_bank_code: [...NO_TEXT, '', '1', 'abc', '00000000001'],
    sender_account_number: [...NO_TEXT, '', '123'],
    narration: [...NO_TEXT, ...lines.slice(1)],
    session_id: [...NO_TEXT, '', 'a b', 'x'.repeat(65), 'é'],
  })
})

test('an account that was never issued gets no transfer', async () => {
  const before = await contentsOf(context)
  for (const account_number of ['0000000000', '9999999999']) {
    const { status, body } = await sandbox('transfers', { account_number, amount: 100 })
    assert.deepEqual([status, body.code], [404, 'account_not_found'])
  }
  assert.deepEqual(await contentsOf(context), before)
})

test('the same session id again is the same transfer; with other data it is refused', async () => {
  const { body: account } = await checkout('bank-transfer', {})
  const { account_number } = account.data
  const transfer = { account_number, amount: 500_000, session_id: 'session-1' }
  const first = await sandbox('transfers', transfer)
  const before = await countRows(context)

  const again = await sandbox('transfers', transfer)
  const other = await sandbox('transfers', { ...transfer, amount: 400_000 })

  assert.equal(first.status, 200)
  assert.deepEqual(again.body, first.body)
  assert.deepEqual([other.status, other.body.code], [422, 'session_conflict'])
  const { deposit_quarantine, event, ...after } = await countRows(context)
  assert.deepEqual({ deposit_quarantine: 0, event: event! - 1, ...after }, before)
  assert.equal(deposit_quarantine, 1, 'it is put aside, and nothing else is written')
})

test('a wallet holds whole kobo, none at least and 10^12 at most', async () => {
  await assertEachRefused(
    (body) => sandbox('wallet', body),
    {},
    {
      amount: [undefined, '100', true, null, [1], -1, 0.5, 1_000_000_000_001],
    },
  )
  for (const amount of [0, 1, 1_000_000_000_000]) {
    const { status, body } = await sandbox('wallet', { amount })
    assert.deepEqual([status, body.data.available], [200, amount])
  }
  const hidden = await api.post('/api/v1/sandbox/wallet', {
    key: business.keys.secretKey,
    raw: '{"amount": 1e-400}',
  })
  assert.equal(hidden.status, 400, 'a fraction that reads as nothing')
})
