import { later, MINUTE } from '../../../src/platform/clock.ts'
import { kobo } from '../../../src/platform/money.ts'
import { type MonnifyConfig, monnifyRails } from '../../../src/providers/monnify/monnify.ts'
import type { BankCredit } from '../../../src/providers/outcomes.ts'

import { type Answers, Instead, paper } from '../paper.ts'

// Our requests to Monnify and its answers. No two values of one type are equal, so that a test
// notices if one is used in place of another.

export const NOW = new Date('2026-11-28T22:30:15.123Z')
export const config: MonnifyConfig = {
  apiKey: 'MK_TEST_1',
  secretKey: 'secret-2',
  contractCode: '4567890123',
  walletAccount: '3934178936',
}
export const LOGIN = '/api/v1/auth/login'
export const loggedIn = (accessToken: string, expiresIn: number) => done({ accessToken, expiresIn })
export const done = (responseBody: object) => ({
  requestSuccessful: true,
  responseMessage: 'success',
  responseCode: '0',
  responseBody,
})
export const refused = (responseCode: string, responseMessage = 'Sorry') =>
  new Instead(200, { requestSuccessful: false, responseMessage, responseCode })

export function given(answers: Answers = {}, change: Partial<MonnifyConfig> = {}) {
  const world = { now: NOW, logins: 0, answers }
  const login = () => loggedIn(`token-${++world.logins}`, 3_600)
  const all = () => ({ [`POST ${LOGIN}`]: login, ...world.answers })
  const on = paper(() => world.now, all)
  const log = { warn: () => {} }
  const { bank, card } = monnifyRails(
    { ...config, ...change },
    { now: () => world.now, log, send: on.send },
  )!
  /** All requests except logins. */
  const sent = () => on.sent.filter(([call]) => call !== `POST ${LOGIN}`)
  return Object.assign(world, { bank, card, sent, on })
}
export type World = ReturnType<typeof given>

export const GTB = { code: '058', nipCode: '000013' }
export const OPAY = { code: '999992', nipCode: '100004' }
export const KUDA = { code: '50211', nipCode: '090267' }
export const ONE_OFF = {
  key: 'one-off',
  attempt: 2,
  accountName: 'Ada’s Stores',
  amount: kobo(500_050n),
  expiresAt: later(NOW, 30 * MINUTE),
  holder: { email: 'ada@example.com', phone: '08030000001' },
}
export const PERMANENT = {
  key: 'perm',
  attempt: 3,
  accountName: 'NGOZI SAMPLE',
  bvn: '22222222221',
  nin: '11111111112',
  holder: { email: 'ngozi@example.com', phone: null },
}
export const TRANSFER = {
  key: 'payout-1',
  enquiry: '058/0123456789',
  bank: GTB,
  accountNumber: '0123456789',
  accountName: 'EMEKA PAYEE',
  amount: kobo(7_000_05n),
  narration: 'Rent of May',
}
export const CREDIT: BankCredit = {
  sessionId: 'MNFY|17|credit',
  accountNumber: '5000000001',
  amount: kobo(3_000_01n),
  senderName: 'BOLA SENDER',
  senderBankCode: '044',
  senderAccountNumber: '0000000027',
  narration: 'for shoes',
  occurredAt: new Date('2026-11-27T23:30:00Z'),
}
export const RETURN = { key: 'return-1', credit: CREDIT, amount: kobo(1_000_02n) }
export const OPENED = {
  key: 'charge-1',
  amount: kobo(9_000_09n),
  email: 'chi@example.com',
  returnUrl: 'https://pay.example.com/checkout/abc/card/return?lang=ha',
}

export const INIT = '/api/v1/merchant/transactions/init-transaction'
export const INIT_TRANSFER = '/api/v1/merchant/bank-transfer/init-payment'
export const QUERY = '/api/v2/merchant/transactions/query'
export const RESERVED = '/api/v2/bank-transfer/reserved-accounts'
export const VALIDATE = '/api/v1/disbursements/account/validate'
export const SINGLE = '/api/v2/disbursements/single'
export const REFUNDS = '/api/v1/refunds'

