import { Type } from 'typebox'
import {
  Any,
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

// As documented.ts: accounts, customers, recipients and transfers.

export const Recipient = {
  active: Bool,
  createdAt: Text,
  currency: Text,
  description: TextOrNull,
  domain: Text,
  email: TextOrNull,
  id: Int,
  integration: Int,
  metadata: orNull(Some),
  name: Text,
  recipient_code: Text,
  type: Text,
  updatedAt: Text,
  is_deleted: Bool,
  isDeleted: Bool,
  details: exact({
    authorization_code: Any,
    account_number: TextOrNull,
    account_name: TextOrNull,
    bank_code: Text,
    bank_name: Text,
  }),
}
/** In every form of a transfer. */
const transfer = {
  domain: Text,
  amount: Int,
  currency: Text,
  reference: Text,
  source: Text,
  source_details: Any,
  reason: Text,
  status: Text,
  failures: Any,
  transfer_code: Text,
  titan_code: Any,
  transferred_at: Any,
  id: Int,
  integration: Int,
  createdAt: Text,
  updatedAt: Text,
}
export const CreatedTransfer = exact({
  ...transfer,
  transfersessionid: Type.Array(Any),
  transfertrials: Type.Array(Any),
  request: Int,
  recipient: Int,
})
export const ListedTransfer = {
  ...transfer,
  request: Int,
  recipient: exact(Recipient),
  session: exact({ provider: Any, id: Any }),
  fee_charged: Int,
  fees_breakdown: IntOrNull,
}
/** The document has neither `request` nor the fee here; the sample has. */
export const VerifiedTransfer = exact({
  ...ListedTransfer,
  request: sampled(Int),
  fee_charged: sampled(Int),
  fees_breakdown: sampled(IntOrNull),
  gateway_response: TextOrNull,
})
export const Bank = exact({
  name: Text,
  slug: Text,
  code: Text,
  longcode: Text,
  gateway: TextOrNull,
  pay_with_bank: Bool,
  supports_transfer: Bool,
  available_for_direct_debit: Bool,
  active: Bool,
  is_deleted: orNull(Bool),
  country: Text,
  currency: Text,
  type: Text,
  id: Int,
  createdAt: Text,
  updatedAt: Text,
})

/** Of the sample of a payment by transfer; the document describes other channels. */
export const PendingTransfer = exact({
  reference: Text,
  status: Type.Literal('pending_bank_transfer'),
  display_text: Text,
  account_name: Text,
  account_number: Text,
  bank: exact({ slug: Text, name: Text, id: Int }),
  account_expires_at: Text,
})
/** `domain`, `email` and the times are in both. */
export const CreatedCustomer = exact({
  email: Text,
  integration: Int,
  domain: Text,
  customer_code: Text,
  id: Int,
  identified: Bool,
  identifications: Any,
  createdAt: Text,
  updatedAt: Text,
  transactions: sampled(Any),
  subscriptions: sampled(Any),
  authorizations: sampled(Any),
})
const Assignment = {
  integration: Int,
  assignee_id: Int,
  assignee_type: Text,
  account_type: Text,
  assigned_at: Text,
}
const Account = {
  bank: exact({ name: Text, id: Int, slug: Text }),
  account_name: Text,
  account_number: Text,
  assigned: Bool,
  currency: Text,
  metadata: Any,
  active: Bool,
  id: Int,
  created_at: Text,
  updated_at: Text,
}
const AssignedAccount = {
  ...Account,
  // In the document also `expired_at`, in no sample of this call.
  assignment: exact({ ...Assignment, expired: Bool }),
}
const AccountCustomer = exact({
  id: Int,
  first_name: TextOrNull,
  last_name: TextOrNull,
  email: Text,
  customer_code: Text,
  phone: TextOrNull,
  risk_action: Text,
  // In the document, and not in the sample.
  metadata: sampled(Any),
  international_format_phone: sampled(Any),
})
export const CreatedAccount = exact({ ...AssignedAccount, customer: AccountCustomer })
export const ClosedAccount = exact({ ...Account, assignment: exact(Assignment) })
export const FetchedCustomer = exact({
  transactions: Type.Array(Any),
  subscriptions: Type.Array(Any),
  authorizations: Type.Array(Any),
  first_name: TextOrNull,
  last_name: TextOrNull,
  email: Text,
  phone: TextOrNull,
  metadata: Any,
  domain: Text,
  customer_code: Text,
  risk_action: Text,
  id: Int,
  integration: Int,
  createdAt: Text,
  updatedAt: Text,
  created_at: Text,
  updated_at: Text,
  total_transactions: Int,
  total_transaction_value: Type.Array(Any),
  dedicated_account: orNull(exact(AssignedAccount)),
  dedicated_accounts: orNull(Type.Array(Any)),
  identified: Bool,
  identifications: Any,
})
