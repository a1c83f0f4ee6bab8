import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answers, asked, Instead, type Sent, wrote } from '../../../test/providers/paper.ts'
import {
  CHARGE,
  charge,
  done,
  given,
  HANDLE,
  refund,
  refused,
} from '../../../test/providers/paystack/on-paper.ts'
import { kobo } from '../../platform/money.ts'

// Every request to Paystack, whole, and the outcome of its answer.

type World = ReturnType<typeof given>
type Row = {
  what: string
  answers: Answers
  ask: (world: World) => Promise<unknown>
  sent: Sent[]
  outcome: unknown
}

const { key, id, amount } = CHARGE
const OPENED = {
  key,
  amount: kobo(amount),
  email: 'chi@example.com',
  returnUrl: 'https://pay.example.com/checkout/abc/card/return?lang=ha',
}
const PART = { key: 'refund-77', charge: key, amount: kobo(300_001n) }
const paid = charge(id, 'success', { reference: key, amount: 900_009, fees: 13_501 })
const VERIFY = `/transaction/verify/${key}`
const listed = asked('/refund', { transaction: `${id}`, perPage: '100', page: '1' })
const asRefund = (of: string, note: string, much: string) =>
  wrote('/refund', { transaction: of, amount: much, currency: 'NGN', merchant_note: note })
const made = (number: number, much: number, status: string) =>
  refund(number, status, much, { transaction: { id, reference: key, amount: 900_009 } })
const none: Answers = { 'GET /refund': done([]) }

const KEPT_CARD = {
  bin: '408408',
  last4: '4082',
  expMonth: '11',
  expYear: '2031',
  brand: 'visa',
  cardType: 'visa debit',
  bank: 'KEPT BANK',
  countryCode: 'NG',
}
const KEPT = {
  authorization_code: 'AUTH_kept2',
  signature: 'SIG_kept2',
  bin: '408408',
  last4: '4082',
  exp_month: '11',
  exp_year: '2031',
  card_type: 'visa debit',
  bank: 'KEPT BANK',
  country_code: 'NG',
  brand: 'visa',
  reusable: true,
}

