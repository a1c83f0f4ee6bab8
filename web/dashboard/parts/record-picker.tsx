import { useState } from 'react'
import type { DataOf } from '../api.ts'
import { naira } from '../naira.ts'
import { useGet } from '../use-list.ts'
import { Combobox, type OptionGroup } from './combobox.tsx'
import { useDebounced } from './field.tsx'

// Chooses a record of the business by what people know of it, in place of a pasted id.

export type Found = DataOf<'GET', '/search'>['results'][number]

type Props = {
  kind: Found['kind']
  name: string
  label: string
  placeholder: string
  help?: string
  isOptional?: boolean
  /** The name of the record in the field, if one is chosen from the start. */
  shown?: string
  value: string
  /** Null if none is chosen any more. */
  onChange: (found: Found | null) => void
  /** Which of the records found may be chosen. */
  takes?: (found: Found) => boolean
}

export function RecordPicker({ kind, shown = '', takes = () => true, onChange, ...field }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(shown)
  const q = useDebounced(typed.trim())
  const { data, error, isBusy } = useGet('/search', { query: { kind, ...(q !== '' && { q }) } })
  const results = (data?.results ?? []).filter(takes)
  const isLate = isBusy || q !== typed.trim()
  const groups: OptionGroup[] = [
    {
      title: q === '' ? 'Newest' : 'Found',
      options: results.map((found) => ({
        value: found.id,
        text: found.title || found.detail || found.id,
        facts: factsOf(found),
      })),
    },
  ]
  return (
    <Combobox
      {...field}
      shown={field.value === '' ? '' : chosen}
      isBusy={isLate && !error}
      empty={error ? 'The service cannot be reached.' : 'Nothing found.'}
      groups={() => groups}
      onType={setTyped}
      onChange={(id) => {
        const found = results.find((one) => one.id === id) ?? null
        setChosen(found === null ? '' : found.title || found.detail || found.id)
        onChange(found)
      }}
    />
  )
}

function factsOf({ title, detail, amount }: Found): string {
  const facts = [title === '' ? null : detail, amount === null ? null : naira(amount)]
  return facts.filter(Boolean).join(' · ')
}
