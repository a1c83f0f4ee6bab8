import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'

// A field that is typed into and chosen from, as ARIA's combobox with a list: the focus stays in
// the field, and the arrow keys move a mark in the list. The search of everything has the same
// list.

export type Option = {
  /** Unlike any other in the list. */
  value: string
  text: string
  /** At the end of its line, or below it on a phone. */
  facts?: ReactNode
  start?: ReactNode
}
export type OptionGroup = { title: string; options: Option[] }

type Listed = {
  groups: OptionGroup[]
  onChoose: (value: string) => void
  /** A chosen option, which is marked. */
  chosen?: string
  isOpen?: boolean
}

/** The list below a field, and what the field has to carry. */
export function useOptions({ groups, onChoose, chosen, isOpen }: Listed) {
  const id = useId()
  const all = groups.flatMap(({ options }) => options)
  const [wanted, setWanted] = useState<string>()
  const at = Math.max(
    0,
    all.findIndex(({ value }) => value === wanted),
  )
  const active = all[at]
  const idOf = (value: string) => `${id}-${all.findIndex((option) => option.value === value)}`

  useEffect(() => {
    const line = active && document.getElementById(`${id}-${at}`)
    line?.scrollIntoView({ block: 'nearest' })
  }, [active, at, id])

  /** True if the key was one of the list's. */
  const onKey = (event: KeyboardEvent): boolean => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    if (event.nativeEvent.isComposing || all.length === 0) return false
    if (event.key === 'Enter') onChoose(active!.value)
    else if (step === undefined) return false
    else setWanted(all[turned(at, step, all.length)]!.value)
    event.preventDefault()
    return true
  }
  const list = (
    <div role="listbox" id={id} aria-label="Suggestions" className="options">
      {groups
        .filter(({ options }) => options.length > 0)
        .map(({ title, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element.
          <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
            <div className="options-title" id={`${id}-${title}`} role="presentation">
              {title}
            </div>
            {options.map(({ value, text, facts, start }) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
              <div
                key={value}
                role="option"
                id={idOf(value)}
                className="option"
                aria-selected={value === active?.value}
                data-chosen={value === chosen ? '' : undefined}
                onPointerMove={() => value !== active?.value && setWanted(value)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(value)}
              >
                {start}
                <span className="option-text">{text}</span>
                {facts && <span className="option-facts">{facts}</span>}
                {value === chosen && <Icon name="check" />}
              </div>
            ))}
          </div>
        ))}
    </div>
  )
  const field = {
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-controls': id,
    'aria-expanded': isOpen ?? all.length > 0,
    'aria-activedescendant': active ? idOf(active.value) : undefined,
    autoComplete: 'off',
    spellCheck: false,
  }
  return { list, field, onKey, toFirst: () => setWanted(undefined), isEmpty: all.length === 0 }
}

/** Over the ends of the list by single steps only. */
function turned(at: number, step: number, count: number): number {
  if (Math.abs(step) === 1) return (at + step + count) % count
  return Math.min(count - 1, Math.max(0, at + step))
}

type Chosen = Pick<Props, 'name' | 'label' | 'help' | 'isOptional' | 'value' | 'onChange'> & {
  /** By value. */
  options: Record<string, string>
}

/** One of the options, found by any part of its text. */
export function ChoiceField({ options, ...field }: Chosen) {
  return (
    <Combobox
      {...field}
      placeholder="Type to find it"
      shown={options[field.value] ?? field.value}
      empty="Nothing has this name."
      groups={(typed) => {
        const wanted = typed.trim().toLowerCase()
        const found = Object.entries(options).filter(([value, text]) =>
          `${text} ${value}`.toLowerCase().includes(wanted),
        )
        return [{ title: field.label, options: found.map(([value, text]) => ({ value, text })) }]
      }}
    />
  )
}

type Props = {
  name: string
  label: string
  help?: ReactNode
  isOptional?: boolean
  placeholder?: string
  /** Empty: nothing is chosen. */
  value: string
  /** What the field shows of the chosen one. */
  shown: string
  onChange: (value: string) => void
  /** For what has been typed; for an empty text, suggestions. */
  groups: (typed: string) => OptionGroup[]
  /** Called with what is typed, where the groups are asked for elsewhere. */
  onType?: (typed: string) => void
  /** In place of an empty list: that nothing was found, or why not. */
  empty: ReactNode
  isBusy?: boolean
}

/** Text that is not chosen from the list is no value: it goes when the field is left. */
export function Combobox(props: Props) {
  const { name, label, help, isOptional, placeholder, value, shown, onChange, empty } = props
  const { groups, onType, isBusy } = props
  const input = useRef<HTMLInputElement>(null)
  /** Null: nothing has been typed since the last choice. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const type = (text: string | null) => {
    setTyped(text)
    onType?.(text ?? '')
  }
  const close = () => {
    setOpen(false)
    type(null)
  }
  const { list, field, onKey, toFirst, isEmpty } = useOptions({
    groups: isOpen ? groups(typed ?? '') : [],
    chosen: value,
    isOpen,
    onChoose: (chosen) => {
      onChange(chosen)
      close()
      toFirst()
    },
  })
  return (
    <Field {...{ name, label, help, ...(isOptional && { isOptional }) }}>
      {(ids) => (
        <Popover.Root open={isOpen} onOpenChange={(open) => !open && close()}>
          <Popover.Anchor asChild>
            <span className="combobox">
              <input
                ref={input}
                type="text"
                {...ids}
                {...field}
                name={name}
                placeholder={placeholder}
                value={typed ?? shown}
                onChange={(event) => {
                  setOpen(true)
                  type(event.target.value)
                  toFirst()
                  if (event.target.value === '') onChange('')
                }}
                onClick={() => setOpen(true)}
                onFocus={(event) => event.target.select()}
                onBlur={close}
                onKeyDown={(event) => {
                  if (isOpen && onKey(event)) return
                  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
                  event.preventDefault()
                  setOpen(true)
                }}
              />
              <Icon name="down" />
            </span>
          </Popover.Anchor>
          <Popover.Portal>
            <Popover.Content
              className="options-box"
              align="start"
              sideOffset={4}
              collisionPadding={8}
              aria-label="Suggestions"
              onOpenAutoFocus={(event) => event.preventDefault()}
              onCloseAutoFocus={(event) => event.preventDefault()}
              onInteractOutside={(event) => {
                if (event.target === input.current) event.preventDefault()
              }}
            >
              {list}
              {isEmpty && (
                <p className="options-empty" role="status" data-busy={isBusy ? '' : undefined}>
                  {isBusy ? 'Searching …' : empty}
                </p>
              )}
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Field>
  )
}
