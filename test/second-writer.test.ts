import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { changeSettings } from '../src/accounts/businesses/businesses.ts'
import {
  claimGuess,
  giveGuessBack,
  recordRight,
  recordWrong,
  renewCode,
  reserveResend,
  undoResend,
} from '../src/identity/guesses.sql.ts'
import { recordAll, setDue, type Verification } from '../src/identity/identity.sql.ts'
import { takeItems, type Waiting } from '../src/money-out/settlements/settlements.sql.ts'
import {
  type Authorization,
  insertAuthorization,
  movePending,
  renew,
  setDeactivated,
} from '../src/payments/authorizations/authorizations.sql.ts'
import { moveAttempt } from '../src/payments/checkout/card.sql.ts'
import type { CardAttempt } from '../src/payments/checkout/card-attempt.ts'
import { moveSuspended, type SuspendedCredit } from '../src/payments/deposits/deposits.sql.ts'
import { receive } from '../src/payments/deposits/receive.ts'
import {
  type Dispute,
  type DueMail as DueDisputeMail,
  moveDispute,
  recordMail as recordDisputeMail,
  setReminded,
} from '../src/payments/disputes/disputes.sql.ts'
import { type PaymentLink, updateLink } from '../src/payments/links/links.sql.ts'
import {
  type DueMail,
  type RefundLink,
  recordMail,
  setCancelled,
  setRefund,
} from '../src/payments/refund-links/refund-links.sql.ts'
import { type Split, updateSplit } from '../src/payments/splits/splits.sql.ts'
import { updateDisplaced } from '../src/payments/transactions/displace.sql.ts'
import { happening } from '../src/payments/transactions/history.ts'
import { updateReversed } from '../src/payments/transactions/reverse.sql.ts'
import type { Transaction } from '../src/payments/transactions/transactions.rows.ts'
import { changeFrom } from '../src/payments/transactions/transactions.ts'
import { later, MINUTE } from '../src/platform/clock.ts'
import type { Sql } from '../src/platform/db.ts'
import { claim } from '../src/platform/idempotency.ts'
import { newId } from '../src/platform/ids.ts'
import type { BankCredit } from '../src/providers/outcomes.ts'
import { givenPayment, useApi } from './api.ts'
import { givenVerification, initiate } from './contract/identity-calls.ts'
import { disputed } from './disputes.ts'
import { creditTo, givenAccount, pay } from './payments.ts'
import { givenPaid } from './refunds.ts'
import { type Race, testRaces } from './second-writers.ts'
import { givenSplit, givenSubaccount } from './splits.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Two read the same row and both write: the second one gets nothing, and the row stands as the
// first one left it. Of money here; of all else in second-writer-others.test.ts, and of calls to
// providers in second-writer-calls.test.ts.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const hourLater = () => later(context.now(), 60 * MINUTE)
const right = () => ({
  otpHash: Buffer.alloc(32),
  details: 'sealed',
  debitAccountNumber: '0000000018',
  verifiedAt: context.now(),
  eraseAt: hourLater(),
})
const renewed = () => ({
  railSession: 'another',
  otpExpiresAt: hourLater(),
  dueAt: hourLater(),
  now: context.now(),
})
const verification = async () => {
  await givenVerification(api, business)
  context.advance(2 * MINUTE)
}
const attempt = async () => {
  const { access_code } = await givenAccount(context, api, business)
  await pay(api, access_code, 'page')
}

async function givenKeptCard() {
  const { access_code } = await givenPayment(api, business, { save_card: 'required' })
  await pay(api, access_code, 'success')
}

/** Its account is one that a bank activates hours later. */
async function givenPendingMandate() {
  const of = { key: business.keys.secretKey }
  const email = 'ada@example.com'
  const names = { first_name: 'Ada', last_name: 'Example' }
  await api.post('/api/v1/customers', { ...of, body: { email, ...names } })
  const body = { bank_code: '058', account_number: '3100000002' }
  await api.post(`/api/v1/customers/${email}/mandates`, { ...of, body })
}
const rejected = { state: 'rejected', rejectionReason: 'declined', checkAt: null } as const

