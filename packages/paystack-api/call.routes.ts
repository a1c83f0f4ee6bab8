import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OwnName } from '../../src/accounts/banks/resolve.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import type { Listed, Page } from '../../src/platform/paging.ts'
import { type Asked, metaFor, pageOf } from './asked.ts'

// A call of Paystack's API: its path, our route that it stands for, and its handler.

export type Call = {
  context: Context
  scope: Scope
  own: OwnName
  params: Record<string, string>
  query: Asked
  body: Asked
  effectId: string | null
  keyId: string
  request: FastifyRequest
  reply: FastifyReply
}
/** The reply itself, if the response is not JSON. */
export type Answered = FastifyReply | Told
type Told = { message: string; data: unknown; meta?: object; status?: 201 }

/** `linked`: opened by a link that was made with a key. */
export type Opens = 'open' | 'keyed' | 'linked'

export type PaystackRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Our route that it stands for; null if it needs no key. */
  as: string | null
  opens: Opens
  handle(call: Call): Promise<Answered>
}

/** `as`: our route, whose permissions, limits and load class apply. */
export function call(
  at: `${PaystackRoute['method']} ${string}`,
  as: string | null,
  handle: PaystackRoute['handle'],
  opens: Opens = as === null ? 'open' : 'keyed',
): PaystackRoute {
  const [method, path] = at.split(' ') as [PaystackRoute['method'], string]
  return { method, path, as, opens, handle }
}

/** A list with Paystack's paging. */
export function list<Row>(
  at: `GET ${string}`,
  as: string,
  message: string,
  read: (call: Call, page: Page) => Promise<Listed<Row>>,
  write: (rows: Row[], call: Call) => object[] | Promise<object[]>,
  /** What `meta` has besides. */
  more: (call: Call) => Promise<object> = async () => ({}),
): PaystackRoute {
  return call(at, as, async (asked) => {
    const page = pageOf(asked.query, asked.scope, at)
    const { rows, meta } = await read(asked, page)
    const data = await write(rows, asked)
    return { message, data, meta: { ...metaFor(asked.query, meta), ...(await more(asked)) } }
  })
}
