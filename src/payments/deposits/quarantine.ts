import { type Context, HOUSE, type Scope } from '../../core/context.ts'
import type { Route } from '../../core/events/webhooks.sql.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { newId, publicId } from '../../platform/ids.ts'
import { firstPage } from '../../platform/paging.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { BankCredit, Mode } from '../../providers/outcomes.ts'
import type { Issued } from '../virtual-accounts/virtual-accounts.rows.ts'
import {
  insertQuarantined,
  listQuarantined,
  type Quarantined,
  tallyQuarantined,
} from './deposits.sql.ts'
import { maskAccountNumber } from './deposits.ts'

// Notifications of a rail that were not booked. Each is stored as it came and logged once, for a
// person to look at.

const CONTENT_LENGTH_MAX = 16_384
const LISTED_MAX = 1_000

type Altered = {
  mode: Mode
  rail: string
  account: Issued | null
  credit: BankCredit
  first: BankCredit & { businessId: Scope['businessId'] }
}

/** A session id of another credit, `first`, which does not change. */
export async function quarantineAltered(
  context: Context,
  { mode, rail, account, credit, first }: Altered,
): Promise<void> {
  // A business sees only what concerns it alone. The operator sees what names two businesses.
  const isOne = account?.businessId === first.businessId
  const { sessionId, amount, occurredAt, ...rest } = credit
  const shownCredit = { ...rest, amount: amount.toString(), occurredAt: occurredAt.toISOString() }
  // Without the time: a rail that sends another time repeats the same notification.
  const identity = JSON.stringify({ ...rest, amount: amount.toString() })
  await keep(context, {
    businessId: isOne ? first.businessId : HOUSE,
    mode,
    reason: 'altered',
    rail,
    sessionId,
    content: JSON.stringify(shownCredit),
    digest: sha256(`${rail} ${sessionId} ${identity}`),
    route: account?.kind === 'dedicated' ? 'dedicated_virtual_account' : 'standard',
  })
}

/** Signed by the rail, but without a credit. */
export async function quarantineUnreadable(
  context: Context,
  mode: Mode,
  rail: string,
  body: Buffer,
): Promise<void> {
  // PostgreSQL does not store U+0000.
  const text = body.toString('utf8').replaceAll('\0', '\ufffd')
  // The cut may split a surrogate pair, which PostgreSQL does not store either.
  const content = text.slice(0, CONTENT_LENGTH_MAX).toWellFormed()
  const digest = sha256(`${rail} ${body.toString('base64')}`)
  const reason = 'unreadable' as const
  const named = { businessId: HOUSE, mode, reason, rail, sessionId: null }
  await keep(context, { ...named, content, digest, route: 'standard' })
}

/** For an operator, of all businesses: the newest thousand, oldest first. */
export async function listQuarantine({ sql }: Context, mode: Mode): Promise<Quarantined[]> {
  const newest = firstPage(LISTED_MAX)
  return (await listQuarantined(sql, mode, newest)).rows.toReversed()
}

/** In each mode. At most a thousand are counted. */
export async function quarantinedSince({ sql }: Context, since: Date) {
  return tallyQuarantined(sql, since, LISTED_MAX)
}

/** As the API and the events show it. */
export function toWireQuarantined({
  quarantineId,
  reason,
  sessionId,
  content,
  createdAt,
}: Quarantined) {
  const credit = JSON.parse(content) as Record<string, string>
  return {
    id: publicId('quarantined', quarantineId),
    reason,
    session_id: sessionId,
    notified: {
      account_number: credit['accountNumber'],
      amount: Number(credit['amount']),
      sender_name: credit['senderName'],
      sender_bank_code: credit['senderBankCode'],
      sender_account_number: maskAccountNumber(credit['senderAccountNumber'] ?? ''),
      narration: credit['narration'],
    },
    created_at: createdAt.toISOString(),
  }
}

type Kept = Omit<Quarantined, 'quarantineId' | 'createdAt'> & { digest: Buffer; route: Route }

/** Its event, only if it concerns a business. */
async function keep(context: Context, { route, ...kept }: Kept): Promise<void> {
  const now = context.now()
  const quarantineId = newId<'quarantined'>(now)
  const item = { ...kept, quarantineId, createdAt: now }
  const isNew = await context.sql.begin(async (sql) => {
    if (!(await insertQuarantined(sql, item))) return false
    if (kept.businessId === HOUSE) return true
    const data = JSON.stringify(toWireQuarantined(item))
    await emit(sql, [{ ...newEvent(kept, 'deposit.quarantined', data, now), route }])
    return true
  })
  if (!isNew) return
  context.pubSub.publish(EVENTS_TOPIC, kept)
  const { mode, reason, rail } = kept
  context.log.error({ mode, reason, rail, quarantineId }, 'a notification was quarantined')
}