const givenRefundLink = async () => {
  const { id: transaction } = await givenPaid(api, business)
  const body = { transaction }
  await api.post('/api/v1/refund-links', { key: business.keys.secretKey, body })
}
const sentMail = (sql: Sql, row: RefundLink) => {
  const due = { ...row, attempts: row.mailAttempts } as unknown as DueMail
  return recordMail(sql, due, { nextMailAt: null, mailedAt: context.now(), mailFailure: null })
}

const givenDispute = async () => disputed(context, business, await givenPaid(api, business))
const closed = (status: 'won' | 'lost') => {
  const by = { closedBy: 'operator', closedAt: context.now() } as const
  return { ...by, status, remindAt: null }
}
const sentDisputeMail = (sql: Sql, row: Dispute) => {
  const due = { ...row, attempts: 0 } as unknown as DueDisputeMail
  return recordDisputeMail(sql, due, { nextMailAt: null, mailFailure: null })
}

const declinedOnce = { message: happening('declined') }
const declinedTwice = { message: happening('declined_too_often') }

const RACES: Record<string, Race> = {
  'a payment is changed from a version': {
    table: 'transaction',
    given: () => givenAccount(context, api, business),
    first: (sql, row: Transaction) => changeFrom(sql, context.now(), row, declinedOnce),
    second: (sql, row: Transaction) => changeFrom(sql, context.now(), row, declinedTwice),
  },
  'an attempt is moved from a state': {
    table: 'card_attempt',
    given: attempt,
    first: (sql, row: CardAttempt) => moveAttempt(sql, row, [row.state], declined('first')),
    second: (sql, row: CardAttempt) => moveAttempt(sql, row, [row.state], declined('second')),
  },
  'a code is sent again once': {
    table: 'identity_verification',
    given: verification,
    first: (sql, row: Verification) => reserveResend(sql, context.now(), row, newId(context.now())),
    second: (sql, row: Verification) =>
      reserveResend(sql, later(context.now(), 2 * MINUTE), row, newId(context.now())),
  },
  'a resend that was overtaken by another is not undone': {
    table: 'identity_verification',
    given: verification,
    first: (sql, row: Verification) => reserveResend(sql, context.now(), row, newId(context.now())),
    second: (sql, row: Verification) => undoResend(sql, context.now(), row, newId(context.now())),
  },
  'a code that was overtaken by another is not renewed': {
    table: 'identity_verification',
    given: verification,
    first: (sql, row: Verification) => reserveResend(sql, context.now(), row, newId(context.now())),
    second: (sql, row: Verification) => renewCode(sql, row, renewed()),
  },
  'a verification succeeds once': {
    table: 'identity_verification',
    given: verification,
    first: async (sql, row: Verification) => {
      await claimGuess(sql, context.now(), row)
      return recordRight(sql, row, right())
    },
    second: (sql, row: Verification) => recordRight(sql, row, { ...right(), details: 'other' }),
  },
  'a guess is given back once': {
    table: 'identity_verification',
    given: verification,
    first: async (sql, row: Verification) => {
      await claimGuess(sql, context.now(), row)
      await giveGuessBack(sql, context.now(), row)
      return true
    },
    second: (sql, row: Verification) => giveGuessBack(sql, context.now(), row),
  },
  'a wrong guess at what is locked changes nothing': {
    table: 'identity_verification',
    given: verification,
    first: async (sql, row: Verification) => {
      for (let guess = 1; guess <= 5; guess++) {
        await claimGuess(sql, context.now(), row)
        await recordWrong(sql, context.now(), row)
      }
      return true
    },
    second: (sql, row: Verification) => recordWrong(sql, context.now(), row),
  },
  'a verification that is over is not put off': {
    table: 'identity_verification',
    given: () => initiate(api, business, { number: '00000000504' }),
    first: (sql, row: Verification) => recordAll(sql, context.now(), [{ ...row, ...notSent }]),
    second: (sql, row: Verification) => setDue(sql, row, hourLater()),
  },
  'a payment is reversed from a version': {
    table: 'transaction',
    given: () => givenPaid(api, business),
    first: async (sql, row: Transaction) => {
      await sql`
        update transaction set refunded = amount
        where business_id = ${row.businessId} and mode = ${row.mode} and id = ${row.id}
      `
      return updateReversed(sql, context.now(), row, row.history)
    },
    second: (sql, row: Transaction) => updateReversed(sql, context.now(), row, ''),
  },
  'a payment of which something is left is not reversed': {
    table: 'transaction',
    given: () => givenPaid(api, business),
    first: async () => true,
    second: (sql, row: Transaction) => updateReversed(sql, context.now(), row, ''),
  },
  'a payment that has changed keeps its reference': {
    table: 'transaction',
    given: () => givenAccount(context, api, business),
    first: (sql, row: Transaction) => changeFrom(sql, context.now(), row, declinedOnce),
    second: (sql, row: Transaction) => updateDisplaced(sql, row),
  },
  'what waits is settled once': {
    table: 'settlement_item',
    given: async () => {
      await changeSettings(context, business, { settlement: 'T+1' })
      await givenPaid(api, business)
    },
    first: (sql, row: Waiting) => settled(sql, row),
    second: (sql, row: Waiting) => settled(sql, row),
  },
  'money of nobody is assigned once': {
    table: 'suspended_credit',
    given: async () => {
      const credit = creditTo(context, '0000000001', 500_000)
      await receive(context, 'test', credit)
      return credit
    },
    by: ({ sessionId }: BankCredit) => ({ sessionId }),
    first: (sql, row: SuspendedCredit) =>
      moveSuspended(sql, 'test', row.suspendedCreditId, assigned('1')),
    second: (sql, row: SuspendedCredit) =>
      moveSuspended(sql, 'test', row.suspendedCreditId, assigned('2')),
  },
  'a link is changed from a version': {
    table: 'payment_link',
    given: () =>
      api.post('/api/v1/payment-links', {
        key: business.keys.secretKey,
        body: { name: 'Shoes', amount: 500_000 },
      }),
    first: (sql, row: PaymentLink) => updateLink(sql, row, { name: 'first' }),
    second: (sql, row: PaymentLink) => updateLink(sql, row, { name: 'second' }),
  },
  'a kept card is removed once': {
    table: 'payer_authorization',
    given: givenKeptCard,
    first: (sql, row: Authorization) => setDeactivated(sql, row, context.now(), context.now()),
    second: (sql, row: Authorization) =>
      setDeactivated(sql, row, later(context.now(), 1), context.now()),
  },
  'a removed card is not renewed': {
    table: 'payer_authorization',
    given: givenKeptCard,
    first: (sql, row: Authorization) => setDeactivated(sql, row, context.now(), context.now()),
    second: (sql, row: Authorization) => renew(sql, row, { ...row, token: 'another' }),
  },
  'a mandate ends as pending once': {
    table: 'payer_authorization',
    given: givenPendingMandate,
    first: (sql, row: Authorization) => movePending(sql, row, rejected),
    second: (sql, row: Authorization) =>
      movePending(sql, row, { approvalUrl: 'https://x.example' }),
  },
  'the same card is kept once': {
    table: 'payer_authorization',
    given: givenKeptCard,
    first: (sql, row: Authorization) => renew(sql, row, { ...row, token: 'another' }),
    second: (sql, row: Authorization) =>
      insertAuthorization(sql, { ...row, authorizationId: newId(context.now()) }),
  },
  'a dispute is closed once': {
    table: 'dispute',
    given: givenDispute,
    first: (sql, row: Dispute) => moveDispute(sql, row, ['needs_response'], closed('won')),
    second: (sql, row: Dispute) => moveDispute(sql, row, ['needs_response'], closed('lost')),
  },
  'a business is reminded of a dispute once': {
    table: 'dispute',
    given: givenDispute,
    first: (sql, row: Dispute) => setReminded(sql, row, context.now()),
    second: (sql, row: Dispute) => setReminded(sql, row, context.now()),
  },
  'an answered dispute is not reminded of': {
    table: 'dispute',
    given: givenDispute,
    first: (sql, row: Dispute) => moveDispute(sql, row, ['needs_response'], closed('won')),
    second: (sql, row: Dispute) => setReminded(sql, row, context.now()),
  },
  'an email of a dispute is recorded once': {
    table: 'dispute',
    given: givenDispute,
    first: (sql, row: Dispute) => sentDisputeMail(sql, row).then(() => true),
    second: (sql, row: Dispute) => sentDisputeMail(sql, row),
  },
  'a refund link has one answer': {
    table: 'refund_link',
    given: givenRefundLink,
    first: (sql, row: RefundLink) => setRefund(sql, row, newId(context.now()), context.now()),
    second: (sql, row: RefundLink) => setRefund(sql, row, newId(context.now()), context.now()),
  },
  'a refund link with an answer is not cancelled': {
    table: 'refund_link',
    given: givenRefundLink,
    first: (sql, row: RefundLink) => setRefund(sql, row, newId(context.now()), context.now()),
    second: (sql, row: RefundLink) => setCancelled(sql, row, context.now()),
  },
  'a cancelled refund link gets no answer': {
    table: 'refund_link',
    given: givenRefundLink,
    first: (sql, row: RefundLink) => setCancelled(sql, row, context.now()),
    second: (sql, row: RefundLink) => setRefund(sql, row, newId(context.now()), context.now()),
  },
  'an email of a refund link is recorded once': {
    table: 'refund_link',
    given: givenRefundLink,
    first: (sql, row: RefundLink) => sentMail(sql, row).then(() => true),
    second: (sql, row: RefundLink) => sentMail(sql, row),
  },
  'a split is changed from a version': {
    table: 'split',
    given: async () => {
      const subaccount = await givenSubaccount(api, business)
      await givenSplit(api, business, [{ subaccount_id: subaccount, share: 20 }])
    },
    first: (sql, row: Split) => updateSplit(sql, row, withShares(row, 'first')),
    second: (sql, row: Split) => updateSplit(sql, row, withShares(row, 'second')),
  },
}

