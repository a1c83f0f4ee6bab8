import type { Schema } from './bounds.ts'
import type { FieldError } from './first-field.ts'

// Refuses unknown fields, because ignoring one does silent harm: a misspelt split_code pays
// unsplit, a misspelt filter lists everything.

/** Longer names are cut in the error. */
const NAME_LENGTH_MAX = 64

/** The schema with every object closed. An object that says what else it takes stays open. */
export function closed(schema: Schema): Schema {
  const { properties, items, anyOf } = schema
  return {
    ...(schema['type'] === 'object' && { additionalProperties: false }),
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Schema).map(([name, one]) => [name, closed(one as Schema)]),
      ),
    }),
    ...(items !== undefined && { items: closed(items as Schema) }),
    ...(anyOf !== undefined && { anyOf: (anyOf as Schema[]).map(closed) }),
  }
}

/** `path`: of the object that contains it, dotted; empty for the outermost one. */
export function unknownParameter(path: string, name: string, known: string[]): FieldError {
  const within = (one: string) => (path === '' ? one : `${path}.${one}`)
  const isLong = name.length > NAME_LENGTH_MAX
  const field = within(isLong ? `${name.slice(0, NAME_LENGTH_MAX)}…` : name)
  const near = isLong ? undefined : nearest(name, known)
  const hint =
    near !== undefined
      ? `Did you mean ${within(near)}?`
      : known.length > 0
        ? `Allowed here: ${known.join(', ')}.`
        : 'None is allowed here.'
  return { field, code: 'unknown_parameter', message: `Unknown parameter ${field}. ${hint}` }
}

/** The closest known name: at most a third of its letters differ, ignoring case. */
function nearest(name: string, known: string[]): string | undefined {
  const sent = plain(name)
  const [best] = known
    .map((one) => ({ one, edits: edits(sent, plain(one)) }))
    .filter(({ one, edits }) => edits <= plain(one).length / 3)
    .toSorted((a, b) => a.edits - b.edits)
  return best?.one
}

/** `splitCode` and `split_code` count as the same name. */
function plain(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase()
}

/** Letters to insert, remove, replace or swap with the next (Damerau-Levenshtein). */
export function edits(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, replaced, swapped))
    }
    before = last
    last = row
  }
  return last[to.length]!
}
