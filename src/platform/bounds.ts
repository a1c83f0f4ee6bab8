// What a request's schema may contain, so that checking a request costs no more than its bytes:
// each keyword takes linear time, and each string, list and object is bounded. `compile` rejects
// other schemas, so the service does not start with one.

export type Schema = { [keyword: string]: unknown }

/** Our own keyword: fields that are cleaned before validation; see `Tidied`. */
export const TIDIES = 'x-tidies'
/**
 * `nulls`: null counts as absent. `objects`: PHP's `[]` becomes `{}`. `emails`: spaces around it
 * are removed.
 */
export type Tidied = { nulls: string[]; objects: string[]; emails: string[] }

const KEYWORDS = new Set([
  ...['type', 'enum', 'const', 'anyOf', 'default', 'format', 'maxLength', 'minLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'items', 'minItems', 'maxItems', 'x-distinct'],
  'x-not-kept',
  ...['properties', 'required', 'maxProperties', 'additionalProperties'],
  'x-merge-patch',
])
/** Our own keyword, of the body of a PATCH: null clears a field, or is wrong. */
export const MERGE_PATCH = 'x-merge-patch'
/** Keywords that check nothing. */
const NOTES = new Set([
  'title',
  'description',
  'examples',
  'contentEncoding',
  'x-unit',
  'x-published',
])

/**
 * Why this schema may be slow; empty if it is not. `isShort`: it is part of a URL, whose 2 KB limit
 * bounds its strings and lists.
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
 * The schema that Ajv runs. Ajv reports all errors, so it would check each item of a list that is
 * too long; this one checks none. An optional field with null is dropped, unless its schema allows
 * null or is that of a merge patch.
 */
export function guarded(schema: Schema): Schema {
  const { items, properties, anyOf, [MERGE_PATCH]: isPatch, ...rest } = schema
  return {
    ...rest,
    ...(properties !== undefined && {
      [TIDIES]: {
        ...tidied(properties as Schema, (rest['required'] as string[]) ?? []),
        ...(isPatch === true && { nulls: [] }),
      },
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
      // Otherwise the schema reads only the fields that it names.
      return schema['additionalProperties'] !== true || 'maxProperties' in schema
    default:
      return 'type' in schema || 'enum' in schema || 'const' in schema || 'anyOf' in schema
  }
}

function isScalar(schema: Schema): boolean {
  return 'enum' in schema || ['string', 'integer'].includes(String(schema['type']))
}
