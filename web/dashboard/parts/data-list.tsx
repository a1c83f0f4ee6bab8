// biome-ignore-all lint/a11y/noRedundantRoles: drawn as blocks, browsers forget what tables are.

import { useLocation } from '@tanstack/react-router'
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { ApiError } from '../api.ts'
import { count } from '../naira.ts'
import type { List } from '../use-list.ts'
import { Button } from './button.tsx'
import type { FilterState } from './filters.tsx'
import { Go } from './go.tsx'
import { Empty, type EmptyProps, ErrorBox } from './loaded.tsx'
import { CopyButton } from './values.tsx'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Aligned to the end: amounts and counts. */
  isEnd?: boolean
  /** Any CSS width; other columns share the rest. */
  width?: string
  /** Left out on a phone. */
  isForDesk?: boolean
  /** A button behind the cell copies this. */
  copied?: (row: Row) => string
  /** Has buttons, which lie above the link of the row. */
  isActions?: boolean
  /** Never wrapped: numbers, URLs and emails. */
  isWhole?: boolean
}

/** Where a cell stands in the two lines of a row on a phone. */
type Place = 'title' | 'end' | 'line' | 'actions' | 'none'
/** As many as fit beside each other; the page of the record has the others. */
const LINE_CELLS_MAX = 3

type Table<Row> = {
  columns: Column<Row>[]
  /** Required if rows have no `id`. */
  rowKey?: (row: Row) => string
  /** The link of the row, from `paths.ts`. */
  to?: (row: Row) => string
  /** The query string of that link, if it opens something on this page. */
  search?: (row: Row) => Record<string, string>
  label: string
  /** Rows of one line, whose texts end in an ellipsis. */
  isOneLine?: boolean
}

type Narrowed = Pick<FilterState, 'isAny' | 'clear'> & Partial<Pick<FilterState, 'wrong' | 'note'>>

type Props<Row> = {
  list: List<Row>
  empty: EmptyProps
  /** Offers to clear them if nothing matches. */
  filters?: Narrowed
} & Table<Row>

/** A list of the API with its states (loading, empty, failed) and its pages. */
export function DataList<Row>({ list, empty, filters, ...table }: Props<Row>) {
  const { data, error, again, isBusy } = list
  const note = filters?.note
  useEffect(() => note?.(error), [note, error])
  if (filters && isOf(filters, error)) {
    const clear = <Button onClick={filters.clear}>Clear the filters</Button>
    return <Empty sentence="Fix the filters, or clear them." action={clear} />
  }
  if (error) return <ErrorBox error={error} again={again} />
  if (data === undefined) return <Loading columns={table.columns.length} />
  if (data.data.length === 0 && filters?.isAny) {
    const clear = <Button onClick={filters.clear}>Clear the filters</Button>
    return <Empty sentence="No results for these filters." action={clear} />
  }
  if (data.data.length === 0 && list.at === 1) return <Empty {...empty} />
  return (
    <div className="list" data-busy={isBusy ? '' : undefined}>
      <DataTable {...table} rows={data.data} />
      <Paging list={list} />
    </div>
  )
}

/** Whether the filters show every error. */
function isOf({ wrong = {} }: Narrowed, error: unknown): boolean {
  if (!(error instanceof ApiError) || error.errors.length === 0) return false
  return error.errors.every(({ field }) => field in wrong)
}

