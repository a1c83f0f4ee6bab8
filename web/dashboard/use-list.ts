import { hashKey, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type DataOf, get, getPage, type Listed, type Options, type PathOf } from './api.ts'
import { useSearch, useSetSearch } from './url.ts'

// Queries of the API. The key of a query is its path, parameters and query string, so pages that
// read the same share one query.

const PER_PAGE = 25

type GetPath = PathOf<'GET'>
type RowOf<P extends GetPath> = DataOf<'GET', P> extends (infer Row)[] ? Row : never
type Reading = Pick<Options, 'params' | 'query'> & {
  /** The interval of polling, while the page is visible. */
  everyMs?: number | false | undefined
  isOff?: boolean
}
type ReadingOf<Data> = Reading & {
  /** Polling stops once this is true. */
  until?: (data: Data) => boolean
}

export function useGet<P extends GetPath>(
  path: P,
  reading: ReadingOf<DataOf<'GET', P>> = {},
): Read<DataOf<'GET', P>> {
  const { params, query, everyMs = false, isOff = false, until } = reading
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [path, params ?? {}, query ?? {}],
    queryFn: ({ signal }) => get(path, { ...options({ params, query }), signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && until?.(data) ? false : everyMs,
    enabled: !isOff,
    placeholderData: ofTheSame(path, params),
  })
  return { data, error: data ? null : error, isBusy: isFetching, again: () => void refetch() }
}

export type Read<Data> = {
  data: Data | undefined
  /** Null while older data can be shown: a failed refetch keeps it. */
  error: unknown
  isBusy: boolean
  again: () => void
}

export type List<Row> = Read<Listed<Row>> & {
  /** The page number, from 1. */
  at: number
  toNext: (() => void) | null
  toPrevious: (() => void) | null
}

export function useList<P extends GetPath>(path: P, reading: Reading = {}): List<RowOf<P>> {
  const { params, query, everyMs = false, isOff = false } = reading
  const { cursor, at = '1' } = useSearch()
  const whole = { perPage: PER_PAGE, ...query, cursor }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [path, params ?? {}, whole],
    // Keep the page number with its rows while the next page loads.
    queryFn: async ({ signal }) => ({
      ...(await getPage<RowOf<P>>(path, { ...options({ params, query: whole }), signal })),
      at: Number(at),
    }),
    refetchInterval: everyMs,
    enabled: !isOff,
    placeholderData: ofTheSame(path, params),
  })
  const again = () => void refetch()
  return {
    data,
    error: data ? null : error,
    isBusy: isFetching,
    again,
    ...usePaging(data?.at ?? Number(at), data?.meta.next),
  }
}

/** How many there are; undefined until they are counted. */
export function useCount(path: GetPath, query: NonNullable<Options['query']>): number | undefined {
  const whole = { ...query, perPage: 1 }
  const { data } = useQuery({
    queryKey: [path, {}, whole, 'count'],
    queryFn: async ({ signal }) => (await getPage(path, { query: whole, signal })).meta.total,
  })
  return data
}

/**
 * Keeps the old rows while a filter or page changes, but not for another record: nobody may press a
 * button meant for one record while seeing another.
 */
function ofTheSame(path: string, params: Reading['params']) {
  return (before: unknown, query: { queryKey: readonly unknown[] } | undefined) => {
    const [otherPath, otherParams] = query?.queryKey ?? []
    const isSame = otherPath === path && hashKey([otherParams]) === hashKey([params ?? {}])
    return isSame ? (before as never) : undefined
  }
}

/** Next page by cursor; previous page by the browser's history, or the first page. */
function usePaging(at: number, next: string | null | undefined) {
  const setSearch = useSetSearch()
  const router = useRouter()
  const cameFrom = useLocation({ select: ({ state }) => (state as { cameFrom?: number }).cameFrom })
  const toFirst = () => setSearch({ cursor: undefined, at: undefined }, { isNewStep: true })
  const toNext = (cursor: string) => () =>
    void router.navigate({
      to: '.',
      search: (before: object) => ({ ...before, cursor, at: String(at + 1) }),
      state: { cameFrom: at },
    } as never)
  return {
    at,
    toNext: next ? toNext(next) : null,
    toPrevious: at > 1 ? (cameFrom === at - 1 ? () => router.history.back() : toFirst) : null,
  }
}

function options({ params, query }: Partial<Record<'params' | 'query', unknown>>): Options {
  return {
    ...(params !== undefined && { params }),
    ...(query !== undefined && { query }),
  } as Options
}

/** As `useList`, for lists that the API pages by number only. */
export function useNumberedList<Row>(
  path: PathOf<'GET'>,
  query: NonNullable<Options['query']>,
): List<Row> {
  const { at: stands } = useSearch()
  const setSearch = useSetSearch()
  const at = Math.max(1, Math.trunc(Number(stands ?? 1)) || 1)
  const whole = { ...query, perPage: PER_PAGE, page: at }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [path, {}, whole],
    queryFn: ({ signal }) => getPage<Row>(path, { query: whole, signal }),
    placeholderData: keepPreviousData,
  })
  const toPage = (page: number) => () =>
    void setSearch({ at: page === 1 ? undefined : String(page) }, { isNewStep: true })
  return {
    data,
    error,
    isBusy: isFetching,
    again: () => void refetch(),
    at,
    toNext: data !== undefined && at < data.meta.pageCount ? toPage(at + 1) : null,
    toPrevious: at > 1 ? toPage(at - 1) : null,
  }
}
