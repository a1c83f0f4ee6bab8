import type { ReactNode } from 'react'
import { Combobox } from '../parts/combobox.tsx'
import { ActionForm } from '../parts/form.tsx'
import { Card, Section } from '../parts/page.tsx'
import { Curl } from '../parts/values.tsx'
import type { Action } from '../use-action.ts'

type Call = { method: 'POST' | 'PUT'; path: string; body?: unknown }

type Props = {
  title: string
  intro: string
  /** The API call that does the same. */
  call: Call
  /** The verb on the button. */
  submit: string
  /** Why it cannot be submitted yet. */
  why?: string | undefined
  action: Action<void>
  /** Beside the button. */
  buttons?: ReactNode
  /** The result of the last call. */
  result?: ReactNode
  children?: ReactNode
}

/** One sandbox action, and the equivalent API call. */
export function SandboxForm(props: Props) {
  const { title, intro, call, result, ...form } = props
  return (
    <Section title={title} intro={intro}>
      <Card>
        <ActionForm {...form} />
        {result && <p role="status">{result}</p>}
        <Curl {...call} label={`${title} with the API`} />
      </Card>
    </Section>
  )
}

type Account = { account_number: string; account_name: string }

type Picked = {
  name: string
  label: string
  help?: string
  value: string
  onChange: (value: string) => void
  /** Those that are offered. Any other number may be typed. */
  known: Account[]
}

const NUMBER = /^\d{10}$/

/** An account number of this business, by its holder's name. */
export function AccountPicker({ known, ...field }: Picked) {
  const options = known.map(({ account_number: value, account_name }) => ({
    value,
    text: account_name,
    facts: value,
  }))
  return (
    <Combobox
      {...field}
      placeholder="Name or account number"
      shown={field.value}
      empty="Enter a name, or a number of ten digits."
      groups={(typed) => {
        const wanted = typed.trim().toLowerCase()
        const fits = options.filter(({ value, text }) =>
          `${text} ${value}`.toLowerCase().includes(wanted),
        )
        const isNew = NUMBER.test(wanted) && fits.length === 0
        const own = { value: wanted, text: wanted }
        return [
          { title: 'Your accounts', options: fits },
          { title: 'Another account', options: isNew ? [own] : [] },
        ]
      }}
    />
  )
}
