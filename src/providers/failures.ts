// The codes with which payouts, refunds and returns fail, whatever the provider calls the reason.
// Records, the timeline and docs/api/failures.md read their sentences here.

type Row = {
  /** For the business. */
  business: string
  /** For the operator of the service: what to do. */
  operator: string
}

const NOTHING = 'Nothing to do.'
const LOG = 'Look up the code of the provider, `said` in the log.'

export const failures = {
  account_blocked: { business: 'The bank has blocked the account.', operator: NOTHING },
  account_closed: { business: 'The account is closed.', operator: NOTHING },
  account_dormant: { business: 'The account is dormant.', operator: NOTHING },
  account_invalid: {
    business: 'The bank does not know the account, or it cannot receive money.',
    operator: NOTHING,
  },
  already_returned: {
    business: 'The payment was already returned in full.',
    operator: "Look for the return in the provider's dashboard.",
  },
  amount_too_high: {
    business: 'The provider says that this is more than was paid, or more than it sends.',
    operator: "Compare with the provider's record of the payment, and with its limits.",
  },
  amount_too_low: { business: 'The provider does not send so little.', operator: NOTHING },
  bank_unknown: {
    business: 'The provider does not reach this bank.',
    operator: 'Check the code of the bank with the provider.',
  },
  bank_unreachable: { business: 'The bank could not be reached.', operator: LOG },
  card_not_refundable: {
    business: 'The provider does not refund card payments.',
    operator: "Refund it in the provider's dashboard.",
  },
  contact_bank: {
    business: 'The bank asks the holder of the account to contact it.',
    operator: NOTHING,
  },
  duplicate: {
    business: 'The provider has another transfer under the same key.',
    operator: 'Compare both transfers. Tell the provider.',
  },
  enquiry_differs: {
    business: 'The name of the account holder has changed.',
    operator: NOTHING,
  },
  limit_exceeded: {
    business: 'A limit of the bank was exceeded.',
    operator: 'If it is a limit of your account, ask the provider to raise it.',
  },
  not_permitted: { business: 'The bank does not permit this transfer.', operator: LOG },
  payment_unknown: {
    business: 'The provider does not know the payment that is to be returned.',
    operator: "Look for the payment in the provider's dashboard.",
  },
  rail_balance_too_low: {
    business: 'The service could not send it. It is not your fault.',
    operator: 'Fill up the account at the provider.',
  },
  refused_by_bank: { business: 'The bank rejected it.', operator: LOG },
  refused_by_issuer: { business: 'The card issuer rejected it.', operator: LOG },
  request_rejected: {
    business: 'The provider rejected the request of the service. It is not your fault.',
    operator: `${LOG} It may be a fault of Cowrie.`,
  },
  reversed_by_bank: { business: 'The bank returned the money.', operator: LOG },
  security_check: { business: 'The bank stopped it in a security check.', operator: LOG },
  sender_unknown: {
    business: 'The provider does not say which account paid. Refund it to another account.',
    operator: 'Return it by hand.',
  },
} as const satisfies Record<string, Row>

export type FailureReason = keyof typeof failures

export const FAILURE_CODES = Object.keys(failures) as FailureReason[]

/** As records and events tell it. */
export function failureFields(code: string | null) {
  return {
    failure_code: code as FailureReason | null,
    failure_message: code && failureSentence(code),
  }
}

/** Why a charge was declined. What customers read: `codeOf` in payments/transactions/history.ts. */
export const declines = {
  declined: { business: 'The bank declined the payment.', operator: LOG },
  insufficient_funds: { business: 'The account has too little money.', operator: NOTHING },
  incorrect_cvv: { business: 'The security code (CVV) was wrong.', operator: NOTHING },
  incorrect_pin: { business: 'The PIN was wrong.', operator: NOTHING },
  incorrect_otp: { business: 'The code of the bank was wrong.', operator: NOTHING },
  otp_not_sent: { business: 'The bank could not send its code.', operator: NOTHING },
  authentication_failed: {
    business: 'The customer did not pass the check of the bank.',
    operator: NOTHING,
  },
  card_expired: { business: 'The card has expired.', operator: NOTHING },
  card_stolen: { business: 'The card was reported lost or stolen.', operator: NOTHING },
  authorization_unknown: {
    business: 'The provider does not know this authorization, or has ended it.',
    operator: NOTHING,
  },
  not_a_test_card: { business: 'In test mode, only test cards can pay.', operator: NOTHING },
  cancelled: { business: 'The customer cancelled at the bank.', operator: NOTHING },
  timed_out: { business: 'The customer did not finish in time.', operator: NOTHING },
  rule_matched: {
    business: 'A rule of yours refused it. No provider was asked: see `risk` of the payment.',
    operator: NOTHING,
  },
} as const satisfies Record<string, Row>

export type DeclineReason = keyof typeof declines

export const DECLINE_CODES = Object.keys(declines) as DeclineReason[]

/** Codes of earlier versions have no sentence. */
export function failureSentence(code: string): string {
  const rows: Record<string, Row> = { ...failures, ...declines }
  return rows[code]?.business ?? failures.refused_by_bank.business
}
