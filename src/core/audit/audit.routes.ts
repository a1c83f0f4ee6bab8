import { Type } from 'typebox'
import { type BusinessId, HOUSE } from '../context.ts'
import { list, under } from '../route.ts'
import { Nullable, Timestamp, toWire } from '../wire.ts'
import { listAudit } from './audit.ts'

// Reads only: the scopes of `src/http` write entries.

const Entry = Type.Object({
  number: Type.Integer({ description: 'The position in the chain, without gaps.' }),
  created_at: Timestamp('When it happened.'),
  mode: Nullable(Type.Enum(['test', 'live'])),
  email: Type.String({ description: 'Who did it: an email address, or the id of an API key.' }),
  address: Type.String({ description: 'The IP address.' }),
  action: Type.String({ description: 'The action.' }),
  subject: Type.String({ description: 'The record concerned.' }),
  outcome: Nullable(
    Type.Integer({ description: 'The status of the response. null: not known yet.' }),
  ),
  request_id: Type.String({ description: 'The same id on the request and on its result.' }),
  digest: Type.String({ description: 'SHA-256 of this entry and the previous digest.' }),
})
const auditList = (
  path: '/audit' | '/operator/audit',
  of: BusinessId | null,
  named: { needs: 'audit' | 'operator'; operationId: string; summary: string },
) =>
  list(path, {
    ...named,
    item: Entry,
    message: 'Audit log',
    handle: async (context, { scope }, page) => {
      const { rows, meta } = await listAudit(context, of ?? scope.businessId, page)
      const data = rows.map(({ digest, ...one }) => ({
        ...toWire(one),
        digest: digest.toString('hex'),
      }))
      return { data, meta }
    },
  })

export const auditRoutes = under('Audit', [
  auditList('/audit', null, {
    needs: 'audit',
    operationId: 'listAuditEntries',
    summary: 'List the actions of your team and of your keys',
  }),
  auditList('/operator/audit', HOUSE, {
    needs: 'operator',
    operationId: 'listOperatorAuditEntries',
    summary: 'List the actions of operators, and who has signed in',
  }),
])
