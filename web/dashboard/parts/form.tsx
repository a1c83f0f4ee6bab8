import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { ApiError, type FieldError } from '../api.ts'

// A form knows what was wrong in the last answer: each field shows its own, and what belongs to no
// field stands above the buttons.

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
        onSubmit()
      }}
    >
      <Context value={{ errors, note }}>{children}</Context>
      <Unplaced error={error} names={names} />
    </form>
  )
}

/** What no field shows. Above the buttons for the eye, by the order of the style sheet. */
function Unplaced({ error, names }: { error: unknown; names: ReadonlySet<string> }) {
  if (!error) return null
  if (!(error instanceof ApiError)) return <p className="form-error">Something went wrong here.</p>
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

/** What the last answer said of one field. */
export function useFieldError(name: string): string | undefined {
  const { errors, note } = use(Context)
  useEffect(() => note(name), [name, note])
  return errors.find(({ field }) => field === name)?.message
}
