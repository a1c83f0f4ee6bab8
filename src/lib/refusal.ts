// Every way this service says no, in one table: the code that clients match on, the HTTP status,
// and the sentence that people read. docs/api/refusals.md is held to it both ways by a test.

export const refusals = {
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  invalid_request: { status: 400, message: 'Some fields are missing or wrong. See errors.' },
  unknown_parameter: {
    status: 400,
    message:
      'A query parameter or a field of the body is not known here. errors names it, and the ' +
      'nearest that is.',
  },
  missing_key: {
    status: 401,
    message: 'No key was sent. Send Authorization: Bearer and your secret key.',
  },
  invalid_key: {
    status: 401,
    message:
      'This key is not valid: cut short, unknown, revoked or expired. It goes behind Bearer.',
  },
  invalid_signature: {
    status: 401,
    message: 'X-Service-Signature is not the HMAC-SHA512 of this body under your secret key.',
  },
  signed_out: { status: 401, message: 'Nobody is signed in, or not any more. Sign in.' },
  wrong_credentials: {
    status: 401,
    message: 'E-mail address and password do not belong together.',
  },
  code_needed: {
    status: 401,
    message: 'Enter the code of the second step first: see POST /session/second-factor.',
  },
  wrong_code: {
    status: 401,
    message: 'This code is not right, is too old, or was used before. Wait for the next one.',
  },
  insufficient_balance: {
    status: 402,
    message:
      'The available balance of the wallet does not cover this. Nothing was sent or taken. ' +
      'Top the wallet up: see GET /balance.',
  },
  wrong_key_type: {
    status: 403,
    message: 'This endpoint needs a secret key (sk_…); a public key can only start a payment.',
  },
  secret_key_exposed: {
    status: 403,
    message:
      'A secret key must never be in a URL, a form or a browser. Roll it now; use the public key.',
  },
  insufficient_scope: {
    status: 403,
    message: 'This key does not have the scope that this endpoint needs.',
  },
  ip_not_allowed: {
    status: 403,
    message:
      'This key has an allow-list of addresses, and this request came from none of them. The ' +
      'list is changed in the dashboard, under API keys.',
  },
  not_enabled: {
    status: 403,
    message: 'Live mode is not enabled: the business is not activated or no live rail is set up.',
  },
  in_recovery: {
    status: 503,
    message: 'Restored from a backup: no money leaves until an operator releases it. Try later.',
  },
  recovery_unchecked: { status: 409, message: 'What left since the restore is not checked.' },
  not_available_live: {
    status: 503,
    message: 'No provider that is set up for live mode offers this. `message` names what.',
  },
  origin_not_allowed: {
    status: 403,
    message:
      'The business takes payments from its registered pages only, and this is none of them. ' +
      'They are listed under allowed_origins: see PUT /settings/checkout.',
  },
  forged_request: {
    status: 403,
    message: 'This did not come from a page of the dashboard: it must send Cowrie-Dashboard: 1.',
  },
  role_forbids: { status: 403, message: 'Your role does not allow this. Ask an owner.' },
  confirm_password: {
    status: 403,
    message: 'Confirm your password: for this it must have been entered in the last five minutes.',
  },
  second_factor_needed: {
    status: 403,
    message:
      'Turn on two-step sign-in first, under Security. Changes of real money need it, and so do ' +
      'all pages for operators.',
  },
  second_person_needed: {
    status: 403,
    message:
      'You asked for this change, or made the key that did. Somebody else who may pay out must ' +
      'approve it.',
  },
  test_mode_only: { status: 403, message: 'The sandbox answers test keys only.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  transaction_not_found: {
    status: 404,
    message: 'There is no transaction with this reference or id.',
  },
  event_not_found: {
    status: 404,
    message: 'There is no event with this id, or it was more than 30 days ago.',
  },
  customer_not_found: { status: 404, message: 'There is no customer with this id or code.' },
  account_change_not_found: {
    status: 404,
    message: 'There is no change of a bank account with this id.',
  },
  subaccount_not_found: { status: 404, message: 'There is no subaccount with this code.' },
  split_not_found: { status: 404, message: 'There is no split with this code.' },
  payout_not_found: { status: 404, message: 'There is no payout with this id or reference.' },
  refund_not_found: { status: 404, message: 'There is no refund with this id.' },
  settlement_not_found: { status: 404, message: 'There is no settlement with this id.' },
  payment_link_not_found: { status: 404, message: 'There is no payment link with this id.' },
  business_not_found: { status: 404, message: 'There is no business with this id.' },
  key_not_found: { status: 404, message: 'There is no key with this id.' },
  verification_not_found: { status: 404, message: 'There is no verification with this id.' },
  account_not_found: {
    status: 404,
    message: 'No account with this number or id was issued here, in this mode.',
  },
  member_not_found: { status: 404, message: 'This person is not in the team.' },
  invitation_not_found: {
    status: 404,
    message: 'There is no such invitation, or it was accepted or withdrawn.',
  },
  session_not_found: { status: 404, message: 'There is no such session, or it is over.' },
  link_not_valid: {
    status: 404,
    message: 'This link is not valid: used, withdrawn, too old or cut short. Ask for a new one.',
  },
  method_not_allowed: { status: 405, message: 'This address does not take this method.' },
  second_factor_is_on: {
    status: 409,
    message: 'Two-step sign-in is on already. Turn it off first.',
  },
  second_factor_is_done: { status: 409, message: 'You are signed in already.' },
  member_already: { status: 409, message: 'This person is in the team already.' },
  last_owner: {
    status: 409,
    message: 'A business needs an owner. Make somebody else an owner first.',
  },
  sign_in_to_accept: {
    status: 409,
    message: 'This address has a login already. Sign in with it, then open the link again.',
  },
  address_not_proved: {
    status: 409,
    message:
      'Another business uses this address, and its owner never confirmed it by mail. Invite ' +
      'another address, or ask the operator to set up a mail server and invite again.',
  },
  password_needed: {
    status: 409,
    message: 'This address has no login yet. Choose a name and a password.',
  },
  duplicate_reference: {
    status: 409,
    message:
      'This reference already names a transaction that is paid, closed or has other details.',
  },
  idempotency_key_in_use: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Ask again shortly.',
  },
  slug_taken: {
    status: 409,
    message: 'Another payment link has this slug: it is an address, and leads to one link only.',
  },
  payment_link_closed: { status: 409, message: 'Nothing can be paid by this payment link now.' },
  payment_link_used_up: {
    status: 409,
    message:
      'All places of this payment link are taken: paid for, or by customers who are paying now. ' +
      'If one of them does not finish, a place is free within the hour.',
  },
  already_paid: { status: 409, message: 'This payment is already complete.' },
  already_closed: { status: 409, message: 'This payment is closed. Ask for a new one.' },
  already_in_progress: {
    status: 409,
    message: 'Another attempt to pay this is under way. Wait for its outcome.',
  },
  already_has_bvn: {
    status: 409,
    message: 'This customer has given another BVN before. The first stays.',
  },
  no_webhook_address: {
    status: 409,
    message: 'No address is set to send it to. See PUT /webhooks.',
  },
  already_verified: {
    status: 409,
    message: 'The code was right already. Validate again with it to have the record again.',
  },
  otp_pending: {
    status: 409,
    message:
      'It is not known yet whether the code has left. GET /identity/{id} tells; ask shortly.',
  },
  key_ended: { status: 409, message: 'This key has ended already: it was rolled or revoked.' },
  too_many_keys: {
    status: 409,
    message: 'There are as many keys as there may be. Revoke one that is not used any more.',
  },
  already_asked: {
    status: 409,
    message: 'Live mode was asked for already. The answer is not there yet.',
  },
  already_active: { status: 409, message: 'Live mode is active already.' },
  not_asked: {
    status: 409,
    message: 'The business is not waiting for an answer: it has to ask for live mode first.',
  },
  account_change_decided: {
    status: 409,
    message: 'This change is effective or cancelled already.',
  },
  already_assigned: { status: 409, message: 'Somebody has assigned this already.' },
  body_too_large: { status: 413, message: 'The body is too large.' },
  uri_too_long: { status: 414, message: 'The address is longer than 2,048 bytes.' },
  unsupported_media_type: { status: 415, message: 'Send Content-Type: application/json.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another request. Use a new key.',
  },
  unknown_bank: {
    status: 422,
    message: 'No bank in the list has this code. See GET /banks?all=true.',
  },
  account_not_resolved: {
    status: 422,
    message: 'The bank knows no such account. Check the number and the bank.',
  },
  invalid_split: {
    status: 422,
    message: 'There is no active split with this code, or its shares do not fit the amount.',
  },
  not_refundable: { status: 422, message: 'Only a payment that succeeded can be refunded.' },
  refund_too_large: {
    status: 422,
    message: 'This is more than is left to refund of the payment. See its refunds.',
  },
  identity_required: {
    status: 422,
    message:
      'The bank opens no account number before the BVN or NIN of this customer was verified.',
  },
  bvn_refused: { status: 422, message: 'The bank does not take this BVN. Check the number.' },
  identity_not_found: {
    status: 422,
    message: 'The registry has nobody under this number. Nothing was charged.',
  },
  otp_not_sent: {
    status: 422,
    message:
      'No code was sent: the registry could not reach the phone of this number. Nothing was ' +
      'charged.',
  },
  type_mismatch: {
    status: 422,
    message: 'type is not that of the initiation. The code was not looked at.',
  },
  invalid_otp: { status: 422, message: 'The code is wrong. See attempts_left.' },
  otp_expired: {
    status: 422,
    message: 'The time for this code is over. Begin a new verification.',
  },
  otp_locked: { status: 422, message: 'Too many wrong codes. Begin a new verification.' },
  resends_used_up: {
    status: 422,
    message: 'The code was sent again three times. Begin a new verification.',
  },
  store_not_empty: {
    status: 409,
    message:
      'There are more than 50 payments in test mode already. Examples are for an empty store.',
  },
  webhook_address_set: {
    status: 409,
    message:
      'An address for test events is set, and examples would send it thousands. Take it away ' +
      'first: PUT /webhooks with url and dedicated_virtual_account_url null.',
  },
  session_conflict: {
    status: 422,
    message:
      'This session id already names another transfer. The first stays; this one was put aside ' +
      'and nothing was booked.',
  },
  step_not_expected: {
    status: 422,
    message: 'The card does not ask for this now. Look at next in the status.',
  },
  channel_not_allowed: { status: 422, message: 'This payment cannot be paid this way.' },
  too_many_tries: {
    status: 429,
    message: 'Too many wrong tries. Wait for Retry-After seconds, or set a new password by mail.',
  },
  card_paused: {
    status: 429,
    message:
      'Too many cards were declined here. Wait as long as Retry-After says, or pay by transfer.',
  },
  card_testing_stopped: {
    status: 403,
    message: 'Cards are not taken from this network for now. Pay by transfer instead.',
  },
  rate_limited: { status: 429, message: 'Too many requests. Wait as long as Retry-After says.' },
  internal_error: {
    status: 500,
    message: 'Something went wrong on our side. Quote the request id when you report it.',
  },
  rail_unavailable: {
    status: 503,
    message: 'The bank or card network is down. Nothing was taken. Try again shortly.',
  },
  database_unavailable: {
    status: 503,
    message:
      'The service cannot use its database now. Try again shortly, with the same reference or ' +
      'Idempotency-Key.',
  },
  outcome_unknown: {
    status: 503,
    message:
      'This was not confirmed in time: it may be done or not. Try again shortly: the same ' +
      'reference or Idempotency-Key finds out.',
  },
  overloaded: { status: 503, message: 'The service is busy. Try again shortly.' },
  rail_timeout: {
    status: 504,
    message: 'The bank has not answered yet. We keep asking; do not pay again.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals
/** As many are told at once; more say nothing new. */
export const FIELD_ERRORS_MAX = 100
export type FieldError = { field: string; code: string; message: string }

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly errors: FieldError[]
  readonly retryAfterSeconds: number | undefined
  readonly headers: Record<string, string>
  readonly attemptsLeft: number | undefined
  readonly verificationId: string | undefined

  constructor(
    code: RefusalCode,
    more: {
      errors?: FieldError[]
      retryAfterSeconds?: number | undefined
      headers?: Record<string, string>
      /** Where the sentence of the table can be said more exactly. */
      message?: string
      /** Guesses that are left, of a code. */
      attemptsLeft?: number
      /** What to ask about, where the outcome is not known yet. */
      verificationId?: string
    } = {},
  ) {
    super(more.message ?? refusals[code].message)
    this.code = code
    this.errors = (more.errors ?? []).slice(0, FIELD_ERRORS_MAX)
    this.retryAfterSeconds = more.retryAfterSeconds
    this.headers = more.headers ?? {}
    this.attemptsLeft = more.attemptsLeft
    this.verificationId = more.verificationId
  }
}

/** The HTTP status of a refusal. */
export function statusOf({ code }: Refusal): number {
  return refusals[code].status
}

export function refuse(code: RefusalCode): never {
  throw new Refusal(code)
}

/** 400 with every wrong field at once. `field` is a dotted path. */
export function refuseFields(errors: FieldError[]): never {
  throw wrongFields(errors)
}

/** What is unknown is told first: it is often why another field is missing. */
export function wrongFields(errors: FieldError[]): Refusal {
  const unknown = errors.find(({ code }) => code === 'unknown_parameter')
  if (unknown === undefined) return new Refusal('invalid_request', { errors })
  return new Refusal('unknown_parameter', { errors, message: unknown.message })
}
