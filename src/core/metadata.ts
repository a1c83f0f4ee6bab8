import { Type } from 'typebox'
import type { FieldError } from '../platform/first-field.ts'
import { depthOf, memberText, mergedText, readExactly } from '../platform/json.ts'
import { refuseFields } from '../platform/refusal.ts'
import { Nullable } from './wire.ts'

// What a business stores with a record, byte for byte: the schemas, and the one reader.

const METADATA_BYTES_MAX = 8_192
const METADATA_DEPTH_MAX = 5
/** More keys than fit into METADATA_BYTES_MAX. */
const METADATA_KEYS_MAX = 2_000

/** Any object. `wrongMetadata` limits its size and depth. */
export const Metadata = (description: string) =>
  Type.Object({}, { additionalProperties: true, maxProperties: METADATA_KEYS_MAX, description })

/** What a business may store with a record, read by `readMetadata`. */
export const SentMetadata = Type.Optional(
  Metadata('Any data, at most 8 KB and 5 levels deep. Returned unchanged.'),
)
/** The same in a response, written by `shownMetadata`. */
export const ShownMetadata = Nullable(
  Type.Object({}, { additionalProperties: true, description: 'Your metadata, unchanged.' }),
)

/** The text of `metadata` in a JSON body. */
export function metadataText(rawBody: string): string | null {
  const text = memberText(rawBody, 'metadata')
  return text && emptyIn(text)
}

/** The text of `metadata` in a request; null if none was sent. Refuses too large or deep ones. */
export function readMetadata({ metadata }: { metadata?: object }, rawBody: string): string | null {
  const text = metadata === undefined ? null : metadataText(rawBody)
  const errors = wrongMetadata(text, metadata)
  if (errors.length > 0) refuseFields(errors)
  return text
}

/** What a request makes of the metadata that a record has. */
export type MetadataChange = (before: string | null) => string | null

/**
 * A merge patch of it (RFC 7396); undefined if none was sent. `wrong` checks the result, so it is
 * called within the change.
 */
export function metadataChange(
  { metadata }: { metadata?: object | null },
  rawBody: string,
  wrong: (text: string, value: object) => FieldError[] = wrongMetadata,
): MetadataChange | undefined {
  if (metadata === undefined) return undefined
  if (metadata === null) return () => null
  const sent = metadataText(rawBody) ?? '{}'
  return (before) => {
    const text = mergedText(before, sent)
    const errors = wrong(text, JSON.parse(text) as object)
    if (errors.length > 0) refuseFields(errors)
    return text
  }
}

/** Stored metadata in a response: numbers keep their digits. */
export function shownMetadata(text: string | null): object | null {
  return text === null ? null : (readExactly(text) as object)
}

/** PHP writes an empty object as an empty list. */
export function emptyIn(text: string): string {
  return /^\s*\[\s*\]\s*$/.test(text) ? '{}' : text
}

/** Validates the text and the parsed value of `metadata`. */
export function wrongMetadata(text: string | null, value: object | undefined): FieldError[] {
  if (text === null) return []
  const field = 'metadata'
  if (Buffer.byteLength(text) > METADATA_BYTES_MAX) {
    return [{ field, code: 'too_large', message: 'metadata must be at most 8 KB of JSON.' }]
  }
  if (depthOf(value) > METADATA_DEPTH_MAX) {
    return [{ field, code: 'too_deep', message: 'metadata must be at most 5 levels deep.' }]
  }
  return []
}
