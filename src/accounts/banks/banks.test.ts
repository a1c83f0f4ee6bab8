import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALIASES, bankName, banks, findBank } from './banks.ts'

test('the list is sorted by name, without duplicate codes, slugs and NIP codes', () => {
  const names = banks.map(({ name }) => name.toLowerCase())
  assert.deepEqual(names, names.toSorted())
  for (const part of ['code', 'slug', 'nipCode'] as const) {
    const values = banks.map((bank) => bank[part]).filter((value) => value !== null)
    assert.equal(new Set(values).size, values.length, part)
  }
  assert.equal(banks.length, 223)
})

test('every code of the list is accepted, and every NIP code has six digits', () => {
  for (const { code, nipCode } of banks) {
    assert.match(code, /^[0-9A-Z]{3,10}$/)
    if (nipCode !== null) {
      assert.match(nipCode, /^\d{6}$/)
      assert.equal(findBank(nipCode)?.code, code)
    }
    assert.equal(findBank(code)?.code, code)
  }
})

for (const [alias, code] of ALIASES) {
  test(`${alias} is another spelling of ${code}, and of no other bank`, () => {
    assert.equal(findBank(alias)?.code, code)
    assert(!banks.some((bank) => bank.code === alias))
    assert.match(alias, /^[0-9A-Z]{3,10}$/)
  })
}

test('562 is Greenwich, whatever it was before', () => {
  assert.equal(findBank('562')?.name, 'Greenwich Merchant Bank')
})

test('only banks of the list are found', () => {
  for (const code of ['', '000', '030', '035a', '110006', 'constructor', '__proto__']) {
    assert.equal(findBank(code), null, code)
    assert.equal(bankName(code), null, code)
  }
})
