import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { registerErrors } from '../http/errors.ts'
import { metaOf } from '../platform/paging.ts'
import { compile } from '../platform/validation.ts'
import type { Context } from './context.ts'
import { action, JsonText, list, mount, type Route, record, under, withMessage } from './route.ts'
import { ErrorBody } from './wire.ts'

const Cowrie = Type.Object({ id: Type.String(), colour: Type.String() })
const HELD = { id: 'c1', colour: 'white', secret: 'where it lies' }

const asking = (...routes: Route[]) => {
  const app = Fastify()
  app.addSchema(ErrorBody)
  app.setValidatorCompiler(({ schema }) => compile(schema as object, true))
  const context = { baseUrl: () => 'http://cowrie.test' } as Context
  registerErrors(context, app)
  app.register(mount(context, under('Customers', routes)))
  return async (method: 'GET' | 'POST', url: string) => {
    const { statusCode, payload } = await app.inject({ method, url })
    return { status: statusCode, body: JSON.parse(payload) }
  }
}

test('a record shows what its schema names, and nothing else of the row', async () => {
  const ask = asking(
    record('/cowries/:id', {
      needs: 'view',
      operationId: 'getThing',
      summary: 'Look at one',
      answer: Cowrie,
      message: 'Found',
      handle: async (_context, { params }) => ({ ...HELD, id: params.id }),
    }),
  )

  const { body } = await ask('GET', '/cowries/c7')

  const data = { id: 'c7', colour: 'white' }
  assert.deepEqual(body, { status: 'success', message: 'Found', data })
})

test('a message can say what came of it, and JSON goes out as it was written', async () => {
  const ask = asking(
    action('POST /cowries', {
      needs: 'view',
      operationId: 'createThing',
      summary: 'Find one',
      answer: Cowrie,
      status: 201,
      handle: async () => withMessage('It is white', HELD),
    }),
    action('POST /cowries/texts', {
      needs: 'view',
      operationId: 'changeThing',
      summary: 'Write one',
      answer: Type.Object({}, { additionalProperties: true }),
      message: 'Written',
      handle: async () => new JsonText('{"b":1.0,"a":2}'),
    }),
    action('POST /cowries/sink', {
      needs: 'view',
      operationId: 'deleteThing',
      summary: 'Lose all',
      message: 'Lost',
      handle: async () => null,
    }),
  )

  const found = await ask('POST', '/cowries')
  assert.deepEqual([found.status, found.body.message], [201, 'It is white'])
  assert.deepEqual((await ask('POST', '/cowries/texts')).body.data, { b: 1, a: 2 })
  assert.equal((await ask('POST', '/cowries/sink')).body.data, null)
})

test('of a list the page, what the schema finds wrong and what the route does are told at once', async () => {
  const read: unknown[] = []
  const ask = asking(
    list('/cowries', {
      needs: 'view',
      operationId: 'listThings',
      summary: 'List them',
      query: {
        colour: Type.Optional(Type.Enum(['white', 'brown'])),
        from: Type.Optional(Type.String()),
      },
      item: Cowrie,
      message: 'Found',
      read: ({ colour, from }) => {
        read.push([colour, from])
        return colour ?? 'any'
      },
      handle: async (_context, _request, page, colour) => ({
        data: [{ id: `${page.page}`, colour }],
        meta: metaOf(page, 1, []),
      }),
    }),
  )

  const right = await ask('GET', '/cowries?page=3&colour=brown')
  assert.deepEqual(right.body.data, [{ id: '3', colour: 'brown' }])
  assert.equal(right.body.meta.perPage, 50)

  const wrong = await ask('GET', '/cowries?page=0&colour=red&from=a&from=b')
  const fields = wrong.body.errors.map(({ field }: { field: string }) => field)
  assert.deepEqual([wrong.status, fields.sort()], [400, ['colour', 'from', 'page']])
  assert.deepEqual(read.at(-1), [undefined, undefined], 'it reads nothing that is wrong')
})
