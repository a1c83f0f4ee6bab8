import type { Measured } from './loop.ts'
import type { Reply } from './soak-wire.ts'

// What a soak is made of: kinds of things that are done, and what the businesses' servers are like.

/** Of the requests of a second, for each kind: how often it begins, and how many it asks. */
export const KINDS = {
  'payment by transfer': { share: 12, requests: 6 },
  'payment by card': { share: 2, requests: 2 },
  'payment of a wrong amount': { share: 1, requests: 3 },
  'initialize, new customer': { share: 20, requests: 1 },
  verify: { share: 25, requests: 1 },
  'deposit to a dedicated account': { share: 12, requests: 1 },
  'dedicated account': { share: 3, requests: 1 },
  'identity initiation': { share: 5, requests: 1 },
  'name enquiry': { share: 5, requests: 1 },
  list: { share: 6, requests: 1 },
  'checkout page': { share: 12, requests: 1 },
  refund: { share: 1, requests: 1 },
  'bad request': { share: 10, requests: 1 },
  'cut connection': { share: 4, requests: 1 },
} as const
export type Kind = keyof typeof KINDS
export const SHARES = Object.values(KINDS).reduce((sum, one) => sum + one.share * one.requests, 0)

export type SoakBusiness = { secretKey: string; secrets: Record<'standard' | 'dedicated', string> }
export type SoakLoad =
  /** Answers the port of the businesses' servers. */
  | { step: 'listen' }
  | { step: 'open'; host: string; port: number; railSecret: string; businesses: SoakBusiness[] }
  /** As fast as it goes: so many new customers pay nothing, and these payments are looked at. */
  | { step: 'fill'; count: number; known: Known[]; bankCode: string; msMax: number }
  | { step: 'run'; seconds: number; perSecond: number }
  /** Waits for webhooks that have not come, as long as this. */
  | { step: 'await'; patienceMs: number }

/** A payment that was there before, and its account. */
export type Known = { accessCode: string; accountNumber: string }
export type Acknowledged = {
  initialized: number
  paid: number
  credited: number
  dedicated: number
  identified: number
  refunded: number
}
export type Told = {
  port: number
  acknowledged: Acknowledged
  /** Of payments that were awaited, and all others; `missing`: awaited, and did not come. */
  webhooks: { arrived: number; others: number; wrong: number; missing: number }
  failures: number
  /** Of the failures those that had no answer in time: what was asked for may be there or not. */
  unanswered: number
  /** One of each kind. */
  firstFailures: string[]
  /** Of this step. */
  kinds: (Omit<Measured, 'countsFromLeaving'> & { kind: Kind | 'webhook' })[]
}

/** What becomes of a webhook to the business with this number. */
export function replyOf(business: number, attempt: number): Reply {
  const replies: Reply[] = ['refuse', 'hang', 'cut', 'babble']
  const of = business % 40
  // Some take it when they are told again.
  if (of === 4 || of === 5) return attempt === 1 ? 'refuse' : 'ok'
  return replies[of] ?? 'ok'
}

/** Its server never takes anything: nobody waits for its webhooks. */
export function isBroken(business: number): boolean {
  return business % 40 < 4
}

/** A fifth of everything is of this one. */
export const HOT = 10
/** Those with money for verifications. */
export const WEALTHY = 100
