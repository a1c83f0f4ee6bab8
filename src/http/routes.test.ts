import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Facts } from '../core/access.ts'
import { noteRoutes } from './routes.ts'
import { checks } from './scopes.ts'

// A route in a scope that checks less than it needs is an error at the start.

const FACTS = { needs: 'payout', load: 'list' } as const

async function start(config: Partial<Facts>, prepare: (app: FastifyInstance) => void = () => {}) {
  const app = Fastify()
  noteRoutes(app)
  app.register(async (scope) => {
    prepare(scope)
    scope.get('/cowries', { config }, async () => 'found')
  })
  await app.ready()
}

test('a service does not start with a route that does not say who may call it', async () => {
  await assert.rejects(start({}), /GET \/cowries does not say what it needs/)
  await assert.rejects(start({ needs: 'payout' }), /does not say what it needs and its class/)
})

test('a service does not start with a route whose credential nobody checks', async () => {
  await assert.rejects(start(FACTS), /GET \/cowries is in no scope that checks payout/)
  await assert.rejects(
    start({ ...FACTS, needs: 'access_code' }),
    /no scope that checks access_code/,
  )

  await start(FACTS, (scope) => checks(scope, 'secret_key', () => true))
  await start({ ...FACTS, needs: 'anyone' })
  await start({ ...FACTS, isOpen: true })
})

test('a scope takes no route that needs another credential than it checks', async () => {
  const forCustomers = (scope: FastifyInstance) =>
    checks(scope, 'access_code', ({ needs }) => needs === 'access_code', 'anyone')

  await assert.rejects(start(FACTS, forCustomers), /needs payout, and its scope checks access_code/)
  await start({ ...FACTS, needs: 'access_code' }, forCustomers)
  await start({ ...FACTS, needs: 'anyone' }, forCustomers)
})
