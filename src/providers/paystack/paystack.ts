import type { PaystackSettings } from '../../platform/config.ts'
import { turns } from '../../platform/keyed-calls.ts'
import { readKobo } from '../amounts.ts'
import { standing } from '../client.ts'
import type { BalancesOutcome, HostedCardRail, Provider } from '../rails.ts'
import { fieldsOf } from '../values.ts'
import { readSaid } from './answers.ts'
import { enquire, openPage } from './card.ts'
import { type Paystack, type PaystackDeps, paystackClient } from './client.ts'
import { readNotification } from './notifications.ts'
import { enquireRefund, refund, reverse } from './refunds.ts'
import { fetchStatement } from './statement.ts'

// Paystack, for cards on its own page and their refunds: docs/rails/paystack.md.

/** Null if it is not configured. */
export function paystackRails(
  config: PaystackSettings | null,
  deps: PaystackDeps,
): Provider | null {
  if (config === null) return null
  return { card: paystackCards(config, deps) }
}

export function paystackCards(config: PaystackSettings, deps: PaystackDeps): HostedCardRail {
  const paystack = paystackClient(config, deps)
  const inTurn = turns()
  return {
    name: 'paystack',
    pageOf: 'Paystack',
    ...standing(paystack.client),
    openPage: (request) => openPage(paystack, request),
    enquire: (request) => enquire(paystack, request),
    reverse: (request) => reverse(paystack, inTurn, request),
    refund: (request) => refund(paystack, inTurn, request),
    enquireRefund: (request) => enquireRefund(paystack, request),
    readNotification: (request) => readNotification(paystack, config.secretKey, request),
    balances: () => readBalance(paystack),
    fetchStatement: (request) => fetchStatement(paystack, request),
  }
}

/** Our naira at Paystack that is not settled yet. */
async function readBalance({ client }: Paystack): Promise<BalancesOutcome> {
  const answer = await client.call({ call: 'balance', method: 'GET', path: '/balance' })
  const said = readSaid(answer)
  if (said.kind === 'unavailable') return said
  const rows = said.kind === 'done' && Array.isArray(said.data) ? said.data.map(fieldsOf) : []
  const available = readKobo(rows.find(({ currency }) => currency === 'NGN')?.balance)
  if (available !== null) return { kind: 'known', balances: [{ account: 'NGN', available }] }
  client.noteUnknown('balance', answer)
  return { kind: 'unknown' }
}
