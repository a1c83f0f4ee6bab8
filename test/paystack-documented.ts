import { type TProperties, type TSchema, Type } from 'typebox'
import { documented } from './providers/paystack/documented.ts'

// What Paystack's calls answer, as its OpenAPI document describes them: which fields, of which
// types. Taken on 2026-11-29 from github.com/PaystackOSS/openapi 9678dea (2025-10-24),
// dist/paystack.yaml; the calls that our adapter uses too are in `documented`. A field that the
// document calls a string and whose sample is null may be null. Fields beside these are allowed.

const Text = Type.String()
const Int = Type.Integer()
const Num = Type.Number()
const Bool = Type.Boolean()
const Any = Type.Any()
const None = Type.Null()
const orNull = (schema: TSchema) => Type.Union([schema, None])
const TextOrNull = orNull(Text)
const Some = Type.Object({})
const data = (fields: TProperties | TSchema) => {
  const schema = '~kind' in fields ? (fields as TSchema) : Type.Object(fields as TProperties)
  return Type.Object({ status: Type.Literal(true), message: Text, data: schema })
}
const paging = { total: Int, skipped: Int, perPage: Int, page: Int, pageCount: Int }
const list = (item: TProperties, meta: TProperties = paging) =>
  Type.Object({
    status: Type.Literal(true),
    message: Text,
    data: Type.Array(Type.Object(item)),
    meta: Type.Object(meta),
  })
const said = Type.Object({ status: Type.Literal(true), message: Text })

const times = { createdAt: Text, updatedAt: Text }
const customer = {
  integration: Int,
  domain: Text,
  id: Int,
  customer_code: Text,
  email: Text,
  first_name: TextOrNull,
  last_name: TextOrNull,
  phone: TextOrNull,
  metadata: orNull(Some),
  risk_action: Text,
  ...times,
}
const NewCustomer = {
  ...customer,
  transactions: Type.Array(Any),
  subscriptions: Type.Array(Any),
  authorizations: Type.Array(Any),
  identified: Bool,
  identifications: Any,
}
const Payer = Type.Object({
  id: Int,
  first_name: Text,
  last_name: Text,
  email: Text,
  customer_code: Text,
  phone: TextOrNull,
  risk_action: Text,
  international_format_phone: TextOrNull,
})
const account = {
  id: Int,
  account_name: Text,
  account_number: Text,
  bank: Type.Object({ name: Text, id: Int, slug: Text }),
  assigned: Bool,
  active: Bool,
  currency: Text,
  created_at: Text,
  updated_at: Text,
  customer: Payer,
}
const NewAccount = {
  ...account,
  metadata: Any,
  assignment: Type.Object({
    integration: Int,
    assignee_id: Int,
    assignee_type: Text,
    expired: Bool,
    account_type: Text,
    assigned_at: Text,
    expired_at: Any,
  }),
}
const shared = {
  id: Int,
  subaccount_code: Text,
  business_name: Text,
  description: TextOrNull,
  primary_contact_name: TextOrNull,
  primary_contact_email: TextOrNull,
  primary_contact_phone: TextOrNull,
  metadata: Any,
  settlement_bank: Text,
  currency: Text,
  account_number: Text,
}
const Subaccount = {
  ...shared,
  account_name: TextOrNull,
  integration: Int,
  managed_by_integration: Int,
  domain: Text,
  product: Text,
  bank: Int,
  percentage_charge: Num,
  is_verified: Bool,
  settlement_schedule: Text,
  active: Bool,
  migrate: Bool,
  ...times,
}
/** The document has an integer for `active`, and the sample a boolean. */
const ListedSubaccount = { ...shared, bank_id: Int, percentage_charge: Num, is_verified: Bool }
const Split = {
  id: Int,
  name: Text,
  type: Text,
  currency: Text,
  integration: Int,
  domain: Text,
  split_code: Text,
  active: Bool,
  bearer_type: Text,
  bearer_subaccount: Any,
  is_dynamic: Bool,
  subaccounts: Type.Array(Type.Object({ subaccount: Type.Object(shared), share: Num })),
  total_subaccounts: Int,
  ...times,
}
const OneRecipient = {
  integration: Int,
  domain: Text,
  type: Text,
  currency: Text,
  name: Text,
  description: Text,
  recipient_code: Text,
  active: Bool,
  recipient_account: Text,
  institution_code: Text,
  email: TextOrNull,
  id: Int,
  isDeleted: Bool,
  details: Type.Object({
    account_number: TextOrNull,
    account_name: TextOrNull,
    bank_code: Text,
    bank_name: Text,
  }),
  ...times,
}
const Money = Type.Array(Type.Object({ currency: Text, amount: Int }))
const LedgerLine = {
  integration: Int,
  domain: Text,
  balance: Int,
  currency: Text,
  difference: Int,
  reason: Text,
  model_responsible: Text,
  model_row: Int,
  id: Int,
  ...times,
}
const BulkTransfer = {
  reference: Text,
  recipient: Text,
  amount: Int,
  transfer_code: Text,
  currency: Text,
  status: Text,
}
const Country = {
  id: Int,
  active_for_dashboard_onboarding: Bool,
  name: Text,
  iso_code: Text,
  default_currency_code: Text,
  integration_defaults: Some,
  calling_code: Text,
  pilot_mode: Bool,
  relationships: Type.Object({
    currency: Type.Object({ type: Text, data: Type.Array(Text) }),
    integration_feature: Type.Object({ type: Text, data: Type.Array(Any) }),
    integration_type: Type.Object({ type: Text, data: Type.Array(Text) }),
    payment_method: Type.Object({ type: Text, data: Type.Array(Text) }),
  }),
}

