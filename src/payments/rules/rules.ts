import { bumpSettingsVersion, forgetCached } from '../../accounts/businesses/businesses.ts'
import { foldEmail } from '../../accounts/customers/customers.ts'
import type { Context, Scope } from '../../core/context.ts'
import { always } from '../../core/etags.ts'
import { toWire } from '../../core/wire.ts'
import type { Sql } from '../../platform/db.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { newId, parsePublicId, publicId } from '../../platform/ids.ts'
import { readNetwork } from '../../platform/networks.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import { paymentNamed } from '../transactions/transactions.ts'
import {
  type Action,
  COUNTED,
  deleteRule,
  findRule,
  insertRule,
  type Kind,
  LISTED,
  listAllRules,
  type Rule,
  type RuleId,
  type Terms,
  updateRule,
} from './rules.sql.ts'
import { lastCardOf } from './weigh.sql.ts'
import { CARD_DIGEST, RULES_MAX } from './weigh.ts'

export { listRules } from './rules.sql.ts'

// A rule of a business: what it compares, and what follows if an attempt to pay matches.
//
//   (none) ──> off <──> on      [createRule, changeRule]
//   off, on ──> (none)          [removeRule]
//
// (1) A rule is created switched off, so that it can be tried on past payments first (try.ts).
// (2) A business has at most RULES_MAX in a mode. The version of the settings is raised first, and
//     its lock lets one change of rules at a time count them.
// (3) A change reaches every process within a second, as one of the settings does.

/** As sent: what its kind does not take is undefined. */
export type SentTerms = Partial<Omit<Terms, 'kind'>>

type RuleInput = SentTerms & Pick<Rule, 'name' | 'kind' | 'action' | 'points'>

export async function createRule(
  context: Context,
  { businessId, mode }: Scope,
  { name, kind, action, points, ...sent }: RuleInput,
  effectId: string | null,
): Promise<Rule> {
  const now = context.now()
  const scope = { businessId, mode }
  const ruleId = (effectId ?? newId(now)) as RuleId
  refuseAction(kind, action)
  const terms = await termsOf(context, scope, kind, sent)
  const times = { createdAt: now, updatedAt: now }
  const more = { active: false, version: 0, ...times }
  const rule: Rule = { ...scope, ruleId, name, action, points, ...terms, ...more }
  await changing(context, async (sql) => {
    const all = await listAllRules(sql, scope, RULES_MAX)
    if (all.some((one) => one.ruleId === ruleId)) return
    if (all.length >= RULES_MAX) refuse('too_many_rules')
    await insertRule(sql, rule)
  })
  return ruleNamed(context, scope, publicId('payment_rule', ruleId))
}

export async function ruleNamed(
  { sql }: Pick<Context, 'sql'>,
  { businessId, mode }: Scope,
  text: string,
): Promise<Rule> {
  const ruleId = parsePublicId('payment_rule', text) ?? refuse('rule_not_found')
  return (await findRule(sql, { businessId, mode, ruleId })) ?? refuse('rule_not_found')
}

type RuleChange = SentTerms & Partial<Pick<Rule, 'name' | 'action' | 'points' | 'active'>>

/** Its kind never changes. */
export function changeRule(
  context: Context,
  scope: Scope,
  text: string,
  { amount, channels, most, listed, ...change }: RuleChange,
  only = always,
): Promise<Rule> {
  return fromFreshReading(async () => {
    const before = await ruleNamed(context, scope, text)
    only(before)
    const { kind } = before
    refuseAction(kind, change.action ?? before.action)
    const sent = Object.fromEntries(
      Object.entries({ amount, channels, most, listed }).filter(([, value]) => value !== undefined),
    ) as SentTerms
    const own = Object.fromEntries(
      Object.entries({ ...termsIn(before) }).filter(([, value]) => value !== null),
    ) as SentTerms
    const terms = await termsOf(context, scope, kind, { ...own, ...sent })
    return changing(context, async (sql) => {
      const updatedAt = context.now()
      const after = await updateRule(sql, before, { ...change, ...terms, updatedAt })
      if (after === null) throw new ChangedMeanwhile()
      return after
    })
  })
}

