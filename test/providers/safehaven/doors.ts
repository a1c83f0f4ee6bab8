import { DAY, HOUR } from '../../../src/platform/clock.ts'
import { holderOf, NOBODYS_ACCOUNT } from '../../../src/providers/sandbox/names.ts'
import { type Fate, OWN_BANK, type SafehavenBooks } from './books.ts'
import {
  type Amounts,
  accountBody,
  failure,
  koboOf,
  ok,
  pageOf,
  type Reply,
  transferBody,
  virtualAccountBody,
  wrongIn,
} from './wire.ts'

// The calls of Safe Haven MFB about money, one function each: accounts, virtual accounts,
// transfers.

export type Call = { body: unknown; query: URLSearchParams; id: string }
export type Door = (call: Call) => Reply

export type Bank = {
  books: SafehavenBooks
  banks: { name: string; bankCode: string }[]
  /** A name enquiry allows one transfer to its account. */
  enquiries: Map<string, { bank: string; accountNumber: string; accountName: string }>
  fates: Map<string, Fate>
  amountsAs: Amounts
  /** Whether this identity was verified by a code. */
  isVerified: (identityId: string, otp: string, number: string) => boolean
  mainAccount: string
}

export function moneyDoors(bank: Bank): Record<string, Door> {
  return {
    'GET /transfers/banks': () => ok(bank.banks.map((one) => ({ ...one, routingKey: '' }))),
    'POST /transfers/name-enquiry': (call) => nameEnquiry(bank, call),
    'POST /transfers': (call) => transfer(bank, call),
    'POST /transfers/status': (call) => status(bank, call, false),
    'GET /transfers': (call) => transfers(bank, call),
    'POST /virtual-accounts': (call) => createVirtualAccount(bank, call),
    'POST /virtual-accounts/status': (call) => status(bank, call, true),
    'GET /virtual-accounts/:id': (call) => virtualAccount(bank, call),
    'DELETE /virtual-accounts/:id': (call) => deleteVirtualAccount(bank, call),
    'GET /accounts': (call) => accounts(bank, call),
    'POST /accounts/v2/subaccount': (call) => createSubAccount(bank, call),
    'GET /accounts/:id': (call) => account(bank, call),
    'GET /accounts/:id/statement': (call) => statement(bank, call),
  }
}

function nameEnquiry({ books, banks, enquiries }: Bank, { body }: Call): Reply {
  const wrong = wrongIn(body, {
    bankCode: { type: 'string' },
    accountNumber: { type: 'string', matches: /^\d{10}$/ },
  })
  if (wrong.length > 0) return failure(400, wrong)
  const { bankCode, accountNumber } = body as Record<string, string>
  const isBank = bankCode === OWN_BANK || banks.some((one) => one.bankCode === bankCode)
  if (!isBank) return failure(400, 'Unknown bank code')
  if (accountNumber === NOBODYS_ACCOUNT) return failure(400, 'Account not found')
  const accountName = books.find(accountNumber!)?.accountName ?? holderOf(accountNumber!, bankCode!)
  const sessionId = books.newSessionId(OWN_BANK)
  enquiries.set(sessionId, { bank: bankCode!, accountNumber: accountNumber!, accountName })
  return ok(
    {
      responseCode: '00',
      responseMessage: 'Approved or completed successfully',
      sessionId,
      bankCode,
      accountNumber,
      accountName,
      kycLevel: '3',
      bvn: '22222222222',
    },
    'Approved or completed successfully',
  )
}

function transfer(bank: Bank, { body }: Call): Reply {
  const wrong = wrongIn(body, {
    nameEnquiryReference: { type: 'string' },
    debitAccountNumber: { type: 'string', matches: /^\d{10}$/ },
    beneficiaryBankCode: { type: 'string' },
    beneficiaryAccountNumber: { type: 'string', matches: /^\d{10}$/ },
    amount: { type: 'number' },
    saveBeneficiary: { type: 'boolean' },
    narration: { type: 'string', optional: true, matches: /^.{0,100}$/ },
    paymentReference: { type: 'string', optional: true, matches: /^.{1,100}$/ },
  })
  if (wrong.length > 0) return failure(400, wrong)
  const asked = body as Record<string, string>
  const amount = koboOf(asked['amount'])
  if (amount === null) return failure(400, ['amount must be a positive number'])
  const from = bank.books.find(asked['debitAccountNumber']!)
  if (!from) return failure(404, 'Debit account not found')
  const known = bank.enquiries.get(asked['nameEnquiryReference']!)
  const isSame =
    known?.bank === asked['beneficiaryBankCode'] &&
    known?.accountNumber === asked['beneficiaryAccountNumber']
  if (!known || !isSame) return failure(400, 'Invalid name enquiry reference')
  const fate = bank.fates.get(known.accountNumber) ?? 'completed'
  const { paymentReference: reference = '', narration = '' } = asked
  const enquiry = asked['nameEnquiryReference']!
  const made = bank.books.send(from, known, { amount, narration, reference, enquiry }, fate)
  if (made === null) {
    return {
      http: 400,
      body: { statusCode: 400, responseCode: '51', message: 'Insufficient funds', data: {} },
    }
  }
  const data = transferBody(made, bank.amountsAs)
  if (fate === 'vanishing') {
    const said = { statusCode: 202, responseCode: '30', message: 'Processing', data }
    return { http: 200, body: said }
  }
  return ok(data, data.responseMessage, 201)
}

