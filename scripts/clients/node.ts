import {
  type ClientApi,
  camelCase,
  type Field,
  type Method,
  type NamedType,
  pascalCase,
  type Resource,
  type TypeNode,
} from './document.ts'

// Writes clients/node/src/generated.ts: the document's types, an interface per resource, and the
// table from which the client creates its methods.

const HEAD = '// Written by `npm run generate` from docs/api/openapi.json. Do not edit.'
/** `Error` is JavaScript's. */
const RENAMED: Record<string, string> = { Error: 'ErrorBody' }

export function nodeClient({ version, types, resources, events }: ClientApi): string {
  const methods = resources.flatMap((one) => one.methods)
  return `${[
    HEAD,
    "import type { List, RequestOptions } from './client.ts'",
    `/** The version of the API that these types are of. */
export const API_VERSION = '${version}'`,
    ...types.map(namedType),
    ...methods.filter(({ query }) => query.length > 0).map(paramsOf),
    `/** An event whose signature was verified. \`event\` says which one. */
export type WebhookEvent = VerifiedDelivery &
  (${events.map(({ type }) => `\n    | ${nameOf(type)}`).join('')}
  )`,
    `export interface VerifiedDelivery {
  /** The same in each attempt: process each id once. */
  id: string
  /** 1 for the first attempt. */
  attempt: number
}`,
    ...resources.map(resourceOf),
    `export class Resources {\n${resources.map(propertyOf).join('\n')}\n}`,
    `export interface Operation {
  http: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  takes: 'body' | 'query' | null
  gives: 'data' | 'page' | 'whole' | 'text' | 'bytes'
  /** Whether the service reads an Idempotency-Key. */
  key: boolean
  /** Whether the answer has an ETag. */
  tag: boolean
}`,
    `export const operations: Record<keyof Resources, Record<string, Operation>> = {
${resources.map(rowsOf).join('\n')}
}`,
  ].join('\n\n')}\n`
}

function namedType({ name, type, description }: NamedType): string {
  const head = comment([description], '')
  if (type.kind !== 'object' || (type.isOpen && type.fields.length === 0)) {
    return `${head}export type ${nameOf(name)} = ${typeText(type, '')}`
  }
  return `${head}export interface ${nameOf(name)} ${typeText(type, '')}`
}

function paramsOf({ id, query }: Method): string {
  return `export interface ${paramsName(id)} ${objectText(query, false, '')}`
}

function paramsName(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Params`
}

function resourceOf(resource: Resource): string {
  const methods = resource.methods.map((method) => {
    const { summary, description, http, path } = method
    const head = comment([`${summary}.`, description, `\`${http} ${path}\``], '  ')
    return `${head}  ${camelCase(method.words)}(${parametersOf(method)}): ${resultOf(method)}`
  })
  return `export interface ${interfaceOf(resource)} {\n${methods.join('\n')}\n}`
}

function propertyOf(resource: Resource): string {
  return `  declare readonly ${camelCase(resource.words)}: ${interfaceOf(resource)}`
}

function interfaceOf({ words }: Resource): string {
  return `${pascalCase(words)}Resource`
}

function parametersOf({ id, pathParams, query, body }: Method): string {
  const path = pathParams.map(
    ({ name, type }) => `${camelCase(name.split('_'))}: ${typeText(type, '')}`,
  )
  const isOptional = body === null ? query.every((one) => !one.isRequired) : body.isOptional
  const takes = body === null ? query.length > 0 && paramsName(id) : nameOf(body.type)
  const params = takes ? [`params${isOptional ? '?' : ''}: ${takes}`] : []
  return [...path, ...params, 'options?: RequestOptions'].join(', ')
}

function resultOf({ result }: Method): string {
  switch (result.kind) {
    case 'data':
    case 'whole':
      return `Promise<${typeText(result.type, '')}>`
    case 'page':
      return `List<${typeText(result.item, '')}>`
    case 'text':
      return 'Promise<string>'
    case 'bytes':
      return 'Promise<Uint8Array>'
  }
}

function rowsOf({ words, methods }: Resource): string {
  const rows = methods.map(({ words, http, path, body, query, result, takesKey, hasTag }) => {
    const takes = body !== null ? "'body'" : query.length > 0 ? "'query'" : 'null'
    const row = `http: '${http}', path: '${path}', takes: ${takes}, gives: '${result.kind}'`
    return `    ${camelCase(words)}: { ${row}, key: ${takesKey}, tag: ${hasTag} },`
  })
  return `  ${camelCase(words)}: {\n${rows.join('\n')}\n  },`
}

function typeText(type: TypeNode, indent: string): string {
  switch (type.kind) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
    case 'unknown':
      return type.kind
    case 'named':
      return nameOf(type.name)
    case 'enum': {
      const values = type.values.map((one) => (typeof one === 'string' ? `'${one}'` : one))
      // Keeps the known values from being absorbed, so that editors complete them.
      const others = `(${typeof type.values[0]} & {})`
      return [...values, ...(type.isOpen ? [others] : [])].join(' | ')
    }
    case 'union':
      return type.of.map((one) => typeText(one, indent)).join(' | ')
    case 'array': {
      const items = typeText(type.items, indent)
      return items.includes(' ') ? `Array<${items}>` : `${items}[]`
    }
    case 'object':
      return objectText(type.fields, type.isOpen, indent)
  }
}

function objectText(fields: Field[], isOpen: boolean, indent: string): string {
  if (fields.length === 0) return 'Record<string, unknown>'
  const inner = `${indent}  `
  const lines = fields.map(({ name, type, isRequired, description }) => {
    const head = comment([description], inner)
    return `${head}${inner}${name}${isRequired ? '' : '?'}: ${typeText(type, inner)}`
  })
  const others = isOpen ? [`${inner}[field: string]: unknown`] : []
  return `{\n${[...lines, ...others].join('\n')}\n${indent}}`
}

function nameOf(name: string): string {
  return RENAMED[name] ?? name
}

function comment(parts: string[], indent: string): string {
  const lines = parts.filter((part) => part !== '').map((part) => part.replaceAll('*/', '*\\/'))
  if (lines.length === 0) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  const text = lines.map((line) => `${indent} * ${line}`).join(`\n${indent} *\n`)
  return `${indent}/**\n${text}\n${indent} */\n`
}
