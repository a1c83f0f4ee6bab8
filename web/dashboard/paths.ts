// Builds every link of the dashboard. The router adds the prefix, such as `/dashboard/test`.

const id = encodeURIComponent

export const paths = {
  home: () => '/',

  signIn: () => '/sign-in',
  forgotten: () => '/forgotten-password',
  reset: () => '/reset',
  invitation: () => '/invitation',

  transactions: () => '/transactions',
  transaction: (transactionId: string) => `/transactions/${id(transactionId)}`,
  customers: () => '/customers',
  customer: (customerId: string) => `/customers/${id(customerId)}`,
  paymentLinks: () => '/payment-links',
  paymentLink: (linkId: string) => `/payment-links/${id(linkId)}`,
  dedicatedAccounts: () => '/dedicated-accounts',
  dedicatedAccount: (accountId: string) => `/dedicated-accounts/${id(accountId)}`,
  deposits: () => '/deposits',
  refunds: () => '/refunds',
  refund: (refundId: string) => `/refunds/${id(refundId)}`,

  wallet: () => '/wallet',
  settlements: () => '/settlements',
  settlement: (settlementId: string) => `/settlements/${id(settlementId)}`,
  payouts: () => '/payouts',
  payout: (payoutId: string) => `/payouts/${id(payoutId)}`,
  payoutBatches: () => '/payout-batches',
  payoutBatch: (batchId: string) => `/payout-batches/${id(batchId)}`,
  subaccounts: () => '/subaccounts',
  subaccount: (name: string) => `/subaccounts/${id(name)}`,
  splits: () => '/splits',
  split: (code: string) => `/splits/${id(code)}`,

  verifications: () => '/verifications',
  verification: (verificationId: string) => `/verifications/${id(verificationId)}`,

  keys: () => '/keys',
  webhooks: () => '/webhooks',
  events: () => '/events',
  event: (eventId: string) => `/events/${id(eventId)}`,
  requests: () => '/requests',
  request: (requestId: string) => `/requests/${id(requestId)}`,
  messages: () => '/messages',
  sandbox: () => '/sandbox',

  team: () => '/team',
  settings: () => '/settings',
  activation: () => '/activation',
  auditLog: () => '/audit-log',
  security: () => '/security',

  operator: () => '/operator',
  businesses: () => '/operator/businesses',
  business: (businessId: string) => `/operator/businesses/${id(businessId)}`,
  rails: () => '/operator/rails',
  recovery: () => '/operator/recovery',
  notifications: () => '/operator/notifications',
  books: () => '/operator/books',
  reconciliation: () => '/operator/reconciliation',
  suspense: () => '/operator/suspense',
  jobs: () => '/operator/chores',
  operatorMessages: () => '/operator/messages',
  operatorAudit: () => '/operator/audit',
} as const
