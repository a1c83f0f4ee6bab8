import { type TProperties, Type } from 'typebox'
import {
  Any,
  Bool,
  Card,
  Charged,
  data,
  Int,
  list,
  None,
  orNull,
  Payer,
  said,
  Text,
  TextOrNull,
  times,
} from './paystack-schemas.ts'

// What Paystack's calls about plans, subscriptions and mandates answer: see paystack-documented.ts.

const plan = {
  id: Int,
  integration: Int,
  domain: Text,
  name: Text,
  plan_code: Text,
  amount: Int,
  interval: Text,
  invoice_limit: Int,
  send_invoices: Bool,
  send_sms: Bool,
  hosted_page: Bool,
  currency: Text,
  migrate: Bool,
  ...times,
}
const shownPlan = {
  ...plan,
  subscriptions: Type.Array(Any),
  pages: Type.Array(Any),
  description: TextOrNull,
  hosted_page_url: None,
  hosted_page_summary: None,
  is_deleted: Bool,
  is_archived: Bool,
}
const planOfOne = {
  id: Int,
  name: Text,
  plan_code: Text,
  description: TextOrNull,
  amount: Int,
  interval: Text,
  send_invoices: Bool,
  send_sms: Bool,
  currency: Text,
}
const subscription = {
  id: Int,
  domain: Text,
  status: Text,
  subscription_code: Text,
  email_token: Text,
  amount: Int,
  cron_expression: Text,
  next_payment_date: TextOrNull,
  open_invoice: TextOrNull,
  createdAt: Text,
  integration: Int,
  invoice_limit: Int,
  split_code: None,
  metadata: orNull(Type.Object({})),
}
/** The document has an integer for `reusable` in the list, and the sample a boolean. */
const shown: TProperties = {
  ...subscription,
  authorization: Card,
  customer: Payer,
  payments_count: Int,
  most_recent_invoice: None,
}

const initialized = data({ redirect_url: Text, access_code: Text, reference: Text })
const mandates = list(
  {
    id: Int,
    status: Text,
    mandate_id: Int,
    authorization_id: Int,
    authorization_code: Text,
    integration_id: Int,
    account_number: Text,
    bank_code: Text,
    bank_name: TextOrNull,
    customer: Type.Object({
      id: Int,
      customer_code: Text,
      email: Text,
      first_name: Text,
      last_name: Text,
    }),
    authorized_at: Text,
  },
  { per_page: Int, next: TextOrNull, count: Int, total: Int },
)

export const recurring = {
  /** In the document, `plan` is an integer: 0 in the sample. */
  'POST /transaction/partial_debit': data({ ...Charged, requested_amount: Int }),
  'POST /customer/authorization/initialize': initialized,
  'POST /customer/:code/initialize-direct-debit': initialized,
  'GET /customer/authorization/verify/:reference': data({
    authorization_code: Text,
    channel: Text,
    bank: Text,
    active: Bool,
    customer: Type.Object({ code: Text, email: Text }),
  }),
  'GET /customer/:code/directdebit-mandate-authorizations': mandates,
  'GET /directdebit/mandate-authorizations': mandates,
  'POST /plan': data({ ...plan, is_archived: Bool }),
  'GET /plan': list({
    ...shownPlan,
    total_subscriptions: Int,
    active_subscriptions: Int,
    total_subscriptions_revenue: Int,
  }),
  'GET /plan/:code': data({
    ...shownPlan,
    pages_count: Int,
    subscribers_count: Int,
    subscriptions_count: Int,
    active_subscriptions_count: Int,
    total_revenue: Int,
    subscribers: Type.Array(Any),
  }),
  'PUT /plan/:code': said,
  'POST /subscription': data({
    ...subscription,
    customer: Int,
    plan: Int,
    authorization: Int,
    start: Int,
    quantity: Int,
    cancelledAt: TextOrNull,
    updatedAt: Text,
    easy_cron_id: TextOrNull,
  }),
  'GET /subscription': list({
    ...shown,
    start: Int,
    quantity: Int,
    plan: Type.Object({ ...planOfOne, domain: Text, integration: Int, ...times }),
  }),
  'GET /subscription/:code': data({
    ...shown,
    cancelledAt: TextOrNull,
    plan: Type.Object(planOfOne),
    invoices: Type.Array(Any),
    invoices_history: Type.Array(Any),
  }),
  'POST /subscription/disable': said,
  'POST /subscription/enable': said,
  'GET /subscription/:code/manage/link': data({ link: Text }),
  'POST /subscription/:code/manage/email': said,
}
