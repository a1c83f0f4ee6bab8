import type { FieldError } from './first-field.ts'
import { refuseFields } from './refusal.ts'

// Reads a form whose names have brackets, as PHP and jQuery write them: `metadata[cart_id]=398`,
// `channels[]=card`, `metadata[custom_fields][0][value]=Adire`. Names numbered from 0 are a list,
// and so is a plain name that is repeated. Anything else is refused: a field that is dropped
// silently would be missed much later.

/** `metadata` has at most five levels. */
const BRACKETS_MAX = 5
const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

export type FormValue = string | FormValue[] | FormFields
export type FormFields = { [name: string]: FormValue }
type Branch = Map<string, string | Branch>

export function formFields(text: string, fieldsMax: number): FormFields {
  const sent = new URLSearchParams(text)
  if (sent.size > fieldsMax) {
    wrong({ field: 'body', code: 'too_long', message: `A form has at most ${fieldsMax} fields.` })
  }
  const counts = new Map<string, number>()
  for (const name of sent.keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const fields: Branch = new Map()
  for (const [name, value] of sent) {
    if (name.includes('__proto__') || `${name}${value}`.includes('\0')) {
      const message = 'A field contains characters that are not allowed.'
      wrong({ field: name.replaceAll('\0', ''), code: 'invalid_format', message })
    }
    put(fields, name, value, counts.get(name)! > 1)
  }
  return read(fields) as FormFields
}

function put(fields: Branch, name: string, value: string, isRepeated: boolean): void {
  const steps = stepsOf(name)
  // A repeated plain name is a list.
  if (steps.length === 1 && isRepeated) steps.push('')
  let branch = fields
  for (const [i, step] of steps.entries()) {
    const key = step === '' ? `${branch.size}` : step
    const inner = branch.get(key)
    if (i === steps.length - 1 && inner === undefined) branch.set(key, value)
    else if (i === steps.length - 1 || typeof inner === 'string') {
      wrong({ field: name, code: 'repeated', message: `${name} must be sent once.` })
    } else {
      const next: Branch = inner ?? new Map()
      branch.set(key, next)
      branch = next
    }
  }
}

function stepsOf(name: string): string[] {
  const [, first, brackets = ''] = NAME.exec(name) ?? []
  if (first === undefined) {
    if (!/[[\]]/.test(name)) return [name]
    const message = `${name} has brackets that cannot be read. Write metadata[cart][id].`
    return wrong({ field: name, code: 'invalid_format', message })
  }
  const steps = [...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, step]) => step!)
  if (steps.length > BRACKETS_MAX) {
    const message = `${first} must be at most ${BRACKETS_MAX} levels deep.`
    wrong({ field: first, code: 'too_deep', message })
  }
  return [first, ...steps]
}

function read(value: string | Branch): FormValue {
  if (typeof value === 'string') return value
  const fields: FormFields = Object.create(null)
  for (const [name, inner] of value) fields[name] = read(inner)
  // JavaScript sorts names that are numbers.
  const isList = Object.keys(fields).every((name, i) => name === `${i}`)
  return isList && value.size > 0 ? Object.values(fields) : fields
}

function wrong(error: FieldError): never {
  return refuseFields([error])
}
