import { DAY, later } from '../../platform/clock.ts'
import { STATEMENT_BYTES_MAX } from '../client.ts'
import { type Fields, fieldsOf, textOf } from '../values.ts'
import { readSaid } from './answers.ts'
import type { Flutterwave } from './client.ts'

// Flutterwave's lists. They filter by days, whose zone is not documented, so each list is read from
// a day earlier to a day later, and the caller filters by time. A filter that they may ignore is
// applied again here.

const PAGES_MAX = 50
const PAGE = /^[1-9]\d{0,5}$/

export type Span = { from: Date; to: Date }
type Page = { rows: Fields[]; isLast: boolean }

export function daysOf({ from, to }: Span): { from: string; to: string } {
  const day = (at: Date) => at.toISOString().slice(0, 10)
  return { from: day(later(from, -DAY)), to: day(later(to, DAY)) }
}

/** Null if it is not known. */
export async function readPage(
  { client }: Flutterwave,
  {
    path,
    query,
    page,
    timeoutMs,
  }: { path: string; query: Record<string, string>; page: number; timeoutMs?: number | undefined },
): Promise<Page | null> {
  const answer = await client.call({
    call: `list ${path.slice(1)}`,
    method: 'GET',
    path,
    query: { ...query, page: `${page}` },
    answerBytesMax: STATEMENT_BYTES_MAX,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  const said = readSaid(answer)
  const rows = said.kind === 'done' && Array.isArray(said.data) ? said.data.map(fieldsOf) : null
  const info = fieldsOf(said.kind === 'done' ? fieldsOf(said.meta).page_info : null)
  const [current, pages] = [textOf(info.current_page), textOf(info.total_pages)]
  // Without the count of pages, nothing proves that a list is whole.
  if (rows === null || current !== `${page}` || !(PAGE.test(pages) || pages === '0')) {
    if (said.kind !== 'unavailable') client.noteUnknown(`list ${path.slice(1)}`, answer)
    return null
  }
  return { rows, isLast: page >= Number(pages) }
}

async function readAll(
  flutterwave: Flutterwave,
  path: string,
  query: Record<string, string>,
  endMs = Number.POSITIVE_INFINITY,
): Promise<Fields[] | null> {
  const found: Fields[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const leftMs = endMs - performance.now()
    const timeoutMs = Number.isFinite(leftMs) ? leftMs : undefined
    const read = await readPage(flutterwave, { path, query, page, timeoutMs })
    if (read === null) return null
    found.push(...read.rows)
    if (read.isLast) return found
  }
  return null
}

/** Attempts to pay under one reference. Null if it is not known. */
export async function listTransactions(
  flutterwave: Flutterwave,
  { txRef, ...span }: Span & { txRef: string },
): Promise<Fields[] | null> {
  const rows = await readAll(flutterwave, '/transactions', { ...daysOf(span), tx_ref: txRef })
  return rows?.filter((row) => row.tx_ref === txRef) ?? null
}

/** All refunds of a time. Null if it is not known. */
export function listRefunds(flutterwave: Flutterwave, span: Span, endMs: number) {
  return readAll(flutterwave, '/refunds', daysOf(span), endMs)
}

/** All chargebacks of a time. Null if it is not known. */
export function listChargebacks(flutterwave: Flutterwave, span: Span) {
  return readAll(flutterwave, '/chargebacks', daysOf(span))
}
