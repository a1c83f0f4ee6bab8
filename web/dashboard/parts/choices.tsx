import { useSearch, useSetSearch } from '../url.ts'

type Props = {
  label: string
  /** In the address. */
  name: string
  of: Record<string, string>
  /** The one where the address names none. */
  first: string
}

/** A few ways to look at the same thing; which one stands in the address. */
export function Choices({ label, name, of, first }: Props) {
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
