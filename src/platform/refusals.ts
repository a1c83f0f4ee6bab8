import { notFound } from './not-found.ts'

// All refusals of the service in one table: the code for clients, the HTTP status, and the sentence
// for people. A test compares it with docs/api/refusals.md in both directions.
//
// `executed`: after `nothing`, the caller may repeat the request under another name. After
// `unknown`, it may have been done, or be done later. A 5xx must say which; a 4xx is `nothing`.
//
// `isRecorded`: the request has left something behind, such as a guess that counts. Its
// Idempotency-Key answers the same again. All other refusals release the key.

export const refusals = {
  invalid_json: { status: 400, message: 'The body is not valid JSON.' },
  invalid_request: { status: 400, message: 'Some fields are missing or invalid. See `errors`.' },
  missing_key: {
    status: 401,
    message: 'No key was sent. Send it as `Authorization: Bearer sk_…`.',
  },
  invalid_key: {
    status: 401,
    message: 'Invalid, revoked or expired key. Send it as `Authorization: Bearer sk_…`.',
  },
  invalid_signature: {
    status: 401,
    message: '`X-Service-Signature` must be the HMAC-SHA512 of the body under your secret key.',
  },
  signed_out: {
    status: 401,
    message: 'You are not signed in, or your session has ended. Sign in again.',
  },
  wrong_credentials: { status: 401, message: 'Wrong email or password.' },
  code_needed: {
    status: 401,
    message: 'Enter your two-step sign-in code first: POST /session/second-factor.',
  },
  wrong_code: {
    status: 401,
    message: 'This code is wrong, expired or already used. Wait for the next one.',
  },
  insufficient_balance: {
    status: 402,
    message: 'Balance too low. Nothing was sent or charged. To top up, see GET /balance.',
  },
  wrong_key_type: {
    status: 403,
    message: 'This endpoint needs a secret key (sk_…). A public key can only initialize a payment.',
  },
  secret_key_exposed: {
    status: 403,
    message:
      'Never put a secret key in a URL, form or browser. Roll it now, and use the public key.',
  },
  insufficient_scope: {
    status: 403,
    message: 'This key lacks the scope that this endpoint needs.',
  },
  ip_not_allowed: {
    status: 403,
    message:
      'This IP address is not on the allow-list of the key. Change it in the dashboard, ' +
      'under API keys.',
  },
  not_enabled: {
    status: 403,
    message: 'Live mode is off: the business is not activated, or no live provider is configured.',
  },
  in_recovery: {
    status: 503,
    executed: 'unknown',
    message:
      'The service was restored from a backup. No money is sent until an operator releases it. ' +
      'Try again later.',
  },
  recovery_unchecked: {
    status: 409,
    message: 'Not all transfers since the restore point have been checked.',
  },
  not_available_live: {
    status: 501,
    executed: 'nothing',
    message: 'No provider configured for live mode offers this. `message` says what is missing.',
  },
  origin_not_allowed: {
    status: 403,
    message: 'This page is not in `allowed_origins`. Add its origin: PUT /settings/checkout.',
  },
  forged_request: {
    status: 403,
    message: 'This request did not come from the dashboard: it must send `Cowrie-Dashboard: 1`.',
  },
  role_forbids: { status: 403, message: 'Your role does not allow this. Ask an owner.' },
  confirm_password: {
    status: 403,
    message: 'Confirm your password: this action needs it entered within the last five minutes.',
  },
  second_factor_needed: {
    status: 403,
    message:
      'Turn on two-step sign-in first, under Security. Live mode and operator pages need it.',
  },
  second_person_needed: {
    status: 403,
    message: 'You requested this, or created the key that did. Another person must approve it.',
  },
  not_started_for_tests: {
    status: 403,
    message:
      'This service was not started for test suites. Start it with `COWRIE_SANDBOX_CLOCK=1`, or ' +
      'the npm package with `--ephemeral`: see Testing in the documentation.',
  },
  test_mode_only: { status: 403, message: 'The sandbox accepts test keys only.' },
  ...notFound,
  method_not_allowed: { status: 405, message: 'Method not allowed. See the `Allow` header.' },
  second_factor_is_on: { status: 409, message: 'Two-step sign-in is already on.' },
  second_factor_is_done: { status: 409, message: 'You are already signed in.' },
  subscription_ended: { status: 409, message: 'This subscription has ended. Create another one.' },
  member_already: { status: 409, message: 'This person is already on the team.' },
  last_owner: {
    status: 409,
    message: 'A business needs at least one owner. Make another person an owner first.',
  },
  sign_in_to_accept: {
    status: 409,
    message: 'This email address already has a login. Sign in, then open the link again.',
  },
  address_not_proved: {
    status: 409,
    message:
      'Another business uses this email address and never confirmed it. Invite another ' +
      'address, or invite again once the operator has set up a mail server.',
  },
  sign_up_closed: {
    status: 403,
    message: 'Sign-up is closed here. `/sign-up` says whom to ask for a business.',
  },
  sign_up_expired: {
    status: 409,
    message: 'This link has expired. Ask for a new one.',
  },
  sign_up_done: {
    status: 409,
    message: 'This email address has a login already. Sign in.',
  },
  password_needed: {
    status: 409,
    message: 'This email has no login yet. Choose a name and a password.',
  },
  duplicate_reference: {
    status: 409,
    message: 'This reference belongs to a transaction that is paid, closed or has other details.',
  },
  idempotency_key_in_use: {
    status: 409,
    executed: 'unknown',
    message: 'The first request with this Idempotency-Key is still running. Retry shortly.',
  },
  name_taken: {
    status: 409,
    message: 'Another business already has this name. Choose another one, or send none.',
  },
  slug_taken: {
    status: 409,
    message: 'Another payment link already uses this slug. Choose another one.',
  },
  refund_link_closed: {
    status: 409,
    message: 'This refund link has an answer, has ended, or has had too many name enquiries.',
  },
  payment_link_closed: { status: 409, message: 'This payment link is closed.' },
  payment_link_used_up: {
    status: 409,
    message:
      'This payment link has reached its limit, including customers who are paying now. If ' +
      'one of them does not finish, a payment becomes available within the hour.',
  },
  already_paid: { status: 409, message: 'This payment is already complete.' },
  already_closed: { status: 409, message: 'This payment is closed. Initialize a new one.' },
  already_in_progress: {
    status: 409,
    executed: 'unknown',
    message: 'Another attempt is in progress. Wait for its outcome.',
  },
  charge_in_progress: {
    status: 409,
    message:
      'A card is being charged for this payment, and the outcome is not known yet. Cancel it ' +
      'again when it is known.',
  },
  already_has_bvn: { status: 409, message: 'This customer already has a different BVN.' },
  already_has_nin: { status: 409, message: 'This customer already has a different NIN.' },
  no_webhook_address: { status: 409, message: 'No webhook URL is set. See PUT /webhooks.' },
  already_subscribed: {
    status: 409,
    message:
      'The customer has a subscription to this plan. Change its quantity, or cancel it first.',
  },
  already_verified: {
    status: 409,
    message: 'Already verified. Validate again with the same code to get the record again.',
  },
  otp_pending: {
    status: 409,
    executed: 'unknown',
    message: 'It is not known yet whether the code was sent. Fetch GET /identity/{id} shortly.',
  },
  key_ended: { status: 409, message: 'This key was already rolled or revoked.' },
  too_many_keys: {
    status: 409,
    message: 'Too many active keys. Revoke one that you no longer use.',
  },
  already_asked: { status: 409, message: 'Live mode was already requested and is under review.' },
  already_active: { status: 409, message: 'Live mode is already active.' },
  not_asked: { status: 409, message: 'This business has not requested live mode.' },
  account_change_decided: {
    status: 409,
    message: 'This change already took effect or was cancelled.',
  },
  payout_batch_checking: {
    status: 409,
    message: 'The names of this batch are still being checked. Try again shortly.',
  },
  payout_batch_decided: {
    status: 409,
    message: 'This batch was already sent, completed or cancelled.',
  },
  too_many_endpoints: {
    status: 409,
    message: 'This mode has 10 added webhook endpoints, the most possible. Delete one first.',
  },
  too_many_rules: {
    status: 409,
    message: 'This mode has 50 rules, the most possible. Delete one first.',
  },
  too_many_payout_batches: {
    status: 409,
    message: 'Too many batches have not ended. Send or cancel one first.',
  },
  already_assigned: { status: 409, message: 'This has already been assigned.' },
  archived: {
    status: 410,
    message:
      'Ledger entries of this time are archived. Ask the operator of this service for them. ' +
      '`message` says which months.',
  },
  version_conflict: {
    status: 412,
    message: 'The record has changed since you read it. Nothing was done: fetch it again.',
  },
  body_too_large: { status: 413, message: 'The body is too large.' },
  uri_too_long: { status: 414, message: 'The URL is longer than 2,048 bytes.' },
  unsupported_media_type: { status: 415, message: 'Send Content-Type: application/json.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with a different request. Use a new key.',
  },
  unknown_bank: { status: 422, message: 'Unknown bank code. See GET /banks?all=true.' },
  account_not_resolved: {
    status: 422,
    message: 'No such account at this bank. Check the number and the bank.',
  },
  invalid_split: {
    status: 422,
    message: 'No active split has this code, or its shares do not fit the amount.',
  },
  payment_disputed: {
    status: 409,
    message:
      'This payment is disputed. Its money may go back by the dispute: refund what is left when ' +
      'the dispute is closed.',
  },
  dispute_answered: {
    status: 409,
    message: 'This dispute no longer waits for an answer: it has one, or is closed.',
  },
  review_closed: { status: 409, message: 'This payment is not waiting for a review.' },
  dispute_closed: { status: 409, message: 'This dispute is closed already.' },
  duplicate_case: { status: 409, message: 'A dispute of another payment has this case number.' },
  not_disputable: { status: 422, message: 'Only a successful payment can be disputed.' },
  dispute_too_large: { status: 422, message: 'This is more than what is left to dispute.' },
  not_refundable: { status: 422, message: 'Only a successful payment can be refunded.' },
  refund_too_large: { status: 422, message: 'More than is left: `amount` less `refunded_amount`.' },
  identity_required: {
    status: 422,
    message: 'Verify the BVN or NIN of this customer first: the bank requires it.',
  },
  one_account_per_person: {
    status: 422,
    message:
      'The bank opens one account for each BVN or NIN, and this person has one already. Use that ' +
      'one, or send the other number.',
  },
  bvn_refused: { status: 422, message: 'The bank rejected this BVN. Check the number.' },
  nin_refused: { status: 422, message: 'The bank rejected this NIN. Check the number.' },
  identity_not_found: {
    status: 422,
    isRecorded: true,
    message: 'The registry has no record of this number. Nothing was charged.',
  },
  otp_not_sent: {
    status: 422,
    isRecorded: true,
    message: 'No code was sent: the registry could not reach the phone. Nothing was charged.',
  },
  type_mismatch: {
    status: 422,
    message: '`type` must be the type of the initiate request. The code was not checked.',
  },
  invalid_otp: { status: 422, isRecorded: true, message: 'Wrong code. See `attempts_left`.' },
  otp_expired: { status: 422, message: 'This code has expired. Start a new verification.' },
  otp_locked: {
    status: 422,
    isRecorded: true,
    message: 'Too many wrong codes. Start a new verification.',
  },
  resends_used_up: {
    status: 422,
    message: 'The code was already resent three times. Start a new verification.',
  },
  store_not_empty: {
    status: 409,
    message: 'This store already has more than 50 payments. Example data is for an empty store.',
  },
  webhook_address_set: {
    status: 409,
    message:
      'Example data would send thousands of events to your test webhook URL. Clear it ' +
      'first: PUT /webhooks with `url` and `dedicated_virtual_account_url` null.',
  },
  session_conflict: {
    status: 422,
    isRecorded: true,
    message: 'This session id belongs to another transfer. This one was quarantined, not booked.',
  },
  step_not_expected: {
    status: 422,
    message: 'The card does not need this step now. See `next` in the status.',
  },
  channel_not_allowed: { status: 422, message: 'This payment does not accept this way of paying.' },
  too_many_tries: {
    status: 429,
    message: 'Too many attempts. Wait for `Retry-After` seconds, or reset your password by email.',
  },
  card_paused: {
    status: 429,
    message: 'Too many cards were declined. Wait for `Retry-After` seconds, or pay by transfer.',
  },
  card_testing_stopped: {
    status: 403,
    message: 'Cards from your network are not accepted for now. Pay by transfer instead.',
  },
  identity_limit_reached: {
    status: 429,
    message: 'This number was verified too often in 24 hours. Wait for `Retry-After` seconds.',
  },
  otp_too_soon: {
    status: 429,
    message: 'A code was sent less than a minute ago. Wait for `Retry-After` seconds.',
  },
  rate_limited: { status: 429, message: 'Too many requests. Wait for `Retry-After` seconds.' },
  internal_error: {
    status: 500,
    executed: 'unknown',
    message: 'Something went wrong on our side. Quote the request id when you report it.',
  },
  rail_unavailable: {
    status: 503,
    executed: 'nothing',
    message: 'The bank or card network is down. Nothing was charged. Try again shortly.',
  },
  database_unavailable: {
    status: 503,
    executed: 'unknown',
    message:
      'The service cannot use its database now. Try again shortly, with the same reference or ' +
      'Idempotency-Key.',
  },
  outcome_unknown: {
    status: 503,
    executed: 'unknown',
    message:
      'This was not confirmed in time, so it may or may not be done. Retry shortly with the ' +
      'same reference or Idempotency-Key to find out.',
  },
  overloaded: {
    status: 503,
    executed: 'unknown',
    message: 'The service is busy. Try again shortly.',
  },
  rail_timeout: {
    status: 504,
    executed: 'unknown',
    message: 'The bank has not confirmed yet. Do not pay again: we keep checking.',
  },
} as const satisfies Record<string, Row>

export type Row =
  | { status: 400 | 401 | 402 | 403 | 404 | 405; message: string }
  | { status: 409 | 410 | 412 | 413 | 414 | 415 | 422 | 429; message: string; executed?: 'unknown' }
  | { status: 422; message: string; isRecorded: true }
  | { status: 500 | 501 | 503 | 504; message: string; executed: 'nothing' | 'unknown' }
