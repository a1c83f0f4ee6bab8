import { DAY, later } from '../../platform/clock.ts'
import { readDecimalNaira } from '../amounts.ts'
import type { RailStatementLine, StatementOutcome, StatementRequest } from '../outcomes.ts'
import type { BankBooks, BanksOutcome } from '../rails.ts'
import { type Fields, fieldsOf, lineOf, momentOf, textOf, wordOf } from '../values.ts'
import type { Api } from './client.ts'
import { listStatement, listTransfers, mainAccount } from './listed.ts'
import { deadlineOf } from './transfers.ts'

// Banks, balance and statement. A line of the statement has no session id. For a debit, the list of
// transfers has it, by payment reference and amount. A credit that the list lacks has it as its
// payment reference.

const NAME_LENGTH_MAX = 200

export function bankBooks(api: Api): Omit<BankBooks, 'closeAccount'> {
  return {
    listBanks: () => listBanks(api),

    async balances() {
      const account = await mainAccount(api, deadlineOf(api))
      if (account.kind !== 'known') return { kind: account.kind }
      if (account.available === null) return { kind: 'unknown' }
      const { accountNumber } = api.config
      return {
        kind: 'known',
        balances: [{ account: accountNumber, available: account.available }],
      }
    },

    fetchStatement: (request) => fetchStatement(api, request),
  }
}

async function listBanks({ ask }: Api): Promise<BanksOutcome> {
  const answer = await ask({ call: 'banks', method: 'GET', path: '/transfers/banks' })
  if (answer.kind !== 'done') return { kind: answer.kind === 'unknown' ? 'unknown' : 'unavailable' }
  if (!Array.isArray(answer.data)) return { kind: 'unknown' }
  const banks = answer.data.map(fieldsOf).flatMap((row) => {
    const code = textOf(row['bankCode'])
    const name = lineOf(row['name'], NAME_LENGTH_MAX)
    return /^\d{6}$/.test(code) && name !== '' ? [{ name, code, nipCode: code }] : []
  })
  return banks.length === 0 ? { kind: 'unknown' } : { kind: 'listed', banks }
}

/** Reads a day at a time, to meet the deadline, and the list of transfers for the session ids. */
async function fetchStatement(api: Api, request: StatementRequest): Promise<StatementOutcome> {
  const { timeoutMs, page } = request
  const from = page === undefined ? request.from : new Date(page)
  const dayEnd = later(from, DAY)
  const hasMore = dayEnd < request.to
  const period = { from, to: hasMore ? dayEnd : request.to }
  const endMs = timeoutMs === undefined ? deadlineOf(api) : performance.now() + timeoutMs
  const statement = await listStatement(api, period, endMs)
  if (statement.kind !== 'listed') return statement
  const listed = await listTransfers(api, period, null, endMs)
  if (listed.kind !== 'listed') return listed
  const named = new Map(listed.rows.map((row) => [nameOf(row), row]))
  const lines: RailStatementLine[] = []
  for (const row of statement.rows) {
    const line = lineIn(row, named)
    // A gap would look like missing money.
    if (line === null) return { kind: 'unknown' }
    if (line.occurredAt >= period.from && line.occurredAt < period.to) lines.push(line)
  }
  return { kind: 'fetched', lines, ...(hasMore && { next: dayEnd.toISOString() }) }
}

/** Identifies a transfer in both lists. */
function nameOf(row: Fields): string {
  return `${textOf(row['paymentReference'])} ${readDecimalNaira(row['amount'])}`
}

/** Null if unreadable. */
function lineIn(row: Fields, named: Map<string, Fields>): RailStatementLine | null {
  const amount = readDecimalNaira(row['amount'])
  const type = wordOf(row['type'])
  const occurredAt = momentOf(row['transactionDate'])
  const reference = textOf(row['paymentReference'])
  const ownName = textOf(row['cbaTransactionId']) || textOf(row['_id'])
  const isType = type === 'credit' || type === 'debit'
  if (amount === null || occurredAt === null || !isType || ownName === '') return null
  const transfer = named.get(nameOf(row))
  const isOut = type === 'debit'
  // Credits have the network's session id; fees and reversals only the bank's own id.
  const isIn = !isOut && row['isReversal'] !== true && /^\d{28,30}$/.test(reference)
  const isTransfer = wordOf(transfer?.['type']) === (isOut ? 'outwards' : 'inwards')
  const sessionId = isTransfer
    ? textOf(transfer?.['sessionId'])
    : isIn
      ? reference
      : `cba:${ownName}`
  return {
    sessionId: sessionId.slice(0, 64),
    direction: isOut ? 'debit' : 'credit',
    amount,
    accountNumber: isTransfer && isOut ? textOf(transfer?.['creditAccountNumber']) : '',
    narration: lineOf(row['narration'], NAME_LENGTH_MAX),
    occurredAt,
  }
}
