import type { FastifyReply } from 'fastify'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { MERGE_PATCH } from '../platform/bounds.ts'
import type { Context } from './context.ts'
import { type Acted, type Asked, action, type None, type ParamsOf, type Route } from './route.ts'
import { Nullable } from './wire.ts'

// The form of a route that changes a record.

const MERGED = 'Fields that you do not send keep their value, and null clears a field.'

type Changed<
  P extends TProperties,
  F extends TProperties,
  C extends keyof F & string,
  A extends TSchema,
> = Omit<Acted<P, None, TObject<F>, A>, 'body' | 'handle' | 'query' | 'status' | 'aliasOf'> & {
  /** The fields, all optional. */
  body: TObject<F>
  /** Those that null clears, beside those whose schema takes null. */
  clears: readonly C[]
  /** Also mounted as PUT, with the same meaning. */
  isAlsoPut?: true
  handle(
    context: Context,
    request: Omit<Asked<P, None, TObject<F>>, 'body'> & { body: Cleared<Static<TObject<F>>, C> },
    reply: FastifyReply,
  ): Promise<Static<A>>
}
type Cleared<Body, C> = { [N in keyof Body]: N extends C ? Body[N] | null : Body[N] }

/**
 * Changes a record: PATCH with a merge patch (RFC 7396). Fields that are not sent keep their value;
 * null clears a field, and is wrong for one that cannot be empty.
 */
export function change<
  Path extends string,
  A extends TSchema,
  F extends TProperties,
  C extends keyof F & string,
  P extends TProperties = ParamsOf<Path>,
>(path: Path, route: Changed<P, F, C, A>): Route[] {
  const { body, clears, isAlsoPut, description = '', handle, ...rest } = route
  const { properties, ...options } = body
  const clearable = Object.fromEntries(
    clears.map((name) => [name, Type.Optional(Nullable(properties[name] as TSchema))]),
  )
  const taken = {
    ...rest,
    params: rest.params as P,
    body: Type.Object({ ...properties, ...clearable }, { ...options, [MERGE_PATCH]: true }),
    handle: handle as never,
    hasTag: true as const,
    takesTag: true as const,
    takesPatch: true as const,
  }
  const { operationId, summary } = route
  const patch = action(`PATCH ${path}`, {
    ...taken,
    description: `${MERGED} ${description}`.trim(),
  })
  if (!isAlsoPut) return [patch]
  const alias = {
    operationId: `${operationId}WithPut`,
    summary: `${summary} with PUT`,
    description: 'The same as PATCH.',
    aliasOf: operationId,
  }
  return [patch, action(`PUT ${path}`, { ...taken, ...alias })]
}
