import { readDecimalNaira } from '../provider-amounts.ts'
import { type ProviderCall, STATEMENT_BYTES_MAX } from '../provider-client.ts'
import type { BalancesOutcome, RailStatementLine, Silent, StatementOutcome } from '../rails.ts'
import { silenceOf } from './accounts.ts'
import { lineOf, TRANSFER_STATES } from './answers.ts'
import type { Api } from './api.ts'
import { amountOf, cleanedText, memberOf, momentOf, referenceOf, textOf } from './values.ts'

// What an operator asks: the wallet's balance, and what moved. Monnify has no statement of the
// wallet: what came in is its list of paid payments, what went out its list of transfers. Its list
// of refunds has no dates to ask by, and is read to its end.

const PAGE_SIZE = 100
/** More is not read: a span of time that is too long is refused as unknown. */
const PAGES_MAX = 200

export function books(api: Api) {
  return {
    balances: () => balances(api),
    fetchStatement: (span: { from: Date; to: Date }) => fetchStatement(api, span),
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

type Span = { from: Date; to: Date }
type Read = (item: unknown) => RailStatementLine | null

async function fetchStatement(api: Api, { from, to }: Span): Promise<StatementOutcome> {
  const span = { from: `${from.getTime()}`, to: `${to.getTime()}` }
  const lists: [Pick<ProviderCall, 'call' | 'path' | 'query'>, string, Read][] = [
    [{ call: 'payments', path: '/api/v1/transactions/search', query: span }, 'page size', creditIn],
    [
      {
        call: 'transfers',
        path: '/api/v2/disbursements/search-transactions',
        query: {
          sourceAccountNumber: api.config.walletAccount,
          startDate: span.from,
          endDate: span.to,
        },
      },
      'pageNo pageSize',
      transferIn,
    ],
    [{ call: 'refunds', path: '/api/v1/refunds', query: {} }, 'page size', refundIn],
  ]
  const lines: RailStatementLine[] = []
  for (const [call, pages, read] of lists) {
    const all = await readAll(api, call, pages, read)
    if ('kind' in all) return all
    lines.push(...all.lines)
  }
  return { kind: 'fetched', lines: lines.filter(({ occurredAt: at }) => at >= from && at < to) }
}

/** A page that cannot be read makes all of it unknown: a gap would look like money that is lost. */
async function readAll(
  api: Api,
  call: Pick<ProviderCall, 'call' | 'path' | 'query'>,
  pages: string,
  read: Read,
): Promise<{ lines: RailStatementLine[] } | Silent> {
  const [pageName = '', sizeName = ''] = pages.split(' ')
  const lines: RailStatementLine[] = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { ...call.query, [pageName]: `${page}`, [sizeName]: `${PAGE_SIZE}` }
    const answerBytesMax = STATEMENT_BYTES_MAX
    const said = await api.ask({ ...call, method: 'GET', query, answerBytesMax })
    if (said.kind !== 'done') return silenceOf(said)
    const content = memberOf(said.body, 'content')
    if (!Array.isArray(content)) return { kind: 'unknown' }
    for (const item of content) {
      if (isOfNoLine(item)) continue
      const line = read(item)
      if (line === null) return { kind: 'unknown' }
      lines.push(line)
    }
    if (content.length < PAGE_SIZE) return { lines }
  }
  return { kind: 'unknown' }
}

/** What has not moved money: not paid, not sent, not returned. */
function isOfNoLine(item: unknown): boolean {
  const payment = memberOf(item, 'paymentStatus')
  if (payment !== undefined)
    return !['PAID', 'OVERPAID', 'PARTIALLY_PAID'].includes(textOf(payment))
  const refund = memberOf(item, 'refundStatus')
  if (refund !== undefined) return refund !== 'COMPLETED'
  const state = lineOf(TRANSFER_STATES, memberOf(item, 'status'))
  return state !== undefined && state !== 'sent'
}

function creditIn(item: unknown): RailStatementLine | null {
  return lineOfList({
    direction: 'credit',
    sessionId: memberOf(item, 'transactionReference'),
    amount: memberOf(item, 'amountPaid') ?? memberOf(item, 'amount'),
    account: '',
    narration: memberOf(item, 'paymentDescription'),
    at: memberOf(item, 'completedOn') ?? memberOf(item, 'createdOn'),
  })
}

function transferIn(item: unknown): RailStatementLine | null {
  return lineOfList({
    direction: 'debit',
    sessionId: memberOf(item, 'transactionReference') ?? memberOf(item, 'reference'),
    amount: memberOf(item, 'amount'),
    account: memberOf(item, 'destinationAccountNumber'),
    narration: memberOf(item, 'narration'),
    at: memberOf(item, 'createdOn'),
  })
}

function refundIn(item: unknown): RailStatementLine | null {
  return lineOfList({
    direction: 'debit',
    sessionId: memberOf(item, 'refundReference'),
    amount: memberOf(item, 'refundAmount'),
    account: '',
    narration: memberOf(item, 'refundReason'),
    at: memberOf(item, 'completedOn') ?? memberOf(item, 'createdOn'),
  })
}

type Found = Record<'sessionId' | 'amount' | 'account' | 'narration' | 'at', unknown>

function lineOfList({
  direction,
  ...found
}: Found & { direction: RailStatementLine['direction'] }): RailStatementLine | null {
  const sessionId = referenceOf(found.sessionId)
  const amount = amountOf(found.amount)
  const occurredAt = momentOf(found.at)
  if (sessionId === null || amount === null || occurredAt === null) return null
  const accountNumber = cleanedText(found.account, 20)
  const narration = cleanedText(found.narration)
  return { sessionId, direction, amount, accountNumber, narration, occurredAt }
}
