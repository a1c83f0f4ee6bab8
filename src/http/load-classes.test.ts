import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../test/api.ts'
import { useContext } from '../../test/support.ts'
import type { LoadClass } from '../core/access.ts'
import { loadClasses } from './load-classes.ts'

const context = useContext()
const api = useApi(context)

test('what is told by banks, validated or verified is kept; lists go before names, and names before payments', () => {
  const expected: Record<string, LoadClass | null> = {
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
    'GET /api/v1/transactions/verify': 'resolve',
    'GET /api/v1/transactions/': 'list',
    'HEAD /readyz': 'kept',
    'DELETE /api/v1/transactions': null,
    'GET /docs/a/b': 'list',
  }
  const classOf = loadClasses(api.app.served)
  for (const [line, loadClass] of Object.entries(expected)) {
    const [method, path] = line.split(' ') as [string, string]
    assert.equal(classOf(method, path), loadClass, line)
  }
})
