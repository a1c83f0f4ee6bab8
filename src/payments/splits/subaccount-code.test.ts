import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, parsePublicId } from '../../platform/ids.ts'
import { subaccountCode } from './subaccount-code.ts'

test('the code of a subaccount reads back as its id, and nothing else is a code', () => {
  const id = newId<'subaccount'>(new Date('2026-11-27T12:00:00Z'))
  const code = subaccountCode(id)

  assert.match(code, /^ACCT_/)
  assert.equal(parsePublicId('subaccount', code), id)
  const others = [code.replace('ACCT_', 'SPLT_'), code.toLowerCase(), code.slice(5), `${code}x`, '']
  assert.deepEqual(
    others.map((other) => parsePublicId('subaccount', other)),
    others.map(() => null),
  )
})
