import { Type } from 'typebox'
import {
  Bank,
  ClosedAccount,
  CreatedAccount,
  CreatedCustomer,
  CreatedTransfer,
  FetchedCustomer,
  ListedTransfer,
  PendingTransfer,
  Recipient,
  VerifiedTransfer,
} from './documented-bank.ts'
import {
  Any,
  answer,
  Bool,
  exact,
  Int,
  IntOrNull,
  orNull,
  Some,
  sampled,
  Text,
  TextOrNull,
} from './schemas.ts'

// The answers of Paystack that we use, as its OpenAPI document describes them: which fields, of
// which types, required or not. Taken on 2026-11-28 from github.com/PaystackOSS/openapi 9678dea
// (2025-10-24), dist/paystack.yaml. A field marked `sampled` is not in the document, or of another
// type there, and is in a sample body of github.com/PaystackOSS/doc-code-snippets 94af513
// (2026-02-23). No other field is allowed.

const Log = exact({
  start_time: Int,
  time_spent: Int,
  attempts: Int,
  errors: Int,
  success: Bool,
  mobile: Bool,
  input: Type.Array(Any),
  history: Type.Array(exact({ type: Text, message: Text, time: Int })),
})

const Authorization = exact({
  authorization_code: TextOrNull,
  bin: TextOrNull,
  last4: TextOrNull,
  exp_month: TextOrNull,
  exp_year: TextOrNull,
  channel: TextOrNull,
  card_type: TextOrNull,
  bank: TextOrNull,
  country_code: TextOrNull,
  brand: TextOrNull,
  reusable: Bool,
  signature: TextOrNull,
  account_name: Any,
  // Of a transfer in, as the samples of its notifications have them.
  sender_country: sampled(Text),
  sender_bank: sampled(TextOrNull),
  sender_bank_account_number: sampled(Text),
  sender_name: sampled(Text),
  narration: sampled(Text),
  receiver_bank_account_number: sampled(Text),
  receiver_bank: sampled(Text),
})
/** None, of a payment that nobody tried. */
const AuthorizationOrNone = Type.Union([Authorization, exact({})])

const Customer = {
  id: Int,
  first_name: TextOrNull,
  last_name: TextOrNull,
  email: Text,
  customer_code: Text,
  phone: TextOrNull,
  metadata: Any,
  risk_action: Text,
}
const FullCustomer = exact({ ...Customer, international_format_phone: TextOrNull })

/** In every form of a charge. */
const charge = {
  id: Int,
  domain: Text,
  status: Text,
  reference: Text,
  amount: Int,
  message: TextOrNull,
  gateway_response: Text,
  paid_at: TextOrNull,
  created_at: Text,
  channel: Text,
  currency: Text,
  ip_address: TextOrNull,
  metadata: Any,
  log: orNull(Log),
  fees: IntOrNull,
  fees_split: Any,
  authorization: AuthorizationOrNone,
  split: Some,
  subaccount: Some,
  order_id: Any,
  paidAt: TextOrNull,
  createdAt: Text,
  requested_amount: Int,
  pos_transaction_data: Any,
  // Of paystack.com/docs, gateway responses; in no sample.
  gateway_response_code: sampled(Text),
  response_code: sampled(Text),
}
const Verified = exact({
  ...charge,
  receipt_number: TextOrNull,
  customer: FullCustomer,
  plan: TextOrNull,
  source: Any,
  fees_breakdown: Any,
  connect: Any,
  transaction_date: Text,
  plan_object: Some,
})
const Fetched = exact({
  ...charge,
  receipt_number: Any,
  helpdesk_link: Any,
  customer: FullCustomer,
  plan: Some,
  source: orNull(exact({ type: Text, source: Text, identifier: Any })),
  fees_breakdown: Any,
  connect: Any,
})
const Source = exact({ source: Text, type: Text, identifier: Any, entry_point: Text })
const Listed = exact({
  ...charge,
  customer: exact(Customer),
  plan: Some,
  source: orNull(Source),
  connect: orNull(Some),
})
/** As `Listed`, in the sample without `connect`. */
const Settled = exact({
  ...charge,
  customer: exact(Customer),
  plan: Some,
  source: orNull(Source),
})

