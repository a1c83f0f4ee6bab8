import type { Query, Sql } from '../platform/db.ts'
import type { Id } from '../platform/ids.ts'
import { firstRow } from '../platform/rows.ts'
import type { Verification, VerificationKey } from './identity.sql.ts'
import { GUESSES_MAX, RESEND_AFTER_MS, RESENDS_MAX } from './identity.ts'

// Guesses, resent codes, expiry and erasure.

/** Counts a guess before it is checked. Null if none is left, or the code has expired. */
export function claimGuess(
  sql: Sql,
  now: Date,
  { businessId, mode, verificationId }: VerificationKey,
) {
  return firstRow(sql<Verification[]>`
    update identity_verification
    set attempts = attempts + 1, updated_at = ${now}
    where business_id = ${businessId} and mode = ${mode} and verification_id = ${verificationId}
      and state = 'Pending' and attempts < ${GUESSES_MAX} and otp_expires_at > ${now}
    returning *
  `)
}

/** The registry did not check it. */
export async function giveGuessBack(
  sql: Sql,
  now: Date,
  { businessId, mode, verificationId }: VerificationKey,
): Promise<void> {
  await sql`
    update identity_verification
    set attempts = attempts - 1,
      -- A record that was returned with details does not change.
      updated_at = case when state = 'Pending' then ${now} else updated_at end
    where business_id = ${businessId} and mode = ${mode} and verification_id = ${verificationId}
      and state in ('Pending', 'SUCCESS') and attempts > wrongs
  `
}

/** The last wrong guess locks it and erases the number. Null if it has ended already. */
export function recordWrong(
  sql: Sql,
  now: Date,
  { businessId, mode, verificationId }: VerificationKey,
) {
  return firstRow(sql<Verification[]>`
    update identity_verification
    set wrongs = wrongs + 1,
      updated_at = case when state = 'Pending' then ${now} else updated_at end,
      state = case when state = 'Pending' and wrongs + 1 = ${GUESSES_MAX} then 'LOCKED'
        else state end,
      number = case when state = 'Pending' and wrongs + 1 = ${GUESSES_MAX} then null
        else number end,
      due_at = case when state = 'Pending' and wrongs + 1 = ${GUESSES_MAX} then null
        else due_at end
    where business_id = ${businessId} and mode = ${mode} and verification_id = ${verificationId}
      and state in ('Pending', 'SUCCESS')
    returning *
  `)
}

/** Null if another guess was first. A right guess does not count. */
export function recordRight(
  sql: Sql,
  { businessId, mode, verificationId }: VerificationKey,
  right: {
    otpHash: Buffer
    details: string
    debitAccountNumber: string
    verifiedAt: Date
    eraseAt: Date
  },
) {
  const { otpHash, details, debitAccountNumber, verifiedAt, eraseAt } = right
  return firstRow(sql<Verification[]>`
    update identity_verification
    set state = 'SUCCESS', attempts = attempts - 1, otp_hash = ${otpHash}, details = ${details},
      debit_account_number = ${debitAccountNumber}, verified_at = ${verifiedAt},
      erase_at = ${eraseAt}, due_at = ${eraseAt},
      updated_at = ${verifiedAt}
    where business_id = ${businessId} and mode = ${mode} and verification_id = ${verificationId}
      and state = 'Pending'
    returning *
  `)
}

/**
 * Checks a guess at a verified number against the stored hash, and counts it, in one statement.
 * Null if no guess is left or the details are erased.
 */
export function guessAgain(
  sql: Sql,
  now: Date,
  { businessId, mode, verificationId }: VerificationKey,
  otpHash: Buffer,
): Promise<(Verification & { isRight: boolean }) | null> {
  return firstRow(sql<(Verification & { isRight: boolean })[]>`
    update identity_verification
    set attempts = attempts + case when otp_hash = ${otpHash} then 0 else 1 end,
      wrongs = wrongs + case when otp_hash = ${otpHash} then 0 else 1 end
    where business_id = ${businessId} and mode = ${mode} and verification_id = ${verificationId}
      and state = 'SUCCESS' and attempts < ${GUESSES_MAX} and details is not null
      and erase_at > ${now}
    returning *, otp_hash = ${otpHash} as is_right
  `)
}

