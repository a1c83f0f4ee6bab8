import { generateKeyPairSync } from 'node:crypto'
import { banks } from '../../../src/accounts/banks/banks.ts'
import { kobo } from '../../../src/platform/money.ts'
import type { BankCredit } from '../../../src/providers/outcomes.ts'

import { safehavenRails } from '../../../src/providers/safehaven/safehaven.ts'
import { type Answers, Instead, paper } from '../paper.ts'

// Our requests to Safe Haven and its answers. No two values of one type are equal, so that a test
// notices if one is used in place of another.

export const NOW = new Date('2026-11-28T23:30:15.123Z')
export const MAIN = '0110000017'
export const MAIN_ID = '65f0c0de0000000000000001'
export const LOGIN = 'POST /oauth2/token'
export const BANK = { code: '058', nipCode: '000013' }
export const SESSION = '999240261128233015000000000077'

let privateKey: string | null = null

export function given(answers: Answers = {}) {
  privateKey ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey
  const world = { now: NOW, logins: 0, answers }
  const all = (): Answers => ({
    [LOGIN]: () => loggedIn(`token-${++world.logins}`, 1_800),
    'GET /accounts': done([
      { _id: '65f0c0de0000000000000009', accountNumber: '0110000018', accountBalance: 11.11 },
      { _id: MAIN_ID, accountNumber: MAIN, accountBalance: 1_234.56, bookBalance: 6_543.21 },
    ]),
    ...world.answers,
  })
  const on = paper(() => world.now, all)
  const config = {
    baseUrl: 'https://api.safehavenmfb.com',
    companyUrl: 'https://pay.example.com',
    clientId: 'client-1',
    privateKey,
    accountNumber: MAIN,
    bankCode: '090286',
    callbackUrl: 'https://pay.example.com/notifications',
    callbackToken: 'token-of-ours',
  }
  const log = { warn(_fields: object) {} }
  const { bank, identity } = safehavenRails(config, {
    now: () => world.now,
    log,
    banks,
    send: on.send,
  })!
  /** All requests except logins. */
  const sent = () => on.sent.filter(([call]) => call !== LOGIN)
  return Object.assign(world, { bank, identity, sent, on, log })
}
export type World = ReturnType<typeof given>

export const loggedIn = (access_token: string, expires_in: number) => ({
  access_token,
  expires_in,
  ibs_client_id: 'client-of-theirs',
  client_id: 'client-1',
})
export const done = (data: unknown, total?: number) => ({
  statusCode: 200,
  message: 'Success',
  data,
  ...(total !== undefined && { pagination: { total } }),
})
export const refused = (statusCode: number, message: string) =>
  new Instead(statusCode, { statusCode, message })

/** A UUIDv7 of this time. */
export function keyAt(moment: Date, serial = 1): string {
  const hex = moment.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(serial).padStart(12, '0')}`
}

/** A transfer as in their list. Each value contains the serial. */
export const transfer = (serial: number, status: string, responseCode: string, more = {}) => ({
  _id: `65f0c0de00000000000001${serial}`,
  account: MAIN_ID,
  type: 'Outwards',
  sessionId: `9992402611282330150000000${serial}00`,
  paymentReference: `T-key-${serial}`,
  creditAccountNumber: `01234567${serial}`,
  debitAccountNumber: MAIN,
  amount: 7_000 + serial / 100,
  fees: 10 + serial / 100,
  vat: 0.75,
  stampDuty: 50,
  status,
  responseCode,
  isReversed: false,
  createdAt: NOW.toISOString(),
  updatedAt: new Date(NOW.getTime() + serial * 1_000).toISOString(),
  ...more,
})
export const sessionOf = (serial: number) => `9992402611282330150000000${serial}00`

/** A payout to the account of `transfer(21, …)`, of its amount. */
export const TRANSFER = {
  enquiry: 'enquiry-of-a-name',
  bank: BANK,
  accountNumber: '0123456721',
  accountName: 'EMEKA PAYEE',
  amount: kobo(700_021n),
  narration: 'Rent (May)',
}
/** A credit from the account of `transfer(22, …)`, whose amount is a part of it. */
export const CREDIT: BankCredit = {
  sessionId: '000014261127233000000000000055',
  accountNumber: '8000000010',
  amount: kobo(700_099n),
  senderName: 'OBI BOLA SENDER',
  senderBankCode: '058',
  senderAccountNumber: '0123456722',
  narration: 'for shoes',
  occurredAt: new Date('2026-11-27T23:30:00Z'),
}
