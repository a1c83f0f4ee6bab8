import { type TProperties, type TSchema, Type } from 'typebox'

// Schemas of what Paystack documents.

export const Text = Type.String()
export const Int = Type.Integer()
export const Bool = Type.Boolean()
export const Any = Type.Any()
export const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
export const TextOrNull = orNull(Text)
export const IntOrNull = orNull(Int)
export const exact = (fields: TProperties) => Type.Object(fields, { additionalProperties: false })
export const sampled = (schema: TSchema) => Type.Optional(schema)
/** Of any fields. */
export const Some = Type.Object({})

export const answer = (data: TSchema, meta?: TSchema) =>
  exact({ status: Type.Literal(true), message: Text, data, ...(meta && { meta }) })
