import { useState } from 'react'
import { ApiError, type FieldError } from './api.ts'
import { naira, percent } from './naira.ts'

// A form that edits a record sends its ETag. If somebody else has changed the record, nothing is
// saved: fields that were not touched show the newest values, and typed ones stay, with the newest
// value below.

const TOLD =
  'Somebody else changed this while you were editing. Nothing was saved. The form now shows the ' +
  'newest values and keeps what you typed: check it, then save again.'

type Tagged = { etag?: string | undefined }
type Values = Record<string, unknown>
type How<R> = {
  read: () => Promise<R>
  /** What the form edits, by the names of its fields. */
  formOf: (record: R) => Values
}

type Edit<R> = {
  /** As last read. */
  record: R
  /** `wanted`: the values in the form. */
  save: (wanted: Values, send: (ifMatch: string | undefined) => Promise<R>) => Promise<R>
}

export function useEdit<R extends Tagged | undefined>(first: R, { read, formOf }: How<R>): Edit<R> {
  const [record, setRecord] = useState(first)
  const save: Edit<R>['save'] = async (wanted, send) => {
    const sent = async ({ etag }: Tagged = {}) => {
      const answer = await send(etag)
      setRecord(answer)
      return answer
    }
    try {
      return await sent(record)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error
      const newest = await read()
      const [seen, now] = [formOf(record), formOf(newest)]
      const changed = Object.keys(now).filter((name) => !isSame(now[name], seen[name]))
      // Only what this form does not show has changed.
      if (changed.length === 0) return await sent(newest)
      setRecord(newest)
      const typed = changed.filter((name) => !isSame(wanted[name], seen[name]))
      const others = typed.filter((name) => !isSame(wanted[name], now[name]))
      throw conflict(others.map((name) => toldAt(name, now[name])))
    }
  }
  return { record, save }
}

function conflict(errors: FieldError[]): ApiError {
  const all = [{ field: '', code: 'version_conflict', message: TOLD }, ...errors]
  return new ApiError(412, { code: 'version_conflict', message: TOLD, errors: all })
}

function toldAt(field: string, value: unknown): FieldError {
  const message = `Saved by somebody else: ${inWords(field, value)}`
  return { field, code: 'version_conflict', message }
}

function inWords(field: string, value: unknown): string {
  if (value === null || value === '') return 'nothing.'
  if (typeof value === 'string') return `“${value}”.`
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return `${value.join(', ') || 'nothing'}.`
  }
  if (typeof value !== 'number') return 'something else.'
  if (field.endsWith('basis_points')) return `${percent(value)}.`
  return /amount|fee/.test(field) ? `${naira(value)}.` : `${value}.`
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
