import { isDeepStrictEqual } from 'node:util'
import type { Way } from './ways.ts'

type List = readonly [path: string, id: string, theirs?: string]

/** Each record as listed, and by itself where that differs, in both API forms. */
export async function setUp(way: Way, lists: readonly List[]): Promise<object> {
  const told: Record<string, object[]> = {}
  for (const [path, id, theirs] of lists) {
    told[path] = await bothOf(await way.get(path), (one) => way.get(`${path}/${one[id]}`))
    if (theirs === undefined) continue
    const listed = await way.paystack(theirs)
    told[theirs] = await bothOf(listed, (one) => way.paystack(`${theirs}/${one['id']}`))
  }
  return { ...told, events: await way.events(told), rows: await way.rows() }
}

async function bothOf(
  listed: Record<string, string>[],
  single: (one: Record<string, string>) => Promise<object>,
): Promise<object[]> {
  const all: object[] = []
  for (const one of listed) {
    const found = await single(one)
    all.push(one, ...(isDeepStrictEqual(found, one) ? [] : [found]))
  }
  return all
}
