import { verifyAudit } from '../core/audit/audit.ts'
import type { Context } from '../core/context.ts'
import { countEntries } from '../core/ledger/ledger.ts'
import { type Part, WHOLE } from '../core/ledger/part.ts'
import { verifyRailFees } from '../core/ledger/rail-fees.ts'
import {
  beginTurn,
  type Closing,
  closeSlices,
  endTurn,
  inOne,
  openPart,
  partOfSlice,
  readNext,
  readSealing,
  readWrong,
  verifySeals,
} from '../core/ledger/seal.ts'
import { verify, verifyAccounts, verifyHolds, type WrongRow } from '../core/ledger/verify.ts'
import { verifyIdentity } from '../identity/verify.ts'
import { verifyPayouts } from '../money-out/payouts/verify.ts'
import { verifyPending, verifySettlements } from '../money-out/settlements/verify.ts'
import { verifyDeposits } from '../payments/deposits/verify.ts'
import { verifyDebts, verifyDisputes } from '../payments/disputes/verify.ts'
import { verifyReceipts } from '../payments/receipts/verify.ts'
import { verifyRefunds } from '../payments/refunds/verify.ts'
import { verifyPayments } from '../payments/transactions/verify.ts'
import type { Sql } from '../platform/db.ts'
import { verifyReconciliation } from './reconciliation/verify.ts'

// What is verified, and how much at a time.
//
// (1) Each hour: the entries since the last slice, the accounts, and a share of the old slices, so
//     that each is read again within a day.
// (2) By command: every slice from the first one on.
// (3) In tests and on a restored copy: everything at once.

/** Of a part: its entries, and the records of each feature. */
const ofPart = [
  verifyHolds,
  verifyRailFees,
  verifyPayments,
  verifyDeposits,
  verifyIdentity,
  verifyRefunds,
  verifyDisputes,
  verifyPayouts,
  verifySettlements,
  verifyReceipts,
  verifyReconciliation,
]
/** Of now. Their cost is that of accounts, of what is unsettled, and of the audit log. */
const ofNow = [verifyPending, verifyDebts, verifyAudit]

/** A turn needs so many runs of an hour, so it has time to spare in a day. */
const RUNS_A_TURN = 20

type Tell = (done: number, all: number) => Promise<void>
type Needs = Pick<Context, 'sql' | 'now' | 'log'>
export type Verified = { wrong: WrongRow[]; entries: bigint }

/** Everything, from the first entry on. `tell` gets the progress. */
export async function verifyBooks(sql: Sql, tell: Tell = async () => {}): Promise<WrongRow[]> {
  const books = [verify, ...ofPart.slice(1), ...ofNow]
  const wrong: WrongRow[] = []
  for (const [done, verifyOne] of books.entries()) {
    await tell(done, books.length)
    wrong.push(...(await verifyOne(sql, WHOLE)))
  }
  await tell(books.length, books.length)
  return wrong
}

async function verifyPart(sql: Sql, part: Part): Promise<WrongRow[]> {
  const wrong: WrongRow[] = []
  for (const verifyOne of ofPart) wrong.push(...(await verifyOne(sql, part)))
  return wrong
}

/** What came since the last slice, and the next slices of the turn. */
export async function verifySinceSeal(
  context: Needs,
  tell: Tell = async () => {},
  closing: Closing = {},
): Promise<Verified> {
  const wrong = await closeSlices(context, verifyPart, closing)
  const { slices } = await readSealing(context.sql)
  const share = Math.ceil(slices / RUNS_A_TURN)
  const all = share + 1
  let entries = 0n
  for (let done = 0; done < share; done++) {
    await tell(done, all)
    const read = await readNext(context, verifyPart)
    if (read === null) break
    wrong.push(...read.wrong)
    entries += await countEntries(context.sql, partOfSlice(read.slice))
  }
  await tell(share, all)
  wrong.push(...(await endTurn(context)))
  const rest = await verifyRest(context)
  await tell(all, all)
  return { wrong: distinct([...wrong, ...rest.wrong]), entries: entries + rest.entries }
}

/** Every slice. If it was interrupted, it goes on where it was. */
export async function verifyFromFirst(
  context: Needs,
  tell: Tell = async () => {},
  closing: Closing = {},
): Promise<Verified> {
  const wrong = await closeSlices(context, verifyPart, closing)
  await beginTurn(context)
  let entries = 0n
  for (;;) {
    const { slices } = await readSealing(context.sql)
    const read = await readNext(context, verifyPart)
    if (read === null) break
    wrong.push(...read.wrong)
    entries += await countEntries(context.sql, partOfSlice(read.slice))
    await tell(Number(read.slice.number), slices)
  }
  wrong.push(...(await endTurn(context)))
  const rest = await verifyRest(context)
  return { wrong: distinct([...wrong, ...rest.wrong]), entries: entries + rest.entries }
}

/** The slices in which something was wrong, the seals, what is open, and what is of now. */
async function verifyRest(context: Needs): Promise<Verified> {
  const wrong = await readWrong(context, verifyPart)
  const entries = await inOne(context, async (sql) => {
    wrong.push(...(await verifySeals(sql)), ...(await verifyAccounts(sql)))
    const part = await openPart(sql)
    wrong.push(...(await verifyPart(sql, part)))
    for (const verifyOne of ofNow) wrong.push(...(await verifyOne(sql)))
    return countEntries(sql, part)
  })
  return { wrong, entries }
}

/** A slice that is wrong is read twice in a run. */
function distinct(rows: WrongRow[]): WrongRow[] {
  const key = (row: WrongRow) => JSON.stringify(row)
  return [...new Map(rows.map((row) => [key(row), row])).values()]
}
