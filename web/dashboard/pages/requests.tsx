import type { DataOf } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { type Filter, type FilterState, Filters, useFilters } from '../parts/filters.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Badge, Time } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useSearch, useSetSearch } from '../url.ts'
import { useGet } from '../use-list.ts'
import { nameOfKey, STATUSES, shortPath, statusOf } from './request-words.ts'

type Found = DataOf<'GET', '/requests'>
type Row = Found['requests'][number]
type Keys = DataOf<'GET', '/keys'> | undefined

const METHODS = { GET: 'GET', POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' }
const CLASSES = { '2xx': '2xx, succeeded', '4xx': '4xx, refused', '5xx': '5xx, failed' }
const INTRO =
  'The API calls of your secret keys in the last 30 days, without secrets. A new call is here ' +
  'within two seconds.'
const NOTHING = 'The calls that your server makes are listed here.'

function filtersOf(keys: Keys): Filter[] {
  const secret = (keys ?? []).filter(({ kind }) => kind === 'secret')
  return [
    {
      kind: 'search',
      name: 'q',
      label: 'Search',
      placeholder: 'Request id, reference, error code, /path',
    },
    { kind: 'select', name: 'status', label: 'Status', options: CLASSES },
    { kind: 'select', name: 'method', label: 'Method', options: METHODS },
    {
      kind: 'select',
      name: 'key',
      label: 'Key',
      options: Object.fromEntries(secret.map(({ key_id, hint }) => [key_id, hint])),
    },
    { kind: 'dates' },
  ]
}

function columnsOf(keys: Keys): Column<Row>[] {
  return [
    {
      title: 'Request',
      cell: ({ method, path }) => `${method} ${shortPath(path)}`,
      width: '36%',
    },
    {
      title: 'Status',
      cell: ({ status }) => <Badge state={statusOf(status)} of={STATUSES(status)} />,
    },
    { title: 'Error', cell: ({ error_code }) => error_code ?? <span className="faint">–</span> },
    { title: 'Key', cell: ({ key_id }) => nameOfKey(keys, key_id) },
    { title: 'Took', cell: ({ duration_ms }) => `${duration_ms} ms`, isEnd: true, isWhole: true },
    { title: 'When', cell: ({ created_at }) => <Time at={created_at} />, isEnd: true },
  ]
}

/** The API calls of the business, newest first. */
export function RequestsPage() {
  const keys = useGet('/keys').data
  const filters = useFilters(filtersOf(keys))
  const { cursor } = useSearch()
  const read = useGet('/requests', {
    query: { ...filters.query, cursor },
    everyMs: cursor === undefined && 10_000,
  })
  return (
    <Page title="Requests" intro={INTRO}>
      <Filters of={filters} />
      <Loaded read={read}>{(found) => <List found={found} filters={filters} keys={keys} />}</Loaded>
    </Page>
  )
}

function List({ found, filters, keys }: { found: Found; filters: FilterState; keys: Keys }) {
  const { cursor } = useSearch()
  const { requests, next, searched_to } = found
  if (requests.length === 0 && next === null && cursor === undefined) {
    if (!filters.isAny) return <Empty sentence={NOTHING} curl={{ path: '/balance' }} />
    const clear = <Button onClick={filters.clear}>Clear the filters</Button>
    return <Empty sentence="No results for these filters." action={clear} />
  }
  return (
    <div className="list">
      {requests.length > 0 && (
        <DataTable
          rows={requests}
          label="Requests, newest first"
          columns={columnsOf(keys)}
          to={({ id }) => paths.request(id)}
        />
      )}
      <Paging next={next} searchedTo={searched_to} isFirst={cursor === undefined} />
    </div>
  )
}

type PagingProps = { next: string | null; searchedTo: string | null; isFirst: boolean }

function Paging({ next, searchedTo, isFirst }: PagingProps) {
  const setSearch = useSetSearch()
  const toCursor = (cursor: string | undefined) => () =>
    void setSearch({ cursor }, { isNewStep: true })
  return (
    <nav className="paging" aria-label="Pages">
      <span>
        {searchedTo && (
          <>
            Searched back to <Time at={searchedTo} />.
          </>
        )}
      </span>
      <span className="actions">
        <Button isSmall onClick={toCursor(undefined)} why={isFirst ? FIRST : undefined}>
          Newest
        </Button>
        <Button
          isSmall
          onClick={next === null ? undefined : toCursor(next)}
          why={next === null ? LAST : undefined}
        >
          Older
        </Button>
      </span>
    </nav>
  )
}

const FIRST = 'These are the newest.'
const LAST = 'There are no older ones.'
