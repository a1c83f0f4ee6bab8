import { count } from '../naira.ts'
import { useSearch } from '../url.ts'
import type { FilterState } from './filters.tsx'
import { Go } from './go.tsx'

type Props = {
  of: FilterState
  /** Of the filter, which has the kind `tabs`. */
  name: string
  /** By value, `''` for all. Null or missing: not counted. */
  counts: Record<string, number | null | undefined>
  /** A count of this may be more. */
  countedMax: number
}

/** One filter as tabs with counts. Each is a link, so it can be opened beside and shared. */
export function FilterTabs({ of, name, counts, countedMax }: Props) {
  // Each tab begins with its first page.
  const { cursor: _cursor, at: _at, ...search } = useSearch()
  const filter = of.of.find((one) => one.kind === 'tabs' && one.name === name)
  if (filter?.kind !== 'tabs') return null
  const tabs = { '': 'All', ...filter.options }
  return (
    <nav className="tabs" aria-label={filter.label}>
      {Object.entries(tabs).map(([value, text]) => (
        <Go
          key={value}
          to="."
          search={{ ...search, [name]: value || undefined }}
          isHere
          className="tab"
          isTab
        >
          {text}
          <Count of={counts[value]} max={countedMax} />
        </Go>
      ))}
    </nav>
  )
}

function Count({ of, max }: { of: number | null | undefined; max: number }) {
  if (of === null || of === undefined) return null
  return (
    <>
      {' '}
      <span className="tab-count">{of >= max ? `${count(max)}+` : count(of)}</span>
    </>
  )
}
