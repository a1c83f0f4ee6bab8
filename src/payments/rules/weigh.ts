import { ageOf } from '../../accounts/businesses/businesses.ts'
import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import { foldEmail } from '../../accounts/customers/customers.ts'
import type { Context, Scope } from '../../core/context.ts'
import { DAY, HOUR, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { publicId } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { isWithin, networkOf, networksOf } from '../../platform/networks.ts'
import type { Keyring } from '../../platform/secrets.ts'
import type { Channel, Transaction, TransactionId } from '../transactions/transactions.rows.ts'
import { type Action, listAllRules, type Rule } from './rules.sql.ts'
import { countOfCards, countOfCustomer, countOfNetwork, lockCounted } from './weigh.sql.ts'

// Compares one attempt with the rules of its business. docs/rules.md tells businesses all of it.
//
// (1) An attempt is weighed in the database transaction that inserts it, under a lock for each
//     subject that a rule counts. So of two attempts at once, the second counts the first.
// (2) What is known only once the money has arrived (a transfer, the card of a provider's page) is
//     weighed before the payment settles. Then a rule refuses nothing: the payment is reviewed.
// (3) An `allow` rule that matches lets the attempt through, whatever else matches.

export const RULES_MAX = 50
export const CARDS_WINDOW_MS = 1 * DAY
export const PAYMENTS_WINDOW_MS = 1 * HOUR
const BUSINESSES_MAX = 10_000

export type Facts = {
  transactionId: TransactionId
  customerId: CustomerId
  email: string
  channel: Channel
  amount: Kobo
  /** The IP address of the customer. */
  address: string | null
  /** A digest: `cardDigest`, `tokenDigest`. */
  card: string | null
  /** Two letters, as the provider of the card says. */
  country: string | null
}

/** A rule that an attempt matched, as it was then. */
export type Reason = {
  rule_id: string
  name: string
  action: Action
  points: number
  /** The number of the attempt. Null for a transfer. */
  attempt: number | null
}

type Cache = { age: number; rules: Map<string, readonly Rule[]> }
const caches = new WeakMap<Context['sql'], Cache>()

/** All of them, also those that are switched off. A change reaches all processes in a second. */
export async function rulesOf(context: Context, scope: Scope): Promise<readonly Rule[]> {
  const age = ageOf(context)
  const last = caches.get(context.sql)
  const cache = last?.age === age ? last : { age, rules: new Map<string, readonly Rule[]>() }
  caches.set(context.sql, cache)
  const name = `${scope.businessId} ${scope.mode}`
  const known = cache.rules.get(name)
  if (known) return known
  const found = await listAllRules(context.sql, scope, RULES_MAX)
  if (cache.rules.size >= BUSINESSES_MAX) cache.rules.clear()
  if (ageOf(context) === age) cache.rules.set(name, found)
  return found
}

type Weighed = { reasons: Reason[]; verdict: Action | null }

/** Rules that are switched off do not match. */
export async function weigh(
  sql: Sql,
  now: Date,
  scope: Scope,
  rules: readonly Rule[],
  facts: Facts,
  attempt: number | null,
): Promise<Weighed> {
  const reasons: Reason[] = []
  for (const rule of rules) {
    if (!rule.active || !(await matches(sql, now, scope, rule, facts))) continue
    const { name, action, points } = rule
    const rule_id = publicId('payment_rule', rule.ruleId)
    reasons.push({ rule_id, name, action, points, attempt })
  }
  return { reasons, verdict: verdictOf(reasons) }
}

function verdictOf(reasons: readonly Reason[]): Action | null {
  const actions = reasons.map(({ action }) => action)
  return (['allow', 'refuse', 'review'] as const).find((one) => actions.includes(one)) ?? null
}

/** Serializes attempts that a rule counts together. Take it before other locks. */
export async function lockFor(
  sql: Sql,
  scope: Scope,
  rules: readonly Rule[],
  { customerId, address }: Facts,
): Promise<void> {
  const kinds = rules.filter(({ active }) => active).map(({ kind }) => kind)
  const countsCustomers =
    kinds.includes('payments_per_customer') || kinds.includes('cards_per_customer')
  await lockCounted(sql, scope, [
    ...(countsCustomers ? [customerId] : []),
    ...(kinds.includes('payments_per_ip') && address !== null ? [networkOf(address)] : []),
  ])
}

/** Of an open payment, with a rule that is changed since or matched again only once. */
export function withReasons({ reasons }: Pick<Transaction, 'reasons'>, more: Reason[]) {
  if (more.length === 0) return reasons
  const again = new Set(more.map((one) => one.rule_id))
  const others = reasonsIn(reasons).filter((one) => !again.has(one.rule_id))
  return JSON.stringify([...others, ...more])
}

export function reasonsIn(text: string | null): Reason[] {
  return text === null ? [] : (JSON.parse(text) as Reason[])
}

export function cardDigest(keys: Keyring, scope: Scope, number: Buffer): string {
  // Hashed twice, so that the number itself never becomes a string.
  return digestOf(keys, scope, keys.fingerprint(number).toString('base64url'))
}

/** `signature`: what the provider gives as the same for the same card. */
export function tokenDigest(keys: Keyring, scope: Scope, rail: string, signature: string): string {
  return digestOf(keys, scope, `${rail} ${signature}`)
}

export const CARD_DIGEST = /^crd_[\w-]{22}$/

function digestOf(keys: Keyring, { businessId, mode }: Scope, card: string): string {
  const digest = keys.fingerprint(`rules ${businessId} ${mode} ${card}`).toString('base64url')
  return `crd_${digest.slice(0, 22)}`
}

async function matches(
  sql: Sql,
  now: Date,
  scope: Scope,
  { kind, amount, channels, most, listed }: Rule,
  facts: Facts,
): Promise<boolean> {
  const { businessId, mode } = scope
  const { customerId, address, card, country, transactionId: except } = facts
  const lists = (value: string) => listed?.includes(value) === true
  const max = most ?? 0
  switch (kind) {
    case 'amount':
      return facts.amount > amount! && (channels === null || channels.includes(facts.channel))
    case 'cards_per_customer': {
      if (card === null) return false
      const since = later(now, -CARDS_WINDOW_MS)
      const others = { businessId, mode, customerId, card }
      return (await countOfCards(sql, others, { since, max })) >= max
    }
    case 'payments_per_customer': {
      const since = later(now, -PAYMENTS_WINDOW_MS)
      const others = { businessId, mode, customerId }
      return (await countOfCustomer(sql, others, { since, except, max })) >= max
    }
    case 'payments_per_ip': {
      if (address === null) return false
      const since = later(now, -PAYMENTS_WINDOW_MS)
      const others = { businessId, mode, network: networkOf(address) }
      return (await countOfNetwork(sql, others, { since, except, max })) >= max
    }
    case 'card_country_in':
      return country !== null && lists(country)
    case 'card_country_not_in':
      return country !== null && !lists(country)
    case 'email':
      return lists(foldEmail(facts.email))
    case 'ip':
      return address !== null && isWithin(networksOf(listed!), address)
    case 'card':
      return card !== null && lists(card)
  }
}
