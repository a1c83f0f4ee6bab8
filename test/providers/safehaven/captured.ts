// What Safe Haven really sends, as it publishes it or as integrators have captured it. Personal
// details are replaced by others of the same form. captured.test.ts reads each of them, and
// compares the stand-in's answers with them.

const READINGS = 'safehavenmfb.readme.io, Webhooks; a copy in github.com/texadigital/texapaycm'
const INCIDENT = 'an integrator’s notes of an incident, live, 2026-09-06'
const LOG = 'an integrator’s test of a body from its production logs, 2026-09-05'

type Captured = { source: string; body: object }

/** Of a transfer that came in over NIP, in a notification. */
const inwards = {
  _id: '616f6ad6d5c1fb4ba1f00076',
  client: '61fbc386dab3430a31406018',
  account: '613bdab34c38b5140663001f',
  type: 'Inwards',
  sessionId: '000004211020011401570815591371',
  nameEnquiryReference: '000004211020011401345232274414',
  paymentReference: '000004211020011401570815591371',
  mandateReference: null,
  isReversed: false,
  reversalReference: null,
  provider: 'NIBSS',
  providerChannel: 'NIP',
  providerChannelCode: '3',
  destinationInstitutionCode: '090286',
  creditAccountName: 'NGOZI SAMPLE',
  creditAccountNumber: '1234567890',
  creditBankVerificationNumber: null,
  creditKYCLevel: '3',
  debitAccountName: 'SAMPLE PAYER LTD',
  debitAccountNumber: '0987654321',
  debitBankVerificationNumber: null,
  debitKYCLevel: '1',
  transactionLocation: '',
  narration: 'MOB2/UTO/To NGOZI SAMPLE/Test Notification',
  amount: 100,
  fees: 0,
  vat: 0,
  stampDuty: 0,
  responseCode: '00',
  responseMessage: 'Approved or completed successfully',
  status: 'Completed',
  isDeleted: false,
  createdAt: '2021-10-20T01:14:04.054Z',
  updatedAt: '2021-10-20T01:15:10.954Z',
  __v: 0,
  approvedAt: '2021-10-20T01:15:10.954Z',
}

/** Its end is cut off in the source; clients read `externalReference` of it. */
const virtualCredit = {
  _id: '65b76ed3c0a4440024e45e75',
  client: '61e5a83ac6f0ec001ee90fac',
  virtualAccount: '65b76ebbc0a4440024e45e52',
  externalReference: 'order-1',
  sessionId: '999240240129092434550231308787',
  nameEnquiryReference: '999240240129092425585215261320',
  paymentReference: '999240240129092434550231308787',
  isReversed: false,
  reversalReference: '',
  provider: 'BANK',
  providerChannel: 'TRANSFER',
  providerChannelCode: 'IBS',
  destinationInstitutionCode: '999240',
  creditAccountName: 'SAMPLE SHOP / Ngozi',
  creditAccountNumber: '8060376100',
  creditBankVerificationNumber: null,
  creditKYCLevel: '3',
  debitAccountName: 'SAMPLE PAYER',
  debitAccountNumber: '0119536300',
  debitBankVerificationNumber: null,
  debitKYCLevel: '3',
  transactionLocation: '9.0932,7.4429',
  narration: '',
  amount: 1001,
  fees: 5,
  vat: 0,
  stampDuty: 0,
  responseCode: '00',
  responseMessage: 'Approved or completed successfully',
  status: 'Completed',
  isDeleted: false,
  createdAt: '2024-01-29T09:24:35.910Z',
  declinedAt: '2024-01-29T09:24:35.910Z',
  updatedAt: '2024-01-29T09:24:37.994Z',
  __v: 0,
}

/** Answered to a new transfer. A query then did not find it, and it was paid. */
const processing = {
  data: {
    __v: 0,
    _id: '6a9cf48094d93d00246615ca',
    vat: 0.75,
    fees: 10,
    type: 'Outwards',
    amount: 2944.25,
    client: '68cc5b647c6ed100244e2359',
    queued: false,
    status: 'Processing',
    account: '68cc5b657c6ed100244e235e',
    provider: 'NIBSS',
    createdAt: '2026-09-06T05:05:04.112Z',
    createdBy: '68cc5acc7c6ed100244e0f50',
    isDeleted: false,
    narration: 'Automated payout: Internet & Data',
    sessionId: '090286260906050504272764355476',
    stampDuty: 0,
    updatedAt: '2026-09-06T05:05:04.112Z',
    isReversed: false,
    responseCode: '30',
    debitKYCLevel: '3',
    limitExceeded: false,
    creditKYCLevel: '2',
    providerChannel: 'NIP',
    responseMessage: 'Format error',
    debitAccountName: 'SAMPLE TECHNOLOGIES LIMITED',
    mandateReference: null,
    paymentReference: 'AUTO_101aca4b-498d-4ed0-bad1-7e188d0d3316_i0_1788671102763',
    creditAccountName: 'SAMPLE PAYEE ONE',
    reversalReference: null,
    debitAccountNumber: '0117753300',
    creditAccountNumber: '7062591400',
    providerChannelCode: '2',
    transactionLocation: '9.0932,7.4429',
    nameEnquiryReference: '090286260906050502981107716252',
    destinationInstitutionCode: '090405',
    debitBankVerificationNumber: null,
    creditBankVerificationNumber: null,
  },
  message: 'Processing',
  statusCode: 202,
  responseCode: '30',
}

/** HTTP 201. The fee could not be debited, and no code was sent. */
const notSent = {
  statusCode: 201,
  message: 'Record fetched successfully',
  data: {
    __v: 0,
    _id: '6a9c456f9f25fa0b5385620d',
    amount: 50,
    clientId: '6549388d043f1b00241d1502',
    identityNumber: '22222222222',
    type: 'BVN',
    status: 'FAILED',
    debitAccountNumber: '0115357500',
    vat: 0,
    stampDuty: 0,
    isDeleted: false,
    otpVerified: false,
    otpResendCount: 0,
    debitMessage: 'Format error',
    debitResponsCode: 202,
    debitSessionId: '0902862609051638460726163998',
    createdAt: '2026-09-05T15:38:46.072Z',
    updatedAt: '2026-09-05T15:38:46.072Z',
  },
}

/** Whole answers, with their envelope. `http`: if it is not the envelope's. */
export const answers = {
  processing: { source: INCIDENT, body: processing },
  not_located: {
    source: INCIDENT,
    body: { statusCode: 400, message: 'Unable to locate record', error: 'Bad Request' },
  },
  no_code: { source: LOG, body: notSent },
  refused: {
    source: 'an integrator’s notes of a refusal in HTTP 201, live, 2026',
    body: { statusCode: 400, message: 'Invalid settlement bank code. Please try again.' },
    http: 201,
  },
} satisfies Record<string, Captured & { http?: number }>

export const notifications = {
  transfer: { source: READINGS, body: { type: 'transfer', data: inwards } },
  virtual: { source: READINGS, body: { type: 'virtualAccount.transfer', data: virtualCredit } },
} satisfies Record<string, Captured>
