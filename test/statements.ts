import assert from 'node:assert/strict'
import type { Context } from '../src/core/context.ts'
import { type Imported, importStatement } from '../src/operator/reconciliation/import.ts'
import { type Report, reconcile } from '../src/operator/reconciliation/reconciliation.ts'

// Bank statements for tests.

export type Line = {
  session_id: string
  direction: 'credit' | 'debit'
  /** Kobo. */
  amount: number
  account_number?: string
  narration?: string
  occurred_at: string
}
type Period = { from: Date; to: Date; opening_balance?: number; closing_balance?: number }

export function jsonFile(rail: string, { from, to, ...balances }: Period, lines: Line[]) {
  const statement = {
    rail,
    mode: 'test',
    from: from.toISOString(),
    to: to.toISOString(),
    ...balances,
    lines: lines.map((line) => ({ account_number: '', narration: '', ...line })),
  }
  return { name: 'statement.json', format: 'json' as const, bytes: bytesOf(statement) }
}

export function csvFile(text: string | Buffer) {
  return { name: 'statement.csv', format: 'csv' as const, bytes: Buffer.from(text) }
}

export const CSV_HEAD = 'session_id,direction,amount,account_number,narration,occurred_at'

export async function imported(
  context: Context,
  file: Parameters<typeof importStatement>[1],
): Promise<Imported['statement']> {
  const { statement, isNew } = await importStatement(context, file, {})
  assert(isNew, 'it was never imported before')
  return statement
}

/** Count and amount by class, credits and debits together. */
export function briefly({ theirs, ours }: Report) {
  const sum = ({ credit, debit }: Report['theirs']['total']) =>
    [credit.count + debit.count, Number(credit.amount + debit.amount)] as const
  const all = <Key extends string>(sides: Record<Key, Report['theirs']['total']>) =>
    Object.fromEntries(Object.entries(sides).map(([key, one]) => [key, sum(one as never)]))
  return { theirs: all(theirs), ours: all(ours) }
}

export async function assertTies(context: Context, report: Report): Promise<void> {
  const { balances: _, ...ties } = report.ties
  assert.deepEqual(ties, { theirs: true, ours: true, pairs: true, ledger: true })
  const again = await reconcile(context, report, report.statement)
  assert.deepEqual(again, report, 'asked again, nothing has changed')
}

function bytesOf(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}
