import { useEffect, useId, useRef, useState } from 'react'
import type { Filter, Filters as Of } from '../use-filters.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const PAUSE_MS = 600

/** A row of filters over a list; what they say stands in the address. */
export function Filters({ of }: { of: Of }) {
  const [isOpen, setOpen] = useState(of.isAny)
  const hasMore = of.of.length > 1
  return (
    <search className="filters" data-open={isOpen || !hasMore ? '' : undefined}>
      {of.of.map((filter) => (
        <One key={filter.kind === 'dates' ? 'dates' : filter.name} filter={filter} of={of} />
      ))}
      {hasMore && (
        // Only small screens have it: there the rest would stand before the list.
        <span className="filters-more">
          <Button isSmall icon="down" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Filters
          </Button>
        </span>
      )}
      {of.isAny && (
        <Button look="quiet" onClick={of.clear}>
          Clear
        </Button>
      )}
    </search>
  )
}

function One({ filter, of }: { filter: Filter; of: Of }) {
  switch (filter.kind) {
    case 'text':
    case 'amount':
      return <Typed filter={filter} of={of} />
    case 'select':
      return <Chosen filter={filter} of={of} />
    case 'dates':
      return (
        <span className="filter-dates">
          <Day name="from" label="From" of={of} />
          <Day name="to" label="To" of={of} />
        </span>
      )
  }
}

/** Goes to the address when the typing pauses. */
function Typed({ filter, of }: { filter: Filter & { kind: 'text' | 'amount' }; of: Of }) {
  const { name, label, kind } = filter
  const id = useId()
  const stands = of.values[name] ?? ''
  const [text, setText] = useState(stands)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(stands)

  // The address changed by itself: "clear", or the browser's way back.
  useEffect(() => {
    if (stands === sent.current) return
    sent.current = stands
    setText(stands)
  }, [stands])
  useEffect(() => () => clearTimeout(timer.current), [])

  const send = (value: string) => {
    clearTimeout(timer.current)
    sent.current = value.trim()
    of.set({ [name]: sent.current || undefined })
  }
  const isSearch = kind === 'text' && filter.isSearch
  const wrong = of.wrong[name]
  return (
    <span className="filter" data-search={isSearch ? '' : undefined}>
      <label htmlFor={id} className={isSearch ? 'unseen' : undefined}>
        {label}
      </label>
      {isSearch && <Icon name="search" />}
      <input
        id={id}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong && `${id}-wrong`}
        type={isSearch ? 'search' : 'text'}
        inputMode={kind === 'amount' ? 'decimal' : undefined}
        placeholder={kind === 'amount' ? '₦' : (filter.placeholder ?? '')}
        data-page-search={isSearch ? '' : undefined}
        aria-keyshortcuts={isSearch ? '/' : undefined}
        autoComplete="off"
        value={text}
        onChange={({ target: { value } }) => {
          setText(value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => send(value), PAUSE_MS)
        }}
        onKeyDown={(event) => event.key === 'Enter' && send(text)}
      />
      <Wrong id={id} text={wrong} />
    </span>
  )
}

function Chosen({ filter, of }: { filter: Filter & { kind: 'select' }; of: Of }) {
  const id = useId()
  return (
    <span className="filter">
      <label htmlFor={id}>{filter.label}</label>
      <select
        id={id}
        value={of.values[filter.name]}
        onChange={({ target: { value } }) => of.set({ [filter.name]: value || undefined })}
      >
        <option value="">All</option>
        {Object.entries(filter.options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}

function Day({ name, label, of }: { name: 'from' | 'to'; label: string; of: Of }) {
  const id = useId()
  return (
    <span className="filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        aria-invalid={of.wrong[name] !== undefined}
        aria-describedby={of.wrong[name] && `${id}-wrong`}
        value={of.values[name]}
        onChange={({ target: { value } }) => of.set({ [name]: value || undefined })}
      />
      <Wrong id={id} text={of.wrong[name]} />
    </span>
  )
}

function Wrong({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <span className="wrong" id={`${id}-wrong`}>
      {text}
    </span>
  )
}
