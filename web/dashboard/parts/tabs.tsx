import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useSearch, useSetSearch } from '../url.ts'

type Props = {
  label: string
  /** By their name in the query string. The first is the default. */
  of: Record<string, { title: string; content: ReactNode }>
  /** For pages with two sets of tabs. */
  name?: string
}

/** The query string names the open tab. */
export function Tabs({ label, of, name = 'tab' }: Props) {
  const search = useSearch()
  const setSearch = useSetSearch()
  const [first = ''] = Object.keys(of)
  const wanted = search[name]
  const open = wanted !== undefined && wanted in of ? wanted : first
  const choose = (value: string) =>
    setSearch({ [name]: value === first ? undefined : value, cursor: undefined, at: undefined })
  return (
    <Radix.Root value={open} onValueChange={choose} activationMode="manual">
      <Radix.List className="tabs" aria-label={label}>
        {Object.entries(of).map(([value, { title }]) => (
          <Radix.Trigger key={value} value={value} className="tab">
            {title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {Object.entries(of).map(([value, { content }]) => (
        <Radix.Content key={value} value={value} className="tab-content">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
