import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../api.ts'
import { countRows } from '../calls.ts'
import { givenNamesOf } from '../route-names.ts'
import { type Names, SECRET_KEY } from '../routes.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Answers name their currency, and clients send it back: it is taken wherever money is named.

const context = useContext()
const api = useApi(context)

type Node = { [name: string]: Node }
let business: GivenBusiness
let names: Names
let paths: Node
let components: Node
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  ;({ names } = await givenNamesOf(context, api, business))
  ;({ paths, components } = (await api.get('/openapi.json')).body)
})

const WITH_BODY = Object.entries(SECRET_KEY).filter(([route]) => /^(POST|PUT) .api/.test(route))

test('every body that has an amount, or whose answer has a currency, takes a currency', async () => {
  const without = WITH_BODY.filter(([route]) => {
    const [method, path] = route.split(' ') as [string, string]
    const { requestBody, responses } = paths[path]![method.toLowerCase()] as Node
    const body = schemaIn(requestBody, components)
    // Its threshold is no payment.
    if (body === undefined || route === 'PUT /api/v1/settings') return false
    const data = fieldsOf(schemaIn(responses!['200'] ?? responses!['201'], components), components)
    const named = fieldsOf(resolved(data['data'], components), components)
    const isOfMoney = 'currency' in named || JSON.stringify(body).includes('"x-unit":"kobo"')
    return isOfMoney && !('currency' in fieldsOf(body, components))
  })
  assert.deepEqual(
    without.map(([route]) => route),
    [],
  )
})

test('NGN is taken wherever a currency is, and any other is refused by the name of the field', async () => {
  const taking = WITH_BODY.filter(([route]) => 'currency' in fieldsOf(bodyOf(route), components))
  for (const [route, row] of taking) {
    const [method, pattern] = route.split(' ') as [string, string]
    const sent = row.bodyFor?.(names) ?? row.body
    const send = (currency: unknown) =>
      api[method.toLowerCase() as 'post'](row.path?.(names) ?? pattern, {
        key: business.keys.secretKey,
        body: { ...sent, currency },
      })
    const rows = await countRows(context)

    for (const other of ['USD', 'ngn', '', 566]) {
      const { status, body } = await send(other)
      const { field, message } = body.errors?.[0] ?? {}
      assert.deepEqual([status, body.code, field], [400, 'invalid_request', 'currency'], route)
      const wanted = typeof other === 'string' ? 'currency must be NGN.' : /^currency must be/
      assert.match(message, new RegExp(wanted), route)
    }
    assert.deepEqual(await countRows(context), rows, `${route}: nothing was written`)
    const { status, text } = await send('NGN')
    // What was done before may be refused for another reason.
    assert(status < 300 || status === 409, `${route}: ${text}`)
  }
  assert(taking.length > 10, `${taking.length}`)
})

function bodyOf(route: string): Node | undefined {
  const [method, path] = route.split(' ') as [string, string]
  return schemaIn(paths[path]![method.toLowerCase()]!['requestBody'], components)
}

function schemaIn(of: Node | undefined, components: Node): Node | undefined {
  return resolved(of?.['content']?.['application/json']?.['schema'], components)
}

function fieldsOf(schema: Node | undefined, components: Node): Node {
  return resolved(schema, components)?.['properties'] ?? {}
}

function resolved(schema: Node | undefined, components: Node): Node | undefined {
  const name = (schema?.['$ref'] as unknown as string | undefined)?.split('/').at(-1)
  return name === undefined ? schema : components['schemas']?.[name]
}
