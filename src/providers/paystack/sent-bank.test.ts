import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answers, asked, Instead, type Sent, wrote } from '../../../test/providers/paper.ts'
import {
  CHARGE,
  charge,
  done,
  given,
  moment,
  refund,
  transfer,
} from '../../../test/providers/paystack/on-paper.ts'
import { kobo } from '../../platform/money.ts'
import { ownEmail } from '../own-email.ts'

// Every request to Paystack as a bank, whole, and the outcome of its answer.

type World = ReturnType<typeof given>
type Row = {
  what: string
  answers: Answers
  ask: (world: World) => Promise<unknown>
  sent: Sent[]
  outcome: unknown
}

const { key, id, amount } = CHARGE
const PART = { key: 'refund-77', charge: key, amount: kobo(300_001n) }
const paid = charge(id, 'success', { reference: key, amount: 900_009, fees: 13_501 })
const VERIFY = `/transaction/verify/${key}`
const listed = asked('/refund', { transaction: `${id}`, perPage: '100', page: '1' })
const asRefund = (of: string, note: string, much: string) =>
  wrote('/refund', { transaction: of, amount: much, currency: 'NGN', merchant_note: note })
const made = (number: number, much: number, status: string) =>
  refund(number, status, much, { transaction: { id, reference: key, amount: 900_009 } })
const BANK = { code: '058', nipCode: '000013' }
const NUMBER = '0123456789'
const PAYOUT = {
  key: '019a0000-0000-7000-8000-000000000009',
  enquiry: `058/${NUMBER}`,
  bank: BANK,
  accountNumber: NUMBER,
  accountName: 'NGOZI SAMPLE',
  amount: kobo(800_007n),
  narration: 'Rent\nof May',
}
const resolved = asked('/bank/resolve', { account_number: NUMBER, bank_code: '058' })
const payee = {
  id: 901,
  domain: 'live',
  recipient_code: 'RCP_1',
  name: 'NGOZI SAMPLE',
  details: { account_number: NUMBER, bank_code: '058' },
}
const sentOut = (status: string) =>
  transfer(1, status, { reference: PAYOUT.key, amount: 800_007, recipient: payee })
const PERMANENT = {
  key: PAYOUT.key,
  attempt: 2,
  accountName: 'ADA STORES/CHI SAMPLE',
  bvn: '22222222222',
  nin: '33333333333',
  holder: { email: 'chi@example.com', phone: '+2348030000009' },
}
const OWN = ownEmail('chi@example.com', `${PAYOUT.key}-2`)
const CUSTOMER = `/customer/${encodeURIComponent(OWN)}`
const OPENED_ACCOUNT = {
  id: 77,
  account_number: '9930000002',
  account_name: 'SAMPLE/ADA STORES CHI SAMPLE',
  bank: { name: 'Theirs', id: 9, slug: 'titan-paystack' },
  active: true,
  assigned: true,
  customer: { customer_code: 'CUS_1' },
}
const ISSUED = {
  kind: 'issued',
  accountNumber: '9930000002',
  bank: { name: 'Paystack-Titan', code: '100039', slug: 'titan-paystack' },
  accountName: 'SAMPLE/ADA STORES CHI SAMPLE',
  handle: 'own/77',
}
const PAID_IN = charge(7, 'success', {
  reference: `${PAYOUT.key}.3.1`,
  amount: 700_003,
  fees: 1_107,
  channel: 'bank_transfer',
  authorization: {
    sender_name: 'NGOZI SAMPLE',
    sender_bank: 'Their Bank',
    sender_bank_account_number: 'XXXXXX0011',
    narration: 'rent',
  },
})
const CREDIT = {
  sessionId: key,
  accountNumber: '9930000001',
  amount: kobo(amount),
  senderName: 'NGOZI SAMPLE',
  senderBankCode: '',
  senderAccountNumber: 'XXXXXX0011',
  narration: 'rent',
  occurredAt: moment(7),
}
const RETURNED = { kind: 'returned', sessionId: 'refund-77', handle: '77' }
const none: Answers = { 'GET /refund': done([]) }

