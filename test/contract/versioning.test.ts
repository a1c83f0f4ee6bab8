import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEWEST_VERSION } from '../../src/core/versions.ts'
import { useApi } from '../api.ts'
import { LOGIN } from '../routes.ts'
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

test('every endpoint but the checkout’s and the dashboard’s own calls lies under the prefix, the banks’ without it too', () => {
  const ofLogins = Object.keys(LOGIN).map((route) => route.split(' ')[1]!)
  const all = Object.keys(api.app.swagger().paths ?? {})
  const paths = all.filter((path) => !ofLogins.includes(path))
  assert(paths.length > 10 && paths.length < all.length)
  const bare = paths.filter((path) => !/^\/(api\/v1|checkout\/\{access_code\})\//.test(path))
  assert.deepEqual(bare.sort(), ['/accounts/resolve', '/banks', '/banks/suggest'])
  for (const path of bare) assert(paths.includes(`/api/v1${path}`), path)
})

test('the document says its own version', async () => {
  const { headers, body } = await api.get('/openapi.json')
  assert.match(String(headers['content-type']), /^application\/json/)
  assert.equal(body.openapi, '3.1.0')
  assert.equal(body.info.version, NEWEST_VERSION)
})

test('the product’s own name is not on the wire', async () => {
  const { text } = await api.get('/openapi.json')
  // What the dashboard’s page says to the service that it came with, and no server ever sends.
  const others = text.replaceAll(/Cowrie-(Dashboard|Business|Mode)\b/g, '')
  assert.doesNotMatch(others, /cowrie/i)
})