/** Counts a resend before it is requested. Null if none is allowed: see `resend`. */
export function reserveResend(
  sql: Sql,
  now: Date,
  { businessId, mode, verificationId, otpId }: Verification,
  nextOtpId: Id<'otp'>,
) {
  return firstRow(sql<Verification[]>`
    update identity_verification
    set otp_id = ${nextOtpId}, otp_resends = otp_resends + 1, otp_sent_at = ${now},
      updated_at = ${now}
    where business_id = ${businessId} and mode = ${mode} and verification_id = ${verificationId}
      and state = 'Pending' and otp_id = ${otpId} and otp_expires_at > ${now}
      and otp_resends < ${RESENDS_MAX} and attempts < ${GUESSES_MAX}
      and otp_sent_at <= ${new Date(now.getTime() - RESEND_AFTER_MS)}
    returning *
  `)
}

/** The new code was sent, or may have been. */
export function renewCode(
  sql: Sql,
  { businessId, mode, verificationId, otpId }: Verification,
  renewed: { railSession: string; otpExpiresAt: Date; dueAt: Date; now: Date },
) {
  const { railSession, otpExpiresAt, dueAt, now } = renewed
  return firstRow(sql<Verification[]>`
    update identity_verification
    set rail_session = ${railSession}, otp_expires_at = ${otpExpiresAt}, due_at = ${dueAt},
      updated_at = ${now}
    where business_id = ${businessId} and mode = ${mode} and verification_id = ${verificationId}
      and state = 'Pending' and otp_id = ${otpId}
    returning *
  `)
}

/** The registry was down, so nothing was requested. */
export async function undoResend(
  sql: Sql,
  now: Date,
  before: Verification,
  otpId: Id<'otp'>,
): Promise<void> {
  const { businessId, mode, verificationId } = before
  await sql`
    update identity_verification
    set otp_id = ${before.otpId}, otp_resends = otp_resends - 1, otp_sent_at = ${before.otpSentAt},
      updated_at = ${now}
    where business_id = ${businessId} and mode = ${mode} and verification_id = ${verificationId}
      and state = 'Pending' and otp_id = ${otpId}
  `
}

/** Expired codes: no further use of the number is possible. */
export async function expireSome(sql: Sql, now: Date, max: number): Promise<Verification[]> {
  const expired = { state: 'EXPIRED', number: null, dueAt: null, updatedAt: now }
  return endDue(sql, now, max, sql`state = 'Pending'`, expired)
}

/** Details past their retention, with number and code. Returns how many. */
export async function eraseSome(sql: Sql, now: Date, max: number): Promise<number> {
  const erased = { number: null, otpHash: null, details: null, dueAt: null }
  return (await endDue(sql, now, max, sql`state = 'SUCCESS'`, erased)).length
}

async function endDue(
  sql: Sql,
  now: Date,
  max: number,
  isIn: Query<unknown>,
  to: object,
): Promise<Verification[]> {
  return sql<Verification[]>`
    update identity_verification set ${sql(to)}
    where (business_id, mode, verification_id) in (
      select business_id, mode, verification_id from identity_verification
      where ${isIn} and due_at <= ${now}
      order by due_at
      limit ${max}
      for update skip locked
    )
    returning *
  `
}

/** Hashes of numbers unused since `before`: no limit needs them. Returns how many. */
export async function forgetNumbersSince(sql: Sql, before: Date, max: number): Promise<number> {
  const rows = await sql`
    delete from identity_number
    where (mode, number_hash) in (
      select mode, number_hash from identity_number
      where updated_at < ${before}
      order by updated_at
      limit ${max}
      for update skip locked
    )
    returning mode
  `
  return rows.length
}
