import type { DataOf } from '../api.ts'
import { naira } from '../naira.ts'
import { ChoiceField } from '../parts/combobox.tsx'
import { Go } from '../parts/go.tsx'
import type { Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useGet } from '../use-list.ts'

export type Split = DataOf<'GET', '/splits/{id}'>
export type Bearer = Split['bearer_type']

/** States of splits and subaccounts. */
export const SHARING_STATES: Record<'active' | 'stopped', { tone: Tone; text: string }> = {
  active: { tone: 'good', text: 'Active' },
  stopped: { tone: 'plain', text: 'Stopped' },
}

export const TYPES: Record<Split['type'], string> = {
  percentage: 'Percentages',
  flat: 'Fixed amounts',
}

export const BEARERS: Record<Bearer, string> = {
  account: 'You',
  subaccount: 'One subaccount',
  all: 'All, equally',
  'all-proportional': 'All, in proportion',
}

export function shareText(type: Split['type'], share: number): string {
  return type === 'flat' ? naira(share) : `${share} %`
}

/** The name of a subaccount by its id; the id while the names load. */
export function useSubaccountNames(): (id: string) => string {
  const { data = [] } = useGet('/subaccounts', { query: { perPage: 100 } })
  const names = new Map(data.map((one) => [one.id, one.business_name]))
  return (id) => names.get(id) ?? id
}

type Props = {
  value: string
  onChange: (splitCode: string) => void
  /** A split can be replaced, but not removed. */
  isKept?: boolean
}

/** Chooses a split. Hidden if the business has none. */
export function SplitField({ value, onChange, isKept = false }: Props) {
  const { data = [] } = useGet('/splits', { query: { perPage: 100 } })
  const open = data.filter(({ active, split_code }) => active || split_code === value)
  if (open.length === 0 && value === '') return null
  const options = Object.fromEntries(open.map(({ split_code, name }) => [split_code, name]))
  return (
    <ChoiceField
      name="split_code"
      label="Split"
      help={isKept ? 'One of your splits.' : 'One of your splits. Empty: none.'}
      options={options}
      value={value}
      onChange={(code) => (code !== '' || !isKept) && onChange(code)}
    />
  )
}

/** Shows the id while the name loads. */
export function SubaccountLink({ id }: { id: string }) {
  const { data } = useGet('/subaccounts/{id}', { params: { id } })
  return <Go to={paths.subaccount(id)}>{data?.business_name ?? id}</Go>
}
