import { useSearch, useSetSearch } from '../url.ts'

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
