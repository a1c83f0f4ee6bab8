import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse, refuseFields } from '../platform/refusal.ts'

// The ETag of a record is the number of its changes. A change with `If-Match` is executed only if
// the record still has one of these tags (RFC 9110, 13.1.1). The story checks `OnlyIf` against the
// row that it changes, under the lock or before the compare-and-set of the change.

type Versioned = { version: number }

/** Refuses a record that has another version than the caller has seen. */
export type OnlyIf = (record: Versioned) => void

const EACH = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** Any version: without `If-Match`. */
export const always: OnlyIf = () => {}

/** A weak tag (`W/"3"`) matches nothing: the comparison is strong. */
export function onlyIf({ headers }: Pick<FastifyRequest, 'headers'>): OnlyIf {
  const sent = headers['if-match']?.trim()
  if (sent === undefined || sent === '*') return always
  const tags: string[] = sent.match(EACH) ?? []
  // A comma can stand in a tag, so each becomes an empty one first.
  const entries = sent.replaceAll(EACH, '""').split(',')
  const isList = entries.every((one) => ['""', ''].includes(one.trim()))
  if (!isList || tags.length === 0) {
    const message = 'If-Match must be the ETag of the record, in its double quotes, or *.'
    refuseFields([{ field: 'If-Match', code: 'invalid_format', message }])
  }
  return ({ version }) => {
    if (!tags.includes(tagOf(version))) refuse('version_conflict')
  }
}

/** Sets the ETag of the record that is answered. */
export function setTag(reply: FastifyReply, { version }: Versioned): void {
  reply.header('etag', tagOf(version))
}

function tagOf(version: number): string {
  return `"${version}"`
}