const ListedRecipient = {
  ...OneRecipient,
  is_deleted: Bool,
}
const Bin = {
  bin: Text,
  brand: Text,
  sub_brand: Text,
  country_code: Text,
  country_name: Text,
  card_type: Text,
  bank: Text,
  currency: Text,
  linked_bank_id: orNull(Int),
}
const Paid = Type.Object({
  id: Int,
  domain: Text,
  status: Text,
  reference: Text,
  amount: Int,
  message: TextOrNull,
  gateway_response: TextOrNull,
  paid_at: Text,
  created_at: Text,
  channel: Text,
  currency: Text,
  ip_address: TextOrNull,
  metadata: Any,
  log: Any,
  fees: Int,
  fees_split: Any,
  authorization: Some,
  customer: Any,
  plan: Some,
  subaccount: Some,
  split: Some,
  order_id: None,
  paidAt: Text,
  createdAt: Text,
  pos_transaction_data: None,
  source: None,
  fees_breakdown: Any,
  connect: Any,
})
const Dispute = {
  id: Int,
  refund_amount: Int,
  currency: Text,
  status: Text,
  resolution: TextOrNull,
  domain: Text,
  transaction: Paid,
  transaction_reference: None,
  category: Text,
  customer: Payer,
  bin: TextOrNull,
  last4: TextOrNull,
  dueAt: TextOrNull,
  resolvedAt: TextOrNull,
  evidence: Any,
  attachments: Any,
  note: None,
  history: Type.Array(Type.Object({ status: Text, by: Text, createdAt: Text })),
  messages: Type.Array(Type.Object({ sender: Text, body: Text, createdAt: Text })),
  ...times,
}
const OneDispute = {
  ...Dispute,
  merchant_transaction_reference: Text,
  integration: Int,
  created_by: Int,
}
/** The document has a number for the transaction, and the sample the payment. */
const Resolved = {
  ...OneDispute,
  resolution: Text,
  attachments: Text,
  evidence: Int,
  resolvedAt: Text,
  message: Type.Object({ dispute: Int, sender: Text, body: Text, id: Int, ...times }),
}
const Evidence = {
  customer_email: Text,
  customer_name: Text,
  customer_phone: Text,
  service_details: Text,
  delivery_address: Text,
  delivery_date: Text,
  dispute: Int,
  id: Int,
  ...times,
}
const Charged = {
  amount: Int,
  currency: Text,
  transaction_date: Text,
  status: Text,
  reference: Text,
  domain: Text,
  metadata: Any,
  gateway_response: Text,
  message: TextOrNull,
  channel: Text,
  ip_address: TextOrNull,
  log: Type.Object({ start_time: Int, time_spent: Int, attempts: Int, errors: Int }),
  fees: orNull(Int),
  authorization: Type.Object({
    authorization_code: Text,
    bin: TextOrNull,
    last4: Text,
    exp_month: Text,
    exp_year: Text,
    channel: Text,
    card_type: Text,
    bank: Text,
    country_code: Text,
    brand: Text,
    reusable: Bool,
    signature: Text,
    account_name: None,
  }),
  customer: Payer,
  plan: None,
  id: Int,
}
/** In the document, a payment or the next step. */
const charged = data({ status: Text, reference: Text })

