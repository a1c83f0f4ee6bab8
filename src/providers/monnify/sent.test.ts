import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  account,
  asReturn,
  asTransfer,
  beginOneOff,
  begun,
  CREDIT,
  done,
  GTB,
  given,
  INIT,
  INIT_TRANSFER,
  issuedOneOff,
  issuedPermanent,
  KUDA,
  ONE_OFF,
  OPAY,
  OPENED,
  PERMANENT,
  paid,
  QUERY,
  REFUNDS,
  RESERVED,
  RETURN,
  refused,
  reservation,
  reserved,
  returned,
  SINGLE,
  sentIt,
  summarized,
  TRANSFER,
  transferred,
  VALIDATE,
  type World,
} from '../../../test/providers/monnify/on-paper.ts'
import { type Answers, asked, type Sent, wrote } from '../../../test/providers/paper.ts'
import { kobo } from '../../platform/money.ts'

// Every request to Monnify, whole, and the outcome of its answer.

type Row = {
  what: string
  answers: Answers
  ask: (world: World) => Promise<unknown>
  sent: Sent[]
  outcome: unknown
}
const HINTED = {
  kind: 'credit',
  credit: {
    ...CREDIT,
    senderBankCode: '999992',
    occurredAt: new Date('2026-11-27T23:30:00.500Z'),
  },
  fee: 1_075n,
}
const ROWS: Row[] = [
  {
    what: 'a one-off account',
    answers: { [`POST ${INIT}`]: done(begun), [`POST ${INIT_TRANSFER}`]: done(account) },
    ask: ({ bank }) => bank.issueOneOffAccount(ONE_OFF),
    sent: [wrote(INIT, beginOneOff), wrote(INIT_TRANSFER, { transactionReference: 'MNFY|begun' })],
    outcome: issuedOneOff,
  },
  {
    what: 'a one-off account that was begun before',
    answers: {
      [`POST ${INIT}`]: refused('99', 'Duplicate'),
      [`GET ${QUERY}`]: done({ ...paid, ...begun }),
      [`POST ${INIT_TRANSFER}`]: done(account),
    },
    ask: ({ bank }) => bank.issueOneOffAccount(ONE_OFF),
    sent: [
      wrote(INIT, beginOneOff),
      asked(QUERY, { paymentReference: 'one-off-2' }),
      wrote(INIT_TRANSFER, { transactionReference: 'MNFY|begun' }),
    ],
    outcome: issuedOneOff,
  },
  {
    what: 'a permanent account',
    answers: { [`POST ${RESERVED}`]: done(reserved) },
    ask: ({ bank }) => bank.issueAccount(PERMANENT),
    sent: [wrote(RESERVED, reservation)],
    outcome: issuedPermanent,
  },
  {
    what: 'a permanent account that is there',
    answers: {
      [`POST ${RESERVED}`]: refused('99', 'exists'),
      [`GET ${RESERVED}/perm-3`]: done(reserved),
    },
    ask: ({ bank }) => bank.issueAccount(PERMANENT),
    sent: [wrote(RESERVED, reservation), asked(`${RESERVED}/perm-3`)],
    outcome: issuedPermanent,
  },
  {
    what: 'a higher tier',
    answers: {
      'PUT /api/v1/bank-transfer/reserved-accounts/perm-3/kyc-info': done(reserved),
    },
    ask: ({ bank }) =>
      bank.raiseTier({
        key: 'perm',
        accountNumber: '5000000004',
        bvn: '22222222229',
        handle: 'perm-3',
      }),
    sent: [['PUT /api/v1/bank-transfer/reserved-accounts/perm-3/kyc-info', { bvn: '22222222229' }]],
    outcome: { kind: 'raised' },
  },
  {
    what: 'the end of an account',
    answers: { 'DELETE /api/v1/bank-transfer/reserved-accounts/reference/perm-3': done(reserved) },
    ask: ({ bank }) =>
      bank.closeAccount({ key: 'perm', accountNumber: '5000000004', handle: 'perm-3' }),
    sent: [['DELETE /api/v1/bank-transfer/reserved-accounts/reference/perm-3', {}]],
    outcome: { kind: 'closed' },
  },
  {
    what: 'a name enquiry',
    answers: { [`GET ${VALIDATE}`]: done({ accountNumber: '0123456788', accountName: 'OBI ADA' }) },
    ask: ({ bank }) => bank.resolveAccount({ bank: GTB, accountNumber: '0123456788' }),
    sent: [asked(VALIDATE, { accountNumber: '0123456788', bankCode: '058' })],
    outcome: { kind: 'found', accountName: 'OBI ADA' },
  },
  {
    what: 'two payees at a bank that only their list knows, of which the list is read once',
    answers: {
      'GET /api/v1/banks': done([
        { name: 'Kuda by its code', code: '50211', nipBankCode: '090999' },
        { name: 'Kuda by its NIP code', code: '611', nipBankCode: '090267' },
      ]),
      [`GET ${VALIDATE}`]: ({ accountNumber }) => done({ accountNumber, accountName: 'OBI ADA' }),
    },
    ask: async ({ bank }) => [
      await bank.enquireBeneficiary({ bank: KUDA, accountNumber: '0123456787' }),
      await bank.enquireBeneficiary({ bank: OPAY, accountNumber: '0123456786' }),
      await bank.enquireBeneficiary({ bank: KUDA, accountNumber: '0123456785' }),
    ],
    sent: [
      asked('/api/v1/banks'),
      asked(VALIDATE, { accountNumber: '0123456787', bankCode: '611' }),
      asked(VALIDATE, { accountNumber: '0123456786', bankCode: '305' }),
      asked(VALIDATE, { accountNumber: '0123456785', bankCode: '611' }),
    ],
    outcome: ['611/0123456787', '305/0123456786', '611/0123456785'].map((enquiry) => {
      return { kind: 'found', accountName: 'OBI ADA', enquiry }
    }),
  },
  {
    what: 'a payout, whose name at Monnify comes with an enquiry',
    answers: {
      [`POST ${SINGLE}`]: done(transferred),
      [`GET ${SINGLE}/summary`]: done(summarized),
    },
    ask: ({ bank }) => bank.transfer(TRANSFER),
    sent: [wrote(SINGLE, asTransfer), asked(`${SINGLE}/summary`, { reference: 'payout-1' })],
    outcome: sentIt,
  },
  {
    what: 'a payout that is refused, and was made before',
    answers: {
      [`POST ${SINGLE}`]: refused('D04'),
      [`GET ${SINGLE}/summary`]: done(summarized),
    },
    ask: ({ bank }) => bank.transfer(TRANSFER),
    sent: [wrote(SINGLE, asTransfer), asked(`${SINGLE}/summary`, { reference: 'payout-1' })],
    outcome: sentIt,
  },
  {
    what: 'an enquiry about a payout',
    answers: { [`GET ${SINGLE}/summary`]: done(summarized) },
    ask: ({ bank }) => bank.enquireTransfer({ key: 'payout-1' }),
    sent: [asked(`${SINGLE}/summary`, { reference: 'payout-1' })],
    outcome: sentIt,
  },
  {
    what: 'a return of a part, which is done',
    answers: { [`POST ${REFUNDS}/initiate-refund`]: done(returned) },
    ask: ({ bank }) => bank.returnCredit(RETURN),
    sent: [wrote(`${REFUNDS}/initiate-refund`, asReturn)],
    outcome: { kind: 'returned', sessionId: 'return-1' },
  },
  {
    what: 'a return that is there already, and has failed',
    answers: {
      [`POST ${REFUNDS}/initiate-refund`]: refused('R9'),
      [`GET ${REFUNDS}/return-1`]: done({ ...returned, refundStatus: 'FAILED' }),
    },
    ask: ({ bank }) => bank.returnCredit(RETURN),
    sent: [wrote(`${REFUNDS}/initiate-refund`, asReturn), asked(`${REFUNDS}/return-1`)],
    outcome: { kind: 'refused', reason: 'refused_by_bank', said: 'FAILED' },
  },
  {
    what: 'an enquiry about a return',
    answers: { [`GET ${REFUNDS}/return-1`]: done({ ...returned, refundStatus: 'PENDING' }) },
    ask: ({ bank }) => bank.enquireReturn({ key: 'return-1' }),
    sent: [asked(`${REFUNDS}/return-1`)],
    outcome: { kind: 'accepted' },
  },
  {
    what: 'the credit to a one-off account',
    answers: { [`GET ${QUERY}`]: done({ ...paid, paymentReference: 'one-off-2' }) },
    ask: ({ bank }) =>
      bank.enquireCredit({
        key: 'one-off',
        accountNumber: CREDIT.accountNumber,
        handle: 'MNFY|17|credit',
      }),
    sent: [asked(QUERY, { transactionReference: 'MNFY|17|credit' })],
    outcome: HINTED,
  },
  {
    what: 'a credit to a payment that is not ours',
    answers: { [`GET ${QUERY}`]: done({ ...paid, paymentReference: 'another-2' }) },
    ask: ({ bank }) =>
      bank.enquireCredit({
        key: 'one-off',
        accountNumber: CREDIT.accountNumber,
        handle: 'MNFY|17|credit',
      }),
    sent: [asked(QUERY, { transactionReference: 'MNFY|17|credit' })],
    outcome: { kind: 'unknown' },
  },
  {
    what: 'a credit that was hinted at',
    answers: { [`GET ${QUERY}`]: done(paid) },
    ask: ({ bank }) => bank.confirmCredit({ reference: 'MNFY|17|credit' }),
    sent: [asked(QUERY, { transactionReference: 'MNFY|17|credit' })],
    outcome: HINTED,
  },
  {
    what: 'the balance',
    answers: {
      'GET /api/v2/disbursements/wallet-balance': done({
        availableBalance: 1234.56,
        ledgerBalance: 6543.21,
      }),
    },
    ask: ({ bank }) => bank.balances(),
    sent: [asked('/api/v2/disbursements/wallet-balance', { accountNumber: '3934178936' })],
    outcome: { kind: 'known', balances: [{ account: '3934178936', available: 123_456n }] },
  },
  {
    what: 'a page for a card',
    answers: { [`POST ${INIT}`]: done(begun) },
    ask: ({ card }) => card.openPage(OPENED),
    sent: [
      wrote(INIT, {
        amount: '#9000.09',
        customerName: 'Customer',
        customerEmail: 'chi@example.com',
        paymentReference: 'charge-1',
        paymentDescription: 'Customer',
        currencyCode: 'NGN',
        contractCode: '4567890123',
        redirectUrl: 'https://pay.example.com/checkout/abc/card/return?lang=ha',
        paymentMethods: ['CARD'],
      }),
    ],
    outcome: {
      kind: 'redirect_required',
      url: 'https://sandbox.sdk.monnify.com/checkout/MNFY%7Cbegun',
      authorization: null,
      handle: 'MNFY|begun',
    },
  },
  {
    what: 'an enquiry about a charge',
    answers: {
      [`GET ${QUERY}`]: done({
        ...paid,
        paymentReference: 'charge-1',
        amountPaid: '9000.09',
        paymentMethod: 'CARD',
        cardDetails: {
          cardType: 'VISA',
          last4: '2346',
          expMonth: '11',
          expYear: '30',
          bin: '512345',
        },
      }),
    },
    ask: ({ card }) => card.enquire({ key: 'charge-1', amount: kobo(9_000_09n) }),
    sent: [asked(QUERY, { paymentReference: 'charge-1' })],
    outcome: {
      kind: 'approved',
      authorization: {
        bin: '512345',
        last4: '2346',
        expMonth: '11',
        expYear: '30',
        brand: 'VISA',
        cardType: 'VISA',
        bank: '',
        countryCode: '',
        reusable: false,
      },
      handle: 'MNFY|17|credit',
    },
  },
]

for (const { what, answers, ask, sent, outcome } of ROWS) {
  test(`what Monnify is sent for ${what}`, async () => {
    const world = given(answers)

    assert.deepEqual(await ask(world), outcome)

    assert.deepEqual(world.sent(), sent)
    assert.equal(world.logins, 1)
  })
}

test('every operation of Monnify is in the table', () => {
  const { bank, card } = given()
  const told = ROWS.map(({ ask }) => `${ask}`).join('\n')
  const elsewhere = ['isDown', 'isLockedOut', 'readNotification', 'listBanks', 'fetchStatement']
  const never = ['reverse', 'refund', 'enquireRefund']
  for (const [of, rail] of Object.entries({ bank, card })) {
    for (const [name, value] of Object.entries(rail)) {
      if (typeof value !== 'function' || [...elsewhere, ...never].includes(name)) continue
      assert.match(told, new RegExp(`${of}\\.${name}\\b`))
    }
  }
})
