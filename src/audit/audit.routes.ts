import { Type } from 'typebox'
import { type BusinessId, HOUSE } from '../context.ts'
import { list, plugin } from '../route.ts'
import { Nullable, Timestamp, toWire } from '../wire.ts'
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
const auditList = (
  path: '/audit' | '/operator/audit',
  of: BusinessId | null,
  named: { operationId: string; summary: string },
) =>
  list(path, {
    ...named,
    item: Entry,
    message: 'Audit log',
    handle: async (context, { scope }, page) => {
      const { entries, meta } = await listAudit(context, of ?? scope.businessId, page)
      const data = entries.map(({ digest, ...one }) => ({
        ...toWire(one),
        digest: digest.toString('hex'),
      }))
      return { data, meta }
    },
  })

/** Of a business, and of the house. */
export const auditRoutes = plugin('Audit', [
  auditList('/audit', null, {
    operationId: 'listAuditEntries',
    summary: 'List what your team has done',
  }),
  auditList('/operator/audit', HOUSE, {
    operationId: 'listOperatorAuditEntries',
    summary: 'List what operators have done, and who has signed in',
  }),
])