/** The two calls return different credits. */
function status({ books, amountsAs }: Bank, { body }: Call, ofVirtual: boolean): Reply {
  const wrong = wrongIn(body, { sessionId: { type: 'string' } })
  if (wrong.length > 0) return failure(400, wrong)
  const { sessionId } = body as { sessionId: string }
  const found = books.bySession.get(sessionId)
  const isKind = found && (found.virtualAccount !== null) === ofVirtual
  if (!isKind || found.hiddenUntil > books.now()) return failure(400, 'Unable to locate record')
  return ok(transferBody(found, amountsAs), 'Transfer status fetched successfully')
}

function transfers({ books, amountsAs }: Bank, { query }: Call): Reply {
  const dates = datesOf(query)
  if (dates === null) return failure(400, ['fromDate must be a valid ISO 8601 date string'])
  const all = query.get('type') === 'Outwards' ? books.outwards : books.transfers
  const [id, type, now] = [query.get('accountId'), query.get('type'), books.now()]
  const found = newestWithin(all, dates, ({ createdAt }) => createdAt)
    .filter((one) => one.account === id && one.virtualAccount === null)
    .filter((one) => (type === null || one.type === type) && one.hiddenUntil <= now)
  return pageOf(found, query, 'Transfers fetched successfully', (one) =>
    transferBody(one, amountsAs),
  )
}

/** Whole days, the last one included. Omits rows outside the days in UTC or in Lagos. */
type Dates = { from: Date; to: Date }

function datesOf(query: URLSearchParams): Dates | null {
  const [from, to] = [query.get('fromDate') ?? '2000-01-01', query.get('toDate') ?? '2100-01-01']
  if (![from, to].every((date) => /^\d{4}-\d\d-\d\d$/.test(date))) return null
  return { from: new Date(from), to: new Date(Date.parse(to) + DAY - HOUR) }
}

/** Binary search in rows ordered by time: a month has a hundred thousand. */
function newestWithin<One>(all: One[], { from, to }: Dates, at: (one: One) => Date): One[] {
  const firstFrom = (moment: Date) => {
    let [low, high] = [0, all.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(all[middle]!) < moment) low = middle + 1
      else high = middle
    }
    return low
  }
  return all.slice(firstFrom(from), firstFrom(to)).reverse()
}