const refund = {
  integration: Int,
  id: Int,
  domain: Text,
  currency: Text,
  amount: Int,
  status: Text,
  refunded_by: Text,
  customer_note: Text,
  merchant_note: Text,
  deducted_amount: Int,
  createdAt: Text,
}
const CreatedRefund = exact({
  ...refund,
  transaction: exact({
    id: Int,
    domain: Text,
    reference: Text,
    amount: Int,
    paid_at: Text,
    channel: Text,
    currency: Text,
    authorization: exact({ exp_month: Any, exp_year: Any, account_name: Any }),
    customer: exact({ international_format_phone: TextOrNull }),
    plan: Some,
    subaccount: exact({ currency: Any }),
    split: Some,
    order_id: Any,
    paidAt: Text,
    pos_transaction_data: Any,
    source: Any,
    fees_breakdown: Any,
  }),
  channel: Any,
  expected_at: Text,
  fully_deducted: Bool,
  updatedAt: Text,
})
const ListedRefund = exact({
  ...refund,
  transaction: Int,
  dispute: Any,
  settlement: Any,
  refunded_at: Any,
  // The sample of one refund has a boolean.
  fully_deducted: Type.Union([Int, Bool]),
  bank_reference: Any,
  transaction_reference: Text,
  reason: Text,
  customer: FullCustomer,
  refund_type: Text,
  transaction_amount: Int,
  initiated_by: Text,
  refund_channel: Text,
  session_id: Any,
  collect_account_number: Bool,
  channel: sampled(TextOrNull),
  expected_at: sampled(Text),
  updatedAt: sampled(Text),
})
const RetriedRefund = exact({
  integration: Int,
  transaction: Int,
  dispute: orNull(Some),
  settlement: orNull(Some),
  id: Int,
  domain: Text,
  currency: Text,
  amount: Int,
  status: Text,
  refunded_at: TextOrNull,
  expected_at: Text,
  channel: Text,
  refunded_by: Text,
  customer_note: Text,
  merchant_note: Text,
  deducted_amount: Int,
  fully_deducted: Bool,
  bank_reference: TextOrNull,
  reason: Text,
  customer: orNull(Some),
  initiated_by: Text,
  reversed_at: TextOrNull,
  session_id: TextOrNull,
})

/** The document says `object`; the fields are those of the sample. */
const Settlement = exact({
  id: Int,
  domain: Text,
  status: Text,
  currency: Text,
  integration: Int,
  total_amount: Int,
  effective_amount: Int,
  total_fees: Int,
  total_processed: Int,
  deductions: IntOrNull,
  settlement_date: Text,
  settled_by: TextOrNull,
  createdAt: Text,
  updatedAt: Text,
})

const paging = { total: Int, skipped: Int, page: Int, pageCount: Int }
const ChargesMeta = exact({ ...paging, total_volume: Int, perPage: Type.Union([Int, Text]) })
const RefundsMeta = exact({ ...paging, perPage: Text, failedRefundCount: Int })

/** The document has `plan` as text; the sample of a partial debit, a number. */
const charged = {
  amount: Int,
  currency: Text,
  transaction_date: Text,
  status: Text,
  reference: Text,
  domain: Text,
  metadata: Text,
  gateway_response: Text,
  message: TextOrNull,
  channel: Text,
  ip_address: Any,
  log: orNull(Log),
  fees: IntOrNull,
  authorization: Authorization,
  customer: FullCustomer,
  plan: Any,
  id: Int,
  gateway_response_code: sampled(Text),
  response_code: sampled(Text),
}
/** In no document, but on a page: paystack.com/docs, recurring charges. */
const Paused = exact({
  authorization_url: Text,
  reference: Text,
  access_code: Text,
  paused: Bool,
})

export const documented = {
  charge_token: answer(Type.Union([exact(charged), Paused])),
  partial_debit: answer(exact({ ...charged, requested_amount: Int })),
  forget_token: exact({ status: Type.Literal(true), message: Text }),
  initialize: answer(exact({ authorization_url: Text, access_code: Text, reference: Text })),
  verify: answer(Verified),
  transaction: answer(Fetched),
  transactions: answer(Type.Array(Listed), ChargesMeta),
  create_refund: answer(CreatedRefund),
  refunds: answer(Type.Array(ListedRefund), RefundsMeta),
  refund: answer(ListedRefund),
  retry_refund: answer(RetriedRefund),
  settlements: answer(Type.Array(Settlement), exact({ ...paging, perPage: Int })),
  settlement: answer(Type.Array(Settled), ChargesMeta),
  balance: answer(Type.Array(exact({ currency: Text, balance: Int }))),
  charge: answer(PendingTransfer),
  create_customer: answer(CreatedCustomer),
  customer: answer(FetchedCustomer),
  create_account: answer(CreatedAccount),
  close_account: answer(ClosedAccount),
  banks: answer(Type.Array(Bank)),
  resolve: answer(exact({ account_number: Text, account_name: Text, bank_id: Int })),
  recipient: answer(exact(Recipient)),
  create_transfer: answer(CreatedTransfer),
  verify_transfer: answer(VerifiedTransfer),
  transfers: answer(Type.Array(exact(ListedTransfer)), exact({ ...paging, perPage: Int })),
}

/** Of every call. Older ones have neither `type` nor `code`. */
export const DocumentedError = exact({
  status: Type.Literal(false),
  message: Text,
  meta: Type.Optional(exact({ nextStep: Text })),
  type: Type.Optional(Type.Enum(['validation_error', 'processor_error', 'api_error'])),
  code: Type.Optional(Text),
})
