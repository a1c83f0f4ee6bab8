// The types of what the API takes and answers, as the dashboard's page sees them: written from
// docs/api/openapi.json. The schemas are TypeBox's, so a small part of JSON Schema is enough; what
// it does not know becomes `unknown`, never a guess.

const PREFIXES = ['/api/v1', '/dashboard/api']
const METHODS = ['get', 'post', 'put', 'delete'] as const
const HEAD = `// Written by \`npm run generate\` from docs/api/openapi.json. Do not edit.
`

type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
}
type Content = { content?: Record<string, { schema?: Schema }> }
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: Content
  responses?: Record<string, Content>
}
type Document = {
  components?: { schemas?: Record<string, Schema> }
  paths: Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>
}

export function apiTypes(openApi: string): string {
  const document = JSON.parse(openApi) as Document
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) => `  ${key(name)}: ${typeOf(schema, 1)}`,
  )
  const routes = [...routesOf(document)].map(([name, text]) => `  ${key(name)}: ${text}`)
  const types = [
    `export type Schemas = {\n${schemas.join('\n')}\n}`,
    `export type Routes = {\n${routes.join('\n')}\n}`,
  ]
  return `${HEAD}\n${types.join('\n\n')}\n`
}

/** By method and path without its prefix. Where a login's differs from a key's, the login's. */
function routesOf({ paths }: Document): Map<string, string> {
  const routes = new Map<string, string>()
  for (const prefix of PREFIXES) {
    for (const [path, operations] of Object.entries(paths)) {
      if (!path.startsWith(`${prefix}/`)) continue
      for (const method of METHODS) {
        const operation = operations[method]
        if (operation === undefined) continue
        routes.set(`${method.toUpperCase()} ${path.slice(prefix.length)}`, routeOf(operation))
      }
    }
  }
  return new Map([...routes].sort(([one], [other]) => (one < other ? -1 : 1)))
}

function routeOf({ parameters = [], requestBody, responses = {} }: Operation): string {
  const [, answer] = Object.entries(responses).find(([status]) => /^2/.test(status)) ?? []
  const { data, meta } = bodyOf(answer)?.properties ?? {}
  const body = bodyOf(requestBody)
  const parts = {
    params: parametersOf(parameters.filter((parameter) => parameter.in === 'path')),
    query: parametersOf(parameters.filter((parameter) => parameter.in === 'query')),
    ...(body && { body: typeOf(body, 2) }),
    data: data ? typeOf(data, 2) : 'unknown',
    ...(meta && { meta: typeOf(meta, 2) }),
  }
  const lines = Object.entries(parts).map(([name, type]) => `    ${name}: ${type}`)
  return `{\n${lines.join('\n')}\n  }`
}

function parametersOf(parameters: Parameter[]): string {
  if (parameters.length === 0) return '{}'
  const properties = parameters.map(({ name, schema = {} }) => [name, schema] as const)
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  return typeOf({ type: 'object', properties: Object.fromEntries(properties), required }, 2)
}

function bodyOf(content: Content | undefined): Schema | undefined {
  return content?.content?.['application/json']?.schema
}

function typeOf(schema: Schema, depth: number): string {
  if (schema.$ref !== undefined) return `Schemas[${text(schema.$ref.replace(/^.*\/|#$/g, ''))}]`
  if ('const' in schema) return text(schema.const)
  if (schema.enum) return schema.enum.map(text).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return unionOf(choices.map((choice) => typeOf(choice, depth)))
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part, depth)})`).join(' & ')
  if (Array.isArray(schema.type)) {
    return unionOf(schema.type.map((type) => typeOf({ ...schema, type }, depth)))
  }
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return schema.items ? `(${typeOf(schema.items, depth)})[]` : 'unknown[]'
    case 'object':
      return objectOf(schema, depth)
    default:
      return 'unknown'
  }
}

function objectOf(schema: Schema, depth: number): string {
  const open = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties
  const rest = typeof open === 'object' ? typeOf(open, depth) : 'unknown'
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0) return open === false ? 'Record<string, never>' : recordOf(rest)
  const required = new Set(schema.required)
  const indent = '  '.repeat(depth + 1)
  const lines = properties.map(([name, property]) => {
    const isMaybe = required.has(name) ? '' : '?'
    return `${indent}${key(name)}${isMaybe}: ${typeOf(property, depth + 1)}`
  })
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

function recordOf(type: string): string {
  return `Record<string, ${type}>`
}

function unionOf(types: string[]): string {
  return [...new Set(types)].join(' | ')
}

function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : text(name)
}

function text(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)
}
