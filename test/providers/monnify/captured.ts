// What Monnify really sends, as published by Monnify or by integrators who captured it. Personal
// details are replaced by others of the same form. captured.test.ts reads each of them, and
// compares the stand-in's answers with them.

const SDK = 'github.com/Monnify/monnify-dotnet-lib 9d49e61, tests/Monnify.Tests'
const TRANSFERS = 'developers.monnify.com, Single Transfers'
const REFUNDS = 'developers.monnify.com, Transaction Refunds'

type Captured = { source: string; body: object }

/** The bodies of answers, without their envelope. */
export const answers = {
  reserved: {
    source: `${SDK}/Collections/ReservedAccounts (sandbox, 2026-06-26)`,
    body: {
      contractCode: '1234567890',
      accountReference: 'acct-ref-1',
      accountName: 'Ngozi Sample Wallet',
      currencyCode: 'NGN',
      customerEmail: 'ngozi@example.com',
      customerName: 'Ngozi Sample',
      accounts: [
        {
          bankCode: '035',
          bankName: 'Wema bank',
          accountNumber: '1003823000',
          accountName: 'Ngozi Sample Wallet',
        },
      ],
      collectionChannel: 'RESERVED_ACCOUNT',
      reservationReference: '17ERLN8RZCZ203H00044',
      reservedAccountType: 'GENERAL',
      status: 'ACTIVE',
      createdOn: '2026-06-26 23:19:13.511864338',
      incomeSplitConfig: [],
      restrictPaymentSource: false,
    },
  },
  one_off: {
    source: 'integrator’s test, sandbox, 2026-09-21',
    body: {
      accountNumber: '7004199800',
      accountName: 'Sample-Shop',
      bankName: 'Sterling bank',
      bankCode: '232',
      accountDurationSeconds: 2400,
      ussdPayment: null,
      requestTime: '2026-09-21T23:07:43.900657213',
      expiresOn: '2026-09-21T23:47:43',
      transactionReference: 'MNFY|57|20260921230742|000016',
      paymentReference: 'probe_1',
      amount: 2000.0,
      fee: 0.0,
      totalPayable: 2000.0,
      collectionChannel: 'API_NOTIFICATION',
    },
  },
  name: {
    source: `${SDK}/Verification`,
    body: {
      accountNumber: '0123456789',
      accountName: 'Ngozi Sample',
      bankCode: '044',
      currencyCode: 'NGN',
    },
  },
  transfer: {
    source: `${SDK}/Disbursements/SingleTransfers (sandbox, 2026-06-27)`,
    body: {
      amount: 100,
      reference: 'disb-test-1',
      status: 'SUCCESS',
      dateCreated: '2026-06-27T08:32:49.289+00:00',
      totalFee: 10.0,
      destinationAccountName: 'Test Recipient',
      destinationBankName: 'GTBank',
      destinationAccountNumber: '0123456789',
      destinationBankCode: '058',
      comment: 'Transaction successful',
    },
  },
  summary: {
    source: `${SDK}/Disbursements/SingleTransfers (sandbox, 2026-06-27)`,
    body: {
      amount: 100.0,
      reference: 'disb-test-1',
      narration: 'SDK test disbursement',
      currency: 'NGN',
      fee: 10.0,
      twoFaEnabled: false,
      status: 'SUCCESS',
      transactionDescription: 'Transaction successful',
      transactionReference: 'MFDS87620260627093249000027JDW8UZ',
      createdOn: '2026-06-27T08:32:49.000+00:00',
      sourceAccountNumber: '9988776655',
      destinationAccountNumber: '0123456789',
      destinationAccountName: 'Test Recipient',
      destinationBankCode: '058',
      destinationBankName: 'GTBank',
    },
  },
  balance: {
    source: TRANSFERS,
    body: {
      availableBalance: 24500.0,
      ledgerBalance: 25000.0,
      accountNumber: '9999999999',
      currency: 'NGN',
    },
  },
  refund: {
    source: REFUNDS,
    body: {
      refundReference: 'REFUND-ORD-20240601-001',
      transactionReference: 'MNFY|65|20220727094724|000477',
      refundReason: 'Customer returned 2 of 5 items',
      customerNote: 'Refund for returned items',
      refundAmount: 3500,
      refundType: 'PARTIAL_REFUND',
      refundStatus: 'COMPLETED',
      refundStrategy: 'MERCHANT_WALLET',
      comment: 'Transaction refund is in progress.',
      createdOn: '02/08/2022 03:35:22 AM',
    },
  },
} satisfies Record<string, Captured>

