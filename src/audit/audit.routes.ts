import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { type BusinessId, type Context, HOUSE } from '../context.ts'
import { readPage } from '../lib/paging.ts'
import { answers, Nullable, pageQuery, SuccessList, Timestamp } from '../wire.ts'
import { listAudit } from './audit.ts'

// The wire of the audit log. Nothing here writes: that is done where requests come in.

const Entry = Type.Object({
  number: Type.Integer({ description: 'In the chain, without a gap.' }),
  created_at: Timestamp('When.'),
  mode: Nullable(Type.Enum(['test', 'live'])),
  email: Type.String({ description: 'Who.' }),
  address: Type.String({ description: 'From where.' }),
  action: Type.String({ description: 'What was asked for.' }),
  subject: Type.String({ description: 'Of what.' }),
  outcome: Nullable(
    Type.Integer({ description: 'The status of the answer. null: it was asked for, so far.' }),
  ),
  request_id: Type.String({ description: 'The same on what was asked and on how it ended.' }),
  digest: Type.String({ description: 'SHA-256 over this entry and the digest before it.' }),
})
const tags = ['Audit']

/** Of a business, or of the house. */
export function auditRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    for (const [path, summary, of] of [
      ['/audit', 'What your team has done', null],
      ['/operator/audit', 'What operators have done, and who has signed in', HOUSE],
    ] as const) {
      app.get(
        path,
        {
          schema: {
            tags,
            summary,
            querystring: Type.Object(pageQuery),
            response: answers(SuccessList(Entry), [400]),
          },
        },
        async ({ scope, query }) => shown(context, of ?? scope.businessId, query),
      )
    }
    done()
  }
}

async function shown(
  context: Context,
  businessId: BusinessId,
  query: Parameters<typeof readPage>[0],
) {
  const { entries, meta } = await listAudit(context, businessId, readPage(query))
  const data = entries.map((entry) => ({
    number: Number(entry.number),
    created_at: entry.createdAt.toISOString(),
    mode: entry.mode,
    email: entry.email,
    address: entry.address,
    action: entry.action,
    subject: entry.subject,
    outcome: entry.outcome,
    request_id: entry.requestId,
    digest: entry.digest.toString('hex'),
  }))
  return { status: 'success' as const, message: 'Audit log', data, meta }
}
