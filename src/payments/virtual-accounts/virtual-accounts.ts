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
//   one-off     for a single payment, of exactly its amount, for half an hour     [one-off.ts]
//   dedicated   a customer's, for ever: each deposit is a payment of its own      [dedicated.ts]
//   wallet      a business's own, for ever: a transfer to it tops the wallet up   [../wallets/]
//
//   (none) ──> reserved ──> issued      [the caller inserts the row; issue]
//
// Invariants:
// (1) First the row, then the rail under the row's id, then the number. A crash in between leaves
//     a row that the next call finishes, and the rail answers with the same number.
// (2) A number is one account's for ever, over all businesses, so that late money is found.
// (3) An issued account never goes away.

const NUMBER_TRIES_MAX = 20
const KNOWN_MAX = 50_000
const KNOWN_MS = 1 * HOUR

export const accountHandle = handleColumn('virtual_account', 'handle', 'virtualAccountId')

/**
 * Whose number this is, past all businesses: the rail knows nothing of them. Batched, and from
 * memory where it was asked for before: whose it is, its names and its bank never change, and a
 * change of its split is told as one of settings is. Do not look here for tier and BVN.
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
  // A one-off account is paid to once.
  if (account && account.kind !== 'one_off') known.set(key, account)
  return account
}

/** The name on an account that we issued at this bank, or null. */
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
 * Brings a reserved account to its number, and lets `tell` say so in the same database transaction.
 * Of several at once one is `isNew`. Refuses when the rail does not answer.
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
 * Asks the rail for numbers until `record` keeps one. It answers null where the number is another
 * account's already: the rail repeated itself, and is asked for the next one. Refuses when the rail
 * does not answer.
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
        return refuse('bvn_refused')
      case 'identity_required':
        return refuse('identity_required')
      case 'holder_incomplete': {
        const message = `The bank needs the ${outcome.field} of the customer to open an account.`
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

/** Before the number: should this process die, the number is asked for again. */
async function keepTerms(context: Context, account: Row, outcome: IssuedNumber): Promise<void> {
  const { handle, accountName = null, expiresAt = null } = outcome
  if (handle === undefined && accountName === null && expiresAt === null) return
  const sealed = accountHandle.keep(context, account, null, outcome)
  await setTerms(context.sql, account, { handle: sealed, accountName, expiresAt })
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