testRaces(context, () => business, RACES)

test('of two that take over the same lease of a key, one does', async () => {
  const { businessId, mode } = business
  const name = { businessId, mode, key: 'leased' }
  const hash = Buffer.alloc(32)
  const dead = context.now()
  assert.equal((await claim(context.sql, dead, name, hash)).kind, 'first')
  const after = later(dead, 2 * MINUTE)
  const taken = await Promise.all(
    Array.from({ length: 8 }, () => claim(context.sql, after, name, hash)),
  )
  assert.equal(taken.filter(({ kind }) => kind === 'first').length, 1)
})

function withShares(split: Split, name: string): Split {
  const subaccountId = newId<'subaccount'>(context.now())
  return { ...split, name, shares: [{ subaccountId, share: 20n }] }
}

const notSent = {
  outcome: 'not_sent',
  railSession: null,
  otpSentAt: null,
  otpExpiresAt: null,
  dueAt: null,
} as const

async function settled(sql: Sql, waiting: Waiting): Promise<number> {
  const { items } = await takeItems(sql, waiting, newId(context.now()), hourLater())
  return items
}

function assigned(by: string) {
  return { assignedNumber: `000000001${by}`, assignedBy: by, assignedAt: context.now() }
}

function declined(reason: string): Partial<CardAttempt> {
  return { state: 'declined', declineReason: reason, redirectUrl: null, nextEnquiryAt: null }
}
