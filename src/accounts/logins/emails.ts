import type { Context } from '../../core/context.ts'
import { DAY, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import type { Mode } from '../../providers/outcomes.ts'
import { claimEmails, type DueEmail, hasEmail, insertEmail, type NewEmail } from './emails.sql.ts'
import { type Login, lockLogin } from './logins.sql.ts'

// Emails about logins, queued as rows. `src/operator/notices` writes and sends them. Their links
// are not stored: they follow from the ids and the keys of the service.

export { isByMail, recordEmail } from './emails.sql.ts'

/** The part of a context that `npm run operator` has too. */
export type Writer = Pick<Context, 'config' | 'rails' | 'now'>

/** Whether a mail server sends them. Otherwise operators read them in the outbox of the house. */
export function isMailed(writer: Writer): boolean {
  return mailedModes(writer).includes(modeOf(writer))
}

export async function queueEmail(writer: Writer, sql: Sql, message: NewEmail): Promise<void> {
  const now = writer.now()
  const letterId = message.letterId ?? newId<'login_letter'>(now)
  const row = { ...message, letterId, mode: modeOf(writer) }
  await insertEmail(sql, { ...row, byMail: isMailed(writer), nextAt: now, createdAt: now })
}

/** Mails the owner that sign-in is held off, once a day. Not awaited: it would reveal the login. */
export function warnOfTries(context: Context, login: Login): void {
  writeWarning(context, login).catch((error: unknown) => {
    context.log.error({ err: error }, 'the email about failed sign-ins could not be queued')
  })
}

async function writeWarning(context: Context, { loginId, email }: Login): Promise<void> {
  const warning = { kind: 'held_off', subjectId: loginId } as const
  const since = later(context.now(), -1 * DAY)
  if (await hasEmail(context.sql, warning, since)) return
  await context.sql.begin(async (sql) => {
    // One of several concurrent calls queues it.
    await lockLogin(sql, loginId)
    if (await hasEmail(sql, warning, since)) return
    await queueEmail(context, sql, { ...warning, email, businessId: null, businessName: '' })
  })
}

export async function takeEmails(
  context: Context,
  modes: Mode[],
  lease: Date,
  limit: number,
): Promise<DueEmail[]> {
  const which = { modes, mailed: mailedModes(context) }
  return claimEmails(context.sql, which, context.now(), lease, limit)
}

/** These emails belong to no mode: the live mail server sends them, if there are live rails. */
function modeOf({ rails }: Writer): Mode {
  return rails.live.length === 0 ? 'test' : 'live'
}

function mailedModes({ config: { mail } }: Writer): Mode[] {
  const urls = { test: mail.testUrl, live: mail.url }
  return (['test', 'live'] as const).filter((mode) => urls[mode] !== null)
}
