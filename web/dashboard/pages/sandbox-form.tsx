import { type ReactNode, useId } from 'react'
import { TextField } from '../parts/field.tsx'
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

type Picked = {
  name: string
  label: string
  help?: string
  value: string
  onChange: (value: string) => void
  /** Suggested values. */
  known: { value: string; text?: string }[]
}

/** A text field with suggestions. */
export function PickField({ known, ...field }: Picked) {
  const id = useId()
  return (
    <>
      <TextField {...field} list={id} autoComplete="off" spellCheck={false} />
      <datalist id={id}>
        {known.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </datalist>
    </>
  )
}
