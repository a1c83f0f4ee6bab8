import type { FlutterwaveSettings } from '../../platform/config.ts'
import { turns } from '../../platform/keyed-calls.ts'
import { standing } from '../client.ts'
import type { RailRequest, StatementRequest } from '../outcomes.ts'
import type {
  BalancesOutcome,
  CardRail,
  DisputeRail,
  HostedRail,
  Method,
  Provider,
  TokenRail,
} from '../rails.ts'
import { fieldsOf } from '../values.ts'
import { accounts } from './accounts.ts'
import { readBalance, readSaid } from './answers.ts'
import { banksOf } from './banks.ts'
import { enquire, openPage } from './card.ts'
import { type Flutterwave, type FlutterwaveDeps, flutterwaveClient } from './client.ts'
import { enquireCredit } from './credits.ts'
import { disputes as disputesOf } from './disputes.ts'
import { openOpay, requestCode, USSD_BANKS } from './methods.ts'
import { readNotification } from './notifications.ts'
import { payouts } from './payouts.ts'
import { enquireRefund, refund, reverse } from './refunds.ts'
import { returns } from './returns.ts'
import { fetchStatement } from './statement.ts'
import { chargeToken } from './tokens.ts'

// Flutterwave v3: cards on its own page, USSD codes, OPay, one-off account numbers, payouts from
// its balance, and the chargebacks of what it took. An operator chooses what it is used for.
// docs/rails/flutterwave.md.

type CreditEnquiry = Parameters<typeof enquireCredit>[1]
type Open = Parameters<HostedRail['openPage']>[0]
type Offer = FlutterwaveSettings['offers'][number]

/** Null if it is not configured. */
export function flutterwaveRails(
  config: FlutterwaveSettings | null,
  deps: FlutterwaveDeps,
): Provider | null {
  if (config === null) return null
  const { card, bank, disputes } = flutterwaveParts(config, deps)
  const offersAny = (...some: Offer[]) => some.some((one) => config.offers.includes(one))
  return {
    ...(offersAny('cards', 'ussd', 'opay') && { card }),
    ...(offersAny('accounts', 'payouts') && { bank }),
    ...(offersAny('cards', 'ussd', 'opay', 'accounts') && { disputes }),
  }
}

/** With what is offered, and with enquiries and refunds in any case. */
export function flutterwaveParts(config: FlutterwaveSettings, deps: FlutterwaveDeps) {
  const flutterwave = flutterwaveClient(config, deps)
  const inTurn = turns()
  const isOffered = (one: Offer) => config.offers.includes(one)
  // All notify one URL, and share one balance.
  const own = {
    name: 'flutterwave',
    ...standing(flutterwave.client),
    readNotification: (request: RailRequest) => readNotification(flutterwave, config.hash, request),
    balances: () => readBalances(flutterwave),
    fetchStatement: (request: StatementRequest) => fetchStatement(flutterwave, request),
  }
  const methods: Method[] = [
    ...(isOffered('cards') ? (['card'] as const) : []),
    ...(isOffered('opay') ? (['opay'] as const) : []),
  ]
  const card: CardRail = {
    ...own,
    ...(methods.length > 0 && {
      pageOf: 'Flutterwave',
      methods,
      openPage: (request: Open) => open(flutterwave, methods, request),
    }),
    ...(isOffered('cards') && {
      chargeToken: (request: Parameters<TokenRail['chargeToken']>[0]) =>
        chargeToken(flutterwave, request),
    }),
    ...(isOffered('ussd') && {
      ussdBanks: USSD_BANKS,
      requestCode: (request: Parameters<typeof requestCode>[1]) =>
        requestCode(flutterwave, request),
    }),
    enquire: (request) => enquire(flutterwave, request),
    reverse: (request) => reverse(flutterwave, inTurn, request),
    refund: (request) => refund(flutterwave, inTurn, request),
    enquireRefund: (request) => enquireRefund(flutterwave, request),
  }
  const bank: Provider['bank'] = {
    ...own,
    ...(isOffered('payouts') && payouts(flutterwave, banksOf(flutterwave))),
    ...(isOffered('accounts') && {
      ...accounts(flutterwave),
      ...returns(flutterwave, inTurn),
      enquireCredit: (request: CreditEnquiry) => enquireCredit(flutterwave, request),
    }),
  }
  const disputes: DisputeRail = {
    name: own.name,
    ...standing(flutterwave.client),
    ...disputesOf(flutterwave),
  }
  return { card, bank, disputes }
}

async function open(flutterwave: Flutterwave, methods: Method[], request: Open) {
  const method = request.method ?? 'card'
  if (!methods.includes(method)) return { kind: 'unavailable' } as const
  return method === 'opay' ? openOpay(flutterwave, request) : openPage(flutterwave, request)
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
