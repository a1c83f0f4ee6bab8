import openapiTS, { astToString, type OpenAPI3, type PathItemObject } from 'openapi-typescript'

// The types of what the API takes and answers, as the dashboard sees them: openapi-typescript, over
// docs/api/*.json. A workspace of its own, because openapi-typescript is built on a compiler
// (TypeScript 5) that is not the one which checks this repository.

const PREFIXES = ['/api/v1', '/dashboard/api']
const HEAD = '// Written by `npm run generate` from docs/api/*.json. Do not edit.\n\n'

export async function apiTypes(api: object, internal: object): Promise<string> {
  const [ofKeys, ofPages] = [api, internal] as [OpenAPI3, OpenAPI3]
  const paths = dashboardPaths({ ...ofKeys.paths, ...ofPages.paths })
  const components = merged(ofKeys.components ?? {}, ofPages.components ?? {})
  const nodes = await openapiTS({ ...ofKeys, paths, components, webhooks: {} })
  return HEAD + astToString(nodes)
}

/**
 * The dashboard has the routes of a key at its own address. Where a route is there for a login and
 * for a key, the dashboard calls the login's.
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

/** Every refusal has the same body, and `ApiError` reads it. */
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

/** Of both documents, kind by kind. */
function merged(one: object, other: object): NonNullable<OpenAPI3['components']> {
  const kinds = Object.keys({ ...one, ...other }) as (keyof typeof one)[]
  const entries = kinds.map((kind) => [
    kind,
    { ...(one[kind] as object), ...(other[kind] as object) },
  ])
  return Object.fromEntries(entries)
}
