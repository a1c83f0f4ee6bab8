import type { Context } from '../../core/context.ts'
import { DAY, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import type { Mode } from '../../providers/outcomes.ts'
import { claimEmails, type DueEmail, hasEmail, insertEmail, type NewEmail } from './emails.sql.ts'
import { type Login, lockLogin } from './logins.sql.ts'

// What somebody must be told by mail: a row, which whoever sends mails finds (notices/). The link
// in it is not kept: it follows from the ids and the keys of the service.

export { isByMail, recordEmail } from './emails.sql.ts'

/** What writing one takes: `npm run operator` has no more. */
export type Writer = Pick<Context, 'config' | 'rails' | 'now'>

/** Whether a mail server takes them; else they lie with the house, for operators to read. */
export function isMailed(writer: Writer): boolean {
  return mailedModes(writer).includes(modeOf(writer))
}

export async function queueEmail(writer: Writer, sql: Sql, message: NewEmail): Promise<void> {
  const now = writer.now()
  const letterId = message.letterId ?? newId<'login_letter'>(now)
  const row = { ...message, letterId, mode: modeOf(writer) }
  await insertEmail(sql, { ...row, byMail: isMailed(writer), nextAt: now, createdAt: now })
}

/** That somebody is held off, once a day. Not waited for: it would tell that there is a login. */
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
    // Of several at once, one writes it.
    await lockLogin(sql, loginId)
    if (await hasEmail(sql, warning, since)) return
    await queueEmail(context, sql, { ...warning, email, businessId: null, businessName: '' })
  })
}

/** Taken until `lease`, by nobody else. */
export async function takeEmails(
  context: Context,
  modes: Mode[],
  lease: Date,
  limit: number,
): Promise<DueEmail[]> {
  const which = { modes, mailed: mailedModes(context) }
  return claimEmails(context.sql, which, context.now(), lease, limit)
}

/** By the rail of live mode where there is one: these are no matter of either mode. */
function modeOf({ rails }: Writer): Mode {
  return rails.live.length === 0 ? 'test' : 'live'
}

function mailedModes({ config: { mail } }: Writer): Mode[] {
  const urls = { test: mail.testUrl, live: mail.url }
  return (['test', 'live'] as const).filter((mode) => urls[mode] !== null)
}
