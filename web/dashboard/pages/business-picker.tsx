import { useState } from 'react'
import { Combobox } from '../parts/combobox.tsx'
import { useDebounced } from '../parts/field.tsx'
import { useGet } from '../use-list.ts'

export type PickedBusiness = { id: string; name: string }

type Props = {
  label: string
  help?: string
  isOptional?: boolean
  value: PickedBusiness | null
  onChange: (business: PickedBusiness | null) => void
}

const PER_PAGE = '20'

/** For operators: any business, by a part of its name or email address, or by its id. */
export function BusinessPicker({ value, onChange, ...field }: Props) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const { data = [], isBusy } = useGet('/operator/businesses', {
    query: { perPage: PER_PAGE, ...(q !== '' && { q }) },
  })
  return (
    <Combobox
      {...field}
      name="business_id"
      placeholder="Name, email or id"
      value={value?.id ?? ''}
      shown={value?.name ?? ''}
      isBusy={isBusy || q !== typed.trim()}
      empty="No business is found."
      onType={setTyped}
      onChange={(id) => {
        const found = data.find(({ business_id }) => business_id === id)
        onChange(found ? { id, name: found.name } : null)
      }}
      groups={() => [
        {
          title: q === '' ? 'Newest' : 'Found',
          options: data.map(({ business_id: value, name, email }) => ({
            value,
            text: name,
            facts: email,
          })),
        },
      ]}
    />
  )
}
