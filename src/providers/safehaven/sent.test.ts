import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answers, asked, type Sent, wrote } from '../../../test/providers/paper.ts'
import {
  BANK,
  CREDIT,
  done,
  given,
  keyAt,
  LOGIN,
  MAIN,
  MAIN_ID,
  NOW,
  refused,
  SESSION,
  sessionOf,
  TRANSFER,
  transfer,
  type World,
} from '../../../test/providers/safehaven/on-paper.ts'
import { HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'

// Every request to Safe Haven, whole, and the outcome of its answer.

type Row = {
  what: string
  answers: Answers
  ask: (world: World) => Promise<unknown>
  sent: Sent[]
  outcome: unknown
}

const ONE_OFF = {
  key: 'one-off',
  attempt: 2,
  accountName: 'Ada Stores',
  amount: kobo(500_050n),
  expiresAt: later(NOW, 30 * MINUTE + 1),
  holder: { email: 'ada@example.com', phone: null },
}
const PERMANENT = {
  key: 'perm',
  attempt: 3,
  accountName: 'NGOZI SAMPLE',
  bvn: '22222222221',
  holder: { email: 'ngozi@example.com', phone: '0803 000 0001' },
  identity: {
    type: 'NIN' as const,
    number: '11111111112',
    session: 'session-1',
    code: '123456',
  },
}
const NIN = { type: 'NIN', number: '11111111112', onBehalfOf: 'business-1' } as const
const asOneOff = (externalReference: string) =>
  wrote('/virtual-accounts', {
    validFor: '#1801',
    callbackUrl: 'https://pay.example.com/notifications/token-of-ours',
    settlementAccount: { bankCode: '090286', accountNumber: MAIN },
    amountControl: 'UnderPayment',
    amount: '#5001',
    externalReference,
  })
const asPermanent = wrote('/accounts/v2/subaccount', {
  phoneNumber: '+2348030000001',
  emailAddress: 'ngozi@example.com',
  externalReference: 'perm-3',
  identityType: 'NIN',
  identityNumber: '11111111112',
  identityId: 'session-1',
  otp: '123456',
  callbackUrl: 'https://pay.example.com/notifications/token-of-ours',
  autoSweep: true,
  autoSweepDetails: { schedule: 'Instant', accountNumber: MAIN },
})
const opened = {
  _id: 'account-of-theirs',
  accountNumber: '8000000011',
  accountName: 'EXAMPLE / ADA',
  externalReference: 'perm-3',
  expiryDate: '2026-11-29T00:00:15.456Z',
}
const issued = {
  kind: 'issued',
  accountNumber: '8000000011',
  bank: { name: 'Safe Haven MFB', code: '51113', slug: 'safe-haven-mfb-ng' },
  accountName: 'EXAMPLE / ADA',
  expiresAt: new Date('2026-11-29T00:00:15.456Z'),
  handle: 'account-of-theirs',
}
const named = { responseCode: '00', sessionId: SESSION, accountName: 'BOLA OBI' }
const asName = (bankCode: string, accountNumber: string) =>
  wrote('/transfers/name-enquiry', { bankCode, accountNumber })

const asTransfer = (to: object) =>
  wrote('/transfers', { debitAccountNumber: MAIN, saveBeneficiary: false, ...to })
const young = keyAt(later(NOW, -MINUTE + 1))
const old = keyAt(later(NOW, -3 * HOUR))
const payout = (key: string) =>
  asTransfer({
    nameEnquiryReference: 'enquiry-of-a-name',
    beneficiaryBankCode: '000013',
    beneficiaryAccountNumber: '0123456721',
    amount: '#7000.21',
    narration: 'Rent May',
    paymentReference: `T-${key}`,
  })
const back = asTransfer({
  nameEnquiryReference: SESSION,
  beneficiaryBankCode: '000014',
  beneficiaryAccountNumber: '0123456722',
  amount: '#7000.22',
  narration: 'Return of 000014261127233000000000000055',
  paymentReference: 'R-return-1',
})
const sentIt = (serial: number) => ({
  kind: 'sent',
  sessionId: sessionOf(serial),
  fee: 6_075n + BigInt(serial),
  handle: sessionOf(serial),
})
const page = { page: '0', limit: '100' }
const accounts = asked('/accounts', { isSubAccount: 'false', ...page })
const outwards = (fromDate: string, toDate: string) =>
  asked('/transfers', { accountId: MAIN_ID, fromDate, toDate, type: 'Outwards', ...page })
const statement = (fromDate: string, toDate: string) =>
  asked(`/accounts/${MAIN_ID}/statement`, { fromDate, toDate, ...page })
const ofSession = (of: 'transfers' | 'virtual-accounts', sessionId: string) =>
  wrote(`/${of}/status`, { sessionId })
const STATEMENT = `GET /accounts/${MAIN_ID}/statement`
const unknownThere = refused(400, 'Unable to locate record')
const credited = {
  ...transfer(23, 'Completed', '00'),
  type: 'Inwards',
  sessionId: CREDIT.sessionId,
  amount: '7000.99',
  creditAccountNumber: '8000000010',
  debitAccountNumber: '0123456722',
  debitAccountName: 'OBI BOLA SENDER',
  narration: 'for shoes',
  createdAt: '2026-11-27T23:30:00.000Z',
}
const asCredited = {
  kind: 'credit',
  credit: { ...CREDIT, senderBankCode: '044' },
  fee: 6_098n,
}

const ROWS: Row[] = [
  {
    what: 'a one-off account, and again where its answer was lost',
    answers: {
      'POST /virtual-accounts': ({ externalReference }) =>
        externalReference === 'one-off-2' ? refused(400, 'Duplicate reference') : done(opened),
    },
    ask: ({ bank }) => bank.issueOneOffAccount(ONE_OFF),
    sent: [asOneOff('one-off-2'), asOneOff(`one-off-2-${NOW.getTime()}`)],
    outcome: issued,
  },
  {
    what: 'a permanent account',
    answers: { 'POST /accounts/v2/subaccount': done(opened) },
    ask: ({ bank }) => bank.issueAccount(PERMANENT),
    sent: [asPermanent],
    outcome: issued,
  },
  {
    what: 'a permanent account that is there',
    answers: {
      'POST /accounts/v2/subaccount': refused(400, 'Invalid OTP'),
      'GET /accounts': done([{ ...opened, externalReference: 'perm-2' }, opened]),
    },
    ask: ({ bank }) => bank.issueAccount(PERMANENT),
    sent: [asPermanent, asked('/accounts', { isSubAccount: 'true', ...page })],
    outcome: issued,
  },
  {
    what: 'the end of an account',
    answers: { 'DELETE /virtual-accounts/account-of-theirs': done(opened) },
    ask: ({ bank }) =>
      bank.closeAccount!({ key: 'k', accountNumber: '8000000011', handle: 'account-of-theirs' }),
    sent: [['DELETE /virtual-accounts/account-of-theirs', {}]],
    outcome: { kind: 'closed' },
  },
  {
    what: 'a higher tier',
    answers: {},
    ask: ({ bank }) => bank.raiseTier({ key: 'k', accountNumber: '8000000011', bvn: '2' }),
    sent: [],
    outcome: { kind: 'refused', number: 'bvn' },
  },
  {
    what: 'a name, and a payee at Safe Haven itself',
    answers: { 'POST /transfers/name-enquiry': done(named) },
    ask: async ({ bank }) => [
      await bank.resolveAccount({ bank: BANK, accountNumber: '0123456781' }),
      await bank.enquireBeneficiary({
        bank: { code: '51113', nipCode: '090286' },
        accountNumber: '0123456782',
      }),
    ],
    sent: [asName('000013', '0123456781'), asName('090286', '0123456782')],
    outcome: [
      { kind: 'found', accountName: 'BOLA OBI' },
      { kind: 'found', accountName: 'BOLA OBI', enquiry: SESSION },
    ],
  },
  {
    what: 'a payout whose key was made a moment ago',
    answers: { 'POST /transfers': done(transfer(21, 'Completed', '00')) },
    ask: ({ bank }) => bank.transfer({ ...TRANSFER, key: young }),
    sent: [payout(young)],
    outcome: sentIt(21),
  },
  {
    what: 'a payout whose key is older',
    answers: {
      'GET /transfers': done([transfer(24, 'Completed', '00')], 1),
      'POST /transfers': done(transfer(21, 'Processing', '09')),
    },
    ask: ({ bank }) => bank.transfer({ ...TRANSFER, key: old }),
    sent: [accounts, outwards('2026-11-27', '2026-11-29'), payout(old)],
    outcome: { kind: 'accepted', handle: sessionOf(21) },
  },
  {
    what: 'an enquiry about a payout whose session is known',
    answers: {
      'POST /transfers/status': done(
        transfer(21, 'Failed', '57', { paymentReference: `T-${old}`, sessionId: SESSION }),
      ),
    },
    ask: ({ bank }) => bank.enquireTransfer({ key: old, handle: SESSION, askedAt: NOW }),
    sent: [ofSession('transfers', SESSION)],
    outcome: { kind: 'failed', reason: 'not_permitted', said: '57' },
  },
  {
    what: 'an enquiry about a payout that was asked for long ago, and never arrived',
    answers: { 'GET /transfers': done([], 0), [STATEMENT]: done([], 0) },
    ask: ({ bank }) => bank.enquireTransfer({ key: old, askedAt: later(NOW, -50 * HOUR) }),
    sent: [accounts, outwards('2026-11-25', '2026-11-27'), statement('2026-11-25', '2026-11-27')],
    outcome: { kind: 'not_found' },
  },
  {
    what: 'a return of a part to whom it came from',
    answers: {
      'GET /transfers': done([], 0),
      'POST /transfers/name-enquiry': done(named),
      'POST /transfers': done(transfer(22, 'Completed', '00')),
    },
    ask: ({ bank }) =>
      bank.returnCredit({ key: 'return-1', credit: CREDIT, amount: kobo(700_022n) }),
    sent: [accounts, outwards('2026-11-26', '2026-11-29'), asName('000014', '0123456722'), back],
    outcome: { ...sentIt(22), kind: 'returned' },
  },
  {
    what: 'an enquiry about a return',
    answers: {
      'GET /transfers': done([transfer(22, 'Reversed', '00', { paymentReference: 'R-return-1' })]),
    },
    ask: ({ bank }) => bank.enquireReturn({ key: 'return-1', askedAt: later(NOW, -MINUTE) }),
    sent: [accounts, outwards('2026-11-27', '2026-11-30')],
    outcome: { kind: 'refused', reason: 'reversed_by_bank' },
  },
  {
    what: 'a credit to a one-off account',
    answers: { 'POST /virtual-accounts/status': done(credited) },
    ask: ({ bank }) => bank.confirmCredit({ reference: `va:${CREDIT.sessionId}` }),
    sent: [ofSession('virtual-accounts', CREDIT.sessionId)],
    outcome: asCredited,
  },
  {
    what: 'a credit that only the other call knows',
    answers: {
      'POST /transfers/status': unknownThere,
      'POST /virtual-accounts/status': done(credited),
    },
    ask: ({ bank }) => bank.confirmCredit({ reference: `nip:${CREDIT.sessionId}` }),
    sent: [
      ofSession('transfers', CREDIT.sessionId),
      ofSession('virtual-accounts', CREDIT.sessionId),
    ],
    outcome: asCredited,
  },
  {
    what: 'the balance',
    answers: {},
    ask: ({ bank }) => bank.balances!(),
    sent: [accounts],
    outcome: { kind: 'known', balances: [{ account: MAIN, available: 123_456n }] },
  },
  {
    what: 'their banks',
    answers: { 'GET /transfers/banks': done([{ name: 'Access Bank', bankCode: '000014' }]) },
    ask: ({ bank }) => bank.listBanks!(),
    sent: [asked('/transfers/banks')],
    outcome: {
      kind: 'listed',
      banks: [{ name: 'Access Bank', code: '000014', nipCode: '000014' }],
    },
  },
  {
    what: 'a code to a person, and the code',
    answers: {
      'POST /identity/v2': done({ _id: 'session-1', otpId: 'otp-1', status: 'PENDING' }),
      'POST /identity/v2/validate': refused(400, 'Invalid OTP'),
    },
    ask: async ({ identity }) => [
      await identity.sendCode({ ...NIN, key: 'k' }),
      await identity.submitCode({ ...NIN, session: 'session-1', code: '654321' }),
      await identity.enquire({ ...NIN, key: 'k' }),
    ],
    sent: [
      wrote('/identity/v2', {
        type: 'NIN',
        number: '11111111112',
        debitAccountNumber: MAIN,
        async: false,
      }),
      wrote('/identity/v2/validate', { identityId: 'session-1', type: 'NIN', otp: '654321' }),
    ],
    outcome: [{ kind: 'sent', session: 'session-1' }, { kind: 'wrong_code' }, { kind: 'unknown' }],
  },
]

for (const { what, answers, ask, sent, outcome } of ROWS) {
  test(`what Safe Haven is sent for ${what}`, async () => {
    const world = given(answers)

    assert.deepEqual(await ask(world), outcome)

    assert.deepEqual(world.sent(), sent)
    assert.equal(world.logins, sent.length === 0 ? 0 : 1)
  })
}

test('every operation of Safe Haven is in the table', () => {
  const told = ROWS.map(({ ask }) => `${ask}`).join('\n')
  const elsewhere = ['isDown', 'isLockedOut', 'readNotification', 'fetchStatement']
  const { bank, identity } = given()
  for (const [of, rail] of Object.entries({ bank, identity })) {
    for (const [name, value] of Object.entries(rail)) {
      if (typeof value !== 'function' || elsewhere.includes(name)) continue
      assert.match(told, new RegExp(`${of}\\.${name}\\b`))
    }
  }
})

test('a login says who we are for five minutes', async () => {
  const { bank, on } = given()
  await bank.balances!()
  const [call, form] = on.sent[0] as [string, Record<string, string>]
  const { client_assertion = '', ...said } = form
  assert.equal(call, LOGIN)
  assert.deepEqual(said, {
    grant_type: 'client_credentials',
    client_id: 'client-1',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  })
  const claims = Buffer.from(client_assertion.split('.')[1]!, 'base64url').toString()
  const second = Math.floor(NOW.getTime() / SECOND)
  assert.deepEqual(JSON.parse(claims), {
    iss: 'https://pay.example.com',
    sub: 'client-1',
    aud: 'https://api.safehavenmfb.com',
    iat: second - 30,
    exp: second + 300,
  })
})
