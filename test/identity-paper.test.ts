import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { concludeDue } from '../src/identity/conclude.ts'
import { MINUTE } from '../src/platform/clock.ts'
import { useApi } from './api.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'
import { untilDone } from './until-done.ts'

// docs/identity.md cannot be wrong about the sandbox: what its table says of a number is what
// comes.

const context = useContext()
const api = useApi(context)

const paper = readFileSync('docs/identity.md', 'utf8')
const rows = [...paper.matchAll(/^\| `(\d{11})` \| (\d{3})(?: `([a-z_]+)`)?(.*) \|$/gm)]
const FEE = 5_000
const PLAY_MONEY = 10_000_000

test('the paper has a row for each number that does more', () => {
  assert.equal(rows.length, 6)
})

for (const [, number = '', status, code, more = ''] of rows) {
  test(`${number} does what the paper says: ${status} ${code ?? ''}${more}`, async () => {
    const business = await givenBusiness(context)
    const { secretKey: key } = business.keys

    const body = { type: 'NIN', number }
    const answer = await api.post('/api/v1/identity/verify', { key, body })

    assert.deepEqual([answer.status, answer.body.code], [Number(status), code])
    const [verification] = await verificationsOf(business)
    if (status === '200') {
      const body = { verification_id: verification._id, type: 'NIN', otp: '123456' }
      const { body: record } = await api.post('/api/v1/identity/validate', { key, body })
      assert.equal(record.data.providerResponse.watchListed, 'YES')
    }
    if (status === '504') {
      assert.equal(answer.body.verification_id, verification._id)
      assert.deepEqual([verification.status, verification.debitResponsCode], ['Pending', 202])
      context.advance(2 * MINUTE)
      await untilDone(context, concludeDue)
    }

    const [settled] = await verificationsOf(business)
    const sent = status === '200' || more.includes('with a fee')
    const state = status === '200' ? 'SUCCESS' : sent ? 'Pending' : 'FAILED'
    assert.equal(settled.status, state)
    assert.equal(await availableOf(business), PLAY_MONEY - (sent ? FEE : 0))
  })
}

async function verificationsOf({ keys }: GivenBusiness) {
  const { body } = await api.get('/api/v1/identity', { key: keys.secretKey })
  return body.data
}

async function availableOf({ keys }: GivenBusiness): Promise<number> {
  const { body } = await api.get('/api/v1/balance', { key: keys.secretKey })
  return body.data.available
}
