import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readDocument } from '../../scripts/clients/document.ts'
import { useApi } from '../api.ts'
import { givenBusiness, useContext } from '../support.ts'

// The published Postman collection, sent as Postman would.

type Request = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  header: { key: string; value: string }[]
  url: { raw: string; query?: { key: string; disabled: boolean }[] }
  body?: { raw: string }
}
type Item = { name: string; request: Request }

const context = useContext()
const api = useApi(context)
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const folders = read('docs/api/postman.json').item as { name: string; item: Item[] }[]
const items = folders.flatMap(({ item }) => item)

test('there is a request for each method of the clients', () => {
  const { resources } = readDocument(read('docs/api/openapi.json'))
  const methods = resources.flatMap((one) => one.methods)
  assert.deepEqual(
    items.map(({ request: { method, url } }) => `${method} ${url.raw}`),
    methods.map(({ http, path }) => `${http} {{base_url}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
})

test('the example of a request is accepted', async () => {
  const business = await givenBusiness(context)
  const send = async (name: string) => {
    const { request } = items.find((one) => one.name === name)!
    const header = request.header.map(({ key, value }) => [
      key.toLowerCase(),
      value.replace('{{$guid}}', crypto.randomUUID()),
    ])
    const { status, body } = await api.send({
      method: request.method,
      url: request.url.raw.replace('{{base_url}}', ''),
      headers: {
        ...Object.fromEntries(header),
        authorization: `Bearer ${business.keys.secretKey}`,
        ...(request.body && { 'content-type': 'application/json' }),
      },
      ...(request.body && { payload: request.body.raw }),
    })
    return [status, body.status]
  }
  assert.deepEqual(await send('Initialize a transaction'), [200, 'success'])
  assert.deepEqual(await send('List transactions'), [200, 'success'])
})
