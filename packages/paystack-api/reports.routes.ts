import type { FastifyRequest } from 'fastify'
import { type KeyId, keyNamed, settingsOf } from '../../src/accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import { sendCsv } from '../../src/core/streaming.ts'
import { walletOf } from '../../src/money-out/wallets/wallets.ts'
import { rangeOf, statisticsOf } from '../../src/operator/statistics/statistics.ts'
import { exported } from '../../src/payments/transactions/export.ts'
import { later, MINUTE } from '../../src/platform/clock.ts'
import { refuse } from '../../src/platform/refusal.ts'
import { SEALED } from '../../src/platform/secrets.ts'
import { Asked } from './asked.ts'
import { type Call, call } from './call.routes.ts'
import { filterOf } from './transactions.routes.ts'

// Totals and the export of transactions. As at Paystack, the export returns the URL of a file,
// valid for ten minutes. The URL contains the filter and the key, sealed. It opens only while the
// key is valid, and from the addresses of the key.

const LINK_MS = 10 * MINUTE
const EXPORT = 'GET /transactions/export'
const BOUND = 'paystack export'
const FILTERS = ['from', 'to', 'status', 'customer', 'amount', 'currency']

type Link = Scope & { keyId: KeyId; query: Record<string, string>; until: number }

export const reportCalls = [
  call('GET /transaction/totals', 'GET /statistics', totals),
  call(
    'GET /transaction/export',
    EXPORT,
    async ({ context, scope: { businessId, mode }, keyId, query: asked }) => {
      const query = asked.texts(...FILTERS) as Link['query']
      // Refuses an invalid filter now.
      await filterOf(context, { businessId, mode }, asked)
      const expires = later(context.now(), LINK_MS)
      const its = { businessId, mode, keyId: keyId as KeyId }
      const link: Link = { ...its, query, until: expires.getTime() }
      const token = context.keys.seal(JSON.stringify(link), BOUND)
      const path = `${context.baseUrl()}/paystack/transaction/export/${token}`
      return { message: 'Export successful', data: { path, expiresAt: expires.toISOString() } }
    },
  ),
  call(
    'GET /transaction/export/:token',
    EXPORT,
    async ({ context, scope, params, request, reply }) => {
      const { query, until } = linkIn(context, params['token'] ?? '')
      if (until <= context.now().getTime()) refuse('link_not_valid')
      const filter = await filterOf(context, scope, new Asked(query))
      return sendCsv(request, reply, 'transactions.csv', exported(context, scope, filter))
    },
    'linked',
  ),
]

/** The key that made the link of this request. */
export async function keyOfLink(context: Context, { params }: FastifyRequest) {
  const link = linkIn(context, (params as { token: string }).token)
  const key = (await keyNamed(context, link)) ?? refuse('link_not_valid')
  return { key, settings: await settingsOf(context, key) }
}

async function totals({ context, scope, query }: Call) {
  const range = rangeOf('day', query.range(), context.now())
  const [statistics, wallet] = await Promise.all([
    statisticsOf(context, scope, range),
    walletOf(context, scope),
  ])
  const { succeeded, volume } = statistics.totals
  const inNaira = (amount: bigint) => [{ currency: 'NGN', amount: Number(amount) }]
  return {
    message: 'Transaction totals',
    data: {
      total_transactions: succeeded,
      total_volume: Number(volume),
      total_volume_by_currency: inNaira(volume),
      pending_transfers: Number(wallet.pending),
      pending_transfers_by_currency: inNaira(wallet.pending),
      from: range.from.toISOString(),
      to: range.to.toISOString(),
    },
  }
}

function linkIn(context: Context, token: string): Link {
  if (!SEALED.test(token)) return refuse('link_not_valid')
  try {
    return JSON.parse(context.keys.open(token, BOUND)) as Link
  } catch {
    // Altered, or sealed with a removed master key.
    return refuse('link_not_valid')
  }
}