const collection = {
  product: { reference: '1636106097661', type: 'RESERVED_ACCOUNT' },
  transactionReference: 'MNFY|04|20211117112842|000170',
  paymentReference: 'MNFY|04|20211117112842|000170',
  paidOn: '2021-11-17 11:28:42.615',
  paymentDescription: 'Adm',
  metaData: {},
  paymentSourceInformation: [
    {
      bankCode: '',
      amountPaid: 3000,
      accountName: 'Sample Limited',
      sessionId: 'e6cV1smlpkwG38Cg6d5F9B2PRnIq5FqA',
      accountNumber: '0065432100',
    },
  ],
  destinationAccountInformation: {
    bankCode: '232',
    bankName: 'Sterling bank',
    accountNumber: '6000140700',
  },
  amountPaid: 3000,
  totalPayable: 3000,
  cardDetails: {},
  paymentMethod: 'ACCOUNT_TRANSFER',
  currency: 'NGN',
  settlementAmount: '2990.00',
  paymentStatus: 'PAID',
  customer: { name: 'Ngozi Sample', email: 'ngozi@example.com' },
}
const disbursement = {
  amount: 10,
  transactionReference: 'MFDS|20210317032332|002431',
  fee: 8,
  transactionDescription: 'Approved or completed successfully',
  destinationAccountNumber: '0068687500',
  sessionId: '090405210317032336726272971260',
  createdOn: '17/03/2021 3:23:32 AM',
  destinationAccountName: 'SAMPLE PAYEE ONE',
  reference: 'ref1615947809303',
  destinationBankCode: '232',
  completedOn: '17/03/2021 3:23:38 AM',
  narration: 'This is a quite long narration',
  currency: 'NGN',
  destinationBankName: 'Sterling bank',
  status: 'SUCCESS',
}
const refund = {
  merchantReason: 'defective goods',
  transactionReference: 'MNFY|20190816083102|000021',
  completedOn: '14/04/2021 4:24:05 PM',
  refundStatus: 'COMPLETED',
  customerNote: 'defects',
  createdOn: '14/04/2021 4:23:37 PM',
  refundReference: 'ref001',
  refundAmount: 10.0,
}

/** `eventData` of each type of notification. */
export const notifications = {
  SUCCESSFUL_TRANSACTION: { source: `${SDK}/Webhooks`, body: collection },
  SUCCESSFUL_DISBURSEMENT: { source: `${SDK}/Webhooks`, body: disbursement },
  FAILED_DISBURSEMENT: { source: `${SDK}/Webhooks`, body: { ...disbursement, status: 'FAILED' } },
  REVERSED_DISBURSEMENT: {
    source: `${SDK}/Webhooks`,
    body: {
      transactionReference: 'MFDS33920240513211815009133P47MKU',
      reference: '662d2dcf22132ea227db164e-1715631494637',
      narration: 'Fund Transfer',
      currency: 'NGN',
      amount: 145708,
      status: 'REVERSED',
      fee: 8,
      destinationAccountNumber: '8088523200',
      destinationAccountName: 'Sample Payee Two',
      destinationBankCode: '305',
      sessionId: '090405240513211816637369129129',
      createdOn: '13/05/2023 9:18:16 PM',
      completedOn: '13/05/2023 9:18:19 PM',
    },
  },
  SUCCESSFUL_REFUND: { source: `${SDK}/Webhooks`, body: refund },
  FAILED_REFUND: { source: `${SDK}/Webhooks`, body: { ...refund, refundStatus: 'FAILED' } },
  REJECTED_PAYMENT: {
    source: `${SDK}/Webhooks`,
    body: {
      product: { reference: 'MNFY|PAYREF|GENERATED|1687798434397393735', type: 'WEB_SDK' },
      amount: 100,
      paymentSourceInformation: {
        bankCode: '50515',
        amountPaid: 40,
        accountName: 'SAMPLE PAYER',
        sessionId: '090405230626180003067844645188',
        accountNumber: '5141901400',
      },
      transactionReference: 'MNFY|85|20230626175354|041855',
      created_on: '2023-06-26 17:53:55.0',
      paymentReference: 'MNFY|PAYREF|GENERATED|1687798434397393735',
      paymentRejectionInformation: {
        bankCode: '035',
        destinationAccountNumber: '7023576800',
        bankName: 'Wema bank',
        rejectionReason: 'UNDER_PAYMENT',
        expectedAmount: 100,
      },
      paymentDescription: 'lets pay',
      customer: { name: 'Sample Payer', email: 'payer@example.com' },
    },
  },
} satisfies Record<string, Captured>

