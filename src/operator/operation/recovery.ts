import type { Context } from '../../core/context.ts'
import type { Recovery } from '../../core/recovery/recovery.sql.ts'
import {
  type Debit,
  decide,
  lastRecovery,
  openDebits,
  release,
} from '../../core/recovery/recovery.ts'
import { settleByHand } from '../../money-out/payouts/conclude.ts'
import type { Payout, PayoutKey } from '../../money-out/payouts/payouts.sql.ts'
import { findOwn, listWaiting } from '../../money-out/payouts/payouts.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { everyProvider, statementRails } from '../../providers/made-by.ts'
import type { Mode } from '../../providers/outcomes.ts'
import { uncoveredSince, unexplainedSince } from '../reconciliation/restored.ts'
import { backlogs } from './backlogs.ts'
import { readSwitches } from './switches.ts'

// Recovery mode as operators see it, and its release: possible when statements of each live rail
// cover all the time since the restore point. A rail that cannot be queried for statements does not
// block it: the operator's reason says how it was checked.

const DEBITS_MAX = 100
const PAYOUTS_MAX = 20
const MONEY_OUT = ['webhook deliveries', 'returns', 'refunds', 'payouts']

type RailChecked = {
  mode: Mode
  rail: string
  /** False: it cannot be queried for statements. */
  hasStatements: boolean
  /** Parts of the time since the restore point. */
  uncovered: { from: Date; to: Date }[]
}
type SeenRecovery = {
  /** The last one; null: there never was one. */
  recovery: Recovery | null
  rails: RailChecked[]
  /** Why it cannot be released; null: it can. */
  blockedBy: string | null
  waiting: { what: string; count: number }[]
  debits: (Debit & { payouts: Payout[] })[]
}

export async function recoverySeen(context: Context): Promise<SeenRecovery> {
  const recovery = await lastRecovery(context.sql)
  const isOpen = recovery !== null && recovery.endedAt === null
  const rails = isOpen ? await railsChecked(context, recovery) : []
  const debits = await openDebits(context.sql, DEBITS_MAX)
  const all = isOpen ? await backlogs(context) : []
  return {
    recovery,
    rails,
    blockedBy: isOpen ? blockedBy(rails) : 'The service is not in recovery mode.',
    waiting: all.filter(({ what }) => MONEY_OUT.includes(what)),
    debits: await Promise.all(
      debits.map(async (debit) => {
        return { ...debit, payouts: await listWaiting(context.sql, debit, PAYOUTS_MAX) }
      }),
    ),
  }
}

async function railsChecked(context: Context, recovery: Recovery): Promise<RailChecked[]> {
  const asked = statementRails(context.rails)
  const names = everyProvider(context.rails, 'live').flatMap(({ bank, card }) =>
    [bank, card].flatMap((one) => one?.name ?? []),
  )
  const since = { from: recovery.restoredTo, to: recovery.enteredAt }
  return Promise.all(
    [...new Set(names)].map(async (rail) => {
      const books = { mode: 'live', rail } as const
      const uncovered = await uncoveredSince(context, books, since)
      return { ...books, hasStatements: asked.some((one) => one.rail === rail), uncovered }
    }),
  )
}

function blockedBy(rails: RailChecked[]): string | null {
  const open = rails.filter(({ hasStatements, uncovered }) => hasStatements && uncovered.length > 0)
  if (open.length === 0) return null
  const names = open.map(({ rail }) => rail).join(', ')
  return `No statement covers all the time since the restore point: ${names}. Import it first.`
}

/** Unexplained debits are stored with the release: from then on, each blocks payouts like it. */
export async function releaseRecovery(
  context: Context,
  { by, reason }: { by: string; reason: string },
): Promise<void> {
  const recovery = await lastRecovery(context.sql)
  if (recovery === null || recovery.endedAt !== null) {
    throw new Refusal('recovery_unchecked', { message: 'The service is not in recovery mode.' })
  }
  const rails = await railsChecked(context, recovery)
  const message = blockedBy(rails)
  if (message !== null) throw new Refusal('recovery_unchecked', { message })
  const since = { from: recovery.restoredTo, to: recovery.enteredAt }
  const debits = []
  for (const books of rails) debits.push(...(await unexplainedSince(context, books, since)))
  await release(context, recovery, debits, { by, reason })
  await readSwitches(context)
}

type Decision = Pick<Debit, 'mode' | 'rail' | 'sessionId'> & {
  /** The payout that this transfer paid; null: none, and waiting payouts are sent. */
  payout: PayoutKey | null
  by: string
  reason: string
}

export async function decideOn(context: Context, decision: Decision): Promise<void> {
  const { mode, rail, sessionId, payout: key, by, reason } = decision
  const debits = await openDebits(context.sql, DEBITS_MAX)
  const debit = debits.find(
    (one) => one.mode === mode && one.rail === rail && one.sessionId === sessionId,
  )
  if (debit === undefined) return refuse('not_found')
  if (key !== null) {
    const payout = await findOwn(context, key, key.payoutId)
    const isThere = ['', payout.accountNumber].includes(debit.accountNumber)
    const isLike = payout.mode === mode && payout.amount === debit.amount && isThere
    // Records the payout as sent and the debit as explained in one database transaction.
    if (isLike && (await settleByHand(context, payout, { rail, sessionId }))) return
    const message = 'This payout does not match this transfer, or is no longer waiting.'
    throw new Refusal('recovery_unchecked', { message })
  }
  const decided = { decidedAt: context.now(), decidedBy: by, reason }
  await context.sql.begin((sql) => decide(sql, { mode, rail, sessionId }, decided))
}
