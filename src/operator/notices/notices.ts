import type { DueEmail } from '../../accounts/logins/emails.sql.ts'
import { recordEmail, takeEmails } from '../../accounts/logins/emails.ts'
import { type Context, HOUSE } from '../../core/context.ts'
import type { DueNotice } from '../../core/events/notices.sql.ts'
import { claimNotices, type NoticeMailed, recordNotice } from '../../core/events/webhooks.ts'
import { claimStops, type DueStop, recordStop } from '../../payments/checkout/card-testing.ts'
import {
  CLAIM_MAX,
  LEASE_MS,
  type Mailed,
  mailEach,
  mailKey,
  mailModes,
} from '../../payments/receipts/mailing.ts'
import { later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import type { Mail } from '../../providers/rails.ts'
import { composeNotice, composeStop } from './compose.ts'
import { composeLoginEmail } from './compose-login-email.ts'

// Emails businesses about a webhook receiver that fails, and about card testing at their checkout.
// Each notice is sent once, as receipts are (receipts/receipts.ts); after a crash perhaps twice,
// with the same key.

/** From the service, not from the business that reads it. */
const FROM_NAME = 'Cowrie'

/** A job. Returns how many it processed. */
export const mailNotices = mailing(claimNotices, mailOf, recordNotice)
/** A job, for card testing. */
export const mailStops = mailing(claimStops, stopMailOf, recordStop)

function mailing<Due extends DueNotice | DueStop>(
  claim: (...at: Parameters<typeof claimStops>) => Promise<Due[]>,
  write: (context: Context, due: Due) => Mail,
  record: (sql: Sql, due: Due, mailed: NoticeMailed) => Promise<void>,
) {
  return async (context: Context): Promise<number> => {
    const now = context.now()
    const lease = later(now, LEASE_MS)
    const due = await claim(context.sql, mailModes(context), now, lease, CLAIM_MAX)
    const written = (one: Due) => write(context, one)
    await mailEach(context, due, written, (one, mailed) =>
      record(context.sql, one, recorded(mailed)),
    )
    return due.length
  }
}

/** A job, for emails about logins. Returns how many it processed. */
export async function sendLoginEmails(context: Context): Promise<number> {
  const lease = later(context.now(), LEASE_MS)
  const due = await takeEmails(context, mailModes(context), lease, CLAIM_MAX)
  const write = (message: DueEmail) => emailOf(context, message)
  await mailEach(context, due, write, (message, mailed) =>
    recordEmail(context.sql, message, recorded(mailed)),
  )
  return due.length
}

/** Stored under the service's own id: keys of a business must not read what opens a login. */
function emailOf(context: Context, message: DueEmail): Mail {
  return {
    key: mailKey(message.createdAt, 'login', message.letterId),
    onBehalfOf: HOUSE,
    fromName: FROM_NAME,
    to: message.email,
    ...composeLoginEmail(context, message),
  }
}

function stopMailOf(context: Context, stop: DueStop): Mail {
  const { businessId, mode, beganAt, email } = stop
  return {
    key: mailKey(beganAt, 'card testing', businessId, mode),
    onBehalfOf: businessId,
    fromName: FROM_NAME,
    to: email,
    ...composeStop(stop, context.baseUrl()),
  }
}

function mailOf(context: Context, notice: DueNotice): Mail {
  const { businessId, mode, route, kind, since, email, createdAt } = notice
  return {
    key: mailKey(createdAt, 'notice', businessId, mode, route, kind, since.toISOString()),
    onBehalfOf: businessId,
    fromName: FROM_NAME,
    to: email,
    ...composeNotice(notice, context.baseUrl()),
  }
}

function recorded(mailed: Mailed): NoticeMailed {
  const nothing = { nextAt: null, sentAt: null, failure: null }
  switch (mailed.state) {
    case 'sent':
      return { ...nothing, sentAt: mailed.at }
    case 'due':
      return { ...nothing, nextAt: mailed.nextAt, failure: mailed.failure }
    case 'failed':
      return { ...nothing, failure: mailed.failure }
  }
}
