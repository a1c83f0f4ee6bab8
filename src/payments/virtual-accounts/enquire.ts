import { LRUCache } from 'lru-cache'
import type { Context } from '../../core/context.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Database } from '../../platform/db.ts'
import { isUuid } from '../../platform/ids.ts'
import { ask } from '../../providers/ask.ts'
import { providersOf } from '../../providers/capabilities.ts'
import { railThatMade } from '../../providers/made-by.ts'
import type { Mode } from '../../providers/outcomes.ts'
import { receive } from '../deposits/receive.ts'
import type { Transaction } from '../transactions/transactions.rows.ts'
import { findByKey } from '../transactions/transactions.ts'
import {
  bringForward,
  claimEnquiries,
  type DueEnquiry,
  FIRST_AFTER_MS,
  setEnquiryDue,
  setNextEnquiry,
} from './enquire.sql.ts'
import { accountHandle } from './virtual-accounts.ts'

// A provider's notification can get lost. So it is asked whether a one-off account was paid: three
// minutes after the number was issued, then ever less often, until an hour after the account ends.
// While a customer watches the checkout, it is asked sooner.
//
// A row is due at `enquire_at`. The page, or news of the provider, only brings this forward, and a
// job asks: so however many
// pages poll, a provider is asked about one payment at most once in 40 s. What it answers is booked
// like a notification, under the same session id, so that whichever is first is the only one.

const BATCH_MAX = 20
/** Longer than a provider may take to answer (providers/ask.ts). */
const LEASE_MS = 1 * MINUTE
/** Until the next enquiry, and how long after the end of the account the last one is. */
const UNPAID = { leastMs: FIRST_AFTER_MS, ofAge: 1, endsMs: 1 * HOUR }
const SILENT = { leastMs: 1 * MINUTE, ofAge: 4, endsMs: 1 * DAY }
/** A process looks at a row this often, however often pages poll. */
const LOOK_MS = 10 * SECOND
const WATCHED_MAX = 20_000

/** A customer waits for this payment: the next enquiry comes sooner. */
export async function noteWaiting(context: Context, transaction: Transaction): Promise<void> {
  const { id, mode, status } = transaction
  if (status !== 'ongoing') return
  const isAsked = providersOf(context.rails, mode).some(({ bank }) => bank?.enquireCredit)
  if (!isAsked) return
  const looked = lookedAt(context)
  const now = context.now()
  if ((looked.get(id) ?? 0) + LOOK_MS > now.getTime()) return
  looked.set(id, now.getTime())
  await bringForward(context.sql, transaction, now)
}

/** The provider says that something happened to it. No-op unless it waits for a payment. */
export async function enquireAboutOneOff(
  { sql, now }: Context,
  mode: Mode,
  rail: string,
  key: string,
): Promise<void> {
  if (isUuid(key)) await setEnquiryDue(sql, { mode, rail }, key, now())
}

/** A job. Returns how many it took up. Throws the first failure after all had their turn. */
export async function enquireAboutOneOffs(context: Context): Promise<number> {
  const now = context.now()
  const claim = { now, until: later(now, LEASE_MS), max: BATCH_MAX }
  const due = await claimEnquiries(context.sql, context.rails, claim)
  const all = await Promise.allSettled(due.map((one) => enquire(context, one)))
  for (const one of all) if (one.status === 'rejected') throw one.reason
  return due.length
}

async function enquire(context: Context, account: DueEnquiry): Promise<void> {
  const { sql, now } = context
  const { virtualAccountId: key, businessId: onBehalfOf, mode, accountNumber } = account
  const { transactionId: id } = account
  const transaction = await findByKey(context, { businessId: onBehalfOf, mode, id })
  const isPaid = transaction?.status === 'success' || transaction?.status === 'reversed'
  const rail = railThatMade(context.rails, 'one_off_accounts', account)
  if (accountNumber === null || isPaid || !rail?.enquireCredit) {
    return setNextEnquiry(sql, account, null)
  }
  const known = accountHandle.handBack(context, account, account.handle)
  const outcome = await ask(rail.enquireCredit({ key, onBehalfOf, accountNumber, ...known }))
  switch (outcome.kind) {
    case 'credit':
      await receive(context, mode, outcome.credit, rail.name, outcome.fee)
      return setNextEnquiry(sql, account, null)
    case 'unavailable':
    case 'unknown':
      return setNextEnquiry(sql, account, nextFor(account, now(), SILENT))
    case 'not_found':
      return setNextEnquiry(sql, account, nextFor(account, now(), UNPAID))
  }
}

function nextFor({ createdAt, expiresAt }: DueEnquiry, now: Date, wait: typeof UNPAID) {
  if (later(expiresAt, wait.endsMs) <= now) return null
  const ageMs = now.getTime() - createdAt.getTime()
  return later(now, Math.max(ageMs / wait.ofAge, wait.leastMs))
}

const watched = new WeakMap<Database, LRUCache<string, number>>()

function lookedAt({ sql }: Context): LRUCache<string, number> {
  const existing = watched.get(sql)
  if (existing) return existing
  const made = new LRUCache<string, number>({ max: WATCHED_MAX })
  watched.set(sql, made)
  return made
}
