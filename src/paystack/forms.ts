import { Refusal } from '../lib/refusal.ts'

// A form with names in brackets, as PHP writes it: `metadata[cart_id]=398&channels[0]=card`.

const DEPTH_MAX = 5
const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

type Fields = { [name: string]: string | Fields }

export function fieldsOf(text: string, fieldsMax: number): Fields {
  const sent = new URLSearchParams(text)
  if (sent.size > fieldsMax) {
    throw new Refusal('invalid_request', { message: `A form has at most ${fieldsMax} fields.` })
  }
  const fields = empty()
  for (const [name, value] of sent) put(fields, stepsOf(name), value)
  return fields
}

/** A name in no such form stays as it is. */
function stepsOf(name: string): string[] {
  const [, first, brackets = ''] = NAME.exec(name) ?? []
  if (first === undefined) return [name]
  const steps = [first, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, step]) => step!)]
  return steps.length > DEPTH_MAX ? [name] : steps
}

function put(fields: Fields, [step = '', ...rest]: string[], value: string): void {
  // `channels[]`: the next place.
  const name = step === '' ? `${Object.keys(fields).length}` : step
  if (rest.length === 0) {
    fields[name] = value
    return
  }
  const inner = fields[name]
  const next = typeof inner === 'object' ? inner : empty()
  fields[name] = next
  put(next, rest, value)
}

function empty(): Fields {
  return Object.create(null) as Fields
}
