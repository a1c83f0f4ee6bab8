import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Scope } from '../../core/context.ts'
import { file, under } from '../../core/route.ts'
import { sendFile, whenSent } from '../../core/streaming.ts'
import { SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { monthBefore, monthOf, zipOfMonth } from './months.ts'

const RETRY_MS = 15 * SECOND

/** Whose month this process is writing: one at a time, because it reads much. */
const busy = new Set<string>()

export const monthRoutes = under('Wallet', [
  file('/balance/month', {
    needs: 'balance:export',
    isAudited: true,
    operationId: 'exportMonth',
    summary: 'Export a month',
    description:
      'A ZIP of CSV files: payments, refunds, payouts, settlements, fees, stamp duty, disputes ' +
      'and the wallet, and a summary that compares each total with the ledger. Of a month that ' +
      'is not over, the days until yesterday. One at a time for each mode. Once its entries have ' +
      'left the database, it is refused with `archived`.',
    query: {
      month: Type.Optional(
        Type.String({
          format: 'month',
          description: 'The month, in Lagos. By default the last one that is over.',
          examples: ['2026-11'],
        }),
      ),
    },
    type: 'application/zip',
    says: 'The ZIP, written while it is read. If the connection ends early, it is not whole.',
    refusals: [400, 410, 429],
    read: ({ month }, { now }) => monthOf(month ?? monthBefore(now()), now()),
    handle: async (context, request, reply, month) => {
      begin(request.scope, reply)
      const name = `month-${month.name}${request.scope.mode === 'test' ? '-test' : ''}.zip`
      const zip = await zipOfMonth(context, request.scope, month)
      return sendFile(request, reply, { type: 'application/zip', name }, zip)
    },
  }),
])

function begin({ businessId, mode }: Scope, reply: FastifyReply): void {
  const whose = `${businessId} ${mode}`
  if (busy.has(whose)) {
    const message = 'A month of this business is being exported. Try again when that has ended.'
    throw new Refusal('rate_limited', { message, retryAfterSeconds: RETRY_MS / SECOND })
  }
  busy.add(whose)
  whenSent(reply, () => busy.delete(whose))
}
