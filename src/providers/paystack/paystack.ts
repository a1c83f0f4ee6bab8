import type { PaystackSettings } from '../../platform/config.ts'
import { turns } from '../../platform/keyed-calls.ts'
import { readKobo } from '../amounts.ts'
import { standing } from '../client.ts'
import type { RailRequest, StatementRequest } from '../outcomes.ts'
import type {
  BalancesOutcome,
  DisputeRail,
  HostedRail,
  MandateRail,
  Method,
  Provider,
} from '../rails.ts'
import { fieldsOf } from '../values.ts'
import { accounts } from './accounts.ts'
import { readSaid } from './answers.ts'
import { enquire, openPage } from './card.ts'
import { type Paystack, type PaystackDeps, paystackClient } from './client.ts'
import { enquireCredit } from './credits.ts'
import { disputes as disputesOf } from './disputes.ts'
import { enquireMandate, openMandate } from './mandates.ts'
import { readNotification } from './notifications.ts'
import { payouts } from './payouts.ts'
import { enquireRefund, refund, reverse } from './refunds.ts'
import { returns } from './returns.ts'
import { fetchStatement } from './statement.ts'
import { chargeToken, forgetToken } from './tokens.ts'

// Paystack: cards, USSD and pay with bank on its own page, direct debit mandates, account numbers,
// and payouts from its balance. An operator chooses what it is used for. docs/rails/paystack.md.

type CreditEnquiry = Parameters<typeof enquireCredit>[1]
type Offer = PaystackSettings['offers'][number]
const OF_BANK: Offer[] = ['accounts', 'payouts']
const METHOD_OF: Partial<Record<Offer, Method>> = { cards: 'card', ussd: 'ussd', bank: 'bank' }

/** Null if it is not configured. */
export function paystackRails(
  config: PaystackSettings | null,
  deps: PaystackDeps,
): Provider | null {
  if (config === null) return null
  const { card, bank, disputes } = paystackParts(config, deps)
  const isBank = config.offers.some((one) => OF_BANK.includes(one))
  const charges = card.methods.length > 0 || config.offers.includes('mandates')
  const takesMoney = charges || config.offers.includes('accounts')
  return {
    ...(charges && { card }),
    ...(isBank && { bank }),
    ...(takesMoney && { disputes }),
  }
}

/** Cards, whether they are offered or not, and a bank with what is offered. */
export function paystackParts(config: PaystackSettings, deps: PaystackDeps) {
  const paystack = paystackClient(config, deps)
  const inTurn = turns()
  // Both notify one URL, and share one balance.
  const own = {
    name: 'paystack',
    ...standing(paystack.client),
    readNotification: (request: RailRequest) =>
      readNotification(paystack, config.secretKey, request),
    balances: () => readBalance(paystack),
    fetchStatement: (request: StatementRequest) => fetchStatement(paystack, request),
  }
  const isOffered = (one: Offer) => config.offers.includes(one)
  const card: HostedRail & Partial<MandateRail> = {
    ...own,
    pageOf: 'Paystack',
    methods: config.offers.flatMap((one) => METHOD_OF[one] ?? []),
    openPage: (request) => openPage(paystack, request),
    ...((isOffered('cards') || isOffered('mandates')) && {
      chargeToken: (request: Parameters<MandateRail['chargeToken']>[0]) =>
        chargeToken(paystack, request),
      forgetToken: (request: { token: string }) => forgetToken(paystack, request),
    }),
    ...(isOffered('mandates') && {
      openMandate: (request: Parameters<MandateRail['openMandate']>[0]) =>
        openMandate(paystack, request),
      enquireMandate: (request: { handle?: string }) => enquireMandate(paystack, request),
    }),
    enquire: (request) => enquire(paystack, request),
    reverse: (request) => reverse(paystack, inTurn, request),
    refund: (request) => refund(paystack, inTurn, request),
    enquireRefund: (request) => enquireRefund(paystack, request),
  }
  const bank: Provider['bank'] = {
    ...own,
    ...(isOffered('payouts') && payouts(paystack)),
    ...(isOffered('accounts') && {
      ...accounts(paystack),
      ...returns(paystack, inTurn),
      enquireCredit: (request: CreditEnquiry) => enquireCredit(paystack, request),
    }),
  }
  const { name } = own
  const disputes: DisputeRail = { name, ...standing(paystack.client), ...disputesOf(paystack) }
  return { card, bank, disputes }
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
