import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getPage, type Options, type PathOf } from '../api.ts'
import { useSearch, useSetSearch } from '../url.ts'
import type { List } from '../use-list.ts'

const PER_PAGE = 25

/** As `useList`, of a list that the API cuts by the number of the page and not by cursor. */
export function useNumbered<Row>(
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
