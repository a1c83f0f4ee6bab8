import type { FlutterwaveSettings } from '../../platform/config.ts'
import { turns } from '../../platform/keyed-calls.ts'
import { standing } from '../client.ts'
import type { RailRequest, StatementRequest } from '../outcomes.ts'
import type { BalancesOutcome, HostedRail, Provider } from '../rails.ts'
import { fieldsOf } from '../values.ts'
import { readBalance, readSaid } from './answers.ts'
import { banksOf } from './banks.ts'
import { enquire, openPage } from './card.ts'
import { type Flutterwave, type FlutterwaveDeps, flutterwaveClient } from './client.ts'
import { readNotification } from './notifications.ts'
import { payouts } from './payouts.ts'
import { enquireRefund, refund, reverse } from './refunds.ts'
import { fetchStatement } from './statement.ts'

// Flutterwave v3: cards on its own page, and payouts from its balance. An operator chooses which of
// them it is used for. docs/rails/flutterwave.md.

/** Null if it is not configured. */
export function flutterwaveRails(
  config: FlutterwaveSettings | null,
  deps: FlutterwaveDeps,
): Provider | null {
  if (config === null) return null
  const { card, bank } = flutterwaveParts(config, deps)
  const { offers } = config
  return { ...(offers.includes('cards') && { card }), ...(bank && { bank }) }
}

/** Cards, whether they are offered or not, and a bank with what is offered. */
export function flutterwaveParts(config: FlutterwaveSettings, deps: FlutterwaveDeps) {
  const flutterwave = flutterwaveClient(config, deps)
  const inTurn = turns()
  // All notify one URL, and share one balance.
  const own = {
    name: 'flutterwave',
    ...standing(flutterwave.client),
    readNotification: (request: RailRequest) => readNotification(flutterwave, config.hash, request),
    balances: () => readBalances(flutterwave),
    fetchStatement: (request: StatementRequest) => fetchStatement(flutterwave, request),
  }
  const card: HostedRail = {
    ...own,
    pageOf: 'Flutterwave',
    methods: ['card'],
    openPage: (request) => openPage(flutterwave, request),
    enquire: (request) => enquire(flutterwave, request),
    reverse: (request) => reverse(flutterwave, inTurn, request),
    refund: (request) => refund(flutterwave, inTurn, request),
    enquireRefund: (request) => enquireRefund(flutterwave, request),
  }
  const bank: Provider['bank'] = config.offers.includes('payouts')
    ? { ...own, ...payouts(flutterwave, banksOf(flutterwave)) }
    : undefined
  return { card, bank }
}

/** Our naira at Flutterwave that can be paid out. */
async function readBalances({ client }: Flutterwave): Promise<BalancesOutcome> {
  const answer = await client.call({ call: 'balance', method: 'GET', path: '/balances/NGN' })
  const said = readSaid(answer)
  if (said.kind === 'unavailable') return said
  const { currency, available_balance } = fieldsOf(said.kind === 'done' ? said.data : null)
  const available = currency === 'NGN' ? readBalance(available_balance) : null
  if (available !== null) return { kind: 'known', balances: [{ account: 'NGN', available }] }
  client.noteUnknown('balance', answer)
  return { kind: 'unknown' }
}
