import type { Context, Scope } from '../core/context.ts'
import type { EventType } from '../core/events/types.ts'
import type { NewEvent } from '../core/events/webhooks.sql.ts'
import { newEvent } from '../core/events/webhooks.ts'
import { findWalletAccount } from '../money-out/wallets/wallets.ts'
import { publicId } from '../platform/ids.ts'
import { kobo, toWholeNaira } from '../platform/money.ts'
import type { IdentityDetails } from '../providers/rails.ts'
import { sessionIdFrom } from '../providers/session-id.ts'
import { identityFailureFields } from './failed.ts'
import type { Verification } from './identity.sql.ts'
import { FEE, maskedNumber, stateAt, type Verified } from './identity.ts'

// The wire form of a verification, with the misspelt field of the contract.

/** In naira: 50. Every other amount is in kobo. */
const AMOUNT = toWholeNaira(FEE)

/** The words and codes of the registry's own debit. */
const DEBITS = {
  taken: { amount: AMOUNT, message: 'Approved or completed successfully', code: 200 },
  held: {
    amount: AMOUNT,
    message: 'Held: it is not known yet whether the code was sent',
    code: 202,
  },
  returned: { amount: toWholeNaira(kobo(0)), message: 'Returned: no code was sent', code: 204 },
} as const

/**
 * Without the details, and with the last digits of the number only. `walletAccountNumber` is used
 * until details were returned.
 */
export function toWireVerification(
  verification: Verification,
  walletAccountNumber: string,
  now: Date,
) {
  const { verificationId, businessId, type, state, createdAt, updatedAt } = verification
  const debit = DEBITS[state === 'Requested' ? 'held' : state === 'FAILED' ? 'returned' : 'taken']
  const shownState = stateAt(verification, now)
  return {
    _id: publicId('identity_verification', verificationId),
    clientId: businessId as string,
    identityNumber: maskedNumber(verification),
    type,
    amount: debit.amount,
    status: shownState === 'Requested' ? ('Pending' as const) : shownState,
    debitAccountNumber: verification.debitAccountNumber ?? walletAccountNumber,
    vat: 0,
    stampDuty: 0,
    isDeleted: false,
    otpVerified: state === 'SUCCESS',
    otpResendCount: verification.otpResends,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    __v: 0,
    debitMessage: debit.message,
    debitResponsCode: debit.code,
    debitSessionId: sessionIdFrom(verificationId),
    otpId: verification.otpSentAt === null ? '' : publicId('otp', verification.otpId),
    domain: verification.mode,
    ...identityFailureFields(verification.failure),
  }
}

/** Without any details of the person. */
export function eventOf(
  type: Extract<EventType, `identity.${string}`>,
  verification: Verification,
  now: Date,
): NewEvent {
  return newEvent(
    verification,
    type,
    JSON.stringify(toWireVerification(verification, '', now)),
    now,
  )
}

/** With number and details: the response to the right code. */
export function toWireVerified({ verification, number, details }: Verified, now: Date) {
  return {
    ...toWireVerification(verification, '', now),
    identityNumber: number,
    providerResponse: details satisfies IdentityDetails,
  }
}

/** The account number of the wallet; empty while it has none. */
export async function debitAccountNumberOf(context: Context, scope: Scope): Promise<string> {
  return (await findWalletAccount(context, scope))?.accountNumber ?? ''
}
