import type { Context, Scope } from '../../core/context.ts'
import type { EntryReason } from '../../core/ledger/ledger.sql.ts'
import type { MovesBetween } from '../../core/ledger/ledger.ts'
import { lineOf } from '../../money-out/wallets/statement.ts'
import { sharesIn } from '../../payments/splits/frozen.ts'
import { DAY, later } from '../../platform/clock.ts'
import type { Cell } from '../../platform/csv.ts'
import { publicId } from '../../platform/ids.ts'
import type { Move, PaymentMove, Place } from './months.sql.ts'
import * as rows from './months.sql.ts'

// The files of a month: a row for each entry that was booked in it. Amounts are those of the
// records; beside each is what the ledger has booked, so that the summary can compare them.

const PAGE = 1_000
/** Until when after a payment the bank can tell of it. */
const LATE_MS = 31 * DAY

export type Amount = {
  /** In the file: what the record says. */
  said: bigint
  /** What the ledger has booked. */
  booked: bigint
}
export type Row = { cells: Cell[]; amounts: Amount[] }

export type MonthFile = {
  name: string
  columns: string[]
  /** The columns that add up. */
  amounts: string[]
  /**
   * The entries that its last column adds up, and of which balance. Without it, the ledger is read
   * with the rows.
   */
  sum?: { reasons: readonly EntryReason[]; of: ('available' | 'pending')[] }
  read(context: Pick<Context, 'sql'>, scope: Scope, month: MovesBetween): AsyncGenerator<Row>
}

const BOTH: ('available' | 'pending')[] = ['available', 'pending']

export const FILES: MonthFile[] = [
  {
    name: 'payments.csv',
    columns: ['booked_at', 'id', 'reference', 'channel', 'paid_at'],
    amounts: ['amount', 'fee', 'vat', 'to_others', 'net'],
    sum: { reasons: ['payment'], of: BOTH },
    async *read(context, scope, month) {
      for await (const one of paymentsIn(context, scope, month)) {
        const { createdAt, causeId, reference, channel, paidAt, amount, fee, vat } = one
        const others = sharesOf(one)
        const { bookedFee, bookedVat, bookedShares, bookedNet } = one
        yield {
          cells: [createdAt, publicId('transaction', causeId), reference, channel, paidAt],
          amounts: [
            { said: amount, booked: bookedFee + bookedVat + bookedShares + bookedNet },
            { said: fee, booked: bookedFee },
            { said: vat, booked: bookedVat },
            { said: others, booked: bookedShares },
            { said: amount - fee - vat - others, booked: bookedNet },
          ],
        }
      }
    },
  },
  {
    name: 'refunds.csv',
    columns: ['booked_at', 'id', 'reference', 'payment_reference', 'from', 'what'],
    amounts: ['amount'],
    sum: { reasons: rows.REFUND_REASONS, of: BOTH },
    async *read({ sql }, scope, month) {
      for await (const one of pages((part) => rows.listRefunds(sql, scope, part), month)) {
        const { createdAt, causeId, reference, transactionReference } = one
        const from = one.pending === 0n ? 'available' : 'pending'
        const id = publicId('refund', causeId)
        yield {
          cells: [createdAt, id, reference, transactionReference, from, whatOf(one)],
          amounts: [amountOf(one)],
        }
      }
    },
  },
  {
    name: 'payouts.csv',
    columns: ['booked_at', 'id', 'reference', 'to', 'bank_code', 'account_number', 'what'],
    amounts: ['amount'],
    sum: { reasons: rows.PAYOUT_REASONS, of: BOTH },
    async *read({ sql }, scope, month) {
      for await (const one of pages((part) => rows.listPayouts(sql, scope, part), month)) {
        const { createdAt, causeId, reference, accountName, bankCode, accountNumber } = one
        const to = [accountName, bankCode, accountNumber]
        yield {
          cells: [createdAt, publicId('payout', causeId), reference, ...to, whatOf(one)],
          amounts: [amountOf(one)],
        }
      }
    },
  },
  {
    name: 'settlements.csv',
    columns: ['booked_at', 'id', 'items', 'paid_before'],
    amounts: ['amount'],
    sum: { reasons: ['settlement'], of: ['available'] },
    async *read({ sql }, scope, month) {
      for await (const one of pages((part) => rows.listSettled(sql, scope, part), month)) {
        const { createdAt, causeId, items, paidBefore, said, available } = one
        yield {
          cells: [createdAt, publicId('settlement', causeId), BigInt(items), paidBefore],
          amounts: [{ said: said ?? 0n, booked: available }],
        }
      }
    },
  },
  {
    name: 'fees.csv',
    columns: ['booked_at', 'for', 'id', 'reference', 'what'],
    amounts: ['fee', 'vat', 'total'],
    async *read(context, scope, month) {
      for await (const one of paymentsIn(context, scope, month)) {
        const { createdAt, causeId, reference, fee, vat, bookedFee, bookedVat } = one
        const id = publicId('transaction', causeId)
        yield {
          cells: [createdAt, 'payment', id, reference, 'booked'],
          amounts: [
            { said: fee, booked: bookedFee },
            { said: vat, booked: bookedVat },
            { said: fee + vat, booked: bookedFee + bookedVat },
          ],
        }
      }
      const read = (part: rows.Part) => rows.listVerified(context.sql, scope, part)
      for await (const one of pages(read, month)) {
        const id = publicId('identity_verification', one.causeId)
        const { said, booked } = amountOf(one)
        const fee = { said: -said, booked: -booked }
        yield {
          cells: [one.createdAt, 'verification', id, null, whatOf(one)],
          amounts: [fee, { said: 0n, booked: 0n }, fee],
        }
      }
    },
  },
  {
    name: 'stamp_duty.csv',
    columns: ['booked_at', 'for', 'id', 'what'],
    amounts: ['amount'],
    sum: { reasons: rows.DUTY_REASONS, of: BOTH },
    async *read({ sql }, scope, month) {
      for await (const one of pages((part) => rows.listDuties(sql, scope, part), month)) {
        const of = one.reason === 'refund_duty' ? 'refund' : 'payout'
        yield {
          cells: [one.createdAt, of, publicId(of, one.causeId), whatOf(one)],
          amounts: [amountOf(one)],
        }
      }
    },
  },
  {
    name: 'disputes.csv',
    columns: [
      'booked_at',
      'id',
      'case_number',
      'payment_reference',
      'disputed_naira',
      'fee_naira',
      'what',
    ],
    amounts: ['amount'],
    sum: { reasons: rows.DISPUTE_REASONS, of: BOTH },
    async *read({ sql }, scope, month) {
      for await (const one of pages((part) => rows.listDisputed(sql, scope, part), month)) {
        const { createdAt, causeId, caseNumber, transactionReference, amount, fee } = one
        const moved = one.available + one.pending
        const of = { amount: { naira: amount ?? 0n }, fee: { naira: fee ?? 0n } }
        const id = publicId('dispute', causeId)
        const what = moved < 0n ? 'taken' : 'given back'
        yield {
          cells: [createdAt, id, caseNumber, transactionReference, of.amount, of.fee, what],
          amounts: [{ said: moved, booked: moved }],
        }
      }
    },
  },
]

