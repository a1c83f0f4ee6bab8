import { readDecimalNaira } from '../amounts.ts'
import { type ProviderCall, STATEMENT_BYTES_MAX, silenceOf } from '../client.ts'
import { type StatementPage, statementOf } from '../listed-statement.ts'
import type { RailStatementLine, Silent, StatementOutcome, StatementRequest } from '../outcomes.ts'
import type { BalancesOutcome } from '../rails.ts'
import { lineOf, memberOf, rowOf, textOf } from '../values.ts'
import { TRANSFER_STATES } from './answers.ts'
import type { Api } from './client.ts'
import { amountOf, momentOf, referenceOf } from './values.ts'

// The wallet's balance and movements. Monnify has no statement of the wallet: credits are its list
// of paid payments, debits its list of transfers. Its list of refunds has no date filter, so all of
// it is read.

const PAGE_SIZE = 100

export function books(api: Api) {
  return {
    balances: () => balances(api),
    fetchStatement: (request: StatementRequest) => fetchStatement(api, request),
  }
}

async function balances(api: Api): Promise<BalancesOutcome> {
  const account = api.config.walletAccount
  const said = await api.ask({
    call: 'balance',
    method: 'GET',
    path: '/api/v2/disbursements/wallet-balance',
    query: { accountNumber: account },
  })
  if (said.kind !== 'done') return silenceOf(said)
  const available = readDecimalNaira(memberOf(said.body, 'availableBalance'))
  return available === null
    ? { kind: 'unknown' }
    : { kind: 'known', balances: [{ account, available }] }
}

type List = {
  call: Pick<ProviderCall, 'call' | 'path' | 'query'>
  /** The names of the parameters for page number and size. */
  pages: [number: string, size: string]
  read: (item: unknown) => RailStatementLine[] | null
}

function listsOf(api: Api, { from, to }: StatementRequest): List[] {
  const span = { from: `${from.getTime()}`, to: `${to.getTime()}` }
  const wallet = api.config.walletAccount
  return [
    {
      call: { call: 'payments', path: '/api/v1/transactions/search', query: span },
      pages: ['page', 'size'],
      read: creditsIn,
    },
    {
      call: {
        call: 'transfers',
        path: '/api/v2/disbursements/search-transactions',
        query: { sourceAccountNumber: wallet, startDate: span.from, endDate: span.to },
      },
      pages: ['pageNo', 'pageSize'],
      read: transfersIn,
    },
    {
      call: { call: 'refunds', path: '/api/v1/refunds', query: {} },
      pages: ['page', 'size'],
      read: refundsIn,
    },
  ]
}

function fetchStatement(api: Api, request: StatementRequest): Promise<StatementOutcome> {
  const read = (list: List, page: number, timeoutMs: number | undefined) =>
    readPage(api, list, page - 1, timeoutMs)
  return statementOf(listsOf(api, request), request, read)
}

/** `page` counts from 0. */
async function readPage(
  api: Api,
  { call, pages: [number, size], read }: List,
  page: number,
  timeoutMs: number | undefined,
): Promise<StatementPage | Silent> {
  const query = { ...call.query, [number]: `${page}`, [size]: `${PAGE_SIZE}` }
  const said = await api.ask({
    ...call,
    method: 'GET',
    query,
    answerBytesMax: STATEMENT_BYTES_MAX,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  if (said.kind !== 'done') return silenceOf(said)
  const content = memberOf(said.body, 'content')
  if (!Array.isArray(content)) return { kind: 'unknown' }
  const lines: RailStatementLine[] = []
  for (const item of content) {
    const some = isOfNoLine(item) ? [] : read(item)
    if (some === null) return { kind: 'unknown' }
    lines.push(...some)
  }
  return { lines, isLast: content.length < PAGE_SIZE }
}

/** Rows that moved no money. */
function isOfNoLine(item: unknown): boolean {
  const payment = memberOf(item, 'paymentStatus')
  if (payment !== undefined)
    return !['PAID', 'OVERPAID', 'PARTIALLY_PAID'].includes(textOf(payment))
  const refund = memberOf(item, 'refundStatus')
  if (refund !== undefined) return refund !== 'COMPLETED'
  const state = rowOf(TRANSFER_STATES, memberOf(item, 'status'))
  return state === 'accepted' || state === 'failed'
}

function creditsIn(item: unknown): RailStatementLine[] | null {
  const isCard = memberOf(item, 'paymentMethod') === 'CARD'
  return linesOf({
    direction: 'credit',
    // A charge is named by our key.
    sessionId: memberOf(item, isCard ? 'paymentReference' : 'transactionReference'),
    amount: memberOf(item, 'amountPaid') ?? memberOf(item, 'amount'),
    account: '',
    narration: memberOf(item, 'paymentDescription'),
    at: memberOf(item, 'completedOn') ?? memberOf(item, 'createdOn'),
  })
}

/** A reversed transfer is a debit and a credit. The list does not say when it came back. */
function transfersIn(item: unknown): RailStatementLine[] | null {
  const state = rowOf(TRANSFER_STATES, memberOf(item, 'status'))
  if (state === undefined) return null
  const sent = linesOf({
    direction: 'debit',
    sessionId: memberOf(item, 'transactionReference') ?? memberOf(item, 'reference'),
    amount: memberOf(item, 'amount'),
    account: memberOf(item, 'destinationAccountNumber'),
    narration: memberOf(item, 'narration'),
    at: memberOf(item, 'createdOn'),
  })
  return sent && state === 'reversed' ? [...sent, { ...sent[0]!, direction: 'credit' }] : sent
}

function refundsIn(item: unknown): RailStatementLine[] | null {
  return linesOf({
    direction: 'debit',
    sessionId: memberOf(item, 'refundReference'),
    amount: memberOf(item, 'refundAmount'),
    account: '',
    narration: memberOf(item, 'refundReason'),
    at: memberOf(item, 'completedOn') ?? memberOf(item, 'createdOn'),
  })
}

type Found = Record<'sessionId' | 'amount' | 'account' | 'narration' | 'at', unknown>

function linesOf({
  direction,
  ...found
}: Found & { direction: RailStatementLine['direction'] }): RailStatementLine[] | null {
  const sessionId = referenceOf(found.sessionId)
  const amount = amountOf(found.amount)
  const occurredAt = momentOf(found.at)
  if (sessionId === null || amount === null || occurredAt === null) return null
  const accountNumber = lineOf(found.account, 20)
  const narration = lineOf(found.narration)
  return [{ sessionId, direction, amount, accountNumber, narration, occurredAt }]
}
