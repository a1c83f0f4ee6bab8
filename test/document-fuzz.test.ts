import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { documentsOf } from '../src/http/document.ts'
import { useApi } from './api.ts'
import { type Document, type Operation, requestsOf } from './fuzz-requests.ts'
import { givenNamesOf } from './route-names.ts'
import type { Names } from './routes.ts'
import { SECRET_KEY } from './routes.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Requests from the document, with a good key: each answer is one that the document allows
// (test/api.ts compares its status and body). COWRIE_FUZZ_REQUESTS says how many, COWRIE_FUZZ_SEED
// which.

const REQUESTS = Number(process.env['COWRIE_FUZZ_REQUESTS'] ?? 300)
const SEED = Number(process.env['COWRIE_FUZZ_SEED'] ?? 20_261_201)
/** They stream until the client leaves. */
const STREAMS = ['streamEvents']
/** For a machine that does other work besides. */
const TIMEOUT_MS = 60_000 + REQUESTS * 100
const MAY_FAIL = [501, 503, 504]

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let names: Names
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  names = (await givenNamesOf(context, api, business)).names
})

test('no request gets an answer that the document does not allow', {
  timeout: TIMEOUT_MS,
}, async () => {
  const document = documentsOf(api.app.swagger()).api as unknown as Document
  const operations = operationsOf(document).map((operation) => {
    const row = SECRET_KEY[`${operation.method} ${operation.path}`]
    const body = (row?.bodyFor?.(names) ?? row?.body ?? {}) as Record<string, unknown>
    return { operation, good: { path: row?.path?.(names) ?? operation.path, body } }
  })
  const responses = new Map(
    operations.map(({ operation }) => [operation.operationId, operation.responses]),
  )
  const known = [...Object.values(names), '058', '0000000018', '22222222222', '123456']
  const authorization = `Bearer ${business.keys.secretKey}`
  const statuses = new Map<number, number>()

  const property = fc.asyncProperty(
    requestsOf(document, operations, known),
    async ({ operationId, request }) => {
      const headers = { authorization, ...(request.headers as object) }
      const { status } = await api.send({ ...request, headers })
      const name = `${operationId} answered ${status}`
      assert(status < 500 || MAY_FAIL.includes(status), name)
      assert(
        String(status) in responses.get(operationId)!,
        `${name}, which the document does not name`,
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    },
  )
  await fc.assert(property, { numRuns: REQUESTS, seed: SEED, endOnFailure: true })

  assert((statuses.get(200) ?? 0) > REQUESTS / 10, `some succeed: ${[...statuses]}`)
  assert((statuses.get(400) ?? 0) > REQUESTS / 10, `some are refused: ${[...statuses]}`)
})

test('a DELETE that brings a body of another type is refused as the document says', async () => {
  const { status } = await api.send({
    method: 'DELETE',
    url: `/api/v1/splits/${names.splitCode}/subaccounts/${names.subaccountCode}`,
    headers: { authorization: `Bearer ${business.keys.secretKey}`, 'content-type': 'text/plain' },
    payload: 'colour=red',
  })

  assert.equal(status, 415)
})

function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { operationId }]) => !STREAMS.includes(operationId))
      .map(([method, one]) => ({
        ...one,
        path,
        method: method.toUpperCase() as Operation['method'],
      })),
  )
}
