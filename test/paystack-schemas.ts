import { type TProperties, type TSchema, Type } from 'typebox'

// What the schemas of Paystack's answers are made of, and those of disputes and kept cards.

export const Text = Type.String()
export const Int = Type.Integer()
export const Num = Type.Number()
export const Bool = Type.Boolean()
export const Any = Type.Any()
export const None = Type.Null()
export const orNull = (schema: TSchema) => Type.Union([schema, None])
export const TextOrNull = orNull(Text)
export const Some = Type.Object({})
export const data = (fields: TProperties | TSchema) => {
  const schema = '~kind' in fields ? (fields as TSchema) : Type.Object(fields as TProperties)
  return Type.Object({ status: Type.Literal(true), message: Text, data: schema })
}
export const paging = { total: Int, skipped: Int, perPage: Int, page: Int, pageCount: Int }
export const list = (item: TProperties, meta: TProperties = paging) =>
  Type.Object({
    status: Type.Literal(true),
    message: Text,
    data: Type.Array(Type.Object(item)),
    meta: Type.Object(meta),
  })
export const said = Type.Object({ status: Type.Literal(true), message: Text })

export const times = { createdAt: Text, updatedAt: Text }
export const Payer = Type.Object({
  id: Int,
  first_name: Text,
  last_name: Text,
  email: Text,
  customer_code: Text,
  phone: TextOrNull,
  risk_action: Text,
  international_format_phone: TextOrNull,
})
export const Paid = Type.Object({
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
export const Dispute = {
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
export const OneDispute = {
  ...Dispute,
  merchant_transaction_reference: Text,
  integration: Int,
  created_by: Int,
}
/** The document has a number for the transaction, and the sample the payment. */
export const Resolved = {
  ...OneDispute,
  resolution: Text,
  attachments: Text,
  evidence: Int,
  resolvedAt: Text,
  message: Type.Object({ dispute: Int, sender: Text, body: Text, id: Int, ...times }),
}
export const Evidence = {
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
export const Card = Type.Object({
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
})
export const Charged = {
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
  authorization: Card,
  customer: Payer,
  plan: None,
  id: Int,
}
