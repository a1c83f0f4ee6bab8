import type { MoveSum, MovesBetween } from '../../core/ledger/ledger.ts'
import { lineOf } from '../../money-out/wallets/statement.ts'
import { type Cell, csvHead, csvLine } from '../../platform/csv.ts'
import { type Day, dayOf, inLagos } from '../../platform/lagos.ts'
import { formatNaira, kobo } from '../../platform/money.ts'
import type { Mode } from '../../providers/outcomes.ts'

// The summary of a month: both balances with what changed them, and each column of each file beside
// the ledger.

export type Month = MovesBetween & {
  /** `2026-11`. */
  name: string
  /** The last day in it. */
  through: Day
}

export type Total = {
  file: string
  column: string
  rows: number
  /** Of the file. */
  said: bigint
  /** Of the ledger. */
  booked: bigint
}

export type Balance = { available: bigint; pending: bigint }

export type Summary = {
  businessName: string
  mode: Mode
  month: Month
  at: Date
  opening: Balance
  closing: Balance
  sums: MoveSum[]
  totals: Total[]
}

const WIDTH = 22
const UNDER = 'wallet.csv'

/** What the file says less what the ledger says; 0 where they agree. */
const differs = ({ said, booked }: Pick<Total, 'said' | 'booked'>) => said - booked

export function summaryCsv(summary: Summary): string {
  const { opening, closing, totals } = summary
  const line = (cells: Cell[]) => csvLine(cells)
  const naira = (amount: bigint) => ({ naira: amount })
  const head = ['what', 'column', 'rows', 'file_naira', 'ledger_naira', 'difference_naira']
  const balances = (['available', 'pending'] as const).flatMap((name) => [
    line(['opening balance', name, null, null, naira(opening[name]), null]),
    ...changesOf(summary).map(([type, change]) =>
      line([`changes: ${type}`, name, null, null, naira(change[name]), null]),
    ),
    line(['closing balance', name, null, null, naira(closing[name]), null]),
  ])
  const files = totals.map((total) => {
    const { file, column, rows, said, booked } = total
    const amounts = [said, booked, differs(total)].map(naira)
    return line([file, column, BigInt(rows), ...amounts])
  })
  return [csvHead(head), ...balances, ...files].join('')
}

export function summaryText(summary: Summary): string {
  const { businessName, mode, month, at, opening, closing, totals } = summary
  const wrong = totals.filter((total) => differs(total) !== 0n)
  return [
    `${businessName}${mode === 'test' ? ' (test mode)' : ''}`,
    `${dayOf(month.from)} to ${month.through}, days in Lagos. Written ${inLagos(at)}.`,
    '',
    ...(wrong.length === 0
      ? ['Every file agrees with the ledger.']
      : ['SOMETHING DIFFERS:', ...wrong.map(sentenceOf)]),
    '',
    row('Balance', 'Available', 'Pending'),
    amounts('Opening', opening),
    ...changesOf(summary).map(([type, change]) => amounts(`  ${type}`, change)),
    amounts('Closing', closing),
    '',
    row('File', 'Column', 'Total'),
    ...totals.map(({ file, column, said }) => row(file, column, formatted(said))),
    '',
    'Amounts are in naira. A record is in the month in which it was booked. Money that left the',
    'wallet is negative. Shares of subaccounts, and their payouts, are not part of this wallet.',
    '',
  ].join('\r\n')
}

function sentenceOf(total: Total): string {
  const { file, column, said, booked } = total
  const by = formatted(differs(total))
  const what = file === UNDER ? `the changes of the ${column} balance` : `the column ${column}`
  return `  ${file}: ${what} is ${formatted(said)}, the ledger says ${formatted(booked)}: ${by}.`
}

/** The changes of both balances by type. */
function changesOf({ sums }: Summary): [string, Balance][] {
  const byType = new Map<string, Balance>()
  for (const { reason, available, pending } of sums) {
    const { type } = lineOf(reason)
    const before = byType.get(type) ?? { available: 0n, pending: 0n }
    byType.set(type, {
      available: before.available + available,
      pending: before.pending + pending,
    })
  }
  return [...byType].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function amounts(title: string, { available, pending }: Balance): string {
  return row(title, formatted(available), formatted(pending))
}

function row(...cells: [string, string, string]): string {
  const [title, ...rest] = cells
  return [title.padEnd(WIDTH), ...rest.map((cell) => cell.padStart(WIDTH))].join('')
}

function formatted(amount: bigint): string {
  return formatNaira(kobo(amount))
}
