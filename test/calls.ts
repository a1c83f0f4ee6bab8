import { endStreams } from '../src/streaming.ts'
import type { Answer, Api } from './api.ts'
import { asOwner, type TestContext } from './support.ts'

// What several tests of the wire need besides the API itself.

/** How many rows each table holds: a request that was refused must leave them as they were. */
export async function countRows(context: TestContext): Promise<Record<string, number>> {
  return asOwner(context, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' order by tablename
    `
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const [row] = await sql<[{ count: number }]>`select count(*)::int as count from ${sql(name)}`
      counts[name] = row.count
    }
    return counts
  })
}

/** What a stream says in its first moments: it answers until the service lets it go. */
export async function beginningOf(stream: Promise<Answer>): Promise<Answer> {
  const ending = setInterval(endStreams, 50)
  try {
    return await stream
  } finally {
    clearInterval(ending)
  }
}

let addresses = 0

/** initialize-public; from an address of its own unless one is said, so that no limit is met. */
export function startPublicly(
  api: Api,
  fields: Record<string, string> | string,
  {
    method = 'GET',
    headers = {},
    from,
  }: { method?: 'GET' | 'POST'; headers?: object; from?: string } = {},
): Promise<Answer> {
  const text = typeof fields === 'string' ? fields : String(new URLSearchParams(fields))
  const isPost = method === 'POST'
  addresses += 1
  return api.send({
    method,
    url: `/api/v1/transactions/initialize-public${isPost ? '' : `?${text}`}`,
    remoteAddress: from ?? `10.1.${addresses >> 8}.${addresses & 255}`,
    headers: {
      accept: 'application/json',
      ...(isPost && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(isPost && { payload: text }),
  })
}

/** Its fields, as many at a time as a refusal names. */
export function inHundreds(fields: Record<string, unknown>): Record<string, unknown>[] {
  const all = Object.entries(fields)
  return Array.from({ length: Math.ceil(all.length / 100) }, (_, i) =>
    Object.fromEntries(all.slice(i * 100, (i + 1) * 100)),
  )
}