/** Each entry of the wallet, with the balances after it. */
export async function* walletRows(
  { sql }: Pick<Context, 'sql'>,
  scope: Scope,
  month: MovesBetween,
  opening: { available: bigint; pending: bigint },
): AsyncGenerator<Row> {
  let { available, pending } = opening
  for await (const one of pages((part) => rows.listMoves(sql, scope, part), month)) {
    available += one.available
    pending += one.pending
    const { type, sourceKind } = lineOf(one.reason)
    const id = sourceKind && publicId(sourceKind, one.causeId)
    const after = [{ naira: available }, { naira: pending }]
    yield {
      cells: [one.createdAt, type, whatOf(one), id, ...after],
      amounts: [
        { said: one.available, booked: one.available },
        { said: one.pending, booked: one.pending },
      ],
    }
  }
}

export const WALLET = {
  name: 'wallet.csv',
  columns: [
    'booked_at',
    'type',
    'what',
    'source_id',
    'available_after_naira',
    'pending_after_naira',
  ],
  amounts: ['available', 'pending'],
}

async function* paymentsIn(
  { sql }: Pick<Context, 'sql'>,
  scope: Scope,
  month: MovesBetween,
): AsyncGenerator<PaymentMove> {
  yield* pages((part) => rows.listPayments(sql, scope, part), month)
  for (const day of daysOf({ from: later(month.from, -LATE_MS), until: month.until })) {
    const ofDay = (part: rows.Part) => rows.listGivenAway(sql, scope, part, day.from, day.until)
    yield* pages(ofDay, month)
  }
}

/** Page by page: no connection is held in between. */
async function* pages<One extends Place>(
  read: (part: rows.Part) => Promise<One[]>,
  month: MovesBetween,
): AsyncGenerator<One> {
  let above: Place | null = null
  while (true) {
    const found: One[] = await read({ ...month, above, max: PAGE })
    yield* found
    if (found.length < PAGE) return
    above = found.at(-1)!
  }
}

/** The days in Lagos. */
export function daysOf({ from, until }: MovesBetween): MovesBetween[] {
  const days: MovesBetween[] = []
  for (let at = from; at < until; at = later(at, DAY)) {
    days.push({ from: at, until: later(at, DAY) })
  }
  return days
}

/** What the record says, with the sign of the entry. */
function amountOf({ available, pending, said }: Move & { said: bigint | null }): Amount {
  const booked = available + pending
  return { said: booked < 0n ? -(said ?? 0n) : (said ?? 0n), booked }
}

function whatOf({ kind, reason }: Move): string {
  if (kind === 'void_hold') return 'returned'
  if (reason.includes('_reversed')) return 'reversed'
  return kind === 'hold' ? 'taken' : 'booked'
}

function sharesOf({ split }: PaymentMove): bigint {
  const { subaccounts = [] } = sharesIn(split) ?? {}
  return subaccounts.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}