/** A table of rows that are already loaded. */
export function DataTable<Row>(props: Table<Row> & { rows: Row[] }) {
  const { columns, rows, rowKey = idOf, to, search, label, isOneLine } = props
  const table = useRef<HTMLTableElement>(null)
  const leave = useReturn(table)
  const places = placesOf(columns, to !== undefined)
  const cells = places.filter((place) => place === 'line').length
  return (
    <div className="table-frame">
      <table
        ref={table}
        className="table"
        role="table"
        aria-label={label}
        data-one-line={isOneLine ? '' : undefined}
        style={{ '--cells': Math.max(1, cells) } as CSSProperties}
      >
        <colgroup>
          {columns.map(({ title, width }) => (
            <col key={title} {...(width !== undefined && { style: { inlineSize: width } })} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, isEnd, isActions }) => (
              <th key={title} role="columnheader" scope="col" data-end={isEnd ? '' : undefined}>
                {isActions ? <span className="unseen">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" data-row={rowKey(row)} data-link={to ? '' : undefined}>
              {columns.map(({ title, cell, copied, isEnd, isActions, isWhole }, at) => (
                <td
                  key={title}
                  role="cell"
                  data-title={title}
                  data-place={places[at]}
                  data-end={isEnd ? '' : undefined}
                  data-actions={isActions ? '' : undefined}
                  data-whole={isWhole ? '' : undefined}
                >
                  {at === 0 && to ? (
                    <Go
                      to={to(row)}
                      search={search?.(row) ?? {}}
                      isHere={search !== undefined}
                      onClick={() => leave(rowKey(row))}
                    >
                      {cell(row)}
                    </Go>
                  ) : (
                    cell(row)
                  )}
                  {copied && <CopyButton text={copied(row)} label={`Copy ${copied(row)}`} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function placesOf<Row>(columns: Column<Row>[], isLink: boolean): Place[] {
  const end = columns.findLastIndex(({ isEnd, isActions }, at) => at > 0 && isEnd && !isActions)
  let cells = 0
  return columns.map(({ isActions, isForDesk }, at) => {
    if (isActions) return 'actions'
    if (isForDesk) return 'none'
    if (at === 0) return 'title'
    if (at === end) return 'end'
    cells += 1
    return isLink && cells > LINE_CELLS_MAX ? 'none' : 'line'
  })
}

/** The row by which each step of the browser's history was left. */
const left = new Map<string, string>()

/** Back on a list, the row that was opened has the focus again. Returns what notes the row. */
function useReturn(table: RefObject<HTMLTableElement | null>): (row: string) => void {
  const step = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  useEffect(() => {
    const row = left.get(step)
    if (row === undefined) return
    left.delete(step)
    // The page focuses its title in the same commit; the row is next.
    queueMicrotask(() => {
      const link = table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] a`)
      link?.focus({ preventScroll: true })
      link?.scrollIntoView({ block: 'nearest' })
    })
  }, [step, table])
  return (row) => void left.set(step, row)
}

function idOf(row: unknown): string {
  return (row as { id: string }).id
}

function Paging<Row>({ list: { data, at, toNext, toPrevious } }: { list: List<Row> }) {
  const { total = 0, total_capped: isCapped = false, pageCount = 1 } = data?.meta ?? {}
  return (
    <nav className="paging" aria-label="Pages">
      <span>
        {totalOf(total, isCapped)} in total
        {pageCount > 1 && `, page ${count(at)} of ${totalOf(pageCount, isCapped)}`}
      </span>
      {(toNext || toPrevious) && (
        <span className="actions">
          <Button isSmall onClick={toPrevious ?? undefined} why={toPrevious ? undefined : FIRST}>
            Previous
          </Button>
          <Button isSmall onClick={toNext ?? undefined} why={toNext ? undefined : LAST}>
            Next
          </Button>
        </span>
      )}
    </nav>
  )
}

function totalOf(some: number, isCapped: boolean): string {
  return isCapped ? `${count(some)} or more` : count(some)
}

const FIRST = 'This is the first page.'
const LAST = 'This is the last page.'

function Loading({ columns }: { columns: number }) {
  const lines = ['one', 'two', 'three', 'four', 'five', 'six']
  return (
    <div className="table-frame skeleton-rows" role="status" aria-label="Loading">
      {lines.map((line) => (
        <div key={line}>
          {Array.from({ length: Math.min(columns, 5) }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
            <span key={at} />
          ))}
        </div>
      ))}
    </div>
  )
}