export const begun = {
  transactionReference: 'MNFY|begun',
  paymentReference: 'one-off-2',
  checkoutUrl: 'https://sandbox.sdk.monnify.com/checkout/MNFY%7Cbegun',
}
export const account = {
  accountNumber: '5000000002',
  accountName: 'ADA STORES / CHECKOUT',
  bankCode: '232',
  bankName: 'Sterling bank',
  // Lagos time without a zone.
  expiresOn: '2026-11-29T00:10:15',
  accountDurationSeconds: 2_400,
}
export const reserved = {
  accountReference: 'perm-3',
  accountName: 'NGOZI OF THE RESERVATION',
  accounts: [
    { bankCode: '50515', bankName: 'Moniepoint', accountNumber: '5000000003' },
    { bankCode: '232', bankName: 'Sterling', accountNumber: '5000000004', accountName: 'NGOZI S' },
  ],
}
export const transferred = {
  amount: 7000.05,
  reference: 'payout-1',
  status: 'SUCCESS',
  destinationAccountNumber: '0123456789',
  destinationBankCode: '058',
  totalFee: 10.75,
}
export const summarized = { ...transferred, fee: 12.5, transactionReference: 'MFDS|17|1' }
export const returned = {
  refundReference: 'return-1',
  transactionReference: 'MNFY|17|credit',
  refundAmount: 1000.02,
  refundStatus: 'COMPLETED',
}
export const paid = {
  transactionReference: 'MNFY|17|credit',
  paymentReference: 'theirs-1',
  amountPaid: '3000.01',
  totalPayable: '3000.05',
  settlementAmount: '2989.26',
  paidOn: '2026-11-28 00:30:00.5',
  paymentStatus: 'OVERPAID',
  paymentMethod: 'ACCOUNT_TRANSFER',
  paymentDescription: 'for shoes',
  currency: 'NGN',
  destinationAccountInformation: { bankCode: '232', accountNumber: '5000000001' },
  paymentSourceInformation: [
    { accountName: 'BOLA SENDER', accountNumber: '0000000027', bankCode: '305', amountPaid: 1 },
  ],
}
export const beginOneOff = {
  amount: '#5000.50',
  customerName: 'Adas Stores',
  customerEmail: 'ada@example.com',
  paymentReference: 'one-off-2',
  paymentDescription: 'Adas Stores',
  currencyCode: 'NGN',
  contractCode: '4567890123',
  paymentMethods: ['ACCOUNT_TRANSFER'],
}
export const issuedOneOff = {
  kind: 'issued',
  accountNumber: '5000000002',
  accountName: 'ADA STORES / CHECKOUT',
  bank: { code: '232', name: 'Sterling Bank', slug: 'sterling-bank' },
  expiresAt: new Date('2026-11-28T23:10:15Z'),
  handle: 'MNFY|begun',
}
export const reservation = {
  accountReference: 'perm-3',
  accountName: 'NGOZI SAMPLE',
  currencyCode: 'NGN',
  contractCode: '4567890123',
  // The tag is a hash of the reference.
  customerEmail: 'ngozi+a8bb9e3dc1@example.com',
  customerName: 'NGOZI SAMPLE',
  bvn: '22222222221',
  nin: '11111111112',
  getAllAvailableBanks: false,
  preferredBanks: ['035'],
}
export const issuedPermanent = {
  kind: 'issued',
  accountNumber: '5000000004',
  accountName: 'NGOZI S',
  bank: { code: '232', name: 'Sterling Bank', slug: 'sterling-bank' },
  handle: 'perm-3',
}
export const asTransfer = {
  amount: '#7000.05',
  reference: 'payout-1',
  narration: 'Rent of May',
  destinationBankCode: '058',
  destinationAccountNumber: '0123456789',
  destinationAccountName: 'EMEKA PAYEE',
  currency: 'NGN',
  sourceAccountNumber: '3934178936',
}
export const sentIt = { kind: 'sent', sessionId: 'MFDS|17|1', fee: 1_250n }
export const asReturn = {
  transactionReference: 'MNFY|17|credit',
  refundReference: 'return-1',
  refundAmount: '#1000.02',
  refundReason: 'Returned to the sender',
  customerNote: 'Returned',
  destinationAccountNumber: '0000000027',
  destinationAccountBankCode: '044',
}
