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

// A verification asks the holder of a BVN or NIN for consent with a code to the registered phone,
// then reads the details from the registry. The registry makes, sends and checks the code.
//
//   (none) ──> Requested ──> Pending   [initiate, concludeDue: the code was sent]
//                   └──────> FAILED    [initiate, concludeDue: it was not, and will not be]
//   Pending ──> Pending                [resend: a new code, valid for ten minutes]
//   Pending ──> SUCCESS                [validate: the right code]
//   Pending ──> LOCKED                 [validate: the fifth wrong code]
//   Pending ──> EXPIRED                [expireDue: ten minutes after the last code]
//
// Invariants:
// (1) The database transaction that inserts the row holds the fee, before the registry is asked. It
//     is posted if the code was sent and voided if not. One hold, closed once.
// (2) A guess is counted before it is checked. At most five wrong guesses are ever checked, however
//     many run at once; a new code adds none.
// (3) A number can be verified five times a day, over all businesses. A keyed hash of the number is
//     stored for this, not the number.
// (4) Number, consent and details are sealed, bound to their row. The number is erased once it has
//     no further use; number, code and details after their retention.
// (5) Only the response to the right code contains details, and each one is recorded with its
//     caller.

export const FEE: Kobo = naira(50)
export const GUESSES_MAX = 5
export const RESENDS_MAX = 3
export const OTP_LIFE_MS = 10 * MINUTE
export const RESEND_AFTER_MS = 60 * SECOND
/** The window of the limit on one number. */
export const NUMBER_WINDOW_MS = 1 * DAY
/** A guess that is being checked when the code expires has ended by then. */
export const GUESS_ENDS_WITHIN_MS = 30 * SECOND
const DIGITS_SHOWN = 4

/** What the person agreed to, in the words of the business. */
export type Consent = { text: string; ip: string | null; at: string | null }
export type Verified = { verification: Verification; number: string; details: IdentityDetails }

/** Refuses an unknown id and another business's id alike. */
export async function findOwn(
  context: Context,
  scope: Scope,
  verificationId: VerificationId | null,
): Promise<Verification> {
  if (verificationId === null) refuse('verification_not_found')
  const found = await findVerification(context.sql, { ...scope, verificationId })
  return found ?? refuse('verification_not_found')
}

/** The state at `now`: a code can expire before the job records it. */
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

/** Binds a sealed text to its place, so that it opens in no other row. */
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

/** Identifies a number without storing it. Keyed, because 10^11 numbers are soon tried. */
export function hashOfNumber(
  keys: Keyring,
  mode: Mode,
  { type, number }: { type: IdentityType; number: string },
): Buffer {
  return keys.fingerprint(`identity number ${mode} ${type} ${number}`)
}

/** Identifies the code of one verification. */
export function hashOfCode(
  keys: Keyring,
  { verificationId }: VerificationKey,
  otp: string,
): Buffer {
  return keys.fingerprint(`identity otp ${verificationId} ${otp}`)
}
