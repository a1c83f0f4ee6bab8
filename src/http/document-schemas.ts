import assert from 'node:assert/strict'
import { publishedFormat } from '../platform/validation.ts'

// Converts schemas of routes for the OpenAPI document. A schema with a `title` is written once,
// under components, and referred to elsewhere.

export type Node = { [name: string]: unknown }
export type SchemaWriter = {
  /** A schema of a request, or a reference to it. */
  write(schema: Node): Node
  /** The same of what the service sends: its enums are open. */
  writeSent(schema: Node): Node
  named: Record<string, Node>
}

/** The values known today of a field that can have others later. */
export const OPEN_ENUM = 'x-extensible-enum'

const SCHEMAS = '#/components/schemas/'
/** Keywords that are internal, or written in another form. */
const OURS = ['title', 'x-published', 'x-distinct', 'x-not-kept', 'x-merge-patch']
const SCALARS = ['string', 'integer', 'number', 'boolean']

/** `known`: schemas that the routes refer to by name. */
export function schemaWriter(known: Record<string, Node>): SchemaWriter {
  const named: Record<string, Node> = {}
  const writerOf = (finish: (schema: Node) => Node) => {
    const write = (schema: Node): Node => {
      if (typeof schema['$ref'] === 'string') return schema
      const { title } = schema
      const written = finish(nullable(plain(schema, write)))
      return typeof title === 'string' ? referTo(named, title, written) : written
    }
    return write
  }
  const writeSent = writerOf(opened)
  for (const [name, schema] of Object.entries(known)) named[name] = writeSent(schema)
  return { write: writerOf((schema) => schema), writeSent, named }
}

/**
 * An enum that takes any value of its type. A single value is a constant and stays closed. Every
 * generator reads the result as a string; most ignore a union of an enum and a string.
 */
function opened(schema: Node): Node {
  const { enum: values, description, ...rest } = schema
  const known = ((values ?? []) as unknown[]).filter((one) => one !== null)
  if (known.length < 2 || [schema['type']].flat().includes('boolean')) return schema
  const said = String(description ?? '')
  const told = known.map((one) => `\`${one}\``)
  const list = told.every((one) => said.includes(one)) ? '' : `Known values: ${told.join(', ')}.`
  return { ...rest, description: `${said} ${list}`.trim(), [OPEN_ENUM]: known }
}

/** The schema in standard JSON Schema, with its parts converted too. */
function plain(schema: Node, write: SchemaWriter['write']): Node {
  const { format, ...rest } = { ...schema, ...(schema['x-published'] as Node | undefined) }
  const written: Node = { ...rest, ...(typeof format === 'string' && publishedFormat(format)) }
  // Keywords of the schema override those of its format.
  for (const word of ['examples', 'maxLength']) if (word in rest) written[word] = rest[word]
  if (rest['x-distinct'] === true) written['uniqueItems'] = true
  for (const word of OURS) delete written[word]
  if (!('type' in written)) Object.assign(written, typeOf(written))
  const { properties, items, anyOf } = written
  if (anyOf) delete written['type']
  if (properties) {
    const entries = Object.entries(properties as Record<string, Node>)
    written['properties'] = Object.fromEntries(entries.map(([name, one]) => [name, write(one)]))
  }
  if (items) written['items'] = write(items as Node)
  if (anyOf) written['anyOf'] = (anyOf as Node[]).map(write)
  return written
}

function typeOf({ enum: values }: Node): Node {
  if (!Array.isArray(values)) return {}
  const types = new Set(values.map((one) => (typeof one === 'number' ? 'integer' : typeof one)))
  return types.size === 1 ? { type: [...types][0] } : {}
}

/** Converts `T | null`: a scalar gets two types, and the description moves outside. */
function nullable(schema: Node): Node {
  const [one, other, ...more] = (schema['anyOf'] as Node[] | undefined) ?? []
  if (!one || other?.['type'] !== 'null' || more.length > 0) return schema
  const { anyOf: _, ...rest } = schema
  if (SCALARS.includes(String(one['type']))) {
    const { enum: values } = one
    const orNull = Array.isArray(values) && { enum: [...values, null] }
    return { ...one, ...rest, type: [one['type'], 'null'], ...orNull }
  }
  if ('$ref' in one && Object.keys(one).length > 1) {
    const { $ref, ...said } = one
    return { ...said, ...rest, anyOf: [{ $ref }, other] }
  }
  const { description = one['description'], ...others } = rest
  return { ...(description !== undefined && { description }), ...others, anyOf: [one, other] }
}

/** Schemas with the same name must be equal, except for their description. */
function referTo(named: Record<string, Node>, name: string, schema: Node): Node {
  const { description, ...rest } = schema
  const known = named[name] ?? schema
  named[name] = known
  const { description: knownFor, ...same } = known
  assert.deepEqual(rest, same, `two schemas are called ${name}`)
  const isOther = description !== undefined && description !== knownFor
  return { $ref: SCHEMAS + name, ...(isOther && { description }) }
}

const MOMENT = '2026-11-21T09:30:00.000Z'

/** An example value, made from the examples in the schema. */
export function exampleOf(schema: Node, named: Record<string, Node>): unknown {
  const { $ref, examples, anyOf, properties, items } = schema
  if (Array.isArray(examples)) return examples[0]
  if (typeof $ref === 'string') return exampleOf(named[$ref.slice(SCHEMAS.length)]!, named)
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as Node, named)
  for (const word of ['const', 'default']) if (word in schema) return schema[word]
  const values = schema[OPEN_ENUM] ?? schema['enum']
  if (Array.isArray(values)) return values[0]
  const type = [schema['type']].flat()[0]
  if (type === 'array') return items ? [exampleOf(items as Node, named)] : []
  if (type === 'object') {
    const fields = Object.entries((properties ?? {}) as Record<string, Node>)
    return Object.fromEntries(fields.map(([name, one]) => [name, exampleOf(one, named)]))
  }
  if (type === 'boolean') return true
  if (schema['format'] === 'date-time') return MOMENT
  if (type === 'integer' || type === 'number') return schema['minimum'] ?? 0
  return type === 'string' ? 'Example' : null
}
