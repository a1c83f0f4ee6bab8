import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { ApiError, type FieldError } from '../api.ts'
import type { Action } from '../use-action.ts'
import { Button, FinalButton, type Sentence } from './button.tsx'

// A form reads the errors of the last answer: each field shows its own, and the form shows the
// others above its buttons.

type Known = { errors: FieldError[]; note: (name: string) => () => void }

const Context = createContext<Known>({ errors: [], note: () => () => {} })

type Props = { onSubmit: () => void; error: unknown; children: ReactNode }

export function Form({ onSubmit, error, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [names, setNames] = useState<ReadonlySet<string>>(new Set())
  const [note] = useState(() => (name: string) => {
    setNames((before) => new Set(before).add(name))
    return () => setNames((before) => new Set([...before].filter((other) => other !== name)))
  })
  const errors = error instanceof ApiError ? error.errors : []

  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])

  return (
    <form
      ref={form}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const unread = unreadIn(event.currentTarget)
        if (unread === undefined) onSubmit()
        else unread.focus()
      }}
    >
      <Context value={{ errors, note }}>{children}</Context>
      <Unplaced error={error} names={names} />
    </form>
  )
}

/** The first field with invalid text. Validating it makes it show its error. */
function unreadIn(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.querySelectorAll('input')].find(
    (input) => input.validity.customError && !input.checkValidity(),
  )
}

/** Errors that no field shows. The style sheet puts them above the buttons. */
function Unplaced({ error, names }: { error: unknown; names: ReadonlySet<string> }) {
  if (!error) return null
  if (!(error instanceof ApiError)) return <p className="form-error">Something went wrong.</p>
  const others = error.errors.filter(({ field }) => !names.has(field))
  const texts = error.errors.length === 0 ? [error.message] : others.map(({ message }) => message)
  if (texts.length === 0) return null
  return (
    <div className="form-error" role="alert">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}

type ActionFormProps = {
  /** From `useFormAction`. */
  action: Action<void>
  /** On the button: a verb. If it cannot be undone, a sentence that stands above it. */
  submit: string | Sentence
  look?: 'main' | 'danger'
  /** Why it cannot be sent now. */
  why?: string | undefined
  /** False while a field shows its own error. */
  isReady?: boolean
  onCancel?: () => void
  /** More buttons, after the submit button. */
  buttons?: ReactNode
  children?: ReactNode
}

/** A form that starts one action: its fields, and the buttons below them. */
export function ActionForm(props: ActionFormProps) {
  const { action, submit, look = 'main', why, isReady = true, onCancel, buttons, children } = props
  const { isBusy } = action
  const isKnown = typeof submit === 'string' || submit.every(Boolean)
  const isFinal = typeof submit !== 'string' && isKnown
  const run = () => why === undefined && isKnown && isReady && action.run()
  return (
    <Form onSubmit={run} error={action.error}>
      {children}
      {isFinal && <p className="final">{submit.join(' ')}.</p>}
      <Buttons>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        {typeof submit === 'string' ? (
          <Button type="submit" {...{ look, why, isBusy }}>
            {submit}
          </Button>
        ) : (
          <FinalButton does={submit} {...{ look, why, isBusy }} />
        )}
        {buttons}
      </Buttons>
    </Form>
  )
}

/** The row of buttons at the end of a dialog or a form. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className="buttons">{children}</div>
}

/** The error of one field in the last answer. */
export function useFieldError(name: string): string | undefined {
  const { errors, note } = use(Context)
  useEffect(() => note(name), [name, note])
  return errors.find(({ field }) => field === name)?.message
}
