import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refused } from '../core/wire.ts'
import type { Schema } from '../platform/bounds.ts'
import { refuseFields } from '../platform/refusal.ts'
import { closed, unknownParameter } from '../platform/unknown-parameter.ts'
import { compile } from '../platform/validation.ts'

// What checks a request and what writes an answer, each made once in a process. Most schemas of the
// routes are the same ones, errors above all, and the dashboard's calls are those of the key once
// more: made for each place, they took 2.7 s of the 3.3 that the app takes to be built.

type Make<Made> = (schema: object) => Made
type Writer = (data: unknown) => string

const checkerOfShort = once((schema) => compile(schema, true))
const checkerOfLong = once((schema) => compile(schema, false))

/** `isShort`: the schema is of a part of the URL. */
export function checkerOf(schema: object, isShort: boolean): ValidateFunction {
  return isShort ? checkerOfShort(schema) : checkerOfLong(schema)
}

const NOTHING: Schema = { type: 'object', properties: {} }

/**
 * Every route that is registered in this scope from now on takes the query parameters and the
 * fields of a JSON body that its schemas name, and no others. For programs; browsers and shops add
 * fields of their own to links and forms.
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

/** Where no body is described. */
async function refuseBody({ body }: FastifyRequest): Promise<void> {
  const names = Object.keys(Object(body))
  if (names.length > 0) refuseFields(names.map((name) => unknownParameter('', name, [])))
}

const buildWriters = SerializerSelector()
/** By what they may refer to, which is the same wherever the service has added its records. */
const writers = new Map<string, Make<Writer>>()

/** What writes an answer. */
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

/** Equal schemas are one. */
function once<Made>(make: Make<Made>): Make<Made> {
  const made = new Map<string, Made>()
  return (schema) => {
    const text = JSON.stringify(schema)
    const found = made.get(text) ?? make(schema)
    made.set(text, found)
    return found
  }
}