const ROWS: Row[] = [
  {
    what: 'the name of an account, for everybody and for a payout',
    answers: {
      'GET /bank/resolve': done({
        account_number: NUMBER,
        account_name: 'NGOZI SAMPLE',
        bank_id: 9,
      }),
    },
    ask: async ({ bank }) => [
      await bank.resolveAccount({ bank: BANK, accountNumber: NUMBER }),
      await bank.enquireBeneficiary({ bank: BANK, accountNumber: NUMBER }),
    ],
    sent: [resolved, resolved],
    outcome: [
      { kind: 'found', accountName: 'NGOZI SAMPLE' },
      { kind: 'found', accountName: 'NGOZI SAMPLE', enquiry: `058/${NUMBER}` },
    ],
  },
  {
    what: 'a payout, which is believed only when it is looked up',
    answers: {
      'POST /transferrecipient': done(payee),
      'POST /transfer': done({ ...sentOut('success'), recipient: 901 }),
      [`GET /transfer/verify/${PAYOUT.key}`]: done(sentOut('success')),
    },
    ask: ({ bank }) => bank.transfer(PAYOUT),
    sent: [
      wrote('/transferrecipient', {
        type: 'nuban',
        name: 'NGOZI SAMPLE',
        account_number: NUMBER,
        bank_code: '058',
        currency: 'NGN',
      }),
      wrote('/transfer', {
        source: 'balance',
        amount: '#800007',
        currency: 'NGN',
        recipient: 'RCP_1',
        reference: PAYOUT.key,
        reason: 'Rent of May',
      }),
      asked(`/transfer/verify/${PAYOUT.key}`),
    ],
    outcome: { kind: 'sent', sessionId: 'TRF_1', fee: 1_001n },
  },
  {
    what: 'a payout in progress',
    answers: {
      'POST /transferrecipient': done(payee),
      'POST /transfer': done({ ...sentOut('pending'), recipient: 901 }),
    },
    ask: ({ bank }) => bank.transfer(PAYOUT).then(({ kind }) => kind),
    sent: [
      wrote('/transferrecipient', {
        type: 'nuban',
        name: 'NGOZI SAMPLE',
        account_number: NUMBER,
        bank_code: '058',
        currency: 'NGN',
      }),
      wrote('/transfer', {
        source: 'balance',
        amount: '#800007',
        currency: 'NGN',
        recipient: 'RCP_1',
        reference: PAYOUT.key,
        reason: 'Rent of May',
      }),
    ],
    outcome: 'accepted',
  },
  {
    what: 'an enquiry about a payout',
    answers: { [`GET /transfer/verify/${PAYOUT.key}`]: done(sentOut('received')) },
    ask: ({ bank }) => bank.enquireTransfer({ key: PAYOUT.key }),
    sent: [asked(`/transfer/verify/${PAYOUT.key}`)],
    outcome: { kind: 'accepted' },
  },
  {
    what: 'the list of banks',
    answers: {
      'GET /bank': done([
        { name: 'Sample Bank', code: '058', active: true },
        { name: 'Closed Bank', code: '059', active: false },
      ]),
    },
    ask: ({ bank }) => bank.listBanks!(),
    sent: [asked('/bank', { country: 'nigeria', perPage: '100', page: '1' })],
    outcome: { kind: 'listed', banks: [{ name: 'Sample Bank', code: '058', nipCode: null }] },
  },
  {
    what: 'an account for one payment',
    answers: {
      'POST /charge': done({
        reference: `${PAYOUT.key}.3.1`,
        status: 'pending_bank_transfer',
        account_name: 'SAMPLE CHECKOUT',
        account_number: '9930000001',
        bank: { slug: 'wema-bank', name: 'Theirs', id: 20 },
        account_expires_at: '2026-11-29T00:05:00.000Z',
      }),
    },
    ask: ({ bank }) =>
      bank.issueOneOffAccount({
        key: PAYOUT.key,
        attempt: 3,
        accountName: 'ADA STORES',
        amount: kobo(700_003n),
        expiresAt: new Date('2026-11-29T00:00:00Z'),
        holder: { email: 'chi@example.com', phone: null },
      }),
    sent: [
      wrote('/charge', {
        email: 'chi@example.com',
        amount: '#700003',
        currency: 'NGN',
        reference: `${PAYOUT.key}.3.1`,
        bank_transfer: { account_expires_at: '2026-11-29T00:00:00.000Z' },
      }),
    ],
    outcome: {
      kind: 'issued',
      accountNumber: '9930000001',
      bank: { name: 'Wema Bank', code: '035', slug: 'wema-bank' },
      accountName: 'SAMPLE CHECKOUT',
      expiresAt: new Date('2026-11-29T00:05:00Z'),
      handle: `one/${PAYOUT.key}.3.1`,
    },
  },
  {
    what: 'a permanent account',
    answers: {
      [`GET ${CUSTOMER}`]: new Instead(404, { status: false, message: 'Customer not found' }),
      'POST /customer': done({ email: OWN, domain: 'live', customer_code: 'CUS_1', id: 5 }),
      'POST /dedicated_account': done(OPENED_ACCOUNT),
    },
    ask: ({ bank }) => bank.issueAccount(PERMANENT),
    sent: [
      asked(CUSTOMER),
      wrote('/customer', {
        email: OWN,
        first_name: 'ADA STORES',
        last_name: 'CHI SAMPLE',
        phone: '+2348030000009',
      }),
      wrote('/dedicated_account', { customer: 'CUS_1', preferred_bank: 'titan-paystack' }),
    ],
    outcome: ISSUED,
  },
  {
    what: 'a permanent account that was opened before',
    answers: {
      [`GET ${CUSTOMER}`]: done({
        email: OWN,
        domain: 'live',
        customer_code: 'CUS_1',
        dedicated_account: OPENED_ACCOUNT,
      }),
    },
    ask: ({ bank }) => bank.issueAccount(PERMANENT),
    sent: [asked(CUSTOMER)],
    outcome: ISSUED,
  },
  {
    what: 'the tier of an account, of which they know nothing',
    answers: {},
    ask: ({ bank }) =>
      bank.raiseTier({ key: 'k', accountNumber: '9930000001', bvn: '22222222222' }),
    sent: [],
    outcome: { kind: 'unavailable' },
  },
  {
    what: 'the end of a permanent account, of a one-off account, and of none',
    answers: { 'DELETE /dedicated_account/77': done({ id: 77, assigned: false }) },
    ask: async ({ bank }) => {
      const closed = { key: 'k', accountNumber: '9930000001' }
      return [
        await bank.closeAccount!({ ...closed, handle: 'own/77' }),
        await bank.closeAccount!({ ...closed, handle: `one/${PAYOUT.key}.3.1` }),
        await bank.closeAccount!({ ...closed, handle: 'own/77/../../x' }),
      ]
    },
    sent: [['DELETE /dedicated_account/77', {}]],
    outcome: [{ kind: 'closed' }, { kind: 'ends_by_itself' }, { kind: 'not_found' }],
  },
  {
    what: 'what was paid into an account for one payment',
    answers: { [`GET /transaction/verify/${PAYOUT.key}.3.1`]: done(PAID_IN) },
    ask: ({ bank }) =>
      bank.enquireCredit!({
        key: PAYOUT.key,
        accountNumber: '9930000001',
        handle: `one/${PAYOUT.key}.3.1`,
      }),
    sent: [asked(`/transaction/verify/${PAYOUT.key}.3.1`)],
    outcome: {
      kind: 'credit',
      credit: {
        sessionId: `${PAYOUT.key}.3.1`,
        accountNumber: '9930000001',
        amount: 700_003n,
        senderName: 'NGOZI SAMPLE',
        senderBankCode: '',
        senderAccountNumber: 'XXXXXX0011',
        narration: 'rent',
        occurredAt: moment(7),
      },
      fee: 1_107n,
    },
  },
  {
    what: 'a credit that goes back',
    answers: {
      ...none,
      [`GET ${VERIFY}`]: done(paid),
      'POST /refund': done(made(77, 300_001, 'pending')),
    },
    ask: ({ bank }) => bank.returnCredit({ key: PART.key, credit: CREDIT, amount: kobo(300_001n) }),
    sent: [asked(VERIFY), listed, asRefund(key, 'cowrie refund-77', '300001')],
    outcome: { kind: 'accepted', handle: '77' },
  },
  {
    what: 'a credit that goes back, where nobody knows whether it does',
    answers: {
      ...none,
      [`GET ${VERIFY}`]: done(paid),
      'POST /refund': new Instead('lost'),
    },
    ask: ({ bank }) => bank.returnCredit({ key: PART.key, credit: CREDIT, amount: kobo(300_001n) }),
    sent: [asked(VERIFY), listed, asRefund(key, 'cowrie refund-77', '300001')],
    outcome: { kind: 'unknown', handle: `of/${key}` },
  },
  {
    what: 'an enquiry about a return: by its number, by its charge, and by the time of its request',
    answers: {
      'GET /refund/77': done(refund(77, 'processed', 300_001)),
      [`GET ${VERIFY}`]: done(paid),
      'GET /refund': done([refund(77, 'processed', 300_001)]),
    },
    ask: async ({ bank }) => [
      await bank.enquireReturn({ key: 'refund-77', handle: '77' }),
      await bank.enquireReturn({ key: 'refund-77', handle: `of/${key}` }),
      await bank.enquireReturn({ key: 'refund-77', askedAt: moment(40) }),
    ],
    sent: [
      asked('/refund/77'),
      asked(VERIFY),
      listed,
      asked('/refund', {
        from: new Date(moment(40).getTime() - 3_600_000).toISOString(),
        perPage: '100',
        page: '1',
      }),
    ],
    outcome: [RETURNED, RETURNED, RETURNED],
  },
]

for (const { what, answers, ask, sent, outcome } of ROWS) {
  test(`what Paystack is sent for ${what}`, async () => {
    const world = given(answers)

    assert.deepEqual(await ask(world), outcome)

    assert.deepEqual(world.sent(), sent)
    const passes = new Set(world.on.passes)
    assert.deepEqual([...passes], sent.length > 0 ? ['Bearer sk_live_0000000001'] : [])
  })
}

test('every operation of Paystack as a bank is in the table', () => {
  const told = ROWS.map(({ ask }) => `${ask}`).join('\n')
  const { rail, bank } = given()
  for (const [name, value] of Object.entries(bank)) {
    // What it has in common with cards is in the table of these.
    if (typeof value !== 'function' || name in rail) continue
    assert.match(told, new RegExp(`bank\\.${name}\\b`))
  }
})
