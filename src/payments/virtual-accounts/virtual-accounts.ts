import { LRUCache } from 'lru-cache'
import { ageOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { batchedFor } from '../../platform/batch.ts'
import { HOUR } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/db.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import { askKeeping, handleColumn } from '../../providers/handles.ts'
import { type MadeBy, type Making, railThatMade } from '../../providers/made-by.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { IssueOutcome } from '../../providers/rails.ts'
import type { Issued, Row, VirtualAccount } from './virtual-accounts.rows.ts'

import {
  claimNumber,
  findAccount,
  findManyByNumber,
  setNumber,
  setTerms,
} from './virtual-accounts.sql.ts'

// Account numbers that a rail issued for us.
//
//   one-off     for one payment of exactly its amount, for half an hour       [one-off.ts]
//   dedicated   permanent, of a customer: each deposit is a payment           [dedicated.ts]
//   wallet      permanent, of a business: each deposit tops up its wallet     [wallet-account.ts]
//
//   (none) ──> reserved ──> issued      [the caller inserts the row; issue]
//
// Invariants:
// (1) The row is stored, then the rail is called under the row's id, then the number is stored.
//     After a crash the next call finishes the row, and the rail returns the same number.
// (2) A number belongs to one account permanently, over all businesses, so that late money is
//     found.
// (3) An issued account is never deleted.

const NUMBER_TRIES_MAX = 20
const KNOWN_MAX = 50_000
const KNOWN_MS = 1 * HOUR

export const accountHandle = handleColumn('virtual_account', 'handle', 'virtualAccountId')

/**
 * The account with this number, whichever business owns it. Batched and cached: owner and bank
 * never change, and a change of the split or of a name clears the cache. Tier and BVN may be stale.
 */
export async function findByNumber(
  context: Context,
  mode: Mode,
  accountNumber: string,
): Promise<Issued | null> {
  const known = knownTo(context)
  const key = `${ageOf(context)} ${mode} ${accountNumber}`
  const remembered = known.get(key)
  if (remembered) return remembered
  const account = await findBatched(context, { mode, accountNumber })
  // A one-off account is paid once.
  if (account && account.kind !== 'one_off') known.set(key, account)
  return account
}

/** The name of an account that we issued at this bank. */
export async function nameOfOwn(
  context: Context,
  mode: Mode,
  bankCode: string,
  accountNumber: string,
): Promise<string | null> {
  const account = await findByNumber(context, mode, accountNumber)
  return account?.bank.code === bankCode ? account.accountName : null
}

/**
 * Issues the number of a reserved account, and calls `tell` in the same database transaction. Of
 * several calls at once, one is `isNew`. Refuses if the rail does not answer.
 */
export async function issue<A extends VirtualAccount>(
  context: Context,
  account: A,
  request: Request<'permanent_accounts'>,
  tell: (sql: Sql, issued: Issued<A>) => Promise<void> = async () => {},
): Promise<{ account: Issued<A>; isNew: boolean }> {
  const isNew = await numbered(context, 'permanent_accounts', account, request, (number) =>
    context.sql.begin(async (sql) => {
      if (!(await claimNumber(sql, account, number.accountNumber))) return null
      if (!(await setNumber(sql, account, number, context.now()))) return false
      await tell(sql, (await findAccount(sql, account)) as Issued<A>)
      return true
    }),
  )
  return { account: (await findAccount(context.sql, account)) as Issued<A>, isNew }
}

export type IssuedNumber = Extract<IssueOutcome, { kind: 'issued' }>
type Issuing = 'one_off_accounts' | 'permanent_accounts'
type Request<C extends Issuing> = (rail: Making[C], attempt: number) => Promise<IssueOutcome>

/**
 * Asks the rail for numbers until `record` keeps one. `record` returns null if the number belongs
 * to another account: then the rail is asked for the next one. Refuses if the rail does not answer.
 */
export async function numbered<C extends Issuing, Kept>(
  context: Context,
  capability: C,
  account: MadeBy & Row,
  request: Request<C>,
  record: (number: IssuedNumber) => Promise<Kept | null>,
): Promise<Kept> {
  const rail = railThatMade(context.rails, capability, account) ?? refuse('rail_unavailable')
  for (let attempt = 0; attempt < NUMBER_TRIES_MAX; attempt++) {
    const outcome = await askKeeping(context, request(rail, attempt))
    switch (outcome.kind) {
      case 'unavailable':
        return refuse('rail_unavailable')
      case 'unknown':
        return refuse('rail_timeout')
      case 'refused':
        return refuse(`${outcome.number}_refused`)
      case 'identity_required':
        return refuse('identity_required')
      case 'one_per_person':
        return refuse('one_account_per_person')
      case 'holder_incomplete': {
        const what = outcome.field === 'bvn' ? 'BVN or NIN' : outcome.field
        const message = `The bank needs the ${what} of the customer to open an account.`
        return refuseFields([{ field: outcome.field, code: 'required', message }])
      }
      case 'issued': {
        await keepTerms(context, account, outcome)
        const kept = await record(outcome)
        if (kept !== null) return kept
      }
    }
  }
  return refuse('rail_unavailable')
}

/** Recorded before the number: after a crash, the number is requested again. */
async function keepTerms(context: Context, account: Row, outcome: IssuedNumber): Promise<void> {
  const { handle, accountName = null, expiresAt = null, payable = null } = outcome
  const terms = [handle ?? null, accountName, expiresAt, payable]
  if (terms.every((term) => term === null)) return
  const sealed = accountHandle.keep(context, account, null, outcome)
  await setTerms(context.sql, account, { handle: sealed, accountName, expiresAt, payable })
}

type Wanted = { mode: Mode; accountNumber: string }

const findBatched = batchedFor(({ hot }: Context, wanted: Wanted[]) =>
  findManyByNumber(hot, wanted),
)

const remembered = new WeakMap<Database, LRUCache<string, Issued>>()

function knownTo({ hot, monotonicMs }: Context): LRUCache<string, Issued> {
  const existing = remembered.get(hot)
  if (existing) return existing
  const known = new LRUCache<string, Issued>({
    max: KNOWN_MAX,
    ttl: KNOWN_MS,
    ttlResolution: 0,
    perf: { now: monotonicMs },
  })
  remembered.set(hot, known)
  return known
}
