import type { List, RequestOptions } from './client.cjs';
/** The version of the API that these types are of. */
export declare const API_VERSION = "2026-12-01";
export interface FieldError {
    /** A dotted path into your request. */
    field: string;
    /** Match on this in your code. */
    code: string;
    /** For people. It can change. */
    message: string;
}
/** The response to a call that failed. */
export interface ErrorBody {
    /** Always `error`. */
    status: 'error';
    /** Match on this in your code. All codes are in docs/api/refusals.md. */
    code: string;
    /** For people. It can change. */
    message: string;
    /** Every invalid field; at most 100. */
    errors?: FieldError[];
    /** With `invalid_otp`: how many attempts are left. */
    attempts_left?: number;
    /** With `rail_timeout`: the verification to fetch. */
    verification_id?: string;
    /** True: the same request may succeed later, with the same `Idempotency-Key`. Wait for `Retry-After` seconds where it is given. */
    retryable: boolean;
    /** What the code means. */
    doc_url: string;
    /** Quote it when you report a problem. */
    request_id: string;
}
export interface FeePart {
    /** The fee, or the VAT on it. Known values: `service`, `vat`. */
    type: 'service' | 'vat' | (string & {});
    /** In kobo. */
    amount: number;
}
/** Who pays. */
export interface TransactionCustomer {
    /** The id of the customer. */
    id: string;
    /** The code of the customer. */
    customer_code: string;
    /** The first name. */
    first_name: string;
    /** The last name. */
    last_name: string;
    /** The full name. */
    name: string;
    /** The email address. */
    email: string;
    /** The phone number. */
    phone: string | null;
}
export interface RiskReason {
    /** The id of the rule. */
    rule_id: string;
    /** Its name, when it matched. */
    name: string;
    /** What it asks for. Known values: `refuse`, `review`, `allow`. */
    action: 'refuse' | 'review' | 'allow' | (string & {});
    /** Its points. */
    points: number;
    /** Which attempt matched it last. Null for a transfer. */
    attempt: number | null;
}
/** What your rules found. Null if none matched. */
export interface TransactionRisk {
    /** The sum of the points of `reasons`. */
    score: number;
    /** The rules that an attempt matched, each once. */
    reasons: RiskReason[];
    /** Whether a person is to decide, or has decided, about a payment that was paid. It holds no money. Known values: `pending`, `approved`, `refunded`. */
    review: 'pending' | 'approved' | 'refunded' | (string & {}) | null;
    /** Who decided: a person or a key. */
    reviewed_by: string | null;
    /** When it was decided. ISO 8601, UTC. */
    reviewed_at: string | null;
}
/** The plan that it subscribes to. Null without one. */
export interface TransactionPlan {
    /** The plan. */
    plan_code: string;
    /** How many units of it. */
    quantity: number;
    /** The subscription that began. Null until then. */
    subscription_code: string | null;
    /** Why it was paid and no subscription began. `no_card`: the provider gave no card that can be charged again. `already_subscribed`: another payment of the customer began one. `reversed`: it was refunded before. */
    not_subscribed: 'no_card' | 'already_subscribed' | 'reversed' | (string & {}) | null;
}
export interface TransactionStep {
    /** What kind of step it was. Known values: `action`, `auth`, `error`, `success`. */
    type: 'action' | 'auth' | 'error' | 'success' | (string & {});
    /** For people. It can change. */
    message: string;
    /** Seconds since `created_at`. */
    time: number;
}
/** What happened on the checkout. */
export interface TransactionLog {
    /** How many times the customer tried to pay. */
    attempts: number;
    /** How many attempts failed. */
    errors: number;
    /** The steps, oldest first. */
    history: TransactionStep[];
}
/** A payment. */
export interface Transaction {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Your reference. */
    reference: string;
    /** The state of the payment. Deliver only on `success`, and compare `requested_amount` with your price. Known values: `pending`, `ongoing`, `success`, `failed`, `abandoned`, `reversed`. */
    status: 'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed' | (string & {});
    /** What a person means by the status, in lower case: `awaiting_transfer` is an account number that nobody has paid, `declined` also a payment whose customer gave up after a decline. For lists and labels; compare `status`. Known values: `incomplete`, `awaiting_transfer`, `processing`, `succeeded`, `partly_refunded`, `refunded`, `declined`, `abandoned`. */
    stage: 'incomplete' | 'awaiting_transfer' | 'processing' | 'succeeded' | 'partly_refunded' | 'refunded' | 'declined' | 'abandoned' | (string & {});
    /** In kobo: the amount to pay, then the amount paid. */
    amount: number;
    /** The amount that you requested, in kobo. */
    requested_amount: number;
    /** The fee with VAT, in kobo. Null until paid. */
    fees: number | null;
    /** The parts of `fees`. Null until paid. */
    fees_breakdown: FeePart[] | null;
    /** `amount` minus `fees`, in kobo. Null until paid. */
    net_amount: number | null;
    /** How much of `amount` is refunded or being refunded, in kobo. */
    refunded_amount: number;
    /** Always `NGN`. */
    currency: 'NGN';
    /** How it was paid. Null until the customer chooses. Known values: `card`, `bank_transfer`, `ussd`, `bank`, `opay`, `dedicated_virtual_account`. */
    channel: 'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | 'dedicated_virtual_account' | (string & {}) | null;
    /** The message of the bank or card processor, for people. */
    gateway_response: string;
    /** Why it failed or was reversed, for people. */
    message: string | null;
    /** Why the last attempt was declined, if its stage is `declined`. Known values: `declined`, `insufficient_funds`, `incorrect_cvv`, `incorrect_pin`, `incorrect_otp`, `otp_not_sent`, `authentication_failed`, `card_expired`, `card_stolen`, `authorization_unknown`, `not_a_test_card`, `cancelled`, `timed_out`, `rule_matched`. */
    failure_code: 'declined' | 'insufficient_funds' | 'incorrect_cvv' | 'incorrect_pin' | 'incorrect_otp' | 'otp_not_sent' | 'authentication_failed' | 'card_expired' | 'card_stolen' | 'authorization_unknown' | 'not_a_test_card' | 'cancelled' | 'timed_out' | 'rule_matched' | (string & {}) | null;
    /** The same for you, not for the customer. It can change. */
    failure_message: string | null;
    /** Null until paid. ISO 8601, UTC. */
    paid_at: string | null;
    /** When you initialized it. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** When it is abandoned if it is still unpaid. ISO 8601, UTC. */
    expires_at: string;
    /** The IP address of the customer. */
    ip_address: string | null;
    /** Where the customer returns. */
    callback_url: string | null;
    /** What initialized it. `secret_key`: your server, or your team in the dashboard. `public_key`: a page; anyone who reads the key there can choose the amount. `payment_link`: a payment link. `deposit`: a transfer to a dedicated account. */
    made_with: 'secret_key' | 'public_key' | 'payment_link' | 'deposit' | (string & {});
    /** true: initialized with your public key, under a reference that your server has used since. The reference now names the transaction of your server; fetch this one by its id. */
    displaced: boolean;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    customer: TransactionCustomer;
    /** What it was paid with: the card, or the account of the sender. Of a payment that has not succeeded, the card that was declined last. */
    authorization: Record<string, unknown> | null;
    risk: TransactionRisk | null;
    plan: TransactionPlan | null;
    /** How it is shared. Null without a split. */
    split: Record<string, unknown> | null;
    log: TransactionLog;
}
/** A bank transfer that arrived. */
export interface Deposit {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** `matched`: it paid a transaction or topped up the wallet. The others did not and are returned to the sender: `unmatched`, `returning`, `returned`. `return_refused`: the bank rejected the return. */
    status: 'matched' | 'unmatched' | 'returning' | 'returned' | 'return_refused' | (string & {});
    /** Why it did not match. Known values: `amount_too_low`, `amount_too_high`, `late`, `already_paid`, `closed`. */
    reason: 'amount_too_low' | 'amount_too_high' | 'late' | 'already_paid' | 'closed' | (string & {}) | null;
    /** What arrived, in kobo. */
    amount: number;
    /** Always `NGN`. */
    currency: 'NGN';
    /** The account number that received it. */
    account_number: string;
    /** The account of a payment, of a customer, or of your wallet. Known values: `one_off`, `dedicated`, `wallet`. */
    account_kind: 'one_off' | 'dedicated' | 'wallet' | (string & {});
    /** The name of the sender. */
    sender_name: string;
    /** The bank code of the sender. */
    sender_bank_code: string;
    /** Masked. */
    sender_account_number: string;
    /** What the sender wrote. */
    narration: string;
    /** The session id of the bank: one for each transfer. */
    session_id: string;
    /** The session id of the return. */
    return_session_id: string | null;
    /** The transaction. Null for the wallet. */
    transaction_id: string | null;
    /** When it arrived at the bank. ISO 8601, UTC. */
    received_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
}
/** The bank that holds the account. */
export interface IssuingBank {
    /** The name of the bank. */
    name: string;
    /** The bank code. */
    code: string;
    /** For URLs and logos. */
    slug: string;
}
/** Of the central bank. Tier 3 has none. */
export interface TierLimits {
    /** Kobo that it accepts a day. */
    daily: number;
    /** Kobo that it holds. */
    balance: number;
}
/** Whose account it is. */
export interface AccountHolder {
    /** The id of the customer. */
    id: string;
    /** The code of the customer. */
    customer_code: string;
    /** The first name. */
    first_name: string;
    /** The last name. */
    last_name: string;
    /** The full name. */
    name: string;
    /** The email address. */
    email: string;
    /** The phone number. */
    phone: string | null;
    /** Masked. */
    bvn: string | null;
    /** Masked. */
    nin: string | null;
}
/** A permanent account number of a customer. */
export interface DedicatedVirtualAccount {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Ten digits. Permanent. */
    account_number: string;
    /** BUSINESS NAME/CUSTOMER NAME. */
    account_name: string;
    bank: IssuingBank;
    /** Always `NGN`. */
    currency: 'NGN';
    /** 3 with a BVN, else 1. Known values: `1`, `3`. */
    tier: 1 | 3 | (number & {});
    limits: TierLimits | null;
    /** Always true: accounts are permanent. */
    active: true;
    /** When the number was issued. ISO 8601, UTC. */
    assigned_at: string;
    /** The split by which deposits are shared. */
    split_code: string | null;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    customer: AccountHolder;
    /** When you requested it. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
/** A verification of a BVN or NIN. */
export interface Verification {
    /** The id of this record. */
    _id: string;
    /** The id of your business. */
    clientId: string;
    /** Masked, unless `providerResponse` is included. */
    identityNumber: string;
    /** The kind of number. Known values: `BVN`, `NIN`. */
    type: 'BVN' | 'NIN' | (string & {});
    /** The fee in naira, not kobo: 50, or 0 if it was returned. */
    amount: number;
    /** `Pending`: an OTP was sent. `SUCCESS`: it was right. `FAILED`: none was sent, and nothing was charged. `LOCKED`: five wrong attempts. `EXPIRED`: ten minutes passed. */
    status: 'Pending' | 'SUCCESS' | 'FAILED' | 'LOCKED' | 'EXPIRED' | (string & {});
    /** The account number of your wallet. */
    debitAccountNumber: string;
    /** Always 0. */
    vat: number;
    /** Always 0. */
    stampDuty: number;
    /** Always false. */
    isDeleted: boolean;
    /** true after the right OTP. */
    otpVerified: boolean;
    /** How many times the OTP was sent again. */
    otpResendCount: number;
    /** When you initiated it. ISO 8601, UTC. */
    createdAt: string;
    /** When it last changed. ISO 8601, UTC. */
    updatedAt: string;
    /** Always 0. */
    __v: number;
    /** The result of the debit. */
    debitMessage: string;
    /** 200: charged. 202: held until the outcome is known. 204: returned. */
    debitResponsCode: number;
    /** 30 digits. */
    debitSessionId: string;
    /** The id of the last OTP. Empty if none was sent. */
    otpId: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Only of a failed one: why no OTP was sent, as the error of the request. Known values: `identity_not_found`, `otp_not_sent`, `rail_unavailable`. */
    failure_code?: 'identity_not_found' | 'otp_not_sent' | 'rail_unavailable' | (string & {});
    /** The same in words, for people. It can change. */
    failure_message?: string;
}
/** The bank that holds the account. */
export interface BankName {
    /** The name of the bank. */
    name: string;
    /** The bank code. */
    code: string;
}
/** Money sent from your wallet to a bank account. */
export interface Payout {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Your reference, or a generated one. */
    reference: string;
    /** `pending`: the amount is held and the bank has not confirmed yet. `success`: it was sent. `failed`: it was not sent, and the amount is back in the wallet. `reversed`: the bank returned it after it was sent, and the amount is back in the wallet. */
    status: 'pending' | 'success' | 'failed' | 'reversed' | (string & {});
    /** In kobo. */
    amount: number;
    /** Taken from your wallet beside the amount, in kobo. 0 if none is due. */
    stamp_duty: number;
    /** Always `NGN`. */
    currency: 'NGN';
    bank: BankName;
    /** The account that receives it. */
    account_number: string;
    /** The account holder, as the bank gives it. */
    account_name: string;
    /** What it is for. */
    reason: string | null;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    /** The subaccount whose money it is. Null: yours. */
    subaccount_id: string | null;
    /** Why it failed or was returned. docs/api/failures.md has all codes. Known values: `account_blocked`, `account_closed`, `account_dormant`, `account_invalid`, `already_returned`, `amount_too_high`, `amount_too_low`, `bank_unknown`, `bank_unreachable`, `card_not_refundable`, `contact_bank`, `duplicate`, `enquiry_differs`, `limit_exceeded`, `not_permitted`, `payment_unknown`, `rail_balance_too_low`, `refused_by_bank`, `refused_by_issuer`, `request_rejected`, `reversed_by_bank`, `security_check`, `sender_unknown`. */
    failure_code: 'account_blocked' | 'account_closed' | 'account_dormant' | 'account_invalid' | 'already_returned' | 'amount_too_high' | 'amount_too_low' | 'bank_unknown' | 'bank_unreachable' | 'card_not_refundable' | 'contact_bank' | 'duplicate' | 'enquiry_differs' | 'limit_exceeded' | 'not_permitted' | 'payment_unknown' | 'rail_balance_too_low' | 'refused_by_bank' | 'refused_by_issuer' | 'request_rejected' | 'reversed_by_bank' | 'security_check' | 'sender_unknown' | (string & {}) | null;
    /** The same for people. It can change. */
    failure_message: string | null;
    /** The session id of the bank. Null until sent. */
    session_id: string | null;
    /** When you requested it. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** When it was sent or failed. ISO 8601, UTC. */
    completed_at: string | null;
    /** When the bank returned it. ISO 8601, UTC. */
    reversed_at: string | null;
}
/** Not sent yet. */
export interface PayoutBatchShare {
    /** How many lines. */
    count: number;
    /** In kobo. */
    amount: number;
    /** On lines that wait, are being sent or were sent, in kobo. */
    stamp_duty: number;
}
/** The lines by status. */
export interface PayoutBatchProgress {
    waiting: PayoutBatchShare;
    /** Sent or being sent; the outcome is not known yet. */
    pending: PayoutBatchShare;
    /** Sent. */
    success: PayoutBatchShare;
    /** Not sent by the bank; the amount is back in the wallet. */
    failed: PayoutBatchShare;
    /** Sent, then returned by the bank. */
    reversed: PayoutBatchShare;
    /** Cannot be sent. No payout was made. */
    not_sent: PayoutBatchShare;
    /** Cancelled before it was sent. */
    cancelled: PayoutBatchShare;
}
/** The lines by the answer to the name enquiry. */
export interface PayoutBatchNames {
    /** The bank was not asked yet, or did not answer yet. */
    pending: number;
    /** The bank gave the name. */
    found: number;
    /** The bank has no such account. These lines are not sent. */
    not_found: number;
    /** The bank did not answer in ten minutes. It is asked again before the payout. */
    unknown: number;
}
/** Many payouts, decided on together. */
export interface PayoutBatch {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Your name for it. */
    name: string | null;
    /** `checking`: the names are being enquired. `awaiting_approval`: a second person must approve it. `ready`: send it. `processing`: its payouts are being sent, or their outcome is not known yet. `insufficient_balance`: stopped; top up, then send it again. `completed`: every payout has ended. `cancelled`: no further line is sent; payouts that were made go on. */
    status: 'checking' | 'awaiting_approval' | 'ready' | 'processing' | 'insufficient_balance' | 'completed' | 'cancelled' | (string & {});
    /** How many lines it has. */
    count: number;
    /** The total of all lines, in kobo. */
    amount: number;
    /** Always `NGN`. */
    currency: 'NGN';
    progress: PayoutBatchProgress;
    names: PayoutBatchNames;
    /** Lines with the account and amount of an earlier line. A warning. */
    repeated: number;
    /** As you sent it. */
    auto_send: boolean;
    /** The email address of a person, or a key. */
    made_by: string;
    /** The person who approved it. */
    approved_by: string | null;
    /** Who cancelled it: a person or a key. */
    cancelled_by: string | null;
    /** When you sent it. ISO 8601, UTC. */
    created_at: string;
    /** When every name enquiry had ended. ISO 8601, UTC. */
    checked_at: string | null;
    /** When it was first approved or sent. ISO 8601, UTC. */
    started_at: string | null;
    /** When it was completed or cancelled. ISO 8601, UTC. */
    ended_at: string | null;
}
/** To the URLs of the settings. Null: not sent, because neither subscribes to it. */
export interface Delivery {
    /** The state of the delivery. Known values: `pending`, `delivered`, `failed`. */
    status: 'pending' | 'delivered' | 'failed' | (string & {});
    /** Which of the two webhook URLs. Known values: `standard`, `dedicated_virtual_account`. */
    address: 'standard' | 'dedicated_virtual_account' | (string & {});
    /** How many attempts were made. */
    attempts: number;
    /** The next attempt. ISO 8601, UTC. */
    next_at: string | null;
    /** The HTTP status of the last response. */
    last_status: number | null;
    /** Why there was no response. */
    last_error: string | null;
}
export interface EndpointDelivery {
    /** Where: `standard` or `dedicated_virtual_account` for the URLs of the settings, or the id of an added endpoint. */
    endpoint: string;
    /** The state of the delivery. Known values: `pending`, `delivered`, `failed`. */
    status: 'pending' | 'delivered' | 'failed' | (string & {});
    /** How many attempts were made. */
    attempts: number;
    /** The next attempt. ISO 8601, UTC. */
    next_at: string | null;
    /** The HTTP status of the last response. */
    last_status: number | null;
    /** Why there was no response. */
    last_error: string | null;
    /** How long the last attempt took, in milliseconds. */
    latency_ms: number | null;
}
/** Something that happened. */
export interface Event {
    /** The id, as in the headers `X-Service-Event-Id` and `webhook-id`. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** What happened. Known values: `transaction.success`, `transaction.failed`, `transaction.abandoned`, `transaction.reversed`, `transaction.not_subscribed`, `transaction.review_opened`, `transaction.review_closed`, `transaction.displaced`, `card_testing.detected`, `card_testing.ended`, `transfer.received`, `bank_transfer.rejected`, `bank_transfer.bounced`, `deposit.returning`, `deposit.returned`, `deposit.return_refused`, `deposit.quarantined`, `deposit.topped_up`, `dedicated_virtual_account.created`, `dedicated_virtual_account.tier_raised`, `dedicated_virtual_account.split_changed`, `plan.created`, `plan.updated`, `subscription.created`, `subscription.updated`, `subscription.not_renewing`, `subscription.cancelled`, `subscription.completed`, `invoice.created`, `invoice.paid`, `invoice.payment_failed`, `invoice.uncollectible`, `invoice.voided`, `refund.pending`, `refund.processed`, `refund.failed`, `dispute.created`, `dispute.updated`, `dispute.closed`, `payout.pending`, `payout.success`, `payout.failed`, `payout.reversed`, `payout_batch.completed`, `balance.low`, `settlement.settled`, `split.created`, `split.updated`, `split.deactivated`, `subaccount.created`, `subaccount.updated`, `subaccount.deactivated`, `subaccount.account_change.requested`, `subaccount.account_change.effective`, `subaccount.account_change.cancelled`, `customer.created`, `customer.updated`, `authorization.created`, `authorization.rejected`, `authorization.expiring`, `authorization.deactivated`, `payment_link.created`, `payment_link.updated`, `payment_link.deactivated`, `payment_link.used_up`, `identity.verified`, `identity.failed`, `identity.locked`, `identity.expired`, `settings.updated`, `fees.updated`, `live_mode.enabled`, `live_mode.refused`, `api_key.created`, `api_key.updated`, `api_key.rolled`, `api_key.revoked`, `webhook.updated`, `webhook.failing`, `webhook.disabled`, `webhook.enabled`, `webhook.recovered`, `webhook.secret_rolled`, `webhook.test`. */
    type: 'transaction.success' | 'transaction.failed' | 'transaction.abandoned' | 'transaction.reversed' | 'transaction.not_subscribed' | 'transaction.review_opened' | 'transaction.review_closed' | 'transaction.displaced' | 'card_testing.detected' | 'card_testing.ended' | 'transfer.received' | 'bank_transfer.rejected' | 'bank_transfer.bounced' | 'deposit.returning' | 'deposit.returned' | 'deposit.return_refused' | 'deposit.quarantined' | 'deposit.topped_up' | 'dedicated_virtual_account.created' | 'dedicated_virtual_account.tier_raised' | 'dedicated_virtual_account.split_changed' | 'plan.created' | 'plan.updated' | 'subscription.created' | 'subscription.updated' | 'subscription.not_renewing' | 'subscription.cancelled' | 'subscription.completed' | 'invoice.created' | 'invoice.paid' | 'invoice.payment_failed' | 'invoice.uncollectible' | 'invoice.voided' | 'refund.pending' | 'refund.processed' | 'refund.failed' | 'dispute.created' | 'dispute.updated' | 'dispute.closed' | 'payout.pending' | 'payout.success' | 'payout.failed' | 'payout.reversed' | 'payout_batch.completed' | 'balance.low' | 'settlement.settled' | 'split.created' | 'split.updated' | 'split.deactivated' | 'subaccount.created' | 'subaccount.updated' | 'subaccount.deactivated' | 'subaccount.account_change.requested' | 'subaccount.account_change.effective' | 'subaccount.account_change.cancelled' | 'customer.created' | 'customer.updated' | 'authorization.created' | 'authorization.rejected' | 'authorization.expiring' | 'authorization.deactivated' | 'payment_link.created' | 'payment_link.updated' | 'payment_link.deactivated' | 'payment_link.used_up' | 'identity.verified' | 'identity.failed' | 'identity.locked' | 'identity.expired' | 'settings.updated' | 'fees.updated' | 'live_mode.enabled' | 'live_mode.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rolled' | 'api_key.revoked' | 'webhook.updated' | 'webhook.failing' | 'webhook.disabled' | 'webhook.enabled' | 'webhook.recovered' | 'webhook.secret_rolled' | 'webhook.test' | (string & {});
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
    /** What it is about, as in the webhook: see the schema of that webhook. */
    data: Record<string, unknown>;
    /** The body of the webhook as a string, byte for byte as it is signed and sent. */
    body: string;
    delivery: Delivery | null;
    /** One for each endpoint that it is sent to. */
    deliveries: EndpointDelivery[];
}
/** A webhook endpoint beside the two URLs of the settings. */
export interface AddedEndpoint {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Where events are sent. */
    url: string;
    /** What it is for. */
    description: string | null;
    /** Which events are sent to it. `*` for all. */
    events: string[];
    /** The format of the events. `paystack`: as Paystack sends them, with `x-paystack-signature` made with the webhook secret. Known values: `standard`, `paystack`. */
    format: 'standard' | 'paystack' | (string & {});
    /** The version of the API that events are sent in. */
    api_version: string;
    /** Whether events are sent to it. */
    enabled: boolean;
    /** The last characters of the secret. */
    secret_hint: string;
    /** After a roll: until then, `X-Service-Signature` is made with the old secret, and `webhook-signature` carries a signature of each. ISO 8601, UTC. */
    old_secret_until: string | null;
    /** How many attempts failed since the last success. */
    failures: number;
    /** When it began to fail. It is turned off after 5 days. ISO 8601, UTC. */
    failing_since: string | null;
    /** The next attempt: after ten failures in a row, there is one a minute. ISO 8601, UTC. */
    next_probe_at: string | null;
    /** When it was turned off. ISO 8601, UTC. */
    disabled_at: string | null;
    /** `gone`: it returned 410. `failing`: 5 days and 10 failures in a row. `paused`: by you. */
    disabled_reason: 'gone' | 'failing' | 'paused' | (string & {}) | null;
    /** When it was added. ISO 8601, UTC. */
    created_at: string;
    /** When you last changed it. ISO 8601, UTC. */
    updated_at: string;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
/** A payment returned to the customer, in full or in part. */
export interface Refund {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The id of the transaction. */
    transaction_id: string;
    /** The reference of the transaction. */
    transaction_reference: string;
    /** Your reference of the refund. */
    reference: string | null;
    /** `pending`: the bank has not confirmed it yet. `processed`: the money was sent back. `failed`: it was not, and the amount is back in your wallet. */
    status: 'pending' | 'processed' | 'failed' | (string & {});
    /** The refunded amount, in kobo. */
    amount: number;
    /** Taken from your wallet beside the amount, in kobo. 0 if none is due. */
    stamp_duty: number;
    /** Always `NGN`. */
    currency: 'NGN';
    /** Your reason. */
    reason: string | null;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    /** How the customer paid. The refund is sent the same way, unless it has a `destination`. Known values: `card`, `bank_transfer`, `ussd`, `bank`, `opay`, `dedicated_virtual_account`. */
    channel: 'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | 'dedicated_virtual_account' | (string & {});
    /** The other account to which it is sent. Null: the card or account that paid. */
    destination: {
        /** The bank of the account. */
        bank: {
            /** The name of the bank. */
            name: string;
            /** The code of the bank. */
            code: string;
        };
        /** The account number. */
        account_number: string;
        /** The name of its holder, as the bank wrote it. */
        account_name: string;
    } | null;
    /** The provider cannot credit the card, and waits for a bank account of the customer. The operator of the service enters it at the provider. Send no second refund meanwhile. */
    needs_account: boolean;
    /** The session id of the bank. Null until processed. */
    session_id: string | null;
    /** Why it failed or was returned. docs/api/failures.md has all codes. Known values: `account_blocked`, `account_closed`, `account_dormant`, `account_invalid`, `already_returned`, `amount_too_high`, `amount_too_low`, `bank_unknown`, `bank_unreachable`, `card_not_refundable`, `contact_bank`, `duplicate`, `enquiry_differs`, `limit_exceeded`, `not_permitted`, `payment_unknown`, `rail_balance_too_low`, `refused_by_bank`, `refused_by_issuer`, `request_rejected`, `reversed_by_bank`, `security_check`, `sender_unknown`. */
    failure_code: 'account_blocked' | 'account_closed' | 'account_dormant' | 'account_invalid' | 'already_returned' | 'amount_too_high' | 'amount_too_low' | 'bank_unknown' | 'bank_unreachable' | 'card_not_refundable' | 'contact_bank' | 'duplicate' | 'enquiry_differs' | 'limit_exceeded' | 'not_permitted' | 'payment_unknown' | 'rail_balance_too_low' | 'refused_by_bank' | 'refused_by_issuer' | 'request_rejected' | 'reversed_by_bank' | 'security_check' | 'sender_unknown' | (string & {}) | null;
    /** The same for people. It can change. */
    failure_message: string | null;
    /** When you requested it. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** When the bank confirmed it. ISO 8601, UTC. */
    processed_at: string | null;
}
/** A payment whose money a cardholder or a bank wants back. */
export interface Dispute {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The id of the transaction. */
    transaction_id: string;
    /** The reference of the transaction. */
    transaction_reference: string;
    /** `chargeback`: a cardholder. `fraud_report`, `recall`: the bank of the payer of a transfer. */
    category: 'chargeback' | 'fraud_report' | 'recall' | (string & {});
    /** The provider's or bank's name of the dispute. */
    case_number: string;
    /** In the words of the provider or bank. */
    reason: string;
    /** `needs_response`: answer by `due_at`. `under_review`: you have answered. `won`: the money is back in your wallet. `lost`: it is not. `accepted`: you gave it up, or did not answer. */
    status: 'needs_response' | 'under_review' | 'won' | 'lost' | 'accepted' | (string & {});
    /** What is disputed, in kobo. It has left your wallet. */
    amount: number;
    /** What the provider charges for it, in kobo; back if you win. */
    fee: number;
    /** Always `NGN`. */
    currency: 'NGN';
    /** When your answer is due. Silence until then means that you accept. ISO 8601, UTC. */
    due_at: string;
    /** When you were reminded. ISO 8601, UTC. */
    reminded_at: string | null;
    /** When you answered. ISO 8601, UTC. */
    answered_at: string | null;
    /** Who closed it. `silence`: nobody answered in time. Known values: `business`, `operator`, `provider`, `silence`. */
    closed_by: 'business' | 'operator' | 'provider' | 'silence' | (string & {}) | null;
    /** When it was closed. ISO 8601, UTC. */
    closed_at: string | null;
    /** Whether the money of a transfer was sent back to the payer. Null if nothing is sent: the provider takes the money of a card payment. Known values: `pending`, `processed`, `failed`. */
    returned: 'pending' | 'processed' | 'failed' | (string & {}) | null;
    /** The session id of the transfer that returned the money. */
    session_id: string | null;
    /** When it was opened here. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
}
/** Payments that became available together. */
export interface Settlement {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Always `settled`. */
    status: 'settled';
    /** The subaccount. Null: your own settlement. */
    subaccount_id: string | null;
    /** What became available, in kobo. */
    amount: number;
    /** Always `NGN`. */
    currency: 'NGN';
    /** How many payments and refunds it contains. */
    items: number;
    /** It contains what was paid before this time. ISO 8601, UTC. */
    paid_before: string;
    /** When it became available. ISO 8601, UTC. */
    settled_at: string;
}
/** Somebody who pays you, known by email. */
export interface Customer {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The code of the customer. */
    customer_code: string;
    /** The email address. */
    email: string;
    /** The first name. */
    first_name: string;
    /** The last name. */
    last_name: string;
    /** The full name. */
    name: string;
    /** The phone number. */
    phone: string | null;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    /** When they first paid or were created. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
}
/** What the customer agreed to. */
export interface AuthorizationConsent {
    /** The words that the customer agreed to. */
    text: string;
    /** When. ISO 8601, UTC. */
    given_at: string;
    /** From which address. */
    ip_address: string | null;
}
/** A card that a customer let you keep, or a mandate. */
export interface Authorization {
    /** The code to charge it by. Of no use to another business. */
    authorization_code: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The customer. */
    customer_id: string;
    /** What is charged. `direct_debit`: a bank account, by a mandate. Known values: `card`, `direct_debit`. */
    channel: 'card' | 'direct_debit' | (string & {});
    /** `pending`: the customer has to approve the mandate, or the bank to activate it. `active`: it can be charged. `rejected`: see `rejection_reason`. `deactivated`: it was removed, or revoked at the bank. A card is never `pending` or `rejected`. */
    status: 'pending' | 'active' | 'rejected' | 'deactivated' | (string & {});
    /** The first six digits. Empty for a mandate. */
    bin: string;
    /** The last four digits of the card or account. */
    last4: string;
    /** The month of expiry. Empty for a mandate. */
    exp_month: string;
    /** The year of expiry. Empty for a mandate. */
    exp_year: string;
    /** The brand. Empty for a mandate. */
    brand: string;
    /** The brand and kind, or `mandate`. */
    card_type: string;
    /** The bank of the card or account. */
    bank: string;
    /** Its country. */
    country_code: string;
    /** Whether it can be charged. */
    reusable: boolean;
    /** true: `status` is `active`. */
    active: boolean;
    /** Where the customer approves a pending mandate. */
    approval_url: string | null;
    /** Why there is no mandate. `account_invalid`: the bank has no such account. `declined`: by the customer, the bank or the provider. `timed_out`: not approved within 30 days. `not_received`: the provider never got the request; create another mandate. */
    rejection_reason: 'account_invalid' | 'declined' | 'timed_out' | 'not_received' | (string & {}) | null;
    consent: AuthorizationConsent;
    /** When it was kept. ISO 8601, UTC. */
    created_at: string;
    /** When it was removed. ISO 8601, UTC. */
    deactivated_at: string | null;
}
/** What customers subscribe to. */
export interface Plan {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Send it as `plan` when you create a subscription. */
    plan_code: string;
    /** Customers see it. */
    name: string;
    /** What they get. */
    description: string | null;
    /** For each period of one unit, in kobo. */
    amount: number;
    /** Always `NGN`. */
    currency: 'NGN';
    /** How long a period is. Known values: `daily`, `weekly`, `monthly`, `quarterly`, `biannually`, `annually`. */
    interval: 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'biannually' | 'annually' | (string & {});
    /** How many periods are charged. Null: no limit. */
    times: number | null;
    /** What follows when the last charge of an invoice has failed. `cancel`: the subscription is cancelled. `keep`: it is `unpaid`, and you can resume it. */
    if_unpaid: 'cancel' | 'keep' | (string & {});
    /** Whether customers can subscribe to it. */
    active: boolean;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    /** When it was created. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
/** What you refuse, review or let through. */
export interface Rule {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** For your team. */
    name: string;
    /** What it compares. `amount`: a larger payment matches. `cards_per_customer`: one more card in a day. `payments_per_customer`, `payments_per_ip`: one more payment in an hour. `card_country_in`, `card_country_not_in`: the country that the provider tells of the card. `email`, `ip`, `card`: a list. */
    kind: 'amount' | 'cards_per_customer' | 'payments_per_customer' | 'payments_per_ip' | 'card_country_in' | 'card_country_not_in' | 'email' | 'ip' | 'card' | (string & {});
    /** What follows. `refuse`: the attempt is declined. `review`: the payment succeeds, and waits for a person. `allow`: it goes through, whatever else matches; only for lists of emails, addresses and cards. */
    action: 'refuse' | 'review' | 'allow' | (string & {});
    /** Added to the score of a payment that matches. */
    points: number;
    /** For `amount`, in kobo. */
    amount: number | null;
    /** Always `NGN`. */
    currency: 'NGN';
    /** Null: every channel. */
    channels: Array<'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | 'dedicated_virtual_account' | (string & {})> | null;
    /** For what is counted: so many are let through. */
    limit: number | null;
    /** For lists. */
    values: string[] | null;
    /** Whether it is switched on. */
    active: boolean;
    /** When it was created. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
/** A customer who pays for a plan. */
export interface Subscription {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Its code. */
    subscription_code: string;
    /** `scheduled` and `trialing`: not charged yet. `past_due`: an invoice was not paid, and is charged again. `unpaid`: its last charge failed; `resume` continues. `cancelled` and `completed` are final. Known values: `scheduled`, `trialing`, `active`, `past_due`, `paused`, `unpaid`, `cancelled`, `completed`. */
    status: 'scheduled' | 'trialing' | 'active' | 'past_due' | 'paused' | 'unpaid' | 'cancelled' | 'completed' | (string & {});
    /** Who pays. */
    customer_id: string;
    /** The email address of the customer. */
    customer_email: string;
    /** The plan. */
    plan_code: string;
    /** The plan from the next period. */
    next_plan_code: string | null;
    /** The card that is charged. Null: transfers to the account number. */
    authorization_code: string | null;
    /** How many units of the plan. */
    quantity: number;
    /** How many periods were invoiced. */
    invoiced: number;
    /** Added to the next invoice, in kobo. Below zero, a credit. */
    carried: number;
    /** Whether it ends with the current period. */
    ends_with_period: boolean;
    /** When the next period begins. Null: none does. ISO 8601, UTC. */
    next_payment_at: string | null;
    /** The page on which the customer pays, changes the card and cancels. Send it to them alone. */
    manage_url: string;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    /** When it was created. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** When it was cancelled or completed. ISO 8601, UTC. */
    ended_at: string | null;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
/** What is owed for one period of a subscription. */
export interface Invoice {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The subscription. */
    subscription_code: string;
    /** Who pays. */
    customer_id: string;
    /** The number of the period. */
    period: number;
    /** When the period began. ISO 8601, UTC. */
    period_start: string;
    /** When the next one begins. ISO 8601, UTC. */
    period_end: string;
    /** In kobo. */
    amount: number;
    /** Always `NGN`. */
    currency: 'NGN';
    /** `open`: to be paid. `uncollectible`: the last charge failed. `void`: dropped, because the subscription was cancelled. Known values: `open`, `paid`, `uncollectible`, `void`. */
    status: 'open' | 'paid' | 'uncollectible' | 'void' | (string & {});
    /** How often it was not paid. */
    failures: number;
    /** Why the last charge failed. */
    failure: string | null;
    /** When it is charged or reminded of next. ISO 8601, UTC. */
    next_attempt_at: string | null;
    /** The payment, or the last one. */
    transaction_id: string | null;
    /** When it was created. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** When it was paid. ISO 8601, UTC. */
    paid_at: string | null;
}
export interface InitializedTransaction {
    /** The checkout. Redirect the customer here. */
    authorization_url: string;
    /** Opens the checkout. Keep it between you and the customer. */
    access_code: string;
    /** Your reference, or a generated one. */
    reference: string;
    /** The id of the transaction. */
    id: string;
    /** When the transaction can no longer be paid. ISO 8601, UTC. */
    expires_at: string;
}
export interface InitializeTransactionRequest {
    /** In kobo: 500000 is ₦5,000.00. */
    amount: number;
    /** The customer. The receipt goes here. */
    email: string;
    /** The legal name of the customer. */
    name: string;
    /** Where the customer returns after payment. `reference` and `trxref` are set in its query. A URL of your mobile app, such as `myapp://paid`, if `allowed_origins` has its scheme. */
    callback_url?: string;
    /** The phone number of the customer. */
    phone?: string;
    /** Whether you may charge the card again, with POST /transactions/charge-authorization. `offer`: the checkout asks, and the customer ticks a box. `required`: it says so, and who pays by card agrees. `never`, the default: nothing is kept. */
    save_card?: 'offer' | 'required' | 'never';
    /** The split by which the payment is shared. */
    split_code?: string;
    /** The id or code of a plan. The customer pays its first period by card and agrees that the card is kept and charged each period; a subscription begins when it is paid. `amount` must be that of the plan times `quantity`. */
    plan?: string;
    /** How many units of `plan`. */
    quantity?: number;
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. `custom_fields` are shown to the customer; `cancel_action` is where the cancel button leads. */
    metadata?: Record<string, unknown>;
    /** Your unique name for this payment. The same reference with the same amount and email returns the same transaction while it is unpaid. */
    reference?: string;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** How the customer can pay, by default in every way that a provider offers. */
    channels?: Array<'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay'>;
    /** Who pays the fee. `business` by default. `customer`: the fee is added to the amount. */
    fee_bearer?: 'business' | 'customer';
}
/** The position of this page in the list. */
export interface ListMeta {
    /** How many records match. Counting stops at 10000. */
    total: number;
    /** Whether counting stopped at 10000, so that more records can match. */
    total_capped: boolean;
    /** The number of this page. */
    page: number;
    /** The size of a page. */
    perPage: number;
    /** How many pages `total` fills. If `total_capped` is true, there can be more. To read many pages, use `next`: pages by number become slower. */
    pageCount: number;
    /** Send it as `cursor`, with the same filters, to get the next page. Null on the last page. */
    next: string | null;
    /** Only in `GET /balance/ledger`, once old months have left the database: changes until then are archived, and not in the list. ISO 8601, UTC. */
    archived_until?: string;
}
export interface TransactionCounts {
    /** All of them. */
    all: number | null;
    /** In the stage `incomplete`. */
    incomplete: number | null;
    /** In the stage `awaiting_transfer`. */
    awaiting_transfer: number | null;
    /** In the stage `processing`. */
    processing: number | null;
    /** In the stage `succeeded`. */
    succeeded: number | null;
    /** In the stage `partly_refunded`. */
    partly_refunded: number | null;
    /** In the stage `refunded`. */
    refunded: number | null;
    /** In the stage `declined`. */
    declined: number | null;
    /** In the stage `abandoned`. */
    abandoned: number | null;
    /** In the stage `disputed`. */
    disputed: number | null;
}
export interface SubaccountShare {
    /** The subaccount. */
    subaccount_id: string;
    /** Its share, in kobo. */
    amount: number;
}
/** Who gets what of a payment, in kobo. */
export interface SplitShares {
    /** The fee, without VAT, in kobo. */
    service: number;
    /** The VAT on the fee, in kobo. */
    vat: number;
    /** Your share, in kobo. */
    business: number;
    /** The shares of the subaccounts. */
    subaccounts: SubaccountShare[];
}
export interface SplitCalculation {
    /** What the customer pays, in kobo. */
    amount: number;
    /** Always `NGN`. */
    currency: 'NGN';
    /** The fee with VAT, in kobo. */
    fees: number;
    /** The parts of `fees`. */
    fees_breakdown: FeePart[];
    /** `amount` minus `fees`, in kobo. */
    net_amount: number;
    shares: SplitShares;
}
export interface ShareInput {
    /** The id or code of a subaccount. */
    subaccount_id: string;
    /** Percent with at most two decimals, or whole kobo, depending on `type`. */
    share: number;
}
/** The terms of a split, instead of `split_code`. */
export interface SplitTerms {
    /** `percentage`: shares are percent of the amount. `flat`: shares are kobo. */
    type: 'percentage' | 'flat';
    /** The subaccounts and their shares. */
    subaccounts: ShareInput[];
    /** Who pays the fee. `account`: you. `subaccount`: one subaccount. `all`: everyone in equal parts. `all-proportional`: everyone in proportion to their share. */
    bearer_type: 'account' | 'subaccount' | 'all' | 'all-proportional';
    /** With `subaccount`: the subaccount that pays the fee. */
    bearer_subaccount_id?: string;
    /** `NGN`, or left out. */
    currency?: 'NGN';
}
export interface CalculateSplitRequest {
    /** What the customer would pay, in kobo. */
    amount: number;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** One of your splits. */
    split_code?: string;
    split?: SplitTerms;
    /** How it would be paid. The fee depends on it. `card` by default. */
    channel?: 'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | 'dedicated_virtual_account';
}
export interface CreatedDedicatedVirtualAccount {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Ten digits. Permanent. */
    account_number: string;
    /** BUSINESS NAME/CUSTOMER NAME. */
    account_name: string;
    bank: IssuingBank;
    /** Always `NGN`. */
    currency: 'NGN';
    /** 3 with a BVN, else 1. Known values: `1`, `3`. */
    tier: 1 | 3 | (number & {});
    limits: TierLimits | null;
    /** Always true: accounts are permanent. */
    active: true;
    /** When the number was issued. ISO 8601, UTC. */
    assigned_at: string;
    /** The split by which deposits are shared. */
    split_code: string | null;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    customer: AccountHolder;
    /** When you requested it. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** true: this call made it. false: it existed, and nothing was done. */
    created: boolean;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
export interface CreateDedicatedVirtualAccountRequest {
    /** The customer. Created if unknown. */
    customer: {
        /** The first name. */
        first_name: string;
        /** The last name. */
        last_name: string;
        /** Identifies the customer, in any letter case. */
        email: string;
        /** The phone number. */
        phone?: string;
        /** For a Tier 3 account. You can add it later: create the account again. Live mode needs `bvn` or `nin`. Stored encrypted. */
        bvn?: string;
        /** In place of the BVN, or beside it. Stored encrypted. */
        nin?: string;
    };
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** The split by which deposits are shared. */
    split_code?: string;
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown>;
}
export interface UpdateDedicatedVirtualAccountRequest {
    /** The split by which deposits are shared. */
    split_code?: string | null;
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown> | null;
}
/** Transfer here to top up. Null while the bank does not answer. */
export interface WalletAccount {
    /** The account number. */
    account_number: string;
    /** The account holder. */
    account_name: string;
    bank: IssuingBank;
}
export interface Balance {
    /** Always `NGN`. */
    currency: 'NGN';
    /** What you can spend, in kobo. */
    available: number;
    /** Paid to you and not yet settled, in kobo. */
    pending: number;
    /** Taken while payments are disputed, in kobo. See `GET /disputes`. */
    disputed: number;
    /** Owed for disputes. What you receive pays it first, in kobo. */
    debt: number;
    account: WalletAccount | null;
}
export interface BalanceEntry {
    /** The id of this line. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The balance that it changed. Known values: `available`, `pending`. */
    account: 'available' | 'pending' | (string & {});
    /** Why. `payment`: its net amount. `payout_reversed`: the bank returned it. `payout_duty`, `refund_duty`: stamp duty on a payout or refund. `dispute`: taken; `dispute_won`: given back. `debt_paid`: what you owed for disputes. `adjustment`: set in the sandbox. Known values: `payment`, `top_up`, `settlement`, `payout`, `payout_reversed`, `payout_duty`, `refund`, `refund_duty`, `dispute`, `dispute_won`, `debt_paid`, `identity_fee`, `adjustment`. */
    type: 'payment' | 'top_up' | 'settlement' | 'payout' | 'payout_reversed' | 'payout_duty' | 'refund' | 'refund_duty' | 'dispute' | 'dispute_won' | 'debt_paid' | 'identity_fee' | 'adjustment' | (string & {});
    /** `posted`: booked. `held`: reserved for a payout, refund or fee that is not final. `released`: reserved in vain; another line returns it. */
    state: 'held' | 'posted' | 'released' | (string & {});
    /** In kobo. Negative if it left the wallet. */
    amount: number;
    /** The balance after this line, in kobo. */
    balance: number;
    /** Always `NGN`. */
    currency: 'NGN';
    /** What caused it. Null for an adjustment. Known values: `transaction`, `deposit`, `settlement`, `payout`, `refund`, `dispute`, `verification`. */
    source_type: 'transaction' | 'deposit' | 'settlement' | 'payout' | 'refund' | 'dispute' | 'verification' | (string & {}) | null;
    /** The id of that record. */
    source_id: string | null;
    /** When it happened. ISO 8601, UTC. */
    occurred_at: string;
    /** When it changed the balance. ISO 8601, UTC. */
    created_at: string;
    /** When its state last changed. ISO 8601, UTC. */
    updated_at: string;
}
export interface BalanceDay {
    /** The start of this day in Lagos. ISO 8601, UTC. */
    start: string;
    /** The balance at the end of this day, or now, in kobo. */
    balance: number;
}
export interface BalanceHistory {
    /** Always `NGN`. */
    currency: 'NGN';
    /** Oldest first. The last one is today. */
    days: BalanceDay[];
}
export interface Share {
    /** The subaccount. */
    subaccount_id: string;
    /** Percent or kobo. */
    share: number;
}
/** How payments are shared. */
export interface Split {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Send it when you initialize a transaction. */
    split_code: string;
    /** Your name for the split. */
    name: string;
    /** `percentage`: shares are percent of the amount. `flat`: shares are kobo. */
    type: 'percentage' | 'flat' | (string & {});
    /** Who pays the fee. `account`: you. `subaccount`: one subaccount. `all`: everyone in equal parts. `all-proportional`: everyone in proportion to their share. */
    bearer_type: 'account' | 'subaccount' | 'all' | 'all-proportional' | (string & {});
    /** The subaccount that pays the fee. */
    bearer_subaccount_id: string | null;
    /** Whether transactions can be initialized with it. */
    active: boolean;
    /** Always `NGN`. */
    currency: 'NGN';
    /** The subaccounts and their shares. */
    subaccounts: Share[];
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    /** When it was created. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
export interface CreateSplitRequest {
    /** Your name for the split. */
    name: string;
    /** `percentage`: shares are percent of the amount. `flat`: shares are kobo. */
    type: 'percentage' | 'flat';
    /** The subaccounts and their shares. */
    subaccounts: ShareInput[];
    /** Who pays the fee. `account`: you. `subaccount`: one subaccount. `all`: everyone in equal parts. `all-proportional`: everyone in proportion to their share. */
    bearer_type: 'account' | 'subaccount' | 'all' | 'all-proportional';
    /** With `subaccount`: the subaccount that pays the fee. */
    bearer_subaccount_id?: string;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown>;
}
export interface UpdateSplitRequest {
    /** Your name for the split. */
    name?: string;
    /** The subaccounts and their shares. */
    subaccounts?: ShareInput[];
    /** Who pays the fee. `account`: you. `subaccount`: one subaccount. `all`: everyone in equal parts. `all-proportional`: everyone in proportion to their share. */
    bearer_type?: 'account' | 'subaccount' | 'all' | 'all-proportional';
    /** With `subaccount`: the subaccount that pays the fee. */
    bearer_subaccount_id?: string | null;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** false: no transaction can be initialized with it. */
    active?: boolean;
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown> | null;
}
export interface AddSplitSubaccountRequest {
    /** The id or code of a subaccount. */
    subaccount_id: string;
    /** Percent with at most two decimals, or whole kobo, depending on `type`. */
    share: number;
    /** `NGN`, or left out. */
    currency?: 'NGN';
}
/** A bank account with which you share payments. */
export interface Subaccount {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Use it in splits. */
    subaccount_code: string;
    /** The name of the subaccount. */
    business_name: string;
    bank: BankName;
    /** The number of the payout account. */
    account_number: string;
    /** The account holder, as the bank gives it. */
    account_name: string;
    /** Percent, for your records. */
    percentage_charge: number | null;
    /** Whom to contact. */
    primary_contact_email: string | null;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    /** Whether it receives shares of new payments. */
    active: boolean;
    /** true: four payouts in a row were returned from this bank account. No more are sent until it is changed. */
    payouts_stopped: boolean;
    /** Always `NGN`. */
    currency: 'NGN';
    /** What is paid out next, in kobo. */
    available: number;
    /** What is not yet settled, in kobo. */
    pending: number;
    /** When it was created. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
export interface CreateSubaccountRequest {
    /** The name of the subaccount. */
    business_name: string;
    /** A code from `GET /banks`. */
    bank_code: string;
    /** The number of the payout account. */
    account_number: string;
    /** Percent with at most two decimals. For your records: a split sets the shares. */
    percentage_charge?: number;
    /** Whom to contact. */
    primary_contact_email?: string;
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown>;
    /** `NGN`, or left out. */
    currency?: 'NGN';
}
export interface UpdateSubaccountRequest {
    /** The name of the subaccount. */
    business_name?: string;
    /** A code from `GET /banks`. */
    bank_code?: string;
    /** The number of the payout account. */
    account_number?: string;
    /** Percent with at most two decimals. For your records: a split sets the shares. */
    percentage_charge?: number | null;
    /** Whom to contact. */
    primary_contact_email?: string | null;
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown> | null;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** false: it receives no shares of new payments. */
    active?: boolean;
}
/** The account before. */
export interface PayoutAccount {
    bank: BankName;
    /** The account number. */
    account_number: string;
    /** The account holder, as the bank gives it. */
    account_name: string;
}
/** A change of the bank account of a subaccount. */
export interface AccountChange {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The subaccount. */
    subaccount_id: string;
    /** `waiting`: nothing is paid out to the subaccount. `effective`: the new account is paid. `cancelled`: the old one is, or another change replaced this one. */
    status: 'waiting' | 'effective' | 'cancelled' | (string & {});
    from: PayoutAccount;
    /** The new account. */
    to: PayoutAccount;
    /** The email address of a person, or a key. */
    asked_by: string;
    /** Null: only a second person can approve it. ISO 8601, UTC. */
    effective_at: string | null;
    /** Null: it took effect by time, or was replaced. */
    decided_by: string | null;
    /** Null while it waits. ISO 8601, UTC. */
    decided_at: string | null;
    /** When it was requested. ISO 8601, UTC. */
    created_at: string;
}
export interface SettlementTotals {
    /** How many payments it contains. */
    payments: number;
    /** What customers paid, in kobo. */
    paid: number;
    /** The fees with VAT of these payments, in kobo. */
    fees: number;
    /** What others received of them by splits, in kobo. */
    shared: number;
    /** Taken for refunds, less what failed, in kobo. Negative or 0. */
    refunds: number;
    /** Taken for disputes, in kobo. Negative or 0. */
    disputes: number;
    /** What became available, in kobo: `paid` less `fees` and `shared`, with `refunds` and `disputes`. */
    amount: number;
}
export interface SettlementItem {
    /** `refund_returned`: a refund that failed. `dispute`: a payment that is disputed. Known values: `payment`, `refund`, `refund_returned`, `dispute`. */
    type: 'payment' | 'refund' | 'refund_returned' | 'dispute' | (string & {});
    /** The id of the transaction or the refund. */
    id: string;
    /** The reference of the transaction. */
    reference: string | null;
    /** How it was paid. Known values: `card`, `bank_transfer`, `ussd`, `bank`, `opay`, `dedicated_virtual_account`. */
    channel: 'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | 'dedicated_virtual_account' | (string & {}) | null;
    /** What the customer paid, in kobo. */
    paid: number | null;
    /** The fee with VAT, in kobo. */
    fees: number | null;
    /** The parts of `fees`. */
    fees_breakdown: FeePart[] | null;
    shares: SplitShares | null;
    /** What others received of it by a split, in kobo. */
    shared: number | null;
    /** What it adds to the settlement, in kobo. Negative for refunds. */
    amount: number;
    /** When it was paid or refunded. ISO 8601, UTC. */
    occurred_at: string;
}
/** A transfer that was not booked. */
export interface QuarantinedDeposit {
    /** The id of this record. */
    id: string;
    /** `altered`: other details under a known session id. `unreadable`: not readable. */
    reason: 'altered' | 'unreadable' | (string & {});
    /** The session id of the bank. */
    session_id: string | null;
    /** What arrived instead. */
    notified: Record<string, unknown>;
    /** When it arrived. ISO 8601, UTC. */
    created_at: string;
}
/** The identity details. Kept for 24 hours. */
export interface IdentityDetails {
    /** The BVN. Empty if the registry has no value. */
    bvn: string;
    /** The full name. Empty if the registry has no value. */
    fullName: string;
    /** The first name. Empty if the registry has no value. */
    firstName: string;
    /** The middle name. Empty if the registry has no value. */
    middleName: string;
    /** The last name. Empty if the registry has no value. */
    lastName: string;
    /** As DD-MM-YYYY. Empty if the registry has no value. */
    dateOfBirth: string;
    /** The registered phone number. Empty if the registry has no value. */
    phoneNumber1: string;
    /** Another phone number. Empty if the registry has no value. */
    phoneNumber2: string;
    /** The gender. Empty if the registry has no value. */
    gender: string;
    /** The bank code of the enrolment. Empty if the registry has no value. */
    enrollmentBank: string;
    /** The branch of the enrolment. Empty if the registry has no value. */
    enrollmentBranch: string;
    /** The email address. Empty if the registry has no value. */
    email: string;
    /** The local government area of origin. Empty if the registry has no value. */
    lgaOfOrigin: string;
    /** The local government area of residence. Empty if the registry has no value. */
    lgaOfResidence: string;
    /** The marital status. Empty if the registry has no value. */
    maritalStatus: string;
    /** The NIN. Empty if the registry has no value. */
    nin: string;
    /** The nationality. Empty if the registry has no value. */
    nationality: string;
    /** The residential address. Empty if the registry has no value. */
    residentialAddress: string;
    /** The state of origin. Empty if the registry has no value. */
    stateOfOrigin: string;
    /** The state of residence. Empty if the registry has no value. */
    stateOfResidence: string;
    /** The title. Empty if the registry has no value. */
    title: string;
    /** YES or NO. YES: no new banking relationship is allowed. Empty if the registry has no value. */
    watchListed: string;
    /** The level of the account. Empty if the registry has no value. */
    levelOfAccount: string;
    /** When the person was registered. */
    registrationDate: string | null;
    /** A photo, in base64. Empty if the registry has no value. */
    imageBase64: string;
}
export interface ValidatedVerification {
    /** The id of this record. */
    _id: string;
    /** The id of your business. */
    clientId: string;
    /** Masked, unless `providerResponse` is included. */
    identityNumber: string;
    /** The kind of number. Known values: `BVN`, `NIN`. */
    type: 'BVN' | 'NIN' | (string & {});
    /** The fee in naira, not kobo: 50, or 0 if it was returned. */
    amount: number;
    /** `Pending`: an OTP was sent. `SUCCESS`: it was right. `FAILED`: none was sent, and nothing was charged. `LOCKED`: five wrong attempts. `EXPIRED`: ten minutes passed. */
    status: 'Pending' | 'SUCCESS' | 'FAILED' | 'LOCKED' | 'EXPIRED' | (string & {});
    /** The account number of your wallet. */
    debitAccountNumber: string;
    /** Always 0. */
    vat: number;
    /** Always 0. */
    stampDuty: number;
    /** Always false. */
    isDeleted: boolean;
    /** true after the right OTP. */
    otpVerified: boolean;
    /** How many times the OTP was sent again. */
    otpResendCount: number;
    /** When you initiated it. ISO 8601, UTC. */
    createdAt: string;
    /** When it last changed. ISO 8601, UTC. */
    updatedAt: string;
    /** Always 0. */
    __v: number;
    /** The result of the debit. */
    debitMessage: string;
    /** 200: charged. 202: held until the outcome is known. 204: returned. */
    debitResponsCode: number;
    /** 30 digits. */
    debitSessionId: string;
    /** The id of the last OTP. Empty if none was sent. */
    otpId: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Only of a failed one: why no OTP was sent, as the error of the request. Known values: `identity_not_found`, `otp_not_sent`, `rail_unavailable`. */
    failure_code?: 'identity_not_found' | 'otp_not_sent' | 'rail_unavailable' | (string & {});
    /** The same in words, for people. It can change. */
    failure_message?: string;
    providerResponse: IdentityDetails;
}
export interface ValidateBvnOtpRequest {
    /** The `verification_id` of the initiation. */
    verification_id: string;
    /** The kind of number. */
    type: 'BVN' | 'NIN';
    /** Six digits. `123456` in test mode. */
    otp: string;
}
export interface ResendBvnOtpRequest {
    /** The `verification_id` of the initiation. */
    verification_id: string;
}
export interface ValidateIdentityOtpRequest {
    /** The `verification_id` of the initiation. */
    verification_id: string;
    /** The kind of number. */
    type: 'BVN' | 'NIN';
    /** Six digits. `123456` in test mode. */
    otp: string;
}
export interface ResendIdentityOtpRequest {
    /** The `verification_id` of the initiation. */
    verification_id: string;
}
/** Your proof of consent. */
export interface Consent {
    /** What the person agreed to. */
    text: string;
    /** The IP address of the person. */
    ip: string | null;
    /** When the person agreed. */
    at: string | null;
}
export interface IdentityAccess {
    /** Which call returned the details. Known values: `validated`, `validated_again`, `replayed`. */
    how: 'validated' | 'validated_again' | 'replayed' | (string & {});
    /** The key of the call. */
    key_id: string;
    /** The id of the call. */
    request_id: string;
    /** The IP address of the caller. */
    ip_address: string;
    /** When the call was made. ISO 8601, UTC. */
    created_at: string;
}
export interface VerificationDetail {
    /** The id of this record. */
    _id: string;
    /** The id of your business. */
    clientId: string;
    /** Masked, unless `providerResponse` is included. */
    identityNumber: string;
    /** The kind of number. Known values: `BVN`, `NIN`. */
    type: 'BVN' | 'NIN' | (string & {});
    /** The fee in naira, not kobo: 50, or 0 if it was returned. */
    amount: number;
    /** `Pending`: an OTP was sent. `SUCCESS`: it was right. `FAILED`: none was sent, and nothing was charged. `LOCKED`: five wrong attempts. `EXPIRED`: ten minutes passed. */
    status: 'Pending' | 'SUCCESS' | 'FAILED' | 'LOCKED' | 'EXPIRED' | (string & {});
    /** The account number of your wallet. */
    debitAccountNumber: string;
    /** Always 0. */
    vat: number;
    /** Always 0. */
    stampDuty: number;
    /** Always false. */
    isDeleted: boolean;
    /** true after the right OTP. */
    otpVerified: boolean;
    /** How many times the OTP was sent again. */
    otpResendCount: number;
    /** When you initiated it. ISO 8601, UTC. */
    createdAt: string;
    /** When it last changed. ISO 8601, UTC. */
    updatedAt: string;
    /** Always 0. */
    __v: number;
    /** The result of the debit. */
    debitMessage: string;
    /** 200: charged. 202: held until the outcome is known. 204: returned. */
    debitResponsCode: number;
    /** 30 digits. */
    debitSessionId: string;
    /** The id of the last OTP. Empty if none was sent. */
    otpId: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Only of a failed one: why no OTP was sent, as the error of the request. Known values: `identity_not_found`, `otp_not_sent`, `rail_unavailable`. */
    failure_code?: 'identity_not_found' | 'otp_not_sent' | 'rail_unavailable' | (string & {});
    /** The same in words, for people. It can change. */
    failure_message?: string;
    consent: Consent | null;
    /** Who saw the details, newest first; at most 100. */
    accesses: IdentityAccess[];
}
export interface Settings {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The name of your business. */
    business_name: string;
    /** The version of the API for requests without `X-Service-Version`. */
    api_version: string;
    /** When the available balance falls below this amount in kobo, `balance.low` is sent: once, and again only after the balance has been as high. null: never. */
    low_balance_threshold: number | null;
    /** What is not offered returns 501 `not_available_live`. */
    capabilities: {
        /** Whether a provider of this mode offers it. */
        one_off_accounts: boolean;
        /** Whether a provider of this mode offers it. */
        permanent_accounts: boolean;
        /** Whether a provider of this mode offers it. */
        name_enquiry: boolean;
        /** Whether a provider of this mode offers it. */
        payouts: boolean;
        /** Whether a provider of this mode offers it. */
        returns: boolean;
        /** Whether a provider of this mode offers it. */
        identity: boolean;
        /** Whether a provider of this mode offers it. */
        card: boolean;
        /** Whether a provider of this mode offers it. */
        hosted_card: boolean;
        /** Whether a provider of this mode offers it. */
        ussd: boolean;
        /** Whether a provider of this mode offers it. */
        hosted_ussd: boolean;
        /** Whether a provider of this mode offers it. */
        hosted_bank: boolean;
        /** Whether a provider of this mode offers it. */
        hosted_opay: boolean;
        /** Whether a provider of this mode offers it. */
        mandates: boolean;
        /** Whether a provider of this mode offers it. */
        disputes: boolean;
        /** Whether a provider of this mode offers it. */
        mail: boolean;
    };
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
export interface UpdateSettingsRequest {
    /** The version of the API for requests without `X-Service-Version`. */
    api_version?: '2026-12-01';
    /** When the available balance falls below this amount in kobo, `balance.low` is sent: once, and again only after the balance has been as high. null: never. */
    low_balance_threshold?: number | null;
}
/** Your logo on the checkout. */
export interface Logo {
    /** The URL of the image. */
    url: string;
    /** In pixels. */
    width: number;
    /** In pixels. */
    height: number;
}
export interface CheckoutSettings {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Your pages, then your apps. Only your pages can frame the checkout, initialize transactions with the public key from a script, and be the `callback_url` of such a transaction. Only your apps can be the `callback_url` of any transaction. */
    allowed_origins: string[];
    /** The language of the checkout. Null: customers choose it, and begin in the language of their browser if its translation is reviewed, otherwise in English. Known values: `en`, `pcm`, `yo`, `ha`, `ig`. */
    language: 'en' | 'pcm' | 'yo' | 'ha' | 'ig' | (string & {}) | null;
    logo: Logo | null;
    /** The order of the channels of a payment that names none. Others follow. Null: the order of this service. */
    channel_order: Array<'bank_transfer' | 'card' | 'ussd' | 'bank' | 'opay' | (string & {})> | null;
    /** The colour of buttons and links at the checkout. It must be dark enough for white letters; on dark pages it is lightened. Null: green. */
    accent: string | null;
    /** How the checkout looks. Null: as the device of the customer. Known values: `light`, `dark`. */
    theme: 'light' | 'dark' | (string & {}) | null;
    /** Where customers return if the transaction has no `callback_url`. */
    default_callback_url: string | null;
    /** How long a transaction can be paid: 15 minutes to 7 days. */
    expiry_seconds: number;
    /** true: a transfer of more than the amount completes the payment, and you keep it all. */
    accept_overpayment: boolean;
    /** true: initialize requires a valid `X-Service-Signature`. */
    require_signed_requests: boolean;
    /** true: your API calls are kept for 30 days, without secrets, for the dashboard. */
    request_log: boolean;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
export interface UpdateCheckoutSettingsRequest {
    /** The origins of your pages, without a path: https, or in test mode http on this machine. Also the schemes of your mobile apps, such as `myapp://`. */
    allowed_origins?: string[];
    /** The language of the checkout. Null: customers choose it, and begin in the language of their browser if its translation is reviewed, otherwise in English. */
    language?: 'en' | 'pcm' | 'yo' | 'ha' | 'ig' | null;
    /** A PNG, JPEG or WebP in base64, at most 64 KB and 1024 pixels wide and high. null removes it. */
    logo?: string | null;
    /** The order of the channels of a payment that names none. Others follow. Null: the order of this service. */
    channel_order?: Array<'bank_transfer' | 'card' | 'ussd' | 'bank' | 'opay'> | null;
    /** The colour of buttons and links at the checkout. It must be dark enough for white letters; on dark pages it is lightened. Null: green. */
    accent?: string | null;
    /** How the checkout looks. Null: as the device of the customer. */
    theme?: 'light' | 'dark' | null;
    /** Where customers return if the transaction has no `callback_url`. */
    default_callback_url?: string | null;
    /** How long a transaction can be paid: 15 minutes to 7 days. */
    expiry_seconds?: number;
    /** true: a transfer of more than the amount completes the payment, and you keep it all. */
    accept_overpayment?: boolean;
    /** true: initialize requires a valid `X-Service-Signature`. */
    require_signed_requests?: boolean;
    /** true: your API calls are kept for 30 days, without secrets, for the dashboard. */
    request_log?: boolean;
}
/** Payments at the checkout. */
export interface FeePlan {
    /** Share of the amount, rounded up to the kobo. In basis points: 150 is 1.5 %. */
    basis_points: number;
    /** Added to that, in kobo. */
    flat: number;
    /** The amount from which `flat` is added, in kobo. */
    flat_from: number;
    /** The maximum before VAT, in kobo. */
    max: number;
}
/** For payouts, and for refunds to a bank account. Null: none is charged. */
export interface StampDuty {
    /** Taken beside the amount, in kobo. No VAT. */
    amount: number;
    /** Transfers of this amount and more owe it, in kobo. */
    from_amount: number;
}
export interface Fees {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    checkout: FeePlan;
    /** Deposits to dedicated virtual accounts. */
    dedicated: FeePlan;
    /** VAT on each of these fees. In basis points: 150 is 1.5 %. */
    vat_basis_points: number;
    stamp_duty: StampDuty | null;
    /** For an identity verification whose OTP was sent, in kobo. No VAT. */
    identity_fee: number;
}
export interface PaymentLinkField {
    /** The question. */
    label: string;
    /** Whether an answer is required. */
    required: boolean;
    /** The name of the answer in `metadata.custom_fields`. */
    variable_name: string;
}
/** The payments of this link. */
export interface PaymentLinkTotals {
    /** How many succeeded, also those that were refunded later. */
    succeeded: number;
    /** What they paid, with fees and before refunds, in kobo. */
    amount: number;
    /** How many are started and still open. */
    open: number;
    /** How many count for `uses_max`: see there. */
    used: number;
}
export interface CreatedPaymentLink {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The end of its URL. */
    slug: string;
    /** Where customers go. */
    url: string;
    /** The headline. */
    name: string;
    /** The text below the headline. */
    description: string | null;
    /** In kobo. Null: the customer chooses. */
    amount: number | null;
    /** The minimum if the customer chooses, in kobo. */
    min_amount: number | null;
    /** The maximum if the customer chooses, in kobo. */
    max_amount: number | null;
    /** Always `NGN`. */
    currency: 'NGN';
    /** What else the customer is asked. */
    fields: PaymentLinkField[];
    /** Where customers return. */
    callback_url: string | null;
    /** The split by which payments are shared. */
    split_code: string | null;
    /** How customers can pay. Null: all channels. */
    channels: Array<'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | (string & {})> | null;
    /** Who pays the fee. Known values: `business`, `customer`. */
    fee_bearer: 'business' | 'customer' | (string & {});
    /** Whether payments can start. */
    active: boolean;
    /** No payment can start from then on. ISO 8601, UTC. */
    expires_at: string | null;
    /** How many payments can succeed. */
    uses_max: number | null;
    /** Added to each payment. */
    metadata: Record<string, unknown> | null;
    payments: PaymentLinkTotals;
    /** When it was created. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** true: this call made it. false: it existed, and nothing was done. */
    created: boolean;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
export interface PaymentLinkFieldInput {
    /** The question. */
    label: string;
    /** Whether an answer is required. false by default. */
    required?: boolean;
}
export interface CreatePaymentLinkRequest {
    /** The headline. */
    name: string;
    /** The text below the headline. */
    description?: string | null;
    /** In kobo. null: the customer chooses. */
    amount?: number | null;
    /** The minimum if the customer chooses, in kobo. */
    min_amount?: number | null;
    /** The maximum if the customer chooses, in kobo. */
    max_amount?: number | null;
    /** What else to ask the customer. The answers are in `metadata.custom_fields`. */
    fields?: PaymentLinkFieldInput[];
    /** Where customers return. */
    callback_url?: string | null;
    /** The split by which payments are shared. */
    split_code?: string | null;
    /** How the customer can pay, by default in every way that a provider offers. */
    channels?: Array<'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay'> | null;
    /** Who pays the fee. `business` by default. */
    fee_bearer?: 'business' | 'customer';
    /** No payment can start from then on. */
    expires_at?: string | null;
    /** How many payments can succeed. A payment counts from when its customer requests an account number or tries a card. If it does not succeed, it stops counting when it ends, at most an hour later. A fully refunded payment does not count. */
    uses_max?: number | null;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** Added to the metadata of each payment. At most 2 KB and 5 levels deep. */
    metadata?: Record<string, unknown> | null;
    /** The end of its URL. Permanent. By default one that cannot be guessed. */
    slug?: string;
}
/** A URL at which anyone can pay. */
export interface PaymentLink {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The end of its URL. */
    slug: string;
    /** Where customers go. */
    url: string;
    /** The headline. */
    name: string;
    /** The text below the headline. */
    description: string | null;
    /** In kobo. Null: the customer chooses. */
    amount: number | null;
    /** The minimum if the customer chooses, in kobo. */
    min_amount: number | null;
    /** The maximum if the customer chooses, in kobo. */
    max_amount: number | null;
    /** Always `NGN`. */
    currency: 'NGN';
    /** What else the customer is asked. */
    fields: PaymentLinkField[];
    /** Where customers return. */
    callback_url: string | null;
    /** The split by which payments are shared. */
    split_code: string | null;
    /** How customers can pay. Null: all channels. */
    channels: Array<'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | (string & {})> | null;
    /** Who pays the fee. Known values: `business`, `customer`. */
    fee_bearer: 'business' | 'customer' | (string & {});
    /** Whether payments can start. */
    active: boolean;
    /** No payment can start from then on. ISO 8601, UTC. */
    expires_at: string | null;
    /** How many payments can succeed. */
    uses_max: number | null;
    /** Added to each payment. */
    metadata: Record<string, unknown> | null;
    payments: PaymentLinkTotals;
    /** When it was created. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
export interface UpdatePaymentLinkRequest {
    /** The headline. */
    name?: string;
    /** The text below the headline. */
    description?: string | null;
    /** In kobo. null: the customer chooses. */
    amount?: number | null;
    /** The minimum if the customer chooses, in kobo. */
    min_amount?: number | null;
    /** The maximum if the customer chooses, in kobo. */
    max_amount?: number | null;
    /** What else to ask the customer. The answers are in `metadata.custom_fields`. */
    fields?: PaymentLinkFieldInput[];
    /** Where customers return. */
    callback_url?: string | null;
    /** The split by which payments are shared. */
    split_code?: string | null;
    /** How the customer can pay, by default in every way that a provider offers. */
    channels?: Array<'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay'> | null;
    /** Who pays the fee. `business` by default. */
    fee_bearer?: 'business' | 'customer';
    /** No payment can start from then on. */
    expires_at?: string | null;
    /** How many payments can succeed. A payment counts from when its customer requests an account number or tries a card. If it does not succeed, it stops counting when it ends, at most an hour later. A fully refunded payment does not count. */
    uses_max?: number | null;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** Added to the metadata of each payment. At most 2 KB and 5 levels deep. */
    metadata?: Record<string, unknown> | null;
    /** false: no payment can start. */
    active?: boolean;
}
export interface CreatedRefund {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The id of the transaction. */
    transaction_id: string;
    /** The reference of the transaction. */
    transaction_reference: string;
    /** Your reference of the refund. */
    reference: string | null;
    /** `pending`: the bank has not confirmed it yet. `processed`: the money was sent back. `failed`: it was not, and the amount is back in your wallet. */
    status: 'pending' | 'processed' | 'failed' | (string & {});
    /** The refunded amount, in kobo. */
    amount: number;
    /** Taken from your wallet beside the amount, in kobo. 0 if none is due. */
    stamp_duty: number;
    /** Always `NGN`. */
    currency: 'NGN';
    /** Your reason. */
    reason: string | null;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    /** How the customer paid. The refund is sent the same way, unless it has a `destination`. Known values: `card`, `bank_transfer`, `ussd`, `bank`, `opay`, `dedicated_virtual_account`. */
    channel: 'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | 'dedicated_virtual_account' | (string & {});
    /** The other account to which it is sent. Null: the card or account that paid. */
    destination: {
        /** The bank of the account. */
        bank: {
            /** The name of the bank. */
            name: string;
            /** The code of the bank. */
            code: string;
        };
        /** The account number. */
        account_number: string;
        /** The name of its holder, as the bank wrote it. */
        account_name: string;
    } | null;
    /** The provider cannot credit the card, and waits for a bank account of the customer. The operator of the service enters it at the provider. Send no second refund meanwhile. */
    needs_account: boolean;
    /** The session id of the bank. Null until processed. */
    session_id: string | null;
    /** Why it failed or was returned. docs/api/failures.md has all codes. Known values: `account_blocked`, `account_closed`, `account_dormant`, `account_invalid`, `already_returned`, `amount_too_high`, `amount_too_low`, `bank_unknown`, `bank_unreachable`, `card_not_refundable`, `contact_bank`, `duplicate`, `enquiry_differs`, `limit_exceeded`, `not_permitted`, `payment_unknown`, `rail_balance_too_low`, `refused_by_bank`, `refused_by_issuer`, `request_rejected`, `reversed_by_bank`, `security_check`, `sender_unknown`. */
    failure_code: 'account_blocked' | 'account_closed' | 'account_dormant' | 'account_invalid' | 'already_returned' | 'amount_too_high' | 'amount_too_low' | 'bank_unknown' | 'bank_unreachable' | 'card_not_refundable' | 'contact_bank' | 'duplicate' | 'enquiry_differs' | 'limit_exceeded' | 'not_permitted' | 'payment_unknown' | 'rail_balance_too_low' | 'refused_by_bank' | 'refused_by_issuer' | 'request_rejected' | 'reversed_by_bank' | 'security_check' | 'sender_unknown' | (string & {}) | null;
    /** The same for people. It can change. */
    failure_message: string | null;
    /** When you requested it. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** When the bank confirmed it. ISO 8601, UTC. */
    processed_at: string | null;
    /** true: this call made it. false: it existed, and nothing was done. */
    created: boolean;
}
export interface CreateRefundRequest {
    /** The id or reference of a successful transaction. */
    transaction: string;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** In kobo. By default everything that is left to refund. */
    amount?: number;
    /** Your unique name for this refund. The same reference with the same transaction and amount returns the same refund. */
    reference?: string;
    /** For your records. */
    reason?: string;
    /** Another account of the customer, for a card or account that cannot be credited. By default the refund goes to the card or account that paid. */
    destination?: {
        /** A code from `GET /banks`. */
        bank_code: string;
        /** The account of the customer. */
        account_number: string;
    };
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown>;
}
export interface DisputeFile {
    /** Its number. */
    number: number;
    /** Read from its content. Known values: `pdf`, `png`, `jpeg`. */
    type: 'pdf' | 'png' | 'jpeg' | (string & {});
    /** In bytes. */
    size: number;
}
/** A dispute, with what you answered. */
export interface DisputeWithEvidence {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The id of the transaction. */
    transaction_id: string;
    /** The reference of the transaction. */
    transaction_reference: string;
    /** `chargeback`: a cardholder. `fraud_report`, `recall`: the bank of the payer of a transfer. */
    category: 'chargeback' | 'fraud_report' | 'recall' | (string & {});
    /** The provider's or bank's name of the dispute. */
    case_number: string;
    /** In the words of the provider or bank. */
    reason: string;
    /** `needs_response`: answer by `due_at`. `under_review`: you have answered. `won`: the money is back in your wallet. `lost`: it is not. `accepted`: you gave it up, or did not answer. */
    status: 'needs_response' | 'under_review' | 'won' | 'lost' | 'accepted' | (string & {});
    /** What is disputed, in kobo. It has left your wallet. */
    amount: number;
    /** What the provider charges for it, in kobo; back if you win. */
    fee: number;
    /** Always `NGN`. */
    currency: 'NGN';
    /** When your answer is due. Silence until then means that you accept. ISO 8601, UTC. */
    due_at: string;
    /** When you were reminded. ISO 8601, UTC. */
    reminded_at: string | null;
    /** When you answered. ISO 8601, UTC. */
    answered_at: string | null;
    /** Who closed it. `silence`: nobody answered in time. Known values: `business`, `operator`, `provider`, `silence`. */
    closed_by: 'business' | 'operator' | 'provider' | 'silence' | (string & {}) | null;
    /** When it was closed. ISO 8601, UTC. */
    closed_at: string | null;
    /** Whether the money of a transfer was sent back to the payer. Null if nothing is sent: the provider takes the money of a card payment. Known values: `pending`, `processed`, `failed`. */
    returned: 'pending' | 'processed' | 'failed' | (string & {}) | null;
    /** The session id of the transfer that returned the money. */
    session_id: string | null;
    /** When it was opened here. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** What you answered. */
    evidence: string | null;
    /** The files that you sent with it. */
    files: DisputeFile[];
    /** How many files your answer may have: as many as its provider takes. */
    files_max: number;
}
export interface DisputeDraft {
    /** The draft. */
    text: string;
}
export interface SentDisputeFile {
    /** A PDF, PNG or JPEG in base64. */
    content: string;
}
export interface ContestDisputeRequest {
    /** What you delivered, to whom and when, and how the customer was told. */
    text: string;
    /** At most 5 MB together, and no more files than `files_max` of the dispute. */
    files?: SentDisputeFile[];
    /** `NGN`, or left out. */
    currency?: 'NGN';
}
export interface CreateRuleRequest {
    /** For your team. Customers never see it. */
    name: string;
    /** What it compares. `amount`: a larger payment matches. `cards_per_customer`: one more card in a day. `payments_per_customer`, `payments_per_ip`: one more payment in an hour. `card_country_in`, `card_country_not_in`: the country that the provider tells of the card. `email`, `ip`, `card`: a list. */
    kind: 'amount' | 'cards_per_customer' | 'payments_per_customer' | 'payments_per_ip' | 'card_country_in' | 'card_country_not_in' | 'email' | 'ip' | 'card';
    /** What follows. `refuse`: the attempt is declined. `review`: the payment succeeds, and waits for a person. `allow`: it goes through, whatever else matches; only for lists of emails, addresses and cards. */
    action: 'refuse' | 'review' | 'allow';
    /** Added to the score of a payment that matches. It decides nothing. */
    points?: number;
    /** For `amount`, in kobo. */
    amount?: number;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** For `amount`: only payments by these channels. */
    channels?: Array<'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | 'dedicated_virtual_account'>;
    /** For what is counted: so many are let through. */
    limit?: number;
    /** For lists: countries (`NG`), email addresses, IP addresses or networks, or cards. A card is named by the id or reference of a payment that it tried, and shown as a digest. */
    values?: string[];
}
export interface TriedRule {
    /** Payments that it would have refused, reviewed or let through. */
    stopped: number;
    /** Payments that were tried or paid. */
    of: number;
    /** The newest 20 of them. */
    references: string[];
    /** The payments since then: of thirty days, and at most 100,000. ISO 8601, UTC. */
    since: string;
}
export interface TryRuleRequest {
    /** What it compares. `amount`: a larger payment matches. `cards_per_customer`: one more card in a day. `payments_per_customer`, `payments_per_ip`: one more payment in an hour. `card_country_in`, `card_country_not_in`: the country that the provider tells of the card. `email`, `ip`, `card`: a list. */
    kind: 'amount' | 'cards_per_customer' | 'payments_per_customer' | 'payments_per_ip' | 'card_country_in' | 'card_country_not_in' | 'email' | 'ip' | 'card';
    /** For `amount`, in kobo. */
    amount?: number;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** For `amount`: only payments by these channels. */
    channels?: Array<'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | 'dedicated_virtual_account'>;
    /** For what is counted: so many are let through. */
    limit?: number;
    /** For lists: countries (`NG`), email addresses, IP addresses or networks, or cards. A card is named by the id or reference of a payment that it tried, and shown as a digest. */
    values?: string[];
}
export interface UpdateRuleRequest {
    /** For your team. Customers never see it. */
    name?: string;
    /** What follows. `refuse`: the attempt is declined. `review`: the payment succeeds, and waits for a person. `allow`: it goes through, whatever else matches; only for lists of emails, addresses and cards. */
    action?: 'refuse' | 'review' | 'allow';
    /** Added to the score of a payment that matches. It decides nothing. */
    points?: number;
    /** Whether it is switched on. */
    active?: boolean;
    /** For `amount`, in kobo. */
    amount?: number;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** For `amount`: only payments by these channels. */
    channels?: Array<'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | 'dedicated_virtual_account'> | null;
    /** For what is counted: so many are let through. */
    limit?: number;
    /** For lists: countries (`NG`), email addresses, IP addresses or networks, or cards. A card is named by the id or reference of a payment that it tried, and shown as a digest. */
    values?: string[];
}
export interface ReviewTransactionRequest {
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** `approve`: keep it. `refund`: refund all that is left, as POST /refunds does. */
    decision: 'approve' | 'refund';
}
/** A link by which a customer enters the account for a refund. */
export interface RefundLink {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The id of the transaction. */
    transaction_id: string;
    /** The page for the customer. */
    url: string;
    /** `open`: the customer can enter an account. `answered`: they did, and `refund_id` is pending or processed. After a refund that failed, the link is open again. Known values: `open`, `answered`, `cancelled`, `expired`. */
    status: 'open' | 'answered' | 'cancelled' | 'expired' | (string & {});
    /** In kobo. Null: all that is left when the customer answers. */
    amount: number | null;
    /** Always `NGN`. */
    currency: 'NGN';
    /** Your reason. Customers do not see it. */
    reason: string | null;
    /** The refund of the last answer. */
    refund_id: string | null;
    /** When the customer got the link by email. ISO 8601, UTC. */
    emailed_at: string | null;
    /** The customer cannot answer from then on. ISO 8601, UTC. */
    expires_at: string;
    /** When you requested it. ISO 8601, UTC. */
    created_at: string;
}
export interface CreateRefundLinkRequest {
    /** The id or reference of a successful transaction. */
    transaction: string;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** In kobo. By default everything that is left then. */
    amount?: number;
    /** For your records. */
    reason?: string;
    /** Whether the customer gets the link by email. By default, they do. */
    send_email?: boolean;
}
export interface CreatedCustomer {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The code of the customer. */
    customer_code: string;
    /** The email address. */
    email: string;
    /** The first name. */
    first_name: string;
    /** The last name. */
    last_name: string;
    /** The full name. */
    name: string;
    /** The phone number. */
    phone: string | null;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    /** When they first paid or were created. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** true: this call made it. false: it existed, and nothing was done. */
    created: boolean;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
export interface CreateCustomerRequest {
    /** The first name. */
    first_name: string;
    /** The last name. */
    last_name: string;
    /** Identifies the customer, in any letter case. */
    email: string;
    /** The phone number. */
    phone?: string;
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown>;
}
/** The totals of their payments. */
export interface CustomerTotals {
    /** How many payments succeeded. */
    paid: number;
    /** What they paid, in kobo, before refunds. */
    volume: number;
    /** The last payment. ISO 8601, UTC. */
    last_paid_at: string | null;
}
export interface CustomerDetail {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The code of the customer. */
    customer_code: string;
    /** The email address. */
    email: string;
    /** The first name. */
    first_name: string;
    /** The last name. */
    last_name: string;
    /** The full name. */
    name: string;
    /** The phone number. */
    phone: string | null;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    /** When they first paid or were created. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    totals: CustomerTotals;
    dedicated_virtual_account: DedicatedVirtualAccount | null;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
export interface UpdateCustomerRequest {
    /** The first name. */
    first_name?: string;
    /** The last name. */
    last_name?: string;
    /** The phone number. */
    phone?: string | null;
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown> | null;
}
export interface ChargedAuthorization {
    /** `success`: paid. `failed`: declined, see `decline_reason`. `processing`: not known yet; an event follows. `action_required`: the bank asks for the customer, at `checkout_url`. */
    status: 'success' | 'failed' | 'processing' | 'action_required' | (string & {});
    /** Why it failed. See the list of codes. Known values: `declined`, `insufficient_funds`, `incorrect_cvv`, `incorrect_pin`, `incorrect_otp`, `otp_not_sent`, `authentication_failed`, `card_expired`, `card_stolen`, `authorization_unknown`, `not_a_test_card`, `cancelled`, `timed_out`, `rule_matched`. */
    decline_reason: 'declined' | 'insufficient_funds' | 'incorrect_cvv' | 'incorrect_pin' | 'incorrect_otp' | 'otp_not_sent' | 'authentication_failed' | 'card_expired' | 'card_stolen' | 'authorization_unknown' | 'not_a_test_card' | 'cancelled' | 'timed_out' | 'rule_matched' | (string & {}) | null;
    /** Why, in words. */
    decline_message: string | null;
    /** Redirect the customer here. */
    checkout_url: string | null;
    transaction: Transaction;
}
export interface ChargeAuthorizationRequest {
    /** From the `authorization` of a payment, or the list of a customer. */
    authorization_code: string;
    /** In kobo: 500000 is ₦5,000.00. */
    amount: number;
    /** The customer. The receipt goes here. */
    email: string;
    /** The phone number of the customer. */
    phone?: string;
    /** The split by which the payment is shared. */
    split_code?: string;
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. `custom_fields` are shown to the customer; `cancel_action` is where the cancel button leads. */
    metadata?: Record<string, unknown>;
    /** Your unique name for this payment. The same reference with the same amount and email returns the same transaction while it is unpaid. */
    reference?: string;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** Who pays the fee. `business` by default. `customer`: the fee is added to the amount. */
    fee_bearer?: 'business' | 'customer';
    /** The least to charge, in kobo, if the card has less than `amount`. Without it, the whole amount is charged or nothing. `amount` of the transaction is what was charged, and `requested_amount` is what you asked for. Not every provider can. */
    at_least?: number;
}
export interface CreateMandateRequest {
    /** A code from `GET /banks`. */
    bank_code: string;
    /** The account to debit: 10 digits. */
    account_number: string;
    /** Where the customer returns after they have approved it. */
    callback_url?: string;
}
export interface CreatePlanRequest {
    /** Customers see it. */
    name: string;
    /** What they get. */
    description?: string;
    /** For each period, in kobo. */
    amount: number;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** How long a period is. */
    interval: 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'biannually' | 'annually';
    /** How many periods are charged. Without it, until it is cancelled. */
    times?: number;
    /** What follows when the last charge of an invoice has failed. `cancel`: the subscription is cancelled. `keep`: it is `unpaid`, and you can resume it. */
    if_unpaid?: 'cancel' | 'keep';
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown>;
}
export interface UpdatePlanRequest {
    /** Customers see it. */
    name?: string;
    /** What they get. */
    description?: string | null;
    /** For each period, in kobo. */
    amount?: number;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** What follows when the last charge of an invoice has failed. `cancel`: the subscription is cancelled. `keep`: it is `unpaid`, and you can resume it. */
    if_unpaid?: 'cancel' | 'keep';
    /** false: nobody can subscribe to it. */
    active?: boolean;
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown> | null;
}
export interface CreateSubscriptionRequest {
    /** The id or code of the plan. */
    plan: string;
    /** The id, code or email address of the customer. */
    customer: string;
    /** The kept card of the customer to charge. Without it, they pay by transfers to their dedicated virtual account. */
    authorization_code?: string;
    /** The day or time of the first charge; without it, now. A day is of Lagos. */
    start_date?: string;
    /** Days from the start until the first charge. */
    trial_days?: number;
    /** How many units of the plan. */
    quantity?: number;
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown>;
}
export interface UpdateSubscriptionRequest {
    /** The id or code of the plan. */
    plan?: string;
    /** `none`, the default: plan and quantity apply from the next period. `prorate`: they apply now, and the next invoice has the difference for the rest of this period: what is left of the old price is credited and of the new one charged, each rounded down to whole kobo. */
    proration?: 'none' | 'prorate';
    /** How many units of the plan. */
    quantity?: number;
    /** The kept card of the customer to charge. Without it, they pay by transfers to their dedicated virtual account. */
    authorization_code?: string;
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown> | null;
}
export interface CancelSubscriptionRequest {
    /** `now`, the default, or with the end of the current period. */
    at?: 'now' | 'period_end';
}
/** Bank transfers that arrived, by when the bank told of them. */
export interface DepositStatistics {
    /** How many bank transfers arrived. */
    count: number;
    /** The total of these transfers, in kobo. */
    amount: number;
}
/** Disputes that were opened in the range. */
export interface DisputeStatistics {
    /** How many were opened. */
    opened: number;
    /** What they dispute, in kobo. */
    amount: number;
    /** How many of these you won. */
    won: number;
    /** How many you lost. */
    lost: number;
    /** How many you gave up, or did not answer. */
    accepted: number;
}
/** The whole range. */
export interface StatisticsTotals {
    /** What was paid, by time of payment and before refunds, in kobo. */
    volume: number;
    /** How many payments succeeded, by time of payment. */
    succeeded: number;
    /** How many payments started. */
    attempted: number;
    /** The fees with VAT, in kobo. */
    fees: number;
    deposits: DepositStatistics;
    /** How many started payments failed. */
    failed: number;
    /** How many started payments were abandoned. */
    abandoned: number;
    /** How many started payments are still open. */
    pending: number;
    /** What was refunded, by time of refund, in kobo. */
    refunded: number;
    disputes: DisputeStatistics;
    /** Paid on payouts and refunds, by the time they were sent, in kobo. */
    stamp_duty: number;
    /** How many of the ended payments succeeded; 10000 is all. Counts payments that started in the range. Null: none ended. */
    success_rate_basis_points: number | null;
}
export interface StatisticsBucket {
    /** The start of this day or hour in Lagos; of the first, `from`. ISO 8601, UTC. */
    start: string;
    /** What was paid, by time of payment and before refunds, in kobo. */
    volume: number;
    /** How many payments succeeded, by time of payment. */
    succeeded: number;
    /** How many payments started. */
    attempted: number;
    /** The fees with VAT, in kobo. */
    fees: number;
    deposits: DepositStatistics;
}
export interface Statistics {
    /** The start of the range. ISO 8601, UTC. */
    from: string;
    /** The end of the range, exclusive. ISO 8601, UTC. */
    to: string;
    /** The size of a bucket. Known values: `hour`, `day`. */
    by: 'hour' | 'day' | (string & {});
    totals: StatisticsTotals;
    /** One for each day or hour in Lagos, oldest first, without gaps. The first and the last count what lies in the range only. */
    buckets: StatisticsBucket[];
}
export interface TimelineStep {
    /** When it happened. ISO 8601, UTC. */
    at: string;
    /** What kind of step it was. Known values: `started`, `note`, `card`, `account`, `transfer`, `transfer_returned`, `succeeded`, `failed`, `abandoned`, `receipt`, `settlement`, `refund`, `dispute`, `reversed`. */
    kind: 'started' | 'note' | 'card' | 'account' | 'transfer' | 'transfer_returned' | 'succeeded' | 'failed' | 'abandoned' | 'receipt' | 'settlement' | 'refund' | 'dispute' | 'reversed' | (string & {});
    /** For people. It can change. */
    title: string;
    /** More about it, for people. */
    detail: string | null;
}
export interface TimelineEntry {
    /** The id of the entry. */
    entry_id: string;
    /** When it was booked. ISO 8601, UTC. */
    created_at: string;
    /** The account that it left, for people. */
    debit: string;
    /** The account that it reached, for people. */
    credit: string;
    /** In kobo. */
    amount: number;
    /** Booked, reserved, reserved and then booked, or released. Known values: `posted`, `held`, `hold_posted`, `hold_voided`. */
    state: 'posted' | 'held' | 'hold_posted' | 'hold_voided' | (string & {});
    /** Why, for people. */
    reason: string;
}
export interface TimelineEvent {
    /** The id of the event. */
    id: string;
    /** The type of the event. */
    type: string;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
    /** The state of its delivery. `none`: it was not sent. Known values: `pending`, `delivered`, `failed`, `none`. */
    status: 'pending' | 'delivered' | 'failed' | 'none' | (string & {});
}
export interface TimelineShare {
    /** Who receives it. `service`: the fee. `vat`: the VAT on it. Known values: `service`, `vat`, `business`, `subaccount`. */
    party: 'service' | 'vat' | 'business' | 'subaccount' | (string & {});
    /** The subaccount. */
    subaccount_id: string | null;
    /** Percent, or kobo in a flat split. */
    share: number | null;
    /** In kobo. Null until paid. */
    amount: number | null;
}
/** How it is shared. Null without a split. */
export interface TimelineSplit {
    /** The split. */
    split_code: string;
    /** The name of the split. */
    name: string;
    /** `percentage` or `flat`. */
    type: string;
    /** Who pays the fee. */
    bearer_type: string;
    /** All shares. */
    parts: TimelineShare[];
}
export interface Timeline {
    /** What happened, oldest first. */
    steps: TimelineStep[];
    /** Its ledger entries. */
    entries: TimelineEntry[];
    /** The month in whose archive its own ledger entries are: they have left the database, and `entries` has only those of its refunds and disputes. Otherwise null. */
    archived_month: string | null;
    /** Its events of the last 30 days. */
    events: TimelineEvent[];
    /** Its refunds. */
    refunds: Refund[];
    split: TimelineSplit | null;
}
export interface CreatedPayout {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Your reference, or a generated one. */
    reference: string;
    /** `pending`: the amount is held and the bank has not confirmed yet. `success`: it was sent. `failed`: it was not sent, and the amount is back in the wallet. `reversed`: the bank returned it after it was sent, and the amount is back in the wallet. */
    status: 'pending' | 'success' | 'failed' | 'reversed' | (string & {});
    /** In kobo. */
    amount: number;
    /** Taken from your wallet beside the amount, in kobo. 0 if none is due. */
    stamp_duty: number;
    /** Always `NGN`. */
    currency: 'NGN';
    bank: BankName;
    /** The account that receives it. */
    account_number: string;
    /** The account holder, as the bank gives it. */
    account_name: string;
    /** What it is for. */
    reason: string | null;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    /** The subaccount whose money it is. Null: yours. */
    subaccount_id: string | null;
    /** Why it failed or was returned. docs/api/failures.md has all codes. Known values: `account_blocked`, `account_closed`, `account_dormant`, `account_invalid`, `already_returned`, `amount_too_high`, `amount_too_low`, `bank_unknown`, `bank_unreachable`, `card_not_refundable`, `contact_bank`, `duplicate`, `enquiry_differs`, `limit_exceeded`, `not_permitted`, `payment_unknown`, `rail_balance_too_low`, `refused_by_bank`, `refused_by_issuer`, `request_rejected`, `reversed_by_bank`, `security_check`, `sender_unknown`. */
    failure_code: 'account_blocked' | 'account_closed' | 'account_dormant' | 'account_invalid' | 'already_returned' | 'amount_too_high' | 'amount_too_low' | 'bank_unknown' | 'bank_unreachable' | 'card_not_refundable' | 'contact_bank' | 'duplicate' | 'enquiry_differs' | 'limit_exceeded' | 'not_permitted' | 'payment_unknown' | 'rail_balance_too_low' | 'refused_by_bank' | 'refused_by_issuer' | 'request_rejected' | 'reversed_by_bank' | 'security_check' | 'sender_unknown' | (string & {}) | null;
    /** The same for people. It can change. */
    failure_message: string | null;
    /** The session id of the bank. Null until sent. */
    session_id: string | null;
    /** When you requested it. ISO 8601, UTC. */
    created_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** When it was sent or failed. ISO 8601, UTC. */
    completed_at: string | null;
    /** When the bank returned it. ISO 8601, UTC. */
    reversed_at: string | null;
    /** true: this call made it. false: it existed, and nothing was done. */
    created: boolean;
}
export interface CreatePayoutRequest {
    /** In kobo, from the available balance: 500000 is ₦5,000.00. */
    amount: number;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** A code from `GET /banks`. */
    bank_code: string;
    /** The account to pay to. */
    account_number: string;
    /** Your unique name for this payout. The same reference with the same amount and account returns the same payout. */
    reference?: string;
    /** What it is for. The recipient sees it. */
    reason?: string;
    /** Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
    metadata?: Record<string, unknown>;
}
export interface PayoutBatchLineRequest {
    /** In kobo: 500000 is ₦5,000.00. */
    amount: number;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** A code from `GET /banks`. */
    bank_code: string;
    /** The account to pay to. */
    account_number: string;
    /** Your unique name for this payout. */
    reference?: string;
    /** What it is for. The recipient sees it. */
    reason?: string;
    /** Any data, at most 8 KB and 5 levels deep. */
    metadata?: Record<string, unknown>;
}
export interface CreatePayoutBatchRequest {
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** For you and your team. */
    name?: string;
    /** true: the batch is sent without another call, if every name is found and the business does not require approval. */
    auto_send?: boolean;
    /** 1 to 1000 payouts. */
    payouts: PayoutBatchLineRequest[];
}
export interface PayoutBatchPreview {
    /** How many payouts. */
    count: number;
    /** Their total, in kobo. */
    amount: number;
    /** The stamp duty beside it, in kobo. */
    stamp_duty: number;
    /** Lines with the account and amount of an earlier line. A warning. */
    repeated: number;
}
export interface CheckPayoutBatchRequest {
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** For you and your team. */
    name?: string;
    /** true: the batch is sent without another call, if every name is found and the business does not require approval. */
    auto_send?: boolean;
    /** 1 to 1000 payouts. */
    payouts: PayoutBatchLineRequest[];
}
/** One payout of a batch. */
export interface PayoutBatchLine {
    /** Its place in the batch, from 1. */
    number: number;
    /** `waiting`: not sent yet. `pending`, `success`, `failed`, `reversed`: the status of its payout. `not_sent`: it cannot be sent, and no payout was made: see `failure`. `cancelled`: the batch was cancelled before it was sent. */
    status: 'waiting' | 'pending' | 'success' | 'failed' | 'reversed' | 'not_sent' | 'cancelled' | (string & {});
    /** In kobo. */
    amount: number;
    /** Always `NGN`. */
    currency: 'NGN';
    bank: BankName;
    /** The account that receives it. */
    account_number: string;
    /** The account holder, as the bank gives it. Null until known. */
    account_name: string | null;
    /** The answer to the name enquiry. `unknown`: the bank did not answer. Known values: `pending`, `found`, `not_found`, `unknown`. */
    name_check: 'pending' | 'found' | 'not_found' | 'unknown' | (string & {});
    /** Your reference, or a generated one. */
    reference: string;
    /** What it is for. */
    reason: string | null;
    /** Your metadata, unchanged. */
    metadata: Record<string, unknown> | null;
    /** The first line with the same account and amount. A warning, not an error. */
    repeats: number | null;
    /** Of `failed` and `reversed`: the code of the payout. Of `not_sent`: `account_not_resolved`, `duplicate_reference`, `unknown_bank`. Known values: `account_blocked`, `account_closed`, `account_dormant`, `account_invalid`, `already_returned`, `amount_too_high`, `amount_too_low`, `bank_unknown`, `bank_unreachable`, `card_not_refundable`, `contact_bank`, `duplicate`, `enquiry_differs`, `limit_exceeded`, `not_permitted`, `payment_unknown`, `rail_balance_too_low`, `refused_by_bank`, `refused_by_issuer`, `request_rejected`, `reversed_by_bank`, `security_check`, `sender_unknown`, `account_not_resolved`, `duplicate_reference`, `unknown_bank`. */
    failure_code: 'account_blocked' | 'account_closed' | 'account_dormant' | 'account_invalid' | 'already_returned' | 'amount_too_high' | 'amount_too_low' | 'bank_unknown' | 'bank_unreachable' | 'card_not_refundable' | 'contact_bank' | 'duplicate' | 'enquiry_differs' | 'limit_exceeded' | 'not_permitted' | 'payment_unknown' | 'rail_balance_too_low' | 'refused_by_bank' | 'refused_by_issuer' | 'request_rejected' | 'reversed_by_bank' | 'security_check' | 'sender_unknown' | 'account_not_resolved' | 'duplicate_reference' | 'unknown_bank' | (string & {}) | null;
    /** The same for people. It can change. */
    failure_message: string | null;
    /** The payout. Null until there is one. */
    payout_id: string | null;
    /** The session id of the bank. Null until sent. */
    session_id: string | null;
    /** When it was sent or failed. ISO 8601, UTC. */
    completed_at: string | null;
    /** When the bank returned it. ISO 8601, UTC. */
    reversed_at: string | null;
}
/** The state of `url`. */
export interface WebhookEndpoint {
    /** The last characters of the secret. */
    secret_hint: string;
    /** After a roll: until then, `X-Service-Signature` is made with the old secret, and `webhook-signature` carries a signature of each. ISO 8601, UTC. */
    old_secret_until: string | null;
    /** How many attempts failed since the last success. */
    failures: number;
    /** When it began to fail. It is turned off after 5 days. ISO 8601, UTC. */
    failing_since: string | null;
    /** The next attempt: after ten failures in a row, there is one a minute. ISO 8601, UTC. */
    next_probe_at: string | null;
    /** When it was turned off. Set the URL again to turn it on. ISO 8601, UTC. */
    disabled_at: string | null;
    /** `gone`: it returned 410. `failing`: 5 days and 10 failures in a row. */
    disabled_reason: 'gone' | 'failing' | (string & {}) | null;
}
/** The state of both URLs. */
export interface WebhookEndpoints {
    standard: WebhookEndpoint;
    /** The state of `dedicated_virtual_account_url`. */
    dedicated_virtual_account: WebhookEndpoint;
}
export interface WebhookNotice {
    /** Which of the two URLs. Known values: `standard`, `dedicated_virtual_account`. */
    which: 'standard' | 'dedicated_virtual_account' | (string & {});
    /** What happened. Known values: `failing_24h`, `failing_72h`, `turned_off`. */
    kind: 'failing_24h' | 'failing_72h' | 'turned_off' | (string & {});
    /** When it began to fail. ISO 8601, UTC. */
    since: string;
    /** The webhook URL. */
    url: string;
    /** When it was noticed. ISO 8601, UTC. */
    created_at: string;
}
export interface WebhookSettings {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Where events are sent. Null: events are only stored. */
    url: string | null;
    /** Where events of deposits to dedicated virtual accounts are sent. Null: to `url`. */
    dedicated_virtual_account_url: string | null;
    /** Which events are sent, to both URLs. `*` for all. */
    events: string[];
    /** The format of the events. `paystack`: as Paystack sends them, with `x-paystack-signature` made with the webhook secret. Known values: `standard`, `paystack`. */
    format: 'standard' | 'paystack' | (string & {});
    /** The version of the API that events are sent in. */
    api_version: string;
    endpoints: WebhookEndpoints;
    /** Problems of your webhook URLs: the last 20, newest first. */
    notices: WebhookNotice[];
}
export interface UpdateWebhooksRequest {
    /** Where events are sent; https in live mode. null clears it. */
    url?: string | null;
    /** Another URL for deposits to dedicated virtual accounts. null: they are sent to `url`. */
    dedicated_virtual_account_url?: string | null;
    /** Which events are sent, to both URLs: names of webhooks of this document. `*` for all, including events of later versions. */
    events?: string[];
    /** The format of the events. `paystack`: as Paystack sends them, with `x-paystack-signature` made with the webhook secret. */
    format?: 'standard' | 'paystack';
    /** The version of the API that events are sent in. Stored events keep theirs. */
    api_version?: '2026-12-01';
}
export interface RolledWebhookSecret {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Which URL; `both` gives both URLs the same secret. Known values: `standard`, `dedicated_virtual_account`, `both`. */
    which: 'standard' | 'dedicated_virtual_account' | 'both' | (string & {});
    /** The new secret. It is shown only once. */
    secret: string;
    /** Until then, `X-Service-Signature` is made with the old secret, and `webhook-signature` carries a signature of each. ISO 8601, UTC. */
    old_secret_until: string | null;
}
export interface RollWebhookSecretRequest {
    /** Which URL; `both` gives both URLs the same secret. */
    which: 'standard' | 'dedicated_virtual_account' | 'both';
    /** How long the old secret stays valid. 0 if it has leaked. */
    overlap_hours: number;
}
export interface AddedEndpoints {
    /** At most 10. */
    endpoints: AddedEndpoint[];
}
export interface CreatedEndpoint {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Where events are sent. */
    url: string;
    /** What it is for. */
    description: string | null;
    /** Which events are sent to it. `*` for all. */
    events: string[];
    /** The format of the events. `paystack`: as Paystack sends them, with `x-paystack-signature` made with the webhook secret. Known values: `standard`, `paystack`. */
    format: 'standard' | 'paystack' | (string & {});
    /** The version of the API that events are sent in. */
    api_version: string;
    /** Whether events are sent to it. */
    enabled: boolean;
    /** The last characters of the secret. */
    secret_hint: string;
    /** After a roll: until then, `X-Service-Signature` is made with the old secret, and `webhook-signature` carries a signature of each. ISO 8601, UTC. */
    old_secret_until: string | null;
    /** How many attempts failed since the last success. */
    failures: number;
    /** When it began to fail. It is turned off after 5 days. ISO 8601, UTC. */
    failing_since: string | null;
    /** The next attempt: after ten failures in a row, there is one a minute. ISO 8601, UTC. */
    next_probe_at: string | null;
    /** When it was turned off. ISO 8601, UTC. */
    disabled_at: string | null;
    /** `gone`: it returned 410. `failing`: 5 days and 10 failures in a row. `paused`: by you. */
    disabled_reason: 'gone' | 'failing' | 'paused' | (string & {}) | null;
    /** When it was added. ISO 8601, UTC. */
    created_at: string;
    /** When you last changed it. ISO 8601, UTC. */
    updated_at: string;
    /** Signs its events. It is shown only once. */
    secret: string;
    /** The version of the record, in the result of a call that reads or changes it alone. Give it to a change, which is then made only if nobody else has changed the record. */
    etag?: string;
}
export interface CreateEndpointRequest {
    /** Where events are sent; https in live mode. */
    url: string;
    /** Which events are sent to it. `*` for all, also of later versions. */
    events?: string[];
    /** What it is for, for your team. */
    description?: string;
    /** The format of the events. `paystack`: as Paystack sends them, with `x-paystack-signature` made with the webhook secret. */
    format?: 'standard' | 'paystack';
    /** The version of the API that events are sent in. */
    api_version?: '2026-12-01';
}
export interface UpdateEndpointRequest {
    /** Where events are sent; https in live mode. */
    url?: string;
    /** Which events are sent to it. `*` for all, also of later versions. */
    events?: string[];
    /** What it is for, for your team. */
    description?: string | null;
    /** The format of the events. `paystack`: as Paystack sends them, with `x-paystack-signature` made with the webhook secret. */
    format?: 'standard' | 'paystack';
    /** The version of the API that events are sent in. */
    api_version?: '2026-12-01';
    /** false: nothing is sent to it, and what waits fails. Events are stored, and can be resent. */
    enabled?: boolean;
}
export interface RolledEndpointSecret {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The id of this record. */
    id: string;
    /** The new secret. It is shown only once. */
    secret: string;
    /** Until then, the old secret signs too. ISO 8601, UTC. */
    old_secret_until: string | null;
}
export interface RollEndpointSecretRequest {
    /** How long the old secret stays valid. 0 if it has leaked. */
    overlap_hours: number;
}
export interface SigningKey {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The key of `x-paystack-signature`. Known values: `webhook_secret`, `secret_key`. */
    signs_with: 'webhook_secret' | 'secret_key' | (string & {});
    /** The beginning and end of the secret key, to identify it. */
    hint: string | null;
    /** After a roll of the secret key: until then it signs, and then its successor. ISO 8601, UTC. */
    ends_at: string | null;
}
export interface UpdateSigningKeyRequest {
    /** A secret key of this mode. null: the webhook secret signs. */
    secret_key: string | null;
}
export interface DeliveryAttempt {
    /** `settings`: a URL of the settings. Otherwise the added endpoint. */
    endpoint: string;
    /** The number of the attempt. */
    attempt: number;
    /** The webhook URL. */
    url: string;
    /** The HTTP status of the response. */
    status: number | null;
    /** Why there was no response. */
    error: string | null;
    /** How long the response took, in milliseconds. */
    latency_ms: number;
    /** The first 2 KB of the response. */
    answer: string;
    /** When it ended. ISO 8601, UTC. */
    created_at: string;
}
/** An event with its delivery attempts. */
export interface EventDetail {
    /** The id, as in the headers `X-Service-Event-Id` and `webhook-id`. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** What happened. Known values: `transaction.success`, `transaction.failed`, `transaction.abandoned`, `transaction.reversed`, `transaction.not_subscribed`, `transaction.review_opened`, `transaction.review_closed`, `transaction.displaced`, `card_testing.detected`, `card_testing.ended`, `transfer.received`, `bank_transfer.rejected`, `bank_transfer.bounced`, `deposit.returning`, `deposit.returned`, `deposit.return_refused`, `deposit.quarantined`, `deposit.topped_up`, `dedicated_virtual_account.created`, `dedicated_virtual_account.tier_raised`, `dedicated_virtual_account.split_changed`, `plan.created`, `plan.updated`, `subscription.created`, `subscription.updated`, `subscription.not_renewing`, `subscription.cancelled`, `subscription.completed`, `invoice.created`, `invoice.paid`, `invoice.payment_failed`, `invoice.uncollectible`, `invoice.voided`, `refund.pending`, `refund.processed`, `refund.failed`, `dispute.created`, `dispute.updated`, `dispute.closed`, `payout.pending`, `payout.success`, `payout.failed`, `payout.reversed`, `payout_batch.completed`, `balance.low`, `settlement.settled`, `split.created`, `split.updated`, `split.deactivated`, `subaccount.created`, `subaccount.updated`, `subaccount.deactivated`, `subaccount.account_change.requested`, `subaccount.account_change.effective`, `subaccount.account_change.cancelled`, `customer.created`, `customer.updated`, `authorization.created`, `authorization.rejected`, `authorization.expiring`, `authorization.deactivated`, `payment_link.created`, `payment_link.updated`, `payment_link.deactivated`, `payment_link.used_up`, `identity.verified`, `identity.failed`, `identity.locked`, `identity.expired`, `settings.updated`, `fees.updated`, `live_mode.enabled`, `live_mode.refused`, `api_key.created`, `api_key.updated`, `api_key.rolled`, `api_key.revoked`, `webhook.updated`, `webhook.failing`, `webhook.disabled`, `webhook.enabled`, `webhook.recovered`, `webhook.secret_rolled`, `webhook.test`. */
    type: 'transaction.success' | 'transaction.failed' | 'transaction.abandoned' | 'transaction.reversed' | 'transaction.not_subscribed' | 'transaction.review_opened' | 'transaction.review_closed' | 'transaction.displaced' | 'card_testing.detected' | 'card_testing.ended' | 'transfer.received' | 'bank_transfer.rejected' | 'bank_transfer.bounced' | 'deposit.returning' | 'deposit.returned' | 'deposit.return_refused' | 'deposit.quarantined' | 'deposit.topped_up' | 'dedicated_virtual_account.created' | 'dedicated_virtual_account.tier_raised' | 'dedicated_virtual_account.split_changed' | 'plan.created' | 'plan.updated' | 'subscription.created' | 'subscription.updated' | 'subscription.not_renewing' | 'subscription.cancelled' | 'subscription.completed' | 'invoice.created' | 'invoice.paid' | 'invoice.payment_failed' | 'invoice.uncollectible' | 'invoice.voided' | 'refund.pending' | 'refund.processed' | 'refund.failed' | 'dispute.created' | 'dispute.updated' | 'dispute.closed' | 'payout.pending' | 'payout.success' | 'payout.failed' | 'payout.reversed' | 'payout_batch.completed' | 'balance.low' | 'settlement.settled' | 'split.created' | 'split.updated' | 'split.deactivated' | 'subaccount.created' | 'subaccount.updated' | 'subaccount.deactivated' | 'subaccount.account_change.requested' | 'subaccount.account_change.effective' | 'subaccount.account_change.cancelled' | 'customer.created' | 'customer.updated' | 'authorization.created' | 'authorization.rejected' | 'authorization.expiring' | 'authorization.deactivated' | 'payment_link.created' | 'payment_link.updated' | 'payment_link.deactivated' | 'payment_link.used_up' | 'identity.verified' | 'identity.failed' | 'identity.locked' | 'identity.expired' | 'settings.updated' | 'fees.updated' | 'live_mode.enabled' | 'live_mode.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rolled' | 'api_key.revoked' | 'webhook.updated' | 'webhook.failing' | 'webhook.disabled' | 'webhook.enabled' | 'webhook.recovered' | 'webhook.secret_rolled' | 'webhook.test' | (string & {});
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
    /** What it is about, as in the webhook: see the schema of that webhook. */
    data: Record<string, unknown>;
    /** The body of the webhook as a string, byte for byte as it is signed and sent. */
    body: string;
    delivery: Delivery | null;
    /** One for each endpoint that it is sent to. */
    deliveries: EndpointDelivery[];
    /** Newest first; at most 100. */
    attempts: DeliveryAttempt[];
}
export interface ResentEvents {
    /** How many are sent again, once for each endpoint. */
    events: number;
}
export interface ResendEventsRequest {
    /** The start: a day in Lagos, or a time. */
    from: string;
    /** The end: a day in Lagos, inclusive, or a time, exclusive; at most 30 days later. */
    to: string;
    /** Only events that could not be delivered, or wait to be retried. false by default. */
    only_failed?: boolean;
}
export interface SendTestEventRequest {
    /** Which webhook URL. `standard` by default. */
    which?: 'standard' | 'dedicated_virtual_account';
}
export interface SimulateTransferRequest {
    /** An account number that was issued to you in test mode. */
    account_number: string;
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** In kobo. */
    amount: number;
    /** The name of the sender. */
    sender_name?: string;
    /** The bank code of the sender. */
    sender_bank_code?: string;
    /** The account number of the sender. */
    sender_account_number?: string;
    /** What the sender writes. */
    narration?: string;
    /** The same session id is the same transfer and is credited once. If another business has used it, the deposit gets another one. */
    session_id?: string;
}
export interface SandboxUssdCode {
    /** The code. */
    code: string;
}
export interface DialUssdCodeRequest {
    /** A code that a checkout of yours shows: `next.code`. */
    code: string;
}
export interface SandboxBalance {
    /** The available balance, in kobo. */
    available: number;
    /** Always `NGN`. */
    currency: 'NGN';
}
export interface SetSandboxBalanceRequest {
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** The new available balance, in kobo. */
    amount: number;
}
export interface SandboxMessage {
    /** The id of this record. */
    id: string;
    /** How it would be sent. Known values: `sms`, `email`. */
    channel: 'sms' | 'email' | (string & {});
    /** A masked phone number, or an email address. */
    to: string;
    /** The subject of an email. */
    subject: string | null;
    /** The text. */
    text: string;
    /** The HTML of an email. */
    html: string | null;
    /** The OTP in a text message. */
    otp: string | null;
    /** When it was sent. ISO 8601, UTC. */
    created_at: string;
}
export interface SettlementSchedule {
    /** With the payment, or on the next working day as in live mode. Known values: `instant`, `T+1`. */
    schedule: 'instant' | 'T+1' | (string & {});
}
export interface UpdateSettlementScheduleRequest {
    /** With the payment, or on the next working day as in live mode. */
    schedule: 'instant' | 'T+1';
}
export interface PayTransactionRequest {
    /** How to pay. */
    channel: 'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay';
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** In kobo, with `bank_transfer` only: pay more or less than the amount. */
    amount?: number;
    /** `success` by default. `declined`: not with `bank_transfer`. */
    outcome?: 'success' | 'declined';
}
export interface DisputeTransactionRequest {
    /** The reference of a successful transaction. */
    reference: string;
    /** How it ends, a minute after you contest it. */
    outcome: 'won' | 'lost';
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** In kobo. By default all that was not refunded. */
    amount?: number;
}
export interface SandboxSuspendedTransfer {
    /** The id of this record. */
    id: string;
    /** `open` until it is assigned. Known values: `open`, `assigned`. */
    state: 'open' | 'assigned' | (string & {});
    /** In kobo. */
    amount: number;
    /** Always `NGN`. */
    currency: 'NGN';
    /** The account number that nobody has. */
    account_number: string;
    /** The session id of the transfer. */
    session_id: string;
    /** When it arrived. ISO 8601, UTC. */
    received_at: string;
}
export interface SimulateSuspendedTransferRequest {
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** In kobo. */
    amount: number;
    /** The name of the sender. */
    sender_name?: string;
    /** The bank code of the sender. */
    sender_bank_code?: string;
    /** The account number of the sender. */
    sender_account_number?: string;
    /** What the sender writes. */
    narration?: string;
}
export interface AssignSuspendedTransferRequest {
    /** `NGN`, or left out. */
    currency?: 'NGN';
    /** A dedicated account of a customer, or the account of your wallet. */
    account_number: string;
}
export interface SandboxRail {
    /** `bank`: accounts and transfers. `card`: cards. `identity`: BVN and NIN. `message`: email. Or one operation, such as `payouts.send`, or one notification, such as `cards.notify`. Known values: `bank`, `card`, `identity`, `message`, `banks.resolve`, `accounts.issue_one_off`, `accounts.issue`, `accounts.raise_tier`, `payouts.send`, `payouts.enquire`, `returns.send`, `returns.enquire`, `transfers.enquire`, `cards.charge`, `ussd.request`, `pages.open`, `cards.submit_pin`, `cards.submit_otp`, `cards.enquire`, `cards.reverse`, `cards.refund`, `cards.enquire_refund`, `cards.forget`, `mandates.open`, `mandates.enquire`, `identity.send_code`, `identity.enquire`, `identity.submit_code`, `mail.send`, `transfers.notify`, `cards.notify`. */
    rail: 'bank' | 'card' | 'identity' | 'message' | 'banks.resolve' | 'accounts.issue_one_off' | 'accounts.issue' | 'accounts.raise_tier' | 'payouts.send' | 'payouts.enquire' | 'returns.send' | 'returns.enquire' | 'transfers.enquire' | 'cards.charge' | 'ussd.request' | 'pages.open' | 'cards.submit_pin' | 'cards.submit_otp' | 'cards.enquire' | 'cards.reverse' | 'cards.refund' | 'cards.enquire_refund' | 'cards.forget' | 'mandates.open' | 'mandates.enquire' | 'identity.send_code' | 'identity.enquire' | 'identity.submit_code' | 'mail.send' | 'transfers.notify' | 'cards.notify' | (string & {});
    /** How the calls fail. Null: they do not. Known values: `down`, `timeout`, `refused`, `slow`, `lost`. */
    outcome: 'down' | 'timeout' | 'refused' | 'slow' | 'lost' | (string & {}) | null;
    /** How many more calls fail. Null: all, until you send 0. */
    times: number | null;
    /** How long a slow call takes, in milliseconds. */
    delay_ms: number | null;
}
export interface UpdateSandboxRailRequest {
    /** `down`: the rail is down. `timeout`: it does not respond, and never received the call. `refused`: it rejects the call; calls that cannot be rejected succeed. `slow`: it answers after `delay_ms`; not in production. `lost`: it does not send the notification, for `transfers.notify` and `cards.notify`. */
    outcome: 'down' | 'timeout' | 'refused' | 'slow' | 'lost';
    /** How many of your next calls to this rail or operation fail. 0: none. Null: all, until you send 0. */
    times: number | null;
    /** For `slow`: how long it takes, in real milliseconds. */
    delay_ms?: number;
}
export interface CardLimits {
    /** `on`: as in live mode. `off`: no limits, for your own tests. `paused`: every card must wait (429 `card_paused`). `stopped`: every card is rejected (403 `card_testing_stopped`). */
    limits: 'on' | 'off' | 'paused' | 'stopped' | (string & {});
}
export interface UpdateSandboxCardLimitsRequest {
    /** `on`: as in live mode. `off`: no limits, for your own tests. `paused`: every card must wait (429 `card_paused`). `stopped`: every card is rejected (403 `card_testing_stopped`). */
    limits: 'on' | 'off' | 'paused' | 'stopped';
}
export interface SandboxReset {
    /** When it was emptied. ISO 8601, UTC. */
    reset_at: string;
}
export interface SandboxClock {
    /** The time of the service. ISO 8601, UTC. */
    now: string;
    /** Whether it was moved since the service started. */
    is_moved: boolean;
    /** Whether the service was started for test suites. */
    can_be_moved: boolean;
}
export interface SandboxJob {
    /** When. ISO 8601, UTC. */
    at: string;
    /** The background job. */
    job: string;
    /** How many records it handled, of every business. */
    count: number;
}
export interface SandboxEvent {
    /** The id of the event. */
    id: string;
    /** The type of the event. */
    event: string;
    /** When it was emitted. ISO 8601, UTC. */
    created_at: string;
}
export interface SandboxClockMoved {
    /** The time of the service. ISO 8601, UTC. */
    now: string;
    /** The background jobs that had work on the way, in order. */
    happened: SandboxJob[];
    /** The first 1,000 events of your business on the way, in order. */
    events: SandboxEvent[];
}
export interface MoveSandboxClockRequest {
    /** A time with its zone, not before the present one. */
    now?: string;
    /** How far: a number and second, minute, hour, day or week. */
    advance?: string;
}
export interface ExampleData {
    /** The state of the run. Known values: `none`, `running`, `done`, `failed`. */
    state: 'none' | 'running' | 'done' | 'failed' | (string & {});
    /** How many days are created. */
    done: number;
    /** How many days were requested. */
    total: number;
}
export interface CreateExamplesRequest {
    /** How many days, until today. */
    days: number;
}
/** The state of the verification. */
export interface InitiationProviderResponse {
    /** The same as `verification_id`. */
    _id: string;
    /** Always `Pending`. */
    status: 'Pending';
}
/** Success. */
export interface InitiatedVerification {
    /** The OTP was sent. */
    status: 'success';
    /** For people. It can change. */
    message: string;
    /** Send it to validate. */
    verification_id: string;
    provider_response: InitiationProviderResponse;
}
/** Your proof of consent. Stored encrypted. */
export interface ConsentInput {
    /** What the person agreed to, in your words. */
    text: string;
    /** The IP address of the person. */
    ip?: string;
    /** When the person agreed. */
    at?: string;
}
export interface InitiateBvnVerificationRequest {
    /** The kind of number. */
    type: 'BVN' | 'NIN';
    /** The BVN or NIN: 11 digits. */
    number: string;
    consent?: ConsentInput;
}
export interface InitiateIdentityVerificationRequest {
    /** The kind of number. */
    type: 'BVN' | 'NIN';
    /** The BVN or NIN: 11 digits. */
    number: string;
    consent?: ConsentInput;
}
export interface SandboxBusiness {
    /** The id of the business. */
    business_id: string;
    /** Its name. */
    name: string;
    /** Its secret test key. */
    secret_key: string;
    /** Its public test key. */
    public_key: string;
    /** Where its events are sent. */
    webhook_url: string | null;
    /** The secret that signs its events. */
    webhook_secret: string;
    /** The secret that signs events sent to `dedicated_virtual_account_url`. */
    dedicated_virtual_account_webhook_secret: string;
}
export interface CreateSandboxBusinessRequest {
    /** A name that no business has. One is made up by default. */
    name?: string;
    /** Where its events are sent. None by default. */
    webhook_url?: string;
    /** Makes its id, keys, webhook secrets, references and account numbers repeatable. No other business of the service may have it. */
    seed?: string;
}
export interface Bank {
    /** The name of the bank. */
    name: string;
    /** Send it as `bank_code`. A string: leading zeros count. */
    code: string;
    /** For URLs and logos. */
    slug: string;
    /** Six digits, used between banks. Accepted as `bank_code` too. */
    nip_code: string | null;
    /** The kind of licence. Known values: `commercial`, `merchant`, `payment_service`, `microfinance`, `mortgage`, `finance`. */
    type: 'commercial' | 'merchant' | 'payment_service' | 'microfinance' | 'mortgage' | 'finance' | (string & {});
}
export interface ResolvedAccount {
    /** The account holder, as the bank gives it. */
    account_name: string;
    /** The account number. */
    account_number: string;
    /** The bank code, as in the list. */
    bank_code: string;
    /** Advice only: many valid numbers fail it. Null: the bank has no check digit. */
    check_digit_valid: boolean | null;
}
export interface ResolveAccountRequest {
    /** A code from `GET /banks`. */
    bank_code: string;
    /** 10 digits. */
    account_number: string;
}
export interface TransactionSuccessEvent {
    /** The type of the event. */
    event: 'transaction.success';
    data: Transaction;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface TransactionFailedEvent {
    /** The type of the event. */
    event: 'transaction.failed';
    data: Transaction;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface TransactionAbandonedEvent {
    /** The type of the event. */
    event: 'transaction.abandoned';
    data: Transaction;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface TransactionNotSubscribedEvent {
    /** The type of the event. */
    event: 'transaction.not_subscribed';
    data: Transaction;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface TransactionReviewOpenedEvent {
    /** The type of the event. */
    event: 'transaction.review_opened';
    data: Transaction;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface TransactionReviewClosedEvent {
    /** The type of the event. */
    event: 'transaction.review_closed';
    data: Transaction;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface TransactionDisplacedEvent {
    /** The type of the event. */
    event: 'transaction.displaced';
    data: Transaction;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface TransactionReversedEvent {
    /** The type of the event. */
    event: 'transaction.reversed';
    data: Transaction;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** Someone is testing cards at your checkout. */
export interface CardTesting {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** For people. It can change. */
    message: string;
    /** When the limit on cards ends, if no more are declined. ISO 8601, UTC. */
    until: string;
}
export interface CardTestingDetectedEvent {
    /** The type of the event. */
    event: 'card_testing.detected';
    data: CardTesting;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** Cards are no longer limited at your checkout. */
export interface CardTestingEnded {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** When card testing was detected. ISO 8601, UTC. */
    began_at: string;
}
export interface CardTestingEndedEvent {
    /** The type of the event. */
    event: 'card_testing.ended';
    data: CardTestingEnded;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** A transfer to a dedicated virtual account. */
export interface ReceivedTransfer {
    /** What arrived, in kobo. */
    amount: number;
    /** The dedicated virtual account that received it. */
    account_number: string;
    /** The name of the sender. */
    source: string;
    /** The reference of the transaction. */
    reference: string;
    /** The id of the transaction. */
    transaction_uuid: string;
}
export interface TransferReceivedEvent {
    /** The type of the event. */
    event: 'transfer.received';
    data: ReceivedTransfer;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** A transfer that does not match its transaction. */
export interface RejectedTransfer {
    /** The id of this record. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** `matched`: it paid a transaction or topped up the wallet. The others did not and are returned to the sender: `unmatched`, `returning`, `returned`. `return_refused`: the bank rejected the return. */
    status: 'matched' | 'unmatched' | 'returning' | 'returned' | 'return_refused' | (string & {});
    /** Why it did not match. Known values: `amount_too_low`, `amount_too_high`, `late`, `already_paid`, `closed`. */
    reason: 'amount_too_low' | 'amount_too_high' | 'late' | 'already_paid' | 'closed' | (string & {}) | null;
    /** What arrived, in kobo. */
    amount: number;
    /** Always `NGN`. */
    currency: 'NGN';
    /** The account number that received it. */
    account_number: string;
    /** The account of a payment, of a customer, or of your wallet. Known values: `one_off`, `dedicated`, `wallet`. */
    account_kind: 'one_off' | 'dedicated' | 'wallet' | (string & {});
    /** The name of the sender. */
    sender_name: string;
    /** The bank code of the sender. */
    sender_bank_code: string;
    /** Masked. */
    sender_account_number: string;
    /** What the sender wrote. */
    narration: string;
    /** The session id of the bank: one for each transfer. */
    session_id: string;
    /** The session id of the return. */
    return_session_id: string | null;
    /** The transaction. Null for the wallet. */
    transaction_id: string | null;
    /** When it arrived at the bank. ISO 8601, UTC. */
    received_at: string;
    /** When it last changed. ISO 8601, UTC. */
    updated_at: string;
    /** Of the transaction. */
    reference: string;
}
export interface BankTransferRejectedEvent {
    /** The type of the event. */
    event: 'bank_transfer.rejected';
    data: RejectedTransfer;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** A transfer that the bank sent back itself. */
export interface BouncedTransfer {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Of the transaction. */
    reference: string;
    /** The id of the transaction. */
    transaction_id: string;
    /** To which it was sent. */
    account_number: string;
    /** What was sent, in kobo. */
    amount: number;
    /** What the account accepts, in kobo. */
    expected_amount: number;
    /** Always `NGN`. */
    currency: 'NGN';
}
export interface BankTransferBouncedEvent {
    /** The type of the event. */
    event: 'bank_transfer.bounced';
    data: BouncedTransfer;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface DepositReturningEvent {
    /** The type of the event. */
    event: 'deposit.returning';
    data: Deposit;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface DepositReturnedEvent {
    /** The type of the event. */
    event: 'deposit.returned';
    data: Deposit;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface DepositReturnRefusedEvent {
    /** The type of the event. */
    event: 'deposit.return_refused';
    data: Deposit;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface DepositQuarantinedEvent {
    /** The type of the event. */
    event: 'deposit.quarantined';
    data: QuarantinedDeposit;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface DepositToppedUpEvent {
    /** The type of the event. */
    event: 'deposit.topped_up';
    data: Deposit;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface DedicatedVirtualAccountCreatedEvent {
    /** The type of the event. */
    event: 'dedicated_virtual_account.created';
    data: DedicatedVirtualAccount;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface DedicatedVirtualAccountTierRaisedEvent {
    /** The type of the event. */
    event: 'dedicated_virtual_account.tier_raised';
    data: DedicatedVirtualAccount;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface DedicatedVirtualAccountSplitChangedEvent {
    /** The type of the event. */
    event: 'dedicated_virtual_account.split_changed';
    data: DedicatedVirtualAccount;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface PlanCreatedEvent {
    /** The type of the event. */
    event: 'plan.created';
    data: Plan;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface PlanUpdatedEvent {
    /** The type of the event. */
    event: 'plan.updated';
    data: Plan;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SubscriptionCreatedEvent {
    /** The type of the event. */
    event: 'subscription.created';
    data: Subscription;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SubscriptionUpdatedEvent {
    /** The type of the event. */
    event: 'subscription.updated';
    data: Subscription;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SubscriptionNotRenewingEvent {
    /** The type of the event. */
    event: 'subscription.not_renewing';
    data: Subscription;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SubscriptionCancelledEvent {
    /** The type of the event. */
    event: 'subscription.cancelled';
    data: Subscription;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SubscriptionCompletedEvent {
    /** The type of the event. */
    event: 'subscription.completed';
    data: Subscription;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface InvoiceCreatedEvent {
    /** The type of the event. */
    event: 'invoice.created';
    data: Invoice;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface InvoicePaidEvent {
    /** The type of the event. */
    event: 'invoice.paid';
    data: Invoice;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface InvoicePaymentFailedEvent {
    /** The type of the event. */
    event: 'invoice.payment_failed';
    data: Invoice;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface InvoiceUncollectibleEvent {
    /** The type of the event. */
    event: 'invoice.uncollectible';
    data: Invoice;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface InvoiceVoidedEvent {
    /** The type of the event. */
    event: 'invoice.voided';
    data: Invoice;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface RefundPendingEvent {
    /** The type of the event. */
    event: 'refund.pending';
    data: Refund;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface RefundProcessedEvent {
    /** The type of the event. */
    event: 'refund.processed';
    data: Refund;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface RefundFailedEvent {
    /** The type of the event. */
    event: 'refund.failed';
    data: Refund;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface DisputeCreatedEvent {
    /** The type of the event. */
    event: 'dispute.created';
    data: Dispute;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface DisputeUpdatedEvent {
    /** The type of the event. */
    event: 'dispute.updated';
    data: Dispute;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface DisputeClosedEvent {
    /** The type of the event. */
    event: 'dispute.closed';
    data: Dispute;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface PayoutPendingEvent {
    /** The type of the event. */
    event: 'payout.pending';
    data: Payout;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface PayoutSuccessEvent {
    /** The type of the event. */
    event: 'payout.success';
    data: Payout;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface PayoutBatchCompletedEvent {
    /** The type of the event. */
    event: 'payout_batch.completed';
    data: PayoutBatch;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface PayoutFailedEvent {
    /** The type of the event. */
    event: 'payout.failed';
    data: Payout;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface PayoutReversedEvent {
    /** The type of the event. */
    event: 'payout.reversed';
    data: Payout;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** The available balance fell below your threshold. */
export interface LowBalance {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Always `NGN`. */
    currency: 'NGN';
    /** The available balance after it fell, in kobo. */
    available: number;
    /** Your threshold, in kobo. */
    threshold: number;
}
export interface BalanceLowEvent {
    /** The type of the event. */
    event: 'balance.low';
    data: LowBalance;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SettlementSettledEvent {
    /** The type of the event. */
    event: 'settlement.settled';
    data: Settlement;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SplitCreatedEvent {
    /** The type of the event. */
    event: 'split.created';
    data: Split;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SplitUpdatedEvent {
    /** The type of the event. */
    event: 'split.updated';
    data: Split;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SplitDeactivatedEvent {
    /** The type of the event. */
    event: 'split.deactivated';
    data: Split;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SubaccountCreatedEvent {
    /** The type of the event. */
    event: 'subaccount.created';
    data: Subaccount;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SubaccountUpdatedEvent {
    /** The type of the event. */
    event: 'subaccount.updated';
    data: Subaccount;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SubaccountDeactivatedEvent {
    /** The type of the event. */
    event: 'subaccount.deactivated';
    data: Subaccount;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SubaccountAccountChangeRequestedEvent {
    /** The type of the event. */
    event: 'subaccount.account_change.requested';
    data: AccountChange;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SubaccountAccountChangeEffectiveEvent {
    /** The type of the event. */
    event: 'subaccount.account_change.effective';
    data: AccountChange;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface SubaccountAccountChangeCancelledEvent {
    /** The type of the event. */
    event: 'subaccount.account_change.cancelled';
    data: AccountChange;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface CustomerCreatedEvent {
    /** The type of the event. */
    event: 'customer.created';
    data: Customer;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface CustomerUpdatedEvent {
    /** The type of the event. */
    event: 'customer.updated';
    data: Customer;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface AuthorizationCreatedEvent {
    /** The type of the event. */
    event: 'authorization.created';
    data: Authorization;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface AuthorizationRejectedEvent {
    /** The type of the event. */
    event: 'authorization.rejected';
    data: Authorization;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface AuthorizationExpiringEvent {
    /** The type of the event. */
    event: 'authorization.expiring';
    data: Authorization;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface AuthorizationDeactivatedEvent {
    /** The type of the event. */
    event: 'authorization.deactivated';
    data: Authorization;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface PaymentLinkCreatedEvent {
    /** The type of the event. */
    event: 'payment_link.created';
    data: PaymentLink;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface PaymentLinkUpdatedEvent {
    /** The type of the event. */
    event: 'payment_link.updated';
    data: PaymentLink;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface PaymentLinkDeactivatedEvent {
    /** The type of the event. */
    event: 'payment_link.deactivated';
    data: PaymentLink;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** A payment link whose uses are all taken. */
export interface UsedUpLink {
    /** The id of the payment link. */
    id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** How many payments it takes. */
    uses_max: number;
}
export interface PaymentLinkUsedUpEvent {
    /** The type of the event. */
    event: 'payment_link.used_up';
    data: UsedUpLink;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface IdentityVerifiedEvent {
    /** The type of the event. */
    event: 'identity.verified';
    data: Verification;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface IdentityFailedEvent {
    /** The type of the event. */
    event: 'identity.failed';
    data: Verification;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface IdentityLockedEvent {
    /** The type of the event. */
    event: 'identity.locked';
    data: Verification;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface IdentityExpiredEvent {
    /** The type of the event. */
    event: 'identity.expired';
    data: Verification;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** Which settings were changed: fields of the settings of the API. */
export interface ChangedSettings {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Which fields. */
    fields: string[];
}
export interface SettingsUpdatedEvent {
    /** The type of the event. */
    event: 'settings.updated';
    data: ChangedSettings;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** The fees that hold for new payments. */
export interface ChangedFees {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Of a checkout payment, in basis points: 150 is 1.5 %. */
    checkout_fee_basis_points: number;
    /** The flat fee of a checkout payment, in kobo. */
    checkout_fee_flat: number;
    /** The flat fee applies from this amount, in kobo. */
    checkout_fee_flat_from: number;
    /** The maximum fee of a checkout payment, in kobo. */
    checkout_fee_max: number;
    /** Of a deposit to a dedicated account, in basis points. */
    dedicated_fee_basis_points: number;
    /** The maximum fee of a deposit, in kobo. */
    dedicated_fee_max: number;
}
export interface FeesUpdatedEvent {
    /** The type of the event. */
    event: 'fees.updated';
    data: ChangedFees;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** The decision on your request for live mode. */
export interface LiveModeDecision {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** When it was decided. ISO 8601, UTC. */
    decided_at: string;
    /** Why the request was rejected. */
    note: string | null;
}
export interface LiveModeEnabledEvent {
    /** The type of the event. */
    event: 'live_mode.enabled';
    data: LiveModeDecision;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface LiveModeRefusedEvent {
    /** The type of the event. */
    event: 'live_mode.refused';
    data: LiveModeDecision;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** An API key, without the key itself. */
export interface ToldKey {
    /** The id of the key. */
    key_id: string;
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The kind of key. Known values: `secret`, `public`. */
    kind: 'secret' | 'public' | (string & {});
    /** The beginning and end of the key. */
    hint: string;
    /** A public key has none. */
    scopes: Array<'transactions:read' | 'transactions:write' | 'transactions:export' | 'authorizations:write' | 'subscriptions:read' | 'subscriptions:write' | 'refunds:read' | 'refunds:write' | 'disputes:read' | 'disputes:write' | 'customers:read' | 'customers:write' | 'payment_links:read' | 'payment_links:write' | 'dedicated_virtual_accounts:read' | 'dedicated_virtual_accounts:write' | 'deposits:read' | 'splits:read' | 'splits:write' | 'balance:read' | 'balance:export' | 'payouts:read' | 'payouts:write' | 'payouts:export' | 'settlements:read' | 'settlements:export' | 'identity:read' | 'identity:write' | 'banks:read' | 'events:read' | 'events:write' | 'webhooks:read' | 'webhooks:write' | 'settings:read' | 'settings:write' | 'sandbox:write' | 'all' | (string & {})>;
    /** Where it works from. Empty: every address. */
    allowed_ips: string[];
    /** After a roll: when the old key stops working. ISO 8601, UTC. */
    expires_at: string | null;
    /** When it was revoked. ISO 8601, UTC. */
    revoked_at: string | null;
}
export interface ApiKeyCreatedEvent {
    /** The type of the event. */
    event: 'api_key.created';
    data: ToldKey;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface ApiKeyUpdatedEvent {
    /** The type of the event. */
    event: 'api_key.updated';
    data: ToldKey;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface ApiKeyRolledEvent {
    /** The type of the event. */
    event: 'api_key.rolled';
    data: ToldKey;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface ApiKeyRevokedEvent {
    /** The type of the event. */
    event: 'api_key.revoked';
    data: ToldKey;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** Which fields of the webhook settings, or of an added endpoint, were changed. */
export interface ChangedWebhooks {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Which fields. */
    fields: string[];
    /** Only of an added endpoint: its id. */
    endpoint_id?: string;
}
export interface WebhookUpdatedEvent {
    /** The type of the event. */
    event: 'webhook.updated';
    data: ChangedWebhooks;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** A webhook URL that fails, is turned off, or works again. */
export interface ToldWebhook {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** Which of the two URLs of the settings; `added`: another endpoint. Known values: `standard`, `dedicated_virtual_account`, `added`. */
    which: 'standard' | 'dedicated_virtual_account' | 'added' | (string & {});
    /** Only of an added endpoint: its id. */
    endpoint_id?: string;
    /** The URL. */
    url: string;
    /** When it began to fail. ISO 8601, UTC. */
    failing_since: string | null;
    /** `gone`: it returned 410. `failing`: 5 days and 10 failures in a row. */
    disabled_reason: 'gone' | 'failing' | (string & {}) | null;
}
export interface WebhookFailingEvent {
    /** The type of the event. */
    event: 'webhook.failing';
    data: ToldWebhook;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface WebhookDisabledEvent {
    /** The type of the event. */
    event: 'webhook.disabled';
    data: ToldWebhook;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface WebhookEnabledEvent {
    /** The type of the event. */
    event: 'webhook.enabled';
    data: ToldWebhook;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface WebhookRecoveredEvent {
    /** The type of the event. */
    event: 'webhook.recovered';
    data: ToldWebhook;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** The secret of a webhook URL was replaced. */
export interface RolledSecret {
    /** The mode of this record. Known values: `test`, `live`. */
    domain: 'test' | 'live' | (string & {});
    /** The secret of which webhook URL. Known values: `standard`, `dedicated_virtual_account`, `both`, `added`. */
    which: 'standard' | 'dedicated_virtual_account' | 'both' | 'added' | (string & {});
    /** Only of an added endpoint: its id. */
    endpoint_id?: string;
    /** The end of the new secret. */
    secret_hint: string;
    /** Until when the old secret signs too. ISO 8601, UTC. */
    old_secret_until: string | null;
}
export interface WebhookSecretRolledEvent {
    /** The type of the event. */
    event: 'webhook.secret_rolled';
    data: RolledSecret;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
/** Nothing happened: you tested your webhook URL. */
export interface TestMessage {
    /** For people. It can change. */
    message: string;
}
export interface WebhookTestEvent {
    /** The type of the event. */
    event: 'webhook.test';
    data: TestMessage;
    /** When it happened. ISO 8601, UTC. */
    created_at: string;
}
export interface ListTransactionsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** The start of a reference, an email address, an id, the last four digits of a card, the amount of a payment in naira, or the session id of a transfer. */
    q?: string;
    /** Transactions with this status. Several are separated by commas. */
    status?: 'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed' | Array<'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed'>;
    /** Transactions in this stage, or that were ever disputed, whatever their stage. Several are separated by commas. */
    stage?: 'incomplete' | 'awaiting_transfer' | 'processing' | 'succeeded' | 'partly_refunded' | 'refunded' | 'declined' | 'abandoned' | 'disputed' | Array<'incomplete' | 'awaiting_transfer' | 'processing' | 'succeeded' | 'partly_refunded' | 'refunded' | 'declined' | 'abandoned' | 'disputed'>;
    /** Transactions paid this way. */
    channel?: 'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | 'dedicated_virtual_account';
    /** Transactions whose review by a person is in this state. */
    review?: 'pending' | 'approved' | 'refunded';
    /** Transactions of this customer: an id, a code or an email address. */
    customer?: string;
    /** Transactions of the customer with this email address, in any letter case. */
    email?: string;
    /** Transactions of this payment link: its id or slug. */
    payment_link?: string;
    /** The transaction with this reference. */
    reference?: string;
    /** true: only transactions whose reference was reused for another transaction. */
    displaced?: 'true';
    /** At least this amount, in kobo. */
    amount_min?: number;
    /** At most this amount, in kobo. */
    amount_max?: number;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
    /** What `from` and `to` are about: when transactions were created, by default, or when they were paid, as in the statistics. With `paid`, only transactions that were paid. */
    dated_by?: 'created' | 'paid';
}
export interface CountTransactionsParams {
    /** The start of a reference, an email address, an id, the last four digits of a card, the amount of a payment in naira, or the session id of a transfer. */
    q?: string;
    /** Transactions with this status. Several are separated by commas. */
    status?: 'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed' | Array<'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed'>;
    /** Transactions in this stage, or that were ever disputed, whatever their stage. Several are separated by commas. */
    stage?: 'incomplete' | 'awaiting_transfer' | 'processing' | 'succeeded' | 'partly_refunded' | 'refunded' | 'declined' | 'abandoned' | 'disputed' | Array<'incomplete' | 'awaiting_transfer' | 'processing' | 'succeeded' | 'partly_refunded' | 'refunded' | 'declined' | 'abandoned' | 'disputed'>;
    /** Transactions paid this way. */
    channel?: 'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | 'dedicated_virtual_account';
    /** Transactions whose review by a person is in this state. */
    review?: 'pending' | 'approved' | 'refunded';
    /** Transactions of this customer: an id, a code or an email address. */
    customer?: string;
    /** Transactions of the customer with this email address, in any letter case. */
    email?: string;
    /** Transactions of this payment link: its id or slug. */
    payment_link?: string;
    /** The transaction with this reference. */
    reference?: string;
    /** true: only transactions whose reference was reused for another transaction. */
    displaced?: 'true';
    /** At least this amount, in kobo. */
    amount_min?: number;
    /** At most this amount, in kobo. */
    amount_max?: number;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
    /** What `from` and `to` are about: when transactions were created, by default, or when they were paid, as in the statistics. With `paid`, only transactions that were paid. */
    dated_by?: 'created' | 'paid';
}
export interface ExportTransactionsParams {
    /** The start of a reference, an email address, an id, the last four digits of a card, the amount of a payment in naira, or the session id of a transfer. */
    q?: string;
    /** Transactions with this status. Several are separated by commas. */
    status?: 'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed' | Array<'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed'>;
    /** Transactions in this stage, or that were ever disputed, whatever their stage. Several are separated by commas. */
    stage?: 'incomplete' | 'awaiting_transfer' | 'processing' | 'succeeded' | 'partly_refunded' | 'refunded' | 'declined' | 'abandoned' | 'disputed' | Array<'incomplete' | 'awaiting_transfer' | 'processing' | 'succeeded' | 'partly_refunded' | 'refunded' | 'declined' | 'abandoned' | 'disputed'>;
    /** Transactions paid this way. */
    channel?: 'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay' | 'dedicated_virtual_account';
    /** Transactions whose review by a person is in this state. */
    review?: 'pending' | 'approved' | 'refunded';
    /** Transactions of this customer: an id, a code or an email address. */
    customer?: string;
    /** Transactions of the customer with this email address, in any letter case. */
    email?: string;
    /** Transactions of this payment link: its id or slug. */
    payment_link?: string;
    /** The transaction with this reference. */
    reference?: string;
    /** true: only transactions whose reference was reused for another transaction. */
    displaced?: 'true';
    /** At least this amount, in kobo. */
    amount_min?: number;
    /** At most this amount, in kobo. */
    amount_max?: number;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
    /** What `from` and `to` are about: when transactions were created, by default, or when they were paid, as in the statistics. With `paid`, only transactions that were paid. */
    dated_by?: 'created' | 'paid';
}
export interface ListSplitsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** `true`: active splits only. `false`: the others. */
    active?: boolean;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ListDedicatedVirtualAccountsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Accounts of this customer: an id, a code or an email address. */
    customer?: string;
    /** Accounts of the customer with this email address, in any letter case. */
    email?: string;
    /** The account with this number. */
    account_number?: string;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ListBalanceLedgerParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Lines of this type. Several are separated by commas. */
    type?: 'payment' | 'top_up' | 'settlement' | 'payout' | 'payout_reversed' | 'payout_duty' | 'refund' | 'refund_duty' | 'dispute' | 'dispute_won' | 'debt_paid' | 'identity_fee' | 'adjustment' | Array<'payment' | 'top_up' | 'settlement' | 'payout' | 'payout_reversed' | 'payout_duty' | 'refund' | 'refund_duty' | 'dispute' | 'dispute_won' | 'debt_paid' | 'identity_fee' | 'adjustment'>;
    /** Lines in this state. Several are separated by commas. */
    state?: 'held' | 'posted' | 'released' | Array<'held' | 'posted' | 'released'>;
    /** Lines that this record caused: its id. */
    source?: string;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
    /** Which balance. `available` by default. */
    account?: 'available' | 'pending';
}
export interface GetBalanceHistoryParams {
    /** Which balance. `available` by default. */
    account?: 'available' | 'pending';
}
export interface ExportMonthParams {
    /** The month, in Lagos. By default the last one that is over. */
    month?: string;
}
export interface ListSubaccountsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** `true`: active subaccounts only. `false`: the others. */
    active?: boolean;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ListSettlementsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
    /** Settlements of this subaccount: its id or code. `none`: your own settlements. */
    subaccount?: string;
}
export interface ListSettlementItemsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
}
export interface ListDepositsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Deposits with this status. Several are separated by commas. */
    status?: 'matched' | 'unmatched' | 'returning' | 'returned' | 'return_refused' | Array<'matched' | 'unmatched' | 'returning' | 'returned' | 'return_refused'>;
    /** Deposits to this account number. */
    account_number?: string;
    /** The deposit with this session id. */
    session_id?: string;
    /** Deposits of this customer: an id, a code or an email address. */
    customer?: string;
    /** Deposits of the customer with this email address, in any letter case. */
    email?: string;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ListQuarantinedDepositsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Those with this session id. */
    session_id?: string;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ListVerificationsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Verifications with this status. Several are separated by commas. */
    status?: 'Pending' | 'SUCCESS' | 'FAILED' | 'LOCKED' | 'EXPIRED' | Array<'Pending' | 'SUCCESS' | 'FAILED' | 'LOCKED' | 'EXPIRED'>;
    /** Verifications of this number. Several are separated by commas. */
    type?: 'BVN' | 'NIN' | Array<'BVN' | 'NIN'>;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ListPaymentLinksParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** `true`: active links only. `false`: the others. */
    active?: boolean;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ListRefundsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Refunds with this status. Several are separated by commas. */
    status?: 'pending' | 'processed' | 'failed' | Array<'pending' | 'processed' | 'failed'>;
    /** Refunds of this customer: an id, a code or an email address. */
    customer?: string;
    /** Refunds of the customer with this email address, in any letter case. */
    email?: string;
    /** The id or reference of a transaction. */
    transaction?: string;
    /** The refund with this reference. */
    reference?: string;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ListDisputesParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Disputes with this status. Several are separated by commas. */
    status?: 'needs_response' | 'under_review' | 'won' | 'lost' | 'accepted' | Array<'needs_response' | 'under_review' | 'won' | 'lost' | 'accepted'>;
    /** Disputes of this category. Several are separated by commas. */
    category?: 'chargeback' | 'fraud_report' | 'recall' | Array<'chargeback' | 'fraud_report' | 'recall'>;
    /** The id or reference of a transaction. */
    transaction?: string;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ListRulesParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Rules of this kind. Several are separated by commas. */
    kind?: 'amount' | 'cards_per_customer' | 'payments_per_customer' | 'payments_per_ip' | 'card_country_in' | 'card_country_not_in' | 'email' | 'ip' | 'card' | Array<'amount' | 'cards_per_customer' | 'payments_per_customer' | 'payments_per_ip' | 'card_country_in' | 'card_country_not_in' | 'email' | 'ip' | 'card'>;
    /** `true`: rules that are switched on. `false`: the others. */
    active?: boolean;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ListRefundLinksParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
    /** The id or reference of a transaction. */
    transaction?: string;
}
export interface ListCustomersParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** The customer with this email address, in any letter case. */
    email?: string;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
    /** The start of an email address or a name; an id or a code. Accents and apostrophes in names do not matter. */
    q?: string;
}
export interface ListAuthorizationsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Authorizations with this status. Several are separated by commas. */
    status?: 'pending' | 'active' | 'rejected' | 'deactivated' | Array<'pending' | 'active' | 'rejected' | 'deactivated'>;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ListPlansParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Plans with this interval. Several are separated by commas. */
    interval?: 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'biannually' | 'annually' | Array<'daily' | 'weekly' | 'monthly' | 'quarterly' | 'biannually' | 'annually'>;
    /** `true`: active plans only. `false`: the others. */
    active?: boolean;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ListSubscriptionsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Subscriptions with this status. Several are separated by commas. */
    status?: 'scheduled' | 'trialing' | 'active' | 'past_due' | 'paused' | 'unpaid' | 'cancelled' | 'completed' | Array<'scheduled' | 'trialing' | 'active' | 'past_due' | 'paused' | 'unpaid' | 'cancelled' | 'completed'>;
    /** Subscriptions of this customer: an id, a code or an email address. */
    customer?: string;
    /** Subscriptions of the customer with this email address, in any letter case. */
    email?: string;
    /** Subscriptions to the plan with this id or code. */
    plan?: string;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ListInvoicesParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Invoices with this status. Several are separated by commas. */
    status?: 'open' | 'paid' | 'uncollectible' | 'void' | Array<'open' | 'paid' | 'uncollectible' | 'void'>;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface GetStatisticsParams {
    /** A day in Lagos, or a time. By default the range has 30 days, or 24 hours with `by=hour`. */
    from?: string;
    /** A day in Lagos, inclusive, or a time, exclusive. By default the end of the current day or hour. */
    to?: string;
    /** Day by default. At most 93 days or 168 hours. */
    by?: 'hour' | 'day';
}
export interface ListPayoutsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Payouts with this status. Several are separated by commas. */
    status?: 'pending' | 'success' | 'failed' | 'reversed' | Array<'pending' | 'success' | 'failed' | 'reversed'>;
    /** The payout with this reference. */
    reference?: string;
    /** Payouts to this subaccount: its id or code. */
    subaccount?: string;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface CreatePayoutBatchParams {
    /** For you and your team. */
    batch_name?: string;
}
export interface ListPayoutBatchesParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Batches with this status. Several are separated by commas. */
    status?: 'checking' | 'awaiting_approval' | 'ready' | 'processing' | 'insufficient_balance' | 'completed' | 'cancelled' | Array<'checking' | 'awaiting_approval' | 'ready' | 'processing' | 'insufficient_balance' | 'completed' | 'cancelled'>;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface CheckPayoutBatchParams {
    /** For you and your team. */
    batch_name?: string;
}
export interface ListPayoutBatchPayoutsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Payouts with this status. Several are separated by commas. */
    status?: 'waiting' | 'pending' | 'success' | 'failed' | 'reversed' | 'not_sent' | 'cancelled' | Array<'waiting' | 'pending' | 'success' | 'failed' | 'reversed' | 'not_sent' | 'cancelled'>;
}
export interface ListEventsParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
    /** Events of this type. Several are separated by commas. */
    type?: 'transaction.success' | 'transaction.failed' | 'transaction.abandoned' | 'transaction.reversed' | 'transaction.not_subscribed' | 'transaction.review_opened' | 'transaction.review_closed' | 'transaction.displaced' | 'card_testing.detected' | 'card_testing.ended' | 'transfer.received' | 'bank_transfer.rejected' | 'bank_transfer.bounced' | 'deposit.returning' | 'deposit.returned' | 'deposit.return_refused' | 'deposit.quarantined' | 'deposit.topped_up' | 'dedicated_virtual_account.created' | 'dedicated_virtual_account.tier_raised' | 'dedicated_virtual_account.split_changed' | 'plan.created' | 'plan.updated' | 'subscription.created' | 'subscription.updated' | 'subscription.not_renewing' | 'subscription.cancelled' | 'subscription.completed' | 'invoice.created' | 'invoice.paid' | 'invoice.payment_failed' | 'invoice.uncollectible' | 'invoice.voided' | 'refund.pending' | 'refund.processed' | 'refund.failed' | 'dispute.created' | 'dispute.updated' | 'dispute.closed' | 'payout.pending' | 'payout.success' | 'payout.failed' | 'payout.reversed' | 'payout_batch.completed' | 'balance.low' | 'settlement.settled' | 'split.created' | 'split.updated' | 'split.deactivated' | 'subaccount.created' | 'subaccount.updated' | 'subaccount.deactivated' | 'subaccount.account_change.requested' | 'subaccount.account_change.effective' | 'subaccount.account_change.cancelled' | 'customer.created' | 'customer.updated' | 'authorization.created' | 'authorization.rejected' | 'authorization.expiring' | 'authorization.deactivated' | 'payment_link.created' | 'payment_link.updated' | 'payment_link.deactivated' | 'payment_link.used_up' | 'identity.verified' | 'identity.failed' | 'identity.locked' | 'identity.expired' | 'settings.updated' | 'fees.updated' | 'live_mode.enabled' | 'live_mode.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rolled' | 'api_key.revoked' | 'webhook.updated' | 'webhook.failing' | 'webhook.disabled' | 'webhook.enabled' | 'webhook.recovered' | 'webhook.secret_rolled' | 'webhook.test' | Array<'transaction.success' | 'transaction.failed' | 'transaction.abandoned' | 'transaction.reversed' | 'transaction.not_subscribed' | 'transaction.review_opened' | 'transaction.review_closed' | 'transaction.displaced' | 'card_testing.detected' | 'card_testing.ended' | 'transfer.received' | 'bank_transfer.rejected' | 'bank_transfer.bounced' | 'deposit.returning' | 'deposit.returned' | 'deposit.return_refused' | 'deposit.quarantined' | 'deposit.topped_up' | 'dedicated_virtual_account.created' | 'dedicated_virtual_account.tier_raised' | 'dedicated_virtual_account.split_changed' | 'plan.created' | 'plan.updated' | 'subscription.created' | 'subscription.updated' | 'subscription.not_renewing' | 'subscription.cancelled' | 'subscription.completed' | 'invoice.created' | 'invoice.paid' | 'invoice.payment_failed' | 'invoice.uncollectible' | 'invoice.voided' | 'refund.pending' | 'refund.processed' | 'refund.failed' | 'dispute.created' | 'dispute.updated' | 'dispute.closed' | 'payout.pending' | 'payout.success' | 'payout.failed' | 'payout.reversed' | 'payout_batch.completed' | 'balance.low' | 'settlement.settled' | 'split.created' | 'split.updated' | 'split.deactivated' | 'subaccount.created' | 'subaccount.updated' | 'subaccount.deactivated' | 'subaccount.account_change.requested' | 'subaccount.account_change.effective' | 'subaccount.account_change.cancelled' | 'customer.created' | 'customer.updated' | 'authorization.created' | 'authorization.rejected' | 'authorization.expiring' | 'authorization.deactivated' | 'payment_link.created' | 'payment_link.updated' | 'payment_link.deactivated' | 'payment_link.used_up' | 'identity.verified' | 'identity.failed' | 'identity.locked' | 'identity.expired' | 'settings.updated' | 'fees.updated' | 'live_mode.enabled' | 'live_mode.refused' | 'api_key.created' | 'api_key.updated' | 'api_key.rolled' | 'api_key.revoked' | 'webhook.updated' | 'webhook.failing' | 'webhook.disabled' | 'webhook.enabled' | 'webhook.recovered' | 'webhook.secret_rolled' | 'webhook.test'>;
    /** Events whose delivery has this state. `undelivered`: it failed, or waits to be retried. `none`: they were not sent. Several are separated by commas. */
    status?: 'pending' | 'delivered' | 'failed' | 'undelivered' | 'none' | Array<'pending' | 'delivered' | 'failed' | 'undelivered' | 'none'>;
    /** Events of the payment with this reference, and of the newest 10,000 those whose data has exactly this value, such as an id, a reference or an email address. */
    about?: string;
    /** Created at or after this time, or from this day in Lagos on. */
    from?: string;
    /** Created before this time, or until the end of this day in Lagos. */
    to?: string;
}
export interface ResendEventParams {
    /** Only to this endpoint: `settings` for the URLs of the settings, or the id of an added one. */
    endpoint?: string;
}
export interface ListSandboxMessagesParams {
    /** The page number. To read many pages, use `cursor`. */
    page?: number;
    /** How many records a page has. */
    perPage?: number;
    /** `meta.next` of the previous page, with the same filters and without `page`. */
    cursor?: string;
}
export interface GetSandboxStatementParams {
    /** The start: a day in Lagos, or a time. By default yesterday. */
    from?: string;
    /** The end: a day in Lagos, inclusive, or a time, exclusive; at most 31 days later. By default a day later. */
    to?: string;
    /** The format. `csv` by default. */
    format?: 'csv' | 'json';
    /** Errors to inject, separated by commas: missing, extra, duplicate, late, wrong_amount. None by default. */
    faults?: string;
    /** The same seed injects the same errors, in one transfer in four. */
    seed?: string;
}
export interface ListBanksParams {
    /** true: also banks with longer codes, such as wallets. */
    all?: boolean;
}
export interface SuggestBanksParams {
    /** 10 digits. */
    account_number: string;
}
/** An event whose signature was verified. `event` says which one. */
export type WebhookEvent = VerifiedDelivery & (TransactionSuccessEvent | TransactionFailedEvent | TransactionAbandonedEvent | TransactionNotSubscribedEvent | TransactionReviewOpenedEvent | TransactionReviewClosedEvent | TransactionDisplacedEvent | TransactionReversedEvent | CardTestingDetectedEvent | CardTestingEndedEvent | TransferReceivedEvent | BankTransferRejectedEvent | BankTransferBouncedEvent | DepositReturningEvent | DepositReturnedEvent | DepositReturnRefusedEvent | DepositQuarantinedEvent | DepositToppedUpEvent | DedicatedVirtualAccountCreatedEvent | DedicatedVirtualAccountTierRaisedEvent | DedicatedVirtualAccountSplitChangedEvent | PlanCreatedEvent | PlanUpdatedEvent | SubscriptionCreatedEvent | SubscriptionUpdatedEvent | SubscriptionNotRenewingEvent | SubscriptionCancelledEvent | SubscriptionCompletedEvent | InvoiceCreatedEvent | InvoicePaidEvent | InvoicePaymentFailedEvent | InvoiceUncollectibleEvent | InvoiceVoidedEvent | RefundPendingEvent | RefundProcessedEvent | RefundFailedEvent | DisputeCreatedEvent | DisputeUpdatedEvent | DisputeClosedEvent | PayoutPendingEvent | PayoutSuccessEvent | PayoutBatchCompletedEvent | PayoutFailedEvent | PayoutReversedEvent | BalanceLowEvent | SettlementSettledEvent | SplitCreatedEvent | SplitUpdatedEvent | SplitDeactivatedEvent | SubaccountCreatedEvent | SubaccountUpdatedEvent | SubaccountDeactivatedEvent | SubaccountAccountChangeRequestedEvent | SubaccountAccountChangeEffectiveEvent | SubaccountAccountChangeCancelledEvent | CustomerCreatedEvent | CustomerUpdatedEvent | AuthorizationCreatedEvent | AuthorizationRejectedEvent | AuthorizationExpiringEvent | AuthorizationDeactivatedEvent | PaymentLinkCreatedEvent | PaymentLinkUpdatedEvent | PaymentLinkDeactivatedEvent | PaymentLinkUsedUpEvent | IdentityVerifiedEvent | IdentityFailedEvent | IdentityLockedEvent | IdentityExpiredEvent | SettingsUpdatedEvent | FeesUpdatedEvent | LiveModeEnabledEvent | LiveModeRefusedEvent | ApiKeyCreatedEvent | ApiKeyUpdatedEvent | ApiKeyRolledEvent | ApiKeyRevokedEvent | WebhookUpdatedEvent | WebhookFailingEvent | WebhookDisabledEvent | WebhookEnabledEvent | WebhookRecoveredEvent | WebhookSecretRolledEvent | WebhookTestEvent);
export interface VerifiedDelivery {
    /** The same in each attempt: process each id once. */
    id: string;
    /** 1 for the first attempt. */
    attempt: number;
}
export interface TransactionsResource {
    /**
     * Initialize a transaction.
     *
     * Creates a payment and returns the checkout URL. Redirect the customer to `authorization_url`. The same `reference` with the same amount and email returns the same transaction while it is unpaid; otherwise the call returns 409 `duplicate_reference`.
     *
     * `POST /api/v1/transactions/initialize`
     */
    initialize(params: InitializeTransactionRequest, options?: RequestOptions): Promise<InitializedTransaction>;
    /**
     * Verify a transaction.
     *
     * Returns the transaction with this reference, whatever its status. Before you deliver, check that `status` is `success`, that `requested_amount` is your price, and that `currency` is `NGN`.
     *
     * `GET /api/v1/transactions/verify/{reference}`
     */
    verify(reference: string, options?: RequestOptions): Promise<Transaction>;
    /**
     * Fetch a transaction.
     *
     * Returns the transaction with this id or reference. A reference that looks like an id is found by `GET /transactions/verify/{reference}`.
     *
     * `GET /api/v1/transactions/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<Transaction>;
    /**
     * List transactions.
     *
     * Newest first. Combine filters to narrow the list. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/transactions`
     */
    list(params?: ListTransactionsParams, options?: RequestOptions): List<Transaction>;
    /**
     * Count transactions by stage.
     *
     * Takes the filters of the list; `stage` makes no difference. Counting stops at 10000: such a count may be more. A count is null if the filters take too long to count: narrow them, for example by date.
     *
     * `GET /api/v1/transactions/counts`
     */
    count(params?: CountTransactionsParams, options?: RequestOptions): Promise<TransactionCounts>;
    /**
     * Export transactions as CSV.
     *
     * Takes the same filters as the list. The header `X-Total-Count` is the number of rows below the header row.
     *
     * `GET /api/v1/transactions/export`
     */
    export(params?: ExportTransactionsParams, options?: RequestOptions): Promise<string>;
    /**
     * Cancel a transaction.
     *
     * Ends an unpaid payment: its status becomes `abandoned`, and `transaction.abandoned` is sent. A transfer that still arrives is returned to the sender. An abandoned payment is returned as it is. A paid one is 409 `already_paid`, a failed one 409 `already_closed`. While a card is being charged and the outcome is not known, the call is 409 `charge_in_progress`.
     *
     * `POST /api/v1/transactions/{id}/cancel`
     */
    cancel(id: string, options?: RequestOptions): Promise<Transaction>;
    /**
     * Decide a review.
     *
     * Approves or refunds a payment that one of your rules marked, once. Its money is yours all the time.
     *
     * `POST /api/v1/transactions/{id}/review`
     */
    review(id: string, params: ReviewTransactionRequest, options?: RequestOptions): Promise<Transaction>;
    /**
     * Charge a kept card or a mandate.
     *
     * Charges a card that the customer let you keep (`save_card` of initialize) or a mandate, without the customer. A bank takes hours to debit a mandate: `status` is `processing`, and an event follows. A decline is an answer with `status` `failed`. The same `reference` with the same content answers the same payment, and charges nothing again; with other content it is refused with 409 `duplicate_reference`.
     *
     * `POST /api/v1/transactions/charge-authorization`
     */
    chargeAuthorization(params: ChargeAuthorizationRequest, options?: RequestOptions): Promise<ChargedAuthorization>;
    /**
     * Fetch the timeline of a transaction.
     *
     * Everything that happened to a payment: its steps, ledger entries, events, refunds and shares. Beta: its fields can change in any release, and the changelog then says so.
     *
     * `GET /api/v1/transactions/{id}/timeline`
     */
    getTimeline(id: string, options?: RequestOptions): Promise<Timeline>;
}
export interface SplitsResource {
    /**
     * Calculate a split.
     *
     * Shows how an amount would be shared, to the kobo, without creating anything. Name a split in `split_code`, or send its terms in `split`. The fee, its VAT and all shares add up to the amount.
     *
     * `POST /api/v1/splits/calculate`
     */
    calculate(params: CalculateSplitRequest, options?: RequestOptions): Promise<SplitCalculation>;
    /**
     * List splits.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/splits`
     */
    list(params?: ListSplitsParams, options?: RequestOptions): List<Split>;
    /**
     * Create a split.
     *
     * Sets how payments are shared between you and your subaccounts. Send the returned `split_code` when you initialize a transaction.
     *
     * `POST /api/v1/splits`
     */
    create(params: CreateSplitRequest, options?: RequestOptions): Promise<Split>;
    /**
     * Fetch a split.
     *
     * Returns the split with this id or code.
     *
     * `GET /api/v1/splits/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<Split>;
    /**
     * Update a split.
     *
     * Fields that you do not send keep their value, and null clears a field. Applies to transactions initialized from now on.
     *
     * `PATCH /api/v1/splits/{id}`
     */
    update(id: string, params?: UpdateSplitRequest, options?: RequestOptions): Promise<Split>;
    /**
     * Add a subaccount to a split.
     *
     * If the subaccount is in the split already, its share changes.
     *
     * `POST /api/v1/splits/{id}/subaccounts`
     */
    addSubaccount(id: string, params: AddSplitSubaccountRequest, options?: RequestOptions): Promise<Split>;
    /**
     * Remove a subaccount from a split.
     *
     * Applies to transactions initialized from now on. A split keeps at least one subaccount.
     *
     * `DELETE /api/v1/splits/{id}/subaccounts/{subaccount_id}`
     */
    removeSubaccount(id: string, subaccountId: string, options?: RequestOptions): Promise<Split>;
}
export interface DedicatedVirtualAccountsResource {
    /**
     * Create a dedicated virtual account.
     *
     * Gives a customer a permanent account number. Each deposit sends `transaction.success` and `transfer.received`. A customer is identified by email, in any letter case: the same customer gets the same account again and keeps the names of the first call.
     *
     * `POST /api/v1/dedicated-virtual-accounts`
     */
    create(params: CreateDedicatedVirtualAccountRequest, options?: RequestOptions): Promise<CreatedDedicatedVirtualAccount>;
    /**
     * List dedicated virtual accounts.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/dedicated-virtual-accounts`
     */
    list(params?: ListDedicatedVirtualAccountsParams, options?: RequestOptions): List<DedicatedVirtualAccount>;
    /**
     * Fetch a dedicated virtual account.
     *
     * Returns the account with this id or account number.
     *
     * `GET /api/v1/dedicated-virtual-accounts/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<DedicatedVirtualAccount>;
    /**
     * Update a dedicated virtual account.
     *
     * Fields that you do not send keep their value, and null clears a field. Applies to deposits that arrive from now on.
     *
     * `PATCH /api/v1/dedicated-virtual-accounts/{id}`
     */
    update(id: string, params?: UpdateDedicatedVirtualAccountRequest, options?: RequestOptions): Promise<DedicatedVirtualAccount>;
}
export interface BalanceResource {
    /**
     * Fetch the balance.
     *
     * The available and pending balance of your wallet, and the account number that tops it up.
     *
     * `GET /api/v1/balance`
     */
    get(options?: RequestOptions): Promise<Balance>;
    /**
     * List balance changes.
     *
     * Every change of the balance, newest first, with the balance after it. The lines add up to the balance: those that are `posted` to what is booked, those that are `held` to what is reserved, those that are `released` to 0. `from` and `to` are about `created_at`. Changes until `meta.archived_until` are archived: the list ends there, and what asks only for them is refused with `archived`. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/balance/ledger`
     */
    listLedger(params?: ListBalanceLedgerParams, options?: RequestOptions): List<BalanceEntry>;
    /**
     * Fetch the balance over time.
     *
     * The balance at the end of each of the last 30 days in Lagos.
     *
     * `GET /api/v1/balance/history`
     */
    getHistory(params?: GetBalanceHistoryParams, options?: RequestOptions): Promise<BalanceHistory>;
    /**
     * Export a month.
     *
     * A ZIP of CSV files: payments, refunds, payouts, settlements, fees, stamp duty, disputes and the wallet, and a summary that compares each total with the ledger. Of a month that is not over, the days until yesterday. One at a time for each mode. Once its entries have left the database, it is refused with `archived`.
     *
     * `GET /api/v1/balance/month`
     */
    exportMonth(params?: ExportMonthParams, options?: RequestOptions): Promise<Uint8Array>;
}
export interface SubaccountsResource {
    /**
     * List subaccounts.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/subaccounts`
     */
    list(params?: ListSubaccountsParams, options?: RequestOptions): List<Subaccount>;
    /**
     * Create a subaccount.
     *
     * Adds a bank account with which you share payments. The account is resolved first.
     *
     * `POST /api/v1/subaccounts`
     */
    create(params: CreateSubaccountRequest, options?: RequestOptions): Promise<Subaccount>;
    /**
     * Fetch a subaccount.
     *
     * Returns the subaccount with this id or code, and its balances.
     *
     * `GET /api/v1/subaccounts/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<Subaccount>;
    /**
     * Update a subaccount.
     *
     * Fields that you do not send keep their value, and null clears a field. A new bank account takes effect after 24 hours, or when a second person approves it in the dashboard. Until then nothing is paid out to the subaccount: see `GET /account-changes`.
     *
     * `PATCH /api/v1/subaccounts/{id}`
     */
    update(id: string, params?: UpdateSubaccountRequest, options?: RequestOptions): Promise<Subaccount>;
}
export interface AccountChangesResource {
    /**
     * List bank account changes.
     *
     * Changes to the bank accounts of subaccounts: waiting ones first, then the newest, at most 100.
     *
     * `GET /api/v1/account-changes`
     */
    list(options?: RequestOptions): Promise<AccountChange[]>;
}
export interface SettlementsResource {
    /**
     * List settlements.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/settlements`
     */
    list(params?: ListSettlementsParams, options?: RequestOptions): List<Settlement>;
    /**
     * Fetch a settlement.
     *
     * Returns the settlement with this id.
     *
     * `GET /api/v1/settlements/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<Settlement>;
    /**
     * Fetch the totals of a settlement.
     *
     * How its payments, refunds and disputes add up to its amount.
     *
     * `GET /api/v1/settlements/{id}/totals`
     */
    getTotals(id: string, options?: RequestOptions): Promise<SettlementTotals>;
    /**
     * Export a settlement as CSV.
     *
     * One row for each payment and refund in the settlement.
     *
     * `GET /api/v1/settlements/{id}/statement`
     */
    export(id: string, options?: RequestOptions): Promise<string>;
    /**
     * List the items of a settlement.
     *
     * The payments and refunds in a settlement, oldest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/settlements/{id}/items`
     */
    listItems(id: string, params?: ListSettlementItemsParams, options?: RequestOptions): List<SettlementItem>;
}
export interface DepositsResource {
    /**
     * List deposits.
     *
     * Bank transfers that arrived, matched or not, newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/deposits`
     */
    list(params?: ListDepositsParams, options?: RequestOptions): List<Deposit>;
    /**
     * Fetch a deposit.
     *
     * Returns the deposit with this id or session id. If two banks use one session id, the newest.
     *
     * `GET /api/v1/deposits/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<Deposit>;
    /**
     * List quarantined deposits.
     *
     * Transfers that arrived under the session id of another transfer with different details. They are not booked. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/deposits/quarantine`
     */
    listQuarantined(params?: ListQuarantinedDepositsParams, options?: RequestOptions): List<QuarantinedDeposit>;
}
export interface BvnResource {
    /**
     * Validate an OTP.
     *
     * Returns the identity details. Five wrong codes lock the verification. The right code returns the same record again while the details are kept: 24 hours.
     *
     * `POST /api/v1/bvn/validate`
     */
    validateOtp(params: ValidateBvnOtpRequest, options?: RequestOptions): Promise<ValidatedVerification>;
    /**
     * Resend an OTP.
     *
     * Free. At most three times, at least 60 seconds after the last one.
     *
     * `POST /api/v1/bvn/resend`
     */
    resendOtp(params: ResendBvnOtpRequest, options?: RequestOptions): Promise<Verification>;
    /**
     * Initiate an identity verification.
     *
     * Sends a one-time password (OTP) to the phone that is registered for the BVN or NIN. Costs ₦50.00 from your wallet; nothing if no OTP is sent. Both paths accept both types. Each number can be verified five times in 24 hours, over all businesses.
     *
     * `POST /api/v1/bvn/verify`
     */
    initiateVerification(params: InitiateBvnVerificationRequest, options?: RequestOptions): Promise<InitiatedVerification>;
}
export interface IdentityResource {
    /**
     * Validate an OTP.
     *
     * Returns the identity details. Five wrong codes lock the verification. The right code returns the same record again while the details are kept: 24 hours.
     *
     * `POST /api/v1/identity/validate`
     */
    validateOtp(params: ValidateIdentityOtpRequest, options?: RequestOptions): Promise<ValidatedVerification>;
    /**
     * Resend an OTP.
     *
     * Free. At most three times, at least 60 seconds after the last one.
     *
     * `POST /api/v1/identity/resend`
     */
    resendOtp(params: ResendIdentityOtpRequest, options?: RequestOptions): Promise<Verification>;
    /**
     * Fetch a verification.
     *
     * Returns the verification without the identity details.
     *
     * `GET /api/v1/identity/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<VerificationDetail>;
    /**
     * List verifications.
     *
     * Newest first, without identity details. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/identity`
     */
    list(params?: ListVerificationsParams, options?: RequestOptions): List<Verification>;
    /**
     * Initiate an identity verification.
     *
     * Sends a one-time password (OTP) to the phone that is registered for the BVN or NIN. Costs ₦50.00 from your wallet; nothing if no OTP is sent. Both paths accept both types. Each number can be verified five times in 24 hours, over all businesses.
     *
     * `POST /api/v1/identity/verify`
     */
    initiateVerification(params: InitiateIdentityVerificationRequest, options?: RequestOptions): Promise<InitiatedVerification>;
}
export interface SettingsResource {
    /**
     * Fetch the settings.
     *
     * Shows what this mode offers. Test mode offers everything; live mode offers what its providers support.
     *
     * `GET /api/v1/settings`
     */
    get(options?: RequestOptions): Promise<Settings>;
    /**
     * Update the settings.
     *
     * Fields that you do not send keep their value. `api_version` pins this mode to a version of the API. Events have their own: see the webhook settings.
     *
     * `PUT /api/v1/settings`
     */
    update(params?: UpdateSettingsRequest, options?: RequestOptions): Promise<Settings>;
    /**
     * Fetch the checkout settings.
     *
     * The settings that apply to every checkout of this mode.
     *
     * `GET /api/v1/settings/checkout`
     */
    getCheckout(options?: RequestOptions): Promise<CheckoutSettings>;
    /**
     * Update the checkout settings.
     *
     * Fields that you do not send keep their value.
     *
     * `PUT /api/v1/settings/checkout`
     */
    updateCheckout(params?: UpdateCheckoutSettingsRequest, options?: RequestOptions): Promise<CheckoutSettings>;
    /**
     * Fetch the fees.
     *
     * The fees that apply from now on. Each transaction, payout and refund carries what it was charged.
     *
     * `GET /api/v1/settings/fees`
     */
    getFees(options?: RequestOptions): Promise<Fees>;
}
export interface PaymentLinksResource {
    /**
     * Create a payment link.
     *
     * Creates a URL at which anyone can pay, any number of times. No code needed. The same `slug` with the same terms returns the same link.
     *
     * `POST /api/v1/payment-links`
     */
    create(params: CreatePaymentLinkRequest, options?: RequestOptions): Promise<CreatedPaymentLink>;
    /**
     * List payment links.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/payment-links`
     */
    list(params?: ListPaymentLinksParams, options?: RequestOptions): List<PaymentLink>;
    /**
     * Update a payment link.
     *
     * Fields that you do not send keep their value, and null clears a field. Applies to payments that start from now on. Setting `amount` clears `min_amount` and `max_amount`.
     *
     * `PATCH /api/v1/payment-links/{id}`
     */
    update(id: string, params?: UpdatePaymentLinkRequest, options?: RequestOptions): Promise<PaymentLink>;
    /**
     * Fetch a payment link.
     *
     * Returns the payment link with this id or slug, and the totals of its payments.
     *
     * `GET /api/v1/payment-links/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<PaymentLink>;
    /**
     * Fetch the QR code of a payment link as SVG.
     *
     * The QR code opens the URL of the payment link.
     *
     * `GET /api/v1/payment-links/{id}/qr.svg`
     */
    getQrSvg(id: string, options?: RequestOptions): Promise<string>;
    /**
     * Fetch the QR code of a payment link as PNG.
     *
     * The QR code opens the URL of the payment link.
     *
     * `GET /api/v1/payment-links/{id}/qr.png`
     */
    getQrPng(id: string, options?: RequestOptions): Promise<Uint8Array>;
}
export interface RefundsResource {
    /**
     * Create a refund.
     *
     * Refunds a payment in full or in part to the card or account that paid, or to the account in `destination`, whose name is enquired first. The amount is taken from your wallet: first from the available balance, then from the pending balance. A refund of ₦10,000 or more to a bank account costs ₦50 stamp duty beside the amount: `stamp_duty`. The fee is not refunded, and subaccounts keep their shares. When the whole payment is refunded, its status becomes `reversed`.
     *
     * `POST /api/v1/refunds`
     */
    create(params: CreateRefundRequest, options?: RequestOptions): Promise<CreatedRefund>;
    /**
     * List refunds.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/refunds`
     */
    list(params?: ListRefundsParams, options?: RequestOptions): List<Refund>;
    /**
     * Fetch a refund.
     *
     * Returns the refund with this id or reference.
     *
     * `GET /api/v1/refunds/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<Refund>;
}
export interface DisputesResource {
    /**
     * List disputes.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/disputes`
     */
    list(params?: ListDisputesParams, options?: RequestOptions): List<Dispute>;
    /**
     * Fetch a dispute.
     *
     * With the evidence that you sent.
     *
     * `GET /api/v1/disputes/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<DisputeWithEvidence>;
    /**
     * Draft evidence.
     *
     * A text made of what the service knows: payment, customer, receipt, webhook and earlier payments. Add what you delivered, and send it as your evidence.
     *
     * `GET /api/v1/disputes/{id}/draft`
     */
    draftEvidence(id: string, options?: RequestOptions): Promise<DisputeDraft>;
    /**
     * Fetch a file of the evidence.
     *
     * As you sent it.
     *
     * `GET /api/v1/disputes/{id}/files/{number}`
     */
    getFile(id: string, number: string, options?: RequestOptions): Promise<Uint8Array>;
    /**
     * Contest a dispute.
     *
     * Sends your evidence, once. The dispute is then `under_review` until the provider or bank decides.
     *
     * `POST /api/v1/disputes/{id}/evidence`
     */
    contest(id: string, params: ContestDisputeRequest, options?: RequestOptions): Promise<DisputeWithEvidence>;
    /**
     * Accept a dispute.
     *
     * Gives the money up. This cannot be undone.
     *
     * `POST /api/v1/disputes/{id}/accept`
     */
    accept(id: string, options?: RequestOptions): Promise<DisputeWithEvidence>;
}
export interface RulesResource {
    /**
     * Create a rule.
     *
     * It is switched off. Try it first (`POST /rules/try`), then switch it on with `active`.
     *
     * `POST /api/v1/rules`
     */
    create(params: CreateRuleRequest, options?: RequestOptions): Promise<Rule>;
    /**
     * List rules.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/rules`
     */
    list(params?: ListRulesParams, options?: RequestOptions): List<Rule>;
    /**
     * Try a rule.
     *
     * Answers which payments of the last thirty days the rule would have stopped. Changes nothing, and needs no rule to exist.
     *
     * `POST /api/v1/rules/try`
     */
    tryOut(params: TryRuleRequest, options?: RequestOptions): Promise<TriedRule>;
    /**
     * Fetch a rule.
     *
     * Fetch a rule.
     *
     * `GET /api/v1/rules/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<Rule>;
    /**
     * Update a rule.
     *
     * Fields that you do not send keep their value, and null clears a field. Holds for attempts that begin a second later. Its kind never changes.
     *
     * `PATCH /api/v1/rules/{id}`
     */
    update(id: string, params?: UpdateRuleRequest, options?: RequestOptions): Promise<Rule>;
    /**
     * Delete a rule.
     *
     * Payments that it matched keep its name.
     *
     * `DELETE /api/v1/rules/{id}`
     */
    delete(id: string, options?: RequestOptions): Promise<Rule>;
}
export interface RefundLinksResource {
    /**
     * Create a refund link.
     *
     * For a card or account that cannot be credited: creates a link by which the customer enters a bank account, and emails it to them. The refund is created when they answer, and the amount is taken from your wallet then. A link is valid for 14 days and leads to one refund. If that fails, the customer can enter another account.
     *
     * `POST /api/v1/refund-links`
     */
    create(params: CreateRefundLinkRequest, options?: RequestOptions): Promise<RefundLink>;
    /**
     * List refund links.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/refund-links`
     */
    list(params?: ListRefundLinksParams, options?: RequestOptions): List<RefundLink>;
    /**
     * Cancel a refund link.
     *
     * The customer can no longer enter an account. Refused once they have.
     *
     * `POST /api/v1/refund-links/{id}/cancel`
     */
    cancel(id: string, options?: RequestOptions): Promise<RefundLink>;
    /**
     * Fetch a refund link.
     *
     * Returns the refund link with this id.
     *
     * `GET /api/v1/refund-links/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<RefundLink>;
}
export interface CustomersResource {
    /**
     * Create a customer.
     *
     * Finds or creates the customer with this email. A customer who exists, because they paid before or were created, is returned unchanged.
     *
     * `POST /api/v1/customers`
     */
    create(params: CreateCustomerRequest, options?: RequestOptions): Promise<CreatedCustomer>;
    /**
     * List customers.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/customers`
     */
    list(params?: ListCustomersParams, options?: RequestOptions): List<Customer>;
    /**
     * Fetch a customer.
     *
     * Returns the customer with this id, code or email address, the totals of their payments, and their dedicated virtual account.
     *
     * `GET /api/v1/customers/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<CustomerDetail>;
    /**
     * Update a customer.
     *
     * Fields that you do not send keep their value, and null clears a field. The email address stays: it identifies the customer. Payments keep the name with which they were initialized, and a dedicated virtual account keeps the name that its bank has.
     *
     * `PATCH /api/v1/customers/{id}`
     */
    update(id: string, params?: UpdateCustomerRequest, options?: RequestOptions): Promise<CustomerDetail>;
    /**
     * Create a direct debit mandate.
     *
     * Asks a bank to let you debit an account of the customer. Redirect the customer to `approval_url`. The bank activates the mandate hours later, and you get `authorization.created`, or `authorization.rejected`. Charge it like a kept card.
     *
     * `POST /api/v1/customers/{id}/mandates`
     */
    createMandate(id: string, params: CreateMandateRequest, options?: RequestOptions): Promise<Authorization>;
    /**
     * List the kept cards and mandates of a customer.
     *
     * Newest first. Without `status`, those that can be charged. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/customers/{id}/authorizations`
     */
    listAuthorizations(id: string, params?: ListAuthorizationsParams, options?: RequestOptions): List<Authorization>;
    /**
     * Fetch a kept card or a mandate.
     *
     * In any state.
     *
     * `GET /api/v1/customers/{id}/authorizations/{authorization_code}`
     */
    fetchAuthorization(id: string, authorizationCode: string, options?: RequestOptions): Promise<Authorization>;
    /**
     * Remove a kept card or a mandate.
     *
     * It can be charged no more. A charge that has begun goes on.
     *
     * `DELETE /api/v1/customers/{id}/authorizations/{authorization_code}`
     */
    deactivateAuthorization(id: string, authorizationCode: string, options?: RequestOptions): Promise<Authorization>;
}
export interface PlansResource {
    /**
     * Create a plan.
     *
     * Sets what customers pay, and how often. Nobody is charged before they subscribe.
     *
     * `POST /api/v1/plans`
     */
    create(params: CreatePlanRequest, options?: RequestOptions): Promise<Plan>;
    /**
     * List plans.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/plans`
     */
    list(params?: ListPlansParams, options?: RequestOptions): List<Plan>;
    /**
     * Fetch a plan.
     *
     * Returns the plan with this id or code.
     *
     * `GET /api/v1/plans/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<Plan>;
    /**
     * Update a plan.
     *
     * Fields that you do not send keep their value, and null clears a field. Applies to periods that begin from now on, also of existing subscriptions.
     *
     * `PATCH /api/v1/plans/{id}`
     */
    update(id: string, params?: UpdatePlanRequest, options?: RequestOptions): Promise<Plan>;
}
export interface SubscriptionsResource {
    /**
     * Subscribe a customer to a plan.
     *
     * The first period is charged within seconds, or at `start_date` and after `trial_days`. Month ends: a subscription that starts on 31 January is charged on 28 or 29 February, and on 31 March.
     *
     * `POST /api/v1/subscriptions`
     */
    create(params: CreateSubscriptionRequest, options?: RequestOptions): Promise<Subscription>;
    /**
     * List subscriptions.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/subscriptions`
     */
    list(params?: ListSubscriptionsParams, options?: RequestOptions): List<Subscription>;
    /**
     * Fetch a subscription.
     *
     * Returns the subscription with this id or code.
     *
     * `GET /api/v1/subscriptions/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<Subscription>;
    /**
     * Change a subscription.
     *
     * Fields that you do not send keep their value, and null clears a field. Changes the plan, the quantity or the card.
     *
     * `PATCH /api/v1/subscriptions/{id}`
     */
    update(id: string, params?: UpdateSubscriptionRequest, options?: RequestOptions): Promise<Subscription>;
    /**
     * Cancel a subscription.
     *
     * Invoices that are not paid are dropped, except one whose payment has begun. Cancelling again changes nothing.
     *
     * `POST /api/v1/subscriptions/{id}/cancel`
     */
    cancel(id: string, params?: CancelSubscriptionRequest, options?: RequestOptions): Promise<Subscription>;
    /**
     * Pause a subscription.
     *
     * Periods that begin while it is paused are not charged, then or later.
     *
     * `POST /api/v1/subscriptions/{id}/pause`
     */
    pause(id: string, options?: RequestOptions): Promise<Subscription>;
    /**
     * Resume a subscription.
     *
     * It continues with the next period that begins. Also one that was to end with its period, or is `unpaid`.
     *
     * `POST /api/v1/subscriptions/{id}/resume`
     */
    resume(id: string, options?: RequestOptions): Promise<Subscription>;
    /**
     * List the invoices of a subscription.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/subscriptions/{id}/invoices`
     */
    listInvoices(id: string, params?: ListInvoicesParams, options?: RequestOptions): List<Invoice>;
}
export interface StatisticsResource {
    /**
     * Fetch statistics.
     *
     * Totals of your payments, by day or by hour in Lagos time. Beta: its fields can change in any release, and the changelog then says so.
     *
     * `GET /api/v1/statistics`
     */
    get(params?: GetStatisticsParams, options?: RequestOptions): Promise<Statistics>;
}
export interface PayoutsResource {
    /**
     * Create a payout.
     *
     * Sends money from your wallet to a bank account. The amount is held first, then the bank is called. A payout of ₦10,000 or more costs ₦50 stamp duty beside the amount, held with it: `stamp_duty`. If the bank does not respond in time, the payout stays `pending` until its outcome is known. The outcome is sent as `payout.success` or `payout.failed`. The bank can return a payout within days; then `payout.reversed` is sent.
     *
     * `POST /api/v1/payouts`
     */
    create(params: CreatePayoutRequest, options?: RequestOptions): Promise<CreatedPayout>;
    /**
     * List payouts.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/payouts`
     */
    list(params?: ListPayoutsParams, options?: RequestOptions): List<Payout>;
    /**
     * Fetch a payout.
     *
     * Returns the payout with this id or reference.
     *
     * `GET /api/v1/payouts/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<Payout>;
}
export interface PayoutBatchesResource {
    /**
     * Create a payout batch.
     *
     * Up to 1000 payouts in one request. It is validated whole: if a line is wrong, all wrong lines are reported and nothing is stored. Then each account gets a name enquiry. Nothing is sent before the batch is approved or sent. Send JSON, or a CSV file whose first line names the columns: `amount_kobo` or `amount_naira`, `bank_code`, `account_number`, and as you like `reference` and `reason`.
     *
     * `POST /api/v1/payout-batches`
     */
    createBatch(params: CreatePayoutBatchRequest, options?: RequestOptions): Promise<PayoutBatch>;
    /**
     * List payout batches.
     *
     * Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/payout-batches`
     */
    list(params?: ListPayoutBatchesParams, options?: RequestOptions): List<PayoutBatch>;
    /**
     * Check a payout batch.
     *
     * Validates a batch as `POST /payout-batches` does, and stores nothing.
     *
     * `POST /api/v1/payout-batches/check`
     */
    checkBatch(params: CheckPayoutBatchRequest, options?: RequestOptions): Promise<PayoutBatchPreview>;
    /**
     * Fetch a payout batch.
     *
     * Returns the batch with its progress.
     *
     * `GET /api/v1/payout-batches/{id}`
     */
    getBatch(id: string, options?: RequestOptions): Promise<PayoutBatch>;
    /**
     * List the payouts of a batch.
     *
     * Its lines, in the order that you sent them. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/payout-batches/{id}/payouts`
     */
    listBatch(id: string, params?: ListPayoutBatchPayoutsParams, options?: RequestOptions): List<PayoutBatchLine>;
    /**
     * Download the results of a payout batch.
     *
     * What has become of each line until now. An outcome that is not known is `pending`.
     *
     * `GET /api/v1/payout-batches/{id}/results`
     */
    getBatchResults(id: string, options?: RequestOptions): Promise<string>;
    /**
     * Send a payout batch.
     *
     * Starts a batch that is `ready`, or continues one that was stopped for its balance. Refused if the total of the lines that wait is more than the available balance.
     *
     * `POST /api/v1/payout-batches/{id}/send`
     */
    sendBatch(id: string, options?: RequestOptions): Promise<PayoutBatch>;
    /**
     * Cancel a payout batch.
     *
     * No further line is sent. Payouts that were made already go on.
     *
     * `POST /api/v1/payout-batches/{id}/cancel`
     */
    cancelBatch(id: string, options?: RequestOptions): Promise<PayoutBatch>;
}
export interface WebhooksResource {
    /**
     * Fetch the webhook settings.
     *
     * Your webhook URLs, their subscriptions and their health.
     *
     * `GET /api/v1/webhooks`
     */
    get(options?: RequestOptions): Promise<WebhookSettings>;
    /**
     * Update the webhook settings.
     *
     * Fields that you do not send keep their value.
     *
     * `PUT /api/v1/webhooks`
     */
    update(params?: UpdateWebhooksRequest, options?: RequestOptions): Promise<WebhookSettings>;
    /**
     * Roll a webhook secret.
     *
     * Replaces the secret of one URL, or of both. During the overlap, `X-Service-Signature` is made with the old secret and `webhook-signature` carries one signature of each. After it, both are made with the new secret.
     *
     * `POST /api/v1/webhooks/roll-secret`
     */
    rollSecret(params: RollWebhookSecretRequest, options?: RequestOptions): Promise<RolledWebhookSecret>;
    /**
     * List added endpoints.
     *
     * Oldest first. The two URLs of the settings are in GET /webhooks.
     *
     * `GET /api/v1/webhooks/endpoints`
     */
    listEndpoints(options?: RequestOptions): Promise<AddedEndpoints>;
    /**
     * Add an endpoint.
     *
     * Events are sent to it beside the URLs of the settings, each signed with the secret of its endpoint. Without `events`, all are sent.
     *
     * `POST /api/v1/webhooks/endpoints`
     */
    createEndpoint(params: CreateEndpointRequest, options?: RequestOptions): Promise<CreatedEndpoint>;
    /**
     * Fetch an endpoint.
     *
     * Fetch an endpoint.
     *
     * `GET /api/v1/webhooks/endpoints/{id}`
     */
    getEndpoint(id: string, options?: RequestOptions): Promise<AddedEndpoint>;
    /**
     * Update an endpoint.
     *
     * Fields that you do not send keep their value, and null clears a field. To set its URL turns it on.
     *
     * `PATCH /api/v1/webhooks/endpoints/{id}`
     */
    updateEndpoint(id: string, params?: UpdateEndpointRequest, options?: RequestOptions): Promise<AddedEndpoint>;
    /**
     * Delete an endpoint.
     *
     * What waits to be sent to it fails. Events stay.
     *
     * `DELETE /api/v1/webhooks/endpoints/{id}`
     */
    deleteEndpoint(id: string, options?: RequestOptions): Promise<AddedEndpoint>;
    /**
     * Roll the secret of an endpoint.
     *
     * During the overlap, both secrets sign, as for the URLs of the settings.
     *
     * `POST /api/v1/webhooks/endpoints/{id}/roll-secret`
     */
    rollEndpointSecret(id: string, params: RollEndpointSecretRequest, options?: RequestOptions): Promise<RolledEndpointSecret>;
    /**
     * Send a test event to an endpoint.
     *
     * Sends `webhook.test` to it, whatever it subscribes to.
     *
     * `POST /api/v1/webhooks/endpoints/{id}/test`
     */
    testEndpoint(id: string, options?: RequestOptions): Promise<Event>;
    /**
     * Fetch which key signs in Paystack’s format.
     *
     * For webhooks in the format `paystack`. Our own signatures have the secret.
     *
     * `GET /api/v1/webhooks/signing-key`
     */
    getSigningKey(options?: RequestOptions): Promise<SigningKey>;
    /**
     * Sign in Paystack’s format with a secret key.
     *
     * Software that is written for Paystack has one setting for the key of its calls and of its webhooks. Name that key, and it signs `x-paystack-signature`. It is stored encrypted, for signing only; of other keys, only a hash is stored. If you roll the key, its successor signs once it has ended. If you revoke it, the webhook secret signs.
     *
     * `PUT /api/v1/webhooks/signing-key`
     */
    updateSigningKey(params: UpdateSigningKeyRequest, options?: RequestOptions): Promise<SigningKey>;
    /**
     * Send a test event.
     *
     * Sends webhook.test to one of your webhook URLs, whatever it subscribes to.
     *
     * `POST /api/v1/webhooks/test`
     */
    sendTestEvent(params?: SendTestEventRequest, options?: RequestOptions): Promise<Event>;
}
export interface EventsResource {
    /**
     * List events.
     *
     * The events of the last 30 days and their deliveries, newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/events`
     */
    list(params?: ListEventsParams, options?: RequestOptions): List<Event>;
    /**
     * Fetch an event.
     *
     * Returns the event and its delivery attempts.
     *
     * `GET /api/v1/events/{id}`
     */
    get(id: string, options?: RequestOptions): Promise<EventDetail>;
    /**
     * Resend an event.
     *
     * Sends the event again to every endpoint that it was sent to, even while that is turned off.
     *
     * `POST /api/v1/events/{id}/resend`
     */
    resend(id: string, params?: ResendEventParams, options?: RequestOptions): Promise<Event>;
    /**
     * Resend events of a time range.
     *
     * At most 100000 events per call, oldest first.
     *
     * `POST /api/v1/events/resend`
     */
    resendMany(params: ResendEventsRequest, options?: RequestOptions): Promise<ResentEvents>;
}
export interface SandboxResource {
    /**
     * Simulate a bank transfer.
     *
     * Credits an account number that was issued to you in test mode.
     *
     * `POST /api/v1/sandbox/transfers`
     */
    simulateTransfer(params: SimulateTransferRequest, options?: RequestOptions): Promise<Deposit>;
    /**
     * Dial a USSD code.
     *
     * Dials a code as the customer would. Its bank decides what follows. The payment follows within seconds: fetch the transaction.
     *
     * `POST /api/v1/sandbox/ussd`
     */
    dialUssdCode(params: DialUssdCodeRequest, options?: RequestOptions): Promise<SandboxUssdCode>;
    /**
     * Set the wallet balance.
     *
     * Sets the available balance of your test wallet.
     *
     * `POST /api/v1/sandbox/wallet`
     */
    setBalance(params: SetSandboxBalanceRequest, options?: RequestOptions): Promise<SandboxBalance>;
    /**
     * List messages.
     *
     * The codes, receipts and notices that live mode would send, newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
     *
     * `GET /api/v1/sandbox/messages`
     */
    listMessages(params?: ListSandboxMessagesParams, options?: RequestOptions): List<SandboxMessage>;
    /**
     * Expire a transaction.
     *
     * Makes an open transaction expire now.
     *
     * `POST /api/v1/sandbox/transactions/{reference}/expire`
     */
    expireTransaction(reference: string, options?: RequestOptions): Promise<Transaction>;
    /**
     * Fetch the settlement schedule.
     *
     * When payments in test mode become available.
     *
     * `GET /api/v1/sandbox/settlements/schedule`
     */
    getSettlementSchedule(options?: RequestOptions): Promise<SettlementSchedule>;
    /**
     * Update the settlement schedule.
     *
     * Applies to payments from now on.
     *
     * `PUT /api/v1/sandbox/settlements/schedule`
     */
    updateSettlementSchedule(params: UpdateSettlementScheduleRequest, options?: RequestOptions): Promise<SettlementSchedule>;
    /**
     * Settle pending payments.
     *
     * Makes everything that is pending available now.
     *
     * `POST /api/v1/sandbox/settlements`
     */
    settlePending(options?: RequestOptions): Promise<Settlement[]>;
    /**
     * Pay a transaction.
     *
     * Pays an open transaction as its customer would: by transfer to its own account number, by a card that asks for a PIN and a code, by USSD, or on the page of a bank or of OPay. With `save_card` `offer` or `required`, the card is one that can be kept, and the customer agrees. Returns the transaction. A decline or a wrong amount leaves it open.
     *
     * `POST /api/v1/sandbox/transactions/{reference}/pay`
     */
    payTransaction(reference: string, params: PayTransactionRequest, options?: RequestOptions): Promise<Transaction>;
    /**
     * Dispute a transaction.
     *
     * Opens a dispute of a payment, as a card processor or bank does. Contest it or accept it with `/disputes/{id}`.
     *
     * `POST /api/v1/sandbox/disputes`
     */
    disputeTransaction(params: DisputeTransactionRequest, options?: RequestOptions): Promise<Dispute>;
    /**
     * Simulate a transfer to an unknown account number.
     *
     * The bank notifies of a transfer to an account number that nobody has. It waits in suspense until an operator of the service assigns it, or you do.
     *
     * `POST /api/v1/sandbox/suspense`
     */
    simulateSuspendedTransfer(params: SimulateSuspendedTransferRequest, options?: RequestOptions): Promise<SandboxSuspendedTransfer>;
    /**
     * Assign a suspended transfer.
     *
     * Assigns a transfer that you have sent, once, to an account of yours, as an operator does. The deposit and its events follow.
     *
     * `POST /api/v1/sandbox/suspense/{id}/assign`
     */
    assignSuspendedTransfer(id: string, params: AssignSuspendedTransferRequest, options?: RequestOptions): Promise<Deposit>;
    /**
     * List simulated rail failures.
     *
     * Each rail and operation, and how its next calls will fail.
     *
     * `GET /api/v1/sandbox/rails`
     */
    listRails(options?: RequestOptions): Promise<SandboxRail[]>;
    /**
     * Simulate rail failures.
     *
     * Makes the next calls to a rail, or of one operation, fail. Applies to your own calls in test mode, as soon as the response is sent.
     *
     * `PUT /api/v1/sandbox/rails/{rail}`
     */
    updateRail(rail: 'bank' | 'card' | 'identity' | 'message' | 'banks.resolve' | 'accounts.issue_one_off' | 'accounts.issue' | 'accounts.raise_tier' | 'payouts.send' | 'payouts.enquire' | 'returns.send' | 'returns.enquire' | 'transfers.enquire' | 'cards.charge' | 'ussd.request' | 'pages.open' | 'cards.submit_pin' | 'cards.submit_otp' | 'cards.enquire' | 'cards.reverse' | 'cards.refund' | 'cards.enquire_refund' | 'cards.forget' | 'mandates.open' | 'mandates.enquire' | 'identity.send_code' | 'identity.enquire' | 'identity.submit_code' | 'mail.send' | 'transfers.notify' | 'cards.notify', params: UpdateSandboxRailRequest, options?: RequestOptions): Promise<SandboxRail>;
    /**
     * Fetch the card testing limits.
     *
     * Whether the limits against card testing apply in test mode.
     *
     * `GET /api/v1/sandbox/card-limits`
     */
    getCardLimits(options?: RequestOptions): Promise<CardLimits>;
    /**
     * Update the card testing limits.
     *
     * Turn the limits off for your own tests, or force their effect.
     *
     * `PUT /api/v1/sandbox/card-limits`
     */
    updateCardLimits(params: UpdateSandboxCardLimitsRequest, options?: RequestOptions): Promise<CardLimits>;
    /**
     * Reset test mode.
     *
     * Deletes everything that your business has in test mode, restores its settings and its play money. Keys, webhook URLs and webhook secrets stay. Only on a service that was started for test suites.
     *
     * `POST /api/v1/sandbox/reset`
     */
    reset(options?: RequestOptions): Promise<SandboxReset>;
    /**
     * Fetch the clock.
     *
     * The time of the service, and whether it can be moved.
     *
     * `GET /api/v1/sandbox/clock`
     */
    getClock(options?: RequestOptions): Promise<SandboxClock>;
    /**
     * Move the clock.
     *
     * Moves the time of the whole service forward, for every business. What is due on the way runs in order before the response.
     *
     * `PUT /api/v1/sandbox/clock`
     */
    moveClock(params?: MoveSandboxClockRequest, options?: RequestOptions): Promise<SandboxClockMoved>;
    /**
     * Fetch a bank statement.
     *
     * A statement file of the simulated bank, with the transfers of your business only. A real statement lists those of every business. The operator of the service imports it with `npm run reconcile`.
     *
     * `GET /api/v1/sandbox/statement`
     */
    getStatement(params?: GetSandboxStatementParams, options?: RequestOptions): Promise<string>;
    /**
     * Create example data.
     *
     * Creates payments, refunds, deposits, settlements and verifications of a small store. This takes a while: fetch the progress. The store must have few payments of its own and no webhook URL.
     *
     * `POST /api/v1/sandbox/examples`
     */
    createExamples(params: CreateExamplesRequest, options?: RequestOptions): Promise<ExampleData>;
    /**
     * Fetch the progress of example data.
     *
     * How many days of example data exist.
     *
     * `GET /api/v1/sandbox/examples`
     */
    getExamples(options?: RequestOptions): Promise<ExampleData>;
    /**
     * Create a test business.
     *
     * A new business in test mode, with keys and webhook secrets that are shown only once: one for each worker of a test suite. Needs no key. Only on a service that was started for test suites.
     *
     * `POST /api/v1/sandbox/businesses`
     */
    createBusiness(params?: CreateSandboxBusinessRequest, options?: RequestOptions): Promise<SandboxBusiness>;
}
export interface BanksResource {
    /**
     * List banks.
     *
     * In alphabetical order. Banks with a 3-digit code, or all. Needs no key. Also served without the prefix, at `/banks`.
     *
     * `GET /api/v1/banks`
     */
    list(params?: ListBanksParams, options?: RequestOptions): Promise<Bank[]>;
    /**
     * Suggest banks for an account number.
     *
     * Banks whose check digit fits the number, the likeliest first. One bank in ten fits by chance, and wallets can ignore the check digit: let the customer choose. Also served without the prefix, at `/banks/suggest`.
     *
     * `GET /api/v1/banks/suggest`
     */
    suggest(params: SuggestBanksParams, options?: RequestOptions): Promise<Bank[]>;
}
export interface AccountsResource {
    /**
     * Resolve an account number.
     *
     * Returns the name of the account holder, in upper case as the bank gives it. Also served without the prefix, at `/accounts/resolve`.
     *
     * `POST /api/v1/accounts/resolve`
     */
    resolve(params: ResolveAccountRequest, options?: RequestOptions): Promise<ResolvedAccount>;
}
export declare class Resources {
    readonly transactions: TransactionsResource;
    readonly splits: SplitsResource;
    readonly dedicatedVirtualAccounts: DedicatedVirtualAccountsResource;
    readonly balance: BalanceResource;
    readonly subaccounts: SubaccountsResource;
    readonly accountChanges: AccountChangesResource;
    readonly settlements: SettlementsResource;
    readonly deposits: DepositsResource;
    readonly bvn: BvnResource;
    readonly identity: IdentityResource;
    readonly settings: SettingsResource;
    readonly paymentLinks: PaymentLinksResource;
    readonly refunds: RefundsResource;
    readonly disputes: DisputesResource;
    readonly rules: RulesResource;
    readonly refundLinks: RefundLinksResource;
    readonly customers: CustomersResource;
    readonly plans: PlansResource;
    readonly subscriptions: SubscriptionsResource;
    readonly statistics: StatisticsResource;
    readonly payouts: PayoutsResource;
    readonly payoutBatches: PayoutBatchesResource;
    readonly webhooks: WebhooksResource;
    readonly events: EventsResource;
    readonly sandbox: SandboxResource;
    readonly banks: BanksResource;
    readonly accounts: AccountsResource;
}
export interface Operation {
    http: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    path: string;
    takes: 'body' | 'query' | null;
    gives: 'data' | 'page' | 'whole' | 'text' | 'bytes';
    /** Whether the service reads an Idempotency-Key. */
    key: boolean;
    /** Whether the answer has an ETag. */
    tag: boolean;
}
export declare const operations: Record<keyof Resources, Record<string, Operation>>;
