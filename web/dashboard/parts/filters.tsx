import { Dialog } from 'radix-ui'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../api.ts'
import { koboOf, notNaira } from '../naira.ts'
import { useIsPhone } from '../phone.ts'
import { daysAgo } from '../time.ts'
import { useSearch, useSetSearch } from '../url.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const PAUSE_MS = 600

/**
 * The filters above a list; the query string holds their values. On a phone, all but the search are
 * in a sheet.
 */
export function Filters({ of }: { of: FilterState }) {
  const isPhone = useIsPhone()
  const isSearch = ({ kind }: Filter) => kind === 'search'
  const others = of.of.filter((filter) => !isSearch(filter) && filter.kind !== 'tabs')
  const draw = (filters: Filter[]) =>
    filters.map((filter) => (
      <One key={filter.kind === 'dates' ? 'dates' : filter.name} filter={filter} of={of} />
    ))
  return (
    <search className="filters">
      {draw(of.of.filter(isSearch))}
      {isPhone ? others.length > 0 && <Sheet of={of}>{draw(others)}</Sheet> : draw(others)}
      {of.isAny && !isPhone && (
        <Button look="quiet" onClick={of.clear}>
          Clear
        </Button>
      )}
    </search>
  )
}

/** A button with the number of filters that are set, and the sheet that it opens. */
function Sheet({ of, children }: { of: FilterState; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button icon="down">{of.count === 0 ? 'Filters' : `Filters · ${of.count}`}</Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="veil" />
        <Dialog.Content className="sheet" aria-describedby={undefined}>
          <header>
            <Dialog.Title>Filters</Dialog.Title>
            <Dialog.Close className="dialog-close" aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
          </header>
          {children}
          <div className="buttons">
            <Button onClick={of.clear} why={of.isAny ? undefined : 'No filter is set.'}>
              Clear
            </Button>
            <Dialog.Close asChild>
              <Button look="main">Show results</Button>
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function One({ filter, of }: { filter: Filter; of: FilterState }) {
  switch (filter.kind) {
    case 'search':
    case 'amount':
      return <Typed filter={filter} of={of} />
    case 'select':
      return <Chosen filter={filter} of={of} />
    case 'dates':
      return <Dates of={of} />
    case 'tabs':
      return null
  }
}

/** Days until today, by their number. */
const LATEST: Record<string, string> = { 1: 'Today', 7: '7 days', 30: '30 days' }

/** A press on the chosen one clears it. */
function Dates({ of }: { of: FilterState }) {
  const { days = '', from, to } = of.values
  const isCustom = Boolean(from || to)
  const [isOpen, setOpen] = useState(isCustom)
  const set = (change: Record<string, string | undefined>) => of.set({ ...NO_DATES, ...change })
  const chip = (text: string, isChosen: boolean, onPress: () => void) => (
    <button key={text} type="button" aria-pressed={isChosen} onClick={onPress}>
      {text}
    </button>
  )
  return (
    <span className="filter-dates">
      <fieldset className="chips" aria-label="Dates">
        {Object.entries(LATEST).map(([value, text]) =>
          chip(text, value === days, () => {
            setOpen(false)
            set({ days: value === days ? undefined : value })
          }),
        )}
        {chip('Custom', isCustom || isOpen, () => {
          setOpen(!isCustom && !isOpen)
          if (isCustom || days) set({})
        })}
      </fieldset>
      {(isCustom || isOpen) && (
        <>
          <Day name="from" label="From" of={of} />
          <Day name="to" label="To" of={of} />
        </>
      )}
    </span>
  )
}

/** Updates the query string when typing pauses. */
function Typed({
  filter,
  of,
}: {
  filter: Filter & { kind: 'search' | 'amount' }
  of: FilterState
}) {
  const { name, label, kind } = filter
  const id = useId()
  const stands = of.values[name] ?? ''
  const [text, setText] = useState(stands)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(stands)

  // The query string changed elsewhere: by "Clear" or by the browser's back button.
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
  const isSearch = kind === 'search'
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
        placeholder={kind === 'amount' ? '₦' : filter.placeholder}
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

function Chosen({ filter, of }: { filter: Filter & { kind: 'select' }; of: FilterState }) {
  const id = useId()
  return (
    <span className="filter">
      <label htmlFor={id}>{filter.label}</label>
      <select
        id={id}
        value={of.values[filter.name]}
        onChange={({ target: { value } }) => of.set({ [filter.name]: value || undefined })}
      >
        <option value="">{filter.none ?? 'All'}</option>
        {Object.entries(filter.options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}

function Day({ name, label, of }: { name: 'from' | 'to'; label: string; of: FilterState }) {
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
        onChange={({ target: { value } }) =>
          of.set({ [name]: value || undefined, days: undefined })
        }
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

// The query string holds filters as typed; `query` has them as the API takes them.

export type Filter =
  | { kind: 'search'; name: string; label: string; placeholder: string }
  /** `none`: the label while nothing is chosen; “All” by default. */
  | {
      kind: 'select'
      name: string
      label: string
      options: Record<string, string>
      none?: string
    }
  /** Typed in naira, sent in kobo. */
  | { kind: 'amount'; name: string; label: string }
  /** `days`, or `from` and `to` as days; the API reads them as days in Lagos. */
  | { kind: 'dates' }
  /** Drawn by `FilterTabs`. */
  | { kind: 'tabs'; name: string; label: string; options: Record<string, string> }

export type FilterState = {
  of: Filter[]
  values: Record<string, string>
  set: (change: Record<string, string | undefined>) => void
  /** For `useList` and `get`. */
  query: Record<string, string | undefined>
  isAny: boolean
  /** How many of those in the sheet are set. */
  count: number
  clear: () => void
  /** Errors by the name of the filter. */
  wrong: Record<string, string | undefined>
  /** Takes the error of the list, so that each filter can show its own. */
  note: (error: unknown) => void
}

export function useFilters(of: Filter[]): FilterState {
  const search = useSearch()
  const setSearch = useSetSearch()
  const names = of.flatMap(namesOf)
  const values = Object.fromEntries(names.map((name) => [name, search[name] ?? '']))
  const isSet = (filter: Filter) => namesOf(filter).some((name) => values[name] !== '')
  const [refusal, setRefusal] = useState<unknown>(null)
  const note = useCallback((error: unknown) => setRefusal(error), [])
  const set = (change: Record<string, string | undefined>) =>
    void setSearch({ ...change, cursor: undefined, at: undefined })
  return {
    of,
    values,
    set,
    query: Object.assign({}, ...of.map((filter) => asked(filter, values))),
    isAny: of.some(isSet),
    count: of.filter((one) => one.kind !== 'search' && one.kind !== 'tabs' && isSet(one)).length,
    clear: () => set(Object.fromEntries(names.map((name) => [name, undefined]))),
    wrong: Object.fromEntries(
      labelled(of).map(([name]) => [name, wrongOf(of, values, name) ?? saidOf(of, refusal, name)]),
    ),
    note,
  }
}

const NO_DATES = { days: undefined, from: undefined, to: undefined }

function namesOf(filter: Filter): string[] {
  return filter.kind === 'dates' ? Object.keys(NO_DATES) : [filter.name]
}

function labelled(of: Filter[]): [name: string, label: string][] {
  return of.flatMap((filter) =>
    filter.kind === 'dates'
      ? ([
          ['from', 'From'],
          ['to', 'To'],
        ] as [string, string][])
      : [[filter.name, filter.label] as [string, string]],
  )
}

/** Errors that the page finds itself, before it asks the service. */
function wrongOf(of: Filter[], values: Record<string, string>, name: string): string | undefined {
  const text = values[name] ?? ''
  const amount = of.find((filter) => filter.kind === 'amount' && filter.name === name)
  if (amount?.kind !== 'amount' || text === '' || koboOf(text) !== null) return undefined
  return notNaira(amount.label)
}

/** The service writes `amount_max`; show the label instead of the name. */
function saidOf(of: Filter[], refusal: unknown, name: string): string | undefined {
  if (!(refusal instanceof ApiError)) return undefined
  const said = refusal.errors.find(({ field }) => field === name)?.message
  // Short names, such as `to`, are also words, so replace those at the beginning only.
  return labelled(of).reduce<string | undefined>((text, [other, label]) => {
    const begins = text?.startsWith(`${other} `) ? label + text.slice(other.length) : text
    return other.includes('_') ? begins?.replaceAll(other, label) : begins
  }, said)
}

function asked(filter: Filter, values: Record<string, string>): Record<string, string | undefined> {
  switch (filter.kind) {
    case 'search':
    case 'select':
    case 'tabs':
      return { [filter.name]: values[filter.name] || undefined }
    case 'amount': {
      // Invalid values are sent, so that the service refuses them: without them, the list would
      // show other rows.
      const text = values[filter.name] || undefined
      const kobo = koboOf(text ?? '')
      return { [filter.name]: kobo === null ? text : String(kobo) }
    }
    case 'dates': {
      const { days = '', from, to } = values
      if (days in LATEST) return { from: daysAgo(Number(days) - 1) }
      return { from: from || undefined, to: to || undefined }
    }
  }
}
