import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { koboOf, nairaToType } from '../naira.ts'
import { useFieldError } from './form.tsx'

type Common = {
  /** As the API names it: its errors are shown here. */
  name: string
  label: string
  help?: ReactNode
  /** What the page itself found wrong. */
  wrong?: string | undefined
  isOptional?: boolean
}

type Ids = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }

/** The frame of every field: label, help, what is wrong. */
export function Field(props: Common & { children: (ids: Ids) => ReactNode }) {
  const { name, label, help, wrong, isOptional, children } = props
  const id = useId()
  const said = useFieldError(name)
  // The service says `customer.email must be …`: here it is called as the label calls it.
  const error = said?.startsWith(`${name} `) ? label + said.slice(name.length) : (said ?? wrong)
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="faint"> optional</span>}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error !== undefined,
      })}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="wrong" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

type Typed = Common & { value: string; onChange: (value: string) => void }
type Input = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'name'>

export function TextField(props: Typed & Input) {
  const { name, label, help, wrong, isOptional, value, onChange, ...rest } = props
  return (
    <Field {...{ name, label, help, wrong, ...(isOptional && { isOptional }) }}>
      {(ids) => (
        <input
          type="text"
          {...rest}
          {...ids}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

export function TextArea(props: Typed & { rows?: number; placeholder?: string }) {
  const { name, label, help, wrong, isOptional, value, onChange, rows = 3, placeholder } = props
  return (
    <Field {...{ name, label, help, wrong, ...(isOptional && { isOptional }) }}>
      {(ids) => (
        <textarea
          {...ids}
          name={name}
          rows={rows}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

export function SelectField(props: Typed & { options: Record<string, string> }) {
  const { name, label, help, wrong, isOptional, value, onChange, options } = props
  return (
    <Field {...{ name, label, help, wrong, ...(isOptional && { isOptional }) }}>
      {(ids) => (
        <select
          {...ids}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {Object.entries(options).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type Amount = Common & {
  kobo: number | null
  /** Null where what is typed is no amount. */
  onChange: (kobo: number | null) => void
  autoFocus?: boolean
}

/** Naira for people, kobo for the page. */
export function AmountField({ kobo, onChange, autoFocus, ...common }: Amount) {
  const [text, setText] = useState(kobo === null ? '' : nairaToType(kobo))
  const isWrong = text.trim() !== '' && koboOf(text) === null
  // What is typed stays as it is typed, unless the page set another amount.
  const shown = koboOf(text) === kobo || isWrong ? text : kobo === null ? '' : nairaToType(kobo)
  return (
    <Field {...common} wrong={isWrong ? 'Write naira, such as 2,500 or 2500.50.' : common.wrong}>
      {(ids) => (
        <span className="amount-input">
          <span aria-hidden="true">₦</span>
          <input
            {...ids}
            name={common.name}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the one field of a dialog.
            autoFocus={autoFocus}
            value={shown}
            onChange={(event) => {
              setText(event.target.value)
              onChange(koboOf(event.target.value))
            }}
          />
        </span>
      )}
    </Field>
  )
}

type Box = Pick<Common, 'name' | 'label' | 'help'> & {
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Why it cannot be changed now. */
  why?: string | undefined
}

export function Checkbox({ name, label, help, isOn, onChange, why }: Box) {
  const id = useId()
  const text = why ?? help
  return (
    <div className="checkbox">
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={isOn}
        disabled={why !== undefined}
        aria-describedby={text ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {text && (
        <p className="help" id={`${id}-help`}>
          {text}
        </p>
      )}
    </div>
  )
}
