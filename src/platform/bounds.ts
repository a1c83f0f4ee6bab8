// What the schema of a request may say, so that no request costs more than its bytes: every keyword
// is checked in linear time, and every string, list and object has an end. `compile` refuses any
// other schema, so a service with one does not start.

export type Schema = { [keyword: string]: unknown }

/** A keyword of ours: the fields that are tidied before they are checked, as `Tidied` says. */
export const TIDIES = 'x-tidies'
/** By how: null is as if it were not sent, PHP's `[]` is `{}`, spaces around an e-mail go. */
export type Tidied = { nulls: string[]; objects: string[]; emails: string[] }

const KEYWORDS = new Set([
  ...['type', 'enum', 'const', 'anyOf', 'default', 'format', 'maxLength', 'minLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'items', 'minItems', 'maxItems', 'x-distinct'],
  'x-not-kept',
  ...['properties', 'required', 'maxProperties', 'additionalProperties'],
])
/** They check nothing. */
const NOTES = new Set([
  'title',
  'description',
  'examples',
  'contentEncoding',
  'x-unit',
  'x-published',
])

/**
 * Why this schema may take long; nothing where it is all right. `isShort`: what it describes is
 * part of a URL, whose 2 KB bound every string and list in it.
 */
export function costsOf(schema: Schema, isShort: boolean, path = ''): string[] {
  const within = (inner: unknown, step: string) =>
    costsOf(inner as Schema, isShort, `${path}${step}`)
  const unknown = Object.keys(schema).filter((word) => !KEYWORDS.has(word) && !NOTES.has(word))
  const costs = unknown.map((word) => `${path}: ${word} is not known to be linear`)
  if (!isShort && !hasEnd(schema)) costs.push(`${path}: ${schema['type']} has no end`)
  if (schema['x-distinct'] && !isScalar(schema['items'] as Schema)) {
    costs.push(`${path}: x-distinct compares strings and numbers only`)
  }
  for (const [name, inner] of Object.entries(schema['properties'] ?? {})) {
    costs.push(...within(inner, `.${name}`))
  }
  for (const inner of (schema['anyOf'] as Schema[]) ?? []) costs.push(...within(inner, ''))
  if (schema['items']) costs.push(...within(schema['items'], '[]'))
  return costs
}

/**
 * The same schema as Ajv should run it. Ajv looks for all errors, so it would look into each item
 * of a list that is too long already: here it looks into none. An optional field that is sent as
 * null is dropped, unless its schema gives null a meaning.
 */
export function guarded(schema: Schema): Schema {
  const { items, properties, anyOf, ...rest } = schema
  return {
    ...rest,
    ...(properties !== undefined && {
      [TIDIES]: tidied(properties as Schema, (rest['required'] as string[]) ?? []),
      properties: Object.fromEntries(
        Object.entries(properties as Schema).map(([name, one]) => [name, guarded(one as Schema)]),
      ),
    }),
    ...(anyOf !== undefined && { anyOf: (anyOf as Schema[]).map(guarded) }),
    ...(items !== undefined && {
      if: { maxItems: rest['maxItems'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { items: guarded(items as Schema) },
    }),
  }
}

function tidied(properties: Schema, required: string[]): Tidied {
  const named = (isMeant: (one: Schema, name: string) => boolean) =>
    Object.keys(properties).filter((name) => isMeant(properties[name] as Schema, name))
  return {
    nulls: named((one, name) => !required.includes(name) && !takesNull(one)),
    objects: named((one) => isAnyOf(one, ({ additionalProperties: free }) => free === true)),
    emails: named((one) => isAnyOf(one, ({ format }) => format === 'email')),
  }
}

function isAnyOf(schema: Schema, isMeant: (one: Schema) => boolean): boolean {
  return [schema, ...((schema['anyOf'] as Schema[]) ?? [])].some(isMeant)
}

function takesNull({ type, const: only, enum: some, anyOf }: Schema): boolean {
  if (anyOf !== undefined) return (anyOf as Schema[]).some(takesNull)
  if (some !== undefined) return (some as unknown[]).includes(null)
  return only === null || type === undefined || [type].flat().includes('null')
}

function hasEnd(schema: Schema): boolean {
  switch (schema['type']) {
    case 'string':
      return ['maxLength', 'format', 'enum', 'const'].some((word) => word in schema)
    case 'array':
      return 'maxItems' in schema
    case 'object':
      // Of others the schema looks at the fields that it names, and at no more.
      return schema['additionalProperties'] !== true || 'maxProperties' in schema
    default:
      return 'type' in schema || 'enum' in schema || 'const' in schema || 'anyOf' in schema
  }
}

function isScalar(schema: Schema): boolean {
  return 'enum' in schema || ['string', 'integer'].includes(String(schema['type']))
}
