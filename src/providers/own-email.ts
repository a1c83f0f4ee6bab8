import { createHash } from 'node:crypto'

const LOCAL_PART_MAX = 64

/**
 * `ada+3f2a9c01b7@example.com`: reaches the same mailbox, and is another customer to a provider
 * that knows customers by email.
 */
export function ownEmail(email: string, reference: string): string {
  const at = email.lastIndexOf('@')
  const tag = createHash('sha256').update(reference).digest('hex').slice(0, 10)
  const local = `${email.slice(0, at)}+${tag}`
  return at < 1 || local.length > LOCAL_PART_MAX ? email : `${local}${email.slice(at)}`
}
