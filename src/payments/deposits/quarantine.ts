import { type Context, HOUSE, type Scope } from '../../core/context.ts'
import { newId } from '../../platform/ids.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { BankCredit, Mode } from '../../providers/outcomes.ts'
import type { Issued } from '../virtual-accounts/virtual-accounts.rows.ts'
import {
  insertQuarantined,
  listQuarantined,
  type Quarantined,
  tallyQuarantined,
} from './deposits.sql.ts'

// What came from a rail and was not booked. It changes nothing, and it is not thrown away: a
// person must look at it, so it is kept as it came and said loudly, once.

const CONTENT_LENGTH_MAX = 16_384
const LISTED_MAX = 1_000

/** A session id that names another credit: `first`, which stays as it is. */
export async function quarantineAltered(
  context: Context,
  {
    mode,
    rail,
    account,
    credit,
    first,
  }: {
    mode: Mode
    rail: string
    account: Issued | null
    credit: BankCredit
    first: BankCredit & { businessId: Scope['businessId'] }
  },
): Promise<void> {
  // A business sees what concerns it alone; what names two businesses is for the operator.
  const isOne = account?.businessId === first.businessId
  const { sessionId, amount, occurredAt, ...rest } = credit
  const shownCredit = { ...rest, amount: amount.toString(), occurredAt: occurredAt.toISOString() }
  // Not the moment: a rail that tells it anew each time tells one thing.
  const identity = JSON.stringify({ ...rest, amount: amount.toString() })
  await keep(context, {
    businessId: isOne ? first.businessId : HOUSE,
    mode,
    reason: 'altered',
    rail,
    sessionId,
    content: JSON.stringify(shownCredit),
    digest: sha256(`${rail} ${sessionId} ${identity}`),
  })
}

/** Signed by the rail, and no credit in it. */
export async function quarantineUnreadable(
  context: Context,
  mode: Mode,
  rail: string,
  body: Buffer,
): Promise<void> {
  // No text of PostgreSQL holds U+0000.
  const text = body.toString('utf8').replaceAll('\0', '\ufffd')
  // The end may be half a surrogate pair, which the database does not take.
  const content = text.slice(0, CONTENT_LENGTH_MAX).toWellFormed()
  const digest = sha256(`${rail} ${body.toString('base64')}`)
  const reason = 'unreadable' as const
  await keep(context, { businessId: HOUSE, mode, reason, rail, sessionId: null, content, digest })
}

/** For an operator, of all businesses: the newest thousand, the newest of them last. */
export async function listQuarantine({ sql }: Context, mode: Mode): Promise<Quarantined[]> {
  return (await listQuarantined(sql, mode, LISTED_MAX)).toReversed()
}

/** In each mode, since then; at most a thousand are counted. */
export async function quarantinedSince({ sql }: Context, since: Date) {
  return tallyQuarantined(sql, since, LISTED_MAX)
}

type Kept = Omit<Quarantined, 'quarantineId' | 'createdAt'> & { digest: Buffer }

async function keep(context: Context, kept: Kept): Promise<void> {
  const now = context.now()
  const quarantineId = newId<'quarantined'>(now)
  const isNew = await insertQuarantined(context.sql, { ...kept, quarantineId, createdAt: now })
  if (!isNew) return
  const { mode, reason, rail } = kept
  context.log.error({ mode, reason, rail, quarantineId }, 'a notification was quarantined')
}
