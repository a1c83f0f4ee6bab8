import type { Context, Scope } from '../../src/core/context.ts'
import type { Line } from '../../src/core/ledger/ledger.ts'
import { itemPlaceIn, pageOfItems } from '../../src/money-out/settlements/items.ts'
import type { Settlement } from '../../src/money-out/settlements/settlements.sql.ts'
import {
  listSettlements,
  settlementNamed,
  toWireSettlement,
} from '../../src/money-out/settlements/settlements.ts'
import { placeIn, statementOf, toWireLine } from '../../src/money-out/wallets/statement.ts'
import { walletOf } from '../../src/money-out/wallets/wallets.ts'
import type { TransactionId } from '../../src/payments/transactions/transactions.rows.ts'
import { findByKey } from '../../src/payments/transactions/transactions.ts'
import { parsePublicId } from '../../src/platform/ids.ts'
import type { Page } from '../../src/platform/paging.ts'
import { type Asked, metaFor, pageOf, wrong } from './asked.ts'
import { call, list } from './call.routes.ts'
import { byNumber, integrationOf, numberOf } from './numbers.ts'
import { paystackSettlement } from './records.ts'
import { listed } from './transaction-record.ts'
import { theirs } from './transactions.routes.ts'

// Settlements, and the balance of the wallet.

export const settlementCalls = [
  list(
    'GET /settlement',
    'GET /settlements',
    'Settlements retrieved',
    async ({ context, scope, query }, page) => {
      const whose = whoseIn(query)
      for (const name of ['from', 'to']) {
        if (query.has(name)) wrong(name, `${name} is not supported here. Use pages instead.`)
      }
      return listSettlements(context.sql, scope, whose, page)
    },
    (rows) => rows.map((row) => paystackSettlement(row, toWireSettlement(row))),
  ),
  call(
    'GET /settlement/:id/transactions',
    'GET /settlements/:id/items',
    async ({ context, scope, params, query }) => {
      const settlement = await settlementOf(context, scope, params['id'] ?? '')
      const page = pageOf(query, scope, `items of ${settlement.settlementId}`, itemPlaceIn)
      const { rows, meta } = await pageOfItems(context, settlement, page)
      const paid = rows.filter(({ kind }) => kind === 'payment')
      const found = await Promise.all(
        paid.map(({ causeId }) => findByKey(context, { ...scope, id: causeId as TransactionId })),
      )
      const data = found.flatMap((one) => (one === null ? [] : [listed(theirs(one))]))
      const message = 'Settlement transactions retrieved'
      return { message, data, meta: metaFor(query, meta) }
    },
  ),
]

export const balanceCalls = [
  call('GET /balance', 'GET /balance', async ({ context, scope }) => {
    const { available } = await walletOf(context, scope)
    const data = [{ currency: 'NGN', balance: Number(available) }]
    return { message: 'Balances retrieved', data }
  }),
  call('GET /balance/ledger', 'GET /balance/ledger', async ({ context, scope, query }) => {
    const page = pageOf(query, scope, 'GET /balance/ledger', placeIn)
    const { rows, meta } = await statementOf(context, scope, 'available', page)
    const data = rows.map((line) => toPaystackLine(scope, line))
    return { message: 'Balance ledger retrieved', data, meta: metaFor(query, meta) }
  }),
]

function toPaystackLine(scope: Scope, line: Line) {
  const ours = toWireLine(scope, 'available', line)
  const number = numberOf(line.causeId)
  return {
    id: number,
    integration: integrationOf(scope),
    domain: ours.domain,
    currency: ours.currency,
    balance: ours.balance,
    difference: ours.amount,
    reason: ours.type,
    model_responsible: ours.source_type ?? 'adjustment',
    model_row: number,
    createdAt: ours.created_at,
    updatedAt: ours.updated_at,
  }
}

/** Undefined: all settlements. Null: those of the business itself. */
function whoseIn(query: Asked) {
  const code = query.text('subaccount')
  if (code === null) return undefined
  if (code === 'none') return null
  return (
    parsePublicId('subaccount', code) ?? wrong('subaccount', 'subaccount must be a code, ACCT_….')
  )
}

async function settlementOf(context: Context, scope: Scope, text: string): Promise<Settlement> {
  const all = (page: Page) => listSettlements(context.sql, scope, undefined, page)
  return (await byNumber(text, all, 'settlementId')) ?? settlementNamed(context, scope, text)
}
