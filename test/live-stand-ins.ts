import type { Server } from 'node:http'
import fastify, { type LightMyRequestResponse } from 'fastify'
import { banks } from '../src/accounts/banks/banks.ts'
import type { Context } from '../src/core/context.ts'
import { DAY } from '../src/platform/clock.ts'
import type { FlutterwaveSettings, PaystackSettings } from '../src/platform/config.ts'
import { kobo, naira } from '../src/platform/money.ts'
import type { Send } from '../src/platform/outbound.ts'
import { liveProviders } from '../src/providers/live.ts'
import type { RailRequest } from '../src/providers/outcomes.ts'
import type { Provider } from '../src/providers/rails.ts'
import { holderOf } from '../src/providers/sandbox/names.ts'
import { FLUTTERWAVES } from './providers/flutterwave/accounts.ts'
import { APPROVED } from './providers/flutterwave/books.ts'
import { type FlutterwaveStandIn, startFlutterwaveStandIn } from './providers/flutterwave.ts'
import { type MonnifyStandIn, startMonnifyStandIn } from './providers/monnify.ts'
import { PAYSTACKS } from './providers/paystack/accounts.ts'
import { type PaystackStandIn, startPaystackStandIn } from './providers/paystack.ts'
import { OWN_BANK } from './providers/safehaven/books.ts'
import { type SafehavenStandIn, startSafehavenStandIn } from './providers/safehaven.ts'

// Live mode over four stand-in providers without sockets, so that a test can interfere with the
// requests between them and us. The test collects their notifications here and delivers them
// itself.

/** Monnify also takes cards, as the fallback while Paystack is down. */
export const PROVIDERS = ['paystack', 'monnify', 'safehaven', 'flutterwave'] as const
export type ProviderName = (typeof PROVIDERS)[number]
/** What the two are used for that offer a choice. */
export type Offers = {
  paystack: PaystackSettings['offers']
  flutterwave: FlutterwaveSettings['offers']
}
/** Flutterwave takes what no other provider does. */
const OFFERS: Offers = { paystack: ['cards'], flutterwave: ['ussd', 'opay'] }
export type News = { rail: ProviderName; request: RailRequest }

export type StandIns = {
  flutterwave: FlutterwaveStandIn
  monnify: MonnifyStandIn
  paystack: PaystackStandIn
  safehaven: SafehavenStandIn
  /**
   * The providers as one of our processes configures them; `order` is their priority for new
   * payments.
   */
  rails(send: Send, order?: readonly ProviderName[], offers?: Partial<Offers>): Provider[]
  /** The connection to the providers, without faults. */
  send: Send
  nameOf(url: string): ProviderName
  /** Notifications sent since the last call. */
  news(): News[]
  /**
   * Transfers to an account number that a stand-in issued. Returns the provider's reference, or
   * null if the bank rejects the transfer.
   */
  pay(accountNumber: string, amount: number, sender: string): string | null
  /** Pays on a provider's page or by its USSD code, at once or, by card, after one decline. */
  payOn(page: string, tries: 'once' | 'twice'): void
  close(): Promise<void>
}

const SENDERS_BANK = { code: '058', nipCode: '000013' }
/** Prefix of the account numbers that Monnify's stand-in issues. */
const MONNIFYS = '50'
const CALLBACK_TOKEN = 'a-token-of-the-callback-address-of-ours'
const BALANCE = naira(100_000_000)

