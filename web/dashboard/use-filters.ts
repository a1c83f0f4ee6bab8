import { useCallback, useState } from 'react'
import { ApiError } from './api.ts'
import { koboOf } from './naira.ts'
import { endOf, startOf } from './time.ts'
import { useSearch, useSetSearch } from './url.ts'

// Filters of a list: they stand in the address as people typed them, and go to the API as it takes
// them.

export type Filter =
  | { kind: 'text'; name: string; label: string; placeholder?: string; isSearch?: boolean }
  | { kind: 'select'; name: string; label: string; options: Record<string, string> }
  /** In naira here, in kobo for the API. */
  | { kind: 'amount'; name: string; label: string }
  /** Two days, `from` and `to`: as Lagos counts them. */
  | { kind: 'dates' }

export type Filters = {
  of: Filter[]
  values: Record<string, string>
  set: (change: Record<string, string | undefined>) => void
  /** For `useList` and `get`. */
  query: Record<string, string | undefined>
  isAny: boolean
  clear: () => void
  /** What is wrong with what stands in it, by its name. */
  wrong: Record<string, string | undefined>
  /** Takes the answer of the list, so that each filter can say what was wrong with it. */
  note: (error: unknown) => void
}

const NO_AMOUNT = 'Write naira, such as 2,500.'

export function useFilters(of: Filter[]): Filters {
  const search = useSearch()
  const setSearch = useSetSearch()
  const names = of.flatMap((filter) => (filter.kind === 'dates' ? ['from', 'to'] : [filter.name]))
  const values = Object.fromEntries(names.map((name) => [name, search[name] ?? '']))
  const [refusal, setRefusal] = useState<unknown>(null)
  const note = useCallback((error: unknown) => setRefusal(error), [])
  const set = (change: Record<string, string | undefined>) =>
    void setSearch({ ...change, cursor: undefined, at: undefined })
  return {
    of,
    values,
    set,
    query: Object.assign({}, ...of.map((filter) => asked(filter, values))),
    isAny: names.some((name) => values[name] !== ''),
    clear: () => set(Object.fromEntries(names.map((name) => [name, undefined]))),
    wrong: Object.fromEntries(
      labelled(of).map(([name]) => [name, wrongOf(of, values, name) ?? saidOf(of, refusal, name)]),
    ),
    note,
  }
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

/** An amount that is none is not asked for. */
function wrongOf(of: Filter[], values: Record<string, string>, name: string): string | undefined {
  const text = values[name] ?? ''
  const isAmount = of.some((filter) => filter.kind === 'amount' && filter.name === name)
  return isAmount && text !== '' && koboOf(text) === null ? NO_AMOUNT : undefined
}

/** The service speaks of `amount_max`: here it is called as its label calls it. */
function saidOf(of: Filter[], refusal: unknown, name: string): string | undefined {
  if (!(refusal instanceof ApiError)) return undefined
  const said = refusal.errors.find(({ field }) => field === name)?.message
  // Short names, such as `to`, are words as well: only at the beginning are they surely meant.
  return labelled(of).reduce<string | undefined>((text, [other, label]) => {
    const begins = text?.startsWith(`${other} `) ? label + text.slice(other.length) : text
    return other.includes('_') ? begins?.replaceAll(other, label) : begins
  }, said)
}

function asked(filter: Filter, values: Record<string, string>): Record<string, string | undefined> {
  switch (filter.kind) {
    case 'text':
    case 'select':
      return { [filter.name]: values[filter.name] || undefined }
    case 'amount': {
      const kobo = koboOf(values[filter.name] ?? '')
      return { [filter.name]: kobo === null ? undefined : String(kobo) }
    }
    case 'dates': {
      const { from, to } = values
      return { from: from ? startOf(from) : undefined, to: to ? endOf(to) : undefined }
    }
  }
}
