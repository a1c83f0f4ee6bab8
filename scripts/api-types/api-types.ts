import openapiTS, { astToString, type OpenAPI3, type PathItemObject } from 'openapi-typescript'

// The types of what the API takes and answers, as the dashboard sees them: openapi-typescript, over
// docs/api/openapi.json. A workspace of its own, because openapi-typescript is built on a compiler
// (TypeScript 5) that is not the one which checks this repository.

const PREFIXES = ['/api/v1', '/dashboard/api']
const HEAD = '// Written by `npm run generate` from docs/api/openapi.json. Do not edit.\n\n'

export async function apiTypes(openApi: string): Promise<string> {
  const document = JSON.parse(openApi) as OpenAPI3
  const nodes = await openapiTS({ ...document, paths: dashboardPaths(document) })
  return HEAD + astToString(nodes)
}

/**
 * The dashboard has the routes of a key at its own address. Where a route is there for a login and
 * for a key, the dashboard calls the login's.
 */
function dashboardPaths({ paths = {} }: OpenAPI3): Record<string, PathItemObject> {
  const merged: Record<string, PathItemObject> = {}
  for (const prefix of PREFIXES) {
    for (const [path, operations] of Object.entries(paths)) {
      if (!path.startsWith(`${prefix}/`)) continue
      const name = path.slice(prefix.length)
      merged[name] = { ...merged[name], ...withoutRefusals(operations as PathItemObject) }
    }
  }
  return merged
}

/** Every refusal has the same body, and `ApiError` reads it. */
function withoutRefusals(operations: PathItemObject): PathItemObject {
  const entries = Object.entries(operations).map(([method, operation]) => {
    const { parameters = [], responses = {} } = operation
    const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    const shown = parameters.filter((one: { in?: string }) => one.in !== 'header')
    return [method, { ...operation, parameters: shown, responses: Object.fromEntries(answers) }]
  })
  return Object.fromEntries(entries) as PathItemObject
}