export async function startStandIns({ now, log, config, monotonicMs }: Context): Promise<StandIns> {
  const monnify = await startMonnifyStandIn({ now, balance: BALANCE })
  const paystack = await startPaystackStandIn({ now, rules: { openingBalance: BALANCE } })
  const safehaven = await startSafehavenStandIn({ now, balance: BALANCE })
  const flutterwave = await startFlutterwaveStandIn({ now, rules: { openingBalance: BALANCE } })
  safehaven.controls.news.lose = Number.POSITIVE_INFINITY
  const all = { flutterwave, monnify, paystack, safehaven }
  const lines = new Map(
    PROVIDERS.map((name) => [
      new URL(all[name].url).origin,
      { name, ask: lineTo(all[name].server) },
    ]),
  )
  const heard = { paystack: 0, monnify: 0, safehaven: 0, flutterwave: 0 }
  const lineOf = (url: string) => lines.get(new URL(url).origin)!
  return {
    ...all,
    rails(send, order = PROVIDERS, chosen = {}) {
      const offers = { ...OFFERS, ...chosen }
      const providers = {
        floors: {},
        order: [...order],
        flutterwave: {
          ...flutterwave.credentials,
          baseUrl: flutterwave.url,
          pageOrigin: flutterwave.pageOrigin,
          pageMs: 1 * DAY,
          offers: offers.flutterwave,
        },
        mono: null,
        paystack: {
          ...paystack.credentials,
          baseUrl: paystack.url,
          pageMs: 1 * DAY,
          offers: offers.paystack,
          issuers: ['titan-paystack' as const],
        },
        monnify: {
          ...monnify.credentials,
          issuers: ['035', '232', '50515'],
          baseUrl: monnify.url,
        },
        safehaven: {
          ...safehaven.credentials,
          baseUrl: safehaven.url,
          bankCode: OWN_BANK,
          callbackUrl: 'https://pay.example.com/api/v1/rails/safehaven/notifications',
          callbackToken: CALLBACK_TOKEN,
        },
      }
      return liveProviders(
        { ...config, providers },
        { now, log, monotonicMs, banks, mail: null, send },
      )
    },
    send: (request) => lineOf(request.url).ask(request),
    nameOf: (url) => lineOf(url).name,
    news() {
      const told = {
        paystack: paystack.controls.notices.made,
        monnify: monnify.controls.told,
        safehaven: safehaven.controls.news.all,
        flutterwave: flutterwave.notices.made,
      }
      return PROVIDERS.flatMap((rail) => {
        const more = told[rail].slice(heard[rail])
        heard[rail] += more.length
        return more.map((one) => ({ rail, request: requestOf(one) }))
      })
    },
    pay(accountNumber, amount, sender) {
      const accountName = holderOf(sender, SENDERS_BANK.nipCode)
      const from = { accountNumber: sender, accountName }
      if (accountNumber.startsWith(MONNIFYS)) {
        const source = { ...from, bankCode: SENDERS_BANK.code }
        return monnify.controls.pay(accountNumber, kobo(amount), source)
      }
      if (accountNumber.startsWith(PAYSTACKS)) {
        const by = { name: accountName, bank: 'Guaranty Trust Bank', accountNumber: sender }
        return paystack.books.accounts.pay(accountNumber, kobo(amount), by)?.reference ?? null
      }
      if (accountNumber.startsWith(FLUTTERWAVES)) {
        const by = { name: accountName, bank: 'Guaranty Trust Bank', accountNumber: sender }
        const isPaid = flutterwave.books.accounts.pay(accountNumber, kobo(amount), by)
        return isPaid ? `${flutterwave.books.charges.at(-1)!.id}` : null
      }
      const payer = { ...from, bank: SENDERS_BANK.nipCode }
      const credit = { accountNumber, amount: BigInt(amount), from: payer }
      return safehaven.controls.pay(credit)?.sessionId ?? null
    },
    payOn(page, tries) {
      const { origin, pathname } = new URL(page)
      if (origin === flutterwave.pageOrigin || page.startsWith('tel:')) {
        payAtFlutterwave(flutterwave, pathname, tries)
        return
      }
      const name = decodeURIComponent(pathname.split('/').at(-1) ?? '')
      const charge = paystack.books.at(name)
      if (charge === undefined) {
        const { paymentReference, amount } = monnify.books.payments.get(name)!
        monnify.controls.pay(paymentReference, amount)
        return
      }
      if (tries === 'twice') paystack.controls.decline(charge.reference)
      paystack.controls.pay(charge.reference)
    },
    async close() {
      await Promise.all(PROVIDERS.map((name) => all[name].close()))
    },
  }
}

function payAtFlutterwave(
  { books, controls }: FlutterwaveStandIn,
  pathname: string,
  tries: 'once' | 'twice',
): void {
  // The end of a page's address, or of a USSD code.
  const name = pathname.split(/[/*]/).at(-1)!.replace('%23', '')
  const charge = books.charges.find(({ flwRef, id }) => flwRef === name || `${id}` === name)
  if (charge !== undefined) {
    books.decide(charge, 'successful', APPROVED)
    return
  }
  const { txRef } = books.pageAt(name)!
  if (tries === 'twice') controls.decline(txRef)
  controls.pay(txRef)
}

/** Safe Haven does not sign; the token at the end of the callback URL authenticates it. */
function requestOf(told: RailRequest | { body: string }): RailRequest {
  if (typeof told.body !== 'string') return told as RailRequest
  return { headers: {}, body: Buffer.from(told.body), token: CALLBACK_TOKEN }
}

/** Passes requests to a server without a socket. */
function lineTo(server: Server): Send {
  const app = fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all('*', (request, reply) => {
    reply.hijack()
    server.emit('request', request.raw, reply.raw)
  })
  return async ({ url, method, headers, body }) => {
    const { pathname, search } = new URL(url)
    const asked = { method, url: pathname + search, headers, ...(body !== null && { body }) }
    const answer: LightMyRequestResponse = await app.inject(asked)
    return {
      kind: 'answered',
      status: answer.statusCode,
      retryAfterSeconds: null,
      saidAt: null,
      body: answer.body,
      isWhole: true,
      latencyMs: 1,
    }
  }
}
