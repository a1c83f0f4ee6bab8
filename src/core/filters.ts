import { type TSchema, Type } from 'typebox'
import type { Query, Sql } from '../platform/db.ts'
import type { FieldCode, FieldError } from '../platform/first-field.ts'
import { idAt } from '../platform/ids.ts'
import { readEdge, readRange } from '../platform/range.ts'
import { checkAll } from '../platform/validation.ts'
import type { Scope } from './context.ts'
import { rangeQuery } from './wire.ts'

// The filters of lists. A list names each once: its query parameter, and the condition of a value.
//
// (1) `page.where` has the conditions of all filters that were sent. It ends the `where` of the
//     list, so a count and an export of the list have them too.
// (2) A filter that takes several values takes them in one parameter, separated by commas.

const WRONG_LENGTH_MAX = 200

/** What a condition depends on beside its value. */
export type At = Scope & { now: Date }
export type Condition = (sql: Sql, at: At) => Query<unknown>

export type Filter = {
  schema: TSchema
  /** The condition of a value that the schema accepts. Null if the value is not usable. */
  read(text: string): Condition | null
  /** What the error says then: `must be …`. */
  wants?: string
  code?: FieldCode
}
export type Filters = Record<string, Filter>

export type FilterQuery = { [name: string]: string | undefined }

/** The conditions as `and … and …`. Refuses all values that are not usable. */
export function conditionsOf(filters: Filters, query: FilterQuery): Condition {
  const errors: FieldError[] = []
  const conditions: Condition[] = []
  for (const [field, { read, wants, code = 'invalid_format' }] of Object.entries(filters)) {
    const text = query[field]
    const condition = text === undefined ? undefined : read(text)
    if (condition === null) errors.push({ field, code, message: `${field} ${wants}.` })
    else if (condition !== undefined) conditions.push(condition)
  }
  checkAll(errors, () => 'from' in filters && readRange(query))
  return (sql, at) => conditions.reduce((all, one) => sql`${all} and (${one(sql, at)})`, sql``)
}

/** Records with this value. */
export function equalTo(column: string, schema: TSchema): Filter {
  return {
    schema: Type.Optional(schema),
    read: (text) => (sql) => sql`${sql(column)} = ${text}`,
  }
}

/** `true` or `false`. */
export function flag(description: string, condition: Condition): Filter {
  return {
    schema: Type.Optional(Type.Enum(['true', 'false'], { description })),
    read: (text) => (sql, at) => {
      const isTrue = condition(sql, at)
      return text === 'true' ? isTrue : sql`not (${isTrue})`
    },
  }
}

/** The values that a filter takes, and the condition of each; or the column that has them. */
type Values<Value extends string> = {
  column?: string
  condition?: (sql: Sql, value: Value, at: At) => Query<unknown>
}

/** A parameter that takes several of these values, separated by commas. */
export function severalOf(values: readonly string[], description: string) {
  const one = { type: 'string', enum: [...values] }
  return Type.String({
    // A wrong value is refused with the permitted ones, not for its length.
    maxLength: Math.max(values.join().length, WRONG_LENGTH_MAX),
    description: `${description} Several are separated by commas.`,
    'x-published': { anyOf: [one, { type: 'array', items: one, minItems: 1 }] },
  })
}

/** Null if one is not known. */
export function valuesIn<Value extends string>(
  text: string,
  values: readonly Value[],
): Value[] | null {
  const isKnown = (one: string): one is Value => values.some((value) => value === one)
  const wanted = text.split(',')
  return wanted.every(isKnown) ? wanted : null
}

export function wantsSome(values: readonly string[]): string {
  return `must be one of ${values.join(', ')}, or several of them separated by commas`
}

/** Records with one of several values. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
  description: string,
  { column = '', condition }: Values<Value>,
): Filter {
  return {
    schema: Type.Optional(severalOf(values, description)),
    read: (text) => {
      const wanted = valuesIn(text, values)
      if (wanted === null) return null
      if (condition === undefined) return (sql) => sql`${sql(column)} = any(${wanted})`
      return (sql, at) =>
        wanted.reduce((any, value) => sql`${any} or (${condition(sql, value, at)})`, sql`false`)
    },
    wants: wantsSome(values),
    code: 'not_allowed',
  }
}

/** `from` and `to`, about a time. */
export function within(column: string): Filters {
  return {
    from: edge('from', (at) => (sql) => sql`${sql(column)} >= ${at}`),
    to: edge('to', (at) => (sql) => sql`${sql(column)} < ${at}`),
  }
}

/** The same about the time in an id, by which its table is sorted. */
export function withinIds(column: string): Filters {
  return {
    from: edge('from', (at) => (sql) => sql`${sql(column)} >= ${idAt(at)}`),
    to: edge('to', (at) => (sql) => sql`${sql(column)} < ${idAt(at)}`),
  }
}

function edge(name: 'from' | 'to', conditionOf: (at: Date) => Condition): Filter {
  return {
    schema: rangeQuery[name],
    read: (text) => {
      const at = readEdge(text, name)
      return at && conditionOf(at)
    },
    wants: 'must be a day or a time',
  }
}

/** The query parameters. */
export function schemasOf(filters: Filters): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, schema]))
}
