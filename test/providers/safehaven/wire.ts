import type { Account, Transfer, VirtualAccount } from './books.ts'

// The formats of Safe Haven's stand-in: naira with decimals, envelopes with their own statusCode,
// and errors for unknown fields.

/** `statusCode`: of the envelope. `http`: of HTTP, if it differs. */
export type Reply = { http: number; body: unknown }

export function ok(data: unknown, message = 'Success', statusCode = 200): Reply {
  return { http: statusCode, body: { statusCode, message, data } }
}

export function failure(statusCode: number, message: string | string[], http = statusCode): Reply {
  return { http, body: { statusCode, message, error: ERRORS[statusCode] ?? 'Error' } }
}

const ERRORS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
}

/** Pages begin at 0 and have at most 100 rows. */
export function pageOf<One>(
  all: One[],
  query: URLSearchParams,
  message: string,
  bodyOf: (one: One) => unknown,
): Reply {
  const page = Number(query.get('page') ?? 0)
  const limit = Number(query.get('limit') ?? 25)
  if (!Number.isInteger(page) || page < 0) return failure(400, ['page must not be less than 0'])
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    return failure(400, ['limit must not be greater than 100'])
  }
  const data = all.slice(page * limit, (page + 1) * limit).map(bodyOf)
  const pagination = {
    total: all.length,
    pages: Math.ceil(all.length / limit),
    page: `${page}`,
    limit: `${limit}`,
  }
  return { http: 200, body: { statusCode: 200, message, data, pagination } }
}

export type Spec = Record<string, { type: string; optional?: boolean; matches?: RegExp }>

/** The validation errors of a body, in their words. */
export function wrongIn(body: unknown, spec: Spec): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return ['body is no object']
  const given = body as Record<string, unknown>
  const unknown = Object.keys(given).filter((name) => !(name in spec))
  const wrong = Object.entries(spec).flatMap(([name, { type, optional, matches }]) => {
    const value = given[name]
    if (value === undefined) return optional ? [] : [`${name} should not be empty`]
    const isType = type === 'int' ? Number.isInteger(value) : typeof value === type
    if (!isType) return [`${name} must be a ${type}`]
    if (matches && !matches.test(String(value))) return [`${name} is not valid`]
    return []
  })
  return [...unknown.map((name) => `property ${name} should not exist`), ...wrong]
}

/** Null unless it is a positive amount in whole kobo. */
export function koboOf(value: unknown): bigint | null {
  const [, whole = '', rest = ''] = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(String(value)) ?? []
  const amount = whole === '' ? 0n : BigInt(whole) * 100n + BigInt(rest.padEnd(2, '0'))
  return amount > 0n ? amount : null
}

export type Amounts = 'number' | 'string'

export function nairaOf(amount: bigint, as: Amounts): number | string {
  const size = amount < 0n ? -amount : amount
  const digits = size.toString().padStart(3, '0')
  const text = `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
  return as === 'string' ? text : Number(text)
}

const OUTGOING = { createdBy: '61e5a83ac6f0ec001ee90fad', queued: false, limitExceeded: false }

export function transferBody(one: Transfer, as: Amounts) {
  const { virtualAccount } = one
  return {
    _id: one.id,
    client: '61e5a83ac6f0ec001ee90fac',
    ...(virtualAccount
      ? { virtualAccount: virtualAccount.id, externalReference: virtualAccount.externalReference }
      : { account: one.account, type: one.type, mandateReference: null }),
    ...(one.type === 'Outwards' && OUTGOING),
    sessionId: one.sessionId,
    nameEnquiryReference: one.nameEnquiryReference,
    paymentReference: one.paymentReference,
    isReversed: one.isReversed,
    reversalReference: one.isReversed ? `R${one.sessionId.slice(1)}` : null,
    provider: 'NIBSS',
    providerChannel: 'NIP',
    providerChannelCode: '2',
    destinationInstitutionCode: one.creditBank,
    creditAccountName: one.creditAccountName,
    creditAccountNumber: one.creditAccountNumber,
    creditBankVerificationNumber: null,
    creditKYCLevel: '3',
    debitAccountName: one.debitAccountName,
    debitAccountNumber: one.debitAccountNumber,
    debitBankVerificationNumber: '22222222222',
    debitKYCLevel: '3',
    transactionLocation: '',
    narration: one.narration,
    amount: nairaOf(one.amount, as),
    fees: nairaOf(one.fees, as),
    vat: nairaOf(one.vat, as),
    stampDuty: nairaOf(one.stampDuty, as),
    responseCode: one.responseCode,
    responseMessage: MESSAGES[one.responseCode] ?? 'Do not honor',
    status: one.status,
    isDeleted: false,
    createdAt: one.createdAt.toISOString(),
    updatedAt: one.updatedAt.toISOString(),
    __v: 0,
  }
}

const MESSAGES: Record<string, string> = {
  '00': 'Approved or completed successfully',
  '09': 'Request processing in progress',
  '30': 'Format error',
  '57': 'Transaction not permitted to sender',
}

export function accountBody(one: Account, as: Amounts) {
  return {
    _id: one.id,
    client: '61e5a83ac6f0ec001ee90fac',
    accountProduct: one.isSubAccount ? 'Sub Account' : 'Current Account',
    accountNumber: one.accountNumber,
    accountName: one.accountName,
    accountType: 'Current',
    currencyCode: 'NGN',
    accountBalance: nairaOf(one.balance, as),
    bookBalance: nairaOf(one.balance, as),
    isSubAccount: one.isSubAccount,
    externalReference: one.externalReference,
    status: 'Active',
    isDeleted: false,
  }
}

export function virtualAccountBody(one: VirtualAccount, bank: string, as: Amounts) {
  return {
    _id: one.id,
    client: '61e5a83ac6f0ec001ee90fac',
    bankName: 'SAFE HAVEN MICROFINANCE BANK',
    bankCode: bank,
    accountNumber: one.accountNumber,
    accountName: one.accountName,
    currencyCode: 'NGN',
    validFor: one.validFor,
    externalReference: one.externalReference,
    amountControl: one.amountControl,
    amount: nairaOf(one.amount, as),
    expiryDate: one.expiresAt.toISOString(),
    callbackUrl: one.callbackUrl,
    settlementAccount: { bankCode: bank, accountNumber: one.settlesTo },
    status: one.isDeleted ? 'Deleted' : 'Active',
    isDeleted: one.isDeleted,
  }
}
