import assert from 'node:assert/strict'
import type { Context, Scope } from '../core/context.ts'
import { DAY, MINUTE, SECOND } from '../platform/clock.ts'
import { type Kobo, naira } from '../platform/money.ts'
import { refuse } from '../platform/refusal.ts'
import type { Keyring, SealedColumn } from '../platform/secrets.ts'
import type { Mode } from '../providers/outcomes.ts'
import type { IdentityDetails, IdentityType } from '../providers/rails.ts'
import {
  findVerification,
  type Verification,
  type VerificationId,
  type VerificationKey,
  type VerificationState,
} from './identity.sql.ts'

// A verification asks the holder of a BVN or NIN for consent by a code to the registered phone,
// then reads what the registry knows. The registry makes, sends and judges the code.
//
//   (none) ──> Requested ──> Pending   [initiate, concludeDue: the code has left]
//                   └──────> FAILED    [initiate, concludeDue: it has not, and none will come]
//   Pending ──> Pending                [resend: a new code, a new ten minutes]
//   Pending ──> SUCCESS                [validate: the right code]
//   Pending ──> LOCKED                 [validate: the fifth wrong one]
//   Pending ──> EXPIRED                [expireDue: ten minutes after the last code]
//
// Invariants:
// (1) The fee is held in the database transaction that makes the row, before the registry is asked;
//     it is posted when the code has left and given back when it has not. One hold, closed once.
// (2) A guess is counted before it is looked at. At most five that are not right are ever let
//     through, whatever runs in parallel; a new code brings no new guesses.
// (3) One number is asked for at most five times a day over all businesses. Of the number a keyed
//     hash is kept for that, never the number.
// (4) Number, consent and details lie sealed in the database, bound to their row. A number is
//     erased when nothing can come of it any more; number, code and details, in their time.
// (5) Details leave by the answer to the right code alone, and each time it is noted to whom.

export const FEE: Kobo = naira(50)
export const GUESSES_MAX = 5
export const RESENDS_MAX = 3
export const OTP_LIFE_MS = 10 * MINUTE
export const RESEND_AFTER_MS = 60 * SECOND
/** Within this time a number is given so many verifications and no more. */
export const NUMBER_WINDOW_MS = 1 * DAY
/** A guess that is under way when the time of the code is over comes to its end. */
export const GUESS_ENDS_WITHIN_MS = 30 * SECOND
const DIGITS_SHOWN = 4

/** What the person agreed to, as the business tells it. */
export type Consent = { text: string; ip: string | null; at: string | null }
/** A verification that was successful, with what it was for. */
export type Verified = { verification: Verification; number: string; details: IdentityDetails }

/** Refuses alike what was never there and what is another's. */
export async function findOwn(
  context: Context,
  scope: Scope,
  verificationId: VerificationId | null,
): Promise<Verification> {
  if (verificationId === null) refuse('verification_not_found')
  const found = await findVerification(context.sql, { ...scope, verificationId })
  return found ?? refuse('verification_not_found')
}

/** The state as it is now: the time of a code is over also where no job has seen it yet. */
export function stateAt({ state, otpExpiresAt }: Verification, now: Date): VerificationState {
  const isOver = otpExpiresAt !== null && otpExpiresAt <= now
  return state === 'Pending' && isOver ? 'EXPIRED' : state
}

/** `*******1234`. */
export function maskedNumber({ numberLast4 }: Pick<Verification, 'numberLast4'>): string {
  return `*******${numberLast4}`
}

export function lastDigits(number: string): string {
  return number.slice(-DIGITS_SHOWN)
}

type Sealed = 'number' | 'consent' | 'details'

export function seal(keys: Keyring, key: VerificationKey, column: Sealed, text: string): string {
  return keys.seal(text, boundTo(key, column))
}

export function open(keys: Keyring, verification: Verification, column: Sealed): string {
  const sealed = verification[column]
  assert(sealed !== null, `${column} must be stored to be decrypted`)
  return keys.open(sealed, boundTo(verification, column))
}

/** Bound to its place: nothing sealed can be moved to another row and opened there. */
export function boundTo(
  { businessId, mode, verificationId }: Record<keyof VerificationKey, string>,
  column: Sealed,
): string {
  return `identity_verification.${column} ${businessId} ${mode} ${verificationId}`
}

export const sealedOfIdentity = (['number', 'consent', 'details'] as const).map(
  (column): SealedColumn<keyof VerificationKey> => ({
    table: 'identity_verification',
    column,
    key: ['businessId', 'mode', 'verificationId'],
    boundTo: (row) => boundTo(row, column),
  }),
)

/** What stands for a number where the number may not be kept: keyed, since 10^11 are soon tried. */
export function hashOfNumber(
  keys: Keyring,
  mode: Mode,
  { type, number }: { type: IdentityType; number: string },
): Buffer {
  return keys.fingerprint(`identity number ${mode} ${type} ${number}`)
}

/** The same for a code; of each verification it is another. */
export function hashOfCode(
  keys: Keyring,
  { verificationId }: VerificationKey,
  otp: string,
): Buffer {
  return keys.fingerprint(`identity otp ${verificationId} ${otp}`)
}
