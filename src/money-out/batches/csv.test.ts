import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { contentsOf } from '../../../test/calls.ts'
import { givenBatch, runBatchJobs } from '../../../test/payout-batches.ts'
import { FAILING_ACCOUNT } from '../../../test/payouts.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { MINUTE } from '../../platform/clock.ts'
import { DOWN_ACCOUNT, NOBODYS_ACCOUNT } from '../../providers/sandbox/names.ts'

// A batch as a CSV file, and its results as one.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const send = (raw: string | Buffer, query = '', path = '/payout-batches') =>
  api.post(`/api/v1${path}${query}`, {
    key: business.keys.secretKey,
    raw,
    headers: { 'content-type': 'text/csv' },
  })
const read = async (path: string) => api.get(`/api/v1${path}`, { key: business.keys.secretKey })
type Told = { field: string; message: string }
const said = (body: { errors: Told[] }) =>
  body.errors.map(({ field, message }) => `${field}: ${message}`)

test('a CSV file makes a batch, with amounts in kobo or in naira', async () => {
  const kobo = 'account_number,bank_code,amount_kobo,reference\n0000000018,058,250000,csv-1\n'
  const naira =
    '\ufeffAmount_Naira;Bank_Code;Account_Number;Reason\r\n"2,500.50";058;0123456789;Rice\r\n'

  const first = await send(kobo, '?batch_name=November')
  const second = await send(naira)

  assert.deepEqual([first.status, first.body.data.name], [201, 'November'])
  const [line] = (await read(`/payout-batches/${first.body.data.id}/payouts`)).body.data
  assert.deepEqual([line.amount, line.reference, line.metadata], [250_000, 'csv-1', null])
  const [other] = (await read(`/payout-batches/${second.body.data.id}/payouts`)).body.data
  assert.deepEqual(
    [other.amount, other.account_number, other.reason],
    [250_050, '0123456789', 'Rice'],
  )
})

test('all wrong lines of a file are told at once, each with its line and column', async () => {
  const before = await contentsOf(context)
  const file = [
    'amount_naira;bank_code;account_number;reference',
    '50;058;18;a',
    '"10,50";58;0000000018;b',
    '0.50;058;1.23E+09;b',
    '',
    '100;777;0000000018;with space',
    '100;058;0000000018;c;more',
  ].join('\r\n')

  const { status, body } = await send(file)

  assert.deepEqual([status, body.code], [400, 'invalid_request'])
  const asText = 'Format the column as text in the spreadsheet, and enter it again.'
  const lost = (digits: number) =>
    `has ${digits} digits: a spreadsheet dropped its leading zeros. ${asText}`
  assert.deepEqual(said(body), [
    `payouts.0.account_number: Line 2: account_number ${lost(2)}`,
    `payouts.1.bank_code: Line 3: bank_code ${lost(2)}`,
    'payouts.1.amount: Line 3: amount_naira must be naira, such as 2,500 or 2500.50. A comma ' +
      'only separates thousands.',
    `payouts.2.account_number: Line 4: account_number is shortened to 1.23E+09. ${asText}`,
    'payouts.2.amount: Line 4: amount_naira must be at least 100 kobo (₦1.00).',
    'payouts.2.reference: Line 4: reference is the reference of payout 2 too.',
    'payouts.3.reference: Line 6: reference must be 1 to 100 characters from A-Z a-z 0-9 . _ = ' +
      '- (not . or .. alone).',
    'payouts.3.bank_code: Line 6: bank_code is not in the list: GET /banks?all=true.',
    'payouts.4.amount: Line 7: amount_naira cannot be told: this line has more cells than the ' +
      'first line has columns.',
  ])
  assert.deepEqual(await contentsOf(context), before, 'nothing was stored')
})

test('a file without the columns that it needs, or that is none, is refused', async () => {
  const refused: [file: string | Buffer, field: string, says: RegExp][] = [
    ['', 'file', /is empty/],
    ['amount_kobo,bank_code,account_number\n', 'file', /no payouts/],
    [
      'bank_code,account_number\n058,1',
      'amount',
      /one of the columns amount_kobo and amount_naira/,
    ],
    ['amount_kobo,amount_naira,bank_code,account_number\n', 'amount', /not both/],
    [
      'amount_kobo,bank_code\n1,2',
      'account_number',
      /Line 1: the column account_number is missing/,
    ],
    ['amount_kobo,bank_code,account_number,refrence\n', 'refrence', /no column "refrence"/],
    ['amount_kobo,bank_code,account_number,reason,reason\n', 'reason', /is there twice/],
    ['amount_kobo,bank_code,account_number\n"1', 'file', /Line 2: a quote is not closed/],
    [Buffer.from('amount_kobo,reason\n1,caf\xe9', 'latin1'), 'file', /not UTF-8/],
    [`amount_kobo,bank_code,account_number\n${'1,2,3\n'.repeat(1_001)}`, 'file', /more than 1000/],
  ]
  for (const [file, field, says] of refused) {
    const { status, body, text } = await send(file)
    assert.equal(status, 400, text)
    assert.equal(body.errors[0].field, field, text)
    assert.match(body.errors[0].message, says)
  }
})

test('a thousand lines fit in a file, and a check stores none of them', async () => {
  const lines = Array.from({ length: 1_000 }, (_, i) => `${100 + i},058,0000000018,file-${i}`)
  const file = `amount_kobo,bank_code,account_number,reference\n${lines.join('\n')}`
  const before = await contentsOf(context)

  const { status, body } = await send(file, '', '/payout-batches/check')

  assert.deepEqual([status, body.data.count, body.data.repeated], [200, 1_000, 0])
  assert.deepEqual(await contentsOf(context), before)
})

test('CSV is for routes that say so, and its parameters are not for JSON', async () => {
  const elsewhere = await send('amount\n1', '', '/payouts')
  const json = await api.post('/api/v1/payout-batches?batch_name=x', {
    key: business.keys.secretKey,
    body: { payouts: [{ amount: 100, bank_code: '058', account_number: '0000000018' }] },
  })

  assert.deepEqual([elsewhere.status, elsewhere.body.code], [415, 'unsupported_media_type'])
  assert.deepEqual([json.status, said(json.body)[0]?.slice(0, 11)], [400, 'batch_name:'])
})

test('the result file has every line with what became of it, and tells nothing unknown as failed', async () => {
  const accounts = ['0000000018', FAILING_ACCOUNT, NOBODYS_ACCOUNT, DOWN_ACCOUNT]
  const lines = accounts.map((account_number, i) => ({ account_number, reference: `result-${i}` }))
  const batch = await givenBatch(context, api, business, lines)
  for (let minute = 0; minute < 11; minute++) {
    context.advance(MINUTE)
    await runBatchJobs(context, 4)
  }
  await batch.send()
  await runBatchJobs(context)

  const { status, headers, text } = await read(`/payout-batches/${batch.id}/results`)

  assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
  const [head, ...rows] = text
    .slice(1)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const at = (name: string) => head!.indexOf(name)
  const shown = rows.map((row) =>
    ['number', 'reference', 'status', 'failure_code', 'name_check', 'amount_naira'].map(
      (name) => row[at(name)],
    ),
  )
  assert.deepEqual(shown, [
    ['1', 'result-0', 'success', '', 'found', '2500.00'],
    ['2', 'result-1', 'failed', 'account_closed', 'found', '2500.00'],
    ['3', 'result-2', 'not_sent', 'account_not_resolved', 'not_found', '2500.00'],
    ['4', 'result-3', 'waiting', '', 'unknown', '2500.00'],
  ])
})
