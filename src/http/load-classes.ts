import type { RouteOptions } from 'fastify'
import type { LoadClass } from '../core/access.ts'

// Finds the load class of a request from its URL alone: it may be refused before it is routed. Each
// route declares its class.

export type ClassOf = (method: string, path: string) => LoadClass | null

/** One segment of the paths. */
type Part = { next: Map<string, Part>; classes: Map<string, LoadClass> }

const PARAMETER = ':'
const REST = '*'

/** `routes` is complete at the first request. Null if no route matches. */
export function loadClasses(routes: RouteOptions[]): ClassOf {
  let root: Part | null = null
  return (method, path) => {
    root ??= treeOf(routes)
    const wanted = method === 'HEAD' ? 'GET' : method
    return classIn(root, wanted, partsOf(path), 0)
  }
}

/** Nearly free for requests that are no streams. */
export function isStream(classOf: ClassOf, method: string, url: string): boolean {
  return method === 'GET' && url.includes('/events') && classOf(method, pathOf(url)) === 'stream'
}

export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

function treeOf(routes: RouteOptions[]): Part {
  const root: Part = { next: new Map(), classes: new Map() }
  for (const { url, method, config } of routes) {
    let at = root
    for (const part of partsOf(url)) {
      const name = part.startsWith(PARAMETER) ? PARAMETER : part
      const next = at.next.get(name) ?? { next: new Map(), classes: new Map() }
      at.next.set(name, next)
      at = next
    }
    if (config?.load) at.classes.set(String(method), config.load)
  }
  return root
}

/** In the router's order: a named segment, then a parameter, then a wildcard. */
function classIn(at: Part, method: string, parts: string[], index: number): LoadClass | null {
  if (index === parts.length) return at.classes.get(method) ?? null
  for (const name of [parts[index]!, PARAMETER]) {
    const next = at.next.get(name)
    const found = next && classIn(next, method, parts, index + 1)
    if (found) return found
  }
  return at.next.get(REST)?.classes.get(method) ?? null
}
