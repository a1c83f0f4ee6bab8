import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../api.ts'
import { givenBusiness, useContext } from '../support.ts'

// The contract, part "Versioning".

const context = useContext()
const api = useApi(context)

test('"The interface is version 1, carried in the path prefix `/api/v1`"', async () => {
  const { keys } = await givenBusiness(context)
  const key = keys.secretKey

  assert.equal((await api.get('/api/v1/transactions', { key })).status, 200)
  for (const prefix of ['', '/api', '/v1', '/api/v2', '/api/V1']) {
    assert.equal((await api.get(`${prefix}/transactions`, { key })).status, 404, prefix)
  }
})

test('every endpoint but the checkout’s own calls lies under the prefix, the banks’ without it too', () => {
  const paths = Object.keys(api.app.swagger().paths ?? {})
  assert(paths.length > 10)
  const bare = paths.filter((path) => !/^\/(api\/v1|checkout\/\{access_code\})\//.test(path))
  assert.deepEqual(bare.sort(), ['/accounts/resolve', '/banks', '/banks/suggest'])
  for (const path of bare) assert(paths.includes(`/api/v1${path}`), path)
})

test('the document says its own version', async () => {
  const { headers, body } = await api.get('/openapi.json')
  assert.match(String(headers['content-type']), /^application\/json/)
  assert.equal(body.openapi, '3.1.0')
  assert.equal(body.info.version, '1.0.0')
})

test('the product’s own name is not on the wire', async () => {
  const { text } = await api.get('/openapi.json')
  assert.doesNotMatch(text, /cowrie/i)
})
