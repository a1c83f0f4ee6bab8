import Fastify, { type FastifyInstance } from 'fastify'
import type { Unready } from '../platform/db-watch.ts'

// The probes of load balancers and supervisors. docs/operating/readiness.md says how to react to
// each.

const REASONS = {
  starting: 'The service is starting: it has not written to the database yet.',
  draining: 'The service is stopping. It finishes requests in progress; send new ones elsewhere.',
  database_unavailable: 'The database does not answer this process.',
  database_read_only:
    'The database is read-only: a standby, or default_transaction_read_only is on.',
  database_full: 'The disk of the database is full.',
  commit_stuck: 'The database responds, but does not confirm commits: is it waiting for a standby?',
} as const satisfies Record<Unready | 'draining', string>

export type Readiness = keyof typeof REASONS | null

/** The app of a process whose only role is `worker`. */
export async function buildProbes(unready: () => Readiness): Promise<FastifyInstance> {
  const app = Fastify({ logger: false })
  registerProbes(app, unready)
  return app
}

/** `unready`: why the service is not ready, or null. */
export function registerProbes(scope: FastifyInstance, unready: () => Readiness): void {
  // Some load balancers probe with HEAD.
  const config = { needs: 'anyone', load: 'kept' } as const
  const probe = { config, schema: { hide: true }, exposeHeadRoute: true }
  scope.get('/healthz', probe, async () => ({ status: 'success' }))
  scope.get('/readyz', probe, async (_request, reply) => {
    const reason = unready()
    if (reason === null) return { status: 'success' }
    return reply.status(503).send({ status: 'error', reason, message: REASONS[reason] })
  })
}

/** Makes proxies drop their kept-alive connections to a process that is stopping. */
export function closeWhileDraining(app: FastifyInstance, unready: () => Readiness): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (unready() === 'draining') reply.header('connection', 'close')
    done()
  })
}