/** By method and path. */
export const CALLS_DOCUMENTED: Record<string, TSchema> = {
  'POST /transaction/initialize': documented.initialize,
  'GET /transaction/verify/:reference': documented.verify,
  'GET /transaction': documented.transactions,
  'GET /transaction/:id': documented.transaction,
  'GET /transaction/timeline/:id': data(Some),
  'GET /transaction/totals': data({
    total_transactions: Int,
    total_volume: Int,
    total_volume_by_currency: Money,
    pending_transfers: Int,
    pending_transfers_by_currency: Money,
  }),
  'GET /transaction/export': data({ path: Text, expiresAt: Text }),
  'POST /customer': data(NewCustomer),
  'GET /customer': list(customer),
  'GET /customer/:code': data({
    ...NewCustomer,
    created_at: Text,
    updated_at: Text,
    total_transactions: Int,
    total_transaction_value: Type.Array(Any),
    dedicated_account: Any,
    dedicated_accounts: Type.Array(Any),
  }),
  'PUT /customer/:code': data({ ...customer, identified: Bool, identifications: Any }),
  'POST /dedicated_account': data(NewAccount),
  'POST /dedicated_account/assign': said,
  'POST /dedicated_account/split': said,
  'GET /dedicated_account': list(account),
  'GET /dedicated_account/available_providers': said,
  'GET /dedicated_account/:id': data(account),
  'POST /subaccount': data(Subaccount),
  'GET /subaccount': list(ListedSubaccount),
  'GET /subaccount/:code': data(Subaccount),
  'PUT /subaccount/:code': data(Subaccount),
  'POST /split': data(Split),
  'GET /split': list(Split),
  'GET /split/:id': data(Split),
  'PUT /split/:id': data(Split),
  'POST /split/:id/subaccount/add': data(Split),
  'POST /split/:id/subaccount/remove': said,
  'POST /refund': documented.create_refund,
  'GET /refund': documented.refunds,
  'GET /refund/:id': documented.refund,
  'POST /transferrecipient': documented.recipient,
  'POST /transferrecipient/bulk': data({ success: Type.Array(Any), errors: Type.Array(Any) }),
  'GET /transferrecipient/:code': data(OneRecipient),
  'POST /transfer': documented.create_transfer,
  'GET /transfer': documented.transfers,
  'GET /transfer/:code': documented.verify_transfer,
  'GET /transfer/verify/:reference': documented.verify_transfer,
  'POST /transfer/bulk': data(Type.Array(Type.Object(BulkTransfer))),
  'GET /transferrecipient': list(ListedRecipient),
  'POST /transfer/disable_otp': said,
  'POST /transfer/disable_otp_finalize': said,
  'POST /charge': charged,
  'POST /charge/submit_pin': charged,
  'POST /charge/submit_otp': charged,
  'GET /charge/:reference': charged,
  'POST /transaction/charge_authorization': data(Charged),
  'POST /customer/deactivate_authorization': said,
  'POST /customer/authorization/deactivate': said,
  'GET /dispute': list(Dispute),
  'GET /dispute/:id': data(Dispute),
  'GET /dispute/transaction/:id': data(OneDispute),
  'PUT /dispute/:id/resolve': data(Resolved),
  'POST /dispute/:id/evidence': data(Evidence),
  'GET /integration/payment_session_timeout': data({ payment_session_timeout: Int }),
  'PUT /integration/payment_session_timeout': data({ payment_session_timeout: Int }),
  'GET /decision/bin/:bin': data(Bin),
  'GET /settlement': documented.settlements,
  'GET /settlement/:id/transactions': documented.settlement,
  'GET /balance': documented.balance,
  'GET /balance/ledger': list(LedgerLine),
  'GET /bank': documented.banks,
  'GET /bank/resolve': documented.resolve,
  'GET /country': data(Type.Array(Type.Object(Country))),
}

/** Paths of an answer, of one call or of all, that differ from the document, and why. */
export const DIFFERENT: Record<string, string> = {
  '/meta/perPage': 'a number in every list; the document has both',
  '/data/authorization/signature': 'null: a kept card is known by its code',
  '/data/*/total_fees': 'null: a settlement is net, and its fees are those of its payments',
  '/data/*/total_processed': 'null, for the same reason',
  'GET /settlement/:id/transactions /meta/total_volume': 'missing: see the settlement',
  '/data/transaction/subaccount/currency': 'an empty object, as everywhere else',
}
