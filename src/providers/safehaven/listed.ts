import { HOUR } from '../../platform/clock.ts'
import { readDecimalNaira } from '../amounts.ts'
import { STATEMENT_BYTES_MAX } from '../client.ts'
import { type Fields, fieldsOf, textOf } from '../values.ts'
import { type Api, idOf } from './client.ts'

// Safe Haven's lists: our account, its transfers, its statement. They take whole days in an
// undocumented time zone, so each query adds a day on both sides.

const DAY_MS = 24 * HOUR
const PAGE_ROWS = 100
const PAGE_TRIES_MAX = 3
/** The deadline usually comes first. */
const PAGES_MAX = 2_000

export type Period = { from: Date; to: Date }

/** The pages of a list read so far; later calls read the rest. Only wanted rows are kept. */
export type Reading = {
  begunAt: Date
  pages: number
  count: number
  rows: Fields[]
  isWanted: (row: Fields) => boolean
}

export type Listed = { kind: 'listed'; rows: Fields[] } | { kind: 'unavailable' | 'unknown' }

type MainAccount =
  | { kind: 'known'; id: string; available: ReturnType<typeof readDecimalNaira> }
  | { kind: 'unavailable' | 'unknown' }

/** The configured account and its balance. */
export async function mainAccount(api: Api, endMs: number): Promise<MainAccount> {
  const listed = await pagesOf(api, {
    call: 'accounts',
    path: '/accounts',
    query: { isSubAccount: 'false' },
    endMs,
  })
  if (listed.kind !== 'listed') return listed
  const { accountNumber } = api.config
  const own = listed.rows.find((row) => textOf(row['accountNumber']) === accountNumber)
  const id = idOf(own?.['_id'])
  if (own === undefined || id === '') return { kind: 'unknown' }
  return { kind: 'known', id, available: readDecimalNaira(own['accountBalance']) }
}

const ids = new WeakMap<Api, string>()

async function mainAccountId(api: Api, endMs: number) {
  const known = ids.get(api)
  if (known !== undefined) return { kind: 'known', id: known } as const
  const account = await mainAccount(api, endMs)
  if (account.kind === 'known') ids.set(api, account.id)
  return account
}

/** Our account's transfers, or the outgoing ones. Continues `reading` if given. */
export async function listTransfers(
  api: Api,
  period: Period,
  type: 'Outwards' | null,
  endMs: number,
  reading?: Reading,
): Promise<Listed> {
  const account = await mainAccountId(api, endMs)
  if (account.kind !== 'known') return account
  const list = {
    call: 'transfers',
    path: '/transfers',
    query: { accountId: account.id, ...datesOf(period), ...(type !== null && { type }) },
    endMs,
  }
  return pagesOf(api, list, reading)
}

export async function listStatement(
  api: Api,
  period: Period,
  endMs: number,
  reading?: Reading,
): Promise<Listed> {
  const account = await mainAccountId(api, endMs)
  if (account.kind !== 'known') return account
  const list = {
    call: 'statement',
    path: `/accounts/${encodeURIComponent(account.id)}/statement`,
    query: datesOf(period),
    endMs,
  }
  return pagesOf(api, list, reading)
}

/** The permanent accounts. */
export function listSubAccounts(api: Api, endMs: number): Promise<Listed> {
  return pagesOf(api, {
    call: 'accounts',
    path: '/accounts',
    query: { isSubAccount: 'true' },
    endMs,
  })
}

/** The days to query, with one more on each side. */
export function datesOf({ from, to }: Period) {
  const day = (moment: Date, days: number) =>
    new Date(moment.getTime() + days * DAY_MS).toISOString().slice(0, 10)
  return { fromDate: day(from, -1), toDate: day(to, 1) }
}

type List = { call: string; path: string; query: Record<string, string>; endMs: number }

export function newReading(api: Api, isWanted: Reading['isWanted'] = () => true): Reading {
  return { begunAt: api.now(), pages: 0, count: 0, rows: [], isWanted }
}

/**
 * All pages or none: an incomplete list cannot prove that something is missing. At the deadline, or
 * when an answer is lost, `reading` keeps the pages before. New rows only move others to later
 * pages, so a reading that continues skips none.
 */
async function pagesOf(api: Api, list: List, reading = newReading(api)): Promise<Listed> {
  while (reading.pages < PAGES_MAX) {
    const answer = await pageOf(api, list, reading.pages)
    if (answer === null) return { kind: 'unavailable' }
    if (answer.kind !== 'done')
      return { kind: answer.kind === 'unknown' ? 'unknown' : 'unavailable' }
    if (!Array.isArray(answer.data)) break
    reading.pages += 1
    reading.count += answer.data.length
    reading.rows.push(...answer.data.map(fieldsOf).filter(reading.isWanted))
    const isLast = answer.data.length < PAGE_ROWS
    const isAll = answer.total === null ? isLast : reading.count >= answer.total
    if (isAll) return { kind: 'listed', rows: reading.rows }
    if (isLast) break
  }
  // The pages do not match `total`, or there are too many: start again.
  Object.assign(reading, newReading(api, reading.isWanted))
  return { kind: 'unknown' }
}

/** Reads the page again if the answer is lost. Null at the deadline. */
async function pageOf(api: Api, list: List, page: number) {
  for (let tries = 1; ; tries += 1) {
    const timeoutMs = Math.floor(list.endMs - performance.now())
    if (timeoutMs <= 0) return null
    const answer = await api.ask({
      call: list.call,
      method: 'GET',
      path: list.path,
      query: { ...list.query, page: `${page}`, limit: `${PAGE_ROWS}` },
      timeoutMs,
      answerBytesMax: STATEMENT_BYTES_MAX,
    })
    if (answer.kind !== 'unknown' || tries === PAGE_TRIES_MAX) return answer
  }
}
