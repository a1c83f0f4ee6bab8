import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refused } from '../core/wire.ts'
import type { Schema } from '../platform/bounds.ts'
import { refuseFields } from '../platform/refusal.ts'
import { closed, unknownParameter } from '../platform/unknown-parameter.ts'
import { assertBounded, compile } from '../platform/validation.ts'

// Validators and serializers, each compiled once per process. Most routes share schemas, above all
// those of errors, and the dashboard has the routes of keys again: compiled per route, they took
// 2.7 s of the 3.3 s that the app takes to build.

type Make<Made> = (schema: object) => Made
type Writer = (data: unknown) => string

const checkerOfShort = once((schema) => compile(schema, true))
const checkerOfLong = once((schema) => compile(schema, false))

/** `isShort`: for a part of the URL. */
export function checkerOf(schema: object, isShort: boolean): ValidateFunction {
  return isShort ? checkerOfShort(schema) : checkerOfLong(schema)
}

type Checker = { (data: unknown): boolean; errors?: ErrorObject[] | null }

/** Compiled at its first use: an ephemeral service starts often, and serves few routes. */
export function checkerWhenUsed(schema: object, isShort: boolean): Checker {
  assertBounded(schema, isShort)
  const checker: Checker = (data) => {
    const compiled = checkerOf(schema, isShort)
    const isRight = compiled(data) as boolean
    checker.errors = compiled.errors ?? null
    return isRight
  }
  return checker
}

const NOTHING: Schema = { type: 'object', properties: {} }

/**
 * Makes the routes registered after this call reject query parameters and body fields that their
 * schemas do not name. For programs; browsers and shops add fields of their own to links and forms.
 */
export function refuseUnknown(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    const schema = route.schema ?? {}
    route.schema = schema
    schema.querystring = closed((schema.querystring ?? NOTHING) as Schema)
    if (schema.body !== undefined) schema.body = closed(schema.body as Schema)
    else route.preValidation = [route.preValidation ?? [], refuseBody].flat()
    schema.response = { 400: refused(400), ...(schema.response as object) }
  })
}

/** For routes without a body. */
async function refuseBody({ body }: FastifyRequest): Promise<void> {
  const names = Object.keys(Object(body))
  if (names.length > 0) refuseFields(names.map((name) => unknownParameter('', name, [])))
}

const buildWriters = SerializerSelector()
/** By the shared schemas that they can refer to, which are the same in all scopes. */
const writers = new Map<string, Make<Writer>>()

/** Fastify's factory of serializers. */
export function writersOf(
  shared: unknown,
  options?: object,
): (route: { schema?: unknown }) => Writer {
  const name = JSON.stringify(shared)
  let writerOf = writers.get(name)
  if (!writerOf) {
    const build = buildWriters(shared, options)
    writerOf = once((schema) => build({ schema, method: '', url: '', httpStatus: '' }))
    writers.set(name, writerOf)
  }
  const ours = writerOf
  return ({ schema }) => ours(schema as object)
}

/** The same, each compiled at its first use. */
export const writersWhenUsed: typeof writersOf = (shared, options) => {
  const writerOf = writersOf(shared, options)
  return (route) => (data) => writerOf(route)(data)
}

/** Compiles equal schemas once. */
function once<Made>(make: Make<Made>): Make<Made> {
  const made = new Map<string, Made>()
  const known = new WeakMap<object, Made>()
  return (schema) => {
    const same = known.get(schema)
    if (same) return same
    const text = JSON.stringify(schema)
    const found = made.get(text) ?? make(schema)
    made.set(text, found)
    known.set(schema, found)
    return found
  }
}
