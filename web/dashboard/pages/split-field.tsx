import { SelectField } from '../parts/field.tsx'
import { useGet } from '../use-list.ts'

type Props = {
  value: string
  onChange: (splitCode: string) => void
  /** What has a split may get another, but not none. */
  isKept?: boolean
}

/** How what comes is shared. Not shown where the business has no splits. */
export function SplitField({ value, onChange, isKept = false }: Props) {
  const { data = [] } = useGet('/splits', { query: { perPage: 100 } })
  const open = data.filter(({ active, split_code }) => active || split_code === value)
  if (open.length === 0 && value === '') return null
  const names = open.map(({ split_code, name }) => [split_code, name] as const)
  const options = {
    ...(!isKept && { '': 'Nobody: all of it is yours' }),
    ...Object.fromEntries(names),
  }
  return (
    <SelectField
      name="split_code"
      label="Shared with"
      help="By one of your splits."
      options={value in options ? options : { ...options, [value]: value }}
      value={value}
      onChange={onChange}
    />
  )
}