/** Returns what it was. */
export function removeRule(
  context: Context,
  scope: Scope,
  text: string,
  only = always,
): Promise<Rule> {
  return fromFreshReading(async () => {
    const before = await ruleNamed(context, scope, text)
    only(before)
    await changing(context, async (sql) => {
      if (!(await deleteRule(sql, before))) throw new ChangedMeanwhile()
    })
    return before
  })
}

async function changing<Result>(
  context: Context,
  run: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const result = await context.sql.begin(async (sql) => {
    await bumpSettingsVersion(sql)
    return run(sql)
  })
  forgetCached(context)
  return result
}

function refuseAction(kind: Kind, action: Action): void {
  if (action !== 'allow' || ['email', 'ip', 'card'].includes(kind)) return
  const message = 'action can be allow only for the kinds email, ip and card.'
  refuseFields([{ field: 'action', code: 'not_allowed', message }])
}

function termsIn({ amount, channels, most, listed }: Terms): Omit<Terms, 'kind'> {
  return { amount, channels, most, listed }
}

const NAMES = { amount: 'amount', channels: 'channels', most: 'limit', listed: 'values' } as const
type Term = keyof typeof NAMES

/** Refuses terms that this kind does not take, or lacks. */
export async function termsOf(
  context: Context,
  scope: Scope,
  kind: Kind,
  sent: SentTerms,
): Promise<Terms> {
  const isCounted = (COUNTED as readonly Kind[]).includes(kind)
  const isListed = (LISTED as readonly Kind[]).includes(kind)
  const needed: Term = isCounted ? 'most' : isListed ? 'listed' : 'amount'
  const errors: FieldError[] = []
  for (const term of Object.keys(NAMES) as Term[]) {
    const field = NAMES[term]
    const isTaken = term === needed || (term === 'channels' && kind === 'amount')
    if (!isTaken && sent[term] != null) {
      const message = `A rule of the kind ${kind} takes no ${field}: leave it out.`
      errors.push({ field, code: 'not_allowed', message })
    }
    if (term === needed && sent[term] == null) {
      errors.push({ field, code: 'required', message: `${kind} needs ${field}.` })
    }
  }
  if (errors.length > 0) refuseFields(errors)
  const listed = sent.listed == null ? null : await valuesIn(context, scope, kind, sent.listed)
  const { amount = null, channels = null, most = null } = sent
  return { kind, amount, channels, most, listed }
}

/** In stored form, each once. */
async function valuesIn(context: Context, scope: Scope, kind: Kind, values: string[]) {
  const read: string[] = []
  for (const [i, value] of values.entries()) {
    const one = await valueIn(context, scope, kind, value)
    if (one === null) {
      const message = `values[${i}] must be ${WANTED[kind as keyof typeof WANTED]}.`
      refuseFields([{ field: `values[${i}]`, code: 'invalid_format', message }])
    } else read.push(one)
  }
  return [...new Set(read)]
}

const WANTED = {
  card_country_in: 'a country in two capital letters, such as NG',
  card_country_not_in: 'a country in two capital letters, such as NG',
  email: 'an email address',
  ip: 'an IP address or a network, such as 203.0.113.0/24',
  card: 'the id or reference of a payment whose card was recorded, or a digest (crd_…)',
} as const

async function valueIn(context: Context, scope: Scope, kind: Kind, value: string) {
  if (kind === 'email') return /^[^\s@]+@[^\s@]+$/.test(value) ? foldEmail(value) : null
  if (kind === 'ip') return readNetwork(value)
  if (kind !== 'card') return /^[A-Z]{2}$/.test(value) ? value : null
  if (CARD_DIGEST.test(value)) return value
  return await lastCardOf(context.sql, await paymentNamed(context, scope, value))
}

/** As the API shows it. */
export function toWireRule(rule: Rule) {
  const { name, kind, action, points, channels, active, createdAt, updatedAt } = rule
  return {
    ...toWire({ name, kind, action, points, channels, active, createdAt, updatedAt }),
    id: publicId('payment_rule', rule.ruleId),
    domain: rule.mode,
    amount: rule.amount === null ? null : Number(rule.amount),
    currency: 'NGN' as const,
    limit: rule.most,
    values: rule.listed,
  }
}
