import type { BusinessId, Context } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import { type Id, newId } from '../lib/ids.ts'
import type { Mode } from '../rails/rails.ts'
import { insertLetter } from './letters.sql.ts'

// What somebody must be told by mail: a row, which whoever sends mails finds (notices/). The link
// in it is not kept: it follows from the ids and the keys of the service.

export { claimLetters, recordLetter } from './letters.sql.ts'

export type LetterId = Id<'login_letter'>
export type LetterKind = 'invitation' | 'password_reset'
export type NewLetter = {
  kind: LetterKind
  email: string
  subjectId: Id<'invitation'> | Id<'password_reset'>
  businessId: BusinessId | null
  /** Empty where it is of no business. */
  businessName: string
}
export type DueLetter = NewLetter & {
  letterId: LetterId
  mode: Mode
  attempts: number
  createdAt: Date
}
export type LetterMailed = { nextAt: Date | null; sentAt: Date | null; failure: string | null }

/** Whether a mail server takes them; else they lie with the house, for operators to read. */
export function isMailed({ config, rails }: Context): boolean {
  return (rails.live === null ? config.mail.testUrl : config.mail.url) !== null
}

/** By the rail of live mode where there is one: these are no matter of either mode. */
export async function writeLetter(context: Context, sql: Sql, letter: NewLetter): Promise<void> {
  const now = context.now()
  const mode = context.rails.live === null ? 'test' : 'live'
  const letterId = newId<'login_letter'>(now)
  await insertLetter(sql, { ...letter, letterId, mode, nextAt: now, createdAt: now })
}
