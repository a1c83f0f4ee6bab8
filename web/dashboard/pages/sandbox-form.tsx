import { type ReactNode, useId } from 'react'
import { Button } from '../parts/button.tsx'
import { Curl } from '../parts/curl.tsx'
import { Buttons } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Card, Section } from '../parts/section.tsx'

export type Call = { method: 'POST' | 'PUT'; path: string; body?: unknown }

type Props = {
  title: string
  intro: string
  /** What the button does, and what the line below it would do. */
  call: Call
  /** The verb on the button. */
  submit: string
  /** What is missing still. */
  why?: string | undefined
  isBusy: boolean
  error: unknown
  onSubmit: () => void
  /** Beside the button. */
  buttons?: ReactNode
  /** What came of it. */
  result?: ReactNode
  children?: ReactNode
}

/** One thing that can be made to happen, and the same by the API. */
export function SandboxForm(props: Props) {
  const { title, intro, call, submit, why, isBusy, error, onSubmit, buttons, result } = props
  return (
    <Section title={title} intro={intro}>
      <Card>
        <Form onSubmit={() => why === undefined && onSubmit()} error={error}>
          {props.children}
          <Buttons>
            <Button type="submit" look="main" why={why} isBusy={isBusy}>
              {submit}
            </Button>
            {buttons}
          </Buttons>
        </Form>
        {result && <p role="status">{result}</p>}
        <Curl {...call} label={`${title}, by the API`} />
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
  /** What is likely meant. */
  known: { value: string; text?: string }[]
}

/** A text that one of a few is likely meant by. */
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
