import { hashKey, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type DataOf, get, getPage, type Listed, type Options, type PathOf } from './api.ts'
import { useSearch, useSetSearch } from './url.ts'

// What pages read. The key of a reading is its path, its parameters and its query, so the same
// reading on two pages is one.

const PER_PAGE = 25

type GetPath = PathOf<'GET'>
type RowOf<P extends GetPath> = DataOf<'GET', P> extends (infer Row)[] ? Row : never
type Reading = Pick<Options, 'params' | 'query'> & {
  /** Read again so often, while the page is looked at. */
  everyMs?: number | false | undefined
  isOff?: boolean
}

export function useGet<P extends GetPath>(path: P, reading: Reading = {}): Read<DataOf<'GET', P>> {
  const { params, query, everyMs = false, isOff = false } = reading
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [path, params ?? {}, query ?? {}],
    queryFn: ({ signal }) => get(path, { ...options({ params, query }), signal }),
    refetchInterval: everyMs,
    enabled: !isOff,
    placeholderData: ofTheSame(path, params),
  })
  return { data, error: data ? null : error, isBusy: isFetching, again: () => void refetch() }
}

export type Read<Data> = {
  data: Data | undefined
  /** Only where there is nothing to show: what was read once stays when reading it again fails. */
  error: unknown
  isBusy: boolean
  again: () => void
}

export type List<Row> = Read<Listed<Row>> & {
  /** From 1, for people. */
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
    // The number of the page belongs to its rows: while the next ones come, both stay.
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

/**
 * While a filter or a page changes, what was there stays; where the address names another thing, it
 * does not: nobody may press a button for the one and mean the other.
 */
function ofTheSame(path: string, params: Reading['params']) {
  return (before: unknown, query: { queryKey: readonly unknown[] } | undefined) => {
    const [otherPath, otherParams] = query?.queryKey ?? []
    const isSame = otherPath === path && hashKey([otherParams]) === hashKey([params ?? {}])
    return isSame ? (before as never) : undefined
  }
}

/** Forward by cursor; back by the browser's own way, or to the first page. */
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
