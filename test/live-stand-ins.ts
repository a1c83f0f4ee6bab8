import type { Server } from 'node:http'
import fastify, { type LightMyRequestResponse } from 'fastify'
import { banks } from '../src/accounts/banks/banks.ts'
import type { Context } from '../src/core/context.ts'
import { DAY } from '../src/platform/clock.ts'
import { kobo, naira } from '../src/platform/money.ts'
import type { Send } from '../src/platform/outbound.ts'
import { liveProviders } from '../src/providers/live.ts'
import type { RailRequest } from '../src/providers/outcomes.ts'
import type { Provider } from '../src/providers/rails.ts'
import { holderOf } from '../src/providers/sandbox/names.ts'
import { type MonnifyStandIn, startMonnifyStandIn } from './providers/monnify.ts'
import { type PaystackStandIn, startPaystackStandIn } from './providers/paystack.ts'
import { OWN_BANK } from './providers/safehaven/books.ts'
import { type SafehavenStandIn, startSafehavenStandIn } from './providers/safehaven.ts'

// Live mode before three stand-ins that are reached without sockets, so that a test can stand on
// the line between them and us. What they have to tell is taken from them here and told by whoever
// plays the test.

/** Monnify has a page for cards too, which is asked for while Paystack is down. */
export const PROVIDERS = ['paystack', 'monnify', 'safehaven'] as const
export type ProviderName = (typeof PROVIDERS)[number]
export type News = { rail: ProviderName; request: RailRequest }

export type StandIns = {
  monnify: MonnifyStandIn
  paystack: PaystackStandIn
  safehaven: SafehavenStandIn
  /** The providers as a process of ours knows them, asked for what is new in this order. */
  rails(send: Send, order?: readonly ProviderName[]): Provider[]
  /** The line to them, on which nothing goes wrong. */
  send: Send
  nameOf(url: string): ProviderName
  /** What they have told since it was last asked for. */
  news(): News[]
  /**
   * Somebody transfers to an account number that one of them issued. Answers how they call it; null
   * where the bank refuses it.
   */
  pay(accountNumber: string, amount: number, sender: string): string | null
  /** Somebody pays by card on a provider's page, after it was declined or at once. */
  payOn(page: string, tries: 'once' | 'twice'): void
  close(): Promise<void>
}

const SENDERS_BANK = { code: '058', nipCode: '000013' }
/** How the account numbers begin that Monnify's stand-in issues. */
const MONNIFYS = '50'
const CALLBACK_TOKEN = 'a-token-of-the-callback-address-of-ours'
const BALANCE = naira(100_000_000)

export async function startStandIns({ now, log, config, monotonicMs }: Context): Promise<StandIns> {
  const monnify = await startMonnifyStandIn({ now, balance: BALANCE })
  const paystack = await startPaystackStandIn({ now, rules: { openingBalance: BALANCE } })
  const safehaven = await startSafehavenStandIn({ now, balance: BALANCE })
  safehaven.controls.news.lose = Number.POSITIVE_INFINITY
  const all = { monnify, paystack, safehaven }
  const lines = new Map(
    PROVIDERS.map((name) => [all[name].url, { name, ask: lineTo(all[name].server) }]),
  )
  const heard = { paystack: 0, monnify: 0, safehaven: 0 }
  const lineOf = (url: string) => lines.get(new URL(url).origin)!
  return {
    ...all,
    rails(send, order = PROVIDERS) {
      const providers = {
        floors: {},
        order: [...order],
        paystack: { ...paystack.credentials, baseUrl: paystack.url, pageMs: 1 * DAY },
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
      const payer = { ...from, bank: SENDERS_BANK.nipCode }
      const credit = { accountNumber, amount: BigInt(amount), from: payer }
      return safehaven.controls.pay(credit)?.sessionId ?? null
    },
    payOn(page, tries) {
      const { pathname } = new URL(page)
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

/** Safe Haven signs nothing: the token at the end of the address says that it comes from there. */
function requestOf(told: RailRequest | { body: string }): RailRequest {
  if (typeof told.body !== 'string') return told as RailRequest
  return { headers: {}, body: Buffer.from(told.body), token: CALLBACK_TOKEN }
}

/** Hands requests to a server without a socket. */
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
