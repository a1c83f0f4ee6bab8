import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react'
import { koboOf, nairaToType, notNaira } from '../naira.ts'
import { useFieldError } from './form.tsx'

/**
 * The state of one field, to be spread on it: `<TextField {...email} label="E-mail" />`. Until the
 * person changes it, it shows `first`, also another one later.
 */
export function useField<Value extends string = string>(name: string, first: Value) {
  const [value = first, setValue] = useState<Value>()
  return { name, value, onChange: setValue as (value: string) => void }
}

export function useAmount(name: string, first: number | null) {
  const [kobo, onChange] = useState(first)
  return { name, kobo, onChange }
}

export function useCheckbox(name: string, first: boolean) {
  const [isOn = first, onChange] = useState<boolean>()
  return { name, isOn, onChange: onChange as (isOn: boolean) => void }
}

type Common = {
  /** Its name in the API, which errors refer to. */
  name: string
  label: string
  help?: ReactNode
  /** An error that the page found itself. */
  wrong?: string | undefined
  isOptional?: boolean
}

type Ids = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }

/** The frame of every field: label, help and error. */
export function Field(props: Common & { children: (ids: Ids) => ReactNode }) {
  const { name, label, help, wrong, isOptional, children } = props
  const id = useId()
  const said = useFieldError(name)
  // The service writes `customer.email must be …`; show the label instead of the name.
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
  /** Null if the text is not an amount. */
  onChange: (kobo: number | null) => void
  autoFocus?: boolean
}

/** Displays naira, stores kobo. Invalid text blocks the form. */
export function AmountField({ kobo, onChange, autoFocus, ...common }: Amount) {
  const [text, setText] = useState(kobo === null ? '' : nairaToType(kobo))
  const [isTyping, setTyping] = useState(false)
  const wrong = text.trim() !== '' && koboOf(text) === null ? notNaira(common.label) : ''
  // Keep the text as typed, unless the page sets another amount.
  const isKept = koboOf(text) === kobo || wrong !== ''
  const shown = isKept ? text : kobo === null ? '' : nairaToType(kobo)
  return (
    <Field {...common} wrong={wrong === '' || isTyping ? common.wrong : wrong}>
      {(ids) => (
        <span className="amount-input">
          <span aria-hidden="true">₦</span>
          <input
            {...ids}
            ref={(input) => input?.setCustomValidity(wrong)}
            name={common.name}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the one field of a dialog.
            autoFocus={autoFocus}
            value={shown}
            onChange={(event) => {
              setText(event.target.value)
              setTyping(true)
              onChange(koboOf(event.target.value))
            }}
            onBlur={() => setTyping(false)}
            onInvalid={() => setTyping(false)}
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

type NewPasswordProps = { name?: string; value: string; onChange: (value: string) => void }

/** A new password. It can be shown, so it is typed once. */
export function NewPassword({ name = 'password', value, onChange }: NewPasswordProps) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <TextField
        name={name}
        label="New password"
        help="At least 15 characters, or 12 with two-step sign-in. Several words work well."
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        value={value}
        onChange={onChange}
      />
      <Checkbox name="shown" label="Show it" isOn={isShown} onChange={setShown} />
    </>
  )
}

const PAUSE_MS = 300

/** The text, once typing has paused. */
export function useDebounced(text: string, pauseMs = PAUSE_MS): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const soon = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(soon)
  }, [text, pauseMs])
  return settled
}
