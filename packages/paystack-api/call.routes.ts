import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OwnName } from '../../src/accounts/banks/resolve.ts'
import type { Context, Scope } from '../../src/core/context.ts'
import type { Asked } from './asked.ts'

// A call of Paystack's: where it is, which route of ours it stands for, and what answers.

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
/** Or the reply, where it is no JSON. */
export type Answered = FastifyReply | Told
type Told = { message: string; data: unknown; meta?: object; status?: 201 }

/** `linked`: by a link that a key has made. */
export type Opens = 'open' | 'keyed' | 'linked'

export type PaystackRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** The route of ours that it stands for; null if nobody needs a key. */
  as: string | null
  opens: Opens
  handle(call: Call): Promise<Answered>
}

/** `as`: a route of ours. What holds for that holds for this: who may call it, limits, load. */
export function call(
  at: `${PaystackRoute['method']} ${string}`,
  as: string | null,
  handle: PaystackRoute['handle'],
  opens: Opens = as === null ? 'open' : 'keyed',
): PaystackRoute {
  const [method, path] = at.split(' ') as [PaystackRoute['method'], string]
  return { method, path, as, opens, handle }
}
