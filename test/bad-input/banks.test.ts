import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../api.ts'
import { contentsOf } from '../calls.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// The list of banks, the suggestions and the name enquiry: each field as every type, and the shapes
// that people type.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const GOOD = { bank_code: '058', account_number: '0000000018' }
const NO_TEXT = [5, 58, true, null, [], ['058'], {}, { $gt: '' }, undefined]
const BLANKS = ['', ' ', '\t', '\u00a0', '\u200b']
const WRONG: Record<string, unknown[]> = {
  bank_code: [
    ...NO_TEXT,
    ...BLANKS,
    '58',
    '05',
    ' 058',
    '058 ',
    '058\n',
    '0-58',
    '035a',
    'gtbank',
    '٠٥٨',
    '０５８',
    'ABCDEFGHIJK',
    "058' or 1=1",
    '../058',
  ],
  account_number: [
    ...NO_TEXT,
    ...BLANKS,
    18,
    '000000018',
    '00000000018',
    ' 0000000018',
    '0000000018 ',
    '0000000018\n',
    '00 0000 0018',
    '000000001A',
    '-000000018',
    '0000000.18',
    '٠٠٠٠٠٠٠٠١٨',
    '００００００００１８',
    '1e9',
    `0000000018'--`,
  ],
}

for (const path of ['/accounts/resolve', '/api/v1/accounts/resolve']) {
  test(`${path} says which field is wrong, and asks nobody`, async () => {
    const { resolveAccount } = context.rails.test.bank
    context.rails.test.bank.resolveAccount = () => assert.fail('the bank was asked')
    const rows = await contentsOf(context)
    const key = business.keys.secretKey
    try {
      for (const [field, values] of Object.entries(WRONG)) {
        for (const value of values) {
          const { status, body, text } = await api.post(path, {
            key,
            body: { ...GOOD, [field]: value },
          })
          assert.deepEqual([status, body.code], [400, 'invalid_request'], text)
          assert.deepEqual(fieldsOf(body), [field], `${JSON.stringify(value)}: ${text}`)
        }
      }
      const { body } = await api.post(path, { key, body: {} })
      assert.deepEqual(fieldsOf(body), ['bank_code', 'account_number'], 'both at once')
    } finally {
      context.rails.test.bank.resolveAccount = resolveAccount
    }
    assert.deepEqual(await contentsOf(context), rows, 'nothing was written')
  })
}

for (const prefix of ['', '/api/v1']) {
  test(`${prefix}/banks takes all=true and all=false, and says so`, async () => {
    for (const query of [
      ...['all=', 'all=1', 'all=yes', 'all=TRUE', 'all=true%20', 'all=null', 'all'],
      ...['all=true&all=false', 'all=true&all=true'],
    ]) {
      const { status, body, headers } = await api.get(`${prefix}/banks?${query}`)
      assert.deepEqual([status, body.code], [400, 'invalid_request'], query)
      assert.deepEqual(fieldsOf(body), ['all'], query)
      assert.match(body.errors[0].message, /true, false/, query)
      assert.equal(headers['cache-control'], 'no-store', 'nobody keeps a refusal')
      assert.equal(headers['etag'], undefined)
      assert.equal(headers['access-control-allow-origin'], '*', 'a page may read why')
    }
    for (const query of ['ALL=true', 'x=1', '__proto__=1', 'all[]=true', '%00']) {
      const { status, body } = await api.get(`${prefix}/banks?${query}`)
      assert.deepEqual([status, body.errors[0].code], [400, 'unknown_parameter'], query)
    }
    assert.equal((await api.get(`${prefix}/banks?`)).status, 200)
  })

  test(`${prefix}/banks/suggest wants ten digits`, async () => {
    for (const value of [null, ...WRONG['account_number']!]) {
      if (typeof value !== 'string' && value !== null) continue
      const query = value === null ? '' : `?account_number=${encodeURIComponent(value)}`
      const { status, body } = await api.get(`${prefix}/banks/suggest${query}`)
      assert.deepEqual([status, body.code], [400, 'invalid_request'], query)
      assert.deepEqual(fieldsOf(body), ['account_number'], query)
    }
    const twice = 'account_number=0000000018&account_number=0000000018'
    assert.equal((await api.get(`${prefix}/banks/suggest?${twice}`)).status, 400)
  })
}

test('a tag to compare with can be any text, however long', async () => {
  for (const tag of ['"'.repeat(8_000), 'W/'.repeat(4_000), '"a",'.repeat(2_000), '\u00ff', '"']) {
    const { status } = await api.get('/banks', { headers: { 'if-none-match': tag } })
    assert.equal(status, 200)
  }
})

function fieldsOf(body: { errors?: { field: string }[] }): string[] {
  return (body.errors ?? []).map(({ field }) => field)
}
