import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SECOND } from '../../src/platform/clock.ts'
import type { Api } from '../api.ts'
import { givenOpened, isFault, openWatched, type Route, requestTo } from '../every-route.ts'
import { useContext } from '../support.ts'

// A content type without a body, as many clients send it, to every route.

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'nonsense',
  '',
  undefined,
]
const context = useContext()
let api: Api
let routes: Route[]

before(async () => {
  await context.opened
  ;({ api, routes } = await openWatched(context))
})
after(() => api.app.close())

test('a link with a public key begins a payment whatever content type its request names', async () => {
  const opened = await givenOpened(context, api)
  const link = { method: 'GET', url: '/api/v1/transactions/initialize-public' }
  for (const type of TYPES) {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const answer = await api.app.inject(requestTo(opened, link, headers))
    assert.equal(answer.statusCode, 303, `${type}: ${answer.payload}`)
  }
})

test('no route answers a content type without a body with a fault', async () => {
  const opened = await givenOpened(context, api)
  const faults: string[] = []
  // Those that end a session come last.
  const ordered = routes.toSorted((a, b) => Number(endsLogin(a)) - Number(endsLogin(b)))
  for (const route of ordered) {
    for (const type of TYPES) {
      for (const payload of [undefined, '']) {
        context.advance(SECOND)
        const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
        const request = { ...requestTo(opened, route, headers), ...(payload === '' && { payload }) }
        const answer = await api.app.inject(request)
        if (isFault(answer)) faults.push(`${route.method} ${route.url} ${type}: ${answer.payload}`)
      }
    }
  }
  assert.deepEqual(faults, [])
})

function endsLogin({ url }: Route): boolean {
  return /session|password|member/.test(url)
}
