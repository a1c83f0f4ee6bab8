import type { EmailId } from '../../accounts/logins/emails.sql.ts'
import { queueEmail } from '../../accounts/logins/emails.ts'
import { listOperators } from '../../accounts/logins/operators.ts'
import type { Context } from '../../core/context.ts'
import { mailKey } from '../../payments/receipts/mailing.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import {
  type Alarm,
  type AlarmKind,
  type AlarmName,
  deleteEnded,
  insertAlarm,
  listOpen,
  setEnded,
} from './alarms.sql.ts'

// Alarms about providers: each is reported once.
//
//   (none) ──> open    [begin: an error in the log, and an email to each operator]
//   open ──> ended     [end: a warning in the log]
//
// (1) One alarm per kind, mode and provider is open at a time: a unique index. So several processes
//     that notice the same thing report it once.
// (2) The emails are written in the transaction of the row.

/** reconciliation/nightly.ts emails what the statements have left open. */
const MAILED_ELSEWHERE: AlarmKind[] = ['statement_not_matching']
const DETAIL_MAX = 500

/** `detail` is a sentence that names no person. No-op if the alarm is open. */
export async function beginAlarm(
  context: Context,
  { kind, mode, rail }: AlarmName,
  detail: string,
): Promise<void> {
  const now = context.now()
  const alarm = {
    ...{ alarmId: newId<'alarm'>(now), kind, mode, rail },
    detail: detail.slice(0, DETAIL_MAX),
    beganAt: now,
  }
  const isFirst = await context.sql.begin(async (sql) => {
    if (!(await insertAlarm(sql, alarm))) return false
    if (MAILED_ELSEWHERE.includes(kind)) return true
    const note = `${rail}, ${mode} mode: ${detail}`
    await mailOperators(context, sql, now, { kind: 'alarm', subjectId: alarm.alarmId, note })
    return true
  })
  if (isFirst) context.log.error({ alarm: kind, mode, rail, detail }, 'an alarm has begun')
}

type Letter = { kind: 'alarm' | 'reconciliation'; subjectId?: Alarm['alarmId']; note: string }

/** Queues one email to each operator: its time, kind and subject, and the login, are its key. */
export async function mailOperators(context: Context, sql: Sql, at: Date, letter: Letter) {
  const { kind, subjectId, note } = letter
  for (const { loginId, email } of await listOperators(sql)) {
    await queueEmail(context, sql, {
      kind,
      letterId: mailKey(at, kind, ...(subjectId ? [subjectId] : []), loginId) as EmailId,
      subjectId: subjectId ?? loginId,
      email,
      businessId: null,
      businessName: '',
      note,
    })
  }
}

/** No-op if the alarm is not open. */
export async function endAlarm(context: Context, name: AlarmName): Promise<void> {
  const { kind, mode, rail } = name
  if (!(await setEnded(context.sql, name, context.now()))) return
  context.log.warn({ alarm: kind, mode, rail }, 'an alarm has ended')
}

export async function openAlarms({ sql }: Pick<Context, 'sql'>): Promise<Alarm[]> {
  return listOpen(sql)
}

export async function forgetAlarms({ sql }: Context, before: Date, max: number): Promise<number> {
  return deleteEnded(sql, before, max)
}
