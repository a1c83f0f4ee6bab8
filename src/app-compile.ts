import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { ValidateFunction } from 'ajv'
import { compile } from './lib/validation.ts'

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
