import type { EmailId } from '../../accounts/logins/emails.sql.ts'
import { queueEmail } from '../../accounts/logins/emails.ts'
import { listOperators } from '../../accounts/logins/operators.ts'
import type { Context } from '../../core/context.ts'
import { mailKey } from '../../payments/receipts/mailing.ts'
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
    for (const { loginId, email } of await listOperators(sql)) {
      await queueEmail(context, sql, {
        kind: 'alarm',
        letterId: mailKey(now, 'alarm', alarm.alarmId, loginId) as EmailId,
        subjectId: alarm.alarmId,
        email,
        businessId: null,
        businessName: '',
        note: `${rail}, ${mode} mode: ${detail}`,
      })
    }
    return true
  })
  if (isFirst) context.log.error({ alarm: kind, mode, rail, detail }, 'an alarm has begun')
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
