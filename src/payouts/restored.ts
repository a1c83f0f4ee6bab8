import type { Context } from '../context.ts'
import { askKeeping } from '../rails/handles.ts'
import { payoutRails } from '../rails/made-by.ts'
import type { TransferOutcome } from '../rails/rails.ts'
import { RECOVERED } from '../rails/switches.ts'
import { isUnexplained, lastRecovery } from '../recovery/recovery.ts'
import { enquiryOf, type Payout } from './payouts.ts'

// After a restore, a payout that is to be sent may have been sent before, by a row that is gone.
// So the rails are first asked about its name, and it waits while money left of this amount, to
// this account, of which nobody knows whose it was. Where the request itself names it, it may have
// been sent by any rail; else only by the one of its row. One that is silent is waited for.

type Silence = { kind: 'not_found' | 'unavailable' | 'unknown' }
type Known = Exclude<TransferOutcome, Silence>
export type Earlier = { kind: 'wait' } | { kind: 'found'; rail: string; outcome: Known }

/** Null: nothing is known of it, and it may be sent. */
export async function foundAfterRestore(context: Context, payout: Payout): Promise<Earlier | null> {
  if (!context.rails.off?.has(RECOVERED) || payout.askedAt !== null) return null
  const recovery = await lastRecovery(context.sql)
  if (recovery === null) return null
  const askedAt = recovery.restoredTo
  for (const rail of payoutRails(context.rails, payout.mode)) {
    if (rail.name !== payout.rail && payout.railKey === null) continue
    const asked = rail.enquireTransfer({ ...enquiryOf(context, payout), askedAt })
    const outcome = await askKeeping(context, asked)
    if (outcome.kind === 'not_found') continue
    const isSilent = outcome.kind === 'unavailable' || outcome.kind === 'unknown'
    return isSilent ? { kind: 'wait' } : { kind: 'found', rail: rail.name, outcome }
  }
  return (await isUnexplained(context.sql, payout)) ? { kind: 'wait' } : null
}
