import assert from 'node:assert/strict'
import { type Sql, violatedConstraint } from '../../platform/db.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { type Context, HOUSE, type Scope } from '../context.ts'
import { type ChartName, chart, type PartyAccount } from './chart.ts'
import {
  type Entry,
  type EntryReason,
  findHold,
  insertAccounts,
  listBalances,
  listBalancesOf,
  type WrittenEntry,
  writeEntries,
} from './ledger.sql.ts'

export {
  countEntries,
  entryRows,
  type KindBalance,
  listEntries,
  lockBalances,
  setIndebted,
  setLowBelow,
  sumByKind,
} from './ledger.sql.ts'
export {
  countLines,
  LINE_STATES,
  type Line,
  type LinePlace,
  listLines,
  type MoveSum,
  type MovesBetween,
  movesOf,
  readFirstMove,
  sumLinesByDay,
  sumMoves,
  type WalletAccount,
} from './lines.sql.ts'

// An entry moves an amount from the account that it debits to the account that it credits. Every
// account belongs to one business and mode, so a payment touches the rows of one business only.
//
//   (none) ──> posted                     [post]
//   (none) ──> held ──┬──> posted         [hold, postHold]
//                     └──> voided         [hold, voidHold]
//
// Entries are never changed: a second row closes a hold. Invariants, enforced by constraints and
// checked by `verify` (verify.ts):
// (1) An entry has one debit and one credit of the same amount, so it cannot be unbalanced.
// (2) The sums on an account are the sums of its entries.
// (3) An account without overdraft never has more debits, including held ones, than posted credits.
// (4) One cause moves money for one reason once; a hold is closed once, with its own amount.

export type HoldName = Scope & { causeId: string; reason: EntryReason }

/** The entry exists already. */
export class AlreadyWritten extends Error {}
export class InsufficientBalance extends Error {}

/** The house has accounts for money without an owner, and for the fees of rails. */
const HOUSE_ACCOUNTS: ChartName[] = [
  'bank_clearing',
  'card_clearing',
  'stamp_duty',
  'suspense',
  'rail_fees',
]
const HOUSE_ALONE: ChartName[] = ['suspense', 'rail_fees']

/** Opens every account of the chart that this business, or the house, does not have yet. */
export async function openAccounts(
  sql: Sql,
  now: Date,
  { businessId, mode }: Scope,
): Promise<void> {
  const names = (Object.keys(chart) as ChartName[]).filter((name) =>
    businessId === HOUSE ? HOUSE_ACCOUNTS.includes(name) : !HOUSE_ALONE.includes(name),
  )
  const rows = names.map((name) => {
    const { overdraft } = chart[name]
    return { businessId, mode, name, overdraft, createdAt: now }
  })
  await insertAccounts(sql, rows)
}

/** Opens an account that came to the chart after the business. */
export async function openAccount(
  sql: Sql,
  now: Date,
  { businessId, mode }: Scope,
  name: ChartName,
): Promise<void> {
  const { overdraft } = chart[name]
  await insertAccounts(sql, [{ businessId, mode, name, overdraft, createdAt: now }])
}

export function partyAccount(kind: 'available' | 'pending', partyId: string): PartyAccount {
  return `${kind}/${partyId}`
}

export async function openPartyAccounts(
  sql: Sql,
  now: Date,
  { businessId, mode }: Scope,
  partyId: string,
): Promise<void> {
  const names = [partyAccount('available', partyId), partyAccount('pending', partyId)]
  const rows = names.map((name) => ({ businessId, mode, name, overdraft: false, createdAt: now }))
  await insertAccounts(sql, rows)
}

/**
 * Moves money now, all entries or none. `InsufficientBalance` and `AlreadyWritten` end the database
 * transaction.
 */
export async function post(sql: Sql, now: Date, entries: Entry[]): Promise<void> {
  const posted = entries.map((entry) => ({ ...entry, kind: 'post' as const }))
  await writeEntries(sql, now, posted).catch(translate)
}

/** Reserves amounts: they leave the available balance now, and move when they are posted. */
export async function hold(sql: Sql, now: Date, ...entries: Entry[]): Promise<void> {
  const held = entries.map((entry) => ({ ...entry, kind: 'hold' as const }))
  await writeEntries(sql, now, held).catch(translate)
}

export async function postHold(sql: Sql, now: Date, ...names: HoldName[]): Promise<void> {
  await close(sql, now, names, 'post_hold')
}

/** Releases the whole reserved amounts. */
export async function voidHold(sql: Sql, now: Date, ...names: HoldName[]): Promise<void> {
  await close(sql, now, names, 'void_hold')
}

/** Kobo per account of the chart. `available` is `posted` less holds. */
export async function balancesOf(context: Context, { businessId, mode }: Scope) {
  const rows = await listBalances(context.sql, businessId, mode)
  const zero = { posted: kobo(0), available: kobo(0) }
  const balances = Object.fromEntries(Object.keys(chart).map((name) => [name, zero]))
  for (const { name, posted, available } of rows) {
    balances[name] = { posted: kobo(posted), available: kobo(available) }
  }
  return balances as Record<ChartName, { posted: Kobo; available: Kobo }>
}

/** The available and pending balances of these parties. */
export async function partyBalancesOf({ sql }: { sql: Sql }, scope: Scope, partyIds: string[]) {
  const names = partyIds.flatMap((id) => [
    partyAccount('available', id),
    partyAccount('pending', id),
  ])
  const rows = await listBalancesOf(sql, scope, names)
  const of = (name: string) => kobo(rows.find((row) => row.name === name)?.available ?? 0n)
  return partyIds.map((id) => ({
    available: of(partyAccount('available', id)),
    pending: of(partyAccount('pending', id)),
  }))
}

/** Whether there is a hold, open or closed. */
export async function isHeld(sql: Sql, name: HoldName): Promise<boolean> {
  return (await findHold(sql, name)) !== undefined
}

export async function heldSince(sql: Sql, name: HoldName): Promise<Date> {
  return (await holdNamed(sql, name)).occurredAt
}

async function holdNamed(sql: Sql, name: HoldName) {
  const held = await findHold(sql, name)
  assert(held, `there is no hold for ${name.reason} of ${name.causeId}`)
  return held
}

async function close(sql: Sql, now: Date, names: HoldName[], kind: 'post_hold' | 'void_hold') {
  const entries: WrittenEntry[] = []
  for (const name of names) {
    const { debit, credit, amount } = await holdNamed(sql, name)
    entries.push({ ...name, debit, credit, amount, kind, occurredAt: now })
  }
  await writeEntries(sql, now, entries).catch(translate)
}

function translate(error: unknown): never {
  const constraint = violatedConstraint(error)
  if (constraint === 'ledger_account_not_overdrawn') throw new InsufficientBalance()
  // The key of a partition.
  if (/^ledger_entry\w*_pkey$/.test(constraint ?? '')) throw new AlreadyWritten()
  throw error
}