function createVirtualAccount({ books, amountsAs, mainAccount }: Bank, { body }: Call): Reply {
  const wrong = wrongIn(body, {
    validFor: { type: 'int', optional: true },
    callbackUrl: { type: 'string', matches: /^https:\/\// },
    settlementAccount: { type: 'object' },
    amountControl: { type: 'string', matches: /^(Fixed|UnderPayment|OverPayment)$/ },
    amount: { type: 'int' },
    externalReference: { type: 'string' },
  })
  if (wrong.length > 0) return failure(400, wrong)
  const asked = body as Record<string, string> & {
    settlementAccount: { bankCode: string }
    validFor?: number
  }
  const settlement = wrongIn(asked.settlementAccount, {
    bankCode: { type: 'string' },
    accountNumber: { type: 'string', matches: new RegExp(`^${mainAccount}$`) },
  })
  if (settlement.length > 0) return failure(400, settlement)
  if (asked.settlementAccount.bankCode !== OWN_BANK) {
    return failure(400, 'Invalid settlement bank code. Please try again.', 201)
  }
  const amount = koboOf(asked['amount'])
  if (amount === null) return failure(400, ['amount must be a positive number'])
  const externalReference = asked['externalReference']!
  if (books.references.has(externalReference)) {
    return failure(400, 'Duplicate external reference')
  }
  const validFor = asked.validFor ?? 900
  const made = {
    id: books.newId(),
    accountNumber: books.newAccountNumber('80'),
    accountName: 'EXAMPLE PAY / CHECKOUT',
    externalReference,
    callbackUrl: asked['callbackUrl']!,
    amount,
    amountControl: asked['amountControl'] as 'Fixed',
    settlesTo: mainAccount,
    validFor,
    expiresAt: new Date(books.now().getTime() + validFor * 1_000),
    isDeleted: false,
  }
  books.addVirtual(made)
  return ok(virtualAccountBody(made, OWN_BANK, amountsAs), 'Virtual account created successfully')
}

function virtualAccount({ books, amountsAs }: Bank, { id }: Call): Reply {
  const found = books.virtualAccounts.find((one) => one.id === id)
  if (!found) return failure(404, 'Virtual account not found')
  return ok(virtualAccountBody(found, OWN_BANK, amountsAs))
}

function deleteVirtualAccount({ books, amountsAs }: Bank, { id }: Call): Reply {
  const found = books.virtualAccounts.find((one) => one.id === id && !one.isDeleted)
  if (!found) return failure(404, 'Virtual account not found')
  found.isDeleted = true
  return ok(virtualAccountBody(found, OWN_BANK, amountsAs), 'Virtual account deleted successfully')
}

function accounts({ books, amountsAs }: Bank, { query }: Call): Reply {
  const wanted = query.get('isSubAccount')
  if (wanted !== 'true' && wanted !== 'false') return failure(400, ['isSubAccount is required'])
  const found = books.accounts.filter(({ isSubAccount }) => `${isSubAccount}` === wanted).reverse()
  return pageOf(found, query, 'Accounts fetched successfully.', (one) =>
    accountBody(one, amountsAs),
  )
}

function account({ books, amountsAs }: Bank, { id }: Call): Reply {
  const found = books.accounts.find((one) => one.id === id)
  return found ? ok(accountBody(found, amountsAs)) : failure(404, 'Account not found')
}

function createSubAccount(bank: Bank, { body }: Call): Reply {
  const wrong = wrongIn(body, {
    phoneNumber: { type: 'string', matches: /^\+234\d{10}$/ },
    emailAddress: { type: 'string', matches: /@/ },
    externalReference: { type: 'string' },
    identityType: { type: 'string', matches: /^(BVN|NIN)$/ },
    identityNumber: { type: 'string', matches: /^\d{11}$/ },
    identityId: { type: 'string' },
    otp: { type: 'string' },
    callbackUrl: { type: 'string', optional: true, matches: /^https:\/\// },
    autoSweep: { type: 'boolean', optional: true },
    autoSweepDetails: { type: 'object', optional: true },
  })
  if (wrong.length > 0) return failure(400, wrong)
  const { books, isVerified, amountsAs } = bank
  const asked = body as Record<string, string> & {
    autoSweep?: boolean
    autoSweepDetails?: { schedule: string; accountNumber: string }
  }
  if (!isVerified(asked['identityId']!, asked['otp']!, asked['identityNumber']!)) {
    return failure(400, 'Invalid OTP')
  }
  const externalReference = asked['externalReference']!
  if (books.accounts.some((one) => one.externalReference === externalReference)) {
    return failure(409, 'An account with this external reference exists')
  }
  const made = {
    id: books.newId(),
    accountNumber: books.newAccountNumber('01'),
    accountName: `EXAMPLE PAY / ${holderOf(asked['identityNumber']!, OWN_BANK)}`,
    balance: 0n,
    isSubAccount: true,
    externalReference,
    callbackUrl: asked['callbackUrl'] ?? null,
    sweepsTo: asked.autoSweep ? (asked.autoSweepDetails?.accountNumber ?? null) : null,
  }
  books.accounts.push(made)
  return ok(accountBody(made, amountsAs), 'Sub account created successfully', 201)
}

function statement({ books, amountsAs }: Bank, { id, query }: Call): Reply {
  const dates = datesOf(query)
  if (dates === null) return failure(400, ['fromDate must be a valid ISO 8601 date string'])
  const type = query.get('type')
  const found = newestWithin(books.movements, dates, ({ at }) => at).filter(
    (one) => one.account === id && (type === null || one.type === type),
  )
  return pageOf(found, query, 'Statement fetched successfully', (one) => ({
    _id: one.id,
    cbaTransactionId: `C${one.id.slice(-12)}`,
    client: '61e5a83ac6f0ec001ee90fac',
    account: one.account,
    paymentReference: one.paymentReference,
    type: one.type,
    provider: 'BANK',
    providerChannel: 'TRANSFER',
    narration: one.narration,
    amount: amountsAs === 'string' ? naira(one.amount) : Number(naira(one.amount)),
    runningBalance: Number(naira(one.runningBalance)),
    transactionDate: one.at.toISOString(),
    valueDate: one.at.toISOString(),
    isReversal: one.isReversal,
  }))
}

function naira(amount: bigint): string {
  return `${amount / 100n}.${(amount % 100n).toString().padStart(2, '0')}`
}
