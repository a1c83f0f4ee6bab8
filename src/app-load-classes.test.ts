import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../test/api.ts'
import { useContext } from '../test/support.ts'
import { classOf, type RouteClass } from './app-load-classes.ts'

const context = useContext()
const api = useApi(context)

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

test('every route has its class', async () => {
  const without: string[] = []
  let count = 0
  for (const url of pathsOf(api.app.printRoutes({ commonPrefix: false }))) {
    for (const method of METHODS) {
      const { statusCode } = await api.app.inject({ method, url })
      if (statusCode === 405) continue
      count += 1
      if (classOf(method, url) === null) without.push(`${method} ${url}`)
    }
  }
  assert.deepEqual(without, [])
  assert(count > 150, `${count} routes are found`)
})

/** Of the tree that Fastify prints: what stands on a line follows what it is indented under. */
function pathsOf(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = /^([│ ]*)[├└]── (\S*) \(/u.exec(line)
    if (!found) return []
    const depth = found[1]!.length / 4
    above.length = depth
    above.push(found[2]!)
    const path = above.join('')
    // The dashboard's own pages are files.
    return path.includes('*') || path === '' ? [] : [path.startsWith('/') ? path : `/${path}`]
  })
}

test('what is told by banks, validated or verified is kept; lists go before names, and names before payments', () => {
  const expected: Record<string, RouteClass | null> = {
    'POST /api/v1/rails/sandbox/notifications': 'kept',
    'POST /api/v1/rails/sandbox/notifications/token': 'kept',
    'POST /api/v1/bvn/validate': 'kept',
    'POST /api/v1/identity/validate': 'kept',
    'GET /api/v1/transactions/verify/order-1': 'kept',
    'GET /readyz': 'kept',
    'GET /checkout/abc/events': 'stream',
    'GET /api/v1/events/stream': 'stream',
    'GET /dashboard/api/transactions': 'dashboard',
    'GET /dashboard/api/transactions/verify/order-1': 'dashboard',
    'GET /dashboard': 'dashboard',
    'GET /api/v1/transactions': 'list',
    'GET /api/v1/transactions/export': 'list',
    'GET /api/v1/events': 'list',
    'POST /accounts/resolve': 'resolve',
    'POST /api/v1/accounts/resolve': 'resolve',
    'GET /api/v1/transactions/0199': 'resolve',
    'POST /api/v1/transactions/initialize': 'initialize',
    'POST /api/v1/transactions/initialize-public': 'initialize',
    'GET /checkout/abc': 'initialize',
    'POST /checkout/abc/card': 'initialize',
    'GET /dashboards': null,
    'GET /nothing/here': null,
  }
  for (const [line, routeClass] of Object.entries(expected)) {
    const [method, path] = line.split(' ') as [string, string]
    assert.equal(classOf(method, path), routeClass, line)
  }
})