const ROWS: Row[] = [
  ...([undefined, 'ussd', 'bank'] as const).map(
    (method): Row => ({
      what: `a page for ${method ?? 'cards'}`,
      answers: {
        'POST /transaction/initialize': done({
          authorization_url: 'https://checkout.paystack.com/xyz',
          access_code: 'xyz',
          reference: key,
        }),
      },
      ask: ({ rail }) => rail.openPage({ ...OPENED, ...(method && { method }) }),
      sent: [
        wrote('/transaction/initialize', {
          email: 'chi@example.com',
          amount: '900009',
          currency: 'NGN',
          reference: key,
          callback_url: OPENED.returnUrl,
          channels: [method ?? 'card'],
          metadata: { cancel_action: OPENED.returnUrl },
        }),
      ],
      outcome: {
        kind: 'redirect_required',
        url: 'https://checkout.paystack.com/xyz',
        authorization: null,
        handle: '900009',
      },
    }),
  ),
  {
    what: 'an enquiry about a charge',
    answers: {
      [`GET ${VERIFY}`]: done({
        ...paid,
        authorization: {
          bin: '408408',
          last4: '4081',
          exp_month: '12',
          exp_year: '2030',
          card_type: 'visa credit',
          bank: 'TEST BANK',
          country_code: 'NG',
          brand: 'visa',
          reusable: true,
        },
      }),
    },
    ask: ({ rail }) => rail.enquire({ key, amount: kobo(amount), handle: '900009' }),
    sent: [asked(VERIFY)],
    outcome: {
      kind: 'approved',
      authorization: {
        bin: '408408',
        last4: '4081',
        expMonth: '12',
        expYear: '2030',
        brand: 'visa',
        cardType: 'visa credit',
        bank: 'TEST BANK',
        countryCode: 'NG',
        reusable: true,
      },
      fee: 13_501n,
      handle: HANDLE,
    },
  },
  {
    what: 'a refund of a charge whose number is known',
    answers: { ...none, 'POST /refund': done(made(77, 300_001, 'pending')) },
    ask: ({ rail }) => rail.refund({ ...PART, handle: HANDLE }),
    sent: [listed, asRefund(key, 'cowrie refund-77', '300001')],
    outcome: { kind: 'accepted', handle: '77' },
  },
  {
    what: 'a refund that they say is of another charge',
    answers: {
      ...none,
      'POST /refund': done(refund(77, 'processed', 300_001, { transaction: { id: id + 1 } })),
    },
    ask: ({ rail }) => rail.refund({ ...PART, handle: HANDLE }),
    sent: [listed, asRefund(key, 'cowrie refund-77', '300001')],
    outcome: { kind: 'unknown' },
  },
  {
    what: 'a refund of a charge whose number is lost',
    answers: {
      ...none,
      [`GET ${VERIFY}`]: done(paid),
      'POST /refund': done(made(77, 300_001, 'processed')),
    },
    ask: ({ rail }) => rail.refund(PART),
    sent: [asked(VERIFY), listed, asRefund(key, 'cowrie refund-77', '300001')],
    outcome: { kind: 'returned', sessionId: 'refund-77', handle: '77' },
  },
  {
    what: 'a reversal',
    answers: { ...none, 'POST /refund': done(made(78, 900_009, 'processing')) },
    ask: ({ rail }) => rail.reverse({ key, amount: kobo(amount), handle: HANDLE }),
    sent: [listed, asRefund(key, `cowrie ${key}`, '900009')],
    outcome: { kind: 'accepted', handle: '78' },
  },
  {
    what: 'an enquiry about a refund whose number is known',
    answers: { 'GET /refund/77': done(refund(77, 'failed', 300_001)) },
    ask: ({ rail }) => rail.enquireRefund({ key: 'refund-77', charge: key, handle: '77' }),
    sent: [asked('/refund/77')],
    outcome: { kind: 'refused', reason: 'refused_by_bank', said: 'failed' },
  },
  {
    what: 'an enquiry about a refund whose number is lost',
    answers: {
      [`GET ${VERIFY}`]: done(paid),
      'GET /refund': done([refund(79, 'failed', 300_001), refund(77, 'processed', 300_001)]),
    },
    ask: ({ rail }) => rail.enquireRefund({ key: 'refund-77', charge: key }),
    sent: [asked(VERIFY), listed],
    outcome: { kind: 'returned', sessionId: 'refund-77', handle: '77' },
  },
  {
    what: 'a refund that is refused',
    answers: { ...none, 'POST /refund': refused('transaction_reversed') },
    ask: ({ rail }) => rail.refund({ ...PART, handle: HANDLE }),
    sent: [listed, asRefund(key, 'cowrie refund-77', '300001')],
    outcome: { kind: 'refused', reason: 'already_returned', said: 'transaction_reversed' },
  },
  {
    what: 'a refund whose answer is lost',
    answers: { ...none, 'POST /refund': new Instead('lost') },
    ask: ({ rail }) => rail.refund({ ...PART, handle: HANDLE }),
    sent: [listed, asRefund(key, 'cowrie refund-77', '300001')],
    outcome: { kind: 'unknown' },
  },
  ...([undefined, 400_004n, 900_009n] as const).map((least): Row => {
    const isPart = least === 400_004n
    const path = isPart ? '/transaction/partial_debit' : '/transaction/charge_authorization'
    const more = { callback_url: OPENED.returnUrl, metadata: { cancel_action: OPENED.returnUrl } }
    const token = 'AUTH_kept1'
    const charged = isPart ? 500_005 : 900_009
    return {
      what: `a kept card, of which at least ${least ?? 'all'} is charged`,
      answers: { [`POST ${path}`]: done({ ...paid, amount: charged, authorization: KEPT }) },
      ask: ({ rail }) =>
        rail.chargeToken!({
          ...OPENED,
          token,
          ...(least !== undefined && { atLeast: kobo(least) }),
        }),
      sent: [
        wrote(path, {
          authorization_code: token,
          email: 'chi@example.com',
          amount: '900009',
          currency: 'NGN',
          reference: key,
          ...(isPart ? { at_least: '400004' } : more),
        }),
      ],
      outcome: {
        kind: 'approved',
        authorization: { ...KEPT_CARD, reusable: true },
        token: { secret: 'AUTH_kept2', signature: 'SIG_kept2' },
        ...(isPart && { charged: 500_005n }),
        fee: 13_501n,
        handle: `${charged}/${id}`,
      },
    }
  }),
  {
    what: 'a kept card whose bank asks for the customer',
    answers: {
      'POST /transaction/charge_authorization': done({
        authorization_url: 'https://checkout.paystack.com/resume/xyz',
        access_code: 'xyz',
        reference: key,
        paused: true,
      }),
    },
    ask: ({ rail }) => rail.chargeToken!({ ...OPENED, token: 'AUTH_kept1' }),
    sent: [
      wrote('/transaction/charge_authorization', {
        authorization_code: 'AUTH_kept1',
        email: 'chi@example.com',
        amount: '900009',
        currency: 'NGN',
        reference: key,
        callback_url: OPENED.returnUrl,
        metadata: { cancel_action: OPENED.returnUrl },
      }),
    ],
    outcome: {
      kind: 'redirect_required',
      url: 'https://checkout.paystack.com/resume/xyz',
      authorization: null,
      handle: '900009',
    },
  },
  {
    what: 'a kept card that it forgets',
    answers: {
      'POST /customer/authorization/deactivate': done(undefined),
    },
    ask: ({ rail }) => rail.forgetToken!({ token: 'AUTH_kept1' }),
    sent: [wrote('/customer/authorization/deactivate', { authorization_code: 'AUTH_kept1' })],
    outcome: { kind: 'forgotten' },
  },
  {
    what: 'a mandate',
    answers: {
      'POST /customer/authorization/initialize': done({
        redirect_url: 'https://link.paystack.com/xyz',
        access_code: 'xyz',
        reference: 'ref1',
      }),
    },
    ask: ({ rail }) =>
      rail.openMandate!({
        key,
        bank: { code: '058', nipCode: null },
        accountNumber: '0123456789',
        email: 'chi@example.com',
        returnUrl: OPENED.returnUrl,
      }),
    sent: [
      wrote('/customer/authorization/initialize', {
        email: 'chi@example.com',
        channel: 'direct_debit',
        callback_url: OPENED.returnUrl,
        account: { number: '0123456789', bank_code: '058' },
      }),
    ],
    outcome: { kind: 'accepted', url: 'https://link.paystack.com/xyz', handle: 'ref1' },
  },
  {
    what: 'what became of a mandate',
    answers: {
      'GET /customer/authorization/verify/ref1': done({
        authorization_code: 'AUTH_kept1',
        channel: 'direct_debit',
        bank: 'Guaranty Trust Bank',
        active: true,
        customer: { code: 'CUS_1', email: 'chi@example.com' },
      }),
    },
    ask: ({ rail }) => rail.enquireMandate!({ key, handle: 'ref1' }),
    sent: [asked('/customer/authorization/verify/ref1')],
    outcome: { kind: 'active', token: 'AUTH_kept1' },
  },
  {
    what: 'the balance',
    answers: {
      'GET /balance': done([
        { currency: 'USD', balance: 5 },
        { currency: 'NGN', balance: 123_456 },
      ]),
    },
    ask: ({ rail }) => rail.balances!(),
    sent: [asked('/balance')],
    outcome: { kind: 'known', balances: [{ account: 'NGN', available: 123_456n }] },
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

test('every operation of Paystack is in the table', () => {
  const told = ROWS.map(({ ask }) => `${ask}`).join('\n')
  const elsewhere = ['isDown', 'isLockedOut', 'readNotification', 'fetchStatement']
  for (const [name, value] of Object.entries(given().rail)) {
    if (typeof value !== 'function' || elsewhere.includes(name)) continue
    assert.match(told, new RegExp(`rail\\.${name}\\b`))
  }
})
