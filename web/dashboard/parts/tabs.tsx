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

type ChoicesProps = {
  label: string
  /** The parameter in the query string. */
  name: string
  of: Record<string, string>
  /** The default. */
  first: string
}

/** A segmented control; the query string holds its value. */
export function Choices({ label, name, of, first }: ChoicesProps) {
  const setSearch = useSetSearch()
  const chosen = useChoice(name, of, first)
  const choose = (value: string) =>
    setSearch({ [name]: value === first ? undefined : value, cursor: undefined, at: undefined })
  return (
    <fieldset className="choices" aria-label={label}>
      {Object.entries(of).map(([value, text]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => choose(value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}

export function useChoice(name: string, of: Record<string, string>, first: string): string {
  const value = useSearch()[name]
  return value !== undefined && value in of ? value : first
}