/** The one signed body that Monnify publishes, byte for byte, with the key of the sample. */
export const signed = {
  source: `${SDK}/Webhooks/MonnifyWebhookValidatorTests.cs`,
  secretKey: '91MUDL9N6U3BQRXBQ2PJ9M0PW4J22M1Y',
  body: [
    '{"eventData":{"product":{"reference":"111222333","type":"OFFLINE_PAYMENT_AGENT"},"tran',
    'sactionReference":"MNFY|76|20211117154810|000001","paymentReference":"0.01462001097368',
    '737","paidOn":"17/11/2021 3:48:10 PM","paymentDescription":"Mockaroo Jesse","metaData"',
    ':{},"destinationAccountInformation":{},"paymentSourceInformation":{},"amountPaid":7800',
    '0,"totalPayable":78000,"offlineProductInformation":{"code":"41470","type":"DYNAMIC"},"',
    'cardDetails":{},"paymentMethod":"CASH","currency":"NGN","settlementAmount":77600,"paym',
    'entStatus":"PAID","customer":{"name":"Mockaroo Jesse","email":"111222333@ZZAMZ4WT4Y3E.',
    'monnify"}},"eventType":"SUCCESSFUL_TRANSACTION"}',
  ].join(''),
  signature: [
    'f04fb635e04d71648bd3cc7999003da6861483342c856d05ddfa9b2dafacb873',
    'b0de1d0f8f67405d0010b4348b721c49fa171d317972618debba6b638aedcd3c',
  ].join(''),
}

/** Their times, in every form seen, with the moment that each means. */
export const moments: [text: string, utc: string][] = [
  ['2021-11-17 11:28:42.615', '2021-11-17T10:28:42.615Z'],
  ['2023-06-26 17:53:55.0', '2023-06-26T16:53:55.000Z'],
  ['2026-06-26 23:19:13.511864338', '2026-06-26T22:19:13.511Z'],
  ['2026-09-21T23:47:43', '2026-09-21T22:47:43.000Z'],
  ['2026-09-21T23:07:43.900657213', '2026-09-21T22:07:43.900Z'],
  ['2026-06-27T08:32:49.289+00:00', '2026-06-27T08:32:49.289Z'],
  ['2022-07-31T14:31:33.759+0000', '2022-07-31T14:31:33.759Z'],
  ['2025-09-01T23:13:19Z', '2025-09-01T23:13:19.000Z'],
  ['30/08/2023 5:13:57 PM', '2023-08-30T16:13:57.000Z'],
  ['02/08/2022 03:35:22 AM', '2022-08-02T02:35:22.000Z'],
  ['11/11/2021 02:29:00 PM', '2021-11-11T13:29:00.000Z'],
  ['2025-03-04 10:27:AM', '2025-03-04T09:27:00.000Z'],
]
