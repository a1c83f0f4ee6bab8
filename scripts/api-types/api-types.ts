import openapiTS, { astToString, type OpenAPI3, type PathItemObject } from 'openapi-typescript'

// The types of API requests and responses for the dashboard, by openapi-typescript from
// docs/api/*.json. A workspace of its own, because openapi-typescript needs TypeScript 5, which is
// not the compiler that checks this repository.

const PREFIXES = ['/api/v1', '/dashboard/api']
const HEAD = '// Written by `npm run generate` from docs/api/*.json. Do not edit.\n\n'

export async function apiTypes(api: object, internal: object): Promise<string> {
  const [ofKeys, ofPages] = [closed(api), closed(internal)] as [OpenAPI3, OpenAPI3]
  const paths = dashboardPaths({ ...ofKeys.paths, ...ofPages.paths })
  const components = merged(ofKeys.components ?? {}, ofPages.components ?? {})
  const nodes = await openapiTS({ ...ofKeys, paths, components, webhooks: {} })
  return HEAD + astToString(nodes)
}

/** The types of the API as any business generates them. */
export async function openApiTypes(api: object): Promise<string> {
  return astToString(await openapiTS(api as OpenAPI3))
}

/**
 * The dashboard comes with the service, so it knows every value: a page that lacks one does not
 * compile.
 */
function closed(document: object): object {
  const text = JSON.stringify(document, (_name, one) => {
    const { 'x-extensible-enum': known, ...rest } = Object(one)
    if (!Array.isArray(known)) return one
    return { ...rest, enum: [...known, ...(rest.type.includes('null') ? [null] : [])] }
  })
  return JSON.parse(text)
}

/**
 * The dashboard calls the routes of a key at its own address. If a route exists for logins and for
 * keys, it calls the one for logins.
 */
function dashboardPaths(paths: NonNullable<OpenAPI3['paths']>): Record<string, PathItemObject> {
  const made: Record<string, PathItemObject> = {}
  for (const prefix of PREFIXES) {
    for (const [path, operations] of Object.entries(paths)) {
      if (!path.startsWith(`${prefix}/`)) continue
      const name = path.slice(prefix.length)
      made[name] = { ...made[name], ...withoutRefusals(operations as PathItemObject) }
    }
  }
  return made
}

/** All refusals have the same body, which `ApiError` reads. */
function withoutRefusals(operations: PathItemObject): PathItemObject {
  const entries = Object.entries(operations).map(([method, operation]) => {
    const { parameters = [], responses = {} } = operation
    const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    const shown = parameters.filter(
      (one: { in?: string; $ref?: string }) => one.in !== 'header' && !('$ref' in one),
    )
    return [method, { ...operation, parameters: shown, responses: Object.fromEntries(answers) }]
  })
  return Object.fromEntries(entries) as PathItemObject
}

/** Merges both documents, kind by kind. */
function merged(one: object, other: object): NonNullable<OpenAPI3['components']> {
  const kinds = Object.keys({ ...one, ...other }) as (keyof typeof one)[]
  const entries = kinds.map((kind) => [
    kind,
    { ...(one[kind] as object), ...(other[kind] as object) },
  ])
  return Object.fromEntries(entries)
}
