import type { RouteOptions } from 'fastify'
import { mayDo, PERSON_ROLES, permissionOf, scopeOf } from '../src/core/access.ts'

// Writes test/routes.txt: a line for each route of the service, with what it declares.

const HEAD = `# Every route: who may call it, what else holds for it, and its class under load.
# \`npm run generate\` writes it from what the routes say of themselves. Each line is tried on the
# service by routes-and-credentials.test.ts or logins-and-routes.test.ts.
#
# key: a secret key with this scope. owner, developer, finance, support: a login with this role.
# fresh: the password was entered within five minutes.

`
/** Fixed, so that a new route changes one line only. */
const WIDTHS = [64, 32, 22]
/** A release of inline.js is named by its hash. */
const RELEASE = /\/inline\/[0-9a-f]{12}\//

export function routeLines(served: RouteOptions[]): string {
  const rows = served.map((route) => {
    const name = `${route.method} ${route.url.replace(RELEASE, '/inline/:hash/')}`
    return [name, who(route), more(route), route.config!.load!] as const
  })
  const lines = rows
    .toSorted(([a], [b]) => (placeOf(a) < placeOf(b) ? -1 : 1))
    .map((row) => row.map((cell, i) => cell.padEnd(WIDTHS[i] ?? 0)).join('  '))
  return `${HEAD}${lines.join('\n')}\n`
}

/** By path, then by method. */
function placeOf(route: string): string {
  return route.split(' ').reverse().join(' ')
}

function who({ config = {} }: RouteOptions): string {
  const { credential, needs = '' } = config
  if (credential === 'secret_key') return `key ${scopeOf(config)}`
  const permission = permissionOf(config)
  if (credential === 'login' && permission !== undefined) {
    return PERSON_ROLES.filter((role) => mayDo(role, permission)).join(' ')
  }
  // Without a check, anybody may call it.
  return credential !== undefined || needs === 'provider' ? needs : 'anyone'
}

function more({ config = {} }: RouteOptions): string {
  const { fresh, isReading, isAudited, isOwnRecord, isTestOnly, isSigned, limit } = config
  const said = {
    fresh: fresh && config.credential === 'login',
    reading: isReading,
    audited: isAudited,
    own_record: isOwnRecord,
    test_only: isTestOnly,
    signed: isSigned && config.credential === 'secret_key',
    [`limit_${limit}`]: limit,
  }
  return (
    Object.entries(said)
      .flatMap(([name, holds]) => (holds ? [name] : []))
      .join(' ') || '-'
  )
}
